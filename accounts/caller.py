"""Who asks for something, and the proof of it.

A caller is made at the door: of a request, of a socket's session, of a task. Every service at a
table takes one and nothing else that says who is asking, so another door (a token, say) is another
proof. What is made anew for somebody (a table, house rules) takes the person found at the door.
"""

import hashlib
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import Any, NamedTuple, TypeAlias

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY, get_user
from django.http import HttpRequest
from django.utils.crypto import constant_time_compare

from accounts.models import User

#: What a browser's session notes of itself: when it began, and when something last came of it
#: (accounts.sessions).
BEGUN, SEEN = "begun", "seen"
DAY = 24 * 60 * 60

#: Gives the person as the database knows them now, or None where the proof holds no longer.
Proof: TypeAlias = Callable[[], User | None]


@dataclass(frozen=True, slots=True)
class Caller:
    """Somebody who asks for something; without a user, somebody unknown."""

    #: The person as they were known at the door.
    user: User | None
    #: What is asked again with every request of a door that stays open; None where the door has
    #: just seen the proof itself.
    proof: Proof | None = None

    @property
    def is_known(self) -> bool:
        """Whether anybody came in by name at all."""
        return self.user is not None

    def person(self) -> User | None:
        """Return the person as they are now; None for somebody unknown, or a proof that is void."""
        return self.user if self.proof is None else self.proof()


class Evidence(NamedTuple):
    """What the database says of a browser's session, and of the person whose it is said to be."""

    session_data: str
    password: str
    is_active: bool


class SessionProof:
    """That a browser's session is a person's, which a door that stays open asks again and again.

    Called, it looks for itself. Who reads the database anyway reads the evidence with it, and asks
    whether it holds.
    """

    def __init__(self, user: User, session_key: str) -> None:
        self.user_id: int = user.pk
        self.session_key = session_key
        self._user = user
        #: The evidence that was found to hold last.
        self._known: Evidence | None = None

    def __call__(self) -> User | None:
        return holder(self._user, self.session_key)

    def holds(self, evidence: Evidence | None) -> bool:
        """Tell whether the session is the person's, by what the database says now.

        Signatures and digests are reckoned again only where something is not as it was.
        """
        if evidence is None or not evidence.is_active:
            return False
        if evidence != self._known:
            if not self._is_theirs(evidence):
                return False
            self._known = evidence
        return True

    def _is_theirs(self, evidence: Evidence) -> bool:
        """Tell what ``django.contrib.auth.get_user`` finds out, without changing the session."""
        session: Mapping[str, Any] = _session_of().decode(evidence.session_data)
        if session.get(SESSION_KEY) != str(self.user_id) or is_over(session, time.time()):
            return False
        if session.get(BACKEND_SESSION_KEY) not in settings.AUTHENTICATION_BACKENDS:
            return False
        person = User(password=evidence.password)
        digests = (person.get_session_auth_hash(), *person.get_session_auth_fallback_hash())
        own = session.get(HASH_SESSION_KEY, "")
        return any(constant_time_compare(own, digest) for digest in digests)


#: Somebody who watches.
NOBODY = Caller(None)


def of_request(request: HttpRequest, user: User | None = None) -> Caller:
    """Return who sends the request; its session was checked when the request came in.

    :param user: the guest that somebody unknown has just become
    """
    known = user or (request.user if isinstance(request.user, User) else None)
    return Caller(known)


def of_session(user: User | None, session_key: str | None) -> Caller:
    """Return whose browser it is that keeps a socket open.

    A socket outlives the request that opened it; signing out elsewhere must end what it may do.
    """
    if user is None:
        return NOBODY
    return Caller(user, SessionProof(user, session_key or ""))


def holder(user: User, session_key: str | None) -> User | None:
    """Return the person as the database knows them now; None where the session is not theirs."""
    if not session_key:
        return None
    request = HttpRequest()
    request.session = _session_of(session_key)
    if is_over(request.session, time.time()):
        return None
    found = get_user(request)
    return found if isinstance(found, User) and found.pk == user.pk else None


def _session_of(key: str | None = None) -> Any:
    """Return the browser's session of that key, not read yet."""
    return import_module(settings.SESSION_ENGINE).SessionStore(key)


def is_over(session: Mapping[str, Any], now: float) -> bool:
    """Tell whether the browser's session is too old, or was left alone for too long."""
    begun, seen = session.get(BEGUN), session.get(SEEN)
    if begun is None or seen is None:
        # Of an older release, which noted nothing.
        return False
    return bool(
        now - begun > settings.SESSION_DAYS * DAY or now - seen > settings.SESSION_IDLE_DAYS * DAY
    )


def fingerprint(session_key: str) -> str:
    """Return a name for a browser's session that cannot be used to be that browser."""
    return hashlib.sha256(session_key.encode()).hexdigest()
