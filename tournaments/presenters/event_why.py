"""Why a pod is as it is: the terms of the draw's cost in words and numbers, who met before, how to draw it again."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext, ngettext

from tournaments.formats.cost import TERMS
from tournaments.formats.pods import usual_size
from tournaments.models import Pod, Round, Tournament

from .event_clock import OVER
from .event_people import Who


@dataclass(frozen=True, slots=True)
class TermLine:
    """One term of the cost, of this pod and of the whole round."""

    name: str
    explanation: str
    weight: int
    value: str
    of_round: str
    share: int  # 0-100 of the pod's dearest term, for the bar
    quiet: bool  # costs nothing here


@dataclass(frozen=True, slots=True)
class Met:
    """Two at this table who met before."""

    one: Who
    other: Who
    words: str


@dataclass(frozen=True, slots=True)
class Sizes:
    """The tables of a round: how many entrants sit at each, by its number."""

    people: Mapping[int, int]
    target: int
    bots: bool  # whether house bots fill seats


@dataclass(frozen=True, slots=True)
class Why:
    """The explanation of one pod."""

    lines: tuple[TermLine, ...]
    total: str
    total_of_round: str
    met: tuple[Met, ...]
    odd: str  # what is to be said of the sizes of this round
    commitment: str
    seed: str  # empty until the event is over


def term_name(name: str) -> str:
    """What a term is called."""
    return {
        "repeats": gettext("Met before"),
        "consecutive": gettext("Met at the last table"),
        "spread": gettext("Scores apart"),
        "seats": gettext("Seats repeated"),
        "odd_pod": gettext("Odd-sized pod again"),
        "top_pod": gettext("Odd-sized pod for the leaders"),
    }.get(name, name.replace("_", " "))


def why(tournament: Tournament, row: Round, pod: Pod, sizes: Sizes, people: Mapping[int, Who]) -> Why:
    """The explanation of a pod of this round; `people`: the entrants by id."""
    over = tournament.status in OVER
    dearest = max([float(value) for value in pod.cost.values()], default=0.0)
    return Why(
        lines=tuple(_line(name, pod.cost, row.cost, dearest) for name in _names(pod.cost, row.cost)),
        total=_number(sum(pod.cost.values())),
        total_of_round=_number(sum(row.cost.values())),
        met=tuple(_met(pair, people) for pair in pod.met if pair[0] in people and pair[1] in people),
        odd=_sizes(sizes, pod.number),
        commitment=tournament.commitment,
        seed=tournament.secret if over else "",
    )


def _names(pod: Mapping[str, Any], of_round: Mapping[str, Any]) -> list[str]:
    return [*TERMS, *sorted({*pod, *of_round} - set(TERMS))]


def _line(name: str, pod: Mapping[str, Any], of_round: Mapping[str, Any], dearest: float) -> TermLine:
    value, term = float(pod.get(name, 0)), TERMS.get(name)
    return TermLine(
        name=term_name(name),
        explanation=gettext(term.explanation) if term else "",
        weight=term.weight if term else 0,
        value=_number(value),
        of_round=_number(of_round.get(name, 0)),
        share=round(100 * value / dearest) if dearest > 0 else 0,
        quiet=value == 0,
    )


def _met(pair: Any, people: Mapping[int, Who]) -> Met:
    one, other, times = pair
    words = ngettext("once", "%(n)s times", times) % {"n": times}
    return Met(people[one], people[other], words)


def _sizes(sizes: Sizes, number: int) -> str:
    if len(set(sizes.people.values())) < 2:
        return gettext("All tables of this round are of one size.")
    usual = usual_size(list(sizes.people.values()), sizes.target, sizes.bots)
    if sizes.people.get(number) == usual:
        return gettext("This table has the usual size; where sizes differ, the odd one goes to those who had it least.")
    return gettext(
        "This is an odd-sized table: %(own)s players, the usual number being %(usual)s. Here sit those who had it "
        "least often, and not the leaders in the last two rounds."
    ) % {"own": sizes.people.get(number), "usual": usual}


def _number(value: Any) -> str:
    return f"{float(value):.1f}".removesuffix(".0")
