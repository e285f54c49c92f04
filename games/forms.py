"""What a person fills in to open a table."""

from decimal import Decimal
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games import money

#: The highest stake per point in whole units of a currency: a typing error costs no fortune.
HIGHEST_STAKE = 9999
MOST_DEALS = 50


class SoloTableForm(forms.Form):
    """A table with bots: how many deals, and what a point is worth."""

    deals = forms.IntegerField(
        label=gettext_lazy("Deals"), min_value=1, max_value=MOST_DEALS, initial=5
    )
    stake = forms.DecimalField(
        label=gettext_lazy("Stake per point"),
        required=False,
        min_value=Decimal(0),
        max_value=Decimal(HIGHEST_STAKE),
        max_digits=8,
        decimal_places=4,
        help_text=gettext_lazy("Empty or 0: for points only."),
    )
    currency = forms.ChoiceField(
        label=gettext_lazy("Currency"),
        required=False,
        choices=[("", gettext_lazy("Points only")), *((code, code) for code in money.CURRENCIES)],
    )

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        stake, currency = cleaned.get("stake"), cleaned.get("currency")
        if stake and not currency:
            self.add_error("currency", _("Choose the currency of the stake."))
        elif currency and not stake and "stake" not in self.errors:
            self.add_error("stake", _("Say how much a point is worth, or choose points only."))
        elif stake and currency:
            minor = stake.scaleb(money.minor_digits(currency))
            if minor < 1 or minor != minor.to_integral_value():
                self.add_error(
                    "stake",
                    _("The smallest amount of this currency is %(amount)s.")
                    % {"amount": money.amount(1, currency)},
                )
            cleaned["stake_minor"] = int(minor)
        cleaned.setdefault("stake_minor", 0)
        return cleaned
