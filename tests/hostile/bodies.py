"""What each address that takes a POST takes: a body that makes sense, which the attacks then spoil field by field."""

from typing import Any, Final

from tests.hostile.world import PASSWORD, WORD, World

NONCE: Final = "ab" * 32
TABLE: Final = {"seats": "3", "bots": "easy", "pace": "live", "visibility": "public", "deck": "84", "nonce": NONCE,
                "ticket": ""}  # fmt: skip
EVENT: Final = {
    "name": "Cup", "format": "swiss", "rounds": "3", "starts_at": "2031-01-01T12:00", "timezone": "Europe/Berlin",
    "invited": "bo", "max_players": "16", "password": "", "tiebreaks": "", "repeat": "", "pod_size": "4",
}  # fmt: skip
WITHOUT_FIELDS: Final = ("withdraw", "check_in", "pause", "unpause", "start", "redraw", "go_on")
POD: Final = {"round": "1", "pod": "1", "reason": "why"}
PASSWORDS: Final = {"password1": PASSWORD, "password2": PASSWORD}


def bodies(world: World) -> dict[str, dict[str, str]]:
    """Name of an address -> the fields it reads. An address that takes POSTs and is not here fails its test."""
    seq = str(world.playing.acted_seq)
    return {
        "block": {"undo": ""},
        "accounts:guest": {"next": "/rules/"},
        "accounts:preferences": {"language": "", "theme": "dark", "card_style": "classic", "motion": "on"},
        "accounts:theme": {"theme": "dark"},
        "accounts:hint": {"hint": "first-trade"},
        "accounts:delete": {"password": "no", "username": "no"},
        "account_signup": {"username": "newcomer", "email": "new@private.example", "next": "/rules/", **PASSWORDS},
        "account_login": {"login": "bo", "password": PASSWORD, "next": "/rules/", "remember": "on"},
        "account_logout": {"next": "/rules/"},
        "account_reauthenticate": {"password": PASSWORD, "next": "/rules/"},
        "account_email": {"email": "other@private.example", "action_add": ""},
        "account_confirm_email": {},
        "account_change_password": {"oldpassword": PASSWORD, **PASSWORDS},
        "account_set_password": PASSWORDS,
        "account_reset_password": {"email": "bo@private.example", "next": "/rules/"},
        "account_reset_password_from_key": PASSWORDS,
        "games:new": TABLE,
        "games:play_now": {"nonce": NONCE, "ticket": ""},
        "games:quick_seat": {"nonce": NONCE, "ticket": "", "fill": "1"},
        "games:join": {"nonce": NONCE},
        "games:leave": {},
        "games:start": {"fill": "easy"},
        "games:act": {"action": "forfeit", "seq": seq},
        "games:resume": {},
        "games:rematch": {"nonce": NONCE},
        "games:kick": {"seat": "1"},
        "games:react": {"reaction": "hello"},
        "games:invite": {"username": "bo"},
        "games:block": {"seat": "1", "undo": ""},
        "tournaments:new": EVENT,
        "tournaments:about": EVENT,
        "tournaments:stop_series": {},
        "tournaments:register": {"password": WORD, "nonce": NONCE},
        "tournaments:edit": EVENT,
        "tournaments:postpone": {"starts_at": "2031-01-01T12:00", "timezone": "Europe/Berlin"},
        "tournaments:cancel": {"reason": "rain"},
        "tournaments:add": {"username": "eve", "bot": ""},
        "tournaments:remove": {"entry": "1", "reason": "why"},
        "tournaments:replace": {"entry": "1", "reason": "why"},
        "tournaments:void": {**POD, "again": "1"},
        "tournaments:correct": {**POD, "place_0": "1", "place_1": "2", "place_99999999999999999999": "1"},
        "tournaments:invite": {"username": "eve"},
        **{f"tournaments:{name}": {} for name in WITHOUT_FIELDS},
    }


# Read from the query of a GET, by whichever address.
QUERIES: Final = ("preset", "page", "view", "day", "ply", "turn", "seat", "round", "from", "to", "next", "q", "o", "p",
                  "theme", "hint", "status__exact", "_popup", "term", "app_label", "secret__startswith")  # fmt: skip


def spoiled(world: World) -> dict[str, Any]:
    """Kind of attack -> the value that a field gets."""
    return {
        "empty": "",
        "wrong type": "[object Object]",
        "negative": "-1",
        "number": "99999999999999999999999999",
        "other digits": "٣",
        "superscript": "²",
        "huge": "x" * 70_000,
        "another's": world.invited.slug,
        "markup": "<b>hostile</b>\"'{{7*7}}${1}",
        "NUL": "a\x00b",
        "surrogate": "\udcff",
        "newline": "a\r\nSet-Cookie: x=y",
        "off site": "//evil.example/\\evil.example",
        "list": ["1", "2"],
    }
