"""What is kept of a table: who sat where, which deals were played, and every action.

The list of actions is the truth about a deal. Its state is what ``games.rules`` makes of the
deal's start and those actions (see ``games.tables.snapshot``); no second copy of it is stored that
could disagree.
"""

import secrets
from typing import Any, ClassVar, Protocol

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from games.common import money
from games.rules.ruleset import RuleSet, RuleSetError
from games.tables import links
from games.tables.clocks import CHOICES


def new_slug() -> str:
    """Return a new name for a table's address: 60 random bits, not to be guessed."""
    return secrets.token_urlsafe(8).replace("-", "x").replace("_", "y")


def validate_rules(value: object) -> None:
    """Check that the value is a full set of options that go together.

    :raises ValidationError: it is not
    """
    if not isinstance(value, dict):
        raise ValidationError(_("The rules must be a set of options."))
    try:
        RuleSet.make(options=value)
    except RuleSetError as error:
        raise ValidationError(str(error)) from error


def validate_currency(value: str) -> None:
    """Check that the value is a currency that is in use.

    :raises ValidationError: it is not
    """
    if value not in money.CURRENCIES:
        raise ValidationError(_("Choose a currency that is in use."))


class Stake(models.Model):
    """What one point is worth: so many minor units of a currency, or nothing but the point."""

    stake_minor = models.PositiveIntegerField(
        _("stake per point"),
        default=0,
        help_text=_("In minor units of the currency, such as cents. 0 for points only."),
    )
    currency = models.CharField(
        _("currency"),
        max_length=3,
        blank=True,
        validators=[validate_currency],
        help_text=_("ISO 4217; empty for points only."),
    )

    class Meta:
        abstract = True


class PlayedStake(Stake):
    """The stake of a table, with what becomes of it where a bot has a seat; a bot has no purse.

    ``games.tables.stakes`` says for whom a session counts.
    """

    class BotMoney(models.TextChoices):
        POINTS = "points", _("Play for points only")
        HOUSE = "house", _("Play for money: the club keeps what bots win and pays what they lose")

    bot_money = models.CharField(
        _("if bots play"), max_length=10, choices=BotMoney.choices, default=BotMoney.POINTS
    )
    #: The most points that a deal by these rules can cost a seat (``games.tables.max_loss``). None
    #: for points, and where it was not stored: then it is found anew.
    max_loss = models.PositiveBigIntegerField(null=True, blank=True, editable=False)

    class Meta(Stake.Meta):
        abstract = True


