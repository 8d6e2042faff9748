"""The cache of folds: never another position than the log's, and no more of them than fit."""

from typing import Any

import pytest
from django.db import transaction

from games import selectors, services
from games.engine import legal_actions
from games.models import Match
from games.selectors import folds
from tests.games.tables import choose_all, of_people


class Undone(Exception):
    """The transaction is not to be."""


def move(match: Match, which: int) -> None:
    """Whoever is on turn acts: one of the legal actions."""
    match.refresh_from_db()
    state = selectors.fold_of(match).state
    assert state is not None
    assert state.turn is not None
    action = legal_actions(state, state.turn)[which].text
    services.act(match.slug, match.seats.get(index=state.turn).user, action, match.seq)


def move_in_vain(match: Match) -> None:
    """The same, in a transaction that does not come to its end."""
    with transaction.atomic():
        move(match, 0)
        raise Undone


@pytest.mark.parametrize("further", [0, 1])
def test_what_was_rolled_back_here_does_not_pass_for_what_another_process_wrote(
    anna: Any, bo: Any, monkeypatch: pytest.MonkeyPatch, further: int
) -> None:
    match = choose_all(of_people(anna, bo), anna, bo)
    with pytest.raises(Undone):
        move_in_vain(match)
    ours = folds._kept.copy()
    folds.forget_all()
    for which in (-1, *[0] * further):
        move(match, which)
    monkeypatch.setattr(folds, "_kept", ours)
    match.refresh_from_db()
    assert folds.round_of(match).plies == tuple(event for event in folds.events_of(match) if event.kind == "action")


def test_the_fold_of_what_was_just_written_is_not_read_again(
    anna: Any, bo: Any, django_assert_num_queries: Any
) -> None:
    match = choose_all(of_people(anna, bo), anna, bo)
    move(match, 0)
    match.refresh_from_db()
    with django_assert_num_queries(0):
        assert selectors.fold_of(match).seq == match.seq


def test_the_matches_that_were_left_longest_make_room(
    anna: Any, bo: Any, monkeypatch: pytest.MonkeyPatch, django_assert_num_queries: Any
) -> None:
    monkeypatch.setattr(folds, "KEPT", 2)
    first, second = (of_people(anna, bo) for _ in range(2))
    choose_all(first, anna, bo)
    third = of_people(anna, bo)
    second.refresh_from_db()
    for match, queries in ((first, 0), (third, 0), (second, 1)):
        with django_assert_num_queries(queries):
            selectors.fold_of(match)
    assert len(folds._kept) == 2


def test_a_match_without_news_for_long_makes_room(anna: Any, bo: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    first = choose_all(of_people(anna, bo), anna, bo)
    monkeypatch.setattr(folds, "FRESH", 0.0)
    second = of_people(anna, bo)
    move(first, 0)
    assert list(folds._kept) == [first.pk]
    second.refresh_from_db()
    folds.fold_of(second)
    assert list(folds._kept) == [second.pk]
