"""What is kept of events: who entered, who sat where in which round, and who decided what."""

import secrets
from typing import Any, ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.rules.ruleset import RuleSet
from games.tables.clocks import CHOICES
from games.tables.models import Stake, Table, new_slug, validate_rules
from tournaments.clubs.models import Club
from tournaments.events.rounds import Seating


def new_seed() -> int:
    """Return what everything is drawn by that an event draws."""
    return secrets.randbelow(2**48)


class Event(Stake):
    """An evening, a tournament or a season of a club.

    Whoever changes an event holds the row's lock (``tournaments.events.services``).
    """

    class Status(models.TextChoices):
        DRAFT = "draft", _("draft")
        OPEN = "open", _("open for entries")
        CHECK_IN = "check-in", _("check-in")
        RUNNING = "running", _("running")
        FINISHED = "finished", _("finished")
        CANCELLED = "cancelled", _("cancelled")

    class Uneven(models.TextChoices):
        OUT = "out", _("Some sit out, all about as often")
        SMALLER = "smaller", _("Some tables have one player less")
        BOTS = "bots", _("Bots complete tables")

    NAME_LENGTH: ClassVar[int] = 80
    DESCRIPTION_LENGTH: ClassVar[int] = 4000

    slug = models.CharField(max_length=16, unique=True, default=new_slug, editable=False)
    club = models.ForeignKey(
        Club, on_delete=models.PROTECT, related_name="events", verbose_name=_("club")
    )
    name = models.CharField(_("name"), max_length=NAME_LENGTH)
    description = models.TextField(_("description"), max_length=DESCRIPTION_LENGTH, blank=True)
    starts_at = models.DateTimeField(_("begins"))
    rules = models.JSONField(_("rules"), validators=[validate_rules])
    rules_name = models.CharField(_("name of the rules"), max_length=60)
    #: How many deals a table plays in a round.
    deals = models.PositiveSmallIntegerField(_("deals per table and round"), default=4)
    clock = models.CharField(_("clock"), max_length=10, choices=CHOICES, default="none")
    #: Who comes later waits until somebody withdraws; without a limit nobody does.
    entry_limit = models.PositiveSmallIntegerField(_("entries at most"), null=True, blank=True)
    #: A name of ``tournaments.events.formats.FORMATS``, and its settings as it serialises them.
    format = models.CharField(_("format"), max_length=20)
    format_settings = models.JSONField(_("settings of the format"), default=dict, blank=True)
    uneven = models.CharField(
        _("if players are left over"), max_length=8, choices=Uneven.choices, default=Uneven.OUT
    )
    spectators = models.BooleanField(_("open to spectators"), default=True)
    status = models.CharField(
        _("status"), max_length=10, choices=Status.choices, default=Status.DRAFT, editable=False
    )
    seed = models.BigIntegerField(default=new_seed, editable=False)
    #: Counts everything that anybody who follows the event could see change.
    version = models.PositiveIntegerField(default=0, editable=False)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)
    finished_at = models.DateTimeField(_("finished"), null=True, blank=True, editable=False)

    class Meta:
        verbose_name = _("event")
        verbose_name_plural = _("events")
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(deals__gte=1), name="event_has_deals"),
            models.CheckConstraint(
                condition=Q(stake_minor=0, currency="") | (Q(stake_minor__gt=0) & ~Q(currency="")),
                name="event_stake_has_a_currency",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def rule_set(self) -> RuleSet:
        """The rules that are played."""
        return RuleSet.make(options=self.rules)


class Entry(models.Model):
    """Somebody has entered an event: a member, or a bot that fills it."""

    class Status(models.TextChoices):
        ENTERED = "entered", _("entered")
        WAITING = "waiting", _("on the waiting list")
        HERE = "here", _("checked in")
        WITHDRAWN = "withdrawn", _("withdrawn")

    event = models.ForeignKey(
        Event, on_delete=models.CASCADE, related_name="entries", verbose_name=_("event")
    )
    #: Counted from 1 in the order of entering; never given twice.
    number = models.PositiveSmallIntegerField(_("number"))
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="entries",
        verbose_name=_("person"),
    )
    #: The name as it was on entering.
    name = models.CharField(_("name"), max_length=40)
    #: The name of the bot that plays, where no person does.
    bot = models.CharField(_("bot"), max_length=40, blank=True)
    status = models.CharField(
        _("status"), max_length=10, choices=Status.choices, default=Status.ENTERED
    )
    #: The first round they take part in, and the last one if they left before the end.
    joined = models.PositiveSmallIntegerField(_("from round"), default=1)
    left = models.PositiveSmallIntegerField(_("up to round"), null=True, blank=True)
    created_at = models.DateTimeField(_("entered"), auto_now_add=True)

    class Meta:
        verbose_name = _("entry")
        verbose_name_plural = _("entries")
        ordering: ClassVar = ["number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["event", "number"], name="entry_number_once"),
            models.UniqueConstraint(fields=["event", "user"], name="person_enters_once"),
            models.CheckConstraint(
                condition=Q(user__isnull=False, bot="") | (Q(user=None) & ~Q(bot="")),
                name="entry_is_a_person_or_a_bot",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.number} {self.name}"


class EventRound(models.Model):
    """One round: proposed, then published and played, then over."""

    class Status(models.TextChoices):
        PROPOSED = "proposed", _("proposed")
        RUNNING = "running", _("running")
        FINISHED = "finished", _("finished")

    event = models.ForeignKey(
        Event, on_delete=models.CASCADE, related_name="rounds", verbose_name=_("event")
    )
    number = models.PositiveSmallIntegerField(_("number"))
    stage = models.CharField(_("stage"), max_length=20, blank=True)
    #: Who sits where, by numbers of entries: ``{"tables": [[1, 2, 3, null]], "out": [4]}``.
    seating = models.JSONField(_("seating"))
    status = models.CharField(
        _("status"), max_length=10, choices=Status.choices, default=Status.PROPOSED
    )
    started_at = models.DateTimeField(_("started"), null=True, blank=True)
    finished_at = models.DateTimeField(_("finished"), null=True, blank=True)

    class Meta:
        verbose_name = _("round")
        verbose_name_plural = _("rounds")
        ordering: ClassVar = ["number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["event", "number"], name="round_number_once"),
            models.UniqueConstraint(
                fields=["event"],
                condition=~Q(status="finished"),
                name="event_has_one_round_at_a_time",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.event_id}/{self.number}"

    @property
    def seated(self) -> Seating:
        """Who sits where, as formats and seating know it."""
        return seating_of(self.seating)


class EventTable(models.Model):
    """One table of a round."""

    round = models.ForeignKey(
        EventRound, on_delete=models.CASCADE, related_name="tables", verbose_name=_("round")
    )
    number = models.PositiveSmallIntegerField(_("number"))
    table = models.OneToOneField(
        Table, on_delete=models.PROTECT, related_name="event_table", verbose_name=_("table")
    )
    finished_at = models.DateTimeField(_("finished"), null=True, blank=True)

    class Meta:
        verbose_name = _("table of an event")
        verbose_name_plural = _("tables of events")
        ordering: ClassVar = ["number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["round", "number"], name="event_table_number_once"),
        ]

    def __str__(self) -> str:
        return f"{self.round_id}/{self.number}"


class EventSeat(models.Model):
    """A seat at a table of an event, and what came of it in points."""

    event_table = models.ForeignKey(
        EventTable, on_delete=models.CASCADE, related_name="seats", verbose_name=_("table")
    )
    #: The seat's number at the table.
    place = models.PositiveSmallIntegerField(_("seat"))
    #: Whose result it is, whoever plays; a bot that completes the table has none.
    entry = models.ForeignKey(
        Entry,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="seats",
        verbose_name=_("entry"),
    )
    #: The sum of the nets of the round's deals, once it is known.
    net = models.IntegerField(_("net"), null=True, blank=True)
    deals_won = models.PositiveSmallIntegerField(_("deals won"), default=0)
    deals_played = models.PositiveSmallIntegerField(_("deals played"), default=0)

    class Meta:
        verbose_name = _("seat of an event")
        verbose_name_plural = _("seats of events")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["event_table", "place"], name="event_seat_once"),
        ]

    def __str__(self) -> str:
        return f"{self.event_table_id}/{self.place}"


