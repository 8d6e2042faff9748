"""What a move asks of the database: eight statements at most, whoever sends it and however it is answered."""

from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games.consumers import moves
from games.models import Match
from games.rendering import Reader
from tests.games.tables import choose_all, first_legal, of_people, turn_back

pytestmark = pytest.mark.django_db
MOST = 8
MOST_BY_SOCKET = 6  # session and user were looked up when it opened, and are again every few seconds
TRANSACTION = ("BEGIN", "COMMIT", "SAVEPOINT", "RELEASE")
ANSWERS = {
    "a program": {"Accept": "application/json"},
    "the site's script": {"HX-Request": "true", "Accept": "text/html"},
    "a form": {"Accept": "text/html"},
}


def statements_of_a_move(match: Match, headers: dict[str, str]) -> list[str]:
    """Have whoever is on turn act, and list what the database was asked; the session is part of it."""
    match.refresh_from_db()
    assert match.turn_seat is not None
    user = match.seats.get(index=match.turn_seat).user
    client = Client()
    client.force_login(user)
    move = {"action": first_legal(match, match.turn_seat), "seq": match.seq}
    with CaptureQueriesContext(connection) as asked:
        answer = client.post(reverse("games:act", args=[match.slug]), move, headers=headers)
    assert answer.status_code in (200, 303)
    return [each["sql"] for each in asked if not each["sql"].startswith(TRANSACTION)]


@pytest.mark.parametrize("sender", ANSWERS)
def test_a_move_is_eight_statements_at_most(anna: Any, bo: Any, sender: str) -> None:
    match = choose_all(of_people(anna, bo), anna, bo)
    for _ in range(4):
        turn_back(match, 40)  # into the bank, so that the seat is written as well
        asked = statements_of_a_move(match, ANSWERS[sender])
        assert len(asked) <= MOST, "\n".join(asked)
        assert any('UPDATE "games_seat"' in each for each in asked)


def test_a_move_over_the_socket_is_two_statements_less(anna: Any, bo: Any) -> None:
    match = choose_all(of_people(anna, bo), anna, bo)
    for _ in range(4):
        turn_back(match, 40)
        match.refresh_from_db()
        seat = match.turn_seat
        assert seat is not None
        reader = Reader({"user": match.seats.get(index=seat).user, "session": None, "headers": []})
        prefs, move = reader.preferences(), moves.Move("1", first_legal(match, seat), match.seq)
        with CaptureQueriesContext(connection) as captured:
            assert moves.take(move, match.slug, reader, prefs).status == 200
        asked = [each["sql"] for each in captured if not each["sql"].startswith(TRANSACTION)]
        assert len(asked) <= MOST_BY_SOCKET, "\n".join(asked)
        assert any('UPDATE "games_seat"' in each for each in asked)


def test_a_look_at_the_session_is_two_statements(anna: Any, client: Client) -> None:
    client.force_login(anna)
    reader = Reader({"user": anna, "session": client.session, "headers": []})
    with CaptureQueriesContext(connection) as captured:
        assert reader.is_signed_in()
    assert len(captured) == 2
