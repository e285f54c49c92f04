"""Browser sessions: the list of a member's sessions, and their expiry.

A session expires after `SESSION_IDLE_DAYS` without a request, and `SESSION_DAYS` after sign-in in
any case. Both times are stored in the session and checked with each request.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.auth import logout, user_logged_in
from django.contrib.sessions.models import Session as BrowserSession
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from ua_parser import parse

from accounts.caller import BEGUN, SEEN, Evidence, SessionProof, has_expired
from accounts.models import User
from accounts.notices.push.devices import remove_with_sessions

#: Seconds between two updates of a session's time of last use.
UPDATE_SEEN_AFTER = 600
#: Expired sessions deleted in one call.
SESSION_BATCH = 200


@receiver(user_logged_in)
def store_start_time(sender: Any, request: HttpRequest, user: User, **kwargs: Any) -> None:
    """Store the time of sign-in in the session."""
    request.session[BEGUN] = request.session[SEEN] = int(time.time())


class SessionLimits:
    """Middleware that ends expired sessions and updates the time of last use of the others."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """End an expired session or update its time of last use, then serve the request."""
        if settings.SESSION_COOKIE_NAME in request.COOKIES and request.user.is_authenticated:
            _end_or_update(request)
        return self.get_response(request)


def _end_or_update(request: HttpRequest) -> None:
    """End an expired session; otherwise update its time of last use once in ten minutes."""
    now, session = int(time.time()), request.session
    if has_expired(session, now):
        logout(request)
        return
    if now - session.get(SEEN, 0) < UPDATE_SEEN_AFTER:
        return
    session.setdefault(BEGUN, now)
    session[SEEN] = now
    if isinstance(request.user, User) and not request.user.is_guest:
        UserSession.objects.create_from_request(request)


# --- The list


@dataclass(frozen=True)
class SignedInBrowser:
    """One browser in which a member is signed in, for the member's list."""

    pk: int
    #: Such as "Firefox" and "Windows"; empty if the browser doesn't say.
    browser: str
    system: str
    address: str
    signed_in_at: datetime
    last_seen_at: datetime
    is_current: bool


def sessions_of(user: User, current_key: str | None) -> list[SignedInBrowser]:
    """Return the member's valid sessions: the current one first, then by last use.

    Entries of expired sessions are deleted. Two queries; more if any has expired.
    """
    rows = list(UserSession.objects.filter(user=user).order_by("-last_seen_at"))
    keys = [row.session_key for row in rows]
    stored = BrowserSession.objects.filter(session_key__in=keys, expire_date__gt=timezone.now())
    valid = {
        key
        for key, data in stored.values_list("session_key", "session_data")
        if SessionProof(user, key).holds(Evidence(data, user.password, user.is_active))
    }
    if gone := [row.pk for row in rows if row.session_key not in valid]:
        UserSession.objects.filter(pk__in=gone).delete()
    listed = [_signed_in_browser(row, current_key) for row in rows if row.session_key in valid]
    return sorted(listed, key=lambda each: not each.is_current)


def _signed_in_browser(row: UserSession, current_key: str | None) -> SignedInBrowser:
    """Return a stored session for the list, with the names that its user agent gives."""
    said = parse(row.user_agent)
    return SignedInBrowser(
        row.pk,
        said.user_agent.family if said.user_agent else "",
        said.os.family if said.os else "",
        row.ip,
        row.created_at,
        row.last_seen_at,
        row.session_key == current_key,
    )


def end_sessions(user: User, current_key: str | None, pk: int | None = None) -> int:
    """End all other sessions of the user, or only the one with primary key `pk`; return the number.

    Their open pages close (``games.live.users`` is told of a session's end).

    :param current_key: the session of the request, which is never ended here
    """
    rows = UserSession.objects.filter(user=user).exclude(session_key=current_key)
    rows = list(rows if pk is None else rows.filter(pk=pk))
    for row in rows:
        row.end()
    remove_with_sessions([row.session_key for row in rows])
    return len(rows)


# --- Deletion, a few in a transaction of their own, so that others can write in between


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
