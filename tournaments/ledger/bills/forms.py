"""Forms to split a bill: what was paid, by whom and for whom, then the shares."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from accounts.flaws import TitleField
from games.common import money
from games.common.amount_fields import AmountField, read_amount_above_zero
from tournaments.clubs.member_picker import MembersField, PickerMember, picker_members
from tournaments.clubs.models import Club
from tournaments.ledger.bills.models import Bill
from tournaments.ledger.bills.split import equal_shares

#: Value of the choice that the club paid.
CLUB_PAID = "club"


class BillForm(forms.Form):
    """Form with what was paid, how much, by whom, and for whom."""

    title = TitleField(
        label=gettext_lazy("What for"),
        max_length=Bill.TITLE_LENGTH,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        help_text=gettext_lazy("For example: pizza, room hire."),
    )
    total = AmountField(label=gettext_lazy("Total"))
    currency = forms.ChoiceField(label=gettext_lazy("Currency"), choices=money.currency_choices)
    paid_by = forms.ChoiceField(label=gettext_lazy("Paid by"))
    members = MembersField(
        label=gettext_lazy("Split among"),
        error_messages={"required": gettext_lazy("Choose the members who share the bill.")},
    )

    def __init__(
        self, club: Club, reader_id: int, data: Any = None, *, keeps_book: bool, **options: Any
    ) -> None:
        """Offer the club's members; who keeps the ledger can choose the club as payer."""
        people = picker_members(club)
        self.people: Mapping[int, PickerMember] = {each.pk: each for each in people}
        initial = {
            "currency": club.currency or "EUR",
            "paid_by": str(reader_id),
            **options.pop("initial", {}),
        }
        super().__init__(data, initial=initial, **options)
        paid_by, members = self.fields["paid_by"], self.fields["members"]
        assert isinstance(paid_by, forms.ChoiceField)
        assert isinstance(members, MembersField)
        club_choice = [(CLUB_PAID, club.name)] if keeps_book else []
        paid_by.choices = [*club_choice, *((str(each.pk), each.name) for each in people)]
        members.offer(people)

    def clean(self) -> dict[str, Any]:
        """Store the total in minor units, and refuse a bill that only its payer shares."""
        cleaned = super().clean() or {}
        if "total" in cleaned and "currency" in cleaned:
            try:
                cleaned["total"] = read_amount_above_zero(self, "total", cleaned["currency"])
            except forms.ValidationError as error:
                self.add_error("total", error)
        members = cleaned.get("members", [])
        if members and not self._payers():
            self.add_error("members", _("Choose at least one other member than the one who paid."))
        elif isinstance(total := cleaned.get("total"), int) and 0 < total < len(members):
            self.add_error("total", _("This is too little to split among these members."))
        return cleaned

    def _payers(self) -> list[int]:
        """Return the IDs of the chosen members who didn't pay the bill."""
        members: list[int] = self.cleaned_data.get("members", [])
        return [each for each in members if str(each) != self.cleaned_data.get("paid_by")]

    @property
    def paid_by_id(self) -> int | None:
        """The ID of the member who paid; None for the club."""
        paid_by = self.cleaned_data["paid_by"]
        return None if paid_by == CLUB_PAID else int(paid_by)

    def sharers(self) -> list[PickerMember]:
        """Return the chosen members, by name."""
        chosen = set(self.cleaned_data["members"])
        return [each for pk, each in self.people.items() if pk in chosen]

    def equal_shares(self) -> dict[int, int]:
        """Return equal shares in minor units by user ID; the one who paid bears what is left."""
        ids = [each.pk for each in self.sharers()]
        payer = self.paid_by_id
        odd_to = ids.index(payer) if payer in ids else None
        return dict(
            zip(ids, equal_shares(self.cleaned_data["total"], len(ids), odd_to), strict=True)
        )

    def rounding_sentence(self) -> str:
        """Return who bears what can't be split equally; empty if it can."""
        total, currency = self.cleaned_data["total"], self.cleaned_data["currency"]
        people = self.sharers()
        odd = total % len(people)
        if not odd:
            return ""
        payer = self.paid_by_id
        if payer is not None and payer in {each.pk for each in people}:
            return _("%(amount)s can’t be split equally. %(name)s, who paid, bears it.") % {
                "amount": money.amount(odd, currency),
                "name": self.people[payer].name,
            }
        params = {"count": odd, "amount": money.amount(1, currency)}
        if odd == 1:
            first = _(
                "The total can’t be split equally. The first member in the list pays"
                " %(amount)s more."
            )
            return first % params
        return (
            ngettext(
                "The total can’t be split equally. The first %(count)d member in the list pays"
                " %(amount)s more.",
                "The total can’t be split equally. The first %(count)d members in the list pay"
                " %(amount)s more each.",
                odd,
            )
            % params
        )


class SharesForm(forms.Form):
    """Form with an amount for each member who shares a bill, equal at first."""

    def __init__(self, bill_form: BillForm, data: Any = None) -> None:
        """Create a field for each member of a valid bill form."""
        said = bill_form.cleaned_data
        self.total, self.currency = said["total"], said["currency"]
        self.members = {f"share_{each.pk}": each for each in bill_form.sharers()}
        equal = bill_form.equal_shares()
        initial = {
            name: money.typed(equal[each.pk], self.currency) for name, each in self.members.items()
        }
        super().__init__(data, initial=initial)
        for name, each in self.members.items():
            self.fields[name] = AmountField(label=each.name)

    def clean(self) -> dict[str, Any]:
        """Store the shares in minor units; they must add up to the total."""
        cleaned = super().clean() or {}
        for name in self.members:
            if name in cleaned:
                try:
                    cleaned[name] = read_amount_above_zero(self, name, self.currency)
                except forms.ValidationError as error:
                    self.add_error(name, error)
        if not self.errors and (missing := self.total - sum(cleaned.values())):
            words = {
                "amount": money.amount(abs(missing), self.currency),
                "total": money.amount(self.total, self.currency),
            }
            said = (
                _("The shares are %(amount)s less than the total of %(total)s.")
                if missing > 0
                else _("The shares are %(amount)s more than the total of %(total)s.")
            )
            self.add_error(None, said % words)
        return cleaned

    def shares(self) -> dict[int, int]:
        """Return the valid form's shares, in minor units by user ID."""
        return {each.pk: self.cleaned_data[name] for name, each in self.members.items()}
