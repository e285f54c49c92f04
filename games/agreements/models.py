"""Agreements of users to terms, with the maximum loss."""

from typing import ClassVar

import pgtrigger
from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.common.records import AppendOnly


class Agreement(AppendOnly):
    """A user's agreement to the terms of a session, event, dues or bill, and to a maximum loss.

    It is created by the user's own action and never changed. A newer one of the same user for the
    same subject replaces it from then on. Withdrawing sets ``withdrawn_at``; nothing is
    settled under a withdrawn agreement.

    An organizer who enters a player by name only answers for them: ``answers_for`` has the name.
    """

    class Subject(models.TextChoices):
        """The kind of thing whose terms were agreed to."""

        SESSION = "session", _("session")
        EVENT = "event", _("event")
        DUES = "dues", _("club dues")
        BILL = "bill", _("shared bill")

    class Given(models.TextChoices):
        """The action by which the user agreed."""

        OPENED = "opened", _("opened the table")
        SAT = "sat", _("took a seat")
        READY = "ready", _("agreed to another session")
        SIGN_UP = "sign-up", pgettext_lazy("activity", "signed up")
        INVITED = "invited", _("accepted an invitation")
        CHECK_IN = "check-in", pgettext_lazy("activity", "checked in")
        CHANGE = "change", _("accepted the changed terms")
        SUBSTITUTE = "substitute", _("agreed to play as a substitute")
        RESULT = "result", _("accepted a result")
        CORRECTION = "correction", _("agreed to a correction above the maximum loss")
        ANSWERS = "answers", _("took responsibility for a player without an account")
        DUES = "dues", _("agreed to club dues")
        JOINED = "joined", _("joined the club")
        PROPOSED = "proposed", _("split a bill")
        SHARE = "share", _("accepted a share of a bill")
        PAID = "paid", _("confirmed having paid a bill")
        #: Created by the migration that introduced agreements; without terms and maximum loss.
        BEFORE = "before", _("took part before agreements were recorded")

    NAME_LENGTH: ClassVar[int] = 40

    #: Null only for players entered by name before agreements existed.
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        related_name="agreements",
        verbose_name=_("user"),
    )
    answers_for = models.CharField(_("responsible for"), max_length=NAME_LENGTH, blank=True)
    subject = models.CharField(_("agreed to"), max_length=10, choices=Subject.choices)
    #: Primary key of the session, event, dues or bill; no foreign key, because all but sessions are
    #: in higher packages.
    subject_id = models.PositiveBigIntegerField(_("number of what was agreed to"))
    #: See ``games.agreements.terms``.
    terms = models.JSONField(_("terms"), default=dict)
    digest = models.CharField(_("digest of the terms"), max_length=32, blank=True)
    #: ISO 4217.
    currency = models.CharField(_("currency"), max_length=3)
    #: In minor units of the currency; null only for sessions from before agreements existed.
    max_loss = models.PositiveBigIntegerField(_("maximum loss"), null=True)
    given = models.CharField(_("how the user agreed"), max_length=10, choices=Given.choices)
    given_at = models.DateTimeField(_("agreed at"), auto_now_add=True)
    withdrawn_at = models.DateTimeField(_("withdrawn at"), null=True, blank=True)

    class Meta:
        verbose_name = _("agreement")
        verbose_name_plural = _("agreements")
        ordering: ClassVar = ["pk"]
        triggers: ClassVar = [
            pgtrigger.Protect(name="stays", operation=pgtrigger.Delete),
            pgtrigger.Protect(
                name="is_frozen",
                operation=pgtrigger.Update,
                condition=pgtrigger.AnyChange(exclude=["withdrawn_at"]),
            ),
        ]
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(given="before") | Q(user__isnull=False, max_loss__isnull=False),
                name="agreement_has_user_and_maximum",
            ),
            models.CheckConstraint(condition=~Q(currency=""), name="agreement_is_about_money"),
        ]
        indexes: ClassVar = [
            models.Index(fields=["subject", "subject_id"], name="agreement_subject"),
        ]

    def __str__(self) -> str:
        return f"{self.user_id} {self.subject} {self.subject_id}: {self.max_loss} {self.currency}"
