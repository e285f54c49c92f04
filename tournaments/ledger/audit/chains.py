"""Audit of all settlements of one session or event: the first and its corrections.

Each settlement is a difference. The newest posting has the total; earlier ones are reversed.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from django.db.models import QuerySet

from tournaments.ledger.audit.faults import Fault, FaultCode
from tournaments.ledger.models import Account, Debt, Posting, Settlement, Transfer
from tournaments.ledger.settlement import SettlementError, settle
from tournaments.ledger.winnings import Holder, Winnings, holder_of

_Code = FaultCode


def with_related(rows: "QuerySet[Settlement]") -> "QuerySet[Settlement]":
    """Prefetch everything the audit reads of the settlements: six more queries."""
    return rows.select_related("posting__reversed_by").prefetch_related(
        "balances__account",
        "debts",
        "transfers",
        "posting__lines",
        "posting__reversed_by__lines",
    )


def name_of(settlement: Settlement) -> str:
    """Return the settlement's name in the ledger, which is also the key of its posting."""
    of = settlement.session_id or settlement.event or f"{settlement.club_id}-{settlement.currency}"
    return f"{settlement.source}-{of}-{settlement.number}"


def check_chain(
    chain: Sequence[Settlement], winnings: Winnings | None, *, is_played: bool
) -> Iterator[Fault]:
    """Yield the faults of the settlements of one session or event, given in order.

    :param winnings: the recomputed result; None if it is unknown
    :param is_played: whether the winnings are as played, without corrections
    """
    first, newest = chain[0], chain[-1]
    totals: dict[Account, int] = {}
    for place, each in enumerate(chain, 1):
        if each.number != place:
            yield _fault(each, _Code.SETTLEMENT_MISSING, settlement=_numbered(each, place))
            return
        yield from _check_terms(each, first, winnings)
        yield from check_balances(each)
        if winnings is not None and place == 1 and (is_played or each is newest):
            yield from _check_results(each, winnings)
        else:
            yield from _check_debts(each)
        yield from check_transfers(each, is_due=bool(each.currency) and not each.is_carried)
        for balance in each.balances.all():
            totals[balance.account] = totals.get(balance.account, 0) + balance.points
        whole = {account.pk: points * each.stake_minor for account, points in totals.items()}
        yield from _check_posting(each, whole, is_newest=each is newest)
    if winnings is not None and not is_played and newest is not first:
        held = {holder_of(account): points for account, points in totals.items()}
        yield from _differ(newest, held, winnings.by_holder(), "", _accounts(totals))


def _check_terms(each: Settlement, first: Settlement, winnings: Winnings | None) -> Iterator[Fault]:
    due: dict[str, Any] = {
        "club": first.club_id if winnings is None else winnings.club_id,
        "currency": first.currency if winnings is None else winnings.currency,
        "stake": first.stake_minor if winnings is None else winnings.stake_minor,
    }
    there = {"club": each.club_id, "currency": each.currency, "stake": each.stake_minor}
    for what, value in there.items():
        if value != due[what]:
            yield _fault(
                each, _Code.SETTLEMENT_TERMS, what=what, there=value or "", due=due[what] or ""
            )


def check_balances(each: Settlement) -> Iterator[Fault]:
    """Yield faults within the balances: their sums, and points times stake."""
    balances = each.balances.all()
    if total := sum(balance.amount for balance in balances):
        yield _fault(each, _Code.BALANCES_NOT_ZERO, there=total, currency=each.currency)
    if total := sum(balance.points for balance in balances):
        yield _fault(each, _Code.BALANCES_NOT_ZERO, there=total, currency="")
    if each.source == Settlement.Source.CLUB:
        return
    for balance in balances:
        if balance.amount != balance.points * each.stake_minor:
            yield _fault(
                each,
                _Code.BALANCE,
                account=balance.account_id,
                there=balance.amount,
                due=balance.points * each.stake_minor,
                currency=each.currency,
            )


def _check_results(each: Settlement, winnings: Winnings) -> Iterator[Fault]:
    """Compare the first settlement with the results of the deals."""
    accounts = {holder_of(balance.account): balance.account_id for balance in each.balances.all()}
    points = {holder_of(balance.account): balance.points for balance in each.balances.all()}
    yield from _differ(each, points, winnings.by_holder(), "", accounts)
    try:
        plan = settle(winnings.by_holder(), [winnings.pairs_by_holder()], winnings.stake_minor)
    except SettlementError:
        yield not_summing_fault(each)
        return
    holders = {account: holder for holder, account in accounts.items()}
    there = {
        (_of(d.payer_id, holders), _of(d.payee_id, holders)): d.amount for d in each.debts.all()
    }
    due: dict[tuple[Holder | int, Holder | int], int] = {
        (debt.payer, debt.payee): debt.amount for debt in plan.debts
    }
    for pair in dict.fromkeys([*there, *due]):
        if there.get(pair, 0) != due.get(pair, 0):
            yield _fault(
                each,
                _Code.DEBT,
                payer=_shown(pair[0], accounts),
                payee=_shown(pair[1], accounts),
                there=there.get(pair, 0),
                due=due.get(pair, 0),
                currency=each.currency,
            )


def not_summing_fault(each: Settlement) -> Fault:
    """Return the fault for a settlement that cannot be recomputed."""
    return _fault(each, _Code.SETTLEMENT_DOES_NOT_ADD_UP)


def _of(account_id: int, holders: Mapping[int, Holder]) -> Holder | int:
    return holders.get(account_id, account_id)


