"""The door for other apps, and the admin."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games import api, services
from games.api import options
from games.engine import OPTION_NAMES, Options, OptionsError
from games.models import Match, MatchEvent
from tests.games.tables import against_bots, assert_columns_follow_from_the_log, choose_all, of_people, play_to_the_end


def seats(*users: Any) -> list[api.SeatSpec]:
    return [*(api.SeatSpec(user_id=user.pk) for user in users), api.SeatSpec(bot="hard")]


def test_a_table_is_made_once_a_key(anna: Any, bo: Any) -> None:
    first = api.create("t:1:1:1", {"scoring": 2}, seats(anna, bo))
    assert api.create("t:1:1:1", {"scoring": 2}, seats(anna, bo)) == first
    match = Match.objects.get()
    assert (match.status, match.size, match.gated, match.slug) == ("playing", 3, True, first.slug)
    assert_columns_follow_from_the_log(match)


def test_duplicate_tables_share_secret_and_deal(anna: Any, bo: Any) -> None:
    secret, nonces = bytes(range(32)), ["ab" * 32, "cd" * 32]
    for number, user in enumerate((anna, bo)):
        api.create(f"t:{number}", {}, seats(user), secret=secret, nonces=nonces, sealed=True)
    decks = [event.data["deck"] for event in MatchEvent.objects.filter(kind="dealt")]
    assert decks[0] == decks[1]


def test_bad_options_are_refused(anna: Any) -> None:
    with pytest.raises(OptionsError):
        api.create("t:1", {"deck": 52}, seats(anna))


def test_results_seal_and_gate(anna: Any, bo: Any) -> None:
    ref = api.create("t:1", {}, [api.SeatSpec(anna.pk), api.SeatSpec(bo.pk)], sealed=True)
    assert api.results(["t:1"]) == []
    play_to_the_end(Match.objects.get(), {0: anna, 1: bo})
    result = api.results(["t:1"])[0]
    assert sorted(seat.place or 0 for seat in result.seats) == [1, 2]
    assert [(seat.user_id, seat.stand_in, seat.held) for seat in result.seats] == [
        (anna.pk, "", False), (bo.pk, "", False),
    ]  # fmt: skip
    watcher = Client()
    assert watcher.get(reverse("games:table", args=[ref.slug])).status_code == 403
    api.seal(["t:1"], False)
    assert watcher.get(reverse("games:record_json", args=[ref.slug])).status_code == 403
    api.open_gate(["t:1"])
    assert watcher.get(reverse("games:record_json", args=[ref.slug])).status_code == 200


def test_a_match_can_be_given_up(anna: Any) -> None:
    ref = api.create("t:1", {}, seats(anna))
    assert api.abort("t:1", "the round was cancelled")
    assert not api.abort("t:1")
    assert not api.abort("t:2")
    match = Match.objects.get(slug=ref.slug)
    assert (match.status, match.placings, match.due_at) == ("aborted", None, None)
    assert api.results(["t:1"])[0].status == "aborted"


def test_tournament_tables_are_not_for_passers_by(anna: Any, bo: Any) -> None:
    ref = api.create("t:1", {}, seats(anna))
    with pytest.raises(services.Forbidden):
        services.join(ref.slug, bo)


def test_the_admin_reads_and_shows_no_card_of_a_running_game(anna: Any, bo: Any, admin_client: Client) -> None:
    match = choose_all(of_people(anna, bo), anna, bo)
    dealt = MatchEvent.objects.get(match=match, kind="dealt")
    chosen = MatchEvent.objects.filter(match=match, action__startswith="up ").first()
    assert chosen is not None
    pages = [
        admin_client.get(reverse("admin:games_match_change", args=[match.pk])),
        admin_client.get(reverse("admin:games_matchevent_changelist")),
        *(admin_client.get(reverse("admin:games_matchevent_change", args=[row.pk])) for row in (dealt, chosen)),
    ]
    for page in pages:
        text = page.content.decode()
        assert page.status_code == 200
        assert match.secret not in text
        assert dealt.data["deck"][0] + "&quot;" not in text
        assert chosen.action not in text
    url = reverse("admin:games_match_change", args=[match.pk])
    assert admin_client.post(url, {"status": "over"}).status_code == 403


@pytest.mark.parametrize(
    ("rows", "asked"),
    [
        ("match", "secret__gte=0"),
        ("match", "secret__regex=."),
        ("match", "seats__nonce__gte=0"),
        ("matchevent", "data__deck__0=R1"),
        ("matchevent", "data__icontains=deck"),
        ("matchevent", "action__contains=R1"),
        ("matchevent", "match__secret__gte=0"),
    ],
)
def test_the_admin_cannot_be_asked_for_what_it_hides(anna: Any, admin_client: Client, rows: str, asked: str) -> None:
    against_bots(anna)
    url = reverse(f"admin:games_{rows}_changelist")
    assert admin_client.get(f"{url}?{asked}").status_code == 400
    assert admin_client.get(url).status_code == 200


def test_the_admin_shows_the_secret_when_it_is_over(anna: Any, bo: Any, admin_client: Client) -> None:
    match = of_people(anna, bo)
    services.leave(match.slug, bo)
    assert match.secret in admin_client.get(reverse("admin:games_match_change", args=[match.pk])).content.decode()


def test_the_options_form_speaks_for_other_apps() -> None:
    form = options.OptionsForm({"scoring": "3", "colours": ["red", "blue"]})
    assert form.is_valid(), form.errors
    assert form.cleaned_data["options"] == Options(scoring=3, colours=("red", "blue")).to_dict()
    assert not options.OptionsForm({"play_for_places": "on", "scoring": "3"}).is_valid()
    assert set(options.OptionsForm().fields) == set(OPTION_NAMES)
    assert options.form_values(Options())["deck"] == "84"


@pytest.mark.parametrize(
    ("chosen", "sizes"),
    [({}, (2, 6)), ({"colours": ["red", "blue"]}, (2, 4)), ({"colours": ["red"]}, (2, 2)), ({"first_seat": 3}, (4, 6))],
)
def test_how_many_can_play_with_options(chosen: dict[str, Any], sizes: tuple[int, int]) -> None:
    assert (options.smallest_table(chosen), options.largest_table(chosen)) == sizes
