"""Bills: split, answer, withdraw, lapse. Only an accepted share becomes a debt."""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final

from django.db import transaction
from django.utils import timezone

from accounts.caller import Caller
from accounts.models import User
from games.agreements.models import Agreement
from games.agreements.selectors import Party, current
from games.agreements.services import agree, withdraw_all
from games.common import money
from games.common.denials import Denial, DeniedError, answering
from games.common.wording import checked_title
from tournaments.clubs.models import Club, Membership
from tournaments.clubs.policy import Right
from tournaments.clubs.selectors import role_of
from tournaments.ledger.access import Answer, keeps_book, locked_club, require_user
from tournaments.ledger.bills.models import Bill, BillShare
from tournaments.ledger.bills.notices import BillKind, notify_about
from tournaments.ledger.bills.selectors import involving
from tournaments.ledger.denials import LedgerCode
from tournaments.ledger.settling.charges import Charge, settle_charge
from tournaments.ledger.settling.models import Settlement

_Given = Agreement.Given
_Outcome = Bill.Outcome
_BILL: Final = Agreement.Subject.BILL
#: Maximum number of open bills per member and club.
MOST_OPEN: Final = 20


@dataclass(frozen=True, slots=True)
class BillTerms:
    """Title, total and payer of a bill, and its shares, in minor units by user ID."""

    title: str
    total: int
    currency: str
    #: None for the club.
    paid_by: int | None
    shares: Mapping[int, int]


@answering
def split_bill(
    caller: Caller, club_id: int, terms: BillTerms, *, rest_of: int | None = None
) -> Bill | Denial:
    """Split a bill among members, and ask them to accept their shares.

    The caller's own share is accepted with that. If another member paid, that member is asked to
    confirm it, and no share is owed before.

    :param rest_of: the caller's earlier bill whose unaccepted rest is split again
    """
    with locked_club(caller, club_id, Right.PLAY) as (club, person):
        title = checked_title(
            terms.title,
            Bill.TITLE_LENGTH,
            missing_code=LedgerCode.BILL_UNTITLED,
            flaw_code=LedgerCode.WORDING_FLAWED,
        )
        _check_terms(terms, club, person)
        earlier = None if rest_of is None else _close_for_rest(person, rest_of, terms.total)
        own_open = Bill.objects.filter(
            club=club, proposed_by=person, outcome=_Outcome.OPEN, lapses_at__gt=timezone.now()
        )
        if own_open.count() >= MOST_OPEN:
            raise DeniedError(LedgerCode.TOO_MANY_BILLS, count=MOST_OPEN)
        bill = Bill.objects.create(
            club=club,
            title=title,
            total=terms.total,
            currency=terms.currency,
            paid_by_id=terms.paid_by,
            proposed_by=person,
            rest_of=earlier,
            is_confirmed=True if terms.paid_by in (None, person.pk) else None,
        )
        _create_shares(bill, terms.shares, person)
        _ask(bill, person)
        _finish_if_answered(bill)
    return bill


def _check_terms(terms: BillTerms, club: Club, person: User) -> None:
    """Raise `DeniedError` unless the shares are amounts of members that add up to the total."""
    amounts = list(terms.shares.values())
    if terms.currency not in money.CURRENCIES or not all(
        isinstance(each, int) and not isinstance(each, bool) and 0 < each <= money.MAX_MINOR
        for each in (terms.total, *amounts)
    ):
        raise DeniedError(LedgerCode.NOT_AN_AMOUNT)
    if sum(amounts) != terms.total:
        raise DeniedError(
            LedgerCode.SHARES_MISS_TOTAL,
            sum=sum(amounts),
            total=terms.total,
            currency=terms.currency,
        )
    if not terms.shares.keys() - {terms.paid_by}:
        raise DeniedError(LedgerCode.NO_SHARES)
    if terms.paid_by is None and not keeps_book(person, club.pk):
        raise DeniedError(LedgerCode.CLUB_PAID_NOT_YOURS)
    user_ids = {*terms.shares, *([terms.paid_by] if terms.paid_by is not None else [])}
    if Membership.objects.filter(club=club, user__in=user_ids).count() != len(user_ids):
        raise DeniedError(LedgerCode.NOT_MEMBERS)


def _close_for_rest(person: User, bill_id: int, total: int) -> Bill:
    """Close the user's earlier bill whose unaccepted rest is split again; return it.

    :raises DeniedError: it isn't the user's, its rest was split before, or is another amount
    """
    bill = _locked(bill_id)
    if bill.proposed_by_id != person.pk or hasattr(bill, "split_again"):
        raise DeniedError(LedgerCode.NO_BILL)
    if rest_of(bill) != total:
        raise DeniedError(LedgerCode.REST_CHANGED)
    _close(bill, _Outcome.SPLIT_AGAIN)
    return bill


def rest_of(bill: Bill) -> int:
    """Return the sum of the shares that are not debts, in minor units. At most one query.

    The share of the member who paid the bill is left out once it is accepted.
    """
    return sum(
        each.amount
        for each in bill.shares.all()
        if each.settlement_id is None and not (each.user_id == bill.paid_by_id and each.is_accepted)
    )


