"""Pages where users manage their own payment details, and treasurers a club's.

Changes require reauthentication, so that an unattended browser cannot be used to redirect payments.
"""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from csp.constants import SELF, WASM_UNSAFE_EVAL
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
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
from tournaments.clubs import presenter as club_pages
from tournaments.clubs.models import Club
from tournaments.clubs.policy import Right, Role, may
from tournaments.ledger.accounts.context import TAB, club_context
from tournaments.ledger.codes.schemes import SCHEMES
from tournaments.ledger.payees import payment_codes, services
from tournaments.ledger.payees.denials import PayeeCode, denial_text
from tournaments.ledger.payees.forms import DetailsForm, details_form
from tournaments.ledger.payees.models import PayeeDetails
from tournaments.ledger.payees.services import details_of

#: Where to continue after reauthentication.
GO_ON = f"{__name__}.go_on"


@dataclass(frozen=True, slots=True)
class Payee:
    """The owner of the details on a page: the reader, or a club."""

    user: User
    #: None for the reader's own.
    club: Club | None = None
    #: The reader's role in the club.
    role: Role | None = None

    @property
    def may_change(self) -> bool:
        """Return whether the reader may change the details."""
        return self.club is None or may(self.role, Right.SET_PAYMENT_DETAILS)

    @property
    def frame(self) -> str:
        """The template around the page: a club's pages have its header."""
        return "base.html" if self.club is None else "tournaments/clubs/frame.html"

    def context(self) -> dict[str, Any]:
        """Return what each page of the payee shows. At most one query."""
        if self.club is None:
            return {"payee": self}
        return {"payee": self, **club_pages.club_context(self.club, self.role, TAB)}

    @property
    def owner(self) -> User | Club:
        """The user or club to whom the details belong."""
        return self.club or self.user

    @property
    def club_id(self) -> int | None:
        """The club's ID; None for the reader's own details."""
        return None if self.club is None else self.club.pk

    def details(self, scheme: str) -> PayeeDetails | None:
        """Return the details for the scheme; None if none are stored. One query."""
        return next((row for row in details_of(self.owner) if row.scheme == scheme), None)

    def method(self, scheme: str, row: PayeeDetails | None = None) -> payment_codes.PaymentMethod:
        """Return the scheme's payment method for display."""
        return payment_codes.payment_method(scheme, row, self.club)

    def list_url(self) -> str:
        """Return the URL of the list of payment methods."""
        if self.club is None:
            return reverse("payee_details")
        return reverse("club_payees", args=[self.club.slug])


def _payee(request: HttpRequest, slug: str, *, to_change: bool = False) -> Payee:
    """Return the reader or, with a slug, the club whose ledger the reader keeps.

    :raises Http404: if there is no such club
    :raises PermissionDenied: if the reader may not see or, with `to_change`, change its details
    """
    user = signed_in_user(request)
    if not slug:
        return Payee(user)
    here = club_context(request, slug, keeps_book=True)
    payee = Payee(user, here.club, here.role)
    if to_change and not payee.may_change:
        raise PermissionDenied(denial_text(Denial(PayeeCode.NOT_ALLOWED)))
    return payee


@never_cache
@login_required
@require_safe
def payee_details(request: HttpRequest, slug: str = "") -> HttpResponse:
    """List the payment methods of the reader or a club, masked, and the available ones."""
    if signed_in_user(request).is_guest:
        return redirect("keep_account")
    payee = _payee(request, slug)
    ways = payment_codes.payment_methods(details_of(payee.owner), payee.club)
    others = [way for way in ways if not (way.masked or way.is_lost)]
    context = {
        **payee.context(),
        "entered": [way for way in ways if way.masked or way.is_lost],
        "others": others if payee.may_change else [],
    }
    return render(request, "tournaments/ledger/payees/details.html", context)


