"""Payments in words: one with all that was said of it, and all that somebody owes and is owed."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from games.common import money
from tournaments.ledger import selectors
from tournaments.ledger.models import Payment, Transfer
from tournaments.ledger.policy import LedgerReader, PaymentAct, Side, acts, answers, free_amount
from tournaments.ledger.presenter.names import (
    Events,
    account_name,
    events_of,
    source_name,
)
from tournaments.ledger.presenter.transfers import TransferLine, transfer_line

_Status = Payment.Status
_Kind = Payment.Kind


@dataclass(frozen=True, slots=True)
class PaymentStep:
    """Who said what, and when."""

    who: str
    what: str
    words: str
    at: datetime


@dataclass(frozen=True, slots=True)
class SaidPayment:
    """Something that was said of a payment, and what became of it."""

    number: int
    amount: str
    title: str
    paid_on: date | None
    way: str
    remark: str
    status: Payment.Status
    status_words: str
    steps: Sequence[PaymentStep]
    acts: frozenset[PaymentAct]


@dataclass(frozen=True, slots=True)
class PaymentPage:
    """A payment that is due, with all that was said of it."""

    line: TransferLine
    #: What of it is open and not said to be paid, in minor units.
    free: int
    currency: str
    version: int
    slug: str
    settlement_url: str
    said: Sequence[SaidPayment]
    acts: frozenset[PaymentAct]
    #: Whether nobody but the two can settle a dispute.
    has_no_organizer: bool


@dataclass(frozen=True, slots=True)
class CurrencyPart:
    """What somebody owes and is owed in one currency."""

    currency: str
    owes: str
    owed: str
    to_pay: Sequence[TransferLine]
    to_receive: Sequence[TransferLine]


@dataclass(frozen=True, slots=True)
class OwnPayments:
    """All that somebody owes and is owed, and what waits for their word."""

    waiting: Sequence[TransferLine]
    parts: Sequence[CurrencyPart]


def payment_page(
    found: Transfer, reader: LedgerReader, have: frozenset[Side], version: int
) -> PaymentPage:
    """Return the page of the transfer. One query for the name of an event, if it is of one."""
    settlement = found.settlement
    events = events_of([settlement])
    payments = list(found.payments.all())
    free = free_amount(found.open_amount, payments)
    return PaymentPage(
        line=_line(found, reader, events),
        free=free,
        currency=settlement.currency,
        version=version,
        slug=settlement.slug,
        settlement_url=settlement.get_absolute_url(),
        said=[_said(each, settlement.currency, reader, have) for each in reversed(payments)],
        acts=acts(have, found.open_amount, free),
        has_no_organizer=settlement.club is None,
    )


def own_payments(user: User) -> OwnPayments:
    """Return what the person owes and is owed. At most eight queries, however many payments."""
    roles = selectors.roles_of(user)
    waiting = list(selectors.awaiting_answer(user))
    due = selectors.open_transfers(user)
    events = events_of(each.settlement for each in [*waiting, *due])

    def lines(transfers: Iterable[Transfer]) -> list[TransferLine]:
        return [
            _line(each, LedgerReader(user.pk, roles.get(each.settlement.club_id or 0)), events)
            for each in transfers
        ]

    parts = []
    for currency, (owes, owed) in selectors.totals(user).items():
        here = [each for each in due if each.settlement.currency == currency]
        parts.append(
            CurrencyPart(
                currency=currency,
                owes=money.amount(owes, currency),
                owed=money.amount(owed, currency),
                to_pay=lines(each for each in here if each.payer.user_id == user.pk),
                to_receive=lines(each for each in here if each.payee.user_id == user.pk),
            )
        )
    return OwnPayments(lines(waiting), parts)


def closed_lines(user: User, transfers: Sequence[Transfer]) -> list[TransferLine]:
    """Return payments that are done, for a list. One query at most."""
    events = events_of(each.settlement for each in transfers)
    # Nothing is to be done about them, whatever the person may do in the club.
    return [_line(each, LedgerReader(user.pk), events) for each in transfers]


def _line(found: Transfer, reader: LedgerReader, events: Events) -> TransferLine:
    settlement = found.settlement
    names = (account_name(found.payer, settlement), account_name(found.payee, settlement))
    line = transfer_line(found, settlement, reader, names)
    return replace(
        line,
        source=source_name(settlement, events),
        source_url=settlement.get_absolute_url(),
        age=_age(settlement.created_at) if found.open_amount else "",
    )


def _age(settled: datetime) -> str:
    days = (timezone.localdate() - timezone.localdate(settled)).days
    if days < 1:
        return _("since today")
    return ngettext("for %(count)d day", "for %(count)d days", days) % {"count": days}


def _said(
    payment: Payment, currency: str, reader: LedgerReader, have: frozenset[Side]
) -> SaidPayment:
    amount = money.amount(payment.amount, currency)
    title = _("%(amount)s paid") if payment.kind == _Kind.PAID else _("%(amount)s let go")
    if payment.status != _Status.CONFIRMED:
        title = (
            _("%(amount)s said to be paid")
            if payment.kind == _Kind.PAID
            else _("Asked to let %(amount)s go")
        )
    is_paid = payment.kind == _Kind.PAID
    return SaidPayment(
        number=payment.pk,
        amount=amount,
        title=title % {"amount": amount},
        paid_on=payment.paid_on if is_paid else None,
        way=payment.get_way_display() if is_paid else "",
        remark=payment.remark,
        status=_Status(payment.status),
        status_words=_status_words(payment),
        steps=_steps(payment),
        acts=answers(reader, have, payment),
    )


def _status_words(payment: Payment) -> str:
    if payment.kind == _Kind.WAIVED:
        return {
            _Status.CLAIMED: _("Waiting for an answer"),
            _Status.CONFIRMED: _("Agreed"),
            _Status.DISPUTED: _("Not agreed"),
            _Status.WITHDRAWN: _("Taken back"),
            _Status.REJECTED: _("Not let go"),
        }[_Status(payment.status)]
    return {
        _Status.CLAIMED: _("Waiting for an answer from who is paid"),
        _Status.CONFIRMED: _("Confirmed"),
        _Status.DISPUTED: _("Disputed"),
        _Status.WITHDRAWN: _("Taken back"),
        _Status.REJECTED: _("Found not paid"),
    }[_Status(payment.status)]


def _steps(payment: Payment) -> list[PaymentStep]:
    """Return who said what of it; what who is paid says at once is one step, not two."""
    records = list(payment.records.all())
    is_paid = payment.kind == _Kind.PAID
    states = [each.status for each in records]
    is_at_once = (
        states == [_Status.CLAIMED, _Status.CONFIRMED]
        and records[0].actor_id == records[1].actor_id
    )
    if is_at_once:
        what = _("received it") if is_paid else _("let it go")
        return [PaymentStep(records[1].actor.shown_name, what, records[1].text, records[1].at)]
    words = {
        _Status.CLAIMED: _("said that it was paid") if is_paid else _("asked to let it go"),
        _Status.CONFIRMED: _("confirmed it") if is_paid else _("agreed to it"),
        _Status.DISPUTED: _("disputed it") if is_paid else _("did not agree"),
        _Status.WITHDRAWN: _("took it back"),
        _Status.REJECTED: _("found that it was not paid") if is_paid else _("decided against it"),
    }
    return [
        PaymentStep(each.actor.shown_name, words[_Status(each.status)], each.text, each.at)
        for each in records
    ]
