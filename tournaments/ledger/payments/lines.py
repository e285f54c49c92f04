"""Lines of due payments in lists: parties, status and available actions."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum, auto

from django.urls import reverse
from django.utils import timezone
from django.utils.crypto import get_random_string
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from games.common import money
from tournaments.ledger.access import LedgerReader
from tournaments.ledger.payments.models import Payment
from tournaments.ledger.payments.policy import (
    PaymentAction,
    Side,
    claim_actions,
    payment_actions,
    sides,
    unclaimed_amount,
)
from tournaments.ledger.settling.debt_sentences import Party, party_of
from tournaments.ledger.settling.models import Settlement, TakenUp, Transfer
from tournaments.ledger.settling.names import Events, account_name, settlement_url, source_name

_Kind = Payment.Kind
_Status = Payment.Status
KEY_LENGTH = 16


class TransferState(StrEnum):
    """Statuses of a transfer: open, claimed, disputed, or how it ended."""

    OPEN = auto()
    PARTLY = auto()
    CLAIMED = auto()
    ASKED = auto()
    DISPUTED = auto()
    CONFIRMED = auto()
    WAIVED = auto()
    ROLLED_OVER = auto()


@dataclass(frozen=True, slots=True)
class TransferButton:
    """A one-click action on a payment: label and the values that its form sends."""

    action: PaymentAction
    label: str
    #: ID of the claim it answers; 0 for the open amount.
    payment: int = 0
    #: The amount as typed in a form, if the action needs one.
    amount: str = ""
    form_key: str = ""


@dataclass(frozen=True, slots=True)
class TransferLine:
    """Texts, status and buttons of a payment in a list, for one reader."""

    number: int
    payer: str
    payee: str
    #: Whether the reader pays, or is paid.
    is_yours: bool
    is_to_you: bool
    amount: str
    #: The open amount, if it is not the whole.
    rest: str
    state: TransferState
    words: str
    #: The payment's page; empty for readers without a part in it.
    url: str
    #: Text of the link to it, depending on what the reader can do.
    link_label: str
    buttons: Sequence[TransferButton]
    #: What was settled, and how long ago.
    source: str = ""
    source_url: str = ""
    age: str = ""
    later_url: str = ""
    #: How sentences name payer and payee, for every reader alike.
    parties: tuple[Party, Party] = (Party.PLAYER, Party.PLAYER)
    #: Whether its first action is the main one of the page.
    is_main: bool = False


def new_key() -> str:
    """Return a new idempotency key for a form."""
    return get_random_string(KEY_LENGTH)


def rolled_into(transfer: Transfer) -> TakenUp | None:
    """Return the row that rolled the transfer into a later settlement; None if there is none."""
    try:
        found: TakenUp = transfer.taken_up
    except TakenUp.DoesNotExist:
        return None
    return found


def state_of(transfer: Transfer) -> TransferState:
    """Return the transfer's status from its prefetched claims and open amount."""
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
    if rolled_into(transfer) is not None:
        return TransferState.ROLLED_OVER
    done = [each for each in payments if each.status == _Status.CONFIRMED]
    if all(each.kind == _Kind.WAIVED for each in done):
        return TransferState.WAIVED
    return TransferState.CONFIRMED


def state_words(state: TransferState, transfer: Transfer, currency: str) -> str:
    """Return the transfer's status as text."""
    if state in (TransferState.CLAIMED, TransferState.ASKED, TransferState.DISPUTED):
        unclaimed = unclaimed_amount(transfer.open_amount, transfer.payments.all())
        waiting = transfer.open_amount - unclaimed
        amount = money.amount(waiting, currency)
        if state == TransferState.DISPUTED:
            return _("%(amount)s disputed") % {"amount": amount}
        if state == TransferState.ASKED:
            return _("Waiver of %(amount)s requested") % {"amount": amount}
        if waiting == transfer.amount:
            return _("Marked as paid")
        return _("%(amount)s marked as paid") % {"amount": amount}
    if state == TransferState.PARTLY:
        return _partly_words(transfer, currency)
    return {
        TransferState.OPEN: _("Not paid yet"),
        TransferState.CONFIRMED: _("Paid and confirmed"),
        TransferState.WAIVED: pgettext("a payment", "Waived"),
        TransferState.ROLLED_OVER: _("Rolled into a later settlement"),
    }[state]


def _partly_words(transfer: Transfer, currency: str) -> str:
    """Return how much of the transfer is paid, waived and still due."""
    sums = dict.fromkeys(_Kind, 0)
    for payment in transfer.payments.all():
        if payment.status == _Status.CONFIRMED:
            sums[_Kind(payment.kind)] += payment.amount
    words = {
        "paid": money.amount(sums[_Kind.PAID], currency),
        "waived": money.amount(sums[_Kind.WAIVED], currency),
        "rest": money.amount(transfer.open_amount, currency),
    }
    if not sums[_Kind.WAIVED]:
        return _("%(paid)s paid, %(rest)s still due") % words
    if not sums[_Kind.PAID]:
        return _("%(waived)s waived, %(rest)s still due") % words
    return _("%(paid)s paid, %(waived)s waived, %(rest)s still due") % words


