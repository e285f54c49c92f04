"""Loss limits on the profile page: list, set and remove."""

from dataclasses import dataclass
from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST

from accounts import stake_limits
from accounts.guests import person
from accounts.pages import profile_page
from games.common import money
from games.common.amount_fields import AmountField, read_amount

#: Name of this section of the profile page, and prefix of its form.
PART = "limits"


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
    """A loss limit for the list on the profile page: currency code, and amount as text."""

    currency: str
    amount: str


def limits_part(request: HttpRequest, form: LimitForm | None = None) -> SafeString:
    """Return the HTML of the loss limits for the profile page; empty for guests and visitors."""
    user = person(request)
    if user is None or user.is_guest:
        return mark_safe("")
    lines = [
        LimitLine(each.currency, money.amount(each.most_minor, each.currency))
        for each in stake_limits.limits_of(user)
    ]
    context = {"form": form or LimitForm(prefix=PART), "lines": lines}
    return render_to_string("games/screens/stake_limits.html", context, request)


@login_required
@require_POST
def set_limit(request: HttpRequest) -> HttpResponse:
    """Set or replace the member's limit in a currency; show an invalid form again (422)."""
    form = LimitForm(request.POST, prefix=PART)
    user = person(request)
    if user is None or user.is_guest:
        return redirect("profile")
    if not form.is_valid():
        return profile_page(request, status=422, limits=limits_part(request, form))
    currency, most = form.cleaned_data["currency"], form.cleaned_data["most_minor"]
    stake_limits.set_limit(user, currency, most)
    said = _(
        "Limit saved. You’ll be asked before a game in which you could lose more than %(amount)s."
    )
    messages.success(request, said % {"amount": money.amount(most, currency)})
    return redirect(f"{reverse('profile')}#{PART}")


@login_required
@require_POST
def remove_limit(request: HttpRequest, currency: str) -> HttpResponse:
    """Remove the user's limit in a currency."""
    user = person(request)
    if user is not None:
        stake_limits.remove_limit(user, currency)
        said = _("Limit in %(currency)s removed.")
        messages.success(request, said % {"currency": currency})
    return redirect(f"{reverse('profile')}#{PART}")
