"""Audit of club settlements of carried balances."""

import heapq
from collections.abc import Iterator
from enum import IntEnum, auto
from itertools import groupby

from django.db.models import Count, F, Max, QuerySet

from tournaments.ledger.audit.chains import (
    check_balances,
    check_transfers,
    settlement_key,
    with_related,
)
from tournaments.ledger.audit.faults import Fault, FaultCode
from tournaments.ledger.audit.scope import BATCH, CHUNK, AuditScope, consistent_read, release
from tournaments.ledger.settling.models import Balance, Settlement, TakenUp

_CLUB = Settlement.Source.CLUB


def check_clubs(scope: AuditScope) -> Iterator[list[Fault]]:
    """Yield faults of club settlements, which turn balances carried over from games into payments.

    Five queries per batch, one for the numbering, and four for all carried balances.
    """
    rows = Settlement.objects.filter(source=_CLUB).order_by("pk")
    if scope.club_id is not None:
        rows = rows.filter(club=scope.club_id)
    yield list(_missing_numbers(rows))
    recent = rows if scope.since is None else rows.filter(created_at__gte=scope.since)
    last_id = 0
    while True:
        with consistent_read():
            batch = list(with_related(recent.filter(pk__gt=last_id))[:BATCH])
        if not batch:
            break
        last_id = batch[-1].pk
        scope.settlements += len(batch)
        faults: list[Fault] = []
        for settlement in batch:
            faults += check_balances(settlement)
            faults += check_transfers(settlement, is_due=True)
        release(batch)
        yield faults
    yield from _carried_faults(scope)


def _missing_numbers(rows: "QuerySet[Settlement]") -> Iterator[Fault]:
    """Yield a fault for each club and currency with gaps in its settlement numbers."""
    counted = rows.order_by().values("club", "currency").annotate(n=Count("pk"), last=Max("number"))
    for row in counted.exclude(n=F("last")):
        missing = f"{_CLUB}-{row['club']}-{row['currency']}"
        yield Fault(
            FaultCode.SETTLEMENT_MISSING, "Club", row["club"], row["club"], {"settlement": missing}
        )


class _MoveKind(IntEnum):
    """Kinds of changes of a carried balance: carried over from a game, or billed by a payment list.

    Or an earlier open payment was replaced by a new list.
    """

    CARRIED = auto()
    BILLED = auto()
    ROLLED_IN = auto()


#: A change of an account's carried balance: account, settlement, kind, amount.
_Move = tuple[int, int, _MoveKind, int]


def _carried_faults(scope: AuditScope) -> Iterator[list[Fault]]:
    """Yield a fault for each account billed another amount by a list than was carried over.

    Settlements are ordered by ID: adding one requires a lock on the accounts.
    """
    carried = Balance.objects.filter(settlement__is_carried=True)
    listed = Balance.objects.filter(settlement__source=_CLUB)
    taken = TakenUp.objects.all()
    if scope.club_id is not None:
        carried, listed, taken = (
            rows.filter(settlement__club=scope.club_id) for rows in (carried, listed, taken)
        )
    suspects: list[tuple[int, int, int, int]] = []
    with consistent_read():
        moves = heapq.merge(
            _moves(carried, "account_id", _MoveKind.CARRIED),
            _moves(listed, "account_id", _MoveKind.BILLED),
            _moves(taken, "transfer__payer_id", _MoveKind.ROLLED_IN, -1),
            _moves(taken, "transfer__payee_id", _MoveKind.ROLLED_IN),
        )
        for account, steps in groupby(moves, lambda move: move[0]):
            running = 0
            for settlement, of_settlement in groupby(steps, lambda move: move[1]):
                sums = dict.fromkeys(_MoveKind, 0)
                kinds = set()
                for _account, _settlement, kind, amount in of_settlement:
                    sums[kind] += amount
                    kinds.add(kind)
                running += sums[_MoveKind.CARRIED] + sums[_MoveKind.ROLLED_IN]
                if kinds == {_MoveKind.CARRIED}:
                    continue
                if sums[_MoveKind.BILLED] != running:
                    suspects.append((settlement, account, sums[_MoveKind.BILLED], running))
                running = 0
    rows = Settlement.objects.in_bulk([suspect[0] for suspect in suspects])
    yield [
        Fault(
            FaultCode.BALANCE_NOT_CARRIED,
            "Settlement",
            number,
            rows[number].club_id,
            {
                "settlement": settlement_key(rows[number]),
                "account": account,
                "there": there,
                "due": due,
                "currency": rows[number].currency,
            },
        )
        for number, account, there, due in suspects
        # Missing settlements are reported elsewhere.
        if number in rows
    ]


def _moves(
    rows: "QuerySet[Balance] | QuerySet[TakenUp]",
    account_field: str,
    kind: _MoveKind,
    sign: int = 1,
) -> Iterator[_Move]:
    """Yield the rows as changes of carried balances, ordered by account and settlement."""
    values = rows.order_by(account_field, "settlement_id")
    for account_id, settlement_id, amount in values.values_list(
        account_field, "settlement_id", "amount"
    ).iterator(CHUNK):
        yield account_id, settlement_id, kind, sign * amount
