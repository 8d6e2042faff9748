"""Chance that anybody can check afterwards: everything random in a draw follows from the event's seed.

The seed is committed to before the first entry and published at the end. There is no other source of randomness.
"""

import hashlib
import hmac
import random


def rng(seed: str, *words: object) -> random.Random:
    """A Mersenne Twister for one purpose, such as rng(seed, "draw", "main", 3): the same words, the same numbers.

    Its seed is HMAC-SHA256(key: the seed's text, message: the words joined by colons), read as a big-endian number.
    Raises ValueError when a word contains a colon, since two purposes could then share a message.
    """
    return random.Random(int.from_bytes(_mac(seed, *words), "big"))


def lot(seed: str, entrant: int) -> int:
    """The lot of an entrant, 0 to 2**64 - 1, the same in the whole event; the lower one comes first."""
    return int.from_bytes(_mac(seed, "lot", entrant)[:8], "big")


def _mac(seed: str, *words: object) -> bytes:
    texts = [str(word) for word in words]
    if any(":" in text for text in texts):
        raise ValueError("words hold no colons")
    return hmac.digest(seed.encode(), ":".join(texts).encode(), hashlib.sha256)