class EntryPenalty(models.Model):
    """Points that an entrant loses, until that is taken back."""

    REASON_LENGTH: ClassVar[int] = 200

    entry = models.ForeignKey(
        Entry, on_delete=models.PROTECT, related_name="penalties", verbose_name=_("entry")
    )
    points = models.PositiveIntegerField(_("points"))
    #: The round it was given in; 0 before the first.
    round = models.PositiveSmallIntegerField(_("round"), default=0)
    reason = models.CharField(_("reason"), max_length=REASON_LENGTH)
    created_at = models.DateTimeField(_("given"), auto_now_add=True)
    reversed_at = models.DateTimeField(_("taken back"), null=True, blank=True)

    class Meta:
        verbose_name = _("penalty")
        verbose_name_plural = _("penalties")
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(points__gte=1), name="penalty_costs_something"),
        ]

    def __str__(self) -> str:
        return f"{self.entry_id} -{self.points}"


class EventRecord(models.Model):
    """Who did what in an event, when and why; appended, never changed, shown to all entrants."""

    class Deed(models.TextChoices):
        CREATED = "created", _("made the event")
        CHANGED = "changed", _("changed the event")
        OPENED = "opened", _("opened it for entries")
        CHECK_IN = "check-in", _("began the check-in")
        STARTED = "started", _("started the event")
        CANCELLED = "cancelled", _("cancelled the event")
        FINISHED = "finished", _("ended the event")
        ENTERED = "entered", _("entered")
        MOVED_UP = "moved-up", _("moved up from the waiting list")
        WITHDREW = "withdrew", _("withdrew")
        REMOVED = "removed", _("took somebody out")
        BOT = "bot", _("entered a bot")
        SEATED = "seated", _("changed a seating")
        PUBLISHED = "published", _("published a round")
        SUBSTITUTED = "substituted", _("replaced a player")
        CORRECTED = "corrected", _("corrected a result")
        PENALTY = "penalty", _("gave a penalty")
        REVERSED = "reversed", _("took a penalty back")
        ANNOUNCED = "announced", _("announced")

    TEXT_LENGTH: ClassVar[int] = 500

    event = models.ForeignKey(
        Event, on_delete=models.CASCADE, related_name="records", verbose_name=_("event")
    )
    #: Nobody, where it happened by itself.
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        related_name="+",
        verbose_name=_("who"),
    )
    deed = models.CharField(_("what"), max_length=12, choices=Deed.choices)
    #: Whom it was done to.
    entry = models.ForeignKey(
        Entry,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("entry"),
    )
    #: Why, or what was announced, in the words of who did it.
    text = models.CharField(_("words"), max_length=TEXT_LENGTH, blank=True)
    #: What the sentence needs besides: a round, a table, points.
    params = models.JSONField(_("details"), default=dict, blank=True)
    at = models.DateTimeField(_("when"), auto_now_add=True)

    class Meta:
        verbose_name = _("record of an event")
        verbose_name_plural = _("records of events")
        ordering: ClassVar = ["-pk"]

    def __str__(self) -> str:
        return f"{self.event_id} {self.deed}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Append the record.

        :raises TypeError: it is there already, and records do not change
        """
        if not self._state.adding:
            raise TypeError("a record of an event does not change")
        super().save(*args, **kwargs)


def seating_of(stored: dict[str, Any]) -> Seating:
    """Return the seating that a round's row says; the inverse of `stored_seating`."""
    return Seating(tuple(map(tuple, stored["tables"])), tuple(stored["out"]))


def stored_seating(seating: Seating) -> dict[str, Any]:
    """Return the seating as a round's row has it."""
    return {"tables": [list(table) for table in seating.tables], "out": list(seating.out)}
