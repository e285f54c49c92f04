"""What is kept of ratings. Decided once; only a rating itself moves on."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Case, F, Q, Value, When
from django.utils.translation import gettext_lazy as _

from games.tables.models import Session
from tournaments.ratings.families import Family
from tournaments.ratings.skill import (
    PROVISIONAL_SIGMA,
    START_MU,
    START_SIGMA,
    UNCERTAIN_SIGMAS,
    Skill,
)


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

    #: One session is rated once: a second attempt fails here.
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
    #: `Skill.provisional`, as 0 or 1, and `Skill.worth`: the database works them out, and has the
    #: list of ratings in its order.
    tier = models.GeneratedField(
        expression=Case(When(sigma__gt=PROVISIONAL_SIGMA, then=Value(1)), default=Value(0)),
        output_field=models.PositiveSmallIntegerField(),
        db_persist=True,
    )
    worth = models.GeneratedField(
        expression=F("mu") - Value(UNCERTAIN_SIGMAS) * F("sigma"),
        output_field=models.FloatField(),
        db_persist=True,
    )

    class Meta:
        verbose_name = _("rating")
        verbose_name_plural = _("ratings")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["user", "family"], name="rating_once"),
            models.CheckConstraint(condition=Q(sigma__gt=0), name="rating_is_never_certain"),
        ]
        indexes: ClassVar = [
            models.Index(fields=["family", "tier", "-worth", "user"], name="rating_list")
        ]

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
