"""Page of one payment: its history, and the reader's actions on it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from typing import Any, Final

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts.caller import of_request
from accounts.guests import person, signed_in_user
from games.common import money, numbers
from games.common.denials import Denial
from games.common.numbers import whole_number
from tournaments.ledger.access import Answer, LedgerReader
from tournaments.ledger.book.models import Account
from tournaments.ledger.denials import LedgerCode, denial_text
from tournaments.ledger.payees.payment_codes import PaymentCode, codes_for
from tournaments.ledger.payees.services import cash_receivers
from tournaments.ledger.payments import reminders, selectors, services
from tournaments.ledger.payments.forms import (
    FORMS,
    ActionForm,
    AmountForm,
    ReasonForm,
    ReminderForm,
    VerdictForm,
)
from tournaments.ledger.payments.lines import TransferLine, payment_line
from tournaments.ledger.payments.models import Payment, PaymentRecord
from tournaments.ledger.payments.policy import (
    PaymentAction,
    Side,
    claim_actions,
    payment_actions,
    unclaimed_amount,
)
from tournaments.ledger.settling.models import Settlement, Transfer
from tournaments.ledger.settling.names import events_of
from tournaments.ledger.settling.topics import source_topic, versions

_Status = Payment.Status
_Kind = Payment.Kind
#: Denials that mean "not found" for the reader; others are shown as messages.
_UNKNOWN: Final = {LedgerCode.UNKNOWN, LedgerCode.NO_TRANSFER, LedgerCode.NO_PAYMENT}
_ACTIONS: Final = {action.value for action in PaymentAction}


@dataclass(frozen=True, slots=True)
class PaymentStep:
    """Sentence, message and time of a step in a payment's history."""

    what: str
    words: str
    at: datetime


@dataclass(frozen=True, slots=True)
class PaymentClaim:
    """Texts of a payment claim or waiver request, its history and the reader's actions."""

    number: int
    amount: str
    title: str
    paid_on: date | None
    way: str
    remark: str
    status: Payment.Status
    status_words: str
    steps: Sequence[PaymentStep]
    actions: frozenset[PaymentAction]
    #: Whether the reader recorded it for payer and payee.
    is_own_record: bool

    @property
    def waits_for_reader(self) -> bool:
        """True while others wait for the reader's answer to it."""
        if self.status == _Status.CLAIMED:
            return PaymentAction.CONFIRM in self.actions
        return PaymentAction.RESOLVE in self.actions


@dataclass(frozen=True, slots=True)
class PaymentPage:
    """A due payment's line and claims as texts, with the reader's actions on each."""

    line: TransferLine
    #: The open amount that is not marked as paid, in minor units.
    unclaimed: int
    currency: str
    version: int
    slug: str
    settlement_url: str
    claims: Sequence[PaymentClaim]
    actions: frozenset[PaymentAction]
    #: Whether only the two parties can resolve a dispute.
    has_no_organizer: bool


def payment_page(
    transfer: Transfer, reader: LedgerReader, own_sides: frozenset[Side], version: int
) -> PaymentPage:
    """Return the transfer's page for the reader. One query for an event's name, if any."""
    settlement = transfer.settlement
    events = events_of([settlement])
    payments = list(transfer.payments.all())
    unclaimed = unclaimed_amount(transfer.open_amount, payments)
    recorded_at = _recording_times(payments)
    return PaymentPage(
        line=payment_line(transfer, reader, events),
        unclaimed=unclaimed,
        currency=settlement.currency,
        version=version,
        slug=settlement.slug,
        settlement_url=settlement.get_absolute_url(),
        claims=[
            _payment_claim(each, settlement.currency, reader, own_sides, recorded_at.get(each.pk))
            for each in reversed(payments)
            if each.status != _Status.UNDONE
        ],
        actions=payment_actions(own_sides, transfer.open_amount, unclaimed),
        has_no_organizer=settlement.club is None,
    )


def _recording_times(payments: Sequence[Payment]) -> dict[int, datetime]:
    """Return when each payment was first recorded whose earlier record was disputed, by its ID.

    A dispute takes a recorded payment back and stores it again as disputed: two rows that are one
    payment for the reader. Payments with their records are prefetched.
    """
    undone = sorted(
        (each for each in payments if each.status == _Status.UNDONE),
        key=lambda each: max(record.pk for record in each.records.all()),
    )
    disputed = [
        each
        for each in sorted(payments, key=lambda each: each.pk)
        if each.is_recorded
        and [record.status for record in each.records.all()][1:2] == [_Status.DISPUTED]
    ]
    return {later.pk: earlier.claimed_at for earlier, later in zip(undone, disputed, strict=True)}


