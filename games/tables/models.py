"""Models of tables: sessions, seats, deals and every action.

The list of actions is the source of truth for a deal. Its state follows from its start and the
actions, computed by ``games.rules`` (see ``games.tables.snapshot``); no second copy is stored that
could disagree.
"""

import secrets
from typing import Any, ClassVar, Protocol

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import F, Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.common import money
from games.rules.ruleset.errors import RuleSetError
from games.rules.ruleset.rule_set import RuleSet
from games.tables.clocks import CHOICES


def new_slug() -> str:
    """Return a new random slug for a table's address: 60 random bits, so it cannot be guessed."""
    return secrets.token_urlsafe(8).replace("-", "x").replace("_", "y")


def validate_rules(value: object) -> None:
    """Check that the value is a complete and consistent set of options.

    :raises ValidationError: it is not
    """
    if not isinstance(value, dict):
        raise ValidationError(_("The rules must be a set of options."))
    try:
        RuleSet.make(options=value)
    except RuleSetError as error:
        raise ValidationError(str(error)) from error


def validate_currency(value: str) -> None:
    """Check that the currency is in use.

    :raises ValidationError: it is not
    """
    if value not in money.CURRENCIES:
        raise ValidationError(_("Choose a currency from the list."))


class Stake(models.Model):
    """The value of one point: an amount in minor units of a currency, or points only."""

    stake_minor = models.PositiveIntegerField(
        _("stake per point"),
        default=0,
        help_text=_("In minor units of the currency, such as cents. 0 means points only."),
    )
    currency = models.CharField(
        _("currency"),
        max_length=3,
        blank=True,
        validators=[validate_currency],
        help_text=_("ISO 4217 code. Blank means points only."),
    )

    class Meta:
        abstract = True


class PlayedStake(Stake):
    """The stake of a table, and what happens to it when a bot has a seat; a bot cannot pay.

    ``games.tables.stakes`` decides which sessions are for money.
    """

    class BotMoney(models.TextChoices):
        """Ways to play for a stake with bots: for points only, or the club pays for the bots."""

        POINTS = "points", _("Play for points only")
        HOUSE = "house", _("Play for money: the club keeps what bots win and pays what they lose")

    bot_money = models.CharField(
        _("if bots play"), max_length=10, choices=BotMoney.choices, default=BotMoney.POINTS
    )
    #: The most points that a deal with these rules can cost a seat (``games.tables.max_loss``).
    #: None for points, and in rows of earlier releases, for which it is computed.
    max_loss = models.PositiveBigIntegerField(null=True, blank=True, editable=False)

    class Meta(Stake.Meta):
        abstract = True


