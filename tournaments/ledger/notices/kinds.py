"""Kinds of notices about settlements and payments."""

from django.db.models import TextChoices
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from accounts.notices.groups import NoticeGroup


class LedgerKind(TextChoices):
    """Occasions of a notice; the prefix says what it is about."""

    SETTLED = "settlement.settled", pgettext_lazy("a notice", "Settled")
    CORRECTED = "settlement.corrected", _("Result corrected")
    CLAIMED = "payment.claimed", _("Payment marked as paid")
    ASKED = "payment.asked", _("Waiver requested")
    CONFIRMED = "payment.confirmed", _("Payment confirmed")
    WAIVED = "payment.waived", _("Debt waived")
    DISPUTED = "payment.disputed", _("Payment disputed")
    RESOLVED = "payment.resolved", _("Dispute resolved")
    WITHDRAWN = "payment.withdrawn", _("Payment or request withdrawn")
    DUE = "payment.due", _("Agreed amount due")
    RECORDED = "payment.recorded", _("Cash payment recorded")
    REMINDER = "payment.reminder", _("Reminder")
    PROPOSED = "settlement.proposed", _("Correction proposed")
    KEPT = "settlement.kept", _("Correction declined")
    PENDING = "settlement.pending", _("Result waiting for the user’s answer")
    ACCEPTED = "settlement.accepted", _("Pending result accepted")
    DECLINED = "settlement.declined", _("Pending result declined")
    LAPSED = "settlement.lapsed", _("Pending result lapsed")
    #: To those who keep the ledger: a member left the club with open payments.
    LEFT_OWING = "club.left-owing", _("Member left with open payments")
    #: To the members to whom a member owes money who left the club.
    LEFT_OWING_YOU = "club.left-owing-you", _("Member left who owes the user money")


ABOUT_TRANSFERS = tuple(each for each in LedgerKind if each.startswith("payment."))
#: Kinds that ask for an answer to a payment, or tell of a dispute that waits for one.
ASKING_KINDS = (LedgerKind.CLAIMED, LedgerKind.ASKED, LedgerKind.RECORDED, LedgerKind.DISPUTED)
ABOUT_SETTLEMENTS = tuple(each for each in LedgerKind if each.startswith("settlement."))
ABOUT_CLUBS = tuple(each for each in LedgerKind if each.startswith("club."))

_MONEY = _("Money")
_Kind = LedgerKind
GROUPS = (
    NoticeGroup(
        "money-owed",
        _("What you owe and are owed"),
        (
            _Kind.SETTLED,
            _Kind.DUE,
            _Kind.REMINDER,
            _Kind.PENDING,
            _Kind.ACCEPTED,
            _Kind.DECLINED,
            _Kind.LAPSED,
        ),
        _MONEY,
        is_always_shown=True,
    ),
    NoticeGroup(
        "money-payments",
        _("Payments and waived debts"),
        (
            _Kind.CLAIMED,
            _Kind.RECORDED,
            _Kind.ASKED,
            _Kind.CONFIRMED,
            _Kind.WAIVED,
            _Kind.WITHDRAWN,
        ),
        _MONEY,
        is_always_shown=True,
    ),
    NoticeGroup(
        "money-disputes",
        _("Disputes and corrected results"),
        (_Kind.DISPUTED, _Kind.RESOLVED, _Kind.CORRECTED, _Kind.PROPOSED, _Kind.KEPT),
        _MONEY,
        is_always_shown=True,
    ),
    NoticeGroup(
        "money-departures",
        _("Members who leave with open payments"),
        (_Kind.LEFT_OWING, _Kind.LEFT_OWING_YOU),
        _MONEY,
        is_always_shown=True,
    ),
)
