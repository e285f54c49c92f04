"""A person as a topic: what ends a browser's say, or calls its person, is told to every process.

Its sockets look again whether they are still the person's, and where the person is wanted
(``games.live.consumer``).
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

#: What of a person's row decides whether browsers are still theirs.
DECIDING = {"password", "is_active"}
#: The note that the person is wanted somewhere, or no longer; no fingerprint of a session.
ALERTS_CHANGED = "called"


def user_topic(user_id: int) -> Topic:
    """Return the topic that tells of the person.

    Its notes are the fingerprint of a session that has ended, empty where any may have, and
    `ALERTS_CHANGED`.
    """
    return Topic("person", user_id)


def alerts_changed(user_id: int) -> None:
    """Tell the person's pages to look where the person is wanted, once that is committed."""
    announce.note(user_topic(user_id), ALERTS_CHANGED)


def access_changed(user_id: int) -> None:
    """Tell the user's pages that what they may see has changed, once that is committed."""
    announce.note(user_topic(user_id))


@prepared
def _evidence(user: int, session_key: str, now: datetime) -> QuerySet[User, tuple[Any, ...]]:
    browser = BrowserSession.objects.filter(session_key=session_key, expire_date__gt=now)
    found = User.objects.filter(pk=user, is_active=True)
    return found.annotate(data=Subquery(browser.values("session_data"))).values_list(
        "data", "password", "is_active"
    )


def is_session_valid(caller: Caller) -> bool:
    """Return whether the browser is still the person's. One statement for that of a socket."""
    proof = caller.proof
    if not isinstance(proof, SessionProof):
        return caller.person() is not None
    found = _evidence.first(proof.user_id, proof.session_key, timezone.now())
    return found is not None and found[0] is not None and proof.holds(Evidence(*found))


@receiver(post_delete, sender=BrowserSession)
def tell_that_a_session_ended(sender: Any, instance: BrowserSession, **kwargs: Any) -> None:
    """Tell of a person's session that was ended: by signing out, or by a new key for it."""
    if instance.expire_date < timezone.now():
        return
    if user_id := instance.get_decoded().get(SESSION_KEY):
        announce.note(user_topic(int(user_id)), fingerprint(instance.session_key))


@receiver(post_save, sender=User)
def tell_that_a_person_changed(
    sender: Any, instance: User, created: bool, update_fields: Iterable[str] | None, **kwargs: Any
) -> None:
    """Tell of a person whose password, or whose right to be here, may be another now."""
    if not created and (update_fields is None or not DECIDING.isdisjoint(update_fields)):
        announce.note(user_topic(instance.pk))


@receiver(post_delete, sender=User)
def tell_that_a_person_is_gone(sender: Any, instance: User, **kwargs: Any) -> None:
    """Tell of an account that was deleted."""
    announce.note(user_topic(instance.pk))