class Table(PlayedStake):
    """A table where sessions are played, one after the other.

    ``version`` counts every change that a user at the table can see. Every change holds the row's
    lock (``games.tables.services``).
    """

    class Phase(models.TextChoices):
        """Phases of a table; a finished one can begin another session."""

        WAITING = "waiting", _("waiting for players")
        PLAYING = "playing", _("playing a deal")
        BETWEEN = "between", _("between two deals")
        FINISHED = "finished", pgettext_lazy("a table", "finished")

    #: Phases while a session is played.
    RUNNING_PHASES: ClassVar = (Phase.PLAYING, Phase.BETWEEN)

    class Joining(models.TextChoices):
        """Groups of users who can join a table: anyone, club members, or users with the link."""

        ANYONE = "anyone", _("Anyone (listed in the lobby)")
        MEMBERS = "members", _("Club members (listed only for them)")
        LINK = "link", _("Anyone with the link")

    class Seating(models.TextChoices):
        """Ways in which seats are assigned: by a draw, or as the players choose."""

        DRAWN = "drawn", _("Drawn when the game starts")
        CHOSEN = "chosen", _("Chosen by the players")

    class Purpose(models.TextChoices):
        """Relation of a table to its event: the sessions count for it, or the event is over."""

        COUNTS = "counts", _("Counts towards an event, which sets the terms")
        LATE = "late", _("The event is over, so games that start or end now don’t count towards it")

    class Pace(models.TextChoices):
        """Speeds of the bots."""

        RELAXED = "relaxed", _("Relaxed")
        NORMAL = "normal", _("Normal")
        FAST = "fast", _("Fast")

    class Lesson(models.TextChoices):
        """Kinds of lesson, with or without the coach."""

        TAUGHT = "taught", _("with the coach")
        SKIPPED = "skipped", _("without the coach")

    slug = models.CharField(max_length=16, unique=True, default=new_slug, editable=False)
    host = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        related_name="hosted_tables",
        verbose_name=_("host"),
    )
    rules = models.JSONField(_("rules"), validators=[validate_rules])
    rules_name = models.CharField(_("rule set name"), max_length=60, default="pagat")
    deals_planned = models.PositiveSmallIntegerField(_("deals"), default=5)
    #: A session also ends when the sum of a player's nets reaches this value, plus or minus.
    target = models.PositiveIntegerField(_("target score"), null=True, blank=True)
    clock = models.CharField(_("clock"), max_length=10, choices=CHOICES, default="none")
    joining = models.CharField(
        _("who can join"), max_length=10, choices=Joining.choices, default=Joining.LINK
    )
    seating = models.CharField(
        _("seats"), max_length=10, choices=Seating.choices, default=Seating.DRAWN
    )
    bots = models.BooleanField(_("bots fill empty seats"), default=True)
    #: The strength of the bots that take empty seats (``games.tables.bot_strength``); blank for
    #: that of events and stand-ins.
    bot_strength = models.CharField(
        _("bot strength"), max_length=20, blank=True, default="", db_default=""
    )
    #: Other strengths for bots in certain seats, by the seat's number as text.
    seat_strengths = models.JSONField(
        default=dict, db_default=models.Value({}, models.JSONField()), editable=False
    )
    #: Whether "Hint" shows the play that a strong bot would choose first
    #: (``games.tables.advice``).
    advice = models.BooleanField(_("hints suggest the best play"), default=True, db_default=True)
    #: Thinking time of bots and the wait before the next deal (``games.tables.bot_speed``).
    pace = models.CharField(
        _("bot speed"), max_length=10, choices=Pace.choices, default=Pace.NORMAL
    )
    #: A lesson is played by one user at a separate table; it has no effect on lists or ratings.
    lesson = models.CharField(
        _("lesson"),
        max_length=10,
        choices=Lesson.choices,
        blank=True,
        default="",
        editable=False,
    )
    spectators = models.BooleanField(_("spectators allowed"), default=True)
    #: Actions by which the spectator view of a running deal is delayed (``games.tables.delay``).
    spectator_delay = models.PositiveSmallIntegerField(_("spectator delay in moves"), default=0)
    #: Players, terms and times are set from outside, for example by an event; the players at the
    #: table only play.
    is_arranged = models.BooleanField(_("arranged by an organizer"), default=False, editable=False)
    #: Whether sessions here count for an event, or did. While they do, players come and go, but the
    #: terms are fixed. Empty for a table that belongs to its players.
    purpose = models.CharField(
        _("purpose"),
        max_length=10,
        choices=Purpose.choices,
        blank=True,
        default="",
        editable=False,
    )
    #: Common key of all tables that play the same packs; empty if no other table does.
    #: ``games.tables.seals`` defines what is kept back at such tables, and for how long.
    same_packs = models.CharField(max_length=40, blank=True, db_index=True, editable=False)
    #: Ids of users whom the host removed: they may watch but not sit down again.
    barred = models.JSONField(_("removed players"), default=list, blank=True)
    #: Id of the club that the table was opened in, if it is for members. Clubs are in a higher
    #: package, so this is no foreign key; see ``games.tables.clubs``.
    club = models.PositiveBigIntegerField(_("club"), null=True, blank=True, db_index=True)
    created_at = models.DateTimeField(_("opened at"), auto_now_add=True)
    #: Key of the form that opened the table; the same form sent again leads to the same table.
    opening_key = models.CharField(  # noqa: DJ001  (many tables have none, and '' would have to be unique)
        max_length=32, null=True, unique=True, editable=False
    )

    version = models.PositiveIntegerField(default=0, editable=False)
    phase = models.CharField(
        _("phase"), max_length=10, choices=Phase.choices, default=Phase.PLAYING, editable=False
    )
    #: Counts changes other than actions: seats, deals, ready players. Data read at one revision
    #: stays valid for that revision.
    revision = models.PositiveIntegerField(default=0, editable=False)
    #: Number of actions in the newest deal at this version.
    action_count = models.PositiveSmallIntegerField(default=0, editable=False)
    #: The seat whose turn it is, stored here so that lists need not replay the deal.
    turn = models.PositiveSmallIntegerField(_("turn"), null=True, editable=False)
    #: Start of the turn, and its deadline, which only tables with a clock have.
    turn_since = models.DateTimeField(null=True, editable=False)
    deadline = models.DateTimeField(_("deadline"), null=True, editable=False)
    #: While this is set, timed steps wait and all clocks are stopped.
    paused_at = models.DateTimeField(_("paused at"), null=True, editable=False)
    #: When the next timed step is due: a bot's turn, a deadline or the next deal.
    due_at = models.DateTimeField(_("next step due at"), null=True, editable=False)
    #: When a page last showed the table while only bots play (``services.resting``).
    watched_at = models.DateTimeField(null=True, editable=False)

    class Meta:
        verbose_name = _("table")
        verbose_name_plural = _("tables")
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(deals_planned__gte=1), name="table_has_at_least_one_deal"
            ),
            models.CheckConstraint(
                condition=Q(club=None) | Q(joining="members"),
                name="table_of_a_club_is_for_members",
            ),
            # Tables are arranged for the events of clubs.
            models.CheckConstraint(
                condition=Q(bot_money="points") | Q(club__isnull=False) | Q(is_arranged=True),
                name="table_with_a_house_is_a_clubs",
            ),
            models.CheckConstraint(
                condition=Q(same_packs="") | Q(spectators=False, is_arranged=True),
                name="table_of_same_packs_has_no_spectators",
            ),
        ]
        indexes: ClassVar = [
            models.Index(fields=["due_at"], name="table_due"),
            # Few of the tables that a user has opened are still open.
            models.Index(fields=["host"], condition=~Q(phase="finished"), name="table_of_host"),
        ]

    def __str__(self) -> str:
        return self.slug

    def get_absolute_url(self) -> str:
        return reverse("table", args=[self.slug])