class Table(PlayedStake):
    """A place where sessions are played, one after the other.

    ``version`` counts everything that anybody at the table could see change. Whoever changes
    something holds the row's lock (``games.tables.services``), and nothing changes without it.
    """

    class Phase(models.TextChoices):
        WAITING = "waiting", _("waiting for players")
        PLAYING = "playing", _("playing a deal")
        BETWEEN = "between", _("between two deals")
        FINISHED = "finished", _("finished")

    class Joining(models.TextChoices):
        ANYONE = "anyone", _("Anyone (listed in the lobby)")
        MEMBERS = "members", _("Club members (listed only for them)")
        LINK = "link", _("Anyone with the link")

    class Seating(models.TextChoices):
        DRAWN = "drawn", _("Drawn when the game starts")
        CHOSEN = "chosen", _("Chosen by the players")

    class Purpose(models.TextChoices):
        COUNTS = "counts", _("Counts for an event, which sets the terms")
        LATE = "late", _("The event is over; games that start or end now don’t count for it")

    class Pace(models.TextChoices):
        RELAXED = "relaxed", _("Relaxed")
        NORMAL = "normal", _("Normal")
        FAST = "fast", _("Fast")

    class Lesson(models.TextChoices):
        TAUGHT = "taught", _("with a coach")
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
    #: A session also ends when somebody's sum of nets is so far from nothing, up or down.
    target = models.PositiveIntegerField(_("target score"), null=True, blank=True)
    clock = models.CharField(_("clock"), max_length=10, choices=CHOICES, default="none")
    joining = models.CharField(
        _("who can join"), max_length=10, choices=Joining.choices, default=Joining.LINK
    )
    seating = models.CharField(
        _("seats"), max_length=10, choices=Seating.choices, default=Seating.DRAWN
    )
    bots = models.BooleanField(_("bots fill empty seats"), default=True)
    #: How long bots seem to think, and the next deal is waited for (``games.tables.bot_speed``).
    pace = models.CharField(
        _("bot speed"), max_length=10, choices=Pace.choices, default=Pace.NORMAL
    )
    #: A lesson is played by one person at a table of its own; it counts for nothing.
    lesson = models.CharField(
        _("lesson"),
        max_length=10,
        choices=Lesson.choices,
        blank=True,
        default="",
        editable=False,
    )
    spectators = models.BooleanField(_("spectators allowed"), default=True)
    #: So many actions late who watches sees a deal that goes on (``games.tables.delay``).
    spectator_delay = models.PositiveSmallIntegerField(_("spectator delay in moves"), default=0)
    #: People, terms and times are set by whoever arranged the table, an event for one: those who
    #: sit there play, and change nothing else.
    is_arranged = models.BooleanField(_("arranged by an organizer"), default=False, editable=False)
    #: What is played here counts for an event, say, or did: while it counts, people come and go,
    #: and nobody changes the terms. Empty for a table that is its people's own.
    purpose = models.CharField(
        _("purpose"),
        max_length=10,
        choices=Purpose.choices,
        blank=True,
        default="",
        editable=False,
    )
    #: What all tables have in common that play the same packs; empty where no other table does.
    #: ``games.tables.seals`` says what is held back of such tables, and for how long.
    same_packs = models.CharField(max_length=40, blank=True, db_index=True, editable=False)
    #: Whom the host has sent away: they may watch, but not sit down again. Their numbers.
    barred = models.JSONField(_("removed players"), default=list, blank=True)
    #: The number of the club that it was opened in, where it is for members. Clubs lie above: this
    #: room knows no more of them than ``games.tables.clubs`` says.
    club = models.PositiveBigIntegerField(_("club"), null=True, blank=True, db_index=True)
    created_at = models.DateTimeField(_("opened"), auto_now_add=True)
    #: What the form that opened it was called: sent again, it leads to the same table.
    opening_key = models.CharField(  # noqa: DJ001  (many tables have none, and '' is one value)
        max_length=32, null=True, unique=True, editable=False
    )

    version = models.PositiveIntegerField(default=0, editable=False)
    phase = models.CharField(
        _("phase"), max_length=10, choices=Phase.choices, default=Phase.PLAYING, editable=False
    )
    #: Counts what changed besides actions: who sits where, which deal, who is ready. What is read
    #: of these under one number stays true as long as the number stands.
    revision = models.PositiveIntegerField(default=0, editable=False)
    #: How many actions the newest deal has at this version.
    action_count = models.PositiveSmallIntegerField(default=0, editable=False)
    #: The seat whose action is awaited, kept beside the deal so that lists need not replay it.
    turn = models.PositiveSmallIntegerField(_("turn"), null=True, editable=False)
    #: When the seat on turn had to begin, and until when it may think; none without a clock.
    turn_since = models.DateTimeField(null=True, editable=False)
    deadline = models.DateTimeField(_("deadline"), null=True, editable=False)
    #: While this is set nothing happens by itself, and all times stand still.
    paused_at = models.DateTimeField(_("paused"), null=True, editable=False)
    #: When something happens by itself at the latest: a bot's turn, a deadline, the next deal.
    due_at = models.DateTimeField(_("due"), null=True, editable=False)
    #: When a page last showed it, while only bots play there (``services.resting``).
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
            # Of all that somebody has opened few are not over.
            models.Index(fields=["host"], condition=~Q(phase="finished"), name="table_of_host"),
        ]

    def __str__(self) -> str:
        return self.slug

    def get_absolute_url(self) -> str:
        return links.table_page(self.slug)


