"""Forms to record a payment between two members, and to remind of one debt."""

from collections.abc import Collection, Mapping
from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.common import money
from games.common.amount_fields import read_amount_above_zero
from games.common.denials import Denial
from tournaments.ledger.book.holders import holder_names
from tournaments.ledger.denials import LedgerCode, denial_text
from tournaments.ledger.payments.forms import ActionForm, PaidForm
from tournaments.ledger.payments.policy import PaymentAction
from tournaments.ledger.settling.debt_sentences import OWES, debt_sentence, party_of
from tournaments.ledger.settling.models import Transfer
from tournaments.ledger.settling.names import Events, source_name


class DebtSelect(forms.Select):
    """A select whose options carry the open amount, which a script puts into the amount."""

    def __init__(self) -> None:
        super().__init__({"data-debts": ""})
        self.open_amounts: Mapping[int, str] = {}

    def create_option(self, name: str, value: Any, *args: Any, **options: Any) -> dict[str, Any]:
        """Add the open amount of the debt, as typed in a form."""
        option = super().create_option(name, value, *args, **options)
        if value in self.open_amounts:
            option["attrs"]["data-amount"] = self.open_amounts[value]
        return option


def _debt_field(missing: Any) -> Any:
    """Return a field for an open debt, with the message if none is chosen."""
    return forms.TypedChoiceField(
        label=gettext_lazy("Debt"),
        coerce=int,
        widget=DebtSelect,
        error_messages={"required": missing},
    )


class RemindForm(ActionForm):
    """Form with an open debt of which the payer is reminded at once."""

    debt = _debt_field(gettext_lazy("Choose the debt."))

    def __init__(self, transfers: Collection[Transfer], events: Events, data: Any = None) -> None:
        """Offer the open debts, oldest first."""
        super().__init__(data, action=PaymentAction.REMIND_NOW)
        _offer(self, transfers, events)

    def refuse(self, denial: Denial) -> None:
        """Add the denial's message to the debt."""
        self.add_error("debt", denial_text(denial))


class CashForm(PaidForm):
    """Form with an open debt, and amount, date, method and note of its payment."""

    FIELDS_BY_DENIAL: ClassVar = {
        **PaidForm.FIELDS_BY_DENIAL,
        LedgerCode.NO_TRANSFER: "debt",
        LedgerCode.NOTHING_OPEN: "debt",
        LedgerCode.NOT_IMPARTIAL: "debt",
    }

    debt = _debt_field(gettext_lazy("Choose the debt that was paid."))

    def __init__(self, transfers: Collection[Transfer], events: Events, data: Any = None) -> None:
        """Offer the open debts, oldest first."""
        self.transfers = {each.pk: each for each in transfers}
        super().__init__(data, action=PaymentAction.RECORD)
        self.order_fields(["debt", *PaidForm.field_order])
        _offer(self, transfers, events)
        debts = self.fields["debt"].widget
        assert isinstance(debts, DebtSelect)
        debts.open_amounts = {
            each.pk: money.typed(each.open_amount, each.settlement.currency) for each in transfers
        }
        self.fields["amount"].label = _("Amount")
        self.fields["amount"].error_messages["required"] = _("Enter the amount that was paid.")

    def clean_amount(self) -> int:
        """Return the amount in minor units of the debt's currency; 0 without a debt."""
        debt = self.cleaned_data.get("debt")
        if debt is None:
            return 0
        currency = self.transfers[debt].settlement.currency
        return read_amount_above_zero(self, "amount", currency)


def _offer(form: forms.Form, transfers: Collection[Transfer], events: Events) -> None:
    """Fill the form's choice of a debt."""
    field = form.fields["debt"]
    assert isinstance(field, forms.TypedChoiceField)
    field.choices = [("", _("Choose a debt")), *_debt_choices(transfers, events)]


def _debt_choices(transfers: Collection[Transfer], events: Events) -> list[tuple[int, str]]:
    """Return each debt with its text: "Ken owes Mei HK$9.50 (Friday night)"."""
    names = holder_names(account for each in transfers for account in (each.payer, each.payee))
    found = []
    for each in transfers:
        words = {
            "payer": names[each.payer_id],
            "payee": names[each.payee_id],
            "amount": money.amount(each.open_amount, each.settlement.currency),
        }
        debt = debt_sentence(OWES, party_of(each.payer), party_of(each.payee), words)
        source = source_name(each.settlement, events)
        found.append((each.pk, _("%(debt)s (%(source)s)") % {"debt": debt, "source": source}))
    return found
