"""Kept pieces: made of the values they are kept under, and of what is put into their holes."""

from typing import Any

import pytest
from django.template import engines
from django.utils import translation

from games.presenters import pieces
from games.presenters.pieces import Same, kept

TEMPLATES = {
    "greet.html": "{{ name }}{% if loud %}!{% endif %} {{ time }}",
    "curious.html": "{{ name }}{{ user }}{{ hand }}",
    "said.html": "{% load i18n %}{% get_current_language as language %}{{ language }}",
}


@pytest.fixture(autouse=True)
def templates(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The templates above; the names of those that were rendered."""
    rendered: list[str] = []

    def get_template(name: str) -> Any:
        rendered.append(name)
        return engines["django"].from_string(TEMPLATES[name])

    monkeypatch.setattr(pieces, "get_template", get_template)
    pieces._kept.cache_clear()
    return rendered


def test_equal_values_are_rendered_once_and_others_anew(templates: list[str]) -> None:
    first = [kept("greet.html", {"time": time}, name="Ada", loud=True) for time in (1, 2)]
    assert (first, len(templates)) == (["Ada! 1", "Ada! 2"], 1)
    assert kept("greet.html", {"time": 3}, name="Ada", loud=False) == "Ada 3"
    assert kept("greet.html", {"time": 3}, name="Bo", loud=True) == "Bo! 3"
    assert len(templates) == 3


def test_values_and_holes_are_escaped_and_cannot_take_another_hole() -> None:
    told = kept("greet.html", {"time": "<b>"}, name="<!--time-->", loud=False)
    assert told == "&lt;!--time--&gt; &lt;b&gt;"


def test_a_piece_sees_nothing_but_its_values() -> None:
    assert kept("curious.html", name="Ada") == "Ada"


def test_each_language_has_a_piece_of_its_own() -> None:
    for language in ("en", "de", "en"):
        with translation.override(language):
            assert kept("said.html") == language


def test_the_same_object_is_the_same_and_an_equal_one_is_not() -> None:
    one, twin = [1], [1]
    assert Same(one) == Same(one)
    assert hash(Same(one)) == hash(Same(one))
    assert Same(one) != Same(twin)
