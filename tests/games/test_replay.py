"""The replay page over HTTP: every ply has an address, the gate holds, results are the stored ones."""

import json
import re
import time

import pytest
from django.urls import reverse

from games.engine import Options, state_json
from games.models import Match
from games.presenters.replay import RoundReplay, span_text
from games.record import loads, parse_text, replay
from games.selectors import table
from tests.games.playing import Playing
from tests.games.stored import store

pytestmark = pytest.mark.django_db
TABLE = re.compile(r'<section id="table".*?</section>', re.DOTALL)


def leaver(match):
    return 1 if len(match.rounds) == 1 and len(match.round.plies) == 25 else None


@pytest.fixture
def played() -> Playing:
    """A single game of three seats that somebody won."""
    return Playing(Options(), 3, 2).play()


@pytest.fixture
def match(played, anna) -> Match:
    return store(played, anna)


@pytest.fixture
def scored(anna) -> Match:
    """Two rounds; seat 1 left in the first."""
    return store(Playing(Options(scoring=2, max_turns=100), 4, 3, leaver).play(), anna, slug="scored22")


def url(match: Match, **query) -> str:
    return reverse("games:replay", args=[match.slug], query=query)


def fragment(client, match: Match, **query) -> str:
    """The table of the replay page, as its address shows it."""
    answer = client.get(url(match, **query))
    assert answer.status_code == 200
    return TABLE.search(answer.content.decode()).group()


def plies(client, match: Match, **query) -> list[dict]:
    return client.get(reverse("games:replay_plies", args=[match.slug], query=query)).json()["plies"]


def squeeze(html: str) -> str:
    return re.sub(r"\s+", " ", html).strip()


# Plies


def test_stepping_jumping_and_the_address_show_the_same(client, match, played):
    last = len(played.fold.round.plies)
    stepped = [
        row["html"]
        for start in range(0, last + 1, 24)
        for row in plies(client, match, **{"from": start, "to": start + 23})
    ]
    assert len(stepped) == last + 1
    for ply in {0, 1, 17, last - 1, last}:
        jumped = plies(client, match, **{"from": ply, "to": ply})[0]["html"]
        assert squeeze(fragment(client, match, ply=ply)) == squeeze(jumped) == squeeze(stepped[ply])


def test_the_links_lead_to_the_neighbours(client, match):
    page = client.get(url(match, ply=5, seat=1))
    steps = page.context["steps"]
    assert steps["previous"] == "?round=1&ply=4&seat=1"
    assert steps["next"] == "?round=1&ply=6&seat=1"
    assert steps["first"] == "?round=1&ply=0&seat=1"


def test_following_next_from_the_start_goes_through_every_ply(client, match, played):
    query, seen = "?ply=0", []
    for _ in range(8):
        page = client.get(reverse("games:replay", args=[match.slug]) + query)
        seen.append(page.context["replay"]["ply"])
        query = page.context["steps"]["next"]
    assert seen == list(range(8))


@pytest.mark.parametrize(
    ("query", "shown"),
    [
        ({}, (1, 0, None)),
        ({"ply": "-1"}, (1, 0, None)),
        ({"ply": "1000000000"}, (1, "last", None)),
        ({"ply": "9" * 400}, (1, "last", None)),
        ({"ply": "3", "round": "0", "seat": "-5"}, (1, 3, 0)),
        ({"ply": "3", "round": "7", "seat": "99"}, (1, 3, 2)),
        ({"ply": "", "seat": ""}, (1, 0, None)),
    ],
)
def test_numbers_out_of_range_are_clamped(client, match, query, shown):
    context = client.get(url(match, **query)).context
    ply = context["replay"]["last"] if shown[1] == "last" else shown[1]
    assert (context["number"], context["replay"]["ply"], context["seat"]) == (shown[0], ply, shown[2])


