"""What is read: lists, counts, histories - each with a fixed number of queries."""

from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.contrib.auth.models import AnonymousUser

from games import selectors, services
from games.engine import state_json
from games.models import Invite, Match
from games.selectors import folds
from tests.games.tables import against_bots, choose_all, first_legal, of_people, play_to_the_end, waiting


def slugs(rows: Any) -> set[str]:
    return {row.match.slug for row in rows}


def test_the_lobby_sorts_tables(anna: Any, bo: Any, cleo: Any) -> None:
    open_, unlisted, invite = waiting(anna), waiting(anna, visibility="unlisted"), waiting(anna, visibility="invite")
    running = of_people(anna, bo)
    lists = selectors.lobby(cleo)
    assert (slugs(lists.open), slugs(lists.mine), slugs(lists.live)) == ({open_.slug}, set(), {running.slug})
    services.invite(invite.slug, anna, "cleo")
    assert slugs(selectors.lobby(cleo).open) == {open_.slug, invite.slug}
    assert slugs(selectors.lobby(anna).mine) == {open_.slug, unlisted.slug, invite.slug, running.slug}


def test_closed_and_deserted_tables_are_in_no_list(anna: Any, bo: Any) -> None:
    closed, left = waiting(anna), of_people(anna, bo)
    services.leave(closed.slug, anna)
    services.leave(left.slug, anna)
    lists = selectors.lobby(None)
    assert (lists.open, lists.live) == ((), ())


def test_lists_cost_the_same_however_long(anna: Any, bo: Any, cleo: Any, django_assert_max_num_queries: Any) -> None:
    for _ in range(3):
        waiting(anna), of_people(anna, bo)
    with django_assert_max_num_queries(13):
        selectors.lobby(cleo)
    with django_assert_max_num_queries(13):
        lists = selectors.lobby(anna)
        assert [seat.label for row in lists.mine for seat in row.seats]


def test_a_snapshot_takes_three_queries_and_two_once_the_log_is_known(
    anna: Any, django_assert_num_queries: Any
) -> None:
    match = against_bots(anna)
    folds.forget_all()
    with django_assert_num_queries(3):
        selectors.table(match.slug)
    with django_assert_num_queries(2):
        selectors.table(match.slug)


def test_all_who_have_yet_to_choose_are_waited_for(anna: Any, bo: Any) -> None:
    match = of_people(anna, bo)
    assert [selectors.turns_of(user).count for user in (anna, bo)] == [1, 1]
    services.act(match.slug, anna, first_legal(match, 0), match.seq)
    assert [selectors.turns_of(user).count for user in (anna, bo)] == [0, 1]


def test_the_count_follows_the_turn(anna: Any, bo: Any, django_assert_num_queries: Any) -> None:
    match = choose_all(of_people(anna, bo), anna, bo)
    users = (anna, bo)
    waited_for = users[match.turn_seat or 0]
    assert selectors.turns_of(waited_for) == selectors.Turns(1, match.slug)
    assert selectors.turns_of(users[1 - (match.turn_seat or 0)]).count == 0
    with django_assert_num_queries(1):
        selectors.turns_of(waited_for)


def test_the_count_drops_when_the_game_ends(anna: Any, bo: Any) -> None:
    match = of_people(anna, bo)
    services.leave(match.slug, anna)
    assert selectors.turns_of(bo).count == 0


@pytest.fixture
def history(anna: Any, bo: Any) -> Any:
    """Anna lost to a person who stayed, beat one who left, and played bots once."""
    lost, won = of_people(anna, bo), of_people(anna, bo)
    services.leave(lost.slug, anna)
    services.leave(won.slug, bo)
    return play_to_the_end(against_bots(anna), {0: anna})


