"""Audit of all settlements of one session or event: the first and its corrections.

Each settlement is a difference. The newest posting has the total; earlier ones are reversed.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from django.db.models import QuerySet

from tournaments.ledger.audit.faults import Fault, FaultCode
from tournaments.ledger.book.holders import Holder, holder_of
from tournaments.ledger.book.models import Account, Payments, Posting
from tournaments.ledger.settling.models import Balance, Debt, Settlement, Transfer
from tournaments.ledger.settling.settlement import SettlementError, settle
from tournaments.ledger.settling.winnings import Result, Winnings

_Code = FaultCode


def with_related(rows: "QuerySet[Settlement]") -> "QuerySet[Settlement]":
    """Return the query with all that the audit reads prefetched: six more queries."""
    return rows.select_related("posting__reversed_by").prefetch_related(
        "balances__account",
        "debts",
        "transfers",
        "posting__lines",
        "posting__reversed_by__lines",
    )


def settlement_key(settlement: Settlement) -> str:
    """Return the settlement's key, such as "session-12-1"; its posting has the same key."""
    if settlement.is_charge:
        return settlement.posting_id or f"{settlement.source}-{settlement.slug}"
    source_id = (
        settlement.session_id or settlement.event or f"{settlement.club_id}-{settlement.currency}"
    )
    return f"{settlement.source}-{source_id}-{settlement.number}"


def check_chain(
    chain: Sequence[Settlement], winnings: Winnings | None, *, is_played: bool
) -> Iterator[Fault]:
    """Yield the faults of one session's or event's settlements: the first, then its corrections.

    They are compared with `winnings`; if it is None, only with one another.

    :param winnings: the recomputed result; None if it is unknown
    :param is_played: whether the winnings are as played, without corrections
    """
    first, newest = chain[0], chain[-1]
    totals: dict[Account, Result] = {}
    for number, settlement in enumerate(chain, 1):
        if settlement.number != number:
            yield _fault(
                settlement, _Code.SETTLEMENT_MISSING, settlement=_key_of_number(settlement, number)
            )
            return
        yield from _check_terms(settlement, first, winnings)
        yield from check_balances(settlement)
        if winnings is not None and number == 1 and (is_played or settlement is newest):
            yield from _check_results(settlement, winnings)
        else:
            yield from _check_debts(settlement)
        yield from check_transfers(
            settlement, is_due=bool(settlement.currency) and not settlement.is_carried
        )
        for balance in settlement.balances.all():
            before = totals.get(balance.account, Result(0))
            totals[balance.account] = before.plus(_result_in(balance))
        total_amounts = {
            account.pk: each.amount(settlement.stake_minor) for account, each in totals.items()
        }
        yield from _check_posting(settlement, total_amounts, is_newest=settlement is newest)
    if winnings is not None and not is_played and newest is not first:
        stored = {holder_of(account): each for account, each in totals.items()}
        yield from _result_faults(
            newest, stored, winnings.results_by_holder(), _account_ids_by_holder(totals)
        )


def _check_terms(
    settlement: Settlement, first: Settlement, winnings: Winnings | None
) -> Iterator[Fault]:
    """Yield a fault for each wrong club, currency or stake.

    The right ones are those of the winnings, or else of the first settlement.
    """
    expected: dict[str, Any] = {
        "club": first.club_id if winnings is None else winnings.club_id,
        "currency": first.currency if winnings is None else winnings.currency,
        "stake": first.stake_minor if winnings is None else winnings.stake_minor,
        "payments": _payments(first if winnings is None else winnings),
    }
    stored = {
        "club": settlement.club_id,
        "currency": settlement.currency,
        "stake": settlement.stake_minor,
        "payments": _payments(settlement),
    }
    for field, value in stored.items():
        if value != expected[field]:
            yield _fault(
                settlement,
                _Code.SETTLEMENT_TERMS,
                what=field,
                there=value or "",
                due=expected[field] or "",
            )


def _payments(terms: Settlement | Winnings) -> str:
    """Return who pays whom, as an event stores it."""
    return str(Payments.CLUB if terms.through_club else Payments.FEWEST)


def check_balances(settlement: Settlement) -> Iterator[Fault]:
    """Yield faults of balances: sums not zero, or an amount that does not follow from its parts.

    The parts are points, stake, fee and prize. Of club settlements and charges, which have none of
    these, only the sums are checked.
    """
    balances = settlement.balances.all()
    for field in ("amount", "fee", "prize"):
        if total := sum(getattr(balance, field) for balance in balances):
            yield _fault(
                settlement, _Code.BALANCES_NOT_ZERO, there=total, currency=settlement.currency
            )
    if total := sum(balance.points for balance in balances):
        yield _fault(settlement, _Code.BALANCES_NOT_ZERO, there=total, currency="")
    if not settlement.is_of_game:
        return
    for balance in balances:
        due = _result_in(balance).amount(settlement.stake_minor)
        if balance.amount != due:
            yield _fault(
                settlement,
                _Code.BALANCE,
                account=balance.account_id,
                there=balance.amount,
                due=due,
                currency=settlement.currency,
            )


