"""What is said of an event, and where it is in its course."""

import secrets
from datetime import datetime, timedelta
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.rules.ruleset import RuleSet
from games.tables.clocks import CHOICES
from games.tables.models import Stake, new_slug, validate_rules
from tournaments.clubs.models import Club


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

    class Cards(models.TextChoices):
        APP = "app", _("The cards of the app")
        PAPER = "paper", _("Real cards; results are written down here")

    class Visibility(models.TextChoices):
        MEMBERS = "members", _("Members of the club")
        LINK = "link", _("Everybody who has the link")
        PUBLIC = "public", _("Everybody; lists and search engines show it")

    class SignupCloses(models.TextChoices):
        START = "start", _("At the start: nobody joins later.")
        FIRST_ROUND = "first_round", _("When the first round ends: latecomers join for round 2.")
        HALF = "half", _("At half of the rounds: latecomers miss no more than half of them.")
        FORMAT = (
            "format",
            _(
                "As the format allows: a knock-out lets nobody join after the start of round 1,"
                " groups until half of the group rounds, all others until half of the rounds."
            ),
        )

    NAME_LENGTH: ClassVar[int] = 80
    DESCRIPTION_LENGTH: ClassVar[int] = 4000
    MOST_SIT_OUT_POINTS: ClassVar[int] = 500
    MOST_PENALTY_LIMIT: ClassVar[int] = 9999

    slug = models.CharField(max_length=16, unique=True, default=new_slug, editable=False)
    club = models.ForeignKey(
        Club, on_delete=models.PROTECT, related_name="events", verbose_name=_("club")
    )
    name = models.CharField(_("name"), max_length=NAME_LENGTH)
    description = models.TextField(_("description"), max_length=DESCRIPTION_LENGTH, blank=True)
    starts_at = models.DateTimeField(_("begins"))
    #: About how long it takes, for calendars.
    minutes = models.PositiveIntegerField(_("length in minutes"), default=180)
    rules = models.JSONField(_("rules"), validators=[validate_rules])
    rules_name = models.CharField(_("name of the rules"), max_length=60)
    #: The most points that a deal can cost a seat, at the full table or at a smaller one; None
    #: where it was not stored.
    max_loss = models.PositiveBigIntegerField(null=True, blank=True, editable=False)
    #: How many deals a table plays in a round.
    deals = models.PositiveSmallIntegerField(_("deals per table and round"), default=4)
    clock = models.CharField(_("clock"), max_length=10, choices=CHOICES, default="none")
    #: Who comes later waits until somebody withdraws; without a limit nobody does.
    entry_limit = models.PositiveSmallIntegerField(_("entries at most"), null=True, blank=True)
    #: Until when others can still sign up once it runs; never longer than the format allows.
    signup_closes = models.CharField(
        _("sign-up closes"),
        max_length=12,
        choices=SignupCloses.choices,
        default=SignupCloses.FORMAT,
        db_default=SignupCloses.FORMAT.value,
    )
    #: A name of ``tournaments.events.formats.FORMATS``, and its settings as it serialises them.
    format = models.CharField(_("format"), max_length=20)
    format_settings = models.JSONField(_("settings of the format"), default=dict, blank=True)
    uneven = models.CharField(
        _("if players are left over"), max_length=8, choices=Uneven.choices, default=Uneven.OUT
    )
    #: What somebody is given for each round that they sit out; the house pays.
    sit_out_points = models.PositiveSmallIntegerField(_("points for sitting out"), default=0)
    #: The most points that penalties can cost an entrant in money; beyond it they cost places only.
    penalty_limit = models.PositiveSmallIntegerField(
        _("penalties cost at most, in points"), default=0, db_default=0
    )
    #: Who sees its pages (``tournaments.events.access``). Releases before the column wrote public
    #: events.
    visibility = models.CharField(
        _("visible to"),
        max_length=7,
        choices=Visibility.choices,
        default=Visibility.MEMBERS,
        db_default=Visibility.PUBLIC,
    )
    spectators = models.BooleanField(_("open to spectators"), default=True)
    #: With real cards there are no tables of the app, hence no clock, no spectators and no bots.
    cards = models.CharField(_("cards"), max_length=5, choices=Cards.choices, default=Cards.APP)
    #: So many plays late who watches sees its tables.
    spectator_delay = models.PositiveSmallIntegerField(_("plays that spectators lag"), default=0)
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
    #: When that counted up last; calendars ask for what is newer.
    changed_at = models.DateTimeField(auto_now=True)
    finished_at = models.DateTimeField(_("finished"), null=True, blank=True, editable=False)
    #: Whether the sweep has yet to see that it was settled; it looks at these events alone.
    awaits_settlement = models.BooleanField(default=True, editable=False)

    class Meta:
        verbose_name = _("event")
        verbose_name_plural = _("events")
        constraints: ClassVar = [
            models.CheckConstraint(condition=Q(deals__gte=1), name="event_has_deals"),
            models.CheckConstraint(
                condition=Q(stake_minor=0, currency="") | (Q(stake_minor__gt=0) & ~Q(currency="")),
                name="event_stake_has_a_currency",
            ),
            models.CheckConstraint(
                condition=~Q(cards="paper", uneven="bots"), name="no_bots_with_real_cards"
            ),
            models.CheckConstraint(
                condition=Q(sit_out_points__lte=500), name="event_sitting_out_is_no_win"
            ),
        ]
        # Of very many events few go on, and few are not done with.
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
        """When it is about to end."""
        return self.starts_at + timedelta(minutes=self.minutes)

    @property
    def rule_set(self) -> RuleSet:
        """The rules that are played."""
        return RuleSet.make(options=self.rules)

    @property
    def is_on_paper(self) -> bool:
        """Whether it is played with real cards, and its deals are written down."""
        return self.cards == self.Cards.PAPER