def transfer_line(
    transfer: Transfer,
    settlement: Settlement,
    reader: LedgerReader,
    names: tuple[str, str],
) -> TransferLine:
    """Return the payment for display; its accounts and claims are prefetched.

    :param names: of the payer and the payee
    """
    currency = settlement.currency
    own_sides = sides(reader, transfer.payer, transfer.payee)
    state = state_of(transfer)
    later = rolled_into(transfer)
    buttons = _one_click_buttons(transfer, currency, reader, own_sides) if own_sides else []
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
        url=reverse("payment", args=[transfer.pk]) if own_sides else "",
        link_label=_payment_link_label(transfer, reader, own_sides),
        buttons=buttons,
        later_url="" if later is None else later.settlement.get_absolute_url(),
        parties=(party_of(transfer.payer, settlement), party_of(transfer.payee, settlement)),
    )


def _payment_link_label(
    transfer: Transfer, reader: LedgerReader, own_sides: frozenset[Side]
) -> str:
    """Return the text of the link to the payment's page: what the reader can do there."""
    payments = transfer.payments.all()
    pending = [each for each in payments if each.is_pending]
    if any(PaymentAction.RESOLVE in claim_actions(reader, own_sides, each) for each in pending):
        return _("Resolve dispute")
    unclaimed = unclaimed_amount(transfer.open_amount, payments)
    if PaymentAction.PAID in payment_actions(own_sides, transfer.open_amount, unclaimed):
        return _("Mark as paid…")
    return pgettext("link", "Details")


def _one_click_buttons(
    transfer: Transfer, currency: str, reader: LedgerReader, own_sides: frozenset[Side]
) -> list[TransferButton]:
    """Return buttons to confirm or withdraw a claim, or to mark the payment as received.

    Only those that the reader may press; the payment's page has all other actions. While a claim
    waits for the reader's answer, the rest can be marked as received only there: beside "Confirm",
    one wrong press would book money that never came.
    """
    payments = transfer.payments.all()
    found = []
    for payment in payments:
        if not payment.is_pending:
            continue
        may = claim_actions(reader, own_sides, payment)
        amount = money.amount(payment.amount, currency)
        if PaymentAction.CONFIRM in may:
            label = (
                _("Waive %(amount)s") if payment.kind == _Kind.WAIVED else _("Confirm %(amount)s")
            )
            found.append(
                TransferButton(PaymentAction.CONFIRM, label % {"amount": amount}, payment.pk)
            )
        elif PaymentAction.WITHDRAW in may:
            label = (
                _("Withdraw request to waive %(amount)s")
                if payment.kind == _Kind.WAIVED
                else _("Withdraw payment of %(amount)s")
            )
            found.append(
                TransferButton(PaymentAction.WITHDRAW, label % {"amount": amount}, payment.pk)
            )
    if any(button.action == PaymentAction.CONFIRM for button in found):
        return sorted(found, key=lambda button: button.action != PaymentAction.CONFIRM)
    unclaimed = unclaimed_amount(transfer.open_amount, payments)
    if PaymentAction.RECEIVED in payment_actions(own_sides, transfer.open_amount, unclaimed):
        label = _("Mark %(amount)s as received") % {"amount": money.amount(unclaimed, currency)}
        found.append(
            TransferButton(
                PaymentAction.RECEIVED,
                label,
                amount=money.typed(unclaimed, currency),
                form_key=new_key(),
            )
        )
    return found


def with_main_action(lists: Iterable[Sequence[TransferLine]]) -> list[list[TransferLine]]:
    """Return a page's lists with at most one main action.

    It is the first answer that others wait for, or else the first payment that the reader owes.
    """
    found = [list(lines) for lines in lists]
    for is_wanted in (_waits_for_reader, _is_owed_by_reader):
        for lines in found:
            for place, line in enumerate(lines):
                if is_wanted(line):
                    lines[place] = replace(line, is_main=True)
                    return found
    return found


def _waits_for_reader(line: TransferLine) -> bool:
    """Return whether the line's first button confirms a claim that isn't disputed."""
    is_disputed = line.state == TransferState.DISPUTED
    return not is_disputed and any(
        button.action == PaymentAction.CONFIRM for button in line.buttons
    )


def _is_owed_by_reader(line: TransferLine) -> bool:
    """Return whether the reader owes the payment and hasn't marked all of it as paid."""
    is_open = line.state in (TransferState.OPEN, TransferState.PARTLY)
    return line.is_yours and is_open and not line.buttons


def payment_line(transfer: Transfer, reader: LedgerReader, events: Events) -> TransferLine:
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
    """Return for how many days the payment has been due, as text; empty on the first day."""
    days = (timezone.localdate() - timezone.localdate(settled)).days
    if days < 1:
        return ""
    return ngettext("outstanding for %(count)d day", "outstanding for %(count)d days", days) % {
        "count": days
    }


def transfer_url(settlement_slug: str, transfer_id: int) -> str:
    """Return the URL of a payment in its settlement's list, for readers who may see it."""
    return f"{settlement_url(settlement_slug)}#due-{transfer_id}"
