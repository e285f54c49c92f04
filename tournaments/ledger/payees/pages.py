"""Pages where users manage their own payment details.

Changes require reauthentication, so that an unattended browser cannot be used to redirect payments.
"""

from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from csp.constants import SELF, WASM_UNSAFE_EVAL
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts import reauthentication
from accounts.caller import of_request
from accounts.cipher import DecryptionError
from accounts.guests import signed_in_user
from accounts.models import User
from games.common.denials import Denial
from tournaments.ledger.codes.schemes import SCHEMES
from tournaments.ledger.payees import payment_codes, services
from tournaments.ledger.payees.denials import denial_text
from tournaments.ledger.payees.forms import DetailsForm, details_form
from tournaments.ledger.payees.models import PayeeDetails
from tournaments.ledger.payees.services import details_of

#: Where to continue after reauthentication.
GO_ON = f"{__name__}.go_on"


@never_cache
@login_required
@require_safe
def payee_details(request: HttpRequest) -> HttpResponse:
    """List the reader's payment methods, masked, and the available ones."""
    user = signed_in_user(request)
    if user.is_guest:
        return redirect("keep_account")
    ways = payment_codes.payment_methods(details_of(user))
    context = {
        "entered": [way for way in ways if way.masked or way.is_lost],
        "others": [way for way in ways if not (way.masked or way.is_lost)],
    }
    return render(request, "tournaments/ledger/payees/details.html", context)


@never_cache
@login_required
@sensitive_post_parameters()
@require_http_methods(["GET", "HEAD", "POST"])
def payee_scheme(request: HttpRequest, scheme: str) -> HttpResponse:
    """Let the reader edit details for a scheme, after reauthentication, and see a sample code."""
    user = signed_in_user(request)
    if user.is_guest:
        return redirect("keep_account")
    if scheme not in SCHEMES:
        raise Http404(_("This payment method doesn’t exist."))
    if request.method == "POST":
        form = details_form(scheme, data=request.POST)
        if form.is_valid() and reauthentication.is_due(request):
            messages.info(request, _("Confirm it’s you to save your changes."))
            typed = {name: request.POST.get(name) for name in form.fields}
            sent = {"scheme": scheme, "typed": typed}
            return reauthentication.reauthenticate_first(request, GO_ON, sent)
        return _save_or_show_errors(request, form)
    return _render_scheme_page(request, scheme, _stored_details(user, scheme))


@require_POST
@login_required
def payee_remove(request: HttpRequest, scheme: str) -> HttpResponse:
    """Delete the reader's details for the scheme, after reauthentication."""
    if reauthentication.is_due(request):
        messages.info(request, _("Confirm it’s you to remove this payment method."))
        return reauthentication.reauthenticate_first(request, GO_ON, {"scheme": scheme})
    return _remove_and_redirect(request, scheme)


def go_on(request: HttpRequest, waits: Mapping[str, str]) -> HttpResponse:
    """Save or remove the details that a user sent before reauthentication.

    :param waits: the encrypted data that was kept meanwhile
    """
    sent = reauthentication.waiting_data(request, waits)
    if sent is None or sent["scheme"] not in SCHEMES:
        return redirect("payee_details")
    if "typed" not in sent:
        return _remove_and_redirect(request, sent["scheme"])
    return _save_or_show_errors(request, details_form(sent["scheme"], data=sent["typed"]))


def _save_or_show_errors(request: HttpRequest, form: DetailsForm) -> HttpResponse:
    """Store the form's details and redirect, or show the form again with errors."""
    if form.is_valid() and _save(request, form):
        messages.success(
            request, _("Payment details saved. Check below what people who owe you will see.")
        )
        return redirect("payee_scheme", form.scheme)
    row = _stored_details(signed_in_user(request), form.scheme)
    return _render_scheme_page(request, form.scheme, row, form, status=422)


def _remove_and_redirect(request: HttpRequest, scheme: str) -> HttpResponse:
    """Delete the reader's details for the scheme, and redirect to the list."""
    answer = services.remove_details(of_request(request), scheme)
    if isinstance(answer, Denial):
        raise PermissionDenied(denial_text(answer))
    messages.success(request, _("Payment method removed. Its details were deleted."))
    return redirect("payee_details")


def _stored_details(user: User, scheme: str) -> PayeeDetails | None:
    """Return the user's details for the scheme; None if none are stored."""
    return next((row for row in details_of(user) if row.scheme == scheme), None)


def _save(request: HttpRequest, form: DetailsForm) -> bool:
    """Store the valid form's details; return False and add the error to the form if denied."""
    assert form.details is not None
    answer = services.save_details(of_request(request), form.scheme, form.details)
    if isinstance(answer, Denial):
        form.add_error(None, denial_text(answer))
        return False
    return True


def _render_scheme_page(
    request: HttpRequest,
    scheme: str,
    row: PayeeDetails | None,
    form: DetailsForm | None = None,
    *,
    status: int = 200,
) -> HttpResponse:
    """Render the scheme's page with its form and a sample code.

    This page alone may compile WebAssembly, which reads codes from pictures in the browser.
    """
    kept, sample, recognized = None, None, ""
    if row is not None:
        # Otherwise the page says that it cannot be read.
        with suppress(DecryptionError):
            kept, sample = row.payment_scheme.to_data(row.details()), payment_codes.sample_code(row)
            recognized = payment_codes.recognized(row.details())
    context: dict[str, Any] = {
        "way": payment_codes.payment_method(scheme, row),
        "form": form or details_form(scheme, kept),
        "recognized": recognized,
        "codes": [sample] if sample else [],
        "is_kept": row is not None,
    }
    response = render(request, "tournaments/ledger/payees/scheme.html", context, status=status)
    # As django-csp's decorator does, which is untyped.
    response._csp_update = {"script-src": [SELF, WASM_UNSAFE_EVAL]}  # type: ignore[attr-defined]
    return response
