"""Settling of sessions and events, exactly once, and their corrections."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

from celery import current_app
from django.db import IntegrityError, transaction
from django.db.models import Exists, F, OuterRef, QuerySet

from accounts.models import User
from games.common.prepared import prepared
from games.tables.models import Session
from games.tables.stakes import counts_for_money
from games.tables.terms import terms_of
from tournaments.ledger.book.holders import HOUSE, Holder, holder_of, user_holder
from tournaments.ledger.book.models import Account, ClubBook, Posting
from tournaments.ledger.book.services import accounts_of, post, reverse
from tournaments.ledger.notices.services import notify_pending, notify_settled
from tournaments.ledger.settling.agreed import (
    CoveredPart,
    covered_part,
    lock_pending,
    refusing_holders,
    store_pending,
)
from tournaments.ledger.settling.models import Balance, Debt, Settlement, Transfer
from tournaments.ledger.settling.settlement import (
    DuePayment,
    PairDebt,
    is_shortest,
    nets_of_deals,
    settle,
    transfers,
    transfers_through,
)
from tournaments.ledger.settling.topics import settlement_changed
from tournaments.ledger.settling.winnings import Party, Result, Winnings
from tournaments.lost_tasks import marked, redo_lost_work

_Source = Settlement.Source
SETTLE_DUE = "tournaments.ledger.tasks.settle_due"


def settle_session(session_id: int) -> None:
    """Settle the finished session, unless it is settled or counts for an event."""
    winnings = session_winnings(session_id)
    if winnings is not None:
        settle_winnings(winnings)


def session_winnings(session_id: int) -> Winnings | None:
    """Return the result of a finished session from its stored deals; three queries.

    None if it is running, part of an event, or already settled.
    """
    session = (
        Session.objects.filter(
            pk=session_id,
            status=Session.Status.FINISHED,
            is_part=False,
            settlements__isnull=True,
        )
        .select_related("table")
        .prefetch_related("seats", "deals")
        .first()
    )
    return None if session is None else winnings_of(session)


def winnings_of(session: Session) -> Winnings:
    """Return the session's result from its deals, for points if it does not count for money.

    Its table, seats and deals are prefetched.
    """
    seats = list(session.seats.all())
    deals = [deal for deal in session.deals.all() if deal.nets is not None]
    nets = nets_of_deals([seat.number for seat in seats], [deal.nets or () for deal in deals])
    pairs: dict[tuple[int, int], int] = {}
    places = {seat.number: place for place, seat in enumerate(seats)}
    for deal in deals:
        for payer, payee, points in deal.pairs or ():
            pair = places[payer], places[payee]
            pairs[pair] = pairs.get(pair, 0) + points
    for_money = counts_for_money(session, seats)
    return Winnings(
        source=_Source.SESSION,
        source_id=session.pk,
        club_id=session.table.club,
        currency=session.currency if for_money else "",
        stake_minor=session.stake_minor if for_money else 1,
        parties=tuple(
            Party(HOUSE if seat.user_id is None else user_holder(seat.user_id), seat.name)
            for seat in seats
        ),
        points=tuple(nets.values()),
        pairs=pairs,
        terms={**terms_of(session), "played": len(deals)},
    )


def settle_winnings(
    winnings: Winnings,
    *,
    made_by: User | None = None,
    reason: str = "",
    is_acceptance: bool = False,
) -> Settlement | None:
    """Settle the result of a session or event; repeated calls have no effect.

    Only results of players who agreed are settled; others become pending (`agreed`). None
    if nothing changes.

    With a reason, or for the acceptance of a pending result, it is a correction: the earlier
    posting is reversed, the total is posted again, and only the difference is settled. At most 22
    statements for a first settlement for any number of players.
    """
    is_change = bool(reason) or is_acceptance
    try:
        with transaction.atomic():
            settlement = _settle_locked(
                winnings, made_by, reason, is_change=is_change, is_acceptance=is_acceptance
            )
    except IntegrityError:
        # A concurrent settlement is expected; any other error is raised.
        if is_change or not _earlier_settlements(winnings):
            raise
        return None
    if settlement is not None and settlement.is_carried:
        queue_settle_due(winnings.club_id, winnings.currency)
    return settlement


def _settle_locked(
    result: Winnings,
    made_by: User | None,
    reason: str,
    *,
    is_change: bool,
    is_acceptance: bool,
) -> Settlement | None:
    """Settle the result with its accounts locked; None if nothing changes."""
    pending_before = lock_pending(result) if is_change else []
    holders = _holders_to_lock(result, is_change=is_change)
    accounts = accounts_of(holders, result.club_id, result.currency)
    # The accounts are locked, so no concurrent settlement is possible.
    earlier = _earlier_settlements(result)
    if earlier and not is_change:
        return None
    agreed = covered_part(result, refusing_holders(result, pending_before))
    winnings = agreed.winnings
    results = winnings.results_by_holder()
    pending = store_pending(result, agreed.left_out) if result.currency else []
    if earlier:
        results = _unsettled_results(results, earlier)
        if not any(map(any, results.values())):
            return None
    amounts = {holder: each.amount(winnings.stake_minor) for holder, each in results.items()}
    if earlier:
        due: Sequence[DuePayment[Holder]] = transfers(amounts)
        debts = {(each.payer, each.payee): each.amount for each in due}
        last = earlier[-1]
        if last.posting is not None:
            reverse(last.posting, made_by)
    else:
        debts = winnings.debts_by_holder()
    plan = settle(amounts, [debts])
    number = len(earlier) + 1
    posting = _post_total(agreed, number, accounts, made_by)
    is_carried = _is_carried(winnings)
    settlement = Settlement.objects.create(
        source=winnings.source,
        session_id=winnings.source_id if winnings.source == _Source.SESSION else None,
        event=winnings.source_id if winnings.source == _Source.EVENT else None,
        club_id=winnings.club_id,
        number=number,
        stake_minor=winnings.stake_minor,
        currency=winnings.currency,
        terms=winnings.terms,
        posting=posting,
        is_carried=is_carried,
        is_shortest=is_shortest(plan.amounts),
        through_club=winnings.through_club,
        is_acceptance=is_acceptance,
        reason=reason,
        made_by=made_by,
    )
    # Players who are no longer parties keep their earlier name.
    names = {holder_of(b.account): b.name for each in earlier for b in each.balances.all()}
    names |= result.names()
    Balance.objects.bulk_create(
        Balance(
            settlement=settlement,
            account=accounts[holder],
            name=names.get(holder, ""),
            points=each.points,
            fee=each.fee,
            prize=each.prize,
            amount=amounts[holder],
        )
        for holder, each in results.items()
        if any(each) or not earlier
    )
    Debt.objects.bulk_create(_debt_rows(settlement, accounts, plan.debts))
    # Points have no payments.
    if winnings.currency and not is_carried:
        due = transfers_through(HOUSE, amounts) if winnings.through_club else plan.transfers
        create_transfers(settlement, accounts, due)
    notify_settled(settlement)
    notify_pending(pending, earlier[0] if earlier else settlement)
    settlement_changed(settlement)
    return settlement


def _holders_to_lock(winnings: Winnings, *, is_change: bool) -> list[Holder]:
    """Return the holders of the winnings and, for a change, of earlier settlements."""
    holders = list(winnings.by_holder())
    if not is_change:
        return holders
    before = (
        holder_of(each.account)
        for row in _earlier_settlements(winnings)
        for each in row.balances.all()
    )
    return [*holders, *before]


def _earlier_settlements(winnings: Winnings) -> list[Settlement]:
    """Return settlements of the same session or event in order, with balances. Two queries."""
    name = "session" if winnings.source == _Source.SESSION else "event"
    rows = Settlement.objects.filter(source=winnings.source, **{name: winnings.source_id})
    return list(
        rows.select_related("posting").prefetch_related("balances__account").order_by("number")
    )


def _unsettled_results(
    results: Mapping[Holder, Result], earlier: Iterable[Settlement]
) -> dict[Holder, Result]:
    """Return the results by holder less what the earlier settlements settled."""
    found = dict(results)
    for settlement in earlier:
        for balance in settlement.balances.all():
            holder = holder_of(balance.account)
            settled = Result(balance.points, balance.fee, balance.prize)
            found[holder] = found.get(holder, Result(0)).minus(settled)
    return found


def _post_total(
    agreed: CoveredPart, number: int, accounts: Mapping[Holder, Account], made_by: User | None
) -> Posting | None:
    """Post the agreed amounts of all holders; return None if no holder won or lost."""
    winnings = agreed.winnings
    amounts = {
        accounts[holder].pk: amount
        for holder, amount in winnings.amounts_by_holder().items()
        if amount
    }
    if not amounts:
        return None
    return post(
        f"{winnings.key}-{number}",
        Posting.Kind.SETTLEMENT,
        amounts,
        club_id=winnings.club_id,
        currency=winnings.currency,
        made_by=made_by,
        agreements={accounts[holder].pk: each.pk for holder, each in agreed.agreements.items()},
    )


def _is_carried(winnings: Winnings) -> bool:
    """Return whether the club carries balances in this currency over. At most one query.

    It never carries those of an event whose terms say that everyone pays the club.
    """
    if winnings.club_id is None or not winnings.currency or winnings.through_club:
        return False
    book = ClubBook.objects.filter(club=winnings.club_id).first()
    return book is not None and book.carries(winnings.currency)


def _debt_rows(
    settlement: Settlement, accounts: Mapping[Holder, Account], debts: Iterable[PairDebt[Holder]]
) -> list[Debt]:
    """Return unsaved `Debt` rows of the pairwise debts."""
    return [
        Debt(
            settlement=settlement, payer=accounts[d.payer], payee=accounts[d.payee], amount=d.amount
        )
        for d in debts
    ]


def create_transfers(
    settlement: Settlement, accounts: Mapping[Any, Account], payments: Iterable[DuePayment[Any]]
) -> None:
    """Create the settlement's due payments, with their whole amounts open. One statement."""
    Transfer.objects.bulk_create(
        Transfer(
            settlement=settlement,
            payer=accounts[each.payer],
            payee=accounts[each.payee],
            amount=each.amount,
            open_amount=each.amount,
        )
        for each in payments
    )


