"""docs/protocol.md: the protocol's `state` and `view`; RULES section 9: who may see what."""

from .actions import actors, legal
from .cards import sort_cards
from .ending import placings, scores


def state(game):
    """Everything, as the protocol's state dict."""
    over = game["phase"] == "over"
    return {
        "seats": game["seats"],
        "phase": game["phase"],
        "turn": game["turn"],
        "first": game["first"],
        "hands": [sort_cards(hand) for hand in game["hands"]],
        "up": [sort_cards(up) for up in game["up"]],
        "down": [list(down) for down in game["down"]],
        "known": [list(known) for known in game["known"]],
        "chosen": list(game["chosen"]),
        "draw": list(game["draw"]),
        "draw_count": len(game["draw"]),
        "discard": list(game["discard"]),
        "removed": sort_cards(game["removed"]),
        "forfeited": sort_cards(game["forfeited"]),
        "owed": game["owed"],
        "may_draw_now": bool(game["phase"] == "play" and game["owed"] and game["draw"] and game["permission"]),
        "direction": game["direction"],
        "run": game["run"],
        "turns": game["turns"],
        "dry": game["dry"],
        "exchange_left": list(game["exchange_left"]),
        "finished": list(game["finished"]),
        "forfeits": list(game["forfeits"]),
        "actors": actors(game),
        "over": over,
        "end": game["end"],
        "placings": placings(game) if over else None,
        "scores": scores(game) if over else None,
    }


def view(game, seat):
    """What `seat` (None: a watcher) may see. Built from what is allowed, not by deleting from the state."""
    full = state(game)
    over = full["over"]
    seats = range(full["seats"])
    shown = {name: full[name] for name in full if name not in ("draw", "forfeited", "hands", "up", "down")}
    shown["hands"] = [full["hands"][s] if over or s == seat else None for s in seats]
    hide_up = full["phase"] == "setup"  # "Until the last has chosen, others see only *that* a seat has chosen"
    shown["up"] = [[] if hide_up and s != seat else full["up"][s] for s in seats]
    shown["down"] = [
        [
            card if card is None or over or (s == seat and known) else "?"
            for card, known in zip(full["down"][s], full["known"][s], strict=True)
        ]
        for s in seats
    ]
    if over:  # "After the game everything is open"
        shown["draw"] = full["draw"]
        shown["forfeited"] = full["forfeited"]
    shown["seat"] = seat
    shown["legal"] = [] if seat is None else legal(game, seat)
    shown["hand_counts"] = [len(hand) for hand in full["hands"]]
    shown["forfeited_count"] = len(full["forfeited"])
    shown["public"] = [sort_cards(cards) for cards in game["public"]]
    return shown