class Session(PlayedStake):
    """A run of deals at one table with the same people, rules and stake, settled at its end."""

    class Status(models.TextChoices):
        WAITING = "waiting", _("waiting for players")
        RUNNING = "running", _("running")
        FINISHED = "finished", _("finished")
        #: From its beginning to the end, and after it: no list, sum or rating counts it.
        LESSON = "lesson", _("a lesson")

    table = models.ForeignKey(
        Table, on_delete=models.CASCADE, related_name="sessions", verbose_name=_("table")
    )
    number = models.PositiveSmallIntegerField(_("number"), default=1)
    rules = models.JSONField(_("rules"), validators=[validate_rules])
    rules_name = models.CharField(_("rule set name"), max_length=60, default="pagat")
    deals_planned = models.PositiveSmallIntegerField(_("deals"))
    target = models.PositiveIntegerField(_("target score"), null=True, blank=True)
    #: What people at the table want: for each proposal the seats that agree to it.
    votes = models.JSONField(default=dict, editable=False)
    #: For each proposal when it lapses, in ISO 8601; ``games.tables.proposals`` reads it.
    vote_ends = models.JSONField(default=dict, editable=False)
    #: What became of the proposal that came to nothing last: ``proposal``, ``seat`` (who said no;
    #: None where it lapsed) and ``at``, in ISO 8601.
    vote_outcome = models.JSONField(default=dict, editable=False)
    #: Once it is over, who would play another session: the seats that said ``yes``, in the order in
    #: which they did, and those that said ``no``, be it by leaving; and of the first those that
    #: ``agreed`` to a worst case above their limit, and the digest of the ``terms`` that each said
    #: yes to, by seat.
    again = models.JSONField(default=dict, editable=False)
    #: While a further session waits, its seats are for those who played before, until the host lets
    #: others sit there, too.
    seats_open = models.BooleanField(_("seats open to others"), default=False)
    #: The deal that goes on is to be the last.
    ending = models.BooleanField(_("ends after this deal"), default=False)
    #: The seats that counted as agreeing to that because their players were absent.
    ending_without = models.JSONField(
        default=list, db_default=models.Value([], models.JSONField()), editable=False
    )
    #: The players whose seats the host freed because they had no page open. User ids.
    freed = models.JSONField(
        default=list, db_default=models.Value([], models.JSONField()), editable=False
    )
    #: What came of it is settled with what its table counts for, an event for one.
    is_part = models.BooleanField(_("settled with its event"), default=False, editable=False)
    #: Whether the sweeps of whoever settles and rates have yet to see that it was done. They look
    #: at these alone, and clear the mark: what is over and done with is not looked at again.
    awaits_settlement = models.BooleanField(default=True, editable=False)
    awaits_rating = models.BooleanField(default=True, editable=False)
    #: Whether some of its deals are dealt from packs that were not shuffled here.
    has_prepared_packs = models.BooleanField(default=False, editable=False)
    #: The secret of the coming deal, and what people have added to its shuffle, by person.
    next_secret = models.CharField(max_length=64, blank=True, editable=False)
    next_words = models.JSONField(default=dict, editable=False)
    status = models.CharField(
        _("status"), max_length=10, choices=Status.choices, default=Status.RUNNING
    )
    started_at = models.DateTimeField(_("started"), auto_now_add=True)
    finished_at = models.DateTimeField(_("finished"), null=True, blank=True)

    class Meta:
        verbose_name = _("session")
        verbose_name_plural = _("sessions")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["table", "number"], name="session_number_once"),
        ]
        # Of very many sessions few go on, few ended lately, and few are not done with.
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
        return links.session_page(self.table.slug, self.number)

    @property
    def table_slug(self) -> str:
        """What the session's table is called in its address."""
        return self.table.slug


class Seat(models.Model):
    """Who sits where for one session: a person, or a bot."""

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
    #: The name as it was at the table; people may rename themselves, score sheets do not change.
    name = models.CharField(_("name"), max_length=40)
    #: The picture that the person had then (see ``accounts.pictures``); empty for none.
    picture = models.CharField(_("picture"), max_length=20, blank=True)
    #: The name of the bot that has the seat (see ``games.bots``); empty where a person has.
    bot = models.CharField(_("bot"), max_length=40, blank=True)
    ready = models.BooleanField(_("ready for the next deal"), default=False)
    #: A bot plays for the person, who is away or has left for good.
    stand_in = models.BooleanField(_("bot stand-in"), default=False)
    #: When the person's browser was last heard of at this table; noted while the table waits.
    seen_at = models.DateTimeField(null=True, blank=True, editable=False)
    #: Since when the player has had no page of the club open, as the sweep last found; None for a
    #: player who has one (``services.absences``).
    absent_since = models.DateTimeField(null=True, blank=True, editable=False)
    #: When the player on turn at a table without a clock was reminded; None again after a move.
    reminded_at = models.DateTimeField(null=True, blank=True, editable=False)
    #: The player did nothing on the turn for a while after that reminder.
    idle = models.BooleanField(default=False, db_default=False, editable=False)
    left_at = models.DateTimeField(_("quit"), null=True, blank=True)
    #: When the session was over, as it says itself, so that a person's newest sessions, and those
    #: that go on, are found among very many.
    over_at = models.DateTimeField(null=True, blank=True, editable=False)
    timeouts = models.PositiveSmallIntegerField(_("turns missed in a row"), default=0)
    #: Milliseconds left of the deal's bank of time.
    bank_ms = models.PositiveIntegerField(default=0, editable=False)
    points = models.IntegerField(_("points"), default=0)
    net = models.IntegerField(_("net"), default=0)
    #: What the deals that have a result came to for this seat, so that nobody's statistics read
    #: them again: how many, how many of them won, and the best and the worst net.
    deals_played = models.PositiveSmallIntegerField(_("deals"), default=0)
    deals_won = models.PositiveSmallIntegerField(_("deals won"), default=0)
    best_net = models.IntegerField(_("best net"), null=True, blank=True)
    worst_net = models.IntegerField(_("worst net"), null=True, blank=True)

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

    #: What `add` changes.
    SUMS: ClassVar = ("net", "deals_played", "deals_won", "best_net", "worst_net")

    def __str__(self) -> str:
        return f"{self.number} {self.name}"

    def add(self, net: int, *, has_won: bool) -> None:
        """Add what a deal came to for the seat; the caller stores it."""
        for name, value in sums_with(self, net, has_won=has_won).items():
            setattr(self, name, value)

    @property
    def is_bot(self) -> bool:
        """Whether a bot has the seat, and nobody else."""
        return bool(self.bot)


