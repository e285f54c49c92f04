"""Policy of payments: which actions users have on due payments and claims.

Pages use it to decide what to show. Services check again with the rows locked.
"""

from collections.abc import Iterable
from enum import StrEnum, auto

from django.utils import timezone

from tournaments.ledger.access import LedgerReader
from tournaments.ledger.book.models import Account
from tournaments.ledger.payments.models import Payment

_Status = Payment.Status


class Side(StrEnum):
    """Payer, payee or impartial keeper: the parties a reader may act for in a payment."""

    PAYER = auto()
    PAYEE = auto()
    #: A keeper of the club's ledger who has no part in the payment.
    KEEPER = auto()


class PaymentAction(StrEnum):
    """Actions on a due payment and on payment claims."""

    # On the open amount
    PAID = auto()
    ASK = auto()
    RECEIVED = auto()
    RECORD = auto()
    WAIVE = auto()
    REMIND_ME = auto()
    REMIND_PAYER = auto()
    #: At once, by a user who keeps the club's ledger.
    REMIND_NOW = auto()
    # On a claim
    CONFIRM = auto()
    DISPUTE = auto()
    WITHDRAW = auto()
    RESOLVE = auto()


def sides(reader: LedgerReader, payer: Account, payee: Account) -> frozenset[Side]:
    """Return which of payer, payee and impartial keeper the reader may act for.

    A payer never acts for the payee.

    Users of accounts must be prefetched: keepers act for former users.
    """
    if reader.user_id is None:
        return frozenset()
    found = set()
    if _acts_for(reader, payer):
        found.add(Side.PAYER)
    if payer.user_id != reader.user_id and _acts_for(reader, payee):
        found.add(Side.PAYEE)
    if reader.keeps_book and reader.user_id not in (payer.user_id, payee.user_id):
        found.add(Side.KEEPER)
    return frozenset(found)


def _acts_for(reader: LedgerReader, account: Account) -> bool:
    """Return whether the reader acts for the account.

    Users act for their own; keepers for those without an active user.
    """
    if account.user is not None and account.user.is_active:
        return account.user_id == reader.user_id
    return reader.keeps_book


def payment_actions(
    own_sides: frozenset[Side], open_amount: int, unclaimed: int
) -> frozenset[PaymentAction]:
    """Return the reader's actions on the open amount of a payment.

    :param own_sides: parties the reader may act for
    :param unclaimed: the open amount that is not marked as paid
    """
    found: set[PaymentAction] = set()
    if open_amount and own_sides:
        found.add(PaymentAction.REMIND_ME)
    if open_amount and Side.PAYEE in own_sides:
        found.add(PaymentAction.REMIND_PAYER)
    if unclaimed > 0 and Side.PAYER in own_sides:
        found |= {PaymentAction.PAID, PaymentAction.ASK}
    if unclaimed > 0 and Side.PAYEE in own_sides:
        found |= {PaymentAction.RECEIVED, PaymentAction.WAIVE}
    if unclaimed > 0 and own_sides == {Side.KEEPER}:
        found.add(PaymentAction.RECORD)
    if unclaimed > 0 and Side.KEEPER in own_sides and Side.PAYER not in own_sides:
        found.add(PaymentAction.REMIND_NOW)
    return frozenset(found)


def claim_actions(
    reader: LedgerReader, own_sides: frozenset[Side], payment: Payment
) -> frozenset[PaymentAction]:
    """Return the reader's actions on a payment claim or waiver request; none once answered.

    The payee can dispute a payment that was recorded for both parties, for seven days. Then it
    waits as disputed: the user who recorded it can withdraw it, and another keeper can resolve it.
    """
    found: set[PaymentAction] = set()
    is_own_claim = payment.claimed_by_id == reader.user_id
    if not payment.is_pending:
        until = payment.disputable_until
        if Side.PAYEE in own_sides and not is_own_claim and until and until > timezone.now():
            found.add(PaymentAction.DISPUTE)
        return frozenset(found)
    if Side.PAYEE in own_sides and not is_own_claim:
        found.add(PaymentAction.CONFIRM)
        if payment.status == _Status.CLAIMED:
            found.add(PaymentAction.DISPUTE)
    if Side.PAYER in own_sides or (payment.is_recorded and is_own_claim):
        found.add(PaymentAction.WITHDRAW)
    is_disputed = payment.status == _Status.DISPUTED
    if Side.KEEPER in own_sides and is_disputed and not is_own_claim:
        found.add(PaymentAction.RESOLVE)
    return frozenset(found)


def unclaimed_amount(open_amount: int, payments: Iterable[Payment]) -> int:
    """Return the open amount less the payments that wait for an answer."""
    return open_amount - sum(each.amount for each in payments if each.is_pending)