def _result_in(balance: Balance) -> Result:
    """Return the parts of a stored balance."""
    return Result(balance.points, balance.fee, balance.prize)


def _check_results(settlement: Settlement, winnings: Winnings) -> Iterator[Fault]:
    """Yield a fault for each balance and debt that differs from the results of the deals."""
    accounts = {
        holder_of(balance.account): balance.account_id for balance in settlement.balances.all()
    }
    results = {holder_of(each.account): _result_in(each) for each in settlement.balances.all()}
    yield from _result_faults(settlement, results, winnings.results_by_holder(), accounts)
    try:
        plan = settle(winnings.amounts_by_holder(), [winnings.debts_by_holder()])
    except SettlementError:
        yield not_summing_fault(settlement)
        return
    holders = {account: holder for holder, account in accounts.items()}
    stored = {
        (
            _holder_or_account_id(d.payer_id, holders),
            _holder_or_account_id(d.payee_id, holders),
        ): d.amount
        for d in settlement.debts.all()
    }
    expected: dict[tuple[Holder | int, Holder | int], int] = {
        (debt.payer, debt.payee): debt.amount for debt in plan.debts
    }
    for pair in dict.fromkeys([*stored, *expected]):
        if stored.get(pair, 0) != expected.get(pair, 0):
            yield _fault(
                settlement,
                _Code.DEBT,
                payer=_account_id_or_name(pair[0], accounts),
                payee=_account_id_or_name(pair[1], accounts),
                there=stored.get(pair, 0),
                due=expected.get(pair, 0),
                currency=settlement.currency,
            )


def not_summing_fault(settlement: Settlement) -> Fault:
    """Return the fault for a settlement that cannot be recomputed."""
    return _fault(settlement, _Code.SETTLEMENT_DOES_NOT_ADD_UP)


def _holder_or_account_id(account_id: int, holders: Mapping[int, Holder]) -> Holder | int:
    """Return the account's holder; the account ID itself if it has none in `holders`."""
    return holders.get(account_id, account_id)


def _account_ids_by_holder(accounts: Iterable[Account]) -> dict[Holder, int]:
    """Return the accounts' IDs by holder."""
    return {holder_of(account): account.pk for account in accounts}


def _result_faults(
    settlement: Settlement,
    stored: Mapping[Holder, Result],
    expected: Mapping[Holder, Result],
    accounts: Mapping[Holder, int],
) -> Iterator[Fault]:
    """Yield a fault for each holder whose stored points, fee or prize differ from the expected."""
    for part, currency in (
        ("points", ""),
        ("fee", settlement.currency),
        ("prize", settlement.currency),
    ):
        there, due = (
            {holder: getattr(each, part) for holder, each in results.items()}
            for results in (stored, expected)
        )
        yield from _balance_faults(settlement, there, due, currency, accounts)


def _balance_faults(
    settlement: Settlement,
    stored: Mapping[Holder, int],
    expected: Mapping[Holder, int],
    currency: str,
    accounts: Mapping[Holder, int],
) -> Iterator[Fault]:
    """Yield a fault for each holder whose stored amount differs from the expected one."""
    for holder in dict.fromkeys([*stored, *expected]):
        if stored.get(holder, 0) != expected.get(holder, 0):
            yield _fault(
                settlement,
                _Code.BALANCE,
                account=_account_id_or_name(holder, accounts),
                there=stored.get(holder, 0),
                due=expected.get(holder, 0),
                currency=currency,
            )


def _account_id_or_name(holder: Holder | int, accounts: Mapping[Holder, int]) -> int | str:
    """Return the holder's account ID, or a name if the holder has none in this settlement."""
    if isinstance(holder, int):
        return holder
    account_id = accounts.get(holder)
    if account_id is not None:
        return account_id
    return holder.name or (f"#{holder.user_id}" if holder.user_id else "")


def _check_debts(settlement: Settlement) -> Iterator[Fault]:
    """Yield faults if the pairwise debts of a correction do not add up to its balances."""
    yield from _check_pays_off(settlement, settlement.debts.all(), _Code.DEBTS_DO_NOT_PAY_OFF)


def check_transfers(settlement: Settlement, *, is_due: bool) -> Iterator[Fault]:
    """Yield faults of the due payments: too many, or not adding up to the balances.

    Unless `is_due`, any payment is a fault.

    :param is_due: whether a list is required unless all balances are zero
    """
    transfers = list(settlement.transfers.all())
    if not is_due:
        if transfers:
            yield _fault(settlement, _Code.TRANSFERS_UNCALLED_FOR)
        return
    yield from _check_pays_off(settlement, transfers, _Code.TRANSFERS_DO_NOT_PAY_OFF)
    if settlement.through_club:
        yield from _past_club_faults(settlement, transfers)
        return
    involved = sum(1 for balance in settlement.balances.all() if balance.amount)
    if len(transfers) > max(involved - 1, 0):
        yield _fault(
            settlement, _Code.TRANSFERS_TOO_MANY, there=len(transfers), due=max(involved - 1, 0)
        )


