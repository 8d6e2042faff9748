"""The rows of a tournament. Rounds, pods and parts are the truth; points, places and draws are worked out from them."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.formats.base import Outcome


class Series(models.Model):
    """A recurring event: a template from which tournaments are made ahead of time."""

    class Every(models.TextChoices):
        HOUR = "hour"
        DAY = "day"
        WEEK = "week"

    key = models.CharField(max_length=32, unique=True)  # names the built-in ones; random for others
    name = models.CharField(max_length=80)
    every = models.CharField(max_length=4, choices=Every)
    weekday = models.PositiveSmallIntegerField(default=0)  # Monday = 0; for `week`
    time = models.TimeField()  # local wall time in `timezone` (for `hour`: its minute counts)
    timezone = models.CharField(max_length=64, default="UTC")
    template = models.JSONField()  # the columns of each tournament: services.series
    organiser = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL)
    first_at = models.DateTimeField(null=True, blank=True)  # nothing before it; null: from now on
    active = models.BooleanField(default=True)

    def __str__(self) -> str:
        return self.name


class Tournament(models.Model):
    """One event, from its announcement to its last standings."""

    class Status(models.TextChoices):
        ANNOUNCED = "announced"  # on the calendar, registration not open yet
        REGISTRATION = "registration"
        CHECK_IN = "check-in"
        RUNNING = "running"
        FINISHED = "finished"
        CANCELLED = "cancelled"

    class Pause(models.TextChoices):
        START = "start", _("The start failed several times.")
        DRAW = "draw", _("The draw failed several times.")
        TABLES = "tables", _("The tables could not be opened.")
        RESULTS = "results", _("Results could not be taken in.")
        ABORTED = "aborted", _("A table broke off again and again.")

    class Notice(models.TextChoices):
        CANCELLED = "cancelled"
        POSTPONED = "postponed"

    class Bots(models.TextChoices):
        NONE = "none"  # no bots, but for absentees
        HOUSE = "house"  # house bots fill odd seats
        OPEN = "open"  # bots may enter

    slug = models.SlugField(max_length=16, unique=True)
    name = models.CharField(max_length=80)
    status = models.CharField(max_length=12, choices=Status, default=Status.REGISTRATION)
    organiser = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="organised"
    )
    series = models.ForeignKey(Series, null=True, blank=True, on_delete=models.SET_NULL, related_name="tournaments")

    format = models.CharField(max_length=16)  # a name in formats.FORMATS
    settings = models.JSONField()  # the fields of formats.base.Settings but `format` and `pod_max`
    options = models.JSONField()  # the tables' rules: every option name of RULES.md
    pace = models.CharField(max_length=8, default="live")
    bot_pace = models.CharField(max_length=8, default="human")
    bots = models.CharField(max_length=5, choices=Bots, default=Bots.NONE)
    duplicate = models.BooleanField(default=False)

    starts_at = models.DateTimeField(db_index=True)
    planned_at = models.DateTimeField(null=True, blank=True)  # of a series: its date, wherever the start moved to
    timezone = models.CharField(max_length=64, default="UTC")  # in which the organiser gave the start
    registration_opens_at = models.DateTimeField(null=True, blank=True)  # null: at once
    checkin_minutes = models.PositiveSmallIntegerField(default=0)  # before the start; 0 = no check-in
    grace_seconds = models.PositiveIntegerField(default=60)  # how long a called seat may stay empty
    break_seconds = models.PositiveIntegerField(default=30)  # between rounds
    round_minutes = models.PositiveIntegerField(default=0)  # a round's limit; 0 = none
    # Late entry: until so many rounds have ended (1: as long as round 2 has not begun); arena: minutes from the start.
    late_rounds = models.PositiveSmallIntegerField(default=0)
    min_players = models.PositiveSmallIntegerField(default=2)
    max_players = models.PositiveSmallIntegerField(null=True, blank=True)
    min_games = models.PositiveIntegerField(default=0)
    guests = models.BooleanField(default=False)
    password = models.CharField(max_length=128, blank=True, default="")  # hashed
    invite_only = models.BooleanField(default=False)

    secret = models.CharField(max_length=64)  # hex; draws and lots come from it; shown once the event has ended
    commitment = models.CharField(max_length=64)  # SHA-256 of the secret, shown from the start

    round = models.PositiveSmallIntegerField(default=0)  # the newest round drawn, 1-based (arena: the newest wave)
    started_at = models.DateTimeField(null=True, blank=True)
    ends_at = models.DateTimeField(null=True, blank=True)  # arena: no new pods from then on
    ended_at = models.DateTimeField(null=True, blank=True)
    due_at = models.DateTimeField(null=True, blank=True, db_index=True)  # when the server must act next
    failures = models.PositiveSmallIntegerField(default=0)  # of the same step, in a row
    retry_at = models.DateTimeField(null=True, blank=True)  # after a failure: when the step is tried again
    drawing_until = models.DateTimeField(null=True, blank=True)  # somebody draws; after that time they are given up
    # Why it stands still, in code (`get_paused_display` has the words); empty: it does not.
    paused = models.CharField(max_length=8, choices=Pause, blank=True, default="")
    notice = models.CharField(max_length=9, choices=Notice, blank=True, default="")  # of what mails have to go out
    version = models.PositiveIntegerField(default=0)  # goes up with every change
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["series", "planned_at"], name="one_tournament_per_date_of_a_series"),
        ]
        indexes = [
            models.Index(fields=["status", "starts_at"]),
            models.Index(fields=["status", "-ended_at"]),
            models.Index(fields=["id"], condition=~models.Q(notice=""), name="tournament_notice"),  # of the few to mail
        ]

    def __str__(self) -> str:
        return self.name


class Entry(models.Model):
    """A person or bot in a tournament; kept for good once the event has begun."""

    class Status(models.TextChoices):
        IN = "in"
        WAITING = "waiting"  # on the waiting list
        WITHDRAWN = "withdrawn"  # by themselves or by the organiser
        DROPPED = "dropped"  # not checked in, or missed too often

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="entries")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="entries"
    )
    bot = models.CharField(max_length=16, blank=True, default="")  # its name in games.bots.BOTS
    name = models.CharField(max_length=150, blank=True, default="")  # as entered; empty once the account is deleted
    number = models.PositiveIntegerField()  # order of entry from 1
    status = models.CharField(max_length=9, choices=Status, default=Status.IN)
    checked_in = models.BooleanField(default=False)
    added = models.BooleanField(default=False)  # by the organiser, not heard of since: no no-show is held against them
    barred = models.BooleanField(default=False)  # sent away by the organiser: may not enter again by themselves
    first_round = models.PositiveSmallIntegerField(default=1)
    misses = models.PositiveSmallIntegerField(default=0)  # rounds in a row for which they did not come
    waiting_since = models.DateTimeField(null=True, blank=True)  # arena: for a table; null: playing or pausing
    pausing = models.BooleanField(default=False)  # arena
    nonce = models.CharField(max_length=64, blank=True, default="")  # hex; for the deals of duplicate rounds
    place = models.PositiveIntegerField(null=True, blank=True)  # final, once finished
    entered_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "user"], name="one_entry_per_person"),
            models.UniqueConstraint(fields=["tournament", "number"], name="one_entry_per_number"),
        ]

    def __str__(self) -> str:
        return f"{self.tournament_id}/{self.number}"

    @property
    def deleted(self) -> bool:
        """Whether the account behind it is gone."""
        return self.user_id is None and not self.bot

    @property
    def label(self) -> str:
        """The name to show today; empty for a deleted account."""
        if self.user_id is not None:
            return str(self.user.get_username())
        return self.name if self.bot else ""


class Round(models.Model):
    """One round (arena: one wave of pods)."""

    class Status(models.TextChoices):
        DRAWN = "drawn"  # pods are shown; tables open at starts_at
        PLAYING = "playing"
        FINISHED = "finished"

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    stage = models.CharField(max_length=12, default="main")
    status = models.CharField(max_length=8, choices=Status, default=Status.DRAWN)
    starts_at = models.DateTimeField()
    ends_at = models.DateTimeField(null=True, blank=True)  # the round's limit
    ended_at = models.DateTimeField(null=True, blank=True)
    cost = models.JSONField(default=dict)  # term -> sum
    inputs = models.JSONField(default=dict)  # what the draw was made from, enough to make it again: selectors.inputs
    secret = models.CharField(max_length=64, blank=True, default="")  # duplicate: of this round's deal
    nonces = models.JSONField(null=True, blank=True)  # duplicate: of all entrants in id order

    class Meta:
        ordering = ["tournament_id", "number"]
        constraints = [models.UniqueConstraint(fields=["tournament", "number"], name="one_round_per_number")]

    def __str__(self) -> str:
        return f"{self.tournament_id}/{self.number}"


class Pod(models.Model):
    """A table of a round."""

    class Status(models.TextChoices):
        DRAWN = "drawn"
        PLAYING = "playing"  # the table is open: waiting for its people, or in play
        FINISHED = "finished"
        VOID = "void"

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="pods")
    number = models.PositiveSmallIntegerField()
    status = models.CharField(max_length=8, choices=Status, default=Status.DRAWN)
    event_key = models.CharField(max_length=64, unique=True)  # by which games knows the table
    table = models.CharField(max_length=16, blank=True, default="", db_index=True)  # its slug, once open
    cost = models.JSONField(default=dict)
    met = models.JSONField(default=list)  # [[entry, entry, how often], ...] of those who met before
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["round_id", "number"]
        constraints = [models.UniqueConstraint(fields=["round", "number"], name="one_pod_per_number")]

    def __str__(self) -> str:
        return f"{self.round_id}/{self.number}"


class Part(models.Model):
    """What an entry does in a round: a seat in a pod, or a round without a table. House bots have no entry."""

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="parts")
    pod = models.ForeignKey(Pod, null=True, blank=True, on_delete=models.CASCADE, related_name="parts")
    entry = models.ForeignKey(Entry, null=True, blank=True, on_delete=models.PROTECT, related_name="parts")
    seat = models.PositiveSmallIntegerField(null=True, blank=True)
    bot = models.CharField(max_length=16, blank=True, default="")  # the house bot that sits or finished here
    outcome = models.CharField(max_length=7, blank=True, default="", choices=[(o.value, o.value) for o in Outcome])
    place = models.PositiveSmallIntegerField(null=True, blank=True)  # at the table, house bots counted

    class Meta:
        ordering = ["round_id", "pod_id", "seat"]
        constraints = [
            models.UniqueConstraint(
                fields=["round", "entry"], condition=models.Q(entry__isnull=False), name="one_part_per_round"
            ),
            models.UniqueConstraint(
                fields=["pod", "seat"], condition=models.Q(pod__isnull=False), name="one_part_per_seat"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.round_id}:{self.entry_id}"


class Invitation(models.Model):
    """A person whom the organiser lets into an event by invitation."""

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="invitations")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="tournament_invitations")
    mail_due = models.BooleanField(default=False, db_default=False)  # they are to be written to, once
    mailed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["tournament", "user"], name="invited_to_tournament_once")]
        indexes = [models.Index(fields=["id"], condition=models.Q(mail_due=True), name="invitation_mail_due")]

    def __str__(self) -> str:
        return f"{self.tournament_id}>{self.user_id}"


class NoShow(models.Model):
    """A person did not come to a table they were drawn for. Repeated ones keep them out of events for a while."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="no_shows")
    pod = models.ForeignKey(Pod, on_delete=models.CASCADE, related_name="no_shows")
    at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "pod"], name="one_no_show_per_pod")]

    def __str__(self) -> str:
        return f"{self.user_id}@{self.pod_id}"