@never_cache
@login_required
@sensitive_post_parameters()
@require_http_methods(["GET", "HEAD", "POST"])
def payee_scheme(request: HttpRequest, scheme: str, slug: str = "") -> HttpResponse:
    """Let the reader edit details for a scheme, after reauthentication, and see a sample code."""
    if signed_in_user(request).is_guest:
        return redirect("keep_account")
    payee = _payee(request, slug, to_change=True)
    if scheme not in SCHEMES:
        raise Http404(_("This payment method doesn’t exist."))
    if request.method == "POST":
        form = details_form(scheme, data=request.POST)
        if form.is_valid() and reauthentication.is_due(request):
            messages.info(request, _("Confirm it’s you to save your changes."))
            typed = {name: request.POST.get(name) for name in form.fields}
            sent = {"club": slug, "scheme": scheme, "typed": typed}
            return reauthentication.reauthenticate_first(request, GO_ON, sent)
        return _save_or_show_errors(request, payee, form)
    return _render_scheme_page(request, payee, scheme, payee.details(scheme))


@require_POST
@login_required
def payee_remove(request: HttpRequest, scheme: str, slug: str = "") -> HttpResponse:
    """Delete the details for the scheme, after reauthentication."""
    payee = _payee(request, slug, to_change=True)
    if reauthentication.is_due(request):
        messages.info(request, _("Confirm it’s you to remove this payment method."))
        sent = {"club": slug, "scheme": scheme}
        return reauthentication.reauthenticate_first(request, GO_ON, sent)
    return _remove_and_redirect(request, payee, scheme)


def go_on(request: HttpRequest, waits: Mapping[str, str]) -> HttpResponse:
    """Save or remove the details that a user sent before reauthentication.

    :param waits: the encrypted data that was kept meanwhile
    """
    sent = reauthentication.waiting_data(request, waits)
    if sent is None or sent["scheme"] not in SCHEMES:
        return redirect("payee_details")
    payee = _payee(request, sent.get("club", ""), to_change=True)
    if "typed" not in sent:
        return _remove_and_redirect(request, payee, sent["scheme"])
    return _save_or_show_errors(request, payee, details_form(sent["scheme"], data=sent["typed"]))


def _save_or_show_errors(request: HttpRequest, payee: Payee, form: DetailsForm) -> HttpResponse:
    """Store the form's details and redirect, or show the form again with errors."""
    if form.is_valid() and _save(request, payee, form):
        said = _("Payment details saved. Check below what people who owe you will see.")
        if payee.club is not None:
            said = _(
                "Payment details saved. The others who keep the club’s ledger have been told. Check"
                " below what members who owe the club will see."
            )
        messages.success(request, said)
        return redirect(payee.method(form.scheme).url)
    row = payee.details(form.scheme)
    return _render_scheme_page(request, payee, form.scheme, row, form, status=422)


def _remove_and_redirect(request: HttpRequest, payee: Payee, scheme: str) -> HttpResponse:
    """Delete the payee's details for the scheme, and redirect to the list."""
    answer = services.remove_details(of_request(request), scheme, club_id=payee.club_id)
    if isinstance(answer, Denial):
        raise PermissionDenied(denial_text(answer))
    messages.success(request, _("Payment method removed. Its details were deleted."))
    return redirect(payee.list_url())


def _save(request: HttpRequest, payee: Payee, form: DetailsForm) -> bool:
    """Store the valid form's details; return False and add the error to the form if denied."""
    assert form.details is not None
    answer = services.save_details(
        of_request(request), form.scheme, form.details, club_id=payee.club_id
    )
    if isinstance(answer, Denial):
        form.add_error(None, denial_text(answer))
        return False
    return True


def _render_scheme_page(
    request: HttpRequest,
    payee: Payee,
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
        **payee.context(),
        "way": payee.method(scheme, row),
        "form": form or details_form(scheme, kept),
        "recognized": recognized,
        "codes": [sample] if sample else [],
        "is_kept": row is not None,
    }
    response = render(request, "tournaments/ledger/payees/scheme.html", context, status=status)
    # As django-csp's decorator does, which is untyped.
    response._csp_update = {"script-src": [SELF, WASM_UNSAFE_EVAL]}  # type: ignore[attr-defined]
    return response
