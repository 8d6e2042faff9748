"""Tables in given positions, put straight into the site's database: `python -m tests.browser.positions USERNAME`.

Prints a JSON object, name of the position -> address of the table. The person named sits on seat 0. Nothing is due at
these tables, so they stay as they are until somebody acts. Each position is there twice: as `name` to be looked at by
all tests, as `name-too` to be played on by one. With further names each is there once, as `name-among`, and new people
of these names sit on the other seats.
"""

import json
import sys
from collections.abc import Callable, Iterator, Mapping
from itertools import product
from typing import Any

from games.engine import Options, State, legal_actions
from tests.games.playing import Playing

Condition = Callable[[State], bool]
LATER = {"": 0, "-too": 500, "-among": 750}  # no game is there twice: each has a secret of its own


def mine(state: State, *kinds: str) -> bool:
    """Whether seat 0 is to act and each of these kinds of action is legal."""
    legal = {action.kind for action in legal_actions(state, 0)} if 0 in state.actors else set()
    return bool(legal) and legal.issuperset(kinds)


def big(state: State) -> bool:
    """Seat 0 holds forty cards, and some can be played."""
    return len(state.hand(0)) >= 40 and state.phase == "play" and mine(state, "play")


# name -> options, seats, condition
POSITIONS: Mapping[str, tuple[dict[str, Any], int, Condition]] = {
    "setup": ({}, 6, lambda state: state.phase == "setup" and mine(state)),
    "play": ({}, 6, lambda state: len(state.discard) > 2 and len(state.hand(0)) > 2 and mine(state, "play")),
    "hand-of-40": ({"may_draw": "on"}, 2, big),
    "pickup": ({}, 3, lambda state: mine(state, "pickup")),
    "draw": ({}, 3, lambda state: mine(state, "draw", "play") and state.owed > 0),
    "up": ({}, 3, lambda state: not state.hand(0) and len(state.up(0)) > 1 and mine(state, "play")),
    "flip": ({}, 2, lambda state: mine(state, "flip")),
    "exchange": ({"swap_cards": "on"}, 4, lambda state: state.phase == "exchange" and mine(state, "exchange")),
    "bonus": ({"colour_bonus": "on"}, 3, lambda state: state.phase == "bonus" and mine(state, "swap")),
    "away": ({}, 2, lambda state: mine(state, "play")),
    "over": ({}, 3, lambda state: state.over),
    "five-seats": ({}, 5, lambda state: len(state.hand(0)) > 2 and mine(state, "play")),
}


class Hoarding(Playing):
    """Seat 0 draws whenever it may (option `may_draw`), so its hand grows."""

    def step(self) -> None:
        """One action."""
        state = self.fold.state
        if state is not None and mine(state, "draw", "play"):
            self.add("action", 0, "draw", "player")
        else:
            super().step()


def games(options: Mapping[str, Any], seats: int, seed: int) -> Iterator[Playing]:
    """Random games, action by action."""
    while True:
        playing = Hoarding(Options.from_dict(options), seats, seed)
        playing.deal()
        yield playing
        while not playing.fold.over and len(playing.events) < 800:
            playing.step()
            yield playing
        seed += 1


def position(name: str, later: int = 0) -> Playing:
    """The first random game, from number `later` on, that comes into the position; always the same one."""
    options, seats, condition = POSITIONS[name]
    for playing in games(options, seats, 1000 * (1 + list(POSITIONS).index(name)) + later):
        state, away = playing.fold.state, 0 in playing.fold.away
        if state is not None and condition(state) and away == (name == "away"):
            return playing
    raise AssertionError(name)


def main(username: str, *others: str) -> None:
    """Store every position for one person, among bots or among these others."""
    import django

    django.setup()
    from django.contrib.auth import get_user_model
    from django.db import transaction

    from tests.games.stored import store

    users = [get_user_model().objects.get(username=username)]
    found = {}
    with transaction.atomic():
        users += [get_user_model().objects.create_user(name) for name in others]
        for name, mark in product(POSITIONS, ("-among",) if others else ("", "-too")):
            key = name + mark
            played = position(name, LATER[mark])
            found[key] = f"/t/{store(played, *users[: played.seats], slug=key).slug}/"
    print(json.dumps(found))  # noqa: T201


if __name__ == "__main__":
    main(*sys.argv[1:])
