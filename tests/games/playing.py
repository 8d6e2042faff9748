"""Whole matches for tests, made without a database: random legal play as an event log."""

import random
from collections.abc import Callable

from games import fairness
from games.engine import RULES_VERSION, Options, build_deck, card_text, legal_actions
from games.record import Event, Fold, Meta, Record, SeatName, record_of

BASE_MS = 1_764_460_800_000


def secret_of(seed: int) -> bytes:
    """A secret that follows from a number."""
    return seed.to_bytes(32, "big")


def nonces_of(seed: int, seats: int) -> tuple[bytes, ...]:
    """A nonce for each seat; seats after the first are bots."""
    secret = secret_of(seed)
    return (random.Random(seed).randbytes(32), *(fairness.bot_nonce(secret, seat) for seat in range(1, seats)))


class Playing:
    """A match being played at random. `leaver(fold)` may name a seat that forfeits now, whatever it was to do."""

    def __init__(self, options: Options, seats: int, seed: int, leaver: Callable[[Fold], int | None] | None = None):
        self.options, self.seats, self.seed = options, seats, seed
        self.leaver = leaver or (lambda match: None)
        self.source = random.Random(seed)
        self.events: list[Event] = []
        self.fold = Fold()
        self.at = BASE_MS + seed
        for seat in range(seats):
            self.add("joined", seat, by="player" if seat == 0 else "bot", round=0)

    def add(self, kind: str, seat: int | None = None, action: str = "", by: str = "bot", **more) -> None:
        """Append one event and fold it."""
        self.at += self.source.randrange(50, 9000)
        number = more.pop("round", len(self.fold.rounds))
        event = Event(len(self.events) + 1, number, kind, seat, action, by, self.at, more.get("data"))
        self.fold = self.fold.advance(event)
        self.events.append(event)

    def deal(self) -> None:
        """The next round, fairly drawn."""
        number, secret, nonces = len(self.fold.rounds) + 1, secret_of(self.seed), nonces_of(self.seed, self.seats)
        drawn = fairness.deal(secret, nonces, number, build_deck(self.options), self.seats)
        data = {
            "options": self.options.to_dict(),
            "seats": self.seats,
            "deck": [card_text(card) for card in drawn.deck],
            "first_seat": fairness.starting_seat(self.options.first_seat, secret, nonces, number, self.seats),
            "pile_order": list(drawn.pile_order),
            "commitment": fairness.commitment(secret),
            "nonces": [nonce.hex() for nonce in nonces],
            "rules_version": RULES_VERSION,
            "forfeited": list(self.fold.left),
        }
        self.add("dealt", by="system", round=number, data=data)

    def step(self) -> None:
        """One action, and now and then somebody who goes away or comes back."""
        state = self.fold.state
        gone = self.leaver(self.fold)
        if gone is not None:
            self.add("action", gone, "forfeit", "player")
            return
        seat = self.source.choice(state.actors)
        by = "bot" if seat or seat in self.fold.away else self.source.choice(["player", "player", "player", "timeout"])
        self.add("action", seat, self.source.choice(legal_actions(state, seat)).text, by)
        if seat == 0 and self.source.random() < 0.05:
            back = 0 in self.fold.away
            self.add("resume" if back else "away", 0, by="player" if back else "timeout")

    def play(self, plies: int = 200_000) -> "Playing":
        """Play to the end of the match, or that many actions."""
        while not self.fold.over and plies:
            if self.fold.state is None or self.fold.state.over:
                self.deal()
            self.step()
            plies -= 1
        return self

    @property
    def meta(self) -> Meta:
        """What the record says beside the events."""
        bots = tuple(SeatName("medium", "bot") for _ in range(1, self.seats))
        secret, nonces = secret_of(self.seed), nonces_of(self.seed, self.seats)
        names = (SeatName('Söfia ‏"آوا"; #1', "person"), *bots)
        return Meta("abcd2345", names, fairness.commitment(secret), secret.hex(), tuple(n.hex() for n in nonces))

    @property
    def record(self) -> Record:
        """The finished match as a record."""
        return record_of(self.meta, self.fold)
