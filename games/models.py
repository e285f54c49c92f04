"""What is kept of a table: who sat where, which deals were played, and every action.

The list of actions is the truth about a deal. Its state is what ``games.rules`` makes of the
deal's start and those actions (see ``games.selectors``); no second copy of it is stored that
could disagree.
"""

import secrets
from typing import ClassVar

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import F, Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from games.rules.ruleset import RuleSet, RuleSetError


def new_slug() -> str:
    """What a table is called in its address: 60 random bits, not to be guessed."""
    return secrets.token_urlsafe(8).replace("-", "x").replace("_", "y")


def validate_rules(value: object) -> None:
    """:raises ValidationError: the value is not a full set of options that go together."""
    if not isinstance(value, dict):
        raise ValidationError(_("The rules must be a set of options."))
    try:
        RuleSet.make(options=value)
    except RuleSetError as error:
        raise ValidationError(str(error)) from error


class Stake(models.Model):
    """What one point is worth: so many minor units of a currency, or nothing but the point."""

    stake_minor = models.PositiveIntegerField(
        _("stake per point"),
        default=0,
        help_text=_("In minor units of the currency, such as cents. 0 for points only."),
    )
    currency = models.CharField(
        _("currency"), max_length=3, blank=True, help_text=_("ISO 4217; empty for points only.")
    )

    class Meta:
        abstract = True


class Table(Stake):
    """A place where sessions are played, one after the other.

    ``version`` counts everything that anybody at the table could see change. Whoever changes
    something holds the row's lock (``games.services``), and nothing changes without it.
    """

    class Phase(models.TextChoices):
        PLAYING = "playing", _("playing a deal")
        BETWEEN = "between", _("between two deals")
        FINISHED = "finished", _("finished")

    slug = models.CharField(max_length=16, unique=True, default=new_slug, editable=False)
    host = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        related_name="hosted_tables",
        verbose_name=_("host"),
    )
    rules = models.JSONField(_("rules"), validators=[validate_rules])
    rules_name = models.CharField(_("name of the rules"), max_length=60, default="pagat")
    deals_planned = models.PositiveSmallIntegerField(_("deals"), default=5)
    spectators = models.BooleanField(_("open to spectators"), default=True)
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
    scene = models.PositiveIntegerField(default=0, editable=False)
    #: How many actions the newest deal has at this version.
    action_count = models.PositiveSmallIntegerField(default=0, editable=False)
    #: The seat whose action is awaited, kept beside the deal so that lists need not replay it.
    turn = models.PositiveSmallIntegerField(_("turn"), null=True, editable=False)
    #: When something happens by itself at the latest: a bot's turn, the next deal.
    due_at = models.DateTimeField(_("due"), null=True, editable=False)

    class Meta:
        verbose_name = _("table")
        verbose_name_plural = _("tables")
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(deals_planned__gte=1), name="table_has_at_least_one_deal"
            ),
        ]
        indexes: ClassVar = [models.Index(fields=["due_at"], name="table_due")]

    def __str__(self) -> str:
        return self.slug

    def get_absolute_url(self) -> str:
        return reverse("table", args=[self.slug])


class Session(Stake):
    """A run of deals at one table with the same people, rules and stake, settled at its end."""

    class Status(models.TextChoices):
        RUNNING = "running", _("running")
        FINISHED = "finished", _("finished")

    table = models.ForeignKey(
        Table, on_delete=models.CASCADE, related_name="sessions", verbose_name=_("table")
    )
    number = models.PositiveSmallIntegerField(_("number"), default=1)
    rules = models.JSONField(_("rules"), validators=[validate_rules])
    rules_name = models.CharField(_("name of the rules"), max_length=60, default="pagat")
    deals_planned = models.PositiveSmallIntegerField(_("deals"))
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

    def __str__(self) -> str:
        return f"{self.table.slug}/{self.number}"

    def get_absolute_url(self) -> str:
        return reverse("session", args=[self.table.slug, self.number])


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
        verbose_name=_("person"),
    )
    #: The name as it was at the table; people may rename themselves, score sheets do not change.
    name = models.CharField(_("name"), max_length=40)
    is_bot = models.BooleanField(_("bot"), default=False)
    ready = models.BooleanField(_("ready for the next deal"), default=False)
    points = models.IntegerField(_("points"), default=0)
    net = models.IntegerField(_("net"), default=0)

    class Meta:
        verbose_name = _("seat")
        verbose_name_plural = _("seats")
        ordering: ClassVar = ["session", "number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["session", "number"], name="seat_taken_once"),
            models.UniqueConstraint(fields=["session", "user"], name="person_sits_once"),
            models.CheckConstraint(
                condition=Q(is_bot=True, user=None) | Q(is_bot=False, user__isnull=False),
                name="seat_is_a_person_or_a_bot",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.number} {self.name}"


class Deal(models.Model):
    """One deal: how it started, and, once it is over, what came of it.

    ``attempt`` counts the deals of the same number that were thrown in for a new one.
    """

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