def sweep() -> None:
    """Settle the finished sessions still marked as unsettled, whose task was lost."""
    redo_lost_work(settle_session, "awaits_settlement", _sessions_to_settle)


@prepared
def _sessions_to_settle(now: datetime) -> QuerySet[Session, tuple[int, bool]]:
    """Return the query for overdue sessions marked as unsettled: ID, whether it is settled."""
    done = Exists(Settlement.objects.filter(session=OuterRef("pk")))
    return marked("awaits_settlement", done, Session.objects.filter(is_part=False), now)


def queue_settle_due(club_id: int | None, currency: str) -> None:
    """Queue the task that settles the club's balances above its limit, for after the commit."""
    # robust: the settlement is committed; if the queue is down, the sweep does the rest.
    transaction.on_commit(
        lambda: current_app.send_task(SETTLE_DUE, (club_id, currency)), robust=True
    )


# --- The only updates of immutable rows


def increment_versions(settlement_ids: Iterable[int]) -> None:
    """Increment the version of each settlement, so that open pages reload. One statement."""
    rows: QuerySet[Settlement] = QuerySet(Settlement)
    rows.filter(pk__in=list(settlement_ids)).update(version=F("version") + 1)


def close_transfers(transfer_ids: Iterable[int]) -> None:
    """Set the open amount of the transfers to zero; the caller holds locks on their rows."""
    rows: QuerySet[Transfer] = QuerySet(Transfer)
    rows.filter(pk__in=list(transfer_ids)).update(open_amount=0)


def reduce_open(transfer: Transfer, amount: int) -> None:
    """Reduce the transfer's open amount by `amount`; the caller holds a lock on its row."""
    rows: QuerySet[Transfer] = QuerySet(Transfer)
    rows.filter(pk=transfer.pk).update(open_amount=F("open_amount") - amount)
    transfer.open_amount -= amount