def _accounts(accounts: Iterable[Account]) -> dict[Holder, int]:
    return {holder_of(account): account.pk for account in accounts}


def _differ(
    each: Settlement,
    there: Mapping[Holder, int],
    due: Mapping[Holder, int],
    currency: str,
    accounts: Mapping[Holder, int],
) -> Iterator[Fault]:
    for holder in dict.fromkeys([*there, *due]):
        if there.get(holder, 0) != due.get(holder, 0):
            yield _fault(
                each,
                _Code.BALANCE,
                account=_shown(holder, accounts),
                there=there.get(holder, 0),
                due=due.get(holder, 0),
                currency=currency,
            )


def _shown(holder: Holder | int, accounts: Mapping[Holder, int]) -> int | str:
    """Return the holder's account ID, or a name if the holder has none in this settlement."""
    if isinstance(holder, int):
        return holder
    known = accounts.get(holder)
    if known is not None:
        return known
    return holder.name or (f"#{holder.user_id}" if holder.user_id else "")


def _check_debts(each: Settlement) -> Iterator[Fault]:
    """Check that the debts of a correction, which has no played pairs, equal its balances."""
    yield from _check_pays_off(each, each.debts.all(), _Code.DEBTS_DO_NOT_PAY_OFF)


def check_transfers(each: Settlement, *, is_due: bool) -> Iterator[Fault]:
    """Yield the faults of the payment list.

    :param is_due: whether a list is required unless all balances are zero
    """
    transfers = list(each.transfers.all())
    if not is_due:
        if transfers:
            yield _fault(each, _Code.TRANSFERS_UNCALLED_FOR)
        return
    yield from _check_pays_off(each, transfers, _Code.TRANSFERS_DO_NOT_PAY_OFF)
    involved = sum(1 for balance in each.balances.all() if balance.amount)
    if len(transfers) > max(involved - 1, 0):
        yield _fault(each, _Code.TRANSFERS_TOO_MANY, there=len(transfers), due=max(involved - 1, 0))


def _check_pays_off(
    each: Settlement, owings: Iterable[Debt | Transfer], code: FaultCode
) -> Iterator[Fault]:
    """Compare each account's net in the list with its balance."""
    due = {balance.account_id: balance.amount for balance in each.balances.all()}
    there = dict.fromkeys(due, 0)
    for owing in owings:
        there[owing.payer_id] = there.get(owing.payer_id, 0) - owing.amount
        there[owing.payee_id] = there.get(owing.payee_id, 0) + owing.amount
    for account, amount in there.items():
        if amount != due.get(account, 0):
            yield _fault(
                each,
                code,
                account=account,
                there=amount,
                due=due.get(account, 0),
                currency=each.currency,
            )


# --- Postings


def _check_posting(
    each: Settlement, whole: Mapping[int, int], *, is_newest: bool
) -> Iterator[Fault]:
    """Check that the posting has the total at that time and is reversed if corrected.

    :param whole: the total won or lost by each account, in minor units
    """
    due = {account: amount for account, amount in whole.items() if amount}
    posting = each.posting if each.posting_id is not None else None
    key = name_of(each)
    if posting is None:
        if due or each.posting_id is not None:
            yield _fault(each, _Code.POSTING_MISSING, posting=each.posting_id or key)
        return
    if not due:
        yield _fault(each, _Code.POSTING_UNCALLED_FOR, posting=posting.pk)
        return
    yield from check_head(posting, key, Posting.Kind.SETTLEMENT, each.club_id, each.currency)
    yield from check_lines(posting, due)
    taken_back = getattr(posting, "reversed_by", None)
    if taken_back is None:
        if not is_newest:
            yield _of_posting(posting, _Code.POSTING_NOT_REVERSED)
        return
    if is_newest:
        yield _of_posting(posting, _Code.POSTING_REVERSED)
    yield from check_head(
        taken_back, f"{key}-reversed", Posting.Kind.REVERSAL, each.club_id, each.currency
    )
    lines = {line.account_id: -line.amount for line in posting.lines.all()}
    yield from check_lines(taken_back, lines)


def check_head(
    posting: Posting, key: str, kind: Posting.Kind, club_id: int | None, currency: str
) -> Iterator[Fault]:
    """Yield wrong attributes of the posting: key, kind, club, currency."""
    for what, there, due in (
        ("key", posting.key, key),
        ("kind", posting.kind, kind.value),
        ("club", posting.club_id or "", club_id or ""),
        ("currency", posting.currency, currency),
    ):
        if there != due:
            yield _of_posting(posting, _Code.POSTING_HEAD, what=what, there=there, due=due)


def check_lines(posting: Posting, due: Mapping[int, int]) -> Iterator[Fault]:
    """Compare the posting's prefetched lines with the amounts due to each account."""
    there = {line.account_id: line.amount for line in posting.lines.all()}
    for account in dict.fromkeys([*there, *due]):
        if there.get(account, 0) != due.get(account, 0):
            yield _of_posting(
                posting,
                _Code.POSTING_LINE,
                account=account,
                there=there.get(account, 0),
                due=due.get(account, 0),
                currency=posting.currency,
            )


def _of_posting(posting: Posting, code: FaultCode, **params: Any) -> Fault:
    return Fault(code, "Posting", posting.pk, posting.club_id, {"posting": posting.pk, **params})


def _numbered(each: Settlement, number: int) -> str:
    return f"{name_of(each).rpartition('-')[0]}-{number}"


def _fault(each: Settlement, code: FaultCode, **params: Any) -> Fault:
    named = {"settlement": name_of(each), **params}
    return Fault(code, "Settlement", each.pk, each.club_id, named)
