"""Queries: a club's accounts in one currency, and its settlements."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, Final

from django.db.models import Case, Count, Exists, OuterRef, Q, QuerySet, Subquery, Sum, Value, When
from django.utils import timezone

from accounts.models import User
from tournaments.clubs.models import Club, Membership
from tournaments.ledger.book.models import Account, ClubBook, PostingLine
from tournaments.ledger.payments.models import Payment, PaymentRecord
from tournaments.ledger.settling.models import Balance, Debt, Settlement, Transfer

#: Upper bounds of the ages of open payments; a last group has all older ones.
AGES: Final = (timedelta(days=7), timedelta(days=31), timedelta(days=92))


def book_of(club: Club) -> ClubBook:
    """Return the club's ledger settings, saved or default. One query."""
    return ClubBook.objects.filter(club=club).first() or ClubBook(club=club)


def currencies_of(club: Club) -> list[str]:
    """Return the currencies of the club's accounts, points last. One query."""
    found = Account.objects.filter(club=club).order_by().values_list("currency", flat=True)
    return sorted(found.distinct(), key=lambda each: (not each, each))


@dataclass(slots=True)
class OpenAge:
    """Number and total, in minor units, of the open payments of one age."""

    count: int = 0
    amount: int = 0


@dataclass(frozen=True, slots=True)
class AccountState:
    """An account's balance, its open payments each way, and the rest, which is not billed yet."""

    account: Account
    balance: int
    #: Open payments to and from the account.
    to_get: int = 0
    to_pay: int = 0
    #: Whether it belongs to a user who is no longer a member.
    has_left: bool = False

    @property
    def carried(self) -> int:
        """The part of the balance that is not billed yet."""
        return self.balance - self.to_get + self.to_pay


@dataclass(frozen=True, slots=True)
class ClubState:
    """A club's accounts in one currency, highest balance first, and open payments by age."""

    states: list[AccountState]
    #: Open payments by age, in the order of `AGES`.
    ages: list[OpenAge] = field(default_factory=list)

    @property
    def is_carried(self) -> bool:
        """Return whether any balance is not billed yet."""
        return any(each.carried for each in self.states)


def club_state(club: Club, currency: str, *, only_user: User | None = None) -> ClubState:
    """Return balances and open payments of the club's accounts in the currency. Two queries.

    :param only_user: only this user's account
    """
    lines = PostingLine.objects.filter(account=OuterRef("pk")).order_by("-number")
    rows = Account.objects.filter(club=club, currency=currency).select_related("user")
    if only_user is not None:
        rows = rows.filter(user=only_user)
    rows = rows.annotate(
        balance=Subquery(lines.values("after")[:1]), has_left=former_member(club, "user")
    )
    found = list(rows.order_by("pk"))
    ages = [OpenAge() for _ in range(len(AGES) + 1)]
    to_get: dict[int, int] = {}
    to_pay: dict[int, int] = {}
    for payer, payee, age, count, amount in _open_sums(club, currency, only_user):
        ages[age].count += count
        ages[age].amount += amount
        to_pay[payer] = to_pay.get(payer, 0) + amount
        to_get[payee] = to_get.get(payee, 0) + amount
    states = [
        AccountState(
            each,
            each.balance or 0,
            to_get.get(each.pk, 0),
            to_pay.get(each.pk, 0),
            each.has_left,
        )
        for each in found
    ]
    states.sort(key=lambda each: (-each.balance, each.account.pk))
    return ClubState(states, ages)


def former_member(club: Club, user: str) -> Case:
    """Return the expression whether the row's user is no longer a member of the club.

    :param user: path to the user; without a user, the expression is False
    """
    members = Membership.objects.filter(club=club, user=OuterRef(user))
    has_left = Q(~Exists(members), **{f"{user}__isnull": False})
    return Case(When(has_left, then=Value(True)), default=Value(False))


def house_debt(club_id: int, currency: str) -> int:
    """Return what the club account owes: open payments, and a negative balance not billed yet.

    In minor units. Up to three queries.
    """
    house = Account.objects.filter(kind=Account.Kind.HOUSE, club=club_id, currency=currency).first()
    if house is None:
        return 0
    lines = PostingLine.objects.filter(account=house).order_by("-number")
    balance = lines.values_list("after", flat=True).first() or 0
    is_open = Q(open_amount__gt=0)
    sums = Transfer.objects.filter(is_open, Q(payer=house) | Q(payee=house)).aggregate(
        to_pay=Sum("open_amount", filter=Q(payer=house), default=0),
        to_get=Sum("open_amount", filter=Q(payee=house), default=0),
    )
    to_pay, to_get = int(sums["to_pay"]), int(sums["to_get"])
    carried = balance - to_get + to_pay
    return to_pay + max(0, -carried)


def unpaid_through_club(club_id: int, currency: str) -> int:
    """Return what the club would lose if no player paid it, where everyone pays the club.

    In minor units: the open payments to it beyond those it still has to make, which are its debt.
    One query.
    """
    house = Account.Kind.HOUSE
    rows = Transfer.objects.filter(
        settlement__club=club_id,
        settlement__currency=currency,
        settlement__through_club=True,
        open_amount__gt=0,
    )
    sums = rows.order_by().aggregate(
        to_get=Sum("open_amount", filter=Q(payee__kind=house), default=0),
        to_pay=Sum("open_amount", filter=Q(payer__kind=house), default=0),
    )
    return max(0, int(sums["to_get"]) - int(sums["to_pay"]))


