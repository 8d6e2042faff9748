"""Template tags that put the live table together of kept pieces (games/presenters/pieces.py).

Which values a piece is kept under, and which are put into its holes each time, is decided here: under as few as make it
look as it does, so that it serves the next move and the other readers too.
"""

from collections.abc import Hashable, Sequence
from dataclasses import replace
from typing import Any

from django import template
from django.template.loader import render_to_string
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, gettext

from games.presenters.pieces import kept
from games.presenters.seats import Clock, Pick, SeatBox

from .table import in_hand

register = template.Library()
EMPTY = SafeString("")


@register.simple_tag(name="kept")
def kept_piece(template: str, **values: Hashable) -> SafeString:
    """Like `include ... only`, but what was rendered of the same values before is not rendered again."""
    return kept(template, **values)


@register.simple_tag
def live_table(table: dict[str, Any], notice: str = "") -> SafeString:
    """The whole element `#table`, of the table's context."""
    doing = table.get("doing")
    holes = {
        "seq": table["seq"],
        "legal": table.get("legal_json", "{}"),
        "last": table["last"],
        "notice": format_html('<p class="notice" role="alert">{}</p>', notice) if notice else EMPTY,
        "event": _whole("games/_event.html", table) if table["event"] else EMPTY,
        "inside": _inside(table),
    }
    return kept(
        "games/_section.html", holes, phase=table["phase"],
        mode=doing.mode if doing else "watch", may_act=doing is not None and doing.may_act,
        dense=bool(table.get("dense")),
    )  # fmt: skip


def _inside(table: dict[str, Any]) -> SafeString:
    if table["phase"] in ("waiting", "aborted"):
        return _whole(f"games/_{table['phase']}.html", table)
    if table["results"]:
        return _whole("games/_over.html", table) + _side(table)
    former = table["former"]
    holes = {
        "opponents": mark_safe("".join(_seat(box) for box in table["boxes"])),
        "middle": _whole("games/_former.html", table) if former else kept("games/_middle.html", table=table["middle"]),
        "own": EMPTY if table["watching"] else _own_place(table),
    }
    scored = bool(table["round_words"])
    felt = kept("games/_felt.html", holes, seats=len(table["boxes"]), scored=scored, watching=table["watching"])
    return felt + _side(table)


def _whole(name: str, table: dict[str, Any]) -> SafeString:
    """A part that is rendered each time: what is seen before the deal, between rounds or after the game."""
    return render_to_string(name, {"table": table})


def _seat(box: SeatBox) -> SafeString:
    """Another's seat. Who moved, whose turn it is and what the clock says is not kept; the rest seldom changes."""
    marks = (" to-move" if box.turn else "") + (" moved-last" if box.last else "")
    holes = {"marks": marks, "clock": _ticking(box.clock, "clock")}
    return kept("games/_seat.html", holes, box=replace(box, turn=False, last=False, clock=None))


def _own_place(table: dict[str, Any]) -> SafeString:
    """The reader's own cards and controls, of the table's context."""
    me, doing = table["me"], table["doing"]
    clock = _ticking(me.clock, "clock mine")
    if clock and me.clock.bank_text:
        clock += format_html('<span class="bank">{} {}</span>', gettext("bank"), me.clock.bank_text)
    holes = {
        "headline": table["headline"],
        "clock": clock,
        "hint": kept("games/_hint.html", hint=table["hint"]) if table["hint"] else EMPTY,
        "stacks": kept("games/_own_stacks.html", me=me.index, stacks=me.stacks, total=me.total),
        "hand": _hand(table["hand"]),
        "controls": kept("games/_controls.html", buttons=doing.buttons) if doing.buttons else EMPTY,
    }
    return kept(
        "games/_own.html", holes, seat=me.index, may_act=doing.may_act, place=me.place, away=me.away,
        reaction=me.reaction, prompt=doing.prompt,
    )  # fmt: skip


def _side(table: dict[str, Any]) -> SafeString:
    """What happened, and what goes with the game as a whole."""
    talks = table["seat"] is not None and table["phase"] != "aborted"
    return kept(
        "games/_log.html", {"log": table["log"], "facts": table["facts"]}, can_leave=table["can_leave"],
        reactions=table["reaction_buttons"] if talks else EMPTY, at_event=table["at_event"],
    )  # fmt: skip


def _hand(picks: Sequence[Pick]) -> SafeString:
    language = get_language() or ""
    ranks = [None if pick.card is None else pick.card // 3 for pick in picks]
    starts = [place > 0 and rank != ranks[place - 1] for place, rank in enumerate(ranks)]  # a new number starts here
    cards = "".join(in_hand(pick, first, language) for pick, first in zip(picks, starts, strict=True))
    return kept("games/_hand.html", {"cards": mark_safe(cards)}, count=len(picks))


def _ticking(left: Clock | None, classes: str) -> SafeString:
    if left is None:
        return EMPTY
    ticking = '<span class="{}" data-ms="{}" data-bank="{}">{}</span>'
    return format_html(ticking, classes, left.ms, left.bank_ms, left.text)
