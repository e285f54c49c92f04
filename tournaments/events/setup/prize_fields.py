"""Form fields for the entry fee, prizes and payments of an event."""

from collections.abc import Mapping
from typing import Any, Final

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.common import money, numbers
from games.common.amount_fields import AmountField, read_amount
from games.screens.forms import StakeFields
from tournaments.events.core.models import Event
from tournaments.ledger.book.models import ClubBook, Payments
from tournaments.pairing.prizes import MOST_PLACES, WHOLE, PrizeFault, PrizeKind, fault_in

#: The highest fee, prize or addition to a pot, in whole units of a currency.
MOST_AMOUNT: Final = 1_000_000


class PrizeFields(StakeFields):
    """Form fields for stake, entry fee, pot, prizes by place, and payments."""

    fee = AmountField(
        label=gettext_lazy("Entry fee"),
        required=False,
        help_text=gettext_lazy("Owed to the club once the player’s first round starts."),
    )
    pot = AmountField(
        label=gettext_lazy("Added by the club"),
        required=False,
        help_text=gettext_lazy("The club adds this to the fees. Together they are the pot."),
    )
    prizes_by = forms.ChoiceField(
        label=gettext_lazy("Prizes"),
        required=False,
        choices=[
            ("", gettext_lazy("No prizes")),
            (PrizeKind.SHARE.value, gettext_lazy("Percent of the pot")),
            (PrizeKind.AMOUNT.value, gettext_lazy("Fixed amounts")),
        ],
        help_text=gettext_lazy(
            "Tied players share the prizes of their places. What isn’t given out stays with the"
            " club."
        ),
    )
    payments = forms.ChoiceField(
        label=gettext_lazy("Payments"),
        required=False,
        choices=Payments.choices,
        initial=Payments.FEWEST.value,
    )

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        for place in range(1, MOST_PLACES + 1):
            self.fields[f"prize_{place}"] = AmountField(
                label=numbers.place_label(place), required=False
            )

    @property
    def prize_places(self) -> list[forms.BoundField]:
        """The fields of the prizes by place."""
        return [self[f"prize_{place}"] for place in range(1, MOST_PLACES + 1)]

    @property
    def is_money_open(self) -> bool:
        """Return whether fee, prizes or payments have a value or an error."""
        names = ["fee", "pot", "prizes_by", *(each.name for each in self.prize_places)]
        has_values = any(self[name].value() for name in names)
        is_through_club = self["payments"].value() == Payments.CLUB
        return (
            has_values
            or is_through_club
            or any(name in self.errors for name in (*names, "payments"))
        )

    def needs_currency(self, cleaned: Mapping[str, Any]) -> bool:
        """Return whether a currency is needed without a stake: for a fee or a pot."""
        return bool(cleaned.get("fee") or cleaned.get("pot"))

    def clean(self) -> dict[str, Any]:
        """Add `fee_minor`, `pot_minor` and `prizes`; check them against each other."""
        cleaned = super().clean() or {}
        currency = cleaned.get("currency") or ""
        for name in ("fee", "pot"):
            cleaned[f"{name}_minor"] = self._minor(name, currency)
            if cleaned[f"{name}_minor"] and not currency and "currency" not in self.errors:
                self.add_error("currency", _("Choose the currency of the fee and the prizes."))
        if not (cleaned["stake_minor"] or cleaned["fee_minor"] or cleaned["pot_minor"]):
            cleaned["currency"] = ""
        cleaned["prizes"] = self._prizes(cleaned, currency)
        cleaned["payments"] = cleaned.get("payments") or Payments.FEWEST
        return cleaned

    def _minor(self, name: str, currency: str) -> int:
        """Return the entered amount in minor units; 0, with a form error, if it is invalid."""
        if not self.cleaned_data.get(name):
            return 0
        try:
            most = MOST_AMOUNT * money.minor_unit(currency)
            return read_amount(self, name, currency, max_minor=most)
        except ValidationError as error:
            self.add_error(name, error)
            return 0

    def _prizes(self, cleaned: Mapping[str, Any], currency: str) -> dict[str, list[int]] | None:
        """Return the prizes as stored with an event; None, perhaps with an error, for none."""
        names = [each.name for each in self.prize_places]
        typed = [cleaned.get(name) or "" for name in names]
        if not cleaned.get("prizes_by"):
            if any(typed) and "prizes_by" not in self.errors:
                self.add_error(
                    "prizes_by", _("Choose percent or fixed amounts, or clear the prizes.")
                )
            return None
        kind = PrizeKind(cleaned["prizes_by"])
        places = [
            self._share(name) if kind is PrizeKind.SHARE else self._minor(name, currency)
            for name in names
        ]
        while places and not places[-1]:
            places.pop()
        if any(name in self.errors for name in names):
            return None
        if not places:
            self.add_error("prize_1", _("Enter the prize for the first place."))
            return None
        if not (cleaned["fee_minor"] or cleaned["pot_minor"]):
            if not {"fee", "pot"} & set(self.errors):
                self.add_error("fee", _("Enter a fee, or an amount that the club adds."))
            return None
        found = fault_in(kind, places, self._highest_pot(cleaned))
        if found is not None:
            fault, at = found
            self.add_error(names[at], _FAULTS[fault])
        return {kind.value: places}

    def _share(self, name: str) -> int:
        """Return the entered percentage; 0, perhaps with a form error, for none."""
        text = str(self.cleaned_data.get(name) or "").strip().removesuffix("%").strip()
        if not text:
            return 0
        if not (text.isdecimal() and len(text) <= 3 and int(text) <= WHOLE):
            self.add_error(name, _("Enter a whole number of percent, up to 100."))
            return 0
        return int(text)

    def _highest_pot(self, cleaned: Mapping[str, Any]) -> int | None:
        """Return the highest possible pot; None without a player limit."""
        terms = {name: cleaned[name] for name in ("fee_minor", "pot_minor")}
        return Event(entry_limit=self.limit_of_pot(cleaned), **terms).highest_pot

    def limit_of_pot(self, cleaned: Mapping[str, Any]) -> int | None:
        """Return the most players whose fees can be in the pot; None for no limit."""
        limit: int | None = cleaned.get("entry_limit")
        return limit


_FAULTS: Final = {
    PrizeFault.GAP: gettext_lazy("Enter a prize here, or clear the prizes after it."),
    PrizeFault.RISING: gettext_lazy("A lower place can’t win more than a higher one."),
    PrizeFault.ABOVE_WHOLE: gettext_lazy("The prizes add up to more than 100%."),
    PrizeFault.ABOVE_POT: gettext_lazy(
        "The prizes add up to more than the pot can be. Lower them, or raise the fee or what the"
        " club adds."
    ),
}


def initial_money(event: Event) -> dict[str, Any]:
    """Return the initial values of the fields for an existing event."""
    values: dict[str, Any] = {"payments": event.payments}
    for name, minor in (("fee", event.fee_minor), ("pot", event.pot_minor)):
        if minor:
            values[name] = money.typed(minor, event.currency)
    for kind, places in (event.prizes or {}).items():
        values["prizes_by"] = kind
        for place, prize in enumerate(places, 1):
            is_share = kind == PrizeKind.SHARE
            values[f"prize_{place}"] = (
                str(prize) if is_share else money.typed(prize, event.currency)
            )
    return values


def initial_payments(club_id: int) -> dict[str, Any]:
    """Return the initial value of the payments of a club's new event. One query."""
    book = ClubBook.objects.filter(club=club_id).first()
    return {} if book is None else {"payments": book.payments}
