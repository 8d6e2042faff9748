"""The page of a table and what the organiser does there: voiding, correcting; coming back to a full event."""

from typing import Any

import pytest
from django.test import Client

from tests.tournaments.events import begun, event, open_pods, play_to_the_end, result
from tests.tournaments.listed import JSON, signed_in
from tournaments import services
from tournaments.formats.base import Settings
from tournaments.models import Tournament
from tournaments.selectors.lists import export

pytestmark = pytest.mark.django_db


def get(tournament: Tournament, path: str = "", user: Any = None) -> Any:
    return (signed_in(user) if user else Client()).get(f"/tournaments/{tournament.slug}/{path}")


def post(tournament: Tournament, step: str, user: Any, **data: Any) -> Any:
    return signed_in(user).post(f"/tournaments/{tournament.slug}/{step}/", data, headers=JSON)


def test_a_result_is_corrected_with_a_reason_for_all_to_read(organiser: Any, six: list[Any]) -> None:
    cup = begun(six, organiser=organiser)
    pod = open_pods(cup)[0]
    services.match_finished(result(pod))
    places = {f"place_{part.seat}": pod.parts.count() - (part.place or 0) + 1 for part in pod.parts.all()}
    assert post(cup, "correct", organiser, round=1, pod=pod.number, **places).status_code == 400  # no reason
    answer = post(cup, "correct", organiser, round=1, pod=pod.number, reason="Misread", **places)
    assert answer.json()["url"] == f"/tournaments/{cup.slug}/round/1/pod/{pod.number}/"
    log = get(cup, "log/").content.decode()
    assert "the result was corrected" in log
    assert "Misread" in log
    assert get(cup, "standings.json").json()[0]["points"] == 100


def test_a_voided_table_is_called_so_where_its_points_stand(organiser: Any, six: list[Any]) -> None:
    cup = begun(six, organiser=organiser)
    assert post(cup, "void", organiser, round=1, pod=1, reason="Power cut").status_code == 200
    for path in ("round/1/pod/1/", "standings/"):
        page = get(cup, path).content.decode()
        assert "the table was voided" in page
        assert "nobody to play with" not in page
    assert "cell-void" in page
    assert [row["outcomes"] for row in get(cup, "standings.json").json()] == [["void"]] * 3 + [[None]] * 3
    table = get(cup, "standings.csv").content.decode().splitlines()[1:]
    assert [line.split(",")[3] for line in table] == ["void"] * 3 + ["-"] * 3
    rounds = [export(user)["entries"][0]["rounds"] for user in six]
    assert sorted(str(found[0]["outcome"]) for found in rounds) == ["None"] * 3 + ["void"] * 3


def test_who_comes_back_to_a_full_event_reads_why_not(six: list[Any]) -> None:
    cup = event(max_players=3, settings=Settings(rounds=4))
    for user in six[:3]:
        services.register(cup.slug, user)
    services.start(cup.slug, cup.organiser)
    services.advance(cup.pk)
    services.withdraw(cup.slug, six[0])
    services.register(cup.slug, six[3])
    page = get(cup, user=six[0]).content.decode()
    assert "The tournament is full now." in page
    assert "Join the waiting list" not in page
    assert post(cup, "register", six[0]).status_code == 409


def test_the_page_of_a_table_offers_what_can_be_done_to_it(organiser: Any, six: list[Any]) -> None:
    cup = begun(six[:4], organiser=organiser, settings=Settings(rounds=1))

    def offered() -> list[str]:
        page = get(cup, "round/1/pod/1/", organiser).content.decode()
        return [step for step in ("void", "correct") if f"/{step}/" in page]

    assert offered() == ["void"]
    play_to_the_end(cup)
    assert offered() == ["correct"]
    assert 'id="direct"' not in get(cup, "round/1/pod/1/", six[0]).content.decode()