class LogLine(models.Model):
    """What was done to an event, by whom, why. Visible to everybody, never changed. No names: `data` holds ids."""

    class Kind(models.TextChoices):
        """What `data` holds beside `reason`, where somebody gave one: see each."""

        CREATED = "created"
        EDITED = "edited"  # fields: [names]
        POSTPONED = "postponed"  # before, after: ISO times
        INVITED = "invited"  # user
        ENTERED = "entered"  # entry (its number), user, waiting: on the waiting list, late: first round
        RETURNED = "returned"  # entry
        MOVED_UP = "moved_up"  # entry: from the waiting list
        WITHDREW = "withdrew"  # entry
        ADDED = "added"  # entry, user (a person) or bot, waiting
        REMOVED = "removed"  # entry, user, reason
        REPLACED = "replaced"  # entry, bot, reason
        DROPPED = "dropped"  # entry, why: check-in | misses
        STARTED_EARLY = "started_early"  # before: ISO time
        STARTED = "started"  # players
        CANCELLED = "cancelled"  # why: organiser | too_few, players, reason
        DRAWN = "drawn"  # round, pods
        REDRAWN = "redrawn"  # round
        ROUND_STARTED = "round_started"  # round
        ROUND_ENDED = "round_ended"  # round
        ABORTED = "aborted"  # round, pod: the table broke off
        VOIDED = "voided"  # round, pod, again, reason
        CORRECTED = "corrected"  # round, pod, before and after: [[seat, place], ...], reason
        PAUSED = "paused"  # why: a Tournament.Pause, error
        WENT_ON = "went_on"
        FINISHED = "finished"

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="log")
    at = models.DateTimeField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    kind = models.CharField(max_length=24, choices=Kind)  # worded by the presenters
    data = models.JSONField(default=dict)  # ids, numbers and reasons that the words need

    class Meta:
        ordering = ["tournament_id", "pk"]

    def __str__(self) -> str:
        return f"{self.tournament_id} {self.kind}"
