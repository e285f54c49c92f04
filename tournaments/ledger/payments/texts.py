"""Texts of payments: one with its history, and all of a user's."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from games.common import money
from tournaments.ledger.payments.lines import TransferLine, transfer_line
from tournaments.ledger.payments.models import Payment, PaymentRecord
from tournaments.ledger.payments.policy import (
    LedgerReader,
    PaymentAction,
    Side,
    claim_actions,
    payment_actions,
    unclaimed_amount,
)
from tournaments.ledger.settling.models import Transfer
from tournaments.ledger.settling.names import Events, account_name, events_of, source_name
from tournaments.ledger.settling.selectors import awaiting_answer, open_transfers, roles_of, totals

_Status = Payment.Status
_Kind = Payment.Kind


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


@dataclass(frozen=True, slots=True)
class CurrencyPart:
    """A user's open payments in one currency, as lines, and the totals each way as texts."""

    currency: str
    owes: str
    owed: str
    to_pay: Sequence[TransferLine]
    to_receive: Sequence[TransferLine]


@dataclass(frozen=True, slots=True)
class OwnPayments:
    """A user's open payments by currency, and those that wait for the user's answer."""

    waiting: Sequence[TransferLine]
    parts: Sequence[CurrencyPart]


def payment_page(
    transfer: Transfer, reader: LedgerReader, own_sides: frozenset[Side], version: int
) -> PaymentPage:
    """Return the transfer's page for the reader. One query for an event's name, if any."""
    settlement = transfer.settlement
    events = events_of([settlement])
    payments = list(transfer.payments.all())
    unclaimed = unclaimed_amount(transfer.open_amount, payments)
    return PaymentPage(
        line=_payment_line(transfer, reader, events),
        unclaimed=unclaimed,
        currency=settlement.currency,
        version=version,
        slug=settlement.slug,
        settlement_url=settlement.get_absolute_url(),
        claims=[
            _payment_claim(each, settlement.currency, reader, own_sides)
            for each in reversed(payments)
        ],
        actions=payment_actions(own_sides, transfer.open_amount, unclaimed),
        has_no_organizer=settlement.club is None,
    )


def own_payments(user: User) -> OwnPayments:
    """Return a user's open payments and those to answer, as lines. At most eight queries."""
    roles = roles_of(user)
    waiting = list(awaiting_answer(user))
    due = open_transfers(user)
    events = events_of(each.settlement for each in [*waiting, *due])

    def lines(transfers: Iterable[Transfer]) -> list[TransferLine]:
        """Return the transfers as lines with the user's role in each club."""
        return [
            _payment_line(
                each, LedgerReader(user.pk, roles.get(each.settlement.club_id or 0)), events
            )
            for each in transfers
        ]

    parts = []
    for currency, (owes, owed) in totals(user).items():
        in_currency = [each for each in due if each.settlement.currency == currency]
        parts.append(
            CurrencyPart(
                currency=currency,
                owes=money.amount(owes, currency),
                owed=money.amount(owed, currency),
                to_pay=lines(each for each in in_currency if each.payer.user_id == user.pk),
                to_receive=lines(each for each in in_currency if each.payee.user_id == user.pk),
            )
        )
    return OwnPayments(lines(waiting), parts)


def closed_lines(user: User, transfers: Sequence[Transfer]) -> list[TransferLine]:
    """Return completed payments as lines without actions. At most one query."""
    events = events_of(each.settlement for each in transfers)
    # Nothing can be done about them, whatever the user's role in the club.
    return [_payment_line(each, LedgerReader(user.pk), events) for each in transfers]


def _payment_line(transfer: Transfer, reader: LedgerReader, events: Events) -> TransferLine:
    """Return the transfer as a line with its source and age."""
    settlement = transfer.settlement
    names = (account_name(transfer.payer, settlement), account_name(transfer.payee, settlement))
    line = transfer_line(transfer, settlement, reader, names)
    return replace(
        line,
        source=source_name(settlement, events),
        source_url=settlement.get_absolute_url(),
        age=_due_since(settlement.created_at) if transfer.open_amount else "",
    )


def _due_since(settled: datetime) -> str:
    """Return for how many days the payment has been due, as text."""
    days = (timezone.localdate() - timezone.localdate(settled)).days
    if days < 1:
        return _("outstanding since today")
    return ngettext("outstanding for %(count)d day", "outstanding for %(count)d days", days) % {
        "count": days
    }


def _payment_claim(
    payment: Payment, currency: str, reader: LedgerReader, own_sides: frozenset[Side]
) -> PaymentClaim:
    """Return the claim or waiver request with its history and the reader's actions."""
    amount = money.amount(payment.amount, currency)
    title = _("%(amount)s paid") if payment.kind == _Kind.PAID else _("%(amount)s waived")
    if payment.status != _Status.CONFIRMED:
        title = (
            _("%(amount)s marked as paid")
            if payment.kind == _Kind.PAID
            else _("Waiver of %(amount)s requested")
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
        steps=_payment_steps(payment),
        actions=claim_actions(reader, own_sides, payment),
    )


def _status_text(payment: Payment) -> str:
    """Return the status of the claim or waiver request as text."""
    if payment.kind == _Kind.WAIVED:
        return {
            _Status.CLAIMED: _("Waiting for an answer"),
            _Status.CONFIRMED: _("Waived"),
            _Status.DISPUTED: _("Declined"),
            _Status.WITHDRAWN: _("Withdrawn"),
            _Status.REJECTED: _("Not waived"),
        }[_Status(payment.status)]
    return {
        _Status.CLAIMED: _("Waiting for confirmation"),
        _Status.CONFIRMED: _("Confirmed"),
        _Status.DISPUTED: _("Disputed"),
        _Status.WITHDRAWN: _("Withdrawn"),
        _Status.REJECTED: _("Not paid"),
    }[_Status(payment.status)]


def _payment_steps(payment: Payment) -> list[PaymentStep]:
    """Return the payment's history; a payment recorded by the payee is one step, not two."""
    records = list(payment.records.all())
    is_paid = payment.kind == _Kind.PAID
    states = [each.status for each in records]
    is_at_once = (
        states == [_Status.CLAIMED, _Status.CONFIRMED]
        and records[0].actor_id == records[1].actor_id
    )
    if is_at_once:
        what = (
            _("%(who)s marked the amount as received.")
            if is_paid
            else _("%(who)s waived the debt.")
        )
        return [_payment_step(records[1], what)]
    words = {
        _Status.CLAIMED: _("%(who)s marked the amount as paid.")
        if is_paid
        else _("%(who)s requested a waiver."),
        _Status.CONFIRMED: _("%(who)s confirmed the payment.")
        if is_paid
        else _("%(who)s agreed to waive the debt."),
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
    return [_payment_step(each, words[_Status(each.status)]) for each in records]


def _payment_step(record: PaymentRecord, sentence: str) -> PaymentStep:
    """Return a step of the history; the sentence names the actor."""
    what = sentence % {"who": record.actor.shown_name}
    return PaymentStep(what, record.text, record.at)
