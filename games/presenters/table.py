"""The context of templates/games/_table.html: one for page, POST answer and socket alike."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.safestring import SafeString
from django.utils.translation import gettext

from games.engine import View, card_text
from games.models import Match
from games.record import Round
from games.selectors import TableSnapshot, record_is_open

from .controls import Controls, controls, named_moves
from .event import call_headline, event_line, is_called, milliseconds_until
from .hints import hint
from .log import Line, told
from .options import option_words, pace_words
from .payload import reader_view
from .people import Person, people
from .picks import hand_picks, table_picks
from .pieces import facts, forms, reaction_buttons, seat_menu, table_urls
from .results import Results, results
from .rounds import former_round, is_scored, round_words
from .seats import Pick, SeatBox, clock, in_turn_order, place_text, reaction, stacks
from .words import cards_count, clock_text, isolate, more_actions, playable_text

CROWD, HANDFUL = 4, 13  # other seats, cards in hand: from here on a phone's table is dense
FAN = 4  # discards shown; all of them open under "the whole pile"


@dataclass(frozen=True, slots=True)
class Pile:
    """The middle of the table. base: how many cards lie under the ones shown."""

    shown: tuple[int, ...]
    base: int
    cards: tuple[int, ...]
    count: str
    playable: str
    draw_count: int
    draw_layers: range
    removed: int
    clockwise: bool
    owed: str


@dataclass(frozen=True, slots=True)
class Middle:
    """What lies in the middle. round_words: "" without scores. last_line: of the log, the last that tells of a move."""

    pile: Pile
    round_words: str
    last_line: Line | None


def table_context(snapshot: TableSnapshot, seat: int | None, prefs: Any = None) -> dict[str, Any]:
    """Everything the table shows its reader: `seat` is theirs, None for a watcher. `prefs` may be None.

    The only source of cards is the reader's own view, so nothing a seat may not see can reach its page.
    """
    match = snapshot.match
    who = people(snapshot.seats)
    seen = None if snapshot.state is None else reader_view(snapshot.state, seat, match.gated)
    context: dict[str, Any] = {
        "match": match,
        "seq": snapshot.seq,
        "status": match.status,
        "phase": _phase(match, seen),
        "seat": seat,
        "people": who,
        "urls": table_urls(match.slug),
        "forms": lambda: forms(match.slug),  # only the whole page asks
        "is_host": seat is not None and _is_host(snapshot, seat),
        "facts": _facts(snapshot, seat),
        "reaction_buttons": reaction_buttons(),
        "prefs": prefs,
        "watching": seat is None,
        "can_rematch": seat is not None and match.round > 0 and not match.event_key,
        "rematch_url": table_urls(snapshot.rematch)["table"] if snapshot.rematch else "",
        "replay": record_is_open(match),
        "round": snapshot.round,
        "event": event_line(snapshot),
        "at_event": bool(match.event_title),
    }
    if seen is None:
        return {"table": context | _before_the_deal(snapshot, seat, who)}
    return {"table": context | _game(snapshot, seen, who, prefs)}


def _phase(match: Match, seen: View | None) -> str:
    if match.status == Match.Status.ABORTED:
        return "aborted"
    if seen is None:
        return "waiting"
    return "over" if match.status == Match.Status.OVER else seen.phase


def _facts(snapshot: TableSnapshot, seat: int | None) -> SafeString:
    match, nonce = snapshot.match, "" if seat is None else snapshot.seats[seat].nonce
    return facts(tuple(option_words(match.options)), pace_words(match), match, nonce)


def _is_host(snapshot: TableSnapshot, seat: int) -> bool:
    user = snapshot.seats[seat].user_id
    return user is not None and user == snapshot.match.host_id


def _before_the_deal(snapshot: TableSnapshot, seat: int | None, who: Sequence[Person]) -> dict[str, Any]:
    taken = sum(row.taken for row in snapshot.seats)
    free, fill_ms = len(snapshot.seats) - taken, milliseconds_until(snapshot.match.fill_with_bots_at, snapshot.now)
    call_ms = milliseconds_until(snapshot.match.starts_by, snapshot.now) if is_called(snapshot.match) else None
    return {
        "boxes": [_waiting_box(snapshot, person, seat) for person in who],
        "free": free,
        "can_start": taken >= 2,
        "headline": _waiting_headline(snapshot, free),
        "fill_ms": fill_ms,
        "fill_text": "" if fill_ms is None else clock_text(fill_ms),
        "call_ms": call_ms,
        "call_text": "" if call_ms is None else clock_text(call_ms),
        "option_words": option_words(snapshot.match.options),
        "pace_words": pace_words(snapshot.match),
        "last": "",
    }


def _waiting_headline(snapshot: TableSnapshot, free: int) -> str:
    if snapshot.match.status == Match.Status.ABORTED:
        return gettext("This table was closed")
    if is_called(snapshot.match):
        return call_headline(snapshot)
    return gettext("Waiting for players") if free else gettext("Everybody is here")


def _waiting_box(snapshot: TableSnapshot, person: Person, reader: int | None) -> SeatBox:
    row = snapshot.seats[person.index]
    return SeatBox(
        person=person, me=person.index == reader, host=_is_host(snapshot, person.index), turn=False, last=False,
        away=row.away, left=row.left, chosen=False, hand_count=0, stacks=(), clock=None, place="", total=None,
        reaction=reaction(snapshot, row), thinking=False, menu=SafeString(""),
        here=row.user_id is None or row.seen_at is not None if is_called(snapshot.match) else None,
    )  # fmt: skip


def _game(snapshot: TableSnapshot, seen: View, who: tuple[Person, ...], prefs: Any) -> dict[str, Any]:
    playing = snapshot.match.status == Match.Status.PLAYING
    doing = controls(seen, who) if playing else Controls("watch")
    boxes = _boxes(snapshot, seen, who, table_picks(seen, doing))
    log, rounds = told(snapshot.fold, who), round_words(snapshot.fold, snapshot.round)
    hand = hand_picks(seen, doing)
    me = None if seen.seat is None else boxes[seen.seat]
    return {
        "boxes": [boxes[index] for index in in_turn_order(seen.seats, seen.seat)],
        "me": me,
        "dense": len(boxes) - (me is not None) >= CROWD or len(hand) >= HANDFUL,
        "hand": hand,
        "middle": Middle(pile(seen, who), rounds, log.last),
        "doing": doing,
        "legal_json": json.dumps(doing.legal, ensure_ascii=False),
        "headline": _headline(snapshot, seen, doing, who),
        "log": log.html,
        "last": last_move(snapshot.fold.round),
        "results": results(snapshot, seen, boxes) if seen.over else None,
        "former": former_round(snapshot.fold, seen, who),
        "round_words": rounds,
        "hint": hint(seen, doing, getattr(prefs, "coached", ())) if me is not None and playing else None,
        "plain_moves": lambda: named_moves(seen, who),  # for readers without script; only the whole page asks
        "can_leave": playing and me is not None and not me.left and seen.seat not in seen.finished,
    }


def _boxes(snapshot: TableSnapshot, seen: View, who: Sequence[Person], picks: dict[str, Pick]) -> list[SeatBox]:
    current = snapshot.fold.round if snapshot.fold is not None else None
    last = current.plies[-1].seat if current is not None and current.plies else None
    totals = _totals(snapshot)
    return [
        SeatBox(
            person=person,
            me=person.index == seen.seat,
            host=_is_host(snapshot, person.index),
            turn=person.index == seen.turn,
            last=person.index == last and seen.phase != "setup",
            away=row.away,
            left=row.left or person.index in seen.forfeits,
            chosen=seen.phase == "setup" and seen.chosen[person.index],
            hand_count=seen.hand_counts[person.index],
            stacks=stacks(seen, person.index, picks),
            clock=clock(snapshot.match, row, seen.actors, snapshot.now),
            place=place_text(seen, person.index),
            total=None if totals is None else totals[person.index],
            reaction=reaction(snapshot, row),
            thinking=row.held and person.index in seen.actors,
            menu=seat_menu(person, seen.seat not in (None, person.index)),
        )
        for person, row in zip(who, snapshot.seats, strict=True)
    ]


def _totals(snapshot: TableSnapshot) -> list[int] | None:
    return list(snapshot.fold.totals["totals"]) if is_scored(snapshot.fold) else None


def pile(seen: View, who: Sequence[Person]) -> Pile:
    """The middle of the table as the reader of that view sees it."""
    return Pile(
        shown=seen.discard[-FAN:],
        base=max(0, len(seen.discard) - FAN),
        cards=tuple(reversed(seen.discard)),
        count=cards_count(len(seen.discard)),
        playable=playable_text(seen.discard),
        draw_count=seen.draw_count,
        draw_layers=range(min(3, (seen.draw_count + 7) // 8)),
        removed=len(seen.removed),
        clockwise=seen.direction == 1,
        owed=_owed(seen, who),
    )


def _owed(seen: View, who: Sequence[Person]) -> str:
    if not seen.owed or seen.turn is None:
        return ""
    if seen.turn == seen.seat:
        return gettext("You take %(more)s") % {"more": more_actions(seen.owed)}
    name = isolate(who[seen.turn].name)
    return gettext("%(name)s takes %(more)s") % {"name": name, "more": more_actions(seen.owed)}


def _headline(snapshot: TableSnapshot, seen: View, doing: Controls, who: Sequence[Person]) -> str:
    if snapshot.match.status == Match.Status.ABORTED:
        return gettext("This table was closed")
    if seen.over:
        return _over_headline(snapshot, seen, who)
    if doing.may_act:
        return gettext("Choose your 3UP") if seen.phase == "setup" else gettext("Your turn")
    if seen.phase == "setup":
        return gettext("Everybody chooses a 3UP")
    if seen.turn is None:
        return ""
    return gettext("%(name)s's turn") % {"name": isolate(who[seen.turn].name)}


def _over_headline(snapshot: TableSnapshot, seen: View, who: Sequence[Person]) -> str:
    places = snapshot.match.placings or seen.placings or ()
    best = [person for person, place in zip(who, places, strict=False) if place == 1]
    if seen.seat is not None and any(person.index == seen.seat for person in best):
        return gettext("You won") if len(best) == 1 else gettext("You share the win")
    return gettext("%(name)s won") % {"name": isolate(best[0].name)} if len(best) == 1 else gettext("The game is over")


def last_move(current: Round | None) -> str:
    """The last move of a round in public, for its animation: JSON, or "" when nothing was played yet."""
    if current is None or not current.plies:
        return ""
    step, event = current.steps[-1], current.plies[-1]
    return json.dumps(
        {
            "seq": event.seq, "seat": step.seat, "kind": step.kind, "slot": step.slot, "other": step.other,
            "cards": [card_text(card) for card in step.cards], "cleared": step.cleared, "missed": step.missed,
            "picked": len(step.picked_up), "drew": step.drew,
        }
    )  # fmt: skip


__all__ = ["Results", "table_context"]
