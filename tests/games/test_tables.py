"""Tables before the start: create, join, leave, kick, invite, start."""

from collections.abc import Callable
from typing import Any

import pytest

from games import fairness, services
from games.engine import Options
from games.models import Match, MatchEvent
from games.services import Conflict, Forbidden, Full, Illegal, Malformed, NotFound, Over, TableSpec
from games.services.errors import TooMany
from tests.games.tables import against_bots, assert_columns_follow_from_the_log, of, of_people, waiting


def names(match: Match) -> list[str]:
    return [seat.label for seat in match.seats.order_by("index")]


def test_a_table_that_bots_fill_starts_at_once(anna: Any) -> None:
    match = against_bots(anna, seats=4)
    assert (match.status, match.round, names(match)) == ("playing", 1, ["anna", "easy", "easy", "easy"])
    assert_columns_follow_from_the_log(match)


def test_the_last_to_join_starts_the_game(anna: Any, bo: Any) -> None:
    match = waiting(anna, seats=2)
    assert match.status == "waiting"
    services.join(match.slug, bo)
    match.refresh_from_db()
    assert match.status == "playing"
    assert_columns_follow_from_the_log(match)


def test_joining_twice_takes_one_seat(anna: Any, bo: Any) -> None:
    match = waiting(anna)
    services.join(match.slug, bo)
    services.join(match.slug, bo)
    assert names(match) == ["anna", "bo", ""]


def test_the_table_keeps_the_nonce_a_person_gave_and_makes_one_where_none_was(anna: Any, bo: Any) -> None:
    match = waiting(anna, nonce="AB" * 32)
    services.join(match.slug, bo)
    nonces = [seat.nonce for seat in match.seats.order_by("index")]
    assert nonces[0] == "ab" * 32
    assert len(nonces[1]) == 64
    assert nonces[1] != nonces[0]


def test_the_deal_follows_from_secret_and_nonces(anna: Any) -> None:
    match = against_bots(anna, seats=3)
    data = MatchEvent.objects.get(match=match, kind="dealt").data
    secret, raw = bytes.fromhex(match.secret), [bytes.fromhex(nonce) for nonce in data["nonces"]]
    from games.engine import build_deck, card_text

    deal = fairness.deal(secret, raw, 1, build_deck(Options()), 3)
    assert data["deck"] == [card_text(card) for card in deal.deck]
    assert data["first_seat"] == deal.first_seat
    assert raw[1] == fairness.bot_nonce(secret, 1)
    assert fairness.commitment(secret) == match.commitment == data["commitment"]


def test_the_form_carries_the_commitment_of_the_table_it_makes(anna: Any) -> None:
    offer = services.offer()
    done = services.create_table(anna, TableSpec(ticket=offer.ticket))
    assert of(done).commitment == offer.commitment


def test_sending_a_form_twice_leads_to_one_table(anna: Any) -> None:
    offer = services.offer()
    first = services.create_table(anna, TableSpec(ticket=offer.ticket))
    assert services.create_table(anna, TableSpec(ticket=offer.ticket)).slug == first.slug
    assert Match.objects.count() == 1


def test_a_ticket_decides_one_match_only(anna: Any, bo: Any) -> None:
    offer = services.offer()
    services.create_table(anna, TableSpec(ticket=offer.ticket))
    with pytest.raises(Conflict):
        services.create_table(bo, TableSpec(ticket=offer.ticket))


@pytest.mark.parametrize("ticket", ["nonsense", "a:b:c", "0" * 190])
def test_a_forged_ticket_is_refused(anna: Any, ticket: str) -> None:
    with pytest.raises(Malformed):
        services.create_table(anna, TableSpec(ticket=ticket))


@pytest.mark.parametrize(
    "spec",
    [TableSpec(seats=2, bots=("easy", "easy")), TableSpec(Options(first_seat=4), seats=3), TableSpec(seats=7)],
)
def test_impossible_tables_are_refused(anna: Any, spec: TableSpec) -> None:
    with pytest.raises(Illegal):
        services.create_table(anna, spec)
    assert not Match.objects.exists()


def test_a_full_table_takes_nobody(anna: Any, bo: Any, cleo: Any) -> None:
    match = waiting(anna, seats=3, bots=("easy",))
    services.join(match.slug, bo)
    with pytest.raises(Conflict):
        services.join(match.slug, cleo)


def test_a_table_with_every_seat_taken_says_full(anna: Any, bo: Any, cleo: Any) -> None:
    match = waiting(anna, seats=2)
    match.seats.filter(index=1).update(taken=True, bot="easy")
    with pytest.raises(Full):
        services.join(match.slug, bo)


def test_unknown_tables_are_not_found(anna: Any) -> None:
    with pytest.raises(NotFound):
        services.join("nowhere123", anna)


def test_the_hosts_role_passes_on(anna: Any, bo: Any) -> None:
    match = waiting(anna)
    services.join(match.slug, bo)
    services.leave(match.slug, anna)
    match.refresh_from_db()
    assert (match.host, match.status, names(match)) == (bo, "waiting", ["", "bo", ""])
    assert_columns_follow_from_the_log(match)