def _payment_claim(
    payment: Payment,
    currency: str,
    reader: LedgerReader,
    own_sides: frozenset[Side],
    recorded_at: datetime | None,
) -> PaymentClaim:
    """Return the claim or waiver request with its history and the reader's actions.

    :param recorded_at: when it was first recorded, if its earlier record was disputed
    """
    amount = money.amount(payment.amount, currency)
    title = _("%(amount)s paid") if payment.kind == _Kind.PAID else _("%(amount)s waived")
    if payment.status != _Status.CONFIRMED:
        title = (
            _("Waiver of %(amount)s requested")
            if payment.kind == _Kind.WAIVED
            else _("%(amount)s recorded as paid")
            if payment.is_recorded
            else _("%(amount)s marked as paid")
        )
    is_paid = payment.kind == _Kind.PAID
    return PaymentClaim(
        number=payment.pk,
        amount=amount,
        title=title % {"amount": amount},
        paid_on=payment.paid_on if is_paid else None,
        way=payment.get_way_display() if is_paid else "",
        remark=payment.remark,
        status=_Status(payment.status),
        status_words=_status_text(payment),
        steps=_payment_steps(payment, recorded_at),
        actions=claim_actions(reader, own_sides, payment),
        is_own_record=payment.is_recorded and payment.claimed_by_id == reader.user_id,
    )


def _status_text(payment: Payment) -> str:
    """Return the status of the claim or waiver request as text."""
    if payment.kind == _Kind.WAIVED:
        return {
            _Status.CLAIMED: _("Waiting for an answer"),
            _Status.CONFIRMED: pgettext("a payment", "Waived"),
            _Status.DISPUTED: pgettext("a request", "Declined"),
            _Status.WITHDRAWN: pgettext("a payment", "Withdrawn"),
            _Status.REJECTED: _("Not waived"),
        }[_Status(payment.status)]
    return {
        _Status.CLAIMED: _("Waiting for confirmation"),
        _Status.CONFIRMED: pgettext("a payment", "Confirmed"),
        _Status.DISPUTED: _("Disputed"),
        _Status.WITHDRAWN: pgettext("a payment", "Withdrawn"),
        _Status.REJECTED: _("Not paid"),
    }[_Status(payment.status)]


def _payment_steps(payment: Payment, recorded_at: datetime | None) -> list[PaymentStep]:
    """Return the payment's history; one that counted at once begins with one step, not two.

    :param recorded_at: when it was first recorded, if its earlier record was disputed
    """
    records = list(payment.records.all())
    is_paid = payment.kind == _Kind.PAID
    states = [each.status for each in records]
    is_at_once = (
        states[:2] == [_Status.CLAIMED, _Status.CONFIRMED]
        and records[0].actor_id == records[1].actor_id
    )
    if is_at_once:
        records = records[1:]
    received = (
        _("%(who)s recorded the payment.")
        if payment.is_recorded
        else _("%(who)s marked the amount as received.")
    )
    claimed = received if payment.is_recorded else _("%(who)s marked the amount as paid.")
    confirmed = received if is_at_once else _("%(who)s confirmed the payment.")
    if any(each.status == _Status.CONFIRMED and each.text for each in records):
        # Only a decision has a reason.
        confirmed = _("%(who)s decided that the payment was made.")
    waived = _("%(who)s waived the debt.") if is_at_once else _("%(who)s agreed to waive the debt.")
    words = {
        _Status.CLAIMED: claimed if is_paid else _("%(who)s requested a waiver."),
        _Status.CONFIRMED: confirmed if is_paid else waived,
        _Status.DISPUTED: _("%(who)s disputed the payment.")
        if is_paid
        else _("%(who)s declined to waive the debt."),
        _Status.WITHDRAWN: _("%(who)s withdrew the payment.")
        if is_paid
        else _("%(who)s withdrew the request."),
        _Status.REJECTED: _("%(who)s decided that the payment was not made.")
        if is_paid
        else _("%(who)s decided that the debt would not be waived."),
    }
    steps = [_payment_step(each, words[_Status(each.status)]) for each in records]
    if recorded_at is not None:
        steps[0] = replace(steps[0], at=recorded_at)
    return steps