def _locked(bill_id: int) -> Bill:
    """Lock and return the bill with its parties and shares; raise `DeniedError` if there is none.

    Requires a transaction.
    """
    rows = Bill.objects.select_for_update(of=("self",), no_key=True)
    found = rows.select_related("club", "paid_by", "proposed_by").filter(pk=bill_id).first()
    if found is None:
        raise DeniedError(LedgerCode.NO_BILL)
    return found


def _create_shares(bill: Bill, amounts: Mapping[int, int], person: User) -> None:
    """Create the shares; those of the caller are accepted, with the caller's agreement."""
    now = timezone.now()
    BillShare.objects.bulk_create(
        BillShare(
            bill=bill,
            user_id=user_id,
            amount=amount,
            is_accepted=True if user_id == person.pk else None,
            answered_at=now if user_id == person.pk else None,
        )
        for user_id, amount in amounts.items()
    )
    if bill.paid_by_id == person.pk:
        _agree(bill, person, 0, _Given.PROPOSED)
    elif person.pk in amounts:
        _agree(bill, person, amounts[person.pk], _Given.PROPOSED)
        _settle_accepted(bill, person)


def _agree(bill: Bill, user: User, amount: int, given: Agreement.Given) -> Agreement:
    """Store the user's agreement to a share of the bill.

    :param amount: of the share, in minor units; 0 for the member who paid the bill
    """
    return agree(user, _BILL, bill.pk, share_terms(bill, amount), given)


def share_terms(bill: Bill, amount: int) -> dict[str, Any]:
    """Return the terms of an agreement to a share. No query.

    :param amount: of the share, in minor units; 0 for the member who paid the bill
    """
    return {
        "club": bill.club_id,
        "title": bill.title,
        "total_minor": bill.total,
        "paid_by": bill.paid_by_id,
        "amount_minor": amount,
        "currency": bill.currency,
        "max_loss": amount,
    }


def _ask(bill: Bill, person: User) -> None:
    """Notify the members who have to answer, except the caller."""
    asked = {
        each.user_id: {"amount": each.amount}
        for each in bill.shares.all()
        if each.is_accepted is None and each.user_id != bill.paid_by_id
    }
    notify_about(bill, BillKind.ASKED, asked, person)
    if bill.is_confirmed is None:
        assert bill.paid_by_id is not None
        told = {bill.paid_by_id: {"amount": bill.total}}
        notify_about(bill, BillKind.PAID_ASKED, told, person)


def _settle_accepted(bill: Bill, person: User) -> None:
    """Post the accepted shares as debts, once the payment is confirmed."""
    if not bill.is_confirmed:
        return
    waiting = [
        each
        for each in bill.shares.select_related("user").filter(is_accepted=True, settlement=None)
        if each.user_id != bill.paid_by_id
    ]
    if not waiting:
        return
    agreements = current(_BILL, bill.pk)
    payee = None if bill.paid_by_id is None else agreements[Party(bill.paid_by_id)]
    for share in waiting:
        share.settlement = settle_charge(
            Charge(
                source=Settlement.Source.BILL,
                number=share.pk,
                club_id=bill.club_id,
                payer=share.user,
                payee=bill.paid_by,
                amount=share.amount,
                currency=bill.currency,
                terms={"title": bill.title, "slug": bill.slug},
                payer_agreement=agreements[Party(share.user_id)],
                payee_agreement=payee,
            ),
            made_by=person,
        )
        share.save(update_fields=["settlement"])


def _finish_if_answered(bill: Bill) -> None:
    """Close the bill if all have answered."""
    if bill.is_confirmed is None or bill.shares.filter(is_accepted=None).exists():
        return
    bill.outcome = _Outcome.ANSWERED
    bill.save(update_fields=["outcome"])


@contextmanager
def _open_bill(caller: Caller, bill_id: int) -> Iterator[tuple[Bill, User]]:
    """Lock the open bill for the block; yield it and the calling user.

    :raises DeniedError: it doesn't exist, has ended, or its club is closed
    """
    person = require_user(caller)
    with transaction.atomic():
        bill = _locked(bill_id)
        if not bill.is_open:
            raise DeniedError(LedgerCode.BILL_CLOSED)
        if bill.club.closed_at is not None:
            raise DeniedError(LedgerCode.CLOSED)
        yield bill, person


@answering
def answer_share(caller: Caller, bill_id: int, *, is_accepted: bool) -> Answer:
    """Accept or decline the caller's share of a bill; an accepted one becomes a debt.

    Former members can only decline.
    """
    with _open_bill(caller, bill_id) as (bill, person):
        share = bill.shares.filter(user=person).exclude(user=bill.paid_by_id).first()
        if share is None:
            raise DeniedError(LedgerCode.NO_BILL)
        if share.is_accepted is not None:
            raise DeniedError(LedgerCode.BILL_ANSWERED)
        if is_accepted and role_of(bill.club_id, person) is None:
            raise DeniedError(LedgerCode.FORMER_MEMBER)
        share.is_accepted, share.answered_at = is_accepted, timezone.now()
        share.save(update_fields=["is_accepted", "answered_at"])
        if is_accepted:
            _agree(bill, person, share.amount, _Given.SHARE)
            _settle_accepted(bill, person)
        kind = BillKind.ACCEPTED if is_accepted else BillKind.DECLINED
        _notify_answer(bill, kind, share, person)
        _finish_if_answered(bill)
    return None


