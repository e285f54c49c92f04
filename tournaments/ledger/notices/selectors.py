"""Queries: a user's unseen notices."""

from datetime import datetime

from django.db.models import Q, QuerySet

from accounts.models import User
from tournaments.clubs.models import Membership
from tournaments.ledger.access import KEEPERS
from tournaments.ledger.notices.models import LedgerNotice


def unseen_notices(user: User) -> QuerySet[LedgerNotice]:
    """Return the query for the user's notices not dismissed, newest first; no pending results."""
    rows = unseen_notices_by_id(user.pk)
    return rows.select_related("settlement__session__table", "settlement__club", "transfer")


def unseen_notices_by_id(user_id: int, _now: datetime | None = None) -> QuerySet[LedgerNotice]:
    """Return the query for the notices that the user with this ID has not dismissed.

    Pending results are left out: they are shown as long as they wait
    (``tournaments.ledger.pending``).
    """
    keeps = Membership.objects.filter(user=user_id, role__in=KEEPERS).values("club")
    # Former organizers get no more notices about payments of others.
    theirs = (
        Q(transfer=None)
        | Q(transfer__payer__user=user_id)
        | Q(transfer__payee__user=user_id)
        | Q(settlement__club__in=keeps)
    )
    rows = LedgerNotice.objects.filter(theirs, user=user_id, seen_at=None)
    return rows.exclude(kind=LedgerNotice.Kind.PENDING)
