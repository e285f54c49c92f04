"""Who asks for something, and the proof of it.

A caller is made at the door: of a request, of a socket's session, of a task. Every service at a
table takes one and nothing else that says who is asking, so another door (a token, say) is another
proof. What is made anew for somebody (a table, house rules) takes the person found at the door.
"""

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import TypeAlias

from django.conf import settings
from django.contrib.auth import get_user
from django.http import HttpRequest

from accounts.models import User

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
    return Caller(user, lambda: holder(user, session_key))


def holder(user: User, session_key: str | None) -> User | None:
    """Return the person as the database knows them now; None where the session is not theirs."""
    if session_key is None:
        return None
    request = HttpRequest()
    request.session = import_module(settings.SESSION_ENGINE).SessionStore(session_key)
    found = get_user(request)
    return found if isinstance(found, User) and found.pk == user.pk else None


def fingerprint(session_key: str) -> str:
    """Return a name for a browser's session that cannot be used to be that browser."""
    return hashlib.sha256(session_key.encode()).hexdigest()