def won_between(account_ids: Collection[int]) -> dict[tuple[int, int], int]:
    """Return what each (winner, loser) pair of account IDs won, each direction apart. One query."""
    rows = Debt.objects.filter(payee__in=account_ids, payer__in=account_ids).order_by()
    sums = rows.values_list("payee", "payer").annotate(Sum("amount"))
    return {(payee, payer): amount for payee, payer, amount in sums}


def _open_sums(club: Club, currency: str, only_user: User | None) -> Iterable[tuple[Any, ...]]:
    """Return rows (payer ID, payee ID, age index, count, open amount). One query."""
    now = timezone.now()
    age = Case(
        *(
            When(settlement__created_at__gt=now - each, then=Value(at))
            for at, each in enumerate(AGES)
        ),
        default=Value(len(AGES)),
    )
    rows = open_transfers(club, currency)
    if only_user is not None:
        rows = rows.filter(Q(payer__user=only_user) | Q(payee__user=only_user))
    return (
        rows.annotate(age=age)
        .order_by()
        .values_list("payer", "payee", "age")
        .annotate(count=Count("pk"), amount=Sum("open_amount"))
    )


def open_transfers(club: Club, currency: str) -> QuerySet[Transfer]:
    """Return the query for the club's open due payments in the currency."""
    # Filter by payer, not by settlement: open payments have a partial index on it.
    return Transfer.objects.filter(payer__club=club, payer__currency=currency, open_amount__gt=0)


def listed_transfers(
    club: Club, currency: str, age: int | None, *, only_user: User | None = None
) -> QuerySet[Transfer]:
    """Return the query for the club's open payments with parties and claims, oldest first.

    `age` is an index of `AGES`; None for all.

    :param age: only payments of this age, an index of `AGES`
    :param only_user: only payments to or from this user
    """
    rows = open_transfers(club, currency)
    now = timezone.now()
    if age is not None and age < len(AGES):
        rows = rows.filter(settlement__created_at__gt=now - AGES[age])
    if age:
        rows = rows.filter(settlement__created_at__lte=now - AGES[age - 1])
    if only_user is not None:
        rows = rows.filter(Q(payer__user=only_user) | Q(payee__user=only_user))
    pending = Payment.objects.filter(transfer=OuterRef("pk"), status__in=Payment.PENDING)
    return (
        rows.annotate(
            claim_status=Subquery(pending.order_by("-status").values("status")[:1]),
            payer_left=former_member(club, "payer__user"),
            payee_left=former_member(club, "payee__user"),
        )
        .select_related("settlement", "payer__user", "payee__user")
        .order_by("settlement__created_at", "pk")
    )


@dataclass(frozen=True, slots=True)
class Dispute:
    """A disputed payment and its latest message."""

    payment: Payment
    words: str
    at: datetime


def disputes(club: Club) -> list[Dispute]:
    """Return the club's disputed payments, oldest first. One query."""
    last = PaymentRecord.objects.filter(payment=OuterRef("pk")).order_by("-pk")
    rows = (
        Payment.objects.filter(
            status=Payment.Status.DISPUTED,
            transfer__payer__club=club,
            # Disputed payments are open, and open payments are few and indexed.
            transfer__open_amount__gt=0,
        )
        .select_related(
            "transfer__settlement", "transfer__payer__user", "transfer__payee__user", "claimed_by"
        )
        .annotate(words=Subquery(last.values("text")[:1]), said_at=Subquery(last.values("at")[:1]))
        .order_by("pk")
    )
    return [Dispute(each, each.words or "", each.said_at or each.claimed_at) for each in rows]


def settlements_of(club: Club, *, only_user: User | None = None) -> QuerySet[Settlement]:
    """Return the query for the club's settlements, newest first.

    :param only_user: only those in which this user won or lost
    """
    rows = Settlement.objects.filter(club=club).order_by("-pk")
    if only_user is not None:
        rows = rows.filter(
            pk__in=Balance.objects.filter(account__user=only_user).values("settlement")
        )
    return rows


@dataclass(frozen=True, slots=True)
class SettlementSums:
    """Total won in a settlement, number of its due payments, and the amount still due."""

    moved: int = 0
    transfers: int = 0
    open_amount: int = 0


def settlement_sums(settlement_ids: list[int]) -> dict[int, SettlementSums]:
    """Return the amount won, number of payments and amount due by settlement ID. Two queries."""
    moved = dict(
        Balance.objects.filter(settlement__in=settlement_ids, amount__gt=0)
        .order_by()
        .values_list("settlement")
        .annotate(Sum("amount"))
    )
    listed = {
        pk: (count, amount)
        for pk, count, amount in Transfer.objects.filter(settlement__in=settlement_ids)
        .order_by()
        .values_list("settlement")
        .annotate(Count("pk"), Sum("open_amount"))
    }
    return {pk: SettlementSums(moved.get(pk, 0), *listed.get(pk, (0, 0))) for pk in settlement_ids}


def accounts_in(club: Club, account_ids: Iterable[int]) -> dict[int, Account]:
    """Return those of the accounts that are the club's, by ID, with their users. One query."""
    rows = Account.objects.filter(club=club, pk__in=list(account_ids)).select_related("user")
    return {each.pk: each for each in rows}
