"""Topic of a user: events that end or change what the user's browsers may see.

They are announced to every process; its sockets then check whether they still belong to the user,
and which alerts the user has (``games.live.consumer``).
"""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.models import Session as BrowserSession
from django.db.models import QuerySet, Subquery
from django.db.models.signals import post_delete, post_save
from django.dispatch import receiver
from django.utils import timezone

from accounts.caller import Caller, Evidence, SessionProof, fingerprint
from accounts.models import User
from games.common.prepared import prepared
from games.live import announce
from games.live.topics import Topic

#: Fields of a user that decide whether their sessions stay valid.
SESSION_FIELDS = {"password", "is_active"}
#: The note that the user's alerts have changed; never equal to a fingerprint of a session.
ALERTS_CHANGED = "called"
#: Beginning of the note that the user chose a language, followed by its code.
LANGUAGE_CHOSEN = "language:"


def user_topic(user_id: int) -> Topic:
    """Return the topic that the user's open pages watch; it has no value, only notes.

    A note is the fingerprint of a session that has ended, empty if any may have ended,
    `ALERTS_CHANGED`, or `LANGUAGE_CHOSEN` with a language's code.
    """
    return Topic("person", user_id)


def alerts_changed(user_id: int) -> None:
    """Tell the user's pages to check the user's alerts, after the commit."""
    announce.note(user_topic(user_id), ALERTS_CHANGED)


def access_changed(user_id: int) -> None:
    """Have the user's open pages check, after the commit, whether their sessions are still valid.

    For a change of what the user may see, such as of a club membership.
    """
    announce.note(user_topic(user_id))


@prepared
def _evidence(user_id: int, session_key: str, now: datetime) -> QuerySet[User, tuple[Any, ...]]:
    """Return the query for (session data, password, is_active) of an active user: one row or none.

    The data is None if the browser session does not exist or has expired.
    """
    browser = BrowserSession.objects.filter(session_key=session_key, expire_date__gt=now)
    found = User.objects.filter(pk=user_id, is_active=True)
    return found.annotate(data=Subquery(browser.values("session_data"))).values_list(
        "data", "password", "is_active"
    )


def is_session_valid(caller: Caller) -> bool:
    """Return whether the caller's browser session and account are still valid. One query."""
    proof = caller.proof
    if not isinstance(proof, SessionProof):
        return caller.person() is not None
    found = _evidence.first(proof.user_id, proof.session_key, timezone.now())
    return found is not None and found[0] is not None and proof.holds(Evidence(*found))


@receiver(post_delete, sender=BrowserSession)
def announce_session_end(sender: Any, instance: BrowserSession, **kwargs: Any) -> None:
    """Announce that a user's unexpired session has ended: by sign-out, or by a new session key."""
    if instance.expire_date < timezone.now():
        return
    if user_id := instance.get_decoded().get(SESSION_KEY):
        announce.note(user_topic(int(user_id)), fingerprint(instance.session_key))


@receiver(post_save, sender=User)
def announce_user_change(
    sender: Any, instance: User, created: bool, update_fields: Iterable[str] | None, **kwargs: Any
) -> None:
    """Announce that a user's permission to sign in may have changed, or the language."""
    if created:
        return
    if update_fields is None or not SESSION_FIELDS.isdisjoint(update_fields):
        announce.note(user_topic(instance.pk))
    if update_fields is not None and "language" in update_fields:
        announce.note(user_topic(instance.pk), LANGUAGE_CHOSEN + instance.language)


@receiver(post_delete, sender=User)
def announce_user_deletion(sender: Any, instance: User, **kwargs: Any) -> None:
    """Announce that an account was deleted."""
    announce.note(user_topic(instance.pk))
