"""Pages of payments: one with its history, and all of a user's."""

from typing import Any, Final

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.caller import of_request
from accounts.guests import person, signed_in_user
from games.common.denials import Denial
from games.common.numbers import whole_number
from tournaments.ledger.access import Answer
from tournaments.ledger.book.account import Account
from tournaments.ledger.denials import LedgerCode, denial_text
from tournaments.ledger.notices.services import dismiss_notice
from tournaments.ledger.payees.payment_codes import PaymentCode, codes_for
from tournaments.ledger.payments import reminders, services, texts
from tournaments.ledger.payments.forms import (
    FORMS,
    ActionForm,
    AmountForm,
    ReasonForm,
    ReminderForm,
    VerdictForm,
)
from tournaments.ledger.payments.models import Payment
from tournaments.ledger.payments.policy import LedgerReader, PaymentAction, Side
from tournaments.ledger.pending import selectors as waiting
from tournaments.ledger.pending.lines import pending_by_session, result_lines
from tournaments.ledger.settling import selectors
from tournaments.ledger.settling.models import Settlement, Transfer
from tournaments.ledger.settling.topics import source_topic, versions

#: Completed payments per page.
CLOSED_LENGTH = 20
#: Denials that mean "not found" for the reader; others are shown as messages.
_UNKNOWN: Final = {LedgerCode.UNKNOWN, LedgerCode.NO_TRANSFER, LedgerCode.NO_PAYMENT}
_ACTIONS: Final = {action.value for action in PaymentAction}


@login_required
@never_cache
@require_safe
def payments(request: HttpRequest) -> HttpResponse:
    """Show the reader's payments and what waits for an answer.

    At most fifteen queries for any number of them.
    """
    user = signed_in_user(request)
    results, of_others = list(waiting.waiting_for(user)), list(waiting.waiting_for_others(user))
    events = waiting.events_of(results)
    closed = Paginator(selectors.closed_transfers(user), CLOSED_LENGTH)
    page = closed.get_page(request.GET.get("page"))
    context: dict[str, Any] = {
        "own": texts.own_payments(user),
        "results": result_lines(results, events, user.pk),
        "pending": pending_by_session(of_others, user.pk),
        "closed": texts.closed_lines(user, list(page)),
        "page": page,
        "here": "payments",
    }
    return render(request, "tournaments/ledger/payments.html", context)


# --- One payment


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def payment(request: HttpRequest, number: int) -> HttpResponse:
    """Show a payment with its history to its parties and organizers, and process their actions.

    At most eleven queries to show it. Rejected forms are shown again with their input.
    """
    found = selectors.transfer(number)
    if found is None:
        raise _payment_not_found()
    reader, own_sides = selectors.reader_of(found, person(request))
    if not own_sides:
        raise _payment_not_found()
    if request.method != "POST":
        return _render_payment(request, found, reader, own_sides)
    form = _submitted_form(request, found)
    if form.is_valid():
        answer = _call_service(request, found, form)
        if answer is None:
            messages.success(request, _success_message(form, found))
            return _redirect_back(request, found)
        if answer.code in _UNKNOWN:
            raise _payment_not_found()
        form.refuse(answer)
    # Show the current state.
    again = selectors.transfer(number)
    assert again is not None
    return _render_payment(request, again, reader, own_sides, form)


def _payment_not_found() -> Http404:
    """Return the error for a payment that does not exist or is private."""
    return Http404(denial_text(Denial(LedgerCode.NO_TRANSFER)))


def _submitted_form(request: HttpRequest, transfer: Transfer) -> ActionForm:
    """Return the submitted form, which must be an action on the payment or its claims.

    :raises Http404: if it is not an action on a payment
    """
    payment_id = whole_number(request.POST.get("payment") or 0)
    action = request.POST.get("do", "")
    known = {0, *(each.pk for each in transfer.payments.all())}
    if action not in _ACTIONS or payment_id not in known:
        raise _payment_not_found()
    return _action_form(PaymentAction(action), transfer, payment_id, data=request.POST)


def _action_form(
    action: PaymentAction,
    transfer: Transfer,
    payment: int = 0,
    *,
    data: Any = None,
    unclaimed: int = 0,
) -> ActionForm:
    """Return the form of the action, on a claim or (0) on the open amount."""
    currency = transfer.settlement.currency
    return FORMS[action](
        data, action=action, payment=payment, currency=currency, unclaimed=unclaimed
    )


