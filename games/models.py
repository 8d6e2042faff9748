"""The rows of a match. The event log is the truth; every other column is a fold of it, kept for queries."""

from datetime import UTC, datetime, timedelta

from django.conf import settings
from django.db import models

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def milliseconds(at: datetime) -> int:
    """Whole milliseconds since 1970."""
    return (at - EPOCH) // timedelta(milliseconds=1)


class Match(models.Model):
    """One table and the game (or scored match of several rounds) played at it."""

    class Status(models.TextChoices):
        WAITING = "waiting"
        PLAYING = "playing"
        OVER = "over"
        ABORTED = "aborted"

    class Pace(models.TextChoices):
        LIVE = "live"
        RELAXED = "relaxed"
        DAYS = "days"

    class BotPace(models.TextChoices):
        HUMAN = "human"
        FAST = "fast"
        INSTANT = "instant"

    class Visibility(models.TextChoices):
        PUBLIC = "public"
        UNLISTED = "unlisted"
        INVITE = "invite"

    slug = models.SlugField(max_length=16, unique=True)
    status = models.CharField(max_length=8, choices=Status, default=Status.WAITING)
    options = models.JSONField()  # every option name of RULES.md, as Options.to_dict() gives them
    size = models.PositiveSmallIntegerField()  # seats at the table, 2-6
    pace = models.CharField(max_length=8, choices=Pace, default=Pace.LIVE)
    bot_pace = models.CharField(max_length=8, choices=BotPace, default=BotPace.HUMAN)
    visibility = models.CharField(max_length=8, choices=Visibility, default=Visibility.PUBLIC)
    host = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="hosted_matches"
    )
    fill_with_bots_at = models.DateTimeField(null=True, blank=True)  # a quick-seat table: empty seats become bots then
    kicked = models.JSONField(default=list, blank=True)  # ids of people whom the host sent away before the start
    rematch_of = models.OneToOneField(
        "self", null=True, blank=True, on_delete=models.SET_NULL, related_name="rematch"
    )  # one-to-one: two people pressing "rematch" at once meet at one table
    rematches = models.PositiveSmallIntegerField(default=0)  # rematch tables made so far; earlier ones were closed

    secret = models.CharField(max_length=64)  # hex; shown to nobody before the end
    commitment = models.CharField(max_length=64)  # SHA-256 of the secret, shown from the start
    nonces = models.JSONField(null=True, blank=True)  # hex; duplicate events: of all entrants. Else the seats' own
    head = models.CharField(max_length=64, blank=True, default="")  # hash of the last event

    seq = models.PositiveIntegerField(default=0)  # number of the last event
    acted_seq = models.PositiveIntegerField(default=0)  # number of the last event that changed the game itself
    dealt_seq = models.PositiveIntegerField(default=0)  # number of this round's dealt event
    round = models.PositiveSmallIntegerField(default=0)  # 1-based once dealt
    turn_seat = models.PositiveSmallIntegerField(null=True, blank=True)  # whose turn; null in setup, waiting, over
    clock_from = models.DateTimeField(null=True, blank=True)  # since when the people to act are on the clock
    acted_at = models.DateTimeField(null=True, blank=True)  # since when the bots to act have been thinking
    overtime = models.BooleanField(default=False)  # the clock ran out in this turn: the server plays the rest of it
    due_at = models.DateTimeField(null=True, blank=True, db_index=True)  # when the server must act next
    failures = models.PositiveSmallIntegerField(default=0)  # consecutive failures to act on due

    sealed = models.BooleanField(default=False)  # duplicate events: 403 to all but its seats
    gated = models.BooleanField(default=False)  # an event keeps the records shut until its round is over
    event_key = models.CharField(max_length=64, blank=True, default="", db_index=True)  # of the app that made it
    event_title = models.CharField(max_length=120, blank=True, default="")  # what the table belongs to, in words
    event_url = models.CharField(max_length=200, blank=True, default="")  # and the way back there
    starts_by = models.DateTimeField(null=True, blank=True)  # a called table: who is not there then is stood in for
    ends_by = models.DateTimeField(null=True, blank=True)  # the game is stopped then, and cards left decide
    placings = models.JSONField(null=True, blank=True)  # the match's places by seat, once over
    result = models.JSONField(null=True, blank=True)  # per round scores and placings, totals, won, end

    created_at = models.DateTimeField(auto_now_add=True)
    started_at = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)
    listeners_done = models.BooleanField(default=False)  # the finished match was told to every listener
    mail_due = models.BooleanField(default=False)  # days: somebody is to be told by mail that it is their turn

    class Meta:
        constraints = [
            # A secret decides one match only: shown at its end, it must not decide another. (Duplicate events share.)
            models.UniqueConstraint(fields=["event_key"], condition=~models.Q(event_key=""), name="one_match_per_key"),
            models.UniqueConstraint(
                fields=["commitment"], condition=models.Q(event_key=""), name="one_match_per_secret"
            ),
        ]
        indexes = [
            models.Index(fields=["status", "visibility", "-created_at"]),
            models.Index(fields=["status", "-ended_at"]),
            # Small ones, of the rows that somebody is still to deal with: they do not grow with what is stored.
            models.Index(
                fields=["ended_at"],
                condition=models.Q(listeners_done=False, ended_at__isnull=False),
                name="match_untold",
            ),
            models.Index(fields=["id"], condition=models.Q(sealed=True), name="match_sealed"),
        ]

    def __str__(self) -> str:
        return self.slug


