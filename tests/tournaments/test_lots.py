"""Chance that follows from the seed alone."""

import hashlib
import hmac
import random
from itertools import pairwise

import pytest

from tournaments.formats.lots import lot, rng

SEED = "5eed"


def test_anybody_can_compute_the_numbers_again():
    digest = hmac.new(b"5eed", b"draw:main:3", hashlib.sha256).digest()
    assert rng(SEED, "draw", "main", 3).random() == random.Random(int.from_bytes(digest, "big")).random()
    assert lot(SEED, 7) == int(hmac.new(b"5eed", b"lot:7", hashlib.sha256).hexdigest()[:16], 16)


def test_every_purpose_has_numbers_of_its_own():
    words = [("draw", 1), ("draw", 2), ("draw", 12), ("draw1", 2), ("seats", 1), ("draw",)]
    assert len({rng(SEED, *each).random() for each in words} | {rng("5eee", "draw", 1).random()}) == len(words) + 1


def test_a_word_with_a_colon_is_refused():
    with pytest.raises(ValueError, match="colon"):
        rng(SEED, "draw:main", 3)


def test_lots_do_not_follow_the_order_of_entry():
    lots = [lot(SEED, entrant) for entrant in range(200)]
    assert len(set(lots)) == 200
    assert 80 < sum(one < other for one, other in pairwise(lots)) < 120
