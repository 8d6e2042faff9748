"""What an event is: its format, the rules of its tables, who may enter, as short facts."""

from dataclasses import dataclass

from django.utils.translation import gettext, ngettext

from games.api.options import option_words
from tournaments.formats.base import Settings
from tournaments.models import Tournament

from .event_words import bots_words, pace_words, scoring_words
from .plans import exactly


@dataclass(frozen=True, slots=True)
class Fact:
    """One line of what an event is."""

    label: str
    words: str


def facts(tournament: Tournament, settings: Settings, planned: int | None) -> tuple[Fact, ...]:
    """In the order in which somebody who thinks of entering asks."""
    found = [
        Fact(gettext("Length"), _length(settings, planned)),
        Fact(gettext("Tables"), _tables(settings)),
        Fact(gettext("Rules"), ". ".join(option_words(tournament.options)) or gettext("The official rules")),
        Fact(gettext("Pace"), pace_words(tournament.pace)),
        Fact(gettext("Points"), scoring_words(settings.scoring)),
        Fact(gettext("Who may enter"), _who(tournament)),
        Fact(gettext("Bots"), bots_words(tournament.bots)),
        Fact(gettext("Late entry"), _late(tournament, settings)),
        Fact(gettext("If you are not there"), _grace(tournament)),
    ]
    if tournament.checkin_minutes:
        words = gettext("From %(n)s minutes before the start; who has not checked in by then is dropped.")
        found.append(Fact(gettext("Check-in"), words % {"n": tournament.checkin_minutes}))
    if tournament.round_minutes:
        words = gettext("%(n)s minutes; then the cards left decide the places.") % {"n": tournament.round_minutes}
        found.append(Fact(gettext("Limit of a round"), words))
    if tournament.duplicate:
        words = gettext(
            "Every table of a round plays the same deal, and you are compared with those who held your seat elsewhere. "
            "Tables are sealed until the round is over."
        )
        found.append(Fact(gettext("Duplicate"), words))
    return tuple(found)


def _length(settings: Settings, planned: int | None) -> str:
    if settings.format == "arena":
        return ngettext("%(n)s minute", "%(n)s minutes", settings.minutes) % {"n": settings.minutes}
    if planned is None:
        return gettext("As many rounds as it takes")
    return ngettext("%(n)s round", "%(n)s rounds", planned) % {"n": planned}


def _tables(settings: Settings) -> str:
    if settings.pod_size == 2:
        return gettext("Two at each")
    if settings.fill:
        return gettext("%(n)s at each; house bots fill up") % {"n": settings.pod_size}
    return gettext("%(n)s at each, one more or less where the numbers ask for it") % {"n": settings.pod_size}


def _who(tournament: Tournament) -> str:
    everybody = gettext("Everybody with an account")
    words = [gettext("People the organiser invited") if tournament.invite_only else everybody]
    if tournament.guests:
        words = [*words, gettext("guests too")]
    if tournament.password:
        words = [*words, gettext("with the password")]
    if tournament.min_games:
        words = [*words, gettext("%(n)s games played at least") % {"n": tournament.min_games}]
    if tournament.max_players:
        words = [*words, gettext("%(n)s players at most") % {"n": tournament.max_players}]
    return ", ".join(words)


def _late(tournament: Tournament, settings: Settings) -> str:
    if not tournament.late_rounds:
        return gettext("None: be in before the start")
    if settings.format == "arena":
        words = ngettext("For %(n)s minute from the start", "For %(n)s minutes from the start", tournament.late_rounds)
        return words % {"n": tournament.late_rounds}
    words = gettext("Until round %(n)s has ended; the first round missed brings 50 points, any other 0")
    return words % {"n": tournament.late_rounds}


def _grace(tournament: Tournament) -> str:
    return gettext(
        "After %(time)s a house bot plays for you and the round brings 0; after two in a row you are out."
    ) % {"time": exactly(tournament.grace_seconds)}