def _payment_step(record: PaymentRecord, sentence: str) -> PaymentStep:
    """Return a step of the history; the sentence names the actor."""
    what = sentence % {"who": record.actor.shown_name}
    return PaymentStep(what, record.text, record.at)


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def payment(request: HttpRequest, number: int) -> HttpResponse:
    """Show a payment with its history to its parties and keepers, and process their actions.

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
            PaymentAction.RECORD: services.record_cash,
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
    if form.action == PaymentAction.REMIND_NOW:
        return reminders.remind_now(caller, transfer.pk)
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
        PaymentAction.RECORD: _("Payment recorded. Payer and payee have been notified."),
        PaymentAction.ASK: _(
            "Waiver requested. The debt will be waived if your request is accepted."
        ),
        PaymentAction.WAIVE: _("Debt waived."),
        PaymentAction.REMIND_ME: _("Reminder set."),
        PaymentAction.REMIND_PAYER: _("Reminder set."),
        PaymentAction.REMIND_NOW: _("Reminder sent."),
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
    if where in ("payments", "home"):
        return redirect(where)
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
    page = payment_page(transfer, reader, own_sides, version)
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
    claims = [
        (claim, {action.value: form for action, form in answer_forms[claim.number].items()})
        for claim in page.claims
    ]
    to_answer = [each for each in claims if each[0].waits_for_reader]
    context: dict[str, Any] = {
        "page": page,
        "forms": {action.value: form for action, form in open_forms.items()},
        "to_answer": to_answer,
        "claims": [each for each in claims if not each[0].waits_for_reader],
        # One main button a page.
        "form_look": "button-quiet" if to_answer else "button-play",
        "ways": _payment_ways(transfer, own_sides, page.unclaimed),
        "reminders": selectors.reminders(transfer, signed_in_user(request)),
        "sent": rejected,
    }
    template = "tournaments/ledger/payment.html"
    return render(request, template, context, status=200 if rejected is None else 422)


@dataclass(frozen=True, slots=True)
class PaymentWays:
    """Ways in which the reader can pay: codes, or how to ask; for a club, who takes cash."""

    codes: Sequence[PaymentCode] = ()
    #: Name of the club, if it is the payee.
    club: str = ""
    #: A sentence about cash for the club; empty for other payees.
    cash: str = ""
    #: What to do without codes; empty if there are codes.
    missing: str = ""


def _payment_ways(
    transfer: Transfer, own_sides: frozenset[Side], unclaimed: int
) -> PaymentWays | None:
    """Return how to pay, if the reader is the one who owes; else None. At most two queries.

    Keepers owe for the club account; for a named player they do not.
    """
    due = unclaimed or transfer.open_amount
    if Side.PAYER not in own_sides or transfer.payer.kind == Account.Kind.NAME or not due:
        return None
    currency, reference = transfer.settlement.currency, f"Big Two {transfer.pk}"
    payee, club = transfer.payee.user, transfer.settlement.club
    if payee is not None and payee.is_active:
        codes = codes_for(payee, currency, due, reference)
        said = _("%(name)s hasn’t said how to be paid. Ask them, or pay in cash.")
        return PaymentWays(codes, missing="" if codes else said % {"name": payee.shown_name})
    if transfer.payee.kind != Account.Kind.HOUSE or club is None:
        return None
    codes = codes_for(club, currency, due, reference)
    said = _("The club has no payment details for this currency yet. Ask its treasurer.")
    cash = _cash_sentence(cash_receivers(club.pk))
    return PaymentWays(codes, club.name, cash, "" if codes else said)


def _cash_sentence(names: Sequence[str]) -> str:
    """Return who takes cash for the club, as a sentence."""
    if len(names) == 1:
        return _("%(name)s takes cash for the club.") % {"name": names[0]}
    return _("%(names)s take cash for the club.") % {"names": numbers.listed(names)}


@login_required
@require_POST
def drop_reminder(request: HttpRequest, number: int, reminder: int) -> HttpResponse:
    """Remove the reader's reminder of a payment, if it is not sent yet."""
    reminders.drop_reminder(of_request(request), reminder)
    messages.success(request, _("Reminder removed."))
    return redirect("payment", number)
