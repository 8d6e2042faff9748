"""docs/fairness.md against games.fairness: the published vectors, and that chance is fair and complete."""

import hashlib
import hmac
import random
import re
from collections import Counter
from pathlib import Path

import pytest

from games import fairness

SECRET = bytes(range(32))
NONCES = (b"\x01" * 32, b"\x02" * 32, fairness.bot_nonce(SECRET, 2))
CARDS = tuple(range(39))
JOINED = {
    "seq": 1, "round": 0, "kind": "joined", "seat": 0, "action": "", "by": "player", "at": 1764460800000, "data": None,
}  # fmt: skip
DOC = (Path(__file__).parents[2] / "docs" / "fairness.md").read_text(encoding="utf-8")


def vector(label: str) -> str:
    """The right-hand cell of the row of the document's table that starts with `label`."""
    found = re.search(rf"^\| {re.escape(label)} \| (.*) \|$", DOC, re.MULTILINE)
    assert found, label
    return found.group(1).replace("`", "")


def by_hand(secret: bytes, nonces, number: int, cards, seats: int):
    """The document's steps 3 to 6 once more, written as plainly as they can be."""
    text = f"deal:{number}:" + ",".join(n.hex() for n in nonces)
    key = hmac.new(secret, text.encode(), hashlib.sha256).digest()
    stream = b"".join(hmac.new(key, c.to_bytes(8, "big"), hashlib.sha256).digest() for c in range(40))
    at = 0

    def below(n):
        nonlocal at
        while stream[at] >= 256 - 256 % n:
            at += 1
        at += 1
        return stream[at - 1] % n

    def shuffle(items):
        for i in range(len(items) - 1, 0, -1):
            j = below(i + 1)
            items[i], items[j] = items[j], items[i]
        return tuple(items)

    return below(seats), shuffle(list(range(seats))), shuffle(sorted(cards))


def test_the_document_s_vectors_are_what_the_code_gives():
    assert vector("commitment") == fairness.commitment(SECRET)
    assert vector("nonce of seat 2") == fairness.bot_nonce(SECRET, 2).hex()
    assert vector("salt of event 7") == fairness.salt(SECRET, 7).hex()
    assert vector("key of round 1") == fairness.round_key(SECRET, NONCES, 1).hex()
    assert vector("key of round 2") == fairness.round_key(SECRET, NONCES, 2).hex()


def test_the_document_s_deals_are_what_the_code_deals():
    one = fairness.deal(SECRET, NONCES, 1, CARDS, 3)
    two = fairness.deal(SECRET, NONCES, 2, CARDS, 3)
    assert vector("round 1 first_seat, pile_order") == f"{one.first_seat}, {list(one.pile_order)}"
    assert vector("round 2 first_seat, pile_order") == f"{two.first_seat}, {list(two.pile_order)}"
    assert vector("round 1, shuffle of the numbers 0..38") == " ".join(map(str, one.deck))


def test_the_document_s_event_hash_is_what_the_chain_starts_with():
    link = fairness.event_hash(fairness.commitment(SECRET), fairness.salt(SECRET, 1), JOINED)
    assert vector("hash of the event below, first of its chain") == link
    assert f"`{fairness.canonical_json(JOINED)}`" in DOC


@pytest.mark.parametrize("seats", range(2, 7))
def test_a_plain_second_implementation_deals_the_same(seats):
    source = random.Random(seats)
    cards = [source.randrange(39) for _ in range(84)]
    nonces = [source.randbytes(32) for _ in range(seats)]
    dealt = fairness.deal(SECRET, nonces, seats, cards, seats)
    assert (dealt.first_seat, dealt.pile_order, dealt.deck) == by_hand(SECRET, nonces, seats, cards, seats)


def test_a_deal_keeps_every_card_and_every_seat():
    dealt = fairness.deal(SECRET, NONCES, 1, CARDS * 2, 3)
    assert Counter(dealt.deck) == Counter(CARDS * 2)
    assert sorted(dealt.pile_order) == [0, 1, 2]


def test_the_order_in_which_the_cards_are_given_does_not_matter():
    assert fairness.deal(SECRET, NONCES, 1, CARDS, 3) == fairness.deal(SECRET, NONCES, 1, CARDS[::-1], 3)


@pytest.mark.parametrize("change", ["secret", "nonce", "order", "round"])
def test_every_part_of_the_key_changes_the_deal(change):
    secret = SECRET[::-1] if change == "secret" else SECRET
    nonces = {"nonce": (b"\x03" * 32, *NONCES[1:]), "order": NONCES[::-1]}.get(change, NONCES)
    dealt = fairness.deal(secret, nonces, 2 if change == "round" else 1, CARDS, 3)
    assert dealt.deck != fairness.deal(SECRET, NONCES, 1, CARDS, 3).deck


def test_every_position_of_a_shuffle_is_equally_likely():
    where = Counter(fairness.deal(n.to_bytes(32, "big"), NONCES, 1, range(4), 2).deck for n in range(4800))
    assert len(where) == 24
    assert sum((count - 200) ** 2 / 200 for count in where.values()) < 60  # chi-squared, 23 degrees of freedom


@pytest.mark.parametrize(
    ("nonces", "number", "seats"), [((), 1, 2), ((b"short",), 1, 2), (NONCES, 0, 3), (NONCES, 1, 1)]
)
def test_it_refuses_a_deal_that_the_document_does_not_define(nonces, number, seats):
    with pytest.raises(ValueError, match=r"nonce|rounds"):
        fairness.deal(SECRET, nonces, number, CARDS, seats)


def test_the_start_moves_one_seat_on_each_round():
    starts = [fairness.starting_seat("random", SECRET, NONCES, r, 3) for r in (1, 2, 3, 4)]
    first = fairness.deal(SECRET, NONCES, 1, CARDS, 3).first_seat
    assert starts == [(first + k) % 3 for k in range(4)]
    assert [fairness.starting_seat(2, SECRET, NONCES, r, 3) for r in (1, 2, 3)] == [2, 0, 1]


def test_a_starting_seat_is_random_or_a_number():
    with pytest.raises(ValueError, match="random"):
        fairness.starting_seat("me", SECRET, NONCES, 1, 3)


def test_a_bot_chooses_the_same_again_and_differently_at_each_event():
    assert fairness.bot_rng(SECRET, 1, 5).random() == fairness.bot_rng(SECRET, 1, 5).random()
    seen = {fairness.bot_rng(SECRET, seat, seq).random() for seat in range(3) for seq in range(3)}
    assert len(seen) == 9


@pytest.mark.parametrize("field", list(JOINED))
def test_changing_any_field_of_an_event_changes_its_hash(field):
    changed = {**JOINED, field: "other"}
    assert fairness.event_hash("0" * 64, b"s", changed) != fairness.event_hash("0" * 64, b"s", JOINED)


def test_the_hash_depends_on_its_past_and_its_salt():
    links = {fairness.event_hash(p, s, JOINED) for p in ("0" * 64, "1" * 64) for s in (b"a", b"b")}
    assert len(links) == 4


def test_canonical_json_sorts_keys_and_keeps_letters_of_every_script():
    assert fairness.canonical_json({"b": [1, None, True], "a": 'é"\n'}) == '{"a":"é\\"\\n","b":[1,null,true]}'


@pytest.mark.parametrize("value", [1.5, [{"a": 2.0}], {"x": {1: "a"}}, {"x": object()}])
def test_canonical_json_refuses_what_languages_write_differently(value):
    with pytest.raises(TypeError):
        fairness.canonical_json({"value": value})
