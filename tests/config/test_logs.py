"""What log lines hold, and what they must not."""

import json
import logging
import sys
from types import SimpleNamespace
from typing import Any

import pytest
from django.db import IntegrityError

from config.logs import JsonLines, Lines, configuration
from games.engine import IllegalAction
from games.services import Illegal

HAND = "R5 G5 B12"


def record(error: BaseException | None = None, name: str = "games.x", message: str = "said", **extra: Any) -> Any:
    """A record as logging makes it, inside the handling of an error if there is one."""
    info = None
    if error is not None:
        try:
            raise error
        except type(error):
            info = sys.exc_info()
    made = logging.LogRecord(name, logging.ERROR, __file__, 1, message, (), info)
    for key, value in extra.items():
        setattr(made, key, value)
    return made


def test_a_json_line_names_the_match_and_the_position() -> None:
    line = json.loads(JsonLines().format(record(match="abc", seq=7, by="bot", password="x")))
    assert {"match": "abc", "seq": 7, "by": "bot", "message": "said", "level": "ERROR"}.items() <= line.items()
    assert "password" not in line


def test_a_text_line_names_them_at_its_end() -> None:
    assert Lines().format(record(match="abc", seq=7)).endswith("ERROR games.x: said match=abc seq=7")


def test_a_line_of_a_request_names_its_view_and_table() -> None:
    found = SimpleNamespace(view_name="games:act", kwargs={"slug": "abc"})
    line = json.loads(JsonLines().format(record(request=SimpleNamespace(resolver_match=found))))
    assert (line["view"], line["match"]) == ("games:act", "abc")


@pytest.mark.parametrize("formatter", [JsonLines(), Lines()], ids=["json", "text"])
@pytest.mark.parametrize("error", [
    Illegal(f"You may: play {HAND}"),
    IllegalAction("no", (f"play {HAND}",)),
    IntegrityError(f'null value in column "slug"\nDETAIL: Failing row contains ({HAND})'),
    KeyError(HAND),
    AssertionError(HAND),
], ids=lambda error: type(error).__name__)  # fmt: skip
def test_no_line_quotes_a_hand(formatter: logging.Formatter, error: Exception) -> None:
    line = formatter.format(record(error))
    assert type(error).__name__ in line
    assert HAND not in line


def test_the_chain_of_errors_is_told_without_their_words() -> None:
    try:
        try:
            raise Illegal(HAND)
        except Illegal as first:
            raise ConnectionError("no route") from first
    except ConnectionError as error:
        line = json.loads(JsonLines().format(record(error)))
    assert "ConnectionError: no route" in line["exception"]
    assert "games.services.errors.Illegal" in line["exception"]
    assert HAND not in line["exception"]


def test_a_failed_task_is_named_without_the_words_of_its_error() -> None:
    said = f"Task games.tasks.act_on_due[1-2] raised unexpected: Illegal('{HAND}')"
    line = json.loads(JsonLines().format(record(name="celery.app.trace", message=said, data={"name": "t"})))
    assert (line["message"], line["task"]) == ("Task games.tasks.act_on_due[1-2] raised unexpected", "t")


@pytest.mark.parametrize(("form", "level"), [("json", "INFO"), ("text", "WARNING")])
def test_moves_are_told_one_by_one_in_json_only(form: str, level: str) -> None:
    assert configuration(form)["loggers"]["games.moves"]["level"] == level