def test_a_table_without_people_closes(anna: Any) -> None:
    match = waiting(anna, seats=3, bots=("easy",))
    services.leave(match.slug, anna)
    match.refresh_from_db()
    assert (match.status, match.due_at, match.listeners_done) == ("aborted", None, True)
    with pytest.raises(Over):
        services.join(match.slug, anna)


def test_the_host_sends_somebody_away_for_good(anna: Any, bo: Any) -> None:
    match = waiting(anna)
    services.join(match.slug, bo)
    services.kick(match.slug, anna, 1)
    assert names(match) == ["anna", "", ""]
    with pytest.raises(Forbidden):
        services.join(match.slug, bo)


@pytest.mark.parametrize(
    ("seat", "refusal"),
    [("x", Malformed), ("", Malformed), ("-1", Malformed), ("9", Malformed), ("2", Conflict), ("0", Conflict)],
)
def test_sending_nobody_away_is_refused(anna: Any, seat: str, refusal: type[Exception]) -> None:
    match = waiting(anna)
    with pytest.raises(refusal):
        services.kick(match.slug, anna, seat)


@pytest.mark.parametrize(
    "deed",
    [
        lambda slug, user: services.kick(slug, user, 0),
        lambda slug, user: services.start(slug, user),
        lambda slug, user: services.invite(slug, user, "cleo"),
    ],
)
def test_only_the_host_decides(anna: Any, bo: Any, deed: Callable[[str, Any], Any]) -> None:
    match = waiting(anna)
    services.join(match.slug, bo)
    with pytest.raises(Forbidden):
        deed(match.slug, bo)


def test_the_host_starts_with_the_seats_taken(anna: Any, bo: Any) -> None:
    match = waiting(anna, seats=5, bots=("easy",))
    services.join(match.slug, bo)
    services.kick(match.slug, anna, 1)
    services.start(match.slug, anna)
    match.refresh_from_db()
    assert (match.status, match.size, names(match)) == ("playing", 2, ["anna", "bo"])
    assert_columns_follow_from_the_log(match)


def test_seats_close_ranks_at_the_start_and_bots_get_their_new_nonce(anna: Any, bo: Any) -> None:
    match = waiting(anna, seats=4, bots=("easy", "hard"))
    services.kick(match.slug, anna, 1)
    services.start(match.slug, anna)
    match.refresh_from_db()
    assert names(match) == ["anna", "hard"]
    assert match.seats.get(index=1).nonce == fairness.bot_nonce(bytes.fromhex(match.secret), 1).hex()


def test_it_takes_two_to_start(anna: Any) -> None:
    with pytest.raises(Conflict):
        services.start(waiting(anna).slug, anna)


def test_options_that_do_not_suit_so_few_refuse_the_start(anna: Any, bo: Any) -> None:
    match = of(services.create_table(anna, TableSpec(Options(first_seat=3), seats=4)))
    services.join(match.slug, bo)
    with pytest.raises(Illegal):
        services.start(match.slug, anna)


def test_the_host_may_fill_the_table_with_bots(anna: Any) -> None:
    match = waiting(anna)
    services.start(match.slug, anna, fill="hard")
    match.refresh_from_db()
    assert (match.status, names(match)) == ("playing", ["anna", "hard", "hard"])


def test_nobody_joins_kicks_or_starts_a_running_game(anna: Any, bo: Any, cleo: Any) -> None:
    match = of_people(anna, bo)
    for deed in (
        lambda: services.join(match.slug, cleo),
        lambda: services.kick(match.slug, anna, 1),
        lambda: services.start(match.slug, anna),
    ):
        with pytest.raises(Conflict):
            deed()


def test_an_invite_only_table_takes_the_invited(anna: Any, bo: Any, cleo: Any) -> None:
    match = waiting(anna, visibility="invite")
    services.invite(match.slug, anna, "BO")
    services.join(match.slug, bo)
    with pytest.raises(Forbidden):
        services.join(match.slug, cleo)


def test_inviting_nobody_is_refused(anna: Any) -> None:
    with pytest.raises(Illegal):
        services.invite(waiting(anna).slug, anna, "nobody")


def test_nobody_sits_at_tables_without_end(anna: Any, monkeypatch: pytest.MonkeyPatch, settings: Any) -> None:
    monkeypatch.setattr("games.services.tables.MAX_OPEN", 1)
    waiting(anna)
    waiting(anna)
    settings.RATE_LIMITS = True
    with pytest.raises(Conflict):
        waiting(anna)


def test_nobody_opens_tables_without_end(anna: Any, monkeypatch: pytest.MonkeyPatch, settings: Any) -> None:
    monkeypatch.setattr("games.services.tables.MAX_AN_HOUR", 1)
    waiting(anna)
    waiting(anna)
    settings.RATE_LIMITS = True
    with pytest.raises(TooMany):
        waiting(anna)
