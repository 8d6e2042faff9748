"""Secrets of an event. One is drawn when it is announced, its SHA-256 is shown at once; all chance follows from it.

So nothing is left to choose once people are in: draws and lots are HMACs of it (formats.lots), and so are the secrets
of duplicate rounds, whose being shown after the round tells nothing of the rounds to come.
"""

import hashlib
import hmac
import secrets


def new_secret() -> str:
    """32 random bytes, in hex."""
    return secrets.token_hex(32)


def commitment(secret: str) -> str:
    """What is shown of a secret before it is: SHA-256 of its bytes, in hex."""
    return hashlib.sha256(bytes.fromhex(secret)).hexdigest()


def round_secret(secret: str, number: int) -> bytes:
    """The secret of the deal that all tables of a duplicate round play."""
    return _derived(secret, f"round {number}")


def bot_nonce(secret: str, number: int) -> str:
    """The nonce of a bot's entry: the server has no free choice in it."""
    return _derived(secret, f"bot {number}").hex()


def _derived(secret: str, words: str) -> bytes:
    return hmac.digest(bytes.fromhex(secret), words.encode(), "sha256")