class Session(PlayedStake):
    """A series of deals at one table with the same players, rules and stake, settled at its end."""

    class Status(models.TextChoices):
        """Statuses of a session: waiting, running, finished, or a lesson at any stage."""

        WAITING = "waiting", _("waiting for players")
        RUNNING = "running", _("running")
        FINISHED = "finished", pgettext_lazy("a game", "finished")
        #: During and after the lesson; lists, totals and ratings ignore it.
        LESSON = "lesson", _("lesson")

    #: Statuses of sessions that aren't over.
    GOING_ON: ClassVar = (Status.WAITING, Status.RUNNING)

    table = models.ForeignKey(
        Table, on_delete=models.CASCADE, related_name="sessions", verbose_name=_("table")
    )
    number = models.PositiveSmallIntegerField(_("number"), default=1)
    rules = models.JSONField(_("rules"), validators=[validate_rules])
    rules_name = models.CharField(_("rule set name"), max_length=60, default="pagat")
    deals_planned = models.PositiveSmallIntegerField(_("deals"))
    target = models.PositiveIntegerField(_("target score"), null=True, blank=True)
    #: For each proposal the seats that agree to it.
    votes = models.JSONField(default=dict, editable=False)
    #: For each proposal the time when it lapses, in ISO 8601; read by ``games.tables.proposals``.
    vote_ends = models.JSONField(default=dict, editable=False)
    #: Outcome of the last proposal that did not pass: ``proposal``, ``seat`` (which said no; None
    #: if it lapsed) and ``at``, in ISO 8601.
    vote_outcome = models.JSONField(default=dict, editable=False)
    #: Answers to a rematch after the session: the seats that said ``yes``, in the order of their
    #: answers; those that said ``no`` or quit; those of the first that ``agreed`` to a maximum loss
    #: above their limit; and the digest of the ``terms`` of each yes, by seat.
    again = models.JSONField(default=dict, editable=False)
    #: The seats of a waiting further session are reserved for the previous players until the host
    #: opens them to others.
    seats_open = models.BooleanField(_("seats open to everyone"), default=False)
    #: The running deal is the last one.
    ending = models.BooleanField(_("ends after this deal"), default=False)
    #: The seats that counted as agreeing to the end because their players were absent.
    ending_without = models.JSONField(
        default=list, db_default=models.Value([], models.JSONField()), editable=False
    )
    #: Ids of users whose seats the host freed because they had no page open.
    freed = models.JSONField(
        default=list, db_default=models.Value([], models.JSONField()), editable=False
    )
    #: The result is settled with the event that the table counts for.
    is_part = models.BooleanField(_("settled with the event"), default=False, editable=False)
    #: Whether the sweeps for settlements and ratings have not yet confirmed that the work is done.
    #: They look only at marked sessions and clear the mark.
    awaits_settlement = models.BooleanField(default=True, editable=False)
    awaits_rating = models.BooleanField(default=True, editable=False)
    #: Whether some deals use prepared packs.
    has_prepared_packs = models.BooleanField(default=False, editable=False)
    #: The secret of the coming deal, and the words that players added to its shuffle, by user id.
    next_secret = models.CharField(max_length=64, blank=True, editable=False)
    next_words = models.JSONField(default=dict, editable=False)
    status = models.CharField(
        _("status"), max_length=10, choices=Status.choices, default=Status.RUNNING
    )
    started_at = models.DateTimeField(_("started at"), auto_now_add=True)
    finished_at = models.DateTimeField(_("finished at"), null=True, blank=True)

    class Meta:
        verbose_name = _("session")
        verbose_name_plural = _("sessions")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["table", "number"], name="session_number_once"),
        ]
        # Partial indexes for the few sessions that run, ended recently or await work.
        indexes: ClassVar = [
            models.Index(
                fields=["status"],
                condition=Q(status="waiting") | Q(status="running"),
                name="session_going_on",
            ),
            models.Index(
                fields=["finished_at"], condition=Q(status="finished"), name="session_finished"
            ),
            models.Index(
                fields=["finished_at"],
                condition=Q(status="finished", awaits_settlement=True),
                name="session_awaits_settlement",
            ),
            models.Index(
                fields=["finished_at"],
                condition=Q(status="finished", awaits_rating=True),
                name="session_awaits_rating",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.table.slug}/{self.number}"

    def get_absolute_url(self) -> str:
        return reverse("session", args=[self.table.slug, self.number])

    @property
    def table_slug(self) -> str:
        """The slug of the session's table."""
        return self.table.slug


class Seat(models.Model):
    """A seat in one session, held by a user or a bot."""

    session = models.ForeignKey(
        Session, on_delete=models.CASCADE, related_name="seats", verbose_name=_("session")
    )
    number = models.PositiveSmallIntegerField(_("seat"))
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="seats",
        verbose_name=_("user"),
    )
    #: The name at the time of the session: users may rename themselves, score sheets do not change.
    name = models.CharField(_("name"), max_length=40)
    #: The user's picture at that time, or a picture for a bot's strength (``bot_strength``); see
    #: ``accounts.pictures``. Empty for none.
    picture = models.CharField(pgettext_lazy("a player", "picture"), max_length=20, blank=True)
    #: The bot that owns the seat (see ``games.bots``); empty for a user's seat.
    bot = models.CharField(_("bot"), max_length=40, blank=True)
    ready = models.BooleanField(_("ready for the next deal"), default=False)
    #: A bot plays for the user, who is away or has quit.
    stand_in = models.BooleanField(_("bot stand-in"), default=False)
    #: Last report of the user's browser from this table; stored while the table waits.
    seen_at = models.DateTimeField(null=True, blank=True, editable=False)
    #: Since when the player has had no page open, as stored some seconds later; None for a player
    #: with an open page (``services.absences``). While a bot plays for the player, it stays.
    absent_since = models.DateTimeField(null=True, blank=True, editable=False)
    #: When the player on turn at a table without a clock was reminded; reset to None by a move.
    reminded_at = models.DateTimeField(null=True, blank=True, editable=False)
    #: The player did nothing on the turn for a while after the reminder.
    idle = models.BooleanField(default=False, db_default=False, editable=False)
    left_at = models.DateTimeField(_("quit at"), null=True, blank=True)
    #: Copy of the session's ``finished_at``, so that an index finds a user's newest and running
    #: sessions.
    over_at = models.DateTimeField(null=True, blank=True, editable=False)
    timeouts = models.PositiveSmallIntegerField(_("turns missed in a row"), default=0)
    #: Milliseconds left in the deal's time bank.
    bank_ms = models.PositiveIntegerField(default=0, editable=False)
    points = models.IntegerField(_("points"), default=0)
    net = models.IntegerField(_("net"), default=0)
    #: Totals of the finished deals for this seat, so that statistics need not read the deals: how
    #: many, how many won, best and worst net.
    deals_played = models.PositiveSmallIntegerField(_("deals"), default=0)
    deals_won = models.PositiveSmallIntegerField(_("deals won"), default=0)
    best_net = models.IntegerField(_("best net in one deal"), null=True, blank=True)
    worst_net = models.IntegerField(_("worst net in one deal"), null=True, blank=True)

    class Meta:
        verbose_name = _("seat")
        verbose_name_plural = _("seats")
        ordering: ClassVar = ["session", "number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["session", "number"], name="seat_taken_once"),
            models.UniqueConstraint(fields=["session", "user"], name="person_sits_once"),
            models.CheckConstraint(
                condition=(Q(user=None) & ~Q(bot="")) | Q(user__isnull=False, bot=""),
                name="seat_is_a_person_or_a_bot",
            ),
        ]
        indexes: ClassVar = [models.Index(fields=["user", "over_at"], name="seat_of_person")]

    #: The fields that `add` changes.
    SUMS: ClassVar = ("net", "deals_played", "deals_won", "best_net", "worst_net")

    def __str__(self) -> str:
        return f"{self.number} {self.name}"

    def add(self, net: int, *, has_won: bool) -> None:
        """Add the result of a deal to the totals; the caller saves the seat."""
        for name, value in sums_with(self, net, has_won=has_won).items():
            setattr(self, name, value)

    @property
    def is_bot(self) -> bool:
        """Return whether a bot owns the seat."""
        return bool(self.bot)