def _call_service(request: HttpRequest, transfer: Transfer, form: ActionForm) -> Answer:
    """Call the service of the form's action; return its denial, or None on success."""
    caller, data = of_request(request), form.cleaned_data
    if isinstance(form, AmountForm):
        service = {
            PaymentAction.PAID: services.claim,
            PaymentAction.RECEIVED: services.receive,
            PaymentAction.ASK: services.ask_to_waive,
            PaymentAction.WAIVE: services.waive,
        }[form.action]
        return service(caller, transfer.pk, data["amount"], form.details())
    if isinstance(form, ReminderForm):
        for_payer = form.action == PaymentAction.REMIND_PAYER
        return reminders.set_reminder(caller, transfer.pk, data["day"], is_for_payer=for_payer)
    if isinstance(form, VerdictForm):
        is_paid = data["verdict"] == "paid"
        return services.resolve(caller, form.payment, is_paid=is_paid, reason=data["reason"])
    if isinstance(form, ReasonForm):
        return services.dispute(caller, form.payment, data["reason"])
    if form.action == PaymentAction.CONFIRM:
        return services.confirm(caller, form.payment)
    return services.withdraw(caller, form.payment)


def _success_message(form: ActionForm, transfer: Transfer) -> str:
    """Return the message that the form's action succeeded."""
    answered = next((each for each in transfer.payments.all() if each.pk == form.payment), None)
    is_waiver = answered is not None and answered.kind == Payment.Kind.WAIVED
    return {
        PaymentAction.PAID: _("Marked as paid. You’ll be notified when the payment is confirmed."),
        PaymentAction.RECEIVED: _("Marked as received."),
        PaymentAction.ASK: _(
            "Waiver requested. The debt will be waived if your request is accepted."
        ),
        PaymentAction.WAIVE: _("Debt waived."),
        PaymentAction.REMIND_ME: _("Reminder set."),
        PaymentAction.REMIND_PAYER: _("Reminder set."),
        PaymentAction.CONFIRM: _("Debt waived.") if is_waiver else _("Payment confirmed."),
        PaymentAction.DISPUTE: _("Request declined.") if is_waiver else _("Payment disputed."),
        PaymentAction.WITHDRAW: _("Request withdrawn.") if is_waiver else _("Payment withdrawn."),
        PaymentAction.RESOLVE: _("Dispute resolved."),
    }[form.action]


def _redirect_back(request: HttpRequest, transfer: Transfer) -> HttpResponse:
    """Redirect to the page where the button was pressed, as the form names it."""
    where = request.POST.get("here", "")
    if where == "settlement":
        return redirect(transfer.settlement)
    if where == "payments":
        return redirect("payments")
    return redirect("payment", transfer.pk)


def _render_payment(
    request: HttpRequest,
    transfer: Transfer,
    reader: LedgerReader,
    own_sides: frozenset[Side],
    rejected: ActionForm | None = None,
) -> HttpResponse:
    """Render the payment's page; a rejected form is shown with its input and errors."""
    topic = source_topic(transfer.settlement)
    source = Settlement.Source(transfer.settlement.source)
    version = versions(source, [topic.key])[topic.key]
    page = texts.payment_page(transfer, reader, own_sides, version)
    open_forms = {
        action: _action_form(action, transfer, unclaimed=page.unclaimed) for action in page.actions
    }
    answer_forms = {
        claim.number: {
            action: _action_form(action, transfer, claim.number) for action in claim.actions
        }
        for claim in page.claims
    }
    if rejected is not None:
        # Show the rejected input, even if the action is no longer possible.
        forms = answer_forms.setdefault(rejected.payment, {}) if rejected.payment else open_forms
        forms[rejected.action] = rejected
    context: dict[str, Any] = {
        "page": page,
        "forms": {action.value: form for action, form in open_forms.items()},
        "claims": [
            (claim, {action.value: form for action, form in answer_forms[claim.number].items()})
            for claim in page.claims
        ],
        "codes": _payment_codes(transfer, own_sides, page.unclaimed),
        "reminders": selectors.reminders(transfer, signed_in_user(request)),
        "sent": rejected,
    }
    template = "tournaments/ledger/payment.html"
    return render(request, template, context, status=200 if rejected is None else 422)


def _payment_codes(
    transfer: Transfer, own_sides: frozenset[Side], unclaimed: int
) -> list[PaymentCode]:
    """Return the payee's payment codes, if the reader is the one who owes. At most one query.

    Organizers owe for the club account; for a named player they do not.
    """
    payee, due = transfer.payee.user, unclaimed or transfer.open_amount
    is_shown = Side.PAYER in own_sides and transfer.payer.kind != Account.Kind.NAME
    if not is_shown or payee is None or not payee.is_active or not due:
        return []
    return codes_for(payee, transfer.settlement.currency, due, f"Big Two {transfer.pk}")


@login_required
@require_POST
def drop_reminder(request: HttpRequest, number: int, reminder: int) -> HttpResponse:
    """Remove the reader's reminder of a payment, if it is not sent yet."""
    reminders.drop_reminder(of_request(request), reminder)
    messages.success(request, _("Reminder removed."))
    return redirect("payment", number)


@login_required
@require_POST
def notice_seen(request: HttpRequest, number: int) -> HttpResponse:
    """Dismiss a notice of the reader, and go to the home page."""
    dismiss_notice(of_request(request), number)
    return redirect("home")