@pytest.mark.parametrize("value", ["abc", "1.5", "1e3", "0x1", "٣", "1 2", "<b>", "--1"])
def test_what_is_not_a_number_is_refused(client, match, value):
    for name in ("ply", "round", "seat", "turn"):
        assert client.get(url(match, **{name: value})).status_code == 400
    for name in ("from", "to", "round", "seat"):
        assert client.get(reverse("games:replay_plies", args=[match.slug], query={name: value})).status_code == 400


def test_a_turn_leads_to_the_ply_at_which_it_begins(client, match, played):
    answer = client.get(url(match, turn=9, seat=2))
    assert answer.status_code == 302
    ply = int(re.search(r"ply=(\d+)", answer["Location"]).group(1))
    states = played.fold.round.states
    assert states[ply].turns == 8
    assert states[ply - 1].turns == 7
    assert "seat=2" in answer["Location"]


def test_plies_come_in_limited_batches(client, match):
    rows = plies(client, match, **{"from": 5, "to": 500})
    assert [row["ply"] for row in rows] == list(range(5, 29))


def test_another_method_than_get_is_refused(client, match):
    assert client.post(url(match)).status_code == 405


# What a page tells


def test_time_outs_and_absence_are_marked(client, anna):
    playing = Playing(Options(), 2, 1).play(6)
    playing.add("away", 0, by="timeout")
    seat = playing.fold.state.actors[0]
    playing.add("action", seat, "forfeit", "timeout")
    html = fragment(client, store(playing, anna), ply=7)
    assert "is away" in html
    assert "the clock had run out" in html


def test_somebody_is_away_from_the_ply_on_at_which_they_went(client, anna):
    playing = Playing(Options(), 2, 5).play(8)
    playing.add("away", 0, by="timeout")
    match = store(playing.play(), anna)
    went = playing.fold.round.marks[0].after
    shown = RoundReplay(table(match), 1, None, 0)
    assert not shown.at(went - 1)["me"].away
    assert shown.at(went)["me"].away


def test_each_move_shows_the_time_it_took(match, played):
    shown = RoundReplay(table(match), 1, None, 0)
    events = played.fold.round.plies
    assert shown.took[9] == events[9].at_ms - events[8].at_ms
    assert shown.took[2] == events[2].at_ms - played.fold.round.deal.at_ms  # all choose at once, from the deal on
    mine = sum(took for took, event in zip(shown.took, events, strict=True) if event.seat == 0)
    assert shown.at(len(events))["me"].thought == span_text(mine)


@pytest.mark.parametrize(("ms", "text"), [(0, "0.0 s"), (3240, "3.2 s"), (12_900, "12 s"), (75_000, "1:15")])
def test_times_are_short(ms, text):
    assert span_text(ms) == text


def test_the_places_shown_are_the_stored_ones(client, match):
    Match.objects.update(placings=[2, 3, 1])
    places = client.get(url(match)).context["places"]
    assert [(place.person.index, place.place) for place in places] == [(2, 1), (0, 2), (1, 3)]


def test_a_match_of_rounds_offers_each_of_them(client, scored):
    page = client.get(url(scored, round=2))
    assert [(link.text, link.current) for link in page.context["rounds"]] == [("1", False), ("2", True)]
    assert page.context["places"][-1].left
    assert "left the game" in page.content.decode()


def test_the_first_choice_of_each_seat_is_shown(match):
    choices = RoundReplay(table(match), 1, None, 0).at(3)["choices"]
    assert [len(choice.cards) for choice in choices] == [6, 6, 6]
    assert [sum(chosen for _, chosen in choice.cards) for choice in choices] == [3, 3, 3]


def test_options_and_record_are_on_the_page(client, scored):
    html = client.get(url(scored)).content.decode()
    assert "Scored over 2 rounds" in html
    for name in ("record_json", "record_txt", "log_json"):
        assert reverse(f"games:{name}", args=[scored.slug]) in html


def test_a_broken_off_match_is_shown_as_far_as_it_went(client, anna):
    playing = Playing(Options(), 3, 1).play(30)
    playing.add("aborted", by="system")
    page = client.get(url(store(playing, anna), ply=30))
    assert page.status_code == 200
    assert "broken off" in page.content.decode()


