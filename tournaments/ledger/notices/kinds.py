"""Kinds of notices about settlements and payments."""

from django.db.models import TextChoices
from django.utils.translation import gettext_lazy as _


class LedgerKind(TextChoices):
    """Occasions of a notice; the prefix tells whether it is about a settlement or a transfer."""

    SETTLED = "settlement.settled", _("settled")
    CORRECTED = "settlement.corrected", _("result corrected")
    CLAIMED = "payment.claimed", _("payment marked as paid")
    ASKED = "payment.asked", _("waiver requested")
    CONFIRMED = "payment.confirmed", _("payment confirmed")
    WAIVED = "payment.waived", _("debt waived")
    DISPUTED = "payment.disputed", _("payment disputed")
    RESOLVED = "payment.resolved", _("dispute resolved")
    WITHDRAWN = "payment.withdrawn", _("payment or request withdrawn")
    REMINDER = "payment.reminder", _("reminder")
    PROPOSED = "settlement.proposed", _("correction proposed")
    KEPT = "settlement.kept", _("correction declined")
    PENDING = "settlement.pending", _("result waiting for the user’s answer")
    ACCEPTED = "settlement.accepted", _("pending result accepted")
    DECLINED = "settlement.declined", _("pending result declined")
    LAPSED = "settlement.lapsed", _("pending result lapsed")


ABOUT_TRANSFERS = tuple(each for each in LedgerKind if each.startswith("payment."))
ABOUT_SETTLEMENTS = tuple(each for each in LedgerKind if each not in ABOUT_TRANSFERS)
