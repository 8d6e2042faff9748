"""What holds for every format, and which settings each of them refuses."""

from dataclasses import fields

import pytest

from tournaments.formats import FORMATS
from tournaments.formats.base import Settings

REFUSED = {
    "pod of one": ({"pod_size": 1}, "pod_size"),
    "pod of seven": ({"pod_size": 7}, "pod_size"),
    "pod larger than the rules of the tables allow": ({"pod_size": 5, "pod_max": 4}, "pod_size"),
    "half a seat": ({"pod_size": 2.5}, "pod_size"),
    "a switch as a number": ({"pod_size": True}, "pod_size"),
    "text as a number": ({"pod_max": "6"}, "pod_max"),
    "unknown scoring": ({"scoring": "luck"}, "scoring"),
    "scoring of no kind": ({"scoring": ["places"]}, "scoring"),
    "unknown tie-break": ({"tiebreaks": ("firsts", "coin")}, "tiebreaks"),
    "a tie-break twice": ({"tiebreaks": ("firsts", "firsts")}, "tiebreaks"),
    "a number as a switch": ({"fill": 1}, "fill"),
    "another format": ({"format": "league"}, "format"),
}
OWN = {
    "no round": ("swiss_final", {"rounds": 0}, "rounds"),
    "31 rounds": ("swiss_final", {"rounds": 31}, "rounds"),
    "a cut of one": ("swiss_final", {"cut": 1}, "cut"),
    "nobody goes on to the final": ("swiss_final", {"advance": 0}, "advance"),
    "four minutes": ("arena", {"minutes": 4}, "minutes"),
    "more than a day": ("arena", {"minutes": 1441}, "minutes"),
    "nobody goes on": ("elimination", {"advance": 0}, "advance"),
    "six go on": ("elimination", {"advance": 6}, "advance"),
    "no life": ("elimination", {"lives": 0}, "lives"),
    "three lives": ("elimination", {"lives": 3}, "lives"),
    "Swiss without rounds": ("swiss_pods", {"rounds": 0}, "rounds"),
}


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize("size", range(2, 7))
def test_the_usual_settings_are_right(name, size):
    assert FORMATS[name].problems(Settings(format=name, pod_size=size)) == {}


@pytest.mark.parametrize("name", FORMATS)
@pytest.mark.parametrize(("changes", "field"), REFUSED.values(), ids=REFUSED)
def test_every_format_refuses(name, changes, field):
    problems = FORMATS[name].problems(Settings(**{"format": name, **changes}))
    assert list(problems) == [field]
    assert problems[field]


@pytest.mark.parametrize(("name", "changes", "field"), OWN.values(), ids=OWN)
def test_a_format_refuses_what_is_its_own(name, changes, field):
    assert list(FORMATS[name].problems(Settings(format=name, **changes))) == [field]


def test_a_format_does_not_mind_what_it_does_not_read():
    assert FORMATS["arena"].problems(Settings(format="arena", rounds=0, lives=9, cut=0, advance=0)) == {}


def test_the_formats_are_those_of_the_settings_and_know_their_names():
    assert {name: made.name for name, made in FORMATS.items()} == {name: name for name in FORMATS}
    assert {"swiss_pods", "arena", "elimination", "swiss_final", "round_robin"} == set(FORMATS)
    assert next(field.default for field in fields(Settings) if field.name == "format") in FORMATS


@pytest.mark.parametrize("name", FORMATS)
def test_only_the_arena_is_a_time_box(name):
    assert FORMATS[name].timed == (name == "arena")
    assert (FORMATS[name].planned_rounds(Settings(format=name), 9) is None) == (name == "arena")
