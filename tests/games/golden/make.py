"""Makes golden records: `python -m tests.games.golden.make` in the root of the project.

One file for each game of GAMES: its record, and the final position of every round as this version of the engine has it.
Files are named v<rules_version>-<name>.json and are never overwritten: what was once recorded must replay to the same
position for ever. When the rules get a new version, run this once under it and commit the new files.
"""

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from games.engine import RULES_VERSION, Options, state_json
from games.record import Fold, to_json
from tests.games.playing import Playing

HERE = Path(__file__).parent
Leaver = Callable[[Fold], int | None]


def leaves(seat: int, number: int, plies: int) -> Leaver:
    """Somebody who leaves round `number` after so many plies."""
    return lambda match: seat if len(match.rounds) == number and len(match.round.plies) == plies else None  # type: ignore[union-attr]


GAMES: dict[str, tuple[dict[str, Any], int, int, Leaver | None]] = {
    "official-two": ({}, 2, 1, None),
    "official-four": ({}, 4, 2, None),
    "official-six": ({}, 6, 3, None),
    "deck-74": ({"deck": 74, "first_seat": 2}, 3, 4, None),
    "two-colours": ({"colours": ["red", "blue"]}, 3, 5, None),
    "one-colour": ({"colours": ["green"], "clear_sets": "on"}, 2, 6, None),
    "places-and-reverse": ({"play_for_places": "on", "ones_reverse": "on", "blind_miss": "take"}, 5, 7, None),
    "piles-pair": ({"swap_piles": "pair", "may_draw": "on", "extra_draw": "each"}, 4, 8, None),
    "piles-all-and-cards": ({"swap_piles": "all", "swap_cards": "on", "colour_bonus": "on"}, 4, 9, None),
    "scored": ({"scoring": 3, "score_scope": "all"}, 3, 10, None),
    "scored-leaver": ({"scoring": 3, "max_turns": 100}, 4, 11, leaves(2, 1, 30)),
    "scored-ends-early": ({"scoring": 5, "dry_turns": 20}, 2, 12, leaves(1, 2, 9)),
    "forfeit-in-setup": ({"swap_cards": "on"}, 3, 13, leaves(0, 1, 1)),
    "last-seat": ({}, 2, 14, leaves(0, 1, 25)),
    "max-turns": ({"max_turns": 100}, 6, 15, None),
    "dry-turns": ({"dry_turns": 20}, 4, 23, None),
    "everything": (
        {
            "deck": 74, "clear_sets": "on", "blind_miss": "take", "extra_draw": "each", "may_draw": "on",
            "ones_reverse": "on", "scoring": 2, "swap_piles": "all", "swap_cards": "on", "colour_bonus": "on",
            "max_turns": 150, "dry_turns": 0,
        }, 5, 16, None,
    ),
}  # fmt: skip


def content(name: str) -> dict[str, Any]:
    """What the file of a game holds."""
    options, seats, seed, leaver = GAMES[name]
    played = Playing(Options.from_dict(options), seats, seed, leaver).play()
    finals = [state_json(done.state) for done in played.fold.rounds]
    return {"record": to_json(played.record), "final": finals}


def main() -> int:
    """Write the files that do not exist yet. Exit status 1 if there was nothing to write."""
    made = 0
    for name in GAMES:
        path = HERE / f"v{RULES_VERSION}-{name}.json"
        if path.exists():
            sys.stdout.write(f"{path.name} exists and stays as it is\n")
            continue
        path.write_text(json.dumps(content(name), ensure_ascii=False, separators=(",", ":")) + "\n", encoding="utf-8")
        sys.stdout.write(f"{path.name} written\n")
        made += 1
    return 0 if made else 1


if __name__ == "__main__":
    sys.exit(main())
