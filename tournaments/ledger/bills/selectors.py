"""Queries: a club's bills, and those that wait for a user's answer."""

from datetime import datetime

from django.db.models import Q, QuerySet
from django.utils import timezone

from accounts.models import User
from tournaments.clubs.models import Club
from tournaments.ledger.bills.models import Bill


def bill(club: Club, slug: str) -> Bill | None:
    """Return the club's bill with its parties and shares; None if there is none. Two queries."""
    return _with_relations(Bill.objects.filter(club=club, slug=slug)).first()


def bills_of(club: Club, only_user: User | None) -> QuerySet[Bill]:
    """Return the query for the club's bills, newest first, with parties and shares.

    :param only_user: the user with a part in them; None for all
    """
    found = Bill.objects.filter(club=club)
    if only_user is not None:
        found = found.filter(involving(only_user.pk)).distinct()
    return _with_relations(found).order_by("-pk")


def involving(user_id: int) -> Q:
    """Return the condition for bills that the user split, paid, or has a share of."""
    return Q(proposed_by=user_id) | Q(paid_by=user_id) | Q(shares__user=user_id)


def _with_relations(rows: QuerySet[Bill]) -> QuerySet[Bill]:
    """Return the query with club, parties, shares and debts. Two queries."""
    return rows.select_related("club", "paid_by", "proposed_by", "split_again").prefetch_related(
        "shares__user", "shares__settlement__transfers"
    )


def to_answer_by_id(user_id: int, now: datetime) -> QuerySet[Bill]:
    """Return the query for open bills that wait for the user's answer."""
    share = Q(shares__user=user_id, shares__is_accepted=None) & ~Q(paid_by=user_id)
    payment = Q(paid_by=user_id, is_confirmed=None)
    return Bill.objects.filter(share | payment, outcome="", lapses_at__gt=now, club__closed_at=None)


def to_answer(user: User) -> list[Bill]:
    """Return the open bills that wait for the user's answer, oldest first. Two queries."""
    found = to_answer_by_id(user.pk, timezone.now()).distinct().order_by("pk")
    return list(found.select_related("club", "paid_by").prefetch_related("shares"))
