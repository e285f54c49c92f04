"""Forms for payments. They validate input; services decide."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any, ClassVar

from django import forms
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.flaws import ReasonField, RemarkField
from games.common import money
from games.common.amount_fields import AmountField, read_amount_above_zero
from games.common.denials import Denial
from tournaments.ledger.denials import LedgerCode, denial_text
from tournaments.ledger.payments.lines import new_key
from tournaments.ledger.payments.locking import PaymentDetails
from tournaments.ledger.payments.models import Payment, PaymentRecord
from tournaments.ledger.payments.policy import PaymentAction

#: Default number of days until a reminder.
DEFAULT_REMINDER_DAYS = 7


class ActionForm(forms.Form):
    """Base form of an action on a payment; without fields it is just a button."""

    #: Fields that denials belong to; other denials concern the whole form.
    FIELDS_BY_DENIAL: ClassVar[Mapping[LedgerCode, str]] = {}

    def __init__(
        self,
        data: Any = None,
        *,
        action: PaymentAction,
        payment: int = 0,
        currency: str = "",
        unclaimed: int = 0,
    ) -> None:
        """Set up the form of an action on a claim or on the open amount.

        :param payment: ID of the claim it answers; 0 for the open amount
        :param unclaimed: the open amount that is not marked as paid, in minor units
        """
        self.action, self.payment, self.currency, self.unclaimed = (
            action,
            payment,
            currency,
            unclaimed,
        )
        super().__init__(data, auto_id=f"{action}-{payment or 'open'}-%s")

    def refuse(self, denial: Denial) -> None:
        """Add the denial's message to the field it concerns, or else to the whole form."""
        self.add_error(self.FIELDS_BY_DENIAL.get(LedgerCode(denial.code)), denial_text(denial))


class AmountForm(ActionForm):
    """Form with an amount and a note, for waivers and as base for payments."""

    FIELDS_BY_DENIAL: ClassVar = {
        LedgerCode.NOT_AN_AMOUNT: "amount",
        LedgerCode.TOO_MUCH: "amount",
        LedgerCode.CLAIM_WAITS: "amount",
        LedgerCode.DAY_TO_COME: "paid_on",
        LedgerCode.DAY_LONG_AGO: "paid_on",
        LedgerCode.WORDING_FLAWED: "remark",
    }

    amount = AmountField(label=gettext_lazy("Amount"))
    remark = RemarkField(
        label=gettext_lazy("Note"),
        required=False,
        max_length=Payment.REMARK_LENGTH,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    form_key = forms.RegexField(r"^[\w-]{8,32}$", required=False, widget=forms.HiddenInput)

    def __init__(self, data: Any = None, **options: Any) -> None:
        """Fill in the unclaimed amount and a new idempotency key."""
        super().__init__(data, **options)
        self.fields["amount"].label = _("Amount in %(currency)s") % {"currency": self.currency}
        if self.unclaimed > 0:
            self.initial["amount"] = money.typed(self.unclaimed, self.currency)
        self.initial["form_key"] = new_key()

    def clean_amount(self) -> int:
        """Return the amount in minor units; it must be above zero."""
        return read_amount_above_zero(self, "amount", self.currency)

    def details(self) -> PaymentDetails:
        """Return the payment's date, method, note and form key."""
        said = self.cleaned_data
        return PaymentDetails(
            paid_on=said.get("paid_on"),
            way=said.get("way") or Payment.Way.OTHER,
            remark=said["remark"],
            form_key=said["form_key"],
        )


class PaidForm(AmountForm):
    """Form with amount, date, method and note of a payment that was made or received."""

    paid_on = forms.DateField(
        label=gettext_lazy("Payment date"),
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
    )
    way = forms.ChoiceField(
        label=gettext_lazy("Method"), choices=Payment.Way.choices, required=False
    )

    field_order = ("amount", "paid_on", "way", "remark")

    def __init__(self, data: Any = None, **options: Any) -> None:
        """Fill in today as the payment date, which may be left out."""
        super().__init__(data, **options)
        self.initial["paid_on"] = timezone.localdate()
        # The one-click "Mark as received" sends only an amount.
        self.fields["paid_on"].required = False


class ReasonForm(ActionForm):
    """Form with the reason for disputing a payment or declining a waiver."""

    FIELDS_BY_DENIAL: ClassVar = {
        LedgerCode.NO_REASON: "reason",
        LedgerCode.WORDING_FLAWED: "reason",
    }

    reason = ReasonField(
        label=gettext_lazy("Reason"),
        max_length=PaymentRecord.TEXT_LENGTH,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        error_messages={"required": gettext_lazy("Enter a short reason.")},
    )


class VerdictForm(ReasonForm):
    """Form with a keeper's decision on a disputed payment, and the reason."""

    verdict = forms.ChoiceField(
        label=gettext_lazy("Your decision"),
        choices=[
            ("paid", gettext_lazy("The payment was made")),
            ("unpaid", gettext_lazy("The payment was not made")),
        ],
        widget=forms.RadioSelect,
        error_messages={"required": gettext_lazy("Choose whether the payment was made.")},
    )

    field_order = ("verdict", "reason")


class ReminderForm(ActionForm):
    """Form with the day of a reminder of an open payment."""

    FIELDS_BY_DENIAL: ClassVar = {LedgerCode.DAY_PAST: "day", LedgerCode.DAY_TOO_FAR: "day"}

    day = forms.DateField(
        label=gettext_lazy("Date"),
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
    )

    def __init__(self, data: Any = None, **options: Any) -> None:
        """Fill in the day a week from today."""
        super().__init__(data, **options)
        self.initial["day"] = timezone.localdate() + timedelta(days=DEFAULT_REMINDER_DAYS)


#: The form of each action.
FORMS: Mapping[PaymentAction, type[ActionForm]] = {
    PaymentAction.PAID: PaidForm,
    PaymentAction.RECEIVED: PaidForm,
    PaymentAction.RECORD: PaidForm,
    PaymentAction.ASK: AmountForm,
    PaymentAction.WAIVE: AmountForm,
    PaymentAction.REMIND_ME: ReminderForm,
    PaymentAction.REMIND_PAYER: ReminderForm,
    PaymentAction.REMIND_NOW: ActionForm,
    PaymentAction.CONFIRM: ActionForm,
    PaymentAction.WITHDRAW: ActionForm,
    PaymentAction.DISPUTE: ReasonForm,
    PaymentAction.RESOLVE: VerdictForm,
}
