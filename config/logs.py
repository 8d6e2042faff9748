"""How the site logs: lines for people, or one JSON object a line for programs.

No line holds a hidden card. Code logs ids and numbers; and of an exception's own words only what cannot quote a hand is
kept: an illegal action names what would have been legal, and a database's "DETAIL" quotes whole rows.
"""

import json
import logging
import traceback
from datetime import UTC, datetime
from typing import Any, Final

FORMATS: Final = ("text", "json")
FIELDS: Final = ("match", "seq", "by", "task", "view")  # what `extra=` may add to a line
SECRETIVE: Final = ("games.", "tournaments.")  # packages whose exceptions may speak of cards


def configuration(form: str) -> dict[str, Any]:
    """Return Django's LOGGING for `text` or `json` (anything else: text, config.checks reports it)."""
    as_json = form == "json"
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"line": {"()": "config.logs.JsonLines" if as_json else "config.logs.Lines"}},
        "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
        "root": {"handlers": ["console"], "level": "WARNING"},
        "loggers": {
            "django": {"handlers": ["console"], "level": "WARNING", "propagate": False},
            "django.request": {"level": "ERROR"},  # a refused move or an old link is daily business
            **{name: {"level": "INFO"} for name in ("config", "games", "accounts", "tournaments")},
            "games.moves": {"level": "INFO" if as_json else "WARNING"},  # one line for every move
        },
    }


class Lines(logging.Formatter):
    """For people: time, level, logger, words, and the fields at the end."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line, and below it where an exception came from."""
        about = fields(record)
        told = " ".join(f"{name}={value}" for name, value in about.items())
        line = f"{moment(record):%Y-%m-%d %H:%M:%S} {record.levelname} {record.name}: {words(record)} {told}".rstrip()
        return f"{line}\n{trace(record)}" if has_exception(record) else line


class JsonLines(logging.Formatter):
    """For programs: one object a line."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the object; `exception` holds the frames and the kind of error."""
        line = {"at": moment(record).isoformat(), "level": record.levelname, "logger": record.name}
        line |= {"message": words(record), **fields(record)}
        if has_exception(record):
            line["exception"] = trace(record)
        return json.dumps(line, ensure_ascii=False, default=str)


def moment(record: logging.LogRecord) -> datetime:
    """When it happened."""
    return datetime.fromtimestamp(record.created, UTC)


def words(record: logging.LogRecord) -> str:
    """What it says. Celery puts the exception's words into its own: of these the part before is kept."""
    said = record.getMessage()
    return said.partition(": ")[0] if record.name == "celery.app.trace" else said


def fields(record: logging.LogRecord) -> dict[str, Any]:
    """What the line is about: the fields given with it, else what its request or its task tells."""
    told = {name: getattr(record, name) for name in FIELDS if hasattr(record, name)}
    found = getattr(getattr(record, "request", None), "resolver_match", None)
    if found is not None:
        told.setdefault("view", found.view_name)
        if "slug" in found.kwargs and found.view_name.startswith("games:"):
            told.setdefault("match", found.kwargs["slug"])
    if record.name == "celery.app.trace" and isinstance(data := getattr(record, "data", None), dict):
        told.setdefault("task", data.get("name"))
    return told


def has_exception(record: logging.LogRecord) -> bool:
    """Whether there is one to tell of."""
    return bool(record.exc_info and record.exc_info[0])


def trace(record: logging.LogRecord) -> str:
    """The frames of the exception and of those that led to it: file, line and code, no values."""
    error = record.exc_info[1] if record.exc_info else None
    parts = []
    while error is not None and len(parts) < 5:
        parts.append("".join(traceback.format_tb(error.__traceback__)) + kind(error))
        error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    return "\nwhile handling:\n".join(parts)


def kind(error: BaseException) -> str:
    """The exception's class and, unless it may speak of cards, the first line of its words."""
    cls = type(error)
    name = f"{cls.__module__}.{cls.__qualname__}"
    said = "" if name.startswith(SECRETIVE) or isinstance(error, AssertionError | LookupError) else str(error)
    return f"{name}: {said.splitlines()[0]}" if said.strip() else name
