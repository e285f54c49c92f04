"""Queries: due payments, and what a user owes and is owed."""

from collections.abc import Mapping
from datetime import datetime

from django.db.models import Exists, OuterRef, Prefetch, Q, QuerySet, Sum

from accounts.models import User
from games.tables.models import Session
from tournaments.clubs import selectors as clubs
from tournaments.clubs.models import Club, Membership
from tournaments.clubs.policy import Role
from tournaments.ledger.access import KEEPERS, LedgerReader
from tournaments.ledger.book.models import Account
from tournaments.ledger.book.services import last_lines
from tournaments.ledger.payments.models import Payment, PaymentRecord, Reminder
from tournaments.ledger.payments.policy import Side, sides
from tournaments.ledger.settling.models import Transfer


def transfer(transfer_id: int) -> Transfer | None:
    """Return the due payment with its payments and records; None if there is none. Four queries."""
    records = PaymentRecord.objects.select_related("actor").order_by("pk")
    payments = Payment.objects.select_related("claimed_by").order_by("pk")
    rows = Transfer.objects.select_related(
        "settlement__session__table",
        "settlement__club",
        "payer__user",
        "payee__user",
        "taken_up__settlement",
    )
    return (
        rows.filter(pk=transfer_id)
        .prefetch_related(Prefetch("payments", payments), Prefetch("payments__records", records))
        .first()
    )


def reader_of(transfer: Transfer, user: User | None) -> tuple[LedgerReader, frozenset[Side]]:
    """Return the user as the transfer's reader, and the parties they may act for. One query."""
    club = transfer.settlement.club
    role = clubs.role_of(club, user)
    reader = LedgerReader(None if user is None else user.pk, role)
    return reader, sides(reader, transfer.payer, transfer.payee)


def reminders(transfer: Transfer, user: User) -> list[Reminder]:
    """Return the user's reminders of the transfer that are not sent yet. One query."""
    rows = Reminder.objects.filter(transfer=transfer, user=user, done_at=None)
    return list(rows.order_by("is_for_payer"))


def _with_list_relations(rows: QuerySet[Transfer]) -> QuerySet[Transfer]:
    """Return the query with settlement, parties and payments, which lists show."""
    payments = Payment.objects.order_by("pk")
    return rows.select_related(
        "settlement__session__table",
        "settlement__club",
        "payer__user",
        "payee__user",
        "taken_up__settlement",
    ).prefetch_related(Prefetch("payments", payments))


def _transfers_of(user: User) -> QuerySet[Transfer]:
    """Return the query for the due payments that the user makes or receives."""
    return Transfer.objects.filter(Q(payer__user=user) | Q(payee__user=user))


def open_transfers(user: User) -> list[Transfer]:
    """Return the user's open transfers with parties and payments, oldest first. Two queries."""
    rows = _transfers_of(user).filter(open_amount__gt=0)
    return list(_with_list_relations(rows).order_by("settlement__created_at", "pk"))


def debts_by_id(user_id: int, _now: datetime | None = None) -> QuerySet[Transfer]:
    """Return the query for payments of money that the user with this ID still has to make.

    Payments with a claim or a dispute are left out: they wait for another's answer.
    """
    asked = (Payment.Status.CLAIMED, Payment.Status.DISPUTED)
    claims = Payment.objects.filter(transfer=OuterRef("pk"), status__in=asked)
    due = Transfer.objects.filter(~Exists(claims), payer__user=user_id, open_amount__gt=0)
    return due.exclude(settlement__currency="")


def debts(user: User) -> list[Transfer]:
    """Return the payments that the user still has to make, oldest first. Two queries."""
    rows = _with_list_relations(debts_by_id(user.pk))
    return list(rows.order_by("settlement__created_at", "pk"))


def closed_transfers(user: User) -> QuerySet[Transfer]:
    """Return the query for the user's paid, waived or rolled-over due payments, newest first."""
    return _with_list_relations(_transfers_of(user).filter(open_amount=0)).order_by(
        "-settlement__created_at", "-pk"
    )


