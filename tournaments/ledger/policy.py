"""Who may see a settlement, and who may do what about a payment: the one place that decides it.

Pages and sockets ask here for what they show. Services ask for themselves, with the rows held.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum, auto

from tournaments.clubs.policy import Right, Role, may
from tournaments.ledger.models import Account, ClubBook, Payment

_Status = Payment.Status


class Sight(StrEnum):
    """How much of a settlement somebody sees."""

    #: Not even that there is one.
    NOTHING = auto()
    #: That there is one, and no amounts.
    NO_AMOUNTS = auto()
    EVERYTHING = auto()


class Side(StrEnum):
    """For whom somebody can speak where a payment is due."""

    PAYER = auto()
    PAYEE = auto()
    #: Who keeps the club's book, and has no part in the payment.
    ORGANIZER = auto()


class PaymentAct(StrEnum):
    """What can be done about a payment that is due, or about what was said of one."""

    # Of what is open
    PAID = auto()
    ASK = auto()
    RECEIVED = auto()
    LET_GO = auto()
    REMIND_ME = auto()
    REMIND_PAYER = auto()
    # Of what was said
    CONFIRM = auto()
    DISPUTE = auto()
    TAKE_BACK = auto()
    RESOLVE = auto()


@dataclass(frozen=True, slots=True)
class LedgerReader:
    """Who looks at a settlement."""

    #: None for somebody unknown.
    user_id: int | None = None
    #: In the settlement's club, where it has one.
    role: Role | None = None
    #: Whether they won or lost something by it.
    is_involved: bool = False
    #: Whether they may look at the session or event that was settled, or belong to the club.
    may_look: bool = False

    @property
    def keeps_book(self) -> bool:
        """Whether they keep the book of the settlement's club."""
        return may(self.role, Right.KEEP_BOOK)


def sight(reader: LedgerReader, seen_by: ClubBook.SeenBy, *, is_for_money: bool) -> Sight:
    """Return how much of a settlement the reader sees.

    Points are seen by whoever may look at what was played. Amounts of money are seen by those
    involved, by who keeps the club's book, and by its members where the club has decided so.
    """
    if reader.user_id is not None and (reader.is_involved or reader.keeps_book):
        return Sight.EVERYTHING
    among_members = seen_by == ClubBook.SeenBy.MEMBERS and reader.role is not None
    if reader.may_look and (among_members or not is_for_money):
        return Sight.EVERYTHING
    return Sight.NO_AMOUNTS if reader.may_look else Sight.NOTHING


def sides(reader: LedgerReader, payer: Account, payee: Account) -> frozenset[Side]:
    """Return for whom the reader can speak; who pays never speaks for who is paid.

    Of people's accounts the people are fetched: organizers speak for who is gone.
    """
    if reader.user_id is None:
        return frozenset()
    found = set()
    if _speaks_for(reader, payer):
        found.add(Side.PAYER)
    if payer.user_id != reader.user_id and _speaks_for(reader, payee):
        found.add(Side.PAYEE)
    if reader.keeps_book and reader.user_id not in (payer.user_id, payee.user_id):
        found.add(Side.ORGANIZER)
    return frozenset(found)


def _speaks_for(reader: LedgerReader, account: Account) -> bool:
    if account.user is not None and account.user.is_active:
        return account.user_id == reader.user_id
    return reader.keeps_book


def acts(have: frozenset[Side], open_amount: int, free: int) -> frozenset[PaymentAct]:
    """Return what they can do about a payment that is due.

    :param have: for whom they can speak
    :param free: what is open, and not said to be paid
    """
    found: set[PaymentAct] = set()
    if open_amount and have:
        found.add(PaymentAct.REMIND_ME)
    if open_amount and Side.PAYEE in have:
        found.add(PaymentAct.REMIND_PAYER)
    if free > 0 and Side.PAYER in have:
        found |= {PaymentAct.PAID, PaymentAct.ASK}
    if free > 0 and Side.PAYEE in have:
        found |= {PaymentAct.RECEIVED, PaymentAct.LET_GO}
    return frozenset(found)


def answers(reader: LedgerReader, have: frozenset[Side], payment: Payment) -> frozenset[PaymentAct]:
    """Return what they can answer to what was said of a payment."""
    found: set[PaymentAct] = set()
    if not payment.is_pending:
        return frozenset()
    is_own_word = payment.claimed_by_id == reader.user_id
    if Side.PAYEE in have and not is_own_word:
        found.add(PaymentAct.CONFIRM)
        if payment.status == _Status.CLAIMED:
            found.add(PaymentAct.DISPUTE)
    if Side.PAYER in have:
        found.add(PaymentAct.TAKE_BACK)
    if Side.ORGANIZER in have and payment.status == _Status.DISPUTED:
        found.add(PaymentAct.RESOLVE)
    return frozenset(found)


def free_amount(open_amount: int, payments: Iterable[Payment]) -> int:
    """Return what is open, and not said to be paid."""
    return open_amount - sum(each.amount for each in payments if each.is_pending)