class SeatSums(Protocol):
    """Totals of a seat's deals so far; `Seat` documents the fields."""

    @property
    def net(self) -> int: ...
    @property
    def deals_played(self) -> int: ...
    @property
    def deals_won(self) -> int: ...
    @property
    def best_net(self) -> int | None: ...
    @property
    def worst_net(self) -> int | None: ...


def sums_with(seat: SeatSums, net: int, *, has_won: bool) -> dict[str, Any]:
    """Return the seat's totals with one more deal of that net, by field name (`Seat.SUMS`)."""
    return {
        "net": seat.net + net,
        "deals_played": seat.deals_played + 1,
        "deals_won": seat.deals_won + has_won,
        "best_net": net if seat.best_net is None else max(seat.best_net, net),
        "worst_net": net if seat.worst_net is None else min(seat.worst_net, net),
    }


class Deal(models.Model):
    """One deal: its start and, once it is over, its result.

    ``attempt`` counts the deals with the same number; each redeal adds one.
    """

    class PackSource(models.TextChoices):
        """Origins of a deal's pack, which determine how the shuffle can be checked."""

        OWN = "own", _("shuffled for this deal with the table’s secret and the players’ words")
        SHARED = "shared", _("shuffled once for several tables")
        GIVEN = "given", _("arranged, not shuffled")

    session = models.ForeignKey(
        Session, on_delete=models.CASCADE, related_name="deals", verbose_name=_("session")
    )
    number = models.PositiveSmallIntegerField(_("number"))
    attempt = models.PositiveSmallIntegerField(_("attempt"), default=1)
    #: The start of the deal in the notation of ``games.rules.record``: the rules, the pack, the
    #: dealer and the result of the previous deal. Secret while the deal runs.
    start = models.TextField()
    started_at = models.DateTimeField(_("started at"), auto_now_add=True)
    finished_at = models.DateTimeField(_("finished at"), null=True)
    winner = models.PositiveSmallIntegerField(_("winner"), null=True)
    points = models.JSONField(_("points"), null=True)
    nets = models.JSONField(_("nets"), null=True)
    #: Points paid between pairs of seats: a list of (payer, payee, points).
    pairs = models.JSONField(_("payments"), null=True)
    #: The seats where a bot stood in for a user at any time.
    stand_ins = models.JSONField(_("stand-ins"), default=list)
    #: Where the pack came from, which determines how it can be checked.
    pack_source = models.CharField(
        _("pack"), max_length=10, choices=PackSource.choices, default=PackSource.OWN
    )
    #: Inputs of the shuffle (``games.tables.shuffle``): the name of the deal, the server's secret
    #: and the players' words by seat. The secret must not be shown while the deal runs.
    shuffle_name = models.CharField(max_length=120, blank=True)
    secret = models.CharField(max_length=64, blank=True)
    words = models.JSONField(default=dict)

    class Meta:
        verbose_name = _("deal")
        verbose_name_plural = _("deals")
        ordering: ClassVar = ["session", "number", "attempt"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["session", "number", "attempt"], name="deal_number_once"
            ),
            models.CheckConstraint(
                condition=Q(finished_at=None) | Q(finished_at__gte=F("started_at")),
                name="deal_ends_after_its_start",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.session_id}/{self.number}"


