"""Who has to pay whom, how far that is, and what can be done about it."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum, auto

from django.urls import reverse
from django.utils.crypto import get_random_string
from django.utils.translation import gettext as _

from games.common import money
from tournaments.ledger.models import Payment, Settlement, TakenUp, Transfer
from tournaments.ledger.policy import (
    LedgerReader,
    PaymentAct,
    Side,
    acts,
    answers,
    free_amount,
    sides,
)

_Kind = Payment.Kind
_Status = Payment.Status
KEY_LENGTH = 16


class TransferState(StrEnum):
    """How far a payment is."""

    OPEN = auto()
    PARTLY = auto()
    CLAIMED = auto()
    ASKED = auto()
    DISPUTED = auto()
    CONFIRMED = auto()
    LET_GO = auto()
    TAKEN_UP = auto()


@dataclass(frozen=True, slots=True)
class TransferButton:
    """Something that can be done about a payment by one press."""

    act: PaymentAct
    label: str
    #: Of what was said, by its number; 0 for what is open.
    payment: int = 0
    #: As it is typed, for what is done about an amount.
    amount: str = ""
    form_key: str = ""


@dataclass(frozen=True, slots=True)
class TransferLine:
    """One payment of the list as a reader sees it."""

    number: int
    payer: str
    payee: str
    #: Whether it is the reader who pays, or who is paid.
    is_yours: bool
    is_to_you: bool
    amount: str
    #: What of it is open, where that is not all of it.
    rest: str
    state: TransferState
    words: str
    #: Where all that was said of it stands; empty for those who have no part in it.
    url: str
    #: What leads there, where the reader is to do something.
    link_label: str
    buttons: Sequence[TransferButton]
    #: Of what, and for how long.
    source: str = ""
    source_url: str = ""
    age: str = ""
    taken_up_url: str = ""


def new_key() -> str:
    """Return what a form is called, so that it says the same thing only once."""
    return get_random_string(KEY_LENGTH)


def taken_up(transfer: Transfer) -> TakenUp | None:
    """Return what the rest of the transfer became part of; it is fetched with the transfer."""
    try:
        found: TakenUp = transfer.taken_up
    except TakenUp.DoesNotExist:
        return None
    return found


def state_of(transfer: Transfer) -> TransferState:
    """Return how far the payment is; what was said of it is fetched."""
    payments = transfer.payments.all()
    if any(each.status == _Status.DISPUTED for each in payments):
        return TransferState.DISPUTED
    claims = [each for each in payments if each.status == _Status.CLAIMED]
    if any(each.kind == _Kind.PAID for each in claims):
        return TransferState.CLAIMED
    if claims:
        return TransferState.ASKED
    if transfer.open_amount == transfer.amount:
        return TransferState.OPEN
    if transfer.open_amount:
        return TransferState.PARTLY
    if taken_up(transfer) is not None:
        return TransferState.TAKEN_UP
    done = [each for each in payments if each.status == _Status.CONFIRMED]
    if all(each.kind == _Kind.WAIVED for each in done):
        return TransferState.LET_GO
    return TransferState.CONFIRMED


def state_words(state: TransferState, transfer: Transfer, currency: str) -> str:
    """Return how far the payment is, in words."""
    if state in (TransferState.CLAIMED, TransferState.ASKED, TransferState.DISPUTED):
        free = free_amount(transfer.open_amount, transfer.payments.all())
        waiting = transfer.open_amount - free
        amount = money.amount(waiting, currency)
        if state == TransferState.DISPUTED:
            return _("Disputed: %(amount)s") % {"amount": amount}
        if state == TransferState.ASKED:
            return _("Asked to let %(amount)s go") % {"amount": amount}
        if waiting == transfer.amount:
            return _("Said to be paid")
        return _("%(amount)s said to be paid") % {"amount": amount}
    if state == TransferState.PARTLY:
        return _("%(paid)s paid, %(rest)s open") % {
            "paid": money.amount(transfer.amount - transfer.open_amount, currency),
            "rest": money.amount(transfer.open_amount, currency),
        }
    return {
        TransferState.OPEN: _("Open"),
        TransferState.CONFIRMED: _("Paid and confirmed"),
        TransferState.LET_GO: _("Let go"),
        TransferState.TAKEN_UP: _("Part of a later settlement"),
    }[state]


def transfer_line(
    transfer: Transfer,
    settlement: Settlement,
    reader: LedgerReader,
    names: tuple[str, str],
) -> TransferLine:
    """Return the payment as the reader sees it; its accounts and what was said are fetched.

    :param names: of who pays, and of who is paid
    """
    currency = settlement.currency
    have = sides(reader, transfer.payer, transfer.payee)
    state = state_of(transfer)
    later = taken_up(transfer)
    buttons = _buttons(transfer, currency, reader, have) if have else []
    you = reader.user_id
    return TransferLine(
        number=transfer.pk,
        payer=names[0],
        payee=names[1],
        is_yours=you is not None and transfer.payer.user_id == you,
        is_to_you=you is not None and transfer.payee.user_id == you,
        amount=money.amount(transfer.amount, currency),
        rest=(
            money.amount(transfer.open_amount, currency)
            if 0 < transfer.open_amount < transfer.amount
            else ""
        ),
        state=state,
        words=state_words(state, transfer, currency),
        url=reverse("payment", args=[transfer.pk]) if have else "",
        link_label=_link_label(transfer, reader, have),
        buttons=buttons,
        taken_up_url="" if later is None else later.settlement.get_absolute_url(),
    )


def _link_label(transfer: Transfer, reader: LedgerReader, have: frozenset[Side]) -> str:
    payments = transfer.payments.all()
    if any(PaymentAct.RESOLVE in answers(reader, have, each) for each in payments):
        return _("Settle the dispute")
    free = free_amount(transfer.open_amount, payments)
    if PaymentAct.PAID in acts(have, transfer.open_amount, free):
        return _("I have paid…")
    return _("Details")


def _buttons(
    transfer: Transfer, currency: str, reader: LedgerReader, have: frozenset[Side]
) -> list[TransferButton]:
    """Return what can be done by one press; everything else is done on the payment's own page."""
    payments = transfer.payments.all()
    found = []
    for payment in payments:
        may = answers(reader, have, payment)
        amount = money.amount(payment.amount, currency)
        if PaymentAct.CONFIRM in may:
            label = (
                _("Let %(amount)s go") if payment.kind == _Kind.WAIVED else _("Confirm %(amount)s")
            )
            found.append(TransferButton(PaymentAct.CONFIRM, label % {"amount": amount}, payment.pk))
        elif PaymentAct.TAKE_BACK in may:
            label = _("Take back: %(amount)s") % {"amount": amount}
            found.append(TransferButton(PaymentAct.TAKE_BACK, label, payment.pk))
    free = free_amount(transfer.open_amount, payments)
    if PaymentAct.RECEIVED in acts(have, transfer.open_amount, free):
        label = _("Received %(amount)s") % {"amount": money.amount(free, currency)}
        found.append(
            TransferButton(
                PaymentAct.RECEIVED,
                label,
                amount=money.typed(free, currency),
                form_key=new_key(),
            )
        )
    return found
