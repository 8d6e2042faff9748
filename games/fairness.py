"""Deals that nobody could bend: commit, add nonces, reveal. Pure functions; docs/fairness.md says it byte by byte.

The server commits to a secret before it knows the nonces of the people at the table. Secret and nonces together
give a key per round, the key a stream of bytes, the bytes who starts, the order of the piles and the shuffled deck.
After the match the secret is published, and anybody can compute it all again.
"""

import hashlib
import hmac
import json
import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

SECRET_BYTES = 32
NONCE_BYTES = 32


@dataclass(frozen=True, slots=True)
class Deal:
    """What chance decides in one round: all of it, in the order in which it is drawn (RULES section 2)."""

    first_seat: int  # drawn in every round; see starting_seat for who really starts
    pile_order: tuple[int, ...]  # a permutation of the seats, drawn whether or not `swap_piles` is on
    deck: tuple[int, ...]  # cards as ints, front first


def commitment(secret: bytes) -> str:
    """SHA-256 of the secret as 64 hex digits: what the server publishes before anybody gives a nonce."""
    return hashlib.sha256(secret).hexdigest()


def bot_nonce(secret: bytes, seat: int) -> bytes:
    """The 32-byte nonce of a bot at `seat` (0-based). It follows from the secret: the server has no choice left."""
    return _mac(secret, f"bot:{seat}")


def salt(secret: bytes, seq: int) -> bytes:
    """The 32 bytes that keep event `seq` from being guessed out of its published hash."""
    return _mac(secret, f"salt:{seq}")


def bot_rng(secret: bytes, seat: int, seq: int) -> random.Random:
    """The source of a bot's random choices at `seat` after event `seq`: repeatable afterwards, unknown before."""
    return random.Random(int.from_bytes(_mac(secret, f"choice:{seat}:{seq}"), "big"))


def deal(secret: bytes, nonces: Sequence[bytes], number: int, deck: Sequence[int], seats: int) -> Deal:
    """Draw round `number` of a match, counted from 1.

    `nonces`: one of 32 bytes for each seat, in seat order (duplicate events: of all entrants, in id order).
    `deck` may come in any order: the shuffle starts from the sorted cards.
    Raises ValueError for nonces of another length, no nonces, a round below 1 or fewer than two seats.
    """
    if not nonces or any(len(nonce) != NONCE_BYTES for nonce in nonces):
        raise ValueError(f"each nonce must have {NONCE_BYTES} bytes and there must be at least one")
    if number < 1 or seats < 2:
        raise ValueError("rounds count from 1 and a game needs two seats")
    stream = _keystream(round_key(secret, nonces, number))
    first_seat = _below(seats, stream)
    pile_order = _shuffled(range(seats), stream)
    return Deal(first_seat, pile_order, _shuffled(sorted(deck), stream))


def starting_seat(option: object, secret: bytes, nonces: Sequence[bytes], number: int, seats: int) -> int:
    """Who starts round `number`: in round 1 the draw if `option` is "random", else seat `option`; then one seat on."""
    if option == "random":
        start = deal(secret, nonces, 1, (), seats).first_seat
    elif isinstance(option, int):
        start = option
    else:
        raise ValueError(f'first_seat is "random" or a seat number, not {option!r}')
    return (start + number - 1) % seats


def round_key(secret: bytes, nonces: Sequence[bytes], number: int) -> bytes:
    """The 32-byte key of a round's keystream: HMAC-SHA256(secret, "deal:<round>:<nonce hex>,<nonce hex>,...")."""
    return _mac(secret, f"deal:{number}:" + ",".join(nonce.hex() for nonce in nonces))


def event_hash(previous: str, salt: bytes, event: Mapping[str, object]) -> str:
    """The chain's next link, 64 hex digits; the first event's `previous` is the commitment.

    SHA-256 over three lines joined by a line feed: `previous`, the salt as hex, and the event as canonical JSON.
    `event` holds null, booleans, integers, text, lists and mappings with text keys. Raises TypeError for others.
    """
    lines = (previous, salt.hex(), canonical_json(event))
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


def canonical_json(value: object) -> str:
    """JSON in its one agreed form: keys sorted, no spaces, only `"`, `\\` and control characters escaped, no floats."""
    _refuse_floats(value)
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False)


def _refuse_floats(value: object) -> None:
    """Two languages write 1e21 in two ways; nothing in an event needs a float."""
    if isinstance(value, float):
        raise TypeError("an event holds no floating-point numbers")
    if isinstance(value, Mapping):
        if not all(isinstance(key, str) for key in value):
            raise TypeError("the keys of an event are text")
        for item in value.values():
            _refuse_floats(item)
    elif isinstance(value, (list, tuple)):
        for item in value:
            _refuse_floats(item)


def _mac(key: bytes, message: str) -> bytes:
    return hmac.digest(key, message.encode("ascii"), "sha256")


def _keystream(key: bytes) -> Iterator[int]:
    """HMAC-SHA256(key, counter) for counter 0, 1, 2, ... as 8 bytes, big-endian; the outputs joined, byte by byte."""
    counter = 0
    while True:
        yield from hmac.digest(key, counter.to_bytes(8, "big"), "sha256")
        counter += 1


def _below(bound: int, stream: Iterator[int]) -> int:
    """A number from 0 to bound - 1 (bound up to 256), each equally likely: bytes past the last multiple are dropped."""
    limit = 256 - 256 % bound
    return next(byte for byte in stream if byte < limit) % bound


def _shuffled(items: Sequence[int], stream: Iterator[int]) -> tuple[int, ...]:
    """Fisher-Yates from the back: for i = n-1 down to 1 exchange item i with item j, j drawn from 0..i."""
    shuffled = list(items)
    for i in range(len(shuffled) - 1, 0, -1):
        j = _below(i + 1, stream)
        shuffled[i], shuffled[j] = shuffled[j], shuffled[i]
    return tuple(shuffled)
