"""Proposed corrections of results, which take effect when confirmed by others."""

from datetime import datetime, timedelta
from typing import ClassVar, Final

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.tables.models import Session

#: How long after its end a result can be corrected.
FINAL_AFTER: Final = timedelta(days=7)
#: How long a proposed correction waits for confirmation.
LAPSES_AFTER: Final = timedelta(days=7)


def is_final(ended: datetime | None, now: datetime) -> bool:
    """Return whether at `now` a result is final: a week after `ended`; False if that is None."""
    return ended is not None and now >= ended + FINAL_AFTER


def lapse_of(ended: datetime | None, now: datetime) -> datetime:
    """Return when a correction proposed at `now` lapses: in a week, or when its result is final."""
    latest = now + LAPSES_AFTER
    return latest if ended is None else min(latest, ended + FINAL_AFTER)


class ProposedCorrection(models.Model):
    """A corrected result that waits for confirmation by others.

    An organizer who gains by a correction proposes it. It takes effect when a second organizer
    confirms it, or every player who loses by it. A correction that exceeds what a loser agreed to
    waits until that player agrees to a higher maximum.
    """

    class Outcome(models.TextChoices):
        """States of a proposed correction: open, or how it ended."""

        OPEN = "", _("waiting for confirmation")
        CONFIRMED = "confirmed", _("confirmed")
        DECLINED = "declined", pgettext_lazy("a correction", "declined")
        REPLACED = "replaced", _("replaced by a newer correction")
        LAPSED = "lapsed", _("lapsed")

    REASON_LENGTH: ClassVar[int] = 300

    #: Points of the seats in order, before and after.
    before = models.JSONField(_("points before"))
    nets = models.JSONField(_("points"))
    reason = models.CharField(_("reason"), max_length=REASON_LENGTH)
    proposed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        related_name="+",
        verbose_name=_("proposed by"),
    )
    proposed_at = models.DateTimeField(_("proposed"), auto_now_add=True)
    lapses_at = models.DateTimeField(_("lapse date"))
    #: IDs of the users who lose by it and have confirmed it.
    agreed_by = models.JSONField(_("confirmed by"), default=list)
    #: Agreed higher maximums: the ID of the exceeded agreement, and the digest of the terms shown.
    #: They become agreements when the correction takes effect.
    agreed_terms = models.JSONField(_("agreed terms"), default=dict, db_default={}, editable=False)
    outcome = models.CharField(_("outcome"), max_length=9, choices=Outcome.choices, blank=True)
    #: The user who last confirmed or declined it; None if it lapsed or took effect automatically.
    closed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("answered by"),
    )
    closed_at = models.DateTimeField(_("answered"), null=True, blank=True)

    class Meta:
        abstract = True

    @property
    def is_open(self) -> bool:
        """Return whether the correction still waits for confirmation."""
        return self.outcome == self.Outcome.OPEN

    def changes(self) -> list[int]:
        """Return the change of points of each seat, in the order of the seats."""
        return [after - before for before, after in zip(self.before, self.nets, strict=True)]


class SessionCorrection(ProposedCorrection):
    """A proposed correction of a session at a club's table."""

    session = models.ForeignKey(
        Session, on_delete=models.PROTECT, related_name="corrections", verbose_name=_("session")
    )

    class Meta:
        verbose_name = _("proposed session correction")
        verbose_name_plural = _("proposed session corrections")
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["session"], condition=Q(outcome=""), name="session_correction_once"
            ),
        ]
        indexes: ClassVar = [
            models.Index(
                fields=["lapses_at"], condition=Q(outcome=""), name="session_correction_open"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.session_id}: {self.nets}"
