"""Going for good, for whatever reason: the seat goes on in other hands, the entry counts no more for draws."""

from games import api
from tournaments.formats.base import Outcome
from tournaments.models import Entry, Part, Pod, Round
from tournaments.services.locked import Locked

PENDING = (Pod.Status.DRAWN, Pod.Status.PLAYING)


def go(event: Locked, entry: Entry, *, status: str = Entry.Status.WITHDRAWN, how: str = "left") -> None:
    """Take an entry out of what is still to come. `how`: left or replaced, for the table they are at.

    Whoever was never drawn leaves no trace in the standings: their entry goes, or, where somebody put them out, stays
    without a part in anything.
    """
    hand_over(event, entry, how)
    entry.waiting_since = None
    event.soon = event.begun
    if not entry.parts.exclude(outcome=Outcome.LATE).exclude(round__status=Round.Status.DRAWN).exists():
        entry.parts.filter(outcome=Outcome.LATE).delete()
        if status == Entry.Status.WITHDRAWN and not entry.barred and not entry.parts.exists():
            entry.delete()
            return
    entry.status = status
    entry.save()


def hand_over(event: Locked, entry: Entry, how: str = "left") -> None:
    """A house bot finishes at the tables of a round that has begun."""
    outcome = Outcome.BOT if how == "replaced" else Outcome.FORFEIT
    playing = Part.objects.filter(entry=entry, pod__status__in=PENDING, round__status=Round.Status.PLAYING, outcome="")
    for part in playing.select_related("pod"):
        if part.pod is not None and part.pod.status == Pod.Status.PLAYING and entry.user_id is not None:
            key = part.pod.event_key
            if not api.stand_in(key, entry.user_id, how) and api.results([key]):
                continue  # the game is over and only word of it is on its way: its result is theirs
        part.outcome, part.bot = outcome, api.HOUSE_BOT
        part.save(update_fields=["outcome", "bot"])