def test_figures_count_places_and_opponents(history: Any, anna: Any, django_assert_num_queries: Any) -> None:
    with django_assert_num_queries(1):
        stats = selectors.stats_of(anna)
    assert stats.games == 3
    assert sum(count for _, count in stats.places) == 3
    people, bots = stats.by_opponents
    assert (people.games, people.won, people.win_share, bots.games) == (2, 1, 0.5, 1)


def test_a_history_takes_few_queries(history: Any, anna: Any, django_assert_num_queries: Any) -> None:
    with django_assert_num_queries(2):
        games = selectors.games_of(anna)
    assert games[0].slug == history.slug
    assert len(games) == 3


def test_all_games_are_all_of_them_however_few_are_read_at_once(
    history: Any, anna: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.selectors.history.AT_ONCE", 2)
    rows = list(selectors.all_games_of(anna))
    assert sorted(row.slug for row in rows) == sorted(row.slug for row in selectors.games_of(anna))
    assert rows[0].slug == history.slug


@pytest.mark.parametrize("visibility", ["public", "unlisted", "invite"])
@pytest.mark.parametrize("sealed", [False, True])
def test_a_history_lists_what_its_reader_may_look_at(
    anna: Any, bo: Any, cleo: Any, visibility: str, sealed: bool
) -> None:
    match = of_people(bo, anna)
    services.leave(match.slug, bo)
    Match.objects.filter(pk=match.pk).update(visibility=visibility, sealed=sealed, host=cleo)
    match.refresh_from_db()
    invited, stranger = (get_user_model().objects.create_user(name) for name in ("invited", "stranger"))
    Invite.objects.create(match=match, user=invited)
    for reader in (anna, bo, cleo, invited, stranger, AnonymousUser()):
        assert bool(selectors.games_of(anna, reader)) == selectors.may_see(match, reader), reader


def test_a_history_shows_nobody_elses_invite_only_games(anna: Any, bo: Any, cleo: Any) -> None:
    match = waiting(anna, seats=2, visibility="invite")
    services.invite(match.slug, anna, "bo")
    services.join(match.slug, bo)
    services.leave(match.slug, bo)
    assert [selectors.games_of(anna, reader) != [] for reader in (anna, bo, cleo)] == [True, True, False]


def test_several_folds_are_those_of_each_alone(anna: Any, bo: Any, django_assert_num_queries: Any) -> None:
    matches = [choose_all(of_people(anna, bo), anna, bo) for _ in range(4)]
    unknown, behind, known, forked = matches
    folds.forget_all()
    for match in (behind, known, forked):
        folds.fold_of(match)
    services.act(behind.slug, anna if behind.turn_seat == 0 else bo, first_legal(behind, behind.turn_seat), behind.seq)
    short = Match.objects.get(pk=forked.pk)
    short.seq, short.head = forked.seq - 1, "of a change that was rolled back"
    folds.remember(short, folds.fold_of(unknown))
    for match in matches:
        match.refresh_from_db()
    waits = waiting(anna)
    with django_assert_num_queries(2):  # the fork is asked for once more, from its beginning
        found = folds.folds_of([*matches, waits])
    folds.forget_all()
    alone = [folds.fold_of(match) for match in (*matches, waits)]
    assert [_position(fold) for fold in found] == [_position(fold) for fold in alone]


def _position(fold: Any) -> Any:
    return None if fold.state is None else state_json(fold.state)


def test_a_rolled_back_change_does_not_stay_in_the_cache(anna: Any, bo: Any) -> None:
    from games.services.locked import locked

    match = of_people(anna, bo)

    def fails() -> None:
        with locked(pk=match.pk) as table:
            services.play.submit(table, 0, services.play.read_action(first_legal(match, 0)), match.seq, "player")
            table.finish()
            raise RuntimeError("too late")

    with pytest.raises(RuntimeError):
        fails()
    services.act(match.slug, bo, first_legal(match, 1), match.seq)
    snapshot = selectors.table(match.slug)
    assert snapshot is not None
    assert snapshot.state is not None
    assert snapshot.state.chosen == (False, True)
