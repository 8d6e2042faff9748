"""Tables for the presenters' tests, made without a database: unsaved rows around a match played at random."""

import random
import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

from django.contrib.auth import get_user_model
from django.template.loader import render_to_string

from games.engine import HIDDEN, Options, State, View, card_text, view
from games.engine.cards import to_code
from games.models import Match, Seat
from games.presenters import table_context
from games.selectors import TableSnapshot
from tests.games.playing import Playing

NOW = datetime(2026, 5, 1, 12, tzinfo=UTC)
NAMES = ("Sofia", "Babak", "Aino", "Yuki", "Ola", "Bo")
TOKEN = re.compile(r"(?<![\w+#-])[RBG](?:10|[1-9]|C|[+p][12])(?![\w+])")


def rows(match: Match, seats: int, names: tuple[str, ...] = NAMES) -> tuple[Seat, ...]:
    """People on the first seats, a bot on the last."""
    user = get_user_model()
    people = [
        Seat(match=match, index=seat, taken=True, user=user(pk=seat + 1, username=names[seat]), bank_ms=90_000)
        for seat in range(seats - 1)
    ]
    return (*people, Seat(match=match, index=seats - 1, taken=True, bot="medium"))


def snapshot(playing: Playing, names: tuple[str, ...] = NAMES, **columns: Any) -> TableSnapshot:
    """The table of a match as it stands."""
    fold = playing.fold
    match = Match(
        pk=1, slug="abcdefgh", options=playing.options.to_dict(), size=playing.seats, commitment="3f" * 32, host_id=1,
        seq=fold.seq, acted_seq=fold.seq, round=len(fold.rounds), clock_from=NOW - timedelta(seconds=6),
        status="over" if fold.over else "playing", placings=list(fold.placings) if fold.placings else None,
    )  # fmt: skip
    for name, value in columns.items():
        setattr(match, name, value)
    return TableSnapshot(match, rows(match, playing.seats, names), fold, NOW)


def waiting(seats: int = 4, taken: int = 2, **columns: Any) -> TableSnapshot:
    """A table before the deal: people on the first seats, the others free."""
    from games.record import Fold

    match = Match(pk=1, slug="abcdefgh", options=Options().to_dict(), size=seats, host_id=1, commitment="3f" * 32)
    for name, value in columns.items():
        setattr(match, name, value)
    found = rows(match, seats)[:taken] + tuple(Seat(match=match, index=seat) for seat in range(taken, seats))
    return TableSnapshot(match, found, Fold(), NOW)


def played_until(
    wanted: Callable[[State], bool], seats: int = 3, seeds: int = 200, patience: int = 400, **options: Any
) -> Playing:
    """A match played at random until its position is as wanted; other seeds are tried until one gets there."""
    for seed in range(seeds):
        playing = Playing(Options(**options), seats, seed)
        playing.deal()
        for _ in range(patience):
            if playing.fold.over:
                break
            if wanted(playing.fold.state):
                return playing
            playing.step()
    raise AssertionError("no such position came up")


def html_of(shot: TableSnapshot, seat: int | None, prefs: Any = None) -> str:
    """The fragment as its reader gets it."""
    return render_to_string("games/_table.html", {**table_context(shot, seat, prefs), "prefs": prefs})


def with_state(shot: TableSnapshot, state: State) -> TableSnapshot:
    """The same table with another position under it."""
    last = replace(shot.fold.rounds[-1], state=state)
    return replace(shot, fold=replace(shot.fold, rounds=(*shot.fold.rounds[:-1], last)))


def shuffled_behind(state: State, reader: int | None, source: random.Random) -> State:
    """A position that looks the same to the reader, with all cards it cannot see dealt anew."""
    seen, twin = view(state, reader), state.copy()
    hidden = [card for seat in range(state.seats) for card in unseen_in_hand(state, seen, seat)]
    hidden += [state.down(seat)[slot] or 0 for seat, slot in blind_slots(seen)]
    source.shuffle(hidden)
    for seat in range(state.seats):
        count = len(unseen_in_hand(state, seen, seat))
        fresh, hidden = hidden[:count], hidden[count:]
        if count:
            twin._hand[seat] = to_code([*state.public(seat), *fresh])
    down = [list(slots) for slots in twin._down]
    for (seat, slot), card in zip(blind_slots(seen), hidden, strict=True):
        down[seat][slot] = card
    twin._down = tuple(tuple(slots) for slots in down)
    return twin


def unseen_in_hand(state: State, seen: View, seat: int) -> list[int]:
    """Cards of a hand that the reader neither holds nor knows to be there."""
    if seen.hands[seat] is not None:
        return []
    return list((Counter(state.hand(seat)) - Counter(state.public(seat))).elements())


def blind_slots(seen: View) -> list[tuple[int, int]]:
    return [(seat, slot) for seat, slots in enumerate(seen.down) for slot, card in enumerate(slots) if card == HIDDEN]


def tokens(html: str) -> Iterator[str]:
    """Everything in a fragment that is written like a card, sprite references included."""
    return (found.replace("p", "+") for found in TOKEN.findall(html))


def shown_cards(seen: View) -> set[str]:
    """The faces that a view holds."""
    cards = [*seen.discard, *(card for up in seen.up for card in up), *(c for h in seen.hands for c in h or ())]
    cards += [card for slots in seen.down for card in slots if card is not None and card != HIDDEN]
    return {card_text(card) for card in cards}
