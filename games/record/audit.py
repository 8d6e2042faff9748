"""Checks that a match was dealt and logged as docs/fairness.md says. Each returns what is wrong, in words."""

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from games import fairness
from games.engine import build_deck, card_text

from .errors import RecordError
from .events import Event
from .fold import Fold, Round
from .json_form import MAX_BYTES
from .values import Record, replay

LOG_FORMAT: Final = "3up3down-log/1"


def check_commitment(secret: str, commitment: str) -> list[str]:
    """Whether the secret (hex) is the one that was committed to."""
    try:
        made = fairness.commitment(bytes.fromhex(secret))
    except ValueError:
        return [f"the secret {secret[:70]!r} is not hexadecimal"]
    if made != commitment:
        return [f"the commitment {commitment} is not the SHA-256 of the secret, which is {made}"]
    return []


def check_nonces(secret: str, nonces: Sequence[str], bots: Iterable[int]) -> list[str]:
    """Whether the nonces of these bot seats follow from the secret. `nonces` are those of the seats, in order."""
    due = {seat: fairness.bot_nonce(bytes.fromhex(secret), seat).hex() for seat in bots}
    return [
        f"the nonce of the bot at seat {seat} does not follow from the secret"
        for seat, nonce in due.items()
        if seat >= len(nonces) or nonces[seat] != nonce
    ]


def check_deals(match: Fold, secret: str, nonces: Sequence[str], commitment: str) -> list[str]:
    """Whether every round was dealt as secret and nonces (hex) decide."""
    found: list[str] = []
    for played in match.rounds:
        found += [f"round {played.number}: {what}" for what in _check_deal(match, played, secret, nonces, commitment)]
    return found


def _check_deal(match: Fold, played: Round, secret: str, nonces: Sequence[str], commitment: str) -> list[str]:
    data = played.deal.data or {}
    options = played.start.options
    key, raw = bytes.fromhex(secret), [bytes.fromhex(nonce) for nonce in nonces]
    due = fairness.deal(key, raw, played.number, build_deck(options), match.seats)
    start = fairness.starting_seat(options.first_seat, key, raw, played.number, match.seats)
    found = []
    if data.get("commitment") != commitment:
        found.append("it names another commitment than the table")
    if list(data.get("nonces") or ()) != list(nonces):
        found.append("it names other nonces than the seats gave")
    if list(data.get("deck") or ()) != [card_text(card) for card in due.deck]:
        found.append("the deck is not the one that secret and nonces give")
    if played.start.first != start:
        found.append(f"seat {played.start.first} starts, secret and nonces say seat {start}")
    if data.get("pile_order") is not None and tuple(data["pile_order"]) != due.pile_order:
        found.append(f"pile_order is {list(data['pile_order'])}, secret and nonces say {list(due.pile_order)}")
    return found


def check_chain(events: Iterable[tuple[Event, str]], secret: str, commitment: str) -> list[str]:
    """Whether numbers and hashes of (event, hash) pairs form one unbroken chain from the commitment on."""
    key, previous, due = bytes.fromhex(secret), commitment, 1
    for event, stored in events:
        if event.seq != due:
            return [f"event {due} is missing: event {event.seq} follows event {due - 1}"]
        try:
            link = fairness.event_hash(previous, fairness.salt(key, event.seq), event.hashed())
        except TypeError as error:
            return [f"event {event.seq} cannot be hashed: {error}"]
        if link != stored:
            return [f"event {event.seq} ({event.kind}) was changed: its hash does not follow from what it says"]
        previous, due = stored, due + 1
    return []


def check_record(record: Record) -> list[str]:
    """Everything that a record says of itself: commitment, nonces of bots, deals, every action and every result."""
    meta = record.meta
    found = check_commitment(meta.secret, meta.commitment)
    if meta.nonces_of == "seats":
        bots = [index for index, seat in enumerate(meta.seats) if seat.kind == "bot"]
        found += check_nonces(meta.secret, meta.nonces, bots)
    try:
        match = replay(record)
    except RecordError as error:
        return [*found, str(error)]
    return found + check_deals(match, meta.secret, meta.nonces, meta.commitment)


def log_json(slug: str, commitment: str, secret: str, events: Iterable[tuple[Event, str]]) -> dict[str, Any]:
    """The whole event log with its hashes, for checking the chain: what `/t/<slug>/log.json` answers."""
    return {
        "format": LOG_FORMAT,
        "slug": slug,
        "commitment": commitment,
        "secret": secret,
        "events": [{**event.hashed(), "hash": stored} for event, stored in events],
    }


def check_log(text: str | bytes) -> list[str]:
    """Everything that a saved log.json says of itself. Raises RecordError where it is not one."""
    try:
        value = json.loads(text) if len(text) <= MAX_BYTES * 4 else None
    except (ValueError, RecursionError) as error:
        raise RecordError(f"this is not JSON: {error}") from None
    if not isinstance(value, dict) or value.get("format") != LOG_FORMAT or not isinstance(value.get("events"), list):
        raise RecordError(f"this is not a log of format {LOG_FORMAT}")
    pairs = [_read(item, number) for number, item in enumerate(value["events"], 1)]
    secret, commitment = str(value.get("secret")), str(value.get("commitment"))
    return check_commitment(secret, commitment) or check_chain(pairs, secret, commitment)


def _read(item: Any, number: int) -> tuple[Event, str]:
    names = ("seq", "round", "kind", "seat", "action", "by", "at", "data", "hash")
    if not isinstance(item, Mapping) or set(item) != set(names):
        raise RecordError(f"event {number} does not have exactly these names: {', '.join(names)}")
    *parts, stored = (item[name] for name in names)
    return Event(*parts), str(stored)
