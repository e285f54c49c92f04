"""Where somebody is signed in: the list of a member's sessions, and when each is over.

A session is over when nothing came of it for long (`SESSION_IDLE_DAYS`), and some time after its
beginning in any case (`SESSION_DAYS`). It notes both itself, and is looked at with each request.
"""

import time
from collections.abc import Callable
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

from accounts.caller import BEGUN, SEEN, Evidence, SessionProof, is_over
from accounts.models import User

#: So much later a session notes again that something came of it, in seconds.
SEEN_AGAIN = 600


@receiver(user_logged_in)
def note_beginning(sender: Any, request: HttpRequest, user: User, **kwargs: Any) -> None:
    """Note when the session began."""
    request.session[BEGUN] = request.session[SEEN] = int(time.time())


class SessionLimits:
    """Middleware: ends sessions that are over, and notes of the others that they are in use."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if settings.SESSION_COOKIE_NAME in request.COOKIES and request.user.is_authenticated:
            _look_after(request)
        return self.get_response(request)


def _look_after(request: HttpRequest) -> None:
    """End the session, or note once in ten minutes that it is in use."""
    now, session = int(time.time()), request.session
    if is_over(session, now):
        logout(request)
        return
    if now - session.get(SEEN, 0) < SEEN_AGAIN:
        return
    session.setdefault(BEGUN, now)
    session[SEEN] = now
    if isinstance(request.user, User) and not request.user.is_guest:
        UserSession.objects.create_from_request(request)


# --- The list


@dataclass(frozen=True)
class SignedIn:
    """One browser in which somebody is signed in, as the list has it."""

    pk: int
    #: Such as "Firefox", "Windows" and "iPhone"; empty where a browser does not say.
    browser: str
    system: str
    address: str
    since: datetime
    seen: datetime
    is_this: bool


def sessions_of(user: User, current_key: str | None) -> list[SignedIn]:
    """Return where the person is signed in: here first, then the last used; costs three queries.

    What is over meanwhile is forgotten.
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
    listed = [_listed(row, current_key) for row in rows if row.session_key in valid]
    return sorted(listed, key=lambda each: not each.is_this)


def _listed(row: UserSession, current_key: str | None) -> SignedIn:
    said = parse(row.user_agent)
    return SignedIn(
        row.pk,
        said.user_agent.family if said.user_agent else "",
        said.os.family if said.os else "",
        row.ip,
        row.created_at,
        row.last_seen_at,
        row.session_key == current_key,
    )


def end_sessions(user: User, but: str | None, pk: int | None = None) -> int:
    """End the person's sessions, or that one of them; return how many it were.

    Their pages that stand open close (``games.live.users`` hears of a session's end).

    :param but: the key of the session that asks, which is left by signing out
    """
    rows = UserSession.objects.filter(user=user).exclude(session_key=but)
    rows = list(rows if pk is None else rows.filter(pk=pk))
    for row in rows:
        row.end()
    return len(rows)
