"""What the reader can do now: cards to pick, buttons, and for each thing that cannot be done, why not."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from django.utils.translation import gettext, gettext_noop

from games.engine import View

from .people import Person
from .words import CLEAR, action_label, isolate, rank_of, simple_label

# How the page puts an action together from what is picked.
MODES = ("wait", "setup", "exchange", "play", "flip", "bonus", "draw", "watch")


@dataclass(frozen=True, slots=True)
class Button:
    """One control. `action` is the text to send; "" is the main button, whose action is what is picked."""

    key: str
    action: str
    label: str
    enabled: bool
    reason: str = ""
    primary: bool = False
    ready: str = ""  # what it says once enough is picked, where `Controls.legal` has no words for it


@dataclass(frozen=True, slots=True)
class Controls:
    """Everything the reader may do, and the words for it.

    mode: see MODES. may_act: whether the table waits for the reader. legal: action text -> what a button says of it (in
    setup empty: any three cards will do). playable: cards of the active zone that may be played.
    """

    mode: str
    may_act: bool = False
    legal: dict[str, str] = field(default_factory=dict)
    buttons: tuple[Button, ...] = ()
    playable: frozenset[int] = frozenset()
    prompt: str = ""


def controls(view: View, people: Sequence[Person]) -> Controls:
    """The controls of the reader of a view."""
    if view.seat is None:
        return Controls("watch")
    if view.over or view.seat in view.finished or view.seat in view.forfeits:
        return Controls("watch")
    if not view.legal:
        return Controls("wait", buttons=_waiting_buttons(view, people))
    mode = _mode(view)
    legal = {} if mode == "setup" else named_moves(view, people)
    playable = frozenset(card for action in view.legal if action.kind == "play" for card in action.cards)
    return Controls(mode, True, legal, _buttons(view, mode), playable, _prompt(view, mode))


def named_moves(view: View, people: Sequence[Person]) -> dict[str, str]:
    """Every legal action of the reader with what a button says of it."""
    names = [person.name for person in people]
    return {action.text: action_label(action, view.discard, names, view.phase) for action in view.legal}


def _mode(view: View) -> str:
    kinds = {action.kind for action in view.legal}
    if view.phase in ("setup", "exchange", "bonus"):
        return view.phase
    if "flip" in kinds:
        return "flip"
    return "play" if "play" in kinds else "draw"


def waiting_for(view: View, people: Sequence[Person]) -> str:
    """Whose move the table waits for, as the sleeping main button says it."""
    if view.phase == "setup":
        return gettext("Waiting for the others to choose")
    if view.turn is None:
        return gettext("The game is over")
    return gettext("Waiting for %(name)s") % {"name": isolate(people[view.turn].name)}


def _waiting_buttons(view: View, people: Sequence[Person]) -> tuple[Button, ...]:
    not_yet = gettext("It is not your turn")
    main = Button("main", "", waiting_for(view, people), False, "", primary=True)
    if view.phase != "play":
        return (main,)
    return (main, Button("pickup", "pickup", simple_label("pickup", view.discard, view.phase), False, not_yet))


def _buttons(view: View, mode: str) -> tuple[Button, ...]:
    texts = {action.text for action in view.legal}
    picks = mode in ("setup", "exchange", "play", "flip", "bonus")
    ready = gettext("Make these three your 3UP") if mode == "setup" else ""
    found = [Button("main", "", _idle(mode), False, primary=True, ready=ready)] if picks else []
    if view.phase in ("exchange", "bonus"):
        found.append(Button("pass", "pass", simple_label("pass", view.discard, view.phase), True))
    if view.phase == "play":
        draw = _draw_button(view, texts, primary=not picks and "draw" in texts)
        pickup = _pickup_button(view, texts, primary=not picks and "draw" not in texts)
        found.extend(button for button in (draw, pickup) if button is not None)
    return tuple(sorted(found, key=lambda button: not button.primary))


def _pickup_button(view: View, texts: set[str], primary: bool) -> Button:
    label = simple_label("pickup", view.discard, view.phase)
    if "pickup" in texts:
        return Button("pickup", "pickup", label, True, primary=primary)
    short = gettext("Pick up")
    return Button("pickup", "pickup", short, False, _no_pickup(view, texts))


def _no_pickup(view: View, texts: set[str]) -> str:
    if not view.discard:
        return gettext("There is no pile to pick up")
    if texts == {"draw"}:
        return gettext("Your hand is empty, so you draw first")
    if any(text.startswith("flip") for text in texts):
        return gettext("Flip a blind card: if it is too low you pick up the pile")
    return gettext("You can play, so you may not pick up")


def _draw_button(view: View, texts: set[str], primary: bool) -> Button | None:
    """Shown only where drawing is a matter at all: an action is owed, or this table allows it."""
    label = simple_label("draw", view.discard, view.phase)
    if "draw" in texts:
        return Button("draw", "draw", label, True, primary=primary)
    if view.owed:
        why = gettext("The draw pile is empty") if not view.draw_count else gettext("You have drawn for this already")
        return Button("draw", "draw", label, False, why)
    if view.options.may_draw == "on":
        return Button("draw", "draw", label, False, _no_draw(view, texts))
    return None


def _no_draw(view: View, texts: set[str]) -> str:
    if not view.draw_count:
        return gettext("The draw pile is empty")
    if "pickup" in texts:
        return gettext("Nothing fits, so you pick up and may not draw")
    return gettext("You may draw only while you play from your hand")


def _idle(mode: str) -> str:
    """What the main button says before anything is picked."""
    words = _IDLE.get(mode)
    return gettext(words) if words else ""


_IDLE = {
    "setup": gettext_noop("Choose three cards"),
    "exchange": gettext_noop("Choose a card to give and one to take"),
    "bonus": gettext_noop("Choose a hand card and a 3UP card"),
    "play": gettext_noop("Choose a card"),
    "flip": gettext_noop("Choose a blind card"),
}


def _prompt(view: View, mode: str) -> str:
    """One line above the hand that says what the turn asks for, where it is not an ordinary play."""
    if mode == "setup":
        return gettext("Choose the three cards that will lie open as your 3UP. The other three are your hand.")
    if mode == "exchange":
        return gettext("You may give a hand card for an open card of somebody else, once.")
    if mode == "bonus":
        return gettext("Four of a colour in a row: you may swap a hand card with one of your 3UP.")
    if mode == "flip":
        return gettext("Only blind cards are left. Flip one: if it fits it is played, if not you pick up the pile.")
    return _play_prompt(view, mode)


def _play_prompt(view: View, mode: str) -> str:
    seat = view.seat or 0
    if mode == "draw":
        drawable = any(action.kind == "draw" for action in view.legal)
        if drawable and not view.hand_counts[seat]:
            return gettext("Your hand is empty and an action is owed: draw first.")
        if drawable:
            return gettext("Nothing you hold fits. Draw first, or pick up the pile.")
        return gettext("Nothing you hold fits, so you pick up the pile.")
    if not view.hand_counts[seat]:
        return gettext("Your hand is empty: play from your 3UP.")
    return ""


def why_unplayable(view: View) -> str:
    """Why a dimmed card cannot be played."""
    if not view.discard:
        return ""
    rank = rank_of(view.discard[-1]) + 1
    if view.discard[-1] >= CLEAR or rank == 10:
        return gettext("too low: it takes a 10 or a Clear")
    return gettext("too low: it takes %(rank)s or higher") % {"rank": rank}
