"""The table options in plain words, for the rules page: groups of (label, text)."""

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

Words = str | Promise


@dataclass(frozen=True)
class Option:
    """One option (or one value of it) and what it changes."""

    label: Words
    text: Words


@dataclass(frozen=True)
class Group:
    """Options that belong together, under one heading."""

    title: Words
    options: tuple[Option, ...]


NUMBER_CARDS = ("R1", "B2", "G3", "R4", "B5", "G6", "R7", "B8", "G9", "R10")

OPTION_GROUPS = (
    Group(
        _("The cards"),
        (
            Option(
                _("Deck of 84 or 74"),
                _(
                    "84 is the official deck. In the 74-card deck every colour has two of each number, two Clears and "
                    "two Clear +1, and green has two Clear +2 besides."
                ),
            ),
            Option(
                _("Leave colours out"),
                _(
                    "One or two colours stay in the box, for a faster game with two to four players. Each player needs "
                    "nine cards, so very small decks are for few players only."
                ),
            ),
            Option(
                _("Sets of Clears"),
                _("Several Clears of one kind may go down in one play. Together they do what one of them does."),
            ),
        ),
    ),
    Group(
        _("Drawing and picking up"),
        (
            Option(
                _("Draw before every extra action"),
                _(
                    "Officially you may draw one card only before the first extra action of a Clear +1 or +2. With "
                    "this option, before each of them."
                ),
            ),
            Option(
                _("Draw instead of playing"),
                _(
                    "Even if you could play from your hand you may draw one card instead, as long as there is a draw "
                    "pile and it is not an extra action. If you cannot play you still pick up."
                ),
            ),
            Option(
                _("A missed blind card"),
                _(
                    "Officially it goes back face down, and its owner knows it. The other way: it goes to your hand "
                    "with the pile, still unseen by the others, and its place is empty."
                ),
            ),
        ),
    ),
    Group(
        _("Twists"),
        (
            Option(
                _("Ones reverse"),
                _(
                    "Each 1 that is laid turns the direction of play around. Two in one play cancel out. A blind 1 "
                    "that misses does nothing."
                ),
            ),
            Option(
                _("Swap piles"),
                _(
                    "Once all have chosen their 3UP, two players drawn by lot trade their 3UP and 3DOWN, or everybody "
                    "passes theirs on in a ring drawn by lot."
                ),
            ),
            Option(
                _("Swap cards"),
                _(
                    "Before the first turn everybody in turn may trade one hand card for a 3UP card of another player. "
                    "A card given can be taken again by somebody later."
                ),
            ),
            Option(
                _("Colour bonus"),
                _(
                    "Four cards of one colour in a row on the pile, counted after your whole play, let you trade one "
                    "3UP card with a hand card at once. Then the count begins anew. Needs at least two colours."
                ),
            ),
        ),
    ),
    Group(
        _("How it ends"),
        (
            Option(
                _("Play for places"),
                _(
                    "The game goes on after the winner is out: second, third, and so on, in the order of going out. "
                    "Does not go together with scoring."
                ),
            ),
            Option(
                _("Scoring"),
                _("A match of 1 to 20 rounds, played for the lowest total. See below."),
            ),
            Option(
                _("What counts"),
                _("In a scored round only the hand counts, or hand, 3UP and 3DOWN together."),
            ),
            Option(
                _("Who begins"),
                _("Drawn by lot, or a seat you name."),
            ),
            Option(
                _("Longest game"),
                _(
                    "The game ends after this many turns (1000, or 100 to 5000), and after this many turns without "
                    "progress (100, or 20 to 1000, or never)."
                ),
            ),
        ),
    ),
)
