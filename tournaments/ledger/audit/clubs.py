"""Audit of club settlements of carried balances."""

import heapq
from collections.abc import Iterator
from enum import IntEnum, auto
from itertools import groupby

from django.db.models import Count, F, Max, QuerySet

from tournaments.ledger.audit.chains import check_balances, check_transfers, name_of, with_related
from tournaments.ledger.audit.faults import Fault, FaultCode
from tournaments.ledger.audit.scope import BATCH, CHUNK, AuditScope, consistent_read, release
from tournaments.ledger.models import Balance, Settlement, TakenUp

_CLUB = Settlement.Source.CLUB


def check_clubs(scope: AuditScope) -> Iterator[list[Fault]]:
    """Yield the faults of clubs' lists of carried balances.

    Five queries per batch, one for the numbering, and four for all carried balances.
    """
    rows = Settlement.objects.filter(source=_CLUB).order_by("pk")
    if scope.club_id is not None:
        rows = rows.filter(club=scope.club_id)
    yield list(_check_numbers(rows))
    recent = rows if scope.since is None else rows.filter(created_at__gte=scope.since)
    last = 0
    while True:
        with consistent_read():
            batch = list(with_related(recent.filter(pk__gt=last))[:BATCH])
        if not batch:
            break
        last = batch[-1].pk
        scope.settlements += len(batch)
        faults: list[Fault] = []
        for each in batch:
            faults += check_balances(each)
            faults += check_transfers(each, is_due=True)
        release(batch)
        yield faults
    yield from _check_carried(scope)


def _check_numbers(rows: "QuerySet[Settlement]") -> Iterator[Fault]:
    counted = rows.order_by().values("club", "currency").annotate(n=Count("pk"), last=Max("number"))
    for row in counted.exclude(n=F("last")):
        missing = f"{_CLUB}-{row['club']}-{row['currency']}"
        yield Fault(
            FaultCode.SETTLEMENT_MISSING, "Club", row["club"], row["club"], {"settlement": missing}
        )


class _Kind(IntEnum):
    CARRIED = auto()
    LISTED = auto()
    TAKEN_UP = auto()


#: A change of an account's carried balance: account, settlement, kind, amount.
_Move = tuple[int, int, _Kind, int]


def _check_carried(scope: AuditScope) -> Iterator[list[Fault]]:
    """Check that club settlements bill everything their account holders had carried over.

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
            _moves(carried, "account_id", _Kind.CARRIED),
            _moves(listed, "account_id", _Kind.LISTED),
            _moves(taken, "transfer__payer_id", _Kind.TAKEN_UP, -1),
            _moves(taken, "transfer__payee_id", _Kind.TAKEN_UP),
        )
        for account, steps in groupby(moves, lambda move: move[0]):
            running = 0
            for settlement, of_settlement in groupby(steps, lambda move: move[1]):
                sums = dict.fromkeys(_Kind, 0)
                kinds = set()
                for _account, _settlement, kind, amount in of_settlement:
                    sums[kind] += amount
                    kinds.add(kind)
                running += sums[_Kind.CARRIED] + sums[_Kind.TAKEN_UP]
                if kinds == {_Kind.CARRIED}:
                    continue
                if sums[_Kind.LISTED] != running:
                    suspects.append((settlement, account, sums[_Kind.LISTED], running))
                running = 0
    rows = Settlement.objects.in_bulk([suspect[0] for suspect in suspects])
    yield [
        Fault(
            FaultCode.BALANCE_NOT_CARRIED,
            "Settlement",
            number,
            rows[number].club_id,
            {
                "settlement": name_of(rows[number]),
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
    rows: "QuerySet[Balance] | QuerySet[TakenUp]", account: str, kind: _Kind, sign: int = 1
) -> Iterator[_Move]:
    values = rows.order_by(account, "settlement_id")
    for number, settlement, amount in values.values_list(
        account, "settlement_id", "amount"
    ).iterator(CHUNK):
        yield number, settlement, kind, sign * amount
