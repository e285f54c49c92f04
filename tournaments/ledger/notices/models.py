"""Notices to users about settlements and payments."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.ledger.settling.models import Settlement, Transfer


class LedgerNotice(models.Model):
    """A notice about a settlement or payment, shown until dismissed."""

    class Kind(models.TextChoices):
        """Occasions of a notice, such as a settlement, a payment claim or a reminder."""

        SETTLED = "settled", _("settled")
        CORRECTED = "corrected", _("result corrected")
        CLAIMED = "claimed", _("payment marked as paid")
        ASKED = "asked", _("waiver requested")
        CONFIRMED = "confirmed", _("payment confirmed")
        WAIVED = "waived", _("debt waived")
        DISPUTED = "disputed", _("payment disputed")
        RESOLVED = "resolved", _("dispute resolved")
        WITHDRAWN = "withdrawn", _("payment or request withdrawn")
        REMINDER = "reminder", _("reminder")
        PROPOSED = "proposed", _("correction proposed")
        KEPT = "kept", _("correction declined")
        PENDING = "pending", _("result waiting for the user’s answer")
        ACCEPTED = "accepted", _("pending result accepted")
        DECLINED = "declined", _("pending result declined")
        LAPSED = "lapsed", _("pending result lapsed")

    class MailState(models.TextChoices):
        """Progress of the mail that goes with a notice, if any."""

        NONE = "none", _("none")
        DUE = "due", _("due")
        TAKEN = "taken", _("being sent")
        SENT = "sent", _("sent")
        FAILED = "failed", _("failed")

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="ledger_notices",
        verbose_name=_("user"),
    )
    kind = models.CharField(_("kind"), max_length=10, choices=Kind.choices)
    settlement = models.ForeignKey(Settlement, on_delete=models.CASCADE, related_name="notices")
    transfer = models.ForeignKey(
        Transfer, on_delete=models.CASCADE, null=True, blank=True, related_name="notices"
    )
    #: Message parameters: a name, an amount, a reason.
    params = models.JSONField(_("details"), default=dict, blank=True)
    mail = models.CharField(
        _("email"), max_length=6, choices=MailState.choices, default=MailState.NONE
    )
    created_at = models.DateTimeField(_("sent"), auto_now_add=True)
    seen_at = models.DateTimeField(_("seen"), null=True, blank=True)

    class Meta:
        verbose_name = _("ledger notice")
        verbose_name_plural = _("ledger notices")
        ordering: ClassVar = ["-pk"]
        indexes: ClassVar = [models.Index(fields=["user", "seen_at"], name="ledger_notice_unseen")]

    def __str__(self) -> str:
        return f"{self.user_id} {self.kind}"