class SeatSums(Protocol):
    """What the deals of a seat came to so far; `Seat` says what the fields are."""

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
    """Return what the deals of the seat come to with one more, by the names of `Seat.SUMS`."""
    return {
        "net": seat.net + net,
        "deals_played": seat.deals_played + 1,
        "deals_won": seat.deals_won + has_won,
        "best_net": net if seat.best_net is None else max(seat.best_net, net),
        "worst_net": net if seat.worst_net is None else min(seat.worst_net, net),
    }


class Deal(models.Model):
    """One deal: how it started, and, once it is over, what came of it.

    ``attempt`` counts the deals of the same number that were thrown in for a new one.
    """

    class PackSource(models.TextChoices):
        OWN = "own", _("shuffled for this deal with the table’s secret and the players’ words")
        SHARED = "shared", _("shuffled once for several tables")
        GIVEN = "given", _("arranged, not shuffled")

    session = models.ForeignKey(
        Session, on_delete=models.CASCADE, related_name="deals", verbose_name=_("session")
    )
    number = models.PositiveSmallIntegerField(_("number"))
    attempt = models.PositiveSmallIntegerField(_("attempt"), default=1)
    #: What the deal was started from, in the notation of ``games.rules.record``: the rules, the
    #: pack, the dealer and what the deal before left. A secret while the deal runs.
    start = models.TextField()
    started_at = models.DateTimeField(_("started"), auto_now_add=True)
    finished_at = models.DateTimeField(_("finished"), null=True)
    winner = models.PositiveSmallIntegerField(_("winner"), null=True)
    points = models.JSONField(_("points"), null=True)
    nets = models.JSONField(_("nets"), null=True)
    #: What passed between every two seats: a list of (payer, payee, points).
    pairs = models.JSONField(_("payments"), null=True)
    #: The seats where a bot stood in for a person at some time.
    stand_ins = models.JSONField(_("stand-ins"), default=list)
    #: Where the pack came from; this says which proof of it there is.
    pack_source = models.CharField(
        _("pack"), max_length=10, choices=PackSource.choices, default=PackSource.OWN
    )
    #: What the pack was shuffled with (``games.tables.shuffle``): the server's secret, the words
    #: that people added, by seat, and the name that the deal has in its shuffle. The secret is one
    #: while the deal runs.
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
    """The pack of a deal to come, which was not shuffled here: the same at several tables, say."""

    session = models.ForeignKey(Session, on_delete=models.CASCADE, related_name="prepared")
    number = models.PositiveSmallIntegerField()
    #: The cards from the top, in the notation: "3D 9S …".
    pack = models.TextField()
    dealer = models.PositiveSmallIntegerField(null=True)
    #: With what it was shuffled, and under which name; empty for a pack that was put together.
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
    """What a seat did, in the notation of ``games.rules.deal``; appended, never changed."""

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
            # Two writers of the same moment: one of them fails, nothing is played twice.
            models.UniqueConstraint(fields=["deal", "number"], name="action_number_once"),
        ]

    def __str__(self) -> str:
        return f"{self.deal_id}/{self.number} {self.text}"
