"""The form of a new tournament: what it takes for granted, and what it refuses, field by field."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.utils import timezone
from django.utils.datastructures import MultiValueDict

from games.api.options import presets as rule_presets
from tournaments.formats import FORMATS
from tournaments.formats.base import TIEBREAKS
from tournaments.formats.scoring import SCORINGS
from tournaments.forms import TournamentForm, preset_values
from tournaments.presenters.preview import tiebreak_items

pytestmark = pytest.mark.django_db

NOW = datetime(2026, 1, 10, 12, 0, tzinfo=UTC)
BERLIN, NEW_YORK = "Europe/Berlin", "America/New_York"


@pytest.fixture(autouse=True)
def _frozen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(timezone, "now", lambda: NOW)
    for module in ("tournaments.forms.start", "tournaments.forms.tournament", "tournaments.forms.conflicts"):
        monkeypatch.setattr(f"{module}.now", lambda: NOW)


def form(**fields: Any) -> TournamentForm:
    return TournamentForm({"name": "Sunday cup", "format": "swiss_pods", **fields})


def valid(**fields: Any) -> TournamentForm:
    found = form(**fields)
    assert found.is_valid(), found.errors
    return found


def test_name_and_format_are_enough() -> None:
    spec = valid().spec()
    assert (spec.name, spec.settings.format, spec.timezone) == ("Sunday cup", "swiss_pods", "UTC")
    assert spec.starts_at == NOW + timedelta(minutes=15)
    assert (spec.settings.rounds, spec.settings.pod_size, spec.settings.scoring) == (5, 4, "places")
    assert (spec.settings.tiebreaks, spec.pace, spec.bots, spec.duplicate) == (TIEBREAKS, "live", "none", False)
    assert (spec.grace_seconds, spec.break_seconds, spec.round_minutes) == (60, 30, 30)
    assert (spec.checkin_minutes, spec.late_rounds, spec.guests, spec.invite_only) == (0, None, False, False)
    assert (spec.min_players, spec.max_players, spec.min_games, spec.password) == (2, None, 0, "")
    assert spec.options["deck"] == 84


@pytest.mark.parametrize("name", FORMATS)
def test_every_format_is_offered_and_works_with_defaults(name: str) -> None:
    assert valid(format=name).spec().settings.format == name


@pytest.mark.parametrize("name", SCORINGS)
def test_every_way_to_count_is_offered_and_works(name: str) -> None:
    assert valid(points=name).spec().settings.scoring == name


@pytest.mark.parametrize(("field", "known"), [("format", FORMATS), ("points", SCORINGS)])
def test_whatever_the_form_offers_exists(field: str, known: Any) -> None:
    assert {value for value, _ in TournamentForm().fields[field].choices} == set(known)


def test_every_field_explains_itself() -> None:
    assert [name for name, field in TournamentForm().fields.items() if not field.help_text] == []


@pytest.mark.parametrize("name", preset_values())
def test_presets_are_valid(name: str) -> None:
    valid(**preset_values()[name])


def test_the_fields_of_the_documented_addresses_are_understood() -> None:
    spec = valid(
        format="swiss_pods", rounds="3", minutes="60", pod_size="3", starts_at="2026-01-10T13:00:00Z", timezone=BERLIN,
        checkin_minutes="5", grace_seconds="20", break_seconds="5", late_rounds="1", bots="house", pace="relaxed",
        ones_reverse="on", scoring="3",
    ).spec()  # fmt: skip
    assert (spec.settings.rounds, spec.settings.pod_size, spec.starts_at) == (3, 3, NOW + timedelta(hours=1))
    assert (spec.checkin_minutes, spec.grace_seconds, spec.break_seconds, spec.late_rounds) == (5, 20, 5, 1)
    assert (spec.bots, spec.pace, spec.timezone) == ("house", "relaxed", BERLIN)
    assert (spec.options["ones_reverse"], spec.options["scoring"]) == ("on", 3)


def test_a_slow_pace_brings_patient_defaults() -> None:
    spec = valid(format="round_robin", pace="days").spec()
    assert (spec.grace_seconds, spec.break_seconds, spec.round_minutes) == (86400, 3600, 0)


@pytest.mark.parametrize(("pod_size", "advance"), [("2", 1), ("3", 1), ("4", 2), ("6", 3)])
def test_half_of_a_table_goes_on(pod_size: str, advance: int) -> None:
    assert valid(format="elimination", pod_size=pod_size).spec().settings.advance == advance


def test_an_arena_has_no_limit_of_rounds_unless_asked() -> None:
    assert valid(format="arena").spec().round_minutes == 0
    assert valid(format="arena", round_minutes="20").spec().round_minutes == 20


# When it starts


@pytest.mark.parametrize(("text", "zone", "utc"), [
    ("2026-03-28T02:30", BERLIN, "2026-03-28T01:30"),
    ("2026-03-29 03:30", BERLIN, "2026-03-29T01:30"),
    ("2026-03-29T02:30+01:00", BERLIN, "2026-03-29T01:30"),  # an offset leaves nothing to ask
    ("2026-10-25T01:30", BERLIN, "2026-10-24T23:30"),
    ("2026-10-25T02:30", BERLIN, "2026-10-25T00:30"),  # twice: the first
    ("2026-10-25T02:30+01:00", BERLIN, "2026-10-25T01:30"),  # twice, and the second asked for
    ("2026-11-01T01:30", NEW_YORK, "2026-11-01T05:30"),  # twice: the first
    ("2026-11-01T01:30-05:00", NEW_YORK, "2026-11-01T06:30"),
    ("2026-03-08T01:30", NEW_YORK, "2026-03-08T06:30"),
    ("2026-02-01T19:30:00", "UTC", "2026-02-01T19:30"),
    ("2026-02-01T19:30:00.250Z", NEW_YORK, "2026-02-01T19:30:00.250"),
])  # fmt: skip
def test_a_start_is_a_moment_or_a_local_time(text: str, zone: str, utc: str) -> None:
    spec = valid(starts_at=text, timezone=zone).spec()
    assert spec.starts_at == datetime.fromisoformat(utc).replace(tzinfo=UTC)


@pytest.mark.parametrize(("text", "zone", "gap"), [
    ("2026-03-29T02:30", BERLIN, "clocks in Europe/Berlin go from 02:00 straight to 03:00"),
    ("2026-03-08T02:30", NEW_YORK, "clocks in America/New_York go from 02:00 straight to 03:00"),
])  # fmt: skip
def test_a_local_time_that_does_not_exist_is_refused_with_the_reason(text: str, zone: str, gap: str) -> None:
    assert gap in form(starts_at=text, timezone=zone).errors["starts_at"][0]
    assert gap in form(registration_opens_at=text, timezone=zone).errors["registration_opens_at"][0]


@pytest.mark.parametrize(("text", "zone"), [("2026-10-25T02:30", BERLIN), ("2026-11-01T01:30", NEW_YORK)])
def test_a_local_time_that_comes_twice_is_said_to_mean_the_first(text: str, zone: str) -> None:
    assert "The first one is meant" in valid(starts_at=text, timezone=zone).note
    assert valid(starts_at="2026-10-25T01:30", timezone=BERLIN).note == ""


def test_left_out_the_zone_is_the_readers() -> None:
    with timezone.override(BERLIN):
        spec = valid(starts_at="2026-02-01T19:00").spec()
    assert (spec.timezone, spec.starts_at.hour) == (BERLIN, 18)


@pytest.mark.parametrize(("text", "reason"), [
    ("2026-01-10T11:59:59Z", "That is over: in Europe/Berlin it is 13:00 already."),
    ("2026-01-10T12:59", "That is over"),
    ("2027-02-01T12:00", "more than a year off"),
    ("tomorrow", "like this"),
    ("2026-02-01", "like this"),
    ("2026-13-01T10:00", "like this"),
    ("0001-01-01T00:00", "like this"),
    ("9999-12-31T23:59-23:59", "like this"),
])  # fmt: skip
def test_other_starts_are_refused(text: str, reason: str) -> None:
    assert reason in form(starts_at=text, timezone=BERLIN).errors["starts_at"][0]


@pytest.mark.parametrize("zone", ["Europe/Nowhere", "../../etc/passwd", "<b>", "x" * 64])
def test_an_unknown_zone_is_refused(zone: str) -> None:
    assert "no such time zone" in form(timezone=zone).errors["timezone"][0]


# What does not go together

REFUSED = {
    "no name": ({"name": "  "}, "name", "required"),
    "a name of signs": ({"name": "!!! ---"}, "name", "letters or digits"),
    "a long name": ({"name": "a" * 81}, "name", "80"),
    "no format": ({"format": ""}, "format", "required"),
    "a strange format": ({"format": "ladder"}, "format", "ladder"),
    "no rounds": ({"rounds": "0"}, "rounds", "1"),
    "rounds in words": ({"rounds": "many"}, "rounds", "number"),
    "a short arena": ({"format": "arena", "minutes": "1"}, "minutes", "5"),
    "a large table": ({"pod_size": "7"}, "pod_size", "7"),
    "two colours for six": ({"pod_size": "6", "colours": ["red", "blue"]}, "pod_size", ""),
    "a seat that is not there": ({"first_seat": "4"}, "first_seat", ""),
    "scoring and places": ({"scoring": "3", "play_for_places": "on"}, "play_for_places", "scor"),
    "everybody goes on": ({"format": "elimination", "pod_size": "3", "advance": "3"}, "advance", "at most 2"),
    "late entry after the last round": ({"rounds": "3", "late_rounds": "3"}, "late_rounds", "2"),
    "late entry into a knock-out": ({"format": "elimination", "late_rounds": "1"}, "late_rounds", "late"),
    "more than at most": ({"min_players": "8", "max_players": "4"}, "max_players", ""),
    "a large round robin": ({"format": "round_robin", "max_players": "12"}, "max_players", "10"),
    "an arena by the day": ({"format": "arena", "pace": "days"}, "pace", "arena"),
    "a duplicate arena": ({"format": "arena", "duplicate": "on"}, "duplicate", "arena"),
    "duplicate with bots": ({"duplicate": "on", "bots": "open"}, "duplicate", "people"),
    "a limit within the grace": ({"round_minutes": "1", "grace_seconds": "60"}, "round_minutes", "longer"),
    "names without invitation": ({"invited": "anna"}, "invited", "by invitation"),
    "nobody of that name": ({"invited": "anna, nobody", "invite_only": "on"}, "invited", "nobody"),
    "an unknown tie-break": ({"tiebreaks": "firsts,luck"}, "tiebreaks", "luck"),
    "unknown points": ({"points": "golf"}, "points", "golf"),
    "an overlapping series": ({"format": "arena", "minutes": "90", "repeat": "hourly"}, "repeat", "90"),
    "a slow series": ({"format": "round_robin", "pace": "days", "repeat": "daily"}, "repeat", "week"),
    "registration after the start": (
        {"starts_at": "2026-02-01T12:00Z", "registration_opens_at": "2026-02-01T12:00Z"},
        "registration_opens_at",
        "before",
    ),
    "a series that opens once": (
        {"starts_at": "2026-02-01T12:00Z", "registration_opens_at": "2026-01-20T12:00Z", "repeat": "weekly"},
        "registration_opens_at",
        "announced",
    ),
}


@pytest.mark.parametrize(("fields", "field", "reason"), REFUSED.values(), ids=REFUSED)
def test_what_does_not_go_together_is_refused_at_its_field(fields: dict[str, Any], field: str, reason: str) -> None:
    get_user_model().objects.create_user("anna")
    found = form(**fields)
    assert not found.is_valid()
    assert list(found.errors) == [field]
    assert reason in found.errors[field][0]


def test_duplicate_brings_house_bots() -> None:
    spec = valid(duplicate="on").spec()
    assert (spec.duplicate, spec.bots) == (True, "house")


def test_tiebreaks_keep_the_organisers_order() -> None:
    assert valid(tiebreaks="firsts, progressive").spec().settings.tiebreaks == ("firsts", "progressive")
    several = {name: [value] for name, value in {"name": "x", "format": "arena"}.items()}
    found = TournamentForm(MultiValueDict({**several, "tiebreaks": ["seconds", "firsts", "seconds"]}))
    assert found.is_valid()
    assert found.spec().settings.tiebreaks == ("seconds", "firsts")


def test_the_line_of_tiebreaks_starts_with_all_their_names() -> None:
    shown = TournamentForm()["tiebreaks"].value()
    assert valid(tiebreaks=shown).spec().settings.tiebreaks == TIEBREAKS
    assert [item["name"] for item in tiebreak_items("firsts, opponents") if item["on"]] == ["firsts", "opponents"]


def test_people_are_invited_in_any_spelling_of_case_in_one_query(django_assert_num_queries: Any) -> None:
    anna = get_user_model().objects.create_user("anna")
    bo = get_user_model().objects.create_user("Bo")
    with django_assert_num_queries(1):
        found = valid(invited="Anna, bo,, anna", invite_only="on")
    assert {person.pk for person in found.cleaned_data["invited"]} == {anna.pk, bo.pk}


def test_rules_go_through_the_engine() -> None:
    assert valid(**rule_presets()["house"]).spec().options["may_draw"] == "on"
    assert valid(pod_size="2", **rule_presets()["quick"]).spec().options["colours"] == ["red", "blue"]


def test_a_name_cannot_turn_the_writing_of_the_page() -> None:
    assert valid(name="\u202eevil\u2066 1").spec().name == "evil 1"


@pytest.mark.parametrize("name", ["<script>alert(1)</script>", "O’Brien & {{ 7*7 }}", "שבת 3"])
def test_any_name_with_something_to_read_is_kept_as_it_is(name: str) -> None:
    assert valid(name=f"  {name} ").spec().name == name
