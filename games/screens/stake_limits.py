"""The limits of stakes on a person's profile page: what is set, added, changed, taken away."""

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
from accounts.views import profile_page
from games.common import money
from games.common.amount_fields import AmountField, read_amount

#: What the part is called among those of the profile page, and within it.
PART = "limits"


class LimitForm(forms.Form):
    """A limit in one currency; said again, it is changed."""

    most = AmountField(
        label=gettext_lazy("At most in one session"),
        help_text=gettext_lazy("0: ask about every session for this money."),
    )
    currency = forms.ChoiceField(label=gettext_lazy("Currency"), choices=money.currency_choices)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if "most" in cleaned and "currency" in cleaned:
            try:
                cleaned["most_minor"] = read_amount(self, "most", cleaned["currency"])
            except ValidationError as error:
                self.add_error("most", error)
        return cleaned


@dataclass(frozen=True, slots=True)
class LimitLine:
    """A limit that is set."""

    currency: str
    amount: str


def limits_part(request: HttpRequest, form: LimitForm | None = None) -> SafeString:
    """Return the part of the profile page; nothing for guests, who do not play for money."""
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
    """Set the reader's limit in a currency, or change it."""
    form = LimitForm(request.POST, prefix=PART)
    user = person(request)
    if user is None or user.is_guest:
        return redirect("profile")
    if not form.is_valid():
        return profile_page(request, status=422, limits=limits_part(request, form))
    currency, most = form.cleaned_data["currency"], form.cleaned_data["most_minor"]
    stake_limits.set_limit(user, currency, most)
    said = _("You are asked before a session that could cost you more than %(amount)s.")
    messages.success(request, said % {"amount": money.amount(most, currency)})
    return redirect(f"{reverse('profile')}#{PART}")


@login_required
@require_POST
def remove_limit(request: HttpRequest, currency: str) -> HttpResponse:
    """Take the reader's limit in a currency away."""
    user = person(request)
    if user is not None:
        stake_limits.remove_limit(user, currency)
        said = _("You no longer have a limit in %(currency)s.")
        messages.success(request, said % {"currency": currency})
    return redirect(f"{reverse('profile')}#{PART}")
