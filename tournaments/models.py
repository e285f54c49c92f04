"""What is kept of settlements and ratings. Posted once; only a rating itself moves on."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from games.models import Seat, Session
from tournaments.families import Family
from tournaments.ratings import START_MU, START_SIGMA, Skill


class Settlement(models.Model):
    """The settled session; amounts are in minor units of its currency, or in points."""

    #: One session, one settlement: whoever comes second fails here, however often it is tried.
    session = models.OneToOneField(
        Session, on_delete=models.PROTECT, related_name="settlement", verbose_name=_("session")
    )
    stake_minor = models.PositiveIntegerField(_("stake per point"))
    currency = models.CharField(_("currency"), max_length=3, blank=True)
    created_at = models.DateTimeField(_("settled"), auto_now_add=True)

    class Meta:
        verbose_name = _("settlement")
        verbose_name_plural = _("settlements")

    def __str__(self) -> str:
        return str(self.session)


class Balance(models.Model):
    """What one seat won or lost."""

    settlement = models.ForeignKey(Settlement, on_delete=models.PROTECT, related_name="balances")
    seat = models.ForeignKey(Seat, on_delete=models.PROTECT, related_name="+")
    points = models.IntegerField(_("points"))
    amount = models.BigIntegerField(_("amount"))

    class Meta:
        ordering: ClassVar = ["settlement", "seat__number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["settlement", "seat"], name="balance_once"),
        ]

    def __str__(self) -> str:
        return f"{self.seat}: {self.amount}"


class Owing(models.Model):
    """Somebody owes somebody: what pairs of rows and payment lists have in common."""

    payer = models.ForeignKey(Seat, on_delete=models.PROTECT, related_name="+")
    payee = models.ForeignKey(Seat, on_delete=models.PROTECT, related_name="+")
    amount = models.PositiveBigIntegerField(_("amount"))

    class Meta:
        abstract = True
        ordering: ClassVar = ["settlement", "-amount", "pk"]

    def __str__(self) -> str:
        return f"{self.payer} → {self.payee}: {self.amount}"


class Debt(Owing):
    """The pair-by-pair reckoning of a session: what one seat owes another after setting off."""

    settlement = models.ForeignKey(Settlement, on_delete=models.PROTECT, related_name="debts")

    class Meta(Owing.Meta):
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["settlement", "payer", "payee"], name="debt_once"),
            models.CheckConstraint(
                condition=Q(amount__gt=0) & ~Q(payer=F("payee")), name="debt_is_owed_to_another"
            ),
        ]


class Transfer(Owing):
    """One payment of the shortened list."""

    settlement = models.ForeignKey(Settlement, on_delete=models.PROTECT, related_name="transfers")

    class Meta(Owing.Meta):
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["settlement", "payer", "payee"], name="transfer_once"),
            models.CheckConstraint(
                condition=Q(amount__gt=0) & ~Q(payer=F("payee")),
                name="transfer_is_paid_to_another",
            ),
        ]


class RatedSession(models.Model):
    """What rating has made of a finished session, decided once: it counts, or why it does not.

    Without this row a session with a guest would count after all on the day on which the guest
    makes an account, and every sweep would look at all sessions with bots again.
    """

    class Verdict(models.TextChoices):
        COUNTS = "counts", _("counts")
        NOT_FOUR = "not-four", _("not four players")
        BOT = "bot", _("a bot among the players")
        GUEST = "guest", _("a guest among the players")
        NOTHING_PLAYED = "nothing", _("no deal was finished")

    #: One session is rated once: whoever comes second fails here, however often it is tried.
    session = models.OneToOneField(
        Session, on_delete=models.PROTECT, related_name="rated", verbose_name=_("session")
    )
    verdict = models.CharField(_("verdict"), max_length=10, choices=Verdict.choices)
    created_at = models.DateTimeField(_("decided"), auto_now_add=True)

    class Meta:
        verbose_name = _("rated session")
        verbose_name_plural = _("rated sessions")

    def __str__(self) -> str:
        return f"{self.session}: {self.verdict}"


class Rating(models.Model):
    """What is believed of a member's play in a family of rules."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        related_name="ratings",
        verbose_name=_("person"),
    )
    family = models.CharField(_("rules"), max_length=20, choices=Family.choices)
    mu = models.FloatField(_("mean"), default=START_MU)
    sigma = models.FloatField(_("standard deviation"), default=START_SIGMA)
    sessions = models.PositiveIntegerField(_("sessions"), default=0)
    updated_at = models.DateTimeField(_("changed"), auto_now=True)

    class Meta:
        verbose_name = _("rating")
        verbose_name_plural = _("ratings")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["user", "family"], name="rating_once"),
            models.CheckConstraint(condition=Q(sigma__gt=0), name="rating_is_never_certain"),
        ]
        indexes: ClassVar = [models.Index(fields=["family"], name="rating_family")]

    def __str__(self) -> str:
        return f"{self.user_id} {self.family}: {self.skill.rating} ± {self.skill.uncertainty}"

    @property
    def skill(self) -> Skill:
        return Skill(self.mu, self.sigma)


class RatingChange(models.Model):
    """What one session made of one member's rating; appended, never changed."""

    session = models.ForeignKey(
        Session, on_delete=models.PROTECT, related_name="rating_changes", verbose_name=_("session")
    )
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        related_name="rating_changes",
        verbose_name=_("person"),
    )
    family = models.CharField(_("rules"), max_length=20, choices=Family.choices)
    place = models.PositiveSmallIntegerField(_("place"))
    mu_before = models.FloatField(_("mean before"))
    sigma_before = models.FloatField(_("standard deviation before"))
    mu_after = models.FloatField(_("mean after"))
    sigma_after = models.FloatField(_("standard deviation after"))

    class Meta:
        verbose_name = _("rating change")
        verbose_name_plural = _("rating changes")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["session", "user"], name="rating_change_once"),
            models.CheckConstraint(condition=Q(place__gte=1), name="rating_change_has_a_place"),
        ]
        indexes: ClassVar = [models.Index(fields=["user", "family"], name="rating_change_history")]

    def __str__(self) -> str:
        return f"{self.session_id}, {self.user_id}: {self.before.rating} → {self.after.rating}"

    @property
    def before(self) -> Skill:
        return Skill(self.mu_before, self.sigma_before)

    @property
    def after(self) -> Skill:
        return Skill(self.mu_after, self.sigma_after)
