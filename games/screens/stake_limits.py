"""Page of a member's loss limits: list, set and remove."""

from dataclasses import dataclass
from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST

from accounts import stake_limits
from accounts.guests import person
from accounts.models import User
from accounts.pages import guests_to_sign_up
from games.common import money
from games.common.amount_fields import AmountField, read_amount


class LimitForm(forms.Form):
    """A loss limit in one currency; replaces an existing one."""

    most = AmountField(
        label=gettext_lazy("Ask me if I could lose more than"),
        help_text=gettext_lazy(
            "This limit applies per game. Enter 0 to be asked before every game in this currency."
        ),
    )
    currency = forms.ChoiceField(label=gettext_lazy("Currency"), choices=money.currency_choices)

    def clean(self) -> dict[str, Any]:
        """Add `most_minor`, the limit in minor units of the currency."""
        cleaned = super().clean() or {}
        if "most" in cleaned and "currency" in cleaned:
            try:
                cleaned["most_minor"] = read_amount(self, "most", cleaned["currency"])
            except ValidationError as error:
                self.add_error("most", error)
        return cleaned


@dataclass(frozen=True, slots=True)
class LimitLine:
    """A loss limit for the list: currency code, and amount as text."""

    currency: str
    amount: str


@login_required
@guests_to_sign_up
@require_http_methods(["GET", "HEAD", "POST"])
def limits(request: HttpRequest) -> HttpResponse:
    """Show the member's limits, and set or replace the one in a currency."""
    user = request.user
    assert isinstance(user, User)
    form = LimitForm(request.POST or None)
    if form.is_valid():
        currency, most = form.cleaned_data["currency"], form.cleaned_data["most_minor"]
        stake_limits.set_limit(user, currency, most)
        said = _(
            "Limit saved. You’ll be asked before a game in which you could lose more than"
            " %(amount)s."
        )
        messages.success(request, said % {"amount": money.amount(most, currency)})
        return redirect("limits")
    lines = [
        LimitLine(each.currency, money.amount(each.most_minor, each.currency))
        for each in stake_limits.limits_of(user)
    ]
    status = 422 if form.is_bound else 200
    context = {"form": form, "lines": lines}
    return render(request, "games/screens/stake_limits.html", context, status=status)


@login_required
@require_POST
def remove_limit(request: HttpRequest, currency: str) -> HttpResponse:
    """Remove the user's limit in a currency."""
    user = person(request)
    if user is not None:
        stake_limits.remove_limit(user, currency)
        said = _("Limit in %(currency)s removed.")
        messages.success(request, said % {"currency": currency})
    return redirect("limits")
