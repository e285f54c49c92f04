"""What people are told of settlements and payments."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.ledger.models.settlement import Settlement, Transfer


class LedgerNotice(models.Model):
    """Somebody is told something of a settlement or of a payment, until they have seen it."""

    class Kind(models.TextChoices):
        SETTLED = "settled", _("it is settled")
        CORRECTED = "corrected", _("a result was corrected")
        CLAIMED = "claimed", _("somebody says that they have paid")
        ASKED = "asked", _("somebody asks to let it go")
        CONFIRMED = "confirmed", _("a payment is confirmed")
        WAIVED = "waived", _("a debt is let go")
        DISPUTED = "disputed", _("a payment is disputed")
        RESOLVED = "resolved", _("a dispute is settled")
        WITHDRAWN = "withdrawn", _("a claim is taken back")
        REMINDER = "reminder", _("a reminder")
        PROPOSED = "proposed", _("a correction is proposed")
        KEPT = "kept", _("a correction is declined")
        PENDING = "pending", _("a result waits for the user's yes")
        ACCEPTED = "accepted", _("a result that waited is accepted")
        DECLINED = "declined", _("a result that waited is declined")
        LAPSED = "lapsed", _("a result that waited has lapsed")

    class MailState(models.TextChoices):
        NONE = "none", _("none")
        DUE = "due", _("due")
        TAKEN = "taken", _("being sent")
        SENT = "sent", _("sent")
        FAILED = "failed", _("given up")

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="ledger_notices",
        verbose_name=_("person"),
    )
    kind = models.CharField(_("kind"), max_length=10, choices=Kind.choices)
    settlement = models.ForeignKey(Settlement, on_delete=models.CASCADE, related_name="notices")
    transfer = models.ForeignKey(
        Transfer, on_delete=models.CASCADE, null=True, blank=True, related_name="notices"
    )
    #: What the sentence needs besides: a name, an amount, words.
    params = models.JSONField(_("details"), default=dict, blank=True)
    mail = models.CharField(
        _("mail"), max_length=6, choices=MailState.choices, default=MailState.NONE
    )
    created_at = models.DateTimeField(_("told"), auto_now_add=True)
    seen_at = models.DateTimeField(_("seen"), null=True, blank=True)

    class Meta:
        verbose_name = _("notice of a settlement")
        verbose_name_plural = _("notices of settlements")
        ordering: ClassVar = ["-pk"]
        indexes: ClassVar = [models.Index(fields=["user", "seen_at"], name="ledger_notice_unseen")]

    def __str__(self) -> str:
        return f"{self.user_id} {self.kind}"
