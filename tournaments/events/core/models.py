"""Models of events and of their activity log."""

import secrets
from datetime import datetime, timedelta
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.common.records import AppendOnly
from games.rules.ruleset.rule_set import RuleSet
from games.tables.clocks import CHOICES
from games.tables.models import Stake, new_slug, validate_rules
from tournaments.clubs.models import Club
from tournaments.ledger.book.models import Payments
from tournaments.pairing.prizes import PrizeKind, PrizeTable


def new_seed() -> int:
    """Return a random 48-bit seed for all draws of a new event."""
    return secrets.randbelow(2**48)


class Event(Stake):
    """A tournament or club night of a club.

    A change of an event locks its row (``tournaments.events.core.locking``).
    """

    class Status(models.TextChoices):
        """Stage of an event, from draft and sign-up to finished or cancelled."""

        DRAFT = "draft", _("draft")
        OPEN = "open", _("sign-up open")
        CHECK_IN = "check-in", _("check-in open")
        RUNNING = "running", _("in progress")
        FINISHED = "finished", pgettext_lazy("an event", "finished")
        CANCELLED = "cancelled", _("cancelled")

    class Uneven(models.TextChoices):
        """Treatment of players who do not fill a table."""

        OUT = "out", _("Players take turns sitting out")
        SMALLER = "smaller", _("Some tables have one player fewer")
        BOTS = "bots", _("Bots fill empty seats")

    class Cards(models.TextChoices):
        """Place where an event's deals are played: in the app, or with real cards."""

        APP = "app", _("In the app")
        PAPER = "paper", _("Real cards; you enter the results")

    class Visibility(models.TextChoices):
        """Audience of an event's pages."""

        MEMBERS = "members", _("Club members")
        LINK = "link", _("Anyone with the link")
        PUBLIC = "public", _("Everyone, including search engines")

    class SignupCloses(models.TextChoices):
        """Latest time to sign up for an event, as its organizer chose."""

        START = "start", _("When the event starts. Latecomers can’t join.")
        FIRST_ROUND = "first_round", _("When the first round ends. Latecomers join in round 2.")
        HALF = "half", _("Halfway. Latecomers miss at most half of the rounds.")
        FORMAT = (
            "format",
            _(
                "As late as the format allows: for a knock-out, when round 1 starts; for groups,"
                " when half of the group rounds are played; for all other formats, when half of"
                " the rounds are played."
            ),
        )

    #: Statuses before the start.
    UPCOMING_STATUSES: ClassVar = (Status.DRAFT, Status.OPEN, Status.CHECK_IN)
    #: Statuses after the start, unless it is cancelled.
    STARTED_STATUSES: ClassVar = (Status.RUNNING, Status.FINISHED)
    #: Statuses after the end.
    OVER_STATUSES: ClassVar = (Status.FINISHED, Status.CANCELLED)

    NAME_LENGTH: ClassVar[int] = 80
    DESCRIPTION_LENGTH: ClassVar[int] = 4000
    MOST_SIT_OUT_POINTS: ClassVar[int] = 500
    MOST_PENALTY_LIMIT: ClassVar[int] = 9999
    #: Time to check the results of an event for money before it settles itself.
    CHECKING_TIME: ClassVar = timedelta(hours=24)

    slug = models.CharField(max_length=16, unique=True, default=new_slug, editable=False)
    club = models.ForeignKey(
        Club, on_delete=models.PROTECT, related_name="events", verbose_name=_("club")
    )
    name = models.CharField(_("name"), max_length=NAME_LENGTH)
    description = models.TextField(_("description"), max_length=DESCRIPTION_LENGTH, blank=True)
    starts_at = models.DateTimeField(_("starts"))
    #: Approximate length, for calendars.
    minutes = models.PositiveIntegerField(_("duration in minutes"), default=180)
    rules = models.JSONField(_("rules"), validators=[validate_rules])
    rules_name = models.CharField(_("rule set name"), max_length=60)
    #: Maximum points that a seat can lose in a deal, at the full table or at a smaller one; None
    #: where it was not stored.
    max_loss = models.PositiveBigIntegerField(null=True, blank=True, editable=False)
    #: Number of deals that a table plays in a round.
    deals = models.PositiveSmallIntegerField(_("deals per round"), default=4)
    clock = models.CharField(_("clock"), max_length=10, choices=CHOICES, default="none")
    #: Further entrants join the waiting list; without a limit there is none.
    entry_limit = models.PositiveSmallIntegerField(_("player limit"), null=True, blank=True)
    #: Latest time to sign up for a running event; never later than the format allows.
    signup_closes = models.CharField(
        _("sign-up closes"),
        max_length=12,
        choices=SignupCloses.choices,
        default=SignupCloses.FORMAT,
        db_default=SignupCloses.FORMAT.value,
    )
    #: A key of ``tournaments.pairing.formats.FORMATS``, and its settings as the format stores them.
    format = models.CharField(_("format"), max_length=20)
    format_settings = models.JSONField(_("format settings"), default=dict, blank=True)
    uneven = models.CharField(
        _("if tables don’t fill"), max_length=8, choices=Uneven.choices, default=Uneven.OUT
    )
    #: Points that an entrant gets for each round sat out, paid by the club.
    sit_out_points = models.PositiveSmallIntegerField(_("points for sitting out"), default=0)
    #: Maximum points of an entrant's penalties that cost money; further points only cost places.
    penalty_limit = models.PositiveSmallIntegerField(
        _("maximum penalty points that cost money"), default=0, db_default=0
    )
    #: Entry fee of each player, in minor units of the currency. An event can have a fee, prizes and
    #: a currency without a stake.
    fee_minor = models.PositiveBigIntegerField(_("entry fee"), default=0, db_default=0)
    #: What the club adds to the fees, in minor units; together they are the pot.
    pot_minor = models.PositiveBigIntegerField(_("added to the pot"), default=0, db_default=0)
    #: Prizes by place, such as ``{"share": [50, 30, 20]}`` (``tournaments.pairing.prizes``).
    prizes = models.JSONField(_("prizes"), null=True, blank=True)
    payments = models.CharField(
        _("payments"),
        max_length=6,
        choices=Payments.choices,
        default=Payments.FEWEST,
        db_default=Payments.FEWEST.value,
    )
    #: Audience of its pages (``tournaments.events.access``). Releases before this column stored
    #: public events.
    visibility = models.CharField(
        _("visible to"),
        max_length=7,
        choices=Visibility.choices,
        default=Visibility.MEMBERS,
        db_default=Visibility.PUBLIC,
    )
    spectators = models.BooleanField(_("open to spectators"), default=True)
    #: With real cards there are no app tables, and so no clock, spectators or bots.
    cards = models.CharField(_("cards"), max_length=5, choices=Cards.choices, default=Cards.APP)
    #: Number of plays by which the spectators' view of its tables is delayed.
    spectator_delay = models.PositiveSmallIntegerField(_("spectator delay in plays"), default=0)
    status = models.CharField(
        _("status"), max_length=10, choices=Status.choices, default=Status.DRAFT, editable=False
    )
    #: Whether the first round opens as soon as all invited members have accepted.
    starts_when_accepted = models.BooleanField(default=False, db_default=False, editable=False)
    #: Idempotency key of the form that created it: submitting it again creates no second event.
    form_key = models.CharField(  # noqa: DJ001  (many have none, and '' is one value)
        max_length=48, null=True, unique=True, editable=False
    )
    seed = models.BigIntegerField(default=new_seed, editable=False)
    #: Counts every change that a viewer of the event could see.
    version = models.PositiveIntegerField(default=0, editable=False)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)
    #: Time of the last change of `version`; calendars ask for newer events.
    changed_at = models.DateTimeField(auto_now=True)
    finished_at = models.DateTimeField(
        pgettext_lazy("date", "finished"), null=True, blank=True, editable=False
    )
    #: Whether the sweep still has to check that the event was settled; it reads these events only.
    awaits_settlement = models.BooleanField(default=True, editable=False)

    class Meta:
        verbose_name = _("event")
        verbose_name_plural = _("events")
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(deals__gte=1), name="event_has_deals"),
            models.CheckConstraint(
                condition=Q(stake_minor=0, fee_minor=0, pot_minor=0, currency="")
                | (
                    (Q(stake_minor__gt=0) | Q(fee_minor__gt=0) | Q(pot_minor__gt=0))
                    & ~Q(currency="")
                ),
                name="event_stake_has_a_currency",
            ),
            models.CheckConstraint(
                condition=~Q(cards="paper", uneven="bots"), name="no_bots_with_real_cards"
            ),
            models.CheckConstraint(
                condition=Q(sit_out_points__lte=500), name="event_sitting_out_is_no_win"
            ),
        ]
        # Among very many events, few are running and few still await settlement.
        indexes: ClassVar = [
            models.Index(fields=["status"], condition=Q(status="running"), name="event_running"),
            models.Index(
                fields=["finished_at"],
                condition=Q(status="finished", awaits_settlement=True),
                name="event_awaits_settlement",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def ends_at(self) -> datetime:
        """Approximate end: the planned start plus the planned length."""
        return self.starts_at + timedelta(minutes=self.minutes)

    @property
    def rule_set(self) -> RuleSet:
        """The event's rules."""
        return RuleSet.make(options=self.rules)

    @property
    def stake_currency(self) -> str:
        """The currency at the event's tables; empty without a stake, even if there is a fee."""
        return self.currency if self.stake_minor else ""

    @property
    def pays_club(self) -> bool:
        """Return whether all payments of an event for money go through the club's account."""
        return bool(self.currency) and self.payments == Payments.CLUB

    @property
    def settles_at(self) -> datetime | None:
        """Time at which the event settles itself; None before its end.

        An event for money leaves its organizers time to check the results, and to settle earlier.
        """
        if self.finished_at is None:
            return None
        return self.finished_at + self.CHECKING_TIME if self.currency else self.finished_at

    @property
    def prize_table(self) -> PrizeTable | None:
        """The prizes by place; None if there are none."""
        for kind, places in (self.prizes or {}).items():
            return PrizeTable(PrizeKind(kind), tuple(places))
        return None

    @property
    def highest_pot(self) -> int | None:
        """The pot with as many players as the player limit allows; None without a limit."""
        if not self.fee_minor:
            return self.pot_minor
        return None if self.entry_limit is None else self.pot_of(self.entry_limit)

    def pot_of(self, players: int) -> int:
        """Return the pot in minor units: the fees of these players and what the club adds."""
        return self.fee_minor * players + self.pot_minor

    @property
    def is_upcoming(self) -> bool:
        """Return whether it has not started yet and is not cancelled."""
        return self.status in self.UPCOMING_STATUSES

    @property
    def is_on_paper(self) -> bool:
        """Return whether it is played with real cards and its deals are entered by hand."""
        return self.cards == self.Cards.PAPER


class EventRecord(AppendOnly):
    """An activity of an event, with user, time and reason; append-only, shown to all entrants."""

    class Deed(models.TextChoices):
        """Kind of an activity, with its label in the log."""

        CREATED = "created", _("created the event")
        CHANGED = "changed", _("changed the event")
        OPENED = "opened", _("opened sign-up")
        CHECK_IN = "check-in", _("opened check-in")
        STARTED = "started", _("started the event")
        CANCELLED = "cancelled", _("cancelled the event")
        FINISHED = "finished", _("ended the event")
        ENTERED = "entered", pgettext_lazy("activity", "signed up")
        MOVED_UP = "moved-up", _("moved up from the waiting list")
        WITHDREW = "withdrew", _("withdrew")
        REMOVED = "removed", _("removed a player")
        BOT = "bot", _("added a bot")
        SEATED = "seated", _("changed the seating")
        PUBLISHED = "published", _("published a round")
        SUBSTITUTED = "substituted", _("replaced a player")
        CORRECTED = "corrected", _("corrected a result")
        PENALTY = "penalty", _("gave a penalty")
        REVERSED = "reversed", _("removed a penalty")
        ANNOUNCED = "announced", _("posted an announcement")
        NAMED = "named", _("added a player without an account")
        DEAL_WRITTEN = "deal-written", _("entered a deal")
        DEAL_AGREED = "deal-agreed", _("confirmed a deal")
        DEAL_CHANGED = "deal-changed", _("corrected a deal")
        TABLE_CLOSED = "table-closed", _("ended a table early")
        PAUSED = "paused", _("paused all tables")
        RESUMED = "resumed", _("resumed all tables")
        EXTENDED = "extended", _("added time")
        CALLED = "called", _("called the players to a table")
        #: Its value is that of earlier releases.
        REDRAWN = "anew", _("redrew the seating")
        TAKEN_BACK = "taken-back", _("undid a round")
        APART = "apart", _("kept two players apart")
        TOGETHER = "together", _("stopped keeping two players apart")
        UNEVEN = "uneven", _("changed what happens if tables don’t fill")
        IS_HERE = "is-here", _("checked in a player")
        NOT_HERE = "not-here", _("undid a check-in")
        COMMITTED = "committed", _("drew the secret for a round’s shuffle")
        RETURNED = "returned", _("rejoined")
        PROPOSED = "proposed", _("proposed a correction")
        UNCORRECTED = "uncorrected", _("declined a correction")
        ASKED = "asked", _("requested a substitute")
        INVITED = "invited", _("invited a member")
        ACCEPTED = "accepted", _("agreed to the terms")
        DECLINED = "declined", _("declined an invitation")
        IN_PERSON = "in-person", _("recorded an in-person agreement")
        ANSWERS = "answers", _("took responsibility for a player without an account")
        SETTLED = "settled", _("settled the event")
        UNSTARTED = "unstarted", _("undid the start")
        GUEST_LINK = "guest-link", _("created a guest link")
        NO_GUEST_LINK = "no-guests", _("closed the guest link")
        REPEATS = "repeats", _("chose to repeat the event")
        REPEATS_NOT = "repeats-not", _("stopped repeating the event")
        CLOCK_STARTED = "clock-start", _("started the round clock")
        CLOCK_PAUSED = "clock-pause", _("paused the round clock")
        CLOCK_EXTENDED = "clock-more", _("added time to the round clock")
        CLOCK_SET = "clock-set", _("set the minutes of the round clock")
        SKIPS = "skips", _("skipped a round")
        PLAYS = "plays", _("decided to play a round after all")
        WAITS = "waits", _("chose to start when all have accepted")
        WAITS_NOT = "waits-not", _("chose not to start automatically")

    TEXT_LENGTH: ClassVar[int] = 500

    event = models.ForeignKey(
        Event, on_delete=models.CASCADE, related_name="records", verbose_name=_("event")
    )
    #: None for automatic activities.
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        related_name="+",
        verbose_name=_("user"),
    )
    deed = models.CharField(_("activity"), max_length=12, choices=Deed.choices)
    #: The entry concerned.
    entry = models.ForeignKey(
        "tournaments.Entry",
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=pgettext_lazy("of an event", "entry"),
    )
    #: The reason, or the text of an announcement, as the user wrote it.
    text = models.CharField(_("text"), max_length=TEXT_LENGTH, blank=True)
    #: Further parameters of the sentence: a round, a table, points.
    params = models.JSONField(_("details"), default=dict, blank=True)
    at = models.DateTimeField(_("time"), auto_now_add=True)

    class Meta:
        verbose_name = _("event activity")
        verbose_name_plural = _("event activities")
        ordering: ClassVar = ["-pk"]

    def __str__(self) -> str:
        return f"{self.event_id} {self.deed}"
