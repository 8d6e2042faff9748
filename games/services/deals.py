"""Secrets and nonces of tables (docs/fairness.md): where randomness enters, and nowhere else.

A form that creates a table carries a ticket and the commitment of the secret that the ticket stands for. The secret is
an HMAC of the ticket under a key of the server, so nothing has to be stored, a restart forgets nothing and the secret
never leaves the server. A commitment decides one match only (a database constraint).
"""

import hmac
import re
import secrets
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Final

from django.core import signing
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _

from games import fairness
from games.engine import RULES_VERSION, Options, build_deck, card_text
from games.models import Match, Seat
from games.services.errors import Malformed

SALT: Final = "games.services.deals"
TICKET_AGE: Final = timedelta(days=2)
HEX_64: Final = re.compile(r"[0-9a-f]{64}")
SLUG_ALPHABET: Final = "abcdefghjkmnpqrstuvwxyz23456789"


@dataclass(frozen=True, slots=True)
class Offer:
    """What a form shows before its table exists: hidden field `ticket`, and the commitment it stands for."""

    ticket: str
    commitment: str


def offer() -> Offer:
    """A fresh ticket for one table."""
    ticket = signing.TimestampSigner(salt=SALT).sign(secrets.token_hex(16))
    return Offer(ticket, fairness.commitment(_secret_of(ticket)))


def redeem(ticket: str) -> bytes:
    """The secret that a ticket stands for; a fresh one where no ticket is given. Raises Malformed."""
    if not ticket:
        return secrets.token_bytes(fairness.SECRET_BYTES)
    try:
        signing.TimestampSigner(salt=SALT).unsign(ticket, max_age=TICKET_AGE)
    except signing.BadSignature:
        raise Malformed(_("This form is too old. Open it again to create a table.")) from None
    return _secret_of(ticket)


def rematch_secret(match: Match) -> bytes:
    """The secret of the next rematch of a match: fixed beforehand, so that its commitment can be shown before."""
    return _secret_of(f"rematch:{match.slug}:{match.rematches}")


def _secret_of(text: str) -> bytes:
    digest: bytes = salted_hmac(SALT, text, algorithm="sha256").digest()
    return hmac.digest(digest, b"secret", "sha256")


def new_slug() -> str:
    """A random name for a table: 10 characters, none of them easily confused."""
    return "".join(secrets.choice(SLUG_ALPHABET) for _ in range(10))


def read_nonce(text: str) -> str:
    """A person's nonce as 64 hex digits; the server makes one for a browser that gave none. Raises Malformed."""
    nonce = text.strip().lower()
    if not nonce:
        return secrets.token_hex(fairness.NONCE_BYTES)
    if not HEX_64.fullmatch(nonce):
        raise Malformed(_("A nonce is 64 hexadecimal digits."))
    return nonce


def bot_nonce(match: Match, seat: Seat) -> str:
    """The nonce of a bot's seat: it follows from the secret and the seat."""
    return fairness.bot_nonce(bytes.fromhex(match.secret), seat.index).hex()


def dealt(match: Match, seats: list[Seat], forfeited: tuple[int, ...]) -> dict[str, Any]:
    """The data of the `dealt` event of round `match.round`: all that the deal is made of."""
    options = Options.from_dict(match.options).for_seats(match.size)
    secret = bytes.fromhex(match.secret)
    nonces = match.nonces or [seat.nonce for seat in seats]
    raw = [bytes.fromhex(nonce) for nonce in nonces]
    deal = fairness.deal(secret, raw, match.round, build_deck(options), match.size)
    return {
        "options": options.to_dict(),
        "seats": match.size,
        "deck": [card_text(card) for card in deal.deck],
        "first_seat": fairness.starting_seat(options.first_seat, secret, raw, match.round, match.size),
        "pile_order": list(deal.pile_order),
        "commitment": match.commitment,
        "nonces": nonces,
        "rules_version": RULES_VERSION,
        "forfeited": list(forfeited),
    }