class Seat(models.Model):
    """One seat of a match: a person, a bot, or free while the table waits."""

    class StandIn(models.TextChoices):
        ABSENT = "absent"  # did not come to a called table in time
        LEFT = "left"  # withdrew, or left the table
        REPLACED = "replaced"  # by the event's organiser

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="seats")
    index = models.PositiveSmallIntegerField()
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="seats"
    )
    bot = models.CharField(max_length=16, blank=True, default="")  # name in games.bots.BOTS of the bot that owns it
    taken = models.BooleanField(default=False)
    # The name as shown when the seat was taken; a deleted account leaves the kind "deleted" and no name.
    name = models.CharField(max_length=150, blank=True, default="")
    deleted = models.BooleanField(default=False)
    nonce = models.CharField(max_length=64, blank=True, default="")  # hex
    misses = models.PositiveSmallIntegerField(default=0)  # time-outs in a row
    away = models.BooleanField(default=False)  # a bot holds the seat until its owner is back
    left = models.BooleanField(default=False)  # forfeited
    # A house bot took over for good at an event's table: why, and for whom. The seat has no user any more.
    stand_in = models.CharField(max_length=8, choices=StandIn, blank=True, default="")
    stands_for = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="stood_in_seats"
    )
    bank_ms = models.PositiveIntegerField(default=0)
    place = models.PositiveSmallIntegerField(null=True, blank=True)  # in the match, once over
    reaction = models.CharField(max_length=16, blank=True, default="")
    reacted_at = models.DateTimeField(null=True, blank=True)
    seen_at = models.DateTimeField(null=True, blank=True)  # while the table waits: when its page was last open
    # (null at a called table: the person has not come yet)

    class Meta:
        ordering = ["match_id", "index"]
        constraints = [
            models.UniqueConstraint(fields=["match", "index"], name="one_row_per_seat"),
            models.UniqueConstraint(fields=["match", "user"], name="one_seat_per_person"),
        ]
        indexes = [
            models.Index(
                fields=["user"], condition=models.Q(user__isnull=False, left=False, place__isnull=True),
                name="seat_in_open_game",
            ),
            models.Index(  # what somebody played, the newest table first
                fields=["user", "-match"], condition=models.Q(user__isnull=False, place__isnull=False),
                name="seat_history",
            ),
        ]  # fmt: skip

    def __str__(self) -> str:
        return f"{self.match_id}/{self.index}"

    @property
    def kind(self) -> str:
        """What sits here: person, guest, bot, stand-in, free or deleted (a person whose account is gone)."""
        if self.stand_in:
            return "stand-in"
        if self.bot:
            return "bot"
        if self.deleted or (self.taken and self.user_id is None):
            return "deleted"
        if not self.taken:
            return "free"
        return "guest" if getattr(self.user, "is_guest", False) else "person"

    @property
    def label(self) -> str:
        """The name to show: a person's as it is today, a bot's, of a stand-in the person's it plays for; or nothing."""
        person = self.stands_for if self.stand_in else self.user
        if self.stand_in or self.kind in ("person", "guest"):
            return "" if person is None else str(person.get_username())
        return self.bot

    @property
    def held(self) -> bool:
        """Whether a bot plays here now: its own seat, or one whose owner is away."""
        return bool(self.bot) or self.away


class MatchEvent(models.Model):
    """One line of a match's log. Never changed, never deleted."""

    class Kind(models.TextChoices):
        JOINED = "joined"  # a person or bot took a seat
        LEFT = "left"  # gave it up before the start
        DEALT = "dealt"  # a round was dealt; data holds all that the deal is made of
        ACTION = "action"
        AWAY = "away"
        RESUME = "resume"
        STAND_IN = "stand_in"  # a house bot took the seat over for good
        STOPPED = "stopped"  # the time for the game was up: cards left decide
        ABORTED = "aborted"

    class By(models.TextChoices):
        PLAYER = "player"
        BOT = "bot"
        TIMEOUT = "timeout"
        SYSTEM = "system"

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="events")
    seq = models.PositiveIntegerField()
    round = models.PositiveSmallIntegerField(default=0)
    kind = models.CharField(max_length=8, choices=Kind)
    seat = models.PositiveSmallIntegerField(null=True, blank=True)
    action = models.CharField(max_length=255, blank=True, default="")
    by = models.CharField(max_length=8, choices=By)
    at = models.DateTimeField()
    data = models.JSONField(null=True, blank=True)
    hash = models.CharField(max_length=64, blank=True, default="")  # hex, chained; see docs/fairness.md

    class Meta:
        ordering = ["match_id", "seq"]
        constraints = [models.UniqueConstraint(fields=["match", "seq"], name="one_event_per_seq")]

    def __str__(self) -> str:
        return f"{self.match_id}#{self.seq} {self.kind}"

    @property
    def at_ms(self) -> int:
        """When it happened, in whole milliseconds since 1970."""
        return milliseconds(self.at)


class Block(models.Model):
    """One person does not want to meet another: no shared table from here on."""

    blocker = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="blocks")
    blocked = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="blocked_by")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["blocker", "blocked"], name="blocked_once")]

    def __str__(self) -> str:
        return f"{self.blocker_id}>{self.blocked_id}"


class Invite(models.Model):
    """A person invited to an invite-only table by its host."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="invites")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="invites")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["match", "user"], name="invited_once")]

    def __str__(self) -> str:
        return f"{self.match_id}>{self.user_id}"


class Heartbeat(models.Model):
    """When the sweep last ran. A gap is the server's own absence, and nobody's clock is charged for it."""

    name = models.CharField(max_length=64, primary_key=True)
    at = models.DateTimeField()

    def __str__(self) -> str:
        return self.name