def _past_club_faults(settlement: Settlement, transfers: Iterable[Transfer]) -> Iterator[Fault]:
    """Yield a fault for each payment between two players although everyone pays the club."""
    players = {
        balance.account_id
        for balance in settlement.balances.all()
        if balance.account.kind != Account.Kind.HOUSE
    }
    for each in transfers:
        if {each.payer_id, each.payee_id} <= players:
            yield _fault(
                settlement,
                _Code.TRANSFER_PAST_CLUB,
                payer=each.payer_id,
                payee=each.payee_id,
            )


def _check_pays_off(
    settlement: Settlement, owings: Iterable[Debt | Transfer], code: FaultCode
) -> Iterator[Fault]:
    """Yield a fault for each account whose net of the debts or payments is not its balance."""
    expected = {balance.account_id: balance.amount for balance in settlement.balances.all()}
    listed = dict.fromkeys(expected, 0)
    for owing in owings:
        listed[owing.payer_id] = listed.get(owing.payer_id, 0) - owing.amount
        listed[owing.payee_id] = listed.get(owing.payee_id, 0) + owing.amount
    for account, amount in listed.items():
        if amount != expected.get(account, 0):
            yield _fault(
                settlement,
                code,
                account=account,
                there=amount,
                due=expected.get(account, 0),
                currency=settlement.currency,
            )


# --- Postings


def _check_posting(
    settlement: Settlement, totals: Mapping[int, int], *, is_newest: bool
) -> Iterator[Fault]:
    """Yield faults if the posting is missing, not the total at that time, or wrongly reversed.

    All but the newest must be reversed.

    :param totals: the total won or lost by each account, in minor units
    """
    expected = {account: amount for account, amount in totals.items() if amount}
    posting = settlement.posting if settlement.posting_id is not None else None
    key = settlement_key(settlement)
    if posting is None:
        if expected or settlement.posting_id is not None:
            yield _fault(settlement, _Code.POSTING_MISSING, posting=settlement.posting_id or key)
        return
    if not expected:
        yield _fault(settlement, _Code.POSTING_UNCALLED_FOR, posting=posting.pk)
        return
    yield from check_posting_attributes(
        posting, key, Posting.Kind.SETTLEMENT, settlement.club_id, settlement.currency
    )
    yield from check_posting_lines(posting, expected)
    reversal = getattr(posting, "reversed_by", None)
    if reversal is None:
        if not is_newest:
            yield _posting_fault(posting, _Code.POSTING_NOT_REVERSED)
        return
    if is_newest:
        yield _posting_fault(posting, _Code.POSTING_REVERSED)
    yield from check_posting_attributes(
        reversal, f"{key}-reversed", Posting.Kind.REVERSAL, settlement.club_id, settlement.currency
    )
    lines = {line.account_id: -line.amount for line in posting.lines.all()}
    yield from check_posting_lines(reversal, lines)


def check_posting_attributes(
    posting: Posting, key: str, kind: Posting.Kind, club_id: int | None, currency: str
) -> Iterator[Fault]:
    """Yield a fault for each wrong attribute of the posting: key, kind, club, currency."""
    for field, stored, expected in (
        ("key", posting.key, key),
        ("kind", posting.kind, kind.value),
        ("club", posting.club_id or "", club_id or ""),
        ("currency", posting.currency, currency),
    ):
        if stored != expected:
            yield _posting_fault(
                posting, _Code.POSTING_HEAD, what=field, there=stored, due=expected
            )


def check_posting_lines(posting: Posting, expected: Mapping[int, int]) -> Iterator[Fault]:
    """Yield a fault for each account whose posted amount is not the expected one.

    :param expected: amounts by account ID
    """
    stored = {line.account_id: line.amount for line in posting.lines.all()}
    for account in dict.fromkeys([*stored, *expected]):
        if stored.get(account, 0) != expected.get(account, 0):
            yield _posting_fault(
                posting,
                _Code.POSTING_LINE,
                account=account,
                there=stored.get(account, 0),
                due=expected.get(account, 0),
                currency=posting.currency,
            )


def _posting_fault(posting: Posting, code: FaultCode, **params: Any) -> Fault:
    """Return a fault of the posting, with its key as a parameter."""
    return Fault(code, "Posting", posting.pk, posting.club_id, {"posting": posting.pk, **params})


def _key_of_number(settlement: Settlement, number: int) -> str:
    """Return the key that the settlement with this number in the same chain has."""
    return f"{settlement_key(settlement).rpartition('-')[0]}-{number}"


def _fault(settlement: Settlement, code: FaultCode, /, **params: Any) -> Fault:
    """Return a fault of the settlement, with its key as a parameter."""
    message_params = {"settlement": settlement_key(settlement), **params}
    return Fault(code, "Settlement", settlement.pk, settlement.club_id, message_params)
