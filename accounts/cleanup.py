"""Deletion of expired browser sessions and of idle guests.

Each function handles a few rows in a transaction of its own, so that callers can do other writes in
between.
"""

from collections.abc import Sequence
from datetime import datetime

from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session as BrowserSession
from django.db import transaction
from django.db.models import ProtectedError, Q, QuerySet
from django.utils import timezone

from accounts.models import User
from accounts.services import close_account

#: Rows per call. Fewer guests, because rows that belong to them are deleted as well.
SESSION_BATCH, GUEST_BATCH = 200, 20


def expired_sessions(_before: datetime, after: str) -> list[str]:
    """Return the keys of the next expired browser sessions, in order, after the key `after`.

    At most `SESSION_BATCH`; empty when there are no more.
    """
    expired = BrowserSession.objects.filter(expire_date__lt=timezone.now(), pk__gt=after)
    return list(expired.order_by("pk").values_list("pk", flat=True)[:SESSION_BATCH])


def forget_sessions(keys: Sequence[str], _before: datetime) -> int:
    """Delete the browser sessions with these keys that have expired; return their number."""
    expired = BrowserSession.objects.filter(pk__in=keys, expire_date__lt=timezone.now())
    UserSession.objects.filter(session_key__in=expired.values("pk")).delete()
    # Without signals: an expired session has no open pages that would need to hear of it.
    return expired._raw_delete(expired.db)


def idle_guests(before: datetime, after: int) -> list[int]:
    """Return the primary keys of the next guests not seen since `before`, in ascending order.

    At most `GUEST_BATCH`; empty when there are no more.

    :param after: the last key of the previous call; 0 for the first
    """
    found = _idle_guests(before).filter(pk__gt=after)
    return list(found.order_by("pk").values_list("pk", flat=True)[:GUEST_BATCH])


def forget_guests(keys: Sequence[int], before: datetime) -> int:
    """Delete the guests with these keys who are still idle, or close their accounts.

    Return how many were deleted or closed.

    A guest who has played stays as a former player, so that other players' results keep their sums.
    A guest with a reason to stay (`account_closing`) is not changed.
    """
    found = list(_idle_guests(before).filter(pk__in=keys))
    return _delete_or_split(found)


def _idle_guests(before: datetime) -> QuerySet[User]:
    """Return the query for guests with an open account, last seen or created before the time."""
    unseen = Q(seen_at__lt=before) | Q(seen_at=None, date_joined__lt=before)
    return User.objects.filter(unseen, is_guest=True, is_active=True)


def _delete_or_split(guests: Sequence[User]) -> int:
    """Delete the guests, but close the accounts of those with protected data; return the number.

    If the guests can't be deleted together, each half of the list is tried.
    """
    if not guests:
        return 0
    try:
        with transaction.atomic():
            User.objects.filter(pk__in=[each.pk for each in guests]).delete()
    except ProtectedError:
        if len(guests) == 1:
            return int(not close_account(guests[0]))
        middle = len(guests) // 2
        return _delete_or_split(guests[:middle]) + _delete_or_split(guests[middle:])
    return len(guests)