def awaiting_answer(user: User) -> QuerySet[Transfer]:
    """Return the query for due payments with a claim that the user can answer, oldest first."""
    return _with_list_relations(awaiting_answer_by_id(user.pk)).order_by(
        "settlement__created_at", "pk"
    )


def awaiting_answer_by_id(user_id: int, _now: datetime | None = None) -> QuerySet[Transfer]:
    """Return the query for due payments with a claim that the user with this ID can answer.

    Payments to the user; and as a keeper of the ledger, payments to the club or to players without
    a user account, and disputes between others.
    """
    keeps = Membership.objects.filter(user=user_id, role__in=KEEPERS).values("club")
    claimed = Q(status=Payment.Status.CLAIMED) & ~Q(claimed_by=user_id)
    for_others = ~Q(transfer__payee__kind=Account.Kind.PERSON) | Q(
        transfer__payee__user__is_active=False
    )
    to_the_club = for_others & Q(transfer__payee__club__in=keeps)
    theirs = Q(transfer__payee__user=user_id) | (to_the_club & ~Q(transfer__payer__user=user_id))
    disputed = Q(status=Payment.Status.DISPUTED, transfer__payer__club__in=keeps)
    of_others = ~Q(transfer__payer__user=user_id) & ~Q(transfer__payee__user=user_id)
    # Those who recorded the payment cannot resolve the dispute.
    of_others &= ~Q(claimed_by=user_id)
    waiting = Payment.objects.filter((claimed & theirs) | (disputed & of_others))
    return Transfer.objects.filter(pk__in=waiting.values("transfer"))


def totals(user: User) -> Mapping[str, tuple[int, int]]:
    """Return (amount the user owes, amount owed to the user) by currency, in minor units.

    Two queries.
    """
    found: dict[str, list[int]] = {}
    for index, party in enumerate(("payer", "payee")):
        rows = Transfer.objects.filter(open_amount__gt=0, **{f"{party}__user": user}).order_by()
        for currency, amount in rows.values_list("settlement__currency").annotate(
            sum=Sum("open_amount")
        ):
            found.setdefault(currency, [0, 0])[index] = amount
    return {currency: (owes, owed) for currency, (owes, owed) in sorted(found.items())}


def has_open_balance(user: User) -> bool:
    """Return whether the user owes or is owed money, or may from a running game. Four queries.

    A user with a zero balance can still have payments both ways, and running games for money are
    not in the ledger yet.
    """
    own = Account.objects.filter(user=user).exclude(currency="").values_list("pk", flat=True)
    if any(line.after for line in last_lines(own).values()):
        return True
    # Also if the user left and a bot plays on.
    unsettled = Session.objects.filter(
        seats__user=user, is_part=False, settlements__isnull=True
    ).exclude(Q(currency="") | Q(status=Session.Status.WAITING))
    return _transfers_of(user).filter(open_amount__gt=0).exists() or unsettled.exists()


def left_without_keeper(user: User) -> Club | None:
    """Return a closed club with open payments whose only keeper is the user, or None. One query.

    The owner of an open club cannot leave; in a closed club no new keeper can be appointed.
    """
    kept = Membership.objects.filter(role__in=KEEPERS, user__is_active=True)
    others = kept.filter(club=OuterRef("pk")).exclude(user=user)
    still_open = Transfer.objects.filter(settlement__club=OuterRef("pk"), open_amount__gt=0)
    return (
        Club.objects.filter(closed_at__isnull=False, pk__in=kept.filter(user=user).values("club"))
        .filter(Exists(still_open), ~Exists(others))
        .first()
    )


def roles_of(user: User) -> dict[int, Role]:
    """Return the user's roles by club ID. One query."""
    rows = Membership.objects.filter(user=user).values_list("club", "role")
    return {club: Role(role) for club, role in rows}