def _notify_answer(bill: Bill, kind: BillKind, share: BillShare, person: User) -> None:
    """Notify the users who split and who paid the bill of the answer to a share."""
    told = {each: {"amount": share.amount} for each in _leading_user_ids(bill)}
    notify_about(bill, kind, told, person)


@answering
def answer_payment(caller: Caller, bill_id: int, *, has_paid: bool) -> Answer:
    """Confirm that the caller paid the bill, or close the bill because they didn't."""
    with _open_bill(caller, bill_id) as (bill, person):
        if bill.paid_by_id != person.pk:
            raise DeniedError(LedgerCode.NO_BILL)
        if bill.is_confirmed is not None:
            raise DeniedError(LedgerCode.BILL_ANSWERED)
        bill.is_confirmed = has_paid
        bill.save(update_fields=["is_confirmed"])
        if not has_paid:
            _end(bill, _Outcome.WITHDRAWN, BillKind.NOT_PAID, person)
            return None
        _agree(bill, person, 0, _Given.PAID)
        bill.shares.filter(user=person).update(is_accepted=True, answered_at=timezone.now())
        _settle_accepted(bill, person)
        told = {bill.proposed_by_id: {"amount": bill.total}}
        notify_about(bill, BillKind.CONFIRMED, told, person)
        _finish_if_answered(bill)
    return None


@answering
def withdraw_bill(caller: Caller, bill_id: int) -> Answer:
    """Withdraw a bill that the caller split or paid; accepted shares stay debts."""
    with _open_bill(caller, bill_id) as (bill, person):
        if person.pk not in (bill.proposed_by_id, bill.paid_by_id):
            raise DeniedError(LedgerCode.NO_BILL)
        _end(bill, _Outcome.WITHDRAWN, BillKind.WITHDRAWN, person)
    return None


def _end(bill: Bill, outcome: Bill.Outcome, kind: BillKind, person: User | None) -> None:
    """Close the bill, and notify all who have not answered, or whose answer has no effect."""
    involved = set(_leading_user_ids(bill))
    involved |= set(
        bill.shares.exclude(is_accepted=False)
        .filter(settlement=None)
        .values_list("user", flat=True)
    )
    _close(bill, outcome)
    notify_about(bill, kind, {each: {} for each in involved}, person)


def _close(bill: Bill, outcome: Bill.Outcome) -> None:
    """Close the bill, and withdraw agreements to shares that did not become debts."""
    bill.outcome = outcome
    bill.save(update_fields=["outcome"])
    unsettled = bill.shares.filter(is_accepted=True, settlement=None).exclude(user=bill.paid_by_id)
    if user_ids := list(unsettled.values_list("user", flat=True)):
        withdraw_all(user_ids, _BILL, bill.pk)
        unsettled.update(is_accepted=False)


def _leading_user_ids(bill: Bill) -> Iterable[int]:
    """Return the IDs of the users who split and who paid the bill."""
    return {bill.proposed_by_id} | ({bill.paid_by_id} if bill.paid_by_id is not None else set())


def lapse_bills() -> None:
    """Close the bills that were not answered in time, and notify those who split and paid them."""
    due = Bill.objects.filter(outcome=_Outcome.OPEN, lapses_at__lte=timezone.now())
    for bill_id in due.order_by("pk").values_list("pk", flat=True)[:500]:
        with transaction.atomic():
            bill = _locked(bill_id)
            if bill.outcome == _Outcome.OPEN:
                _end(bill, _Outcome.LAPSED, BillKind.LAPSED, None)


def leave_bills(user: User) -> None:
    """Take a user who closes the account out of all open bills.

    Bills that the user split or paid are withdrawn. Of others, the user's share is declined unless
    it is a debt. Requires a transaction.
    """
    open_bills = Bill.objects.filter(involving(user.pk), outcome=_Outcome.OPEN)
    for bill_id in open_bills.order_by("pk").distinct().values_list("pk", flat=True):
        bill = _locked(bill_id)
        if bill.outcome != _Outcome.OPEN:
            continue
        if user.pk in _leading_user_ids(bill):
            _end(bill, _Outcome.WITHDRAWN, BillKind.WITHDRAWN, user)
        else:
            _decline_unsettled(bill, user)


def _decline_unsettled(bill: Bill, user: User) -> None:
    """Decline the user's share unless it is a debt, even if the user has accepted it."""
    share = bill.shares.filter(user=user, settlement=None).exclude(is_accepted=False).first()
    if share is None:
        return
    share.is_accepted, share.answered_at = False, timezone.now()
    share.save(update_fields=["is_accepted", "answered_at"])
    withdraw_all([user.pk], _BILL, bill.pk)
    _notify_answer(bill, BillKind.DECLINED, share, user)
    _finish_if_answered(bill)
