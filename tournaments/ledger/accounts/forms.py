"""Form for the club's ledger settings."""

from typing import Any, Final

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.common import money
from games.common.amount_fields import AmountField, read_amount_above_zero
from tournaments.ledger.book.models import ClubBook, Payments

#: Highest limit, in whole units of its currency.
_MAX_LIMIT: Final = 10_000_000

_SETTLES_HELP: Final = {
    ClubBook.Settles.EVERY: gettext_lazy(
        "Each game and event gets its own payment list as soon as it ends."
    ),
    ClubBook.Settles.SEASON: gettext_lazy(
        "Balances add up until a season closes or an organizer or treasurer settles them on this"
        " page. Then one payment list is created for everyone."
    ),
    ClubBook.Settles.LIMIT: gettext_lazy(
        "Balances add up until a player owes or is owed more than the limit. Then one payment list"
        " is created for everyone."
    ),
}
_SEEN_BY_HELP: Final = {
    ClubBook.SeenBy.INVOLVED: gettext_lazy(
        "Players can see only their own account and payments. Organizers and treasurers can see"
        " everything."
    ),
    ClubBook.SeenBy.MEMBERS: gettext_lazy(
        "Every member can see all of the club’s accounts, statements and payments."
    ),
}


class BookForm(forms.Form):
    """Form for a club's ledger settings: when the club settles, and who sees amounts."""

    settles = forms.ChoiceField(
        label=gettext_lazy("When the club settles"),
        choices=ClubBook.Settles.choices,
        widget=forms.RadioSelect,
    )
    limit = AmountField(
        label=gettext_lazy("Limit"),
        required=False,
        help_text=gettext_lazy("Applies only if you choose “When a balance passes a limit”."),
    )
    currency = forms.ChoiceField(
        label=gettext_lazy("Limit currency"),
        required=False,
        choices=[
            ("", gettext_lazy("Choose a currency")),
            *((code, code) for code in money.CURRENCIES),
        ],
        help_text=gettext_lazy("In other currencies, the club settles after every game and event."),
    )
    seen_by = forms.ChoiceField(
        label=gettext_lazy("Who sees amounts"),
        choices=ClubBook.SeenBy.choices,
        widget=forms.RadioSelect,
    )

    payments = forms.ChoiceField(
        label=gettext_lazy("Payments of new events"),
        choices=Payments.choices,
        initial=Payments.FEWEST.value,
        required=False,
        help_text=gettext_lazy(
            "Each event can choose differently before sign-up. If everyone pays the club, it bears"
            " what a player doesn’t pay, within its limit."
        ),
    )

    def clean(self) -> dict[str, Any]:
        """Require limit and currency if the club settles at a limit.

        Add the limit as ``limit_minor``, otherwise 0.
        """
        cleaned = super().clean() or {}
        cleaned["limit_minor"] = 0
        if cleaned.get("settles") != ClubBook.Settles.LIMIT or self.errors:
            return cleaned
        limit, currency = cleaned.get("limit"), cleaned.get("currency")
        if not currency:
            self.add_error("currency", _("Choose the currency of the limit."))
        if not limit:
            self.add_error("limit", _("Enter an amount above zero."))
        if limit and currency:
            cleaned["limit_minor"] = self._limit_minor(currency)
        return cleaned

    def _limit_minor(self, currency: str) -> int:
        """Return the limit in minor units; 0, with an error on its field, if it is invalid."""
        most = _MAX_LIMIT * money.minor_unit(currency)
        try:
            return read_amount_above_zero(self, "limit", currency, max_minor=most)
        except ValidationError as error:
            self.add_error("limit", error)
            return 0

    def terms(self) -> dict[str, Any]:
        """Return the valid form's values as arguments of ``services.change_book``."""
        cleaned = self.cleaned_data
        return {
            "settles": cleaned["settles"],
            "seen_by": cleaned["seen_by"],
            "limit_minor": cleaned["limit_minor"],
            "limit_currency": cleaned["currency"],
            "payments": cleaned["payments"],
        }

    def choices(self, name: str) -> list[tuple[Any, str]]:
        """Return (radio button, description) pairs of the field "settles" or "seen_by"."""
        about: dict[Any, Any] = dict(_SETTLES_HELP) if name == "settles" else dict(_SEEN_BY_HELP)
        return [(radio, str(about[radio.data["value"]])) for radio in self[name]]


def book_form(book: ClubBook, currency: str, data: Any = None) -> BookForm:
    """Return the form, filled with the club's current settings or the submitted data.

    :param currency: default for the limit: the currency of the club's stake
    """
    initial: dict[str, Any] = {
        "settles": book.settles,
        "seen_by": book.seen_by,
        "payments": book.payments,
        "currency": book.limit_currency or currency,
    }
    if book.limit_currency:
        initial["limit"] = money.typed(book.limit_minor, book.limit_currency)
    return BookForm(data, initial=initial)


class PairForm(forms.Form):
    """Form to choose two accounts to compare."""

    one = forms.TypedChoiceField(label=gettext_lazy("First player"), coerce=int)
    other = forms.TypedChoiceField(label=gettext_lazy("Second player"), coerce=int)

    def __init__(
        self,
        data: Any,
        *,
        first_accounts: list[tuple[int, str]],
        second_accounts: list[tuple[int, str]],
    ) -> None:
        """Offer the accounts, given as (ID, name), in each of the two fields."""
        super().__init__(data)
        self._offered = {"one": list(first_accounts), "other": list(second_accounts)}
        for name, accounts in self._offered.items():
            field = self.fields[name]
            assert isinstance(field, forms.ChoiceField)
            field.choices = accounts

    def selects(self) -> list[tuple[forms.BoundField, list[tuple[int, str, bool]]]]:
        """Return each field with its options: account ID, name, and whether it is selected."""
        found = []
        for name, accounts in self._offered.items():
            bound = self[name]
            chosen = str(bound.value())
            options = [(number, label, str(number) == chosen) for number, label in accounts]
            found.append((bound, options))
        return found

    def clean(self) -> dict[str, Any]:
        """Check that two different accounts are chosen."""
        cleaned = super().clean() or {}
        if cleaned.get("one") is not None and cleaned.get("one") == cleaned.get("other"):
            raise ValidationError(_("Choose two different players."))
        return cleaned
