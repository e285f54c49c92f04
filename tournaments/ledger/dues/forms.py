"""Forms for a club's dues, and for exempting a member."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.flaws import ReasonField, RemarkField
from games.common import money
from games.common.amount_fields import AmountField, read_amount_above_zero
from tournaments.clubs.models import Club
from tournaments.ledger.dues.models import Dues, DuesExemption
from tournaments.ledger.dues.periods import LAST_DUE_DAY
from tournaments.ledger.dues.services import DuesTerms


class DuesForm(forms.Form):
    """Form with the terms of a club's dues."""

    amount = AmountField(label=gettext_lazy("Amount"))
    currency = forms.ChoiceField(label=gettext_lazy("Currency"), choices=money.currency_choices)
    period = forms.ChoiceField(label=gettext_lazy("Period"), choices=Dues.PeriodChoice.choices)
    due_day = forms.IntegerField(
        label=gettext_lazy("Due day"),
        min_value=1,
        max_value=LAST_DUE_DAY,
        initial=1,
        help_text=gettext_lazy("Day of the month, or of the first month of the period."),
    )
    text = RemarkField(
        label=gettext_lazy("What the dues are for"), required=False, max_length=Dues.TEXT_LENGTH
    )

    def clean(self) -> dict[str, Any]:
        """Store the amount in minor units."""
        cleaned = super().clean() or {}
        if "amount" in cleaned and "currency" in cleaned:
            most = money.MAX_MINOR // 12
            try:
                cleaned["amount"] = read_amount_above_zero(
                    self, "amount", cleaned["currency"], max_minor=most
                )
            except forms.ValidationError as error:
                self.add_error("amount", error)
        return cleaned

    def terms(self) -> DuesTerms:
        """Return the valid form's terms."""
        return DuesTerms(**self.cleaned_data)


def dues_form(club: Club, dues: Dues | None, data: Any = None) -> DuesForm:
    """Return the form, filled with the current dues or the submitted data."""
    initial: dict[str, Any] = {"currency": club.currency or "EUR"}
    if dues is not None:
        initial = {
            "amount": money.typed(dues.amount, dues.currency),
            "currency": dues.currency,
            "period": dues.period,
            "due_day": dues.due_day,
            "text": dues.text,
        }
    return DuesForm(data, initial=initial, auto_id="dues-%s")


class ExemptionForm(forms.Form):
    """Form with a member and the reason why they pay no dues."""

    member = forms.TypedChoiceField(
        label=gettext_lazy("Member"),
        coerce=int,
        error_messages={"required": gettext_lazy("Choose a member.")},
    )
    reason = ReasonField(
        label=gettext_lazy("Reason"),
        max_length=DuesExemption.REASON_LENGTH,
        help_text=gettext_lazy("Only organizers, treasurers and the member see it."),
    )

    def __init__(self, members: Sequence[tuple[int, str]], data: Any = None) -> None:
        """Offer these members, by ID and name."""
        super().__init__(data, auto_id="exempt-%s")
        field = self.fields["member"]
        assert isinstance(field, forms.TypedChoiceField)
        field.choices = [("", _("Choose a member")), *members]