# Records


def test_the_record_replays_to_the_stored_result(client, scored):
    record = loads(client.get(reverse("games:record_json", args=[scored.slug])).content)
    assert list(replay(record).placings) == scored.placings
    assert parse_text(client.get(reverse("games:record_txt", args=[scored.slug])).content.decode()) == record


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("record_json", "application/json"),
        ("log_json", "application/json"),
        ("record_txt", "text/plain; charset=utf-8"),
    ],
)
def test_records_have_their_content_types(client, match, name, kind):
    answer = client.get(reverse(f"games:{name}", args=[match.slug]))
    assert answer["Content-Type"] == kind
    assert answer["Cache-Control"] == "private, no-cache"


# The gate

ADDRESSES = ("replay", "replay_plies", "record_json", "record_txt", "log_json")


@pytest.fixture(params=["player", "ex-player", "stranger", "nobody"])
def reader(request, client, anna, bo, cleo):
    """A client signed in as anna (who plays), bo (who left), cleo, or nobody."""
    person = {"player": anna, "ex-player": bo, "stranger": cleo, "nobody": None}[request.param]
    if person is not None:
        client.force_login(person)
    return client


@pytest.mark.parametrize("name", ADDRESSES)
def test_a_match_in_play_is_shut_for_everybody(reader, anna, bo, name):
    playing = Playing(Options(), 4, 1, lambda m: 1 if len(m.round.plies) == 12 else None).play(20)
    match = store(playing, anna, bo)
    answer = reader.get(reverse(f"games:{name}", args=[match.slug], query={"ply": 3}))
    assert answer.status_code == 403
    assert match.secret not in answer.content.decode()
    assert "data-card" not in answer.content.decode().partition("</header>")[2]


@pytest.mark.parametrize("name", ADDRESSES)
def test_a_match_that_its_event_keeps_gated_is_shut_when_over(reader, match, name):
    Match.objects.update(gated=True)
    assert reader.get(reverse(f"games:{name}", args=[match.slug])).status_code == 403


@pytest.mark.parametrize("name", ADDRESSES)
def test_a_sealed_match_opens_to_its_seats_alone(client, match, anna, cleo, name):
    Match.objects.update(sealed=True)
    client.force_login(cleo)
    assert client.get(reverse(f"games:{name}", args=[match.slug])).status_code == 403
    client.force_login(anna)
    assert client.get(reverse(f"games:{name}", args=[match.slug])).status_code == 200


@pytest.mark.parametrize("name", ADDRESSES)
def test_there_is_no_replay_of_a_table_that_is_not_there(client, db, name):
    assert client.get(reverse(f"games:{name}", args=["nowhere22"])).status_code == 404


# Deleted players


@pytest.mark.parametrize("name", ADDRESSES)
def test_a_deleted_player_is_named_nowhere(client, played, anna, bo, name):
    match = store(played, anna, bo)
    bo.delete()
    match.seats.filter(index=1).update(deleted=True)
    answer = client.get(reverse(f"games:{name}", args=[match.slug]))
    assert answer.status_code == 200
    html = re.sub(r"board|body|bottom|both|box|bold|bot", "", answer.content.decode())
    assert not re.search(r"\bbo\b", html)
    if name == "replay":
        assert "deleted player" in html
    if name == "record_json":
        assert json.loads(answer.content)["seats"][1] == {"name": "", "kind": "deleted"}


# Long games


def test_a_game_of_a_thousand_plies_loads(client, anna, django_assert_max_num_queries):
    playing = Playing(Options(dry_turns=0, max_turns=1100), 2, 16).play()
    match = store(playing, anna)
    last = len(playing.fold.round.plies)
    assert last > 1000
    started = time.process_time()  # work done, however busy the machine is
    with django_assert_max_num_queries(8):
        page = client.get(url(match, ply=last // 2))
    assert time.process_time() - started < 2
    assert page.context["replay"]["ply"] == last // 2
    assert len(page.content) < 250_000
    assert state_json(table(match).state) == state_json(playing.fold.state)
