"""Callers: the user behind a request, socket or task, and the proof of who it is.

A caller is made at each entry point. Table services identify the user only by it, so a new way in
(an API token, say) needs only a new kind of proof. Services that create something for a user (a
table, house rules) take the user instead.
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

#: Session keys: the time of sign-in, and the time of the last request (accounts.sessions).
BEGUN, SEEN = "begun", "seen"
DAY = 24 * 60 * 60

#: Returns the user's current database row, or None if the proof is no longer valid.
Proof: TypeAlias = Callable[[], User | None]


@dataclass(frozen=True, slots=True)
class Caller:
    """The sender of a request or message; without a user, a visitor."""

    #: The user as loaded at the entry point.
    user: User | None
    #: Checked with every message of a socket; None if the entry point has just checked the session
    #: itself.
    proof: Proof | None = None

    @property
    def is_known(self) -> bool:
        """Return whether the caller has a user."""
        return self.user is not None

    def person(self) -> User | None:
        """Return the current user; None for a visitor, or if the proof is no longer valid."""
        return self.user if self.proof is None else self.proof()


class Evidence(NamedTuple):
    """Stored data of a browser session and of the user it should belong to."""

    session_data: str
    password: str
    is_active: bool


class SessionProof:
    """Proof that a browser session belongs to a user, checked again while a socket is open.

    Calling it reads the database. A caller that reads the database anyway loads the `Evidence` in
    the same query and passes it to `holds`.
    """

    def __init__(self, user: User, session_key: str) -> None:
        self.user_id: int = user.pk
        self.session_key = session_key
        self._user = user
        #: The evidence that was last found valid.
        self._valid_evidence: Evidence | None = None

    def __call__(self) -> User | None:
        """Return the user's current row; None if the session no longer belongs to the user."""
        return session_user(self._user, self.session_key)

    def holds(self, evidence: Evidence | None) -> bool:
        """Return whether the evidence shows that the session belongs to the user.

        Signatures and digests are checked again only if the evidence has changed.
        """
        if evidence is None or not evidence.is_active:
            return False
        if evidence != self._valid_evidence:
            if not self._is_theirs(evidence):
                return False
            self._valid_evidence = evidence
        return True

    def _is_theirs(self, evidence: Evidence) -> bool:
        """Return whether the stored session is the user's and still valid. No query.

        Like ``django.contrib.auth.get_user``, but without changing the session.
        """
        session: Mapping[str, Any] = _session_of().decode(evidence.session_data)
        if session.get(SESSION_KEY) != str(self.user_id) or has_expired(session, time.time()):
            return False
        if session.get(BACKEND_SESSION_KEY) not in settings.AUTHENTICATION_BACKENDS:
            return False
        person = User(password=evidence.password)
        digests = (person.get_session_auth_hash(), *person.get_session_auth_fallback_hash())
        own = session.get(HASH_SESSION_KEY, "")
        return any(constant_time_compare(own, digest) for digest in digests)


#: A visitor, such as a spectator who is not signed in.
VISITOR = Caller(None)


def of_request(request: HttpRequest, user: User | None = None) -> Caller:
    """Return the caller of a request, whose session was checked when it came in.

    :param user: the guest account just created for the visitor
    """
    known = user or (request.user if isinstance(request.user, User) else None)
    return Caller(known)


def of_session(user: User | None, session_key: str | None) -> Caller:
    """Return the caller of an open socket.

    A socket outlives the request that opened it, so its session is checked again with each message:
    signing out elsewhere must end the socket's rights.
    """
    if user is None:
        return VISITOR
    return Caller(user, SessionProof(user, session_key or ""))


def session_user(user: User, session_key: str | None) -> User | None:
    """Return the user's current row; None if the session does not belong to the user."""
    if not session_key:
        return None
    request = HttpRequest()
    request.session = _session_of(session_key)
    if has_expired(request.session, time.time()):
        return None
    found = get_user(request)
    return found if isinstance(found, User) and found.pk == user.pk else None


def _session_of(key: str | None = None) -> Any:
    """Return Django's session object for that key, not loaded yet; a new session for None."""
    return import_module(settings.SESSION_ENGINE).SessionStore(key)


def has_expired(session: Mapping[str, Any], now: float) -> bool:
    """Return whether the browser session is too old, or has been idle for too long.

    False for sessions of older releases, which stored no times.
    """
    begun, seen = session.get(BEGUN), session.get(SEEN)
    if begun is None or seen is None:
        # Created by an older release, which stored no times.
        return False
    return bool(
        now - begun > settings.SESSION_DAYS * DAY or now - seen > settings.SESSION_IDLE_DAYS * DAY
    )


def fingerprint(session_key: str) -> str:
    """Return a digest of the session key, which names the session but can't be used to sign in."""
    return hashlib.sha256(session_key.encode()).hexdigest()