class PreparedPack(models.Model):
    """The pack of a coming deal, set in advance; for example, the same at several tables."""

    session = models.ForeignKey(Session, on_delete=models.CASCADE, related_name="prepared")
    number = models.PositiveSmallIntegerField()
    #: The cards from the top, in the notation: "3D 9S …".
    pack = models.TextField()
    dealer = models.PositiveSmallIntegerField(null=True)
    #: Secret and name of its shuffle; empty for a pack that was arranged by hand.
    secret = models.CharField(max_length=64, blank=True)
    shuffle_name = models.CharField(max_length=120, blank=True)

    class Meta:
        verbose_name = _("prepared pack")
        verbose_name_plural = _("prepared packs")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["session", "number"], name="pack_prepared_once"),
        ]

    def __str__(self) -> str:
        return f"{self.session_id}/{self.number}"


class Action(models.Model):
    """An action of a seat in the notation of ``games.rules.deal``; appended, never changed."""

    deal = models.ForeignKey(Deal, on_delete=models.CASCADE, related_name="actions")
    number = models.PositiveSmallIntegerField()
    text = models.CharField(max_length=80)
    by_bot = models.BooleanField(default=False)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name = _("action")
        verbose_name_plural = _("actions")
        ordering: ClassVar = ["deal", "number"]
        constraints: ClassVar = [
            # Of two simultaneous writers one fails, so nothing is played twice.
            models.UniqueConstraint(fields=["deal", "number"], name="action_number_once"),
        ]

    def __str__(self) -> str:
        return f"{self.deal_id}/{self.number} {self.text}"
