"""Queries: wins, payments and open debts between two accounts."""

from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.db.models import Count, Q, QuerySet, Sum

from tournaments.ledger.book.models import Account
from tournaments.ledger.payments.models import Payment
from tournaments.ledger.settling.models import Balance, Debt, Transfer
from tournaments.ledger.settling.origins import (
    SessionNames,
    SettledRow,
    names_of_sessions,
    settled_fields,
    settled_row,
)


@dataclass(frozen=True, slots=True)
class PairSums:
    """Sums between an account and another one, from the first one's view."""

    #: Number of sessions and events both took part in.
    together: int = 0
    #: Head-to-head wins and losses.
    won: int = 0
    lost: int = 0
    #: Confirmed payments and waivers to and from the other.
    paid: int = 0
    received: int = 0
    #: Open payments to and from the other.
    to_pay: int = 0
    to_get: int = 0

    @property
    def net(self) -> int:
        """Wins minus losses against the other."""
        return self.won - self.lost


def sums_by_other(account_id: int, other_id: int | None = None) -> dict[int, PairSums]:
    """Return wins, payments and debts between the account and each other, by the other's ID.

    Seven queries.

    :param other_id: only this account
    """
    found: dict[int, PairSums] = {}

    def add_sums(name: str, rows: QuerySet[Any], other: str, value: Any) -> None:
        """Set this field of each other account's sums from the rows."""
        if other_id is not None:
            rows = rows.filter(**{other: other_id})
        for number, amount in rows.order_by().values_list(other).annotate(value):
            found[number] = replace(found.get(number, PairSums()), **{name: amount})

    amount = Sum("amount")
    add_sums("won", Debt.objects.filter(payee=account_id), "payer", amount)
    add_sums("lost", Debt.objects.filter(payer=account_id), "payee", amount)
    open_ones = Transfer.objects.filter(open_amount__gt=0)
    open_sum = Sum("open_amount")
    add_sums("to_get", open_ones.filter(payee=account_id), "payer", open_sum)
    add_sums("to_pay", open_ones.filter(payer=account_id), "payee", open_sum)
    paid = Payment.objects.filter(status=Payment.Status.CONFIRMED)
    add_sums("received", paid.filter(transfer__payee=account_id), "transfer__payer", amount)
    add_sums("paid", paid.filter(transfer__payer=account_id), "transfer__payee", amount)
    # Both have a balance there; corrections are not counted again.
    met = Balance.objects.filter(
        settlement__in=Balance.objects.filter(
            account=account_id, settlement__number=1, settlement__source__in=("session", "event")
        ).values("settlement")
    ).exclude(account=account_id)
    add_sums("together", met, "account", Count("pk"))
    return found


def accounts_by_id(account_ids: set[int]) -> dict[int, Account]:
    """Return the accounts with their users by ID. One query."""
    return {
        each.pk: each for each in Account.objects.filter(pk__in=account_ids).select_related("user")
    }


@dataclass(frozen=True, slots=True)
class PairRow:
    """A settlement's head-to-head result between two accounts; negative for a loss."""

    at: datetime
    amount: int
    settlement: SettledRow


def debts(account_id: int, other_id: int) -> QuerySet[Debt, tuple[Any, ...]]:
    """Return the query for the head-to-head debts of two accounts as tuples, newest first.

    Each has the payee's account ID, the amount, the time and the columns of a `SettledRow`.
    """
    is_between = Q(payer=account_id, payee=other_id) | Q(payer=other_id, payee=account_id)
    return (
        Debt.objects.filter(is_between)
        .order_by("-settlement__pk")
        .values_list("payee", "amount", "settlement__created_at", *settled_fields("settlement"))
    )


def pair_rows(account_id: int, page: list[tuple[Any, ...]]) -> list[PairRow]:
    """Return the tuples of `debts` as rows; amounts are positive if the account won."""
    found = []
    for payee, amount, at, *values in page:
        settlement = settled_row(values)
        assert settlement is not None
        found.append(PairRow(at, amount if payee == account_id else -amount, settlement))
    return found


def session_names_of(pair_rows: list[PairRow]) -> SessionNames:
    """Return players' names by settlement ID, then account ID; of sessions only. One query."""
    return names_of_sessions(Q(settlement__in=[each.settlement.pk for each in pair_rows]))


def open_between(account_id: int, other_id: int) -> list[Transfer]:
    """Return the open payments between the two, oldest first. One query."""
    is_between = Q(payer=account_id, payee=other_id) | Q(payer=other_id, payee=account_id)
    rows = Transfer.objects.filter(is_between, open_amount__gt=0).select_related("settlement")
    return list(rows.order_by("pk"))
