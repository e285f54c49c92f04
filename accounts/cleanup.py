"""What goes by itself after a time: expired sessions of browsers, and guests who never came back.

Each function does a few rows in a transaction of its own, which whoever calls it may run between
other writes.
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

#: So many rows are looked for at once. Of guests fewer: what belongs to them goes, too.
MOST_SESSIONS, MOST_GUESTS = 200, 20


def expired_sessions(before: datetime, after: str) -> list[str]:
    """Return some browsers' sessions that have expired, by key, after that one."""
    expired = BrowserSession.objects.filter(expire_date__lt=timezone.now(), pk__gt=after)
    return list(expired.order_by("pk").values_list("pk", flat=True)[:MOST_SESSIONS])


def forget_sessions(keys: Sequence[str], before: datetime) -> int:
    """Delete these sessions, if they have expired; return how many."""
    expired = BrowserSession.objects.filter(pk__in=keys, expire_date__lt=timezone.now())
    UserSession.objects.filter(session_key__in=expired.values("pk")).delete()
    # Nobody is to be told: a session that has expired is nobody's any more.
    return expired._raw_delete(expired.db)


def idle_guests(before: datetime, after: int) -> list[int]:
    """Return some guests who have not been here since then, by number, after that one."""
    found = _idle(before).filter(pk__gt=after)
    return list(found.order_by("pk").values_list("pk", flat=True)[:MOST_GUESTS])


def forget_guests(numbers: Sequence[int], before: datetime) -> int:
    """Delete these guests, if they are still idle; return how many are gone.

    Whoever has played stays as somebody without a name, for the results of others; whoever has a
    reason to stay stays as they are.
    """
    found = list(_idle(before).filter(pk__in=numbers))
    return _forget(found)


def _idle(before: datetime) -> QuerySet[User]:
    unseen = Q(seen_at__lt=before) | Q(seen_at=None, date_joined__lt=before)
    return User.objects.filter(unseen, is_guest=True, is_active=True)


def _forget(guests: Sequence[User]) -> int:
    """Delete all of them at once where nothing rests on any, otherwise one half after the other."""
    if not guests:
        return 0
    try:
        with transaction.atomic():
            User.objects.filter(pk__in=[each.pk for each in guests]).delete()
    except ProtectedError:
        if len(guests) == 1:
            return int(not close_account(guests[0]))
        middle = len(guests) // 2
        return _forget(guests[:middle]) + _forget(guests[middle:])
    return len(guests)
