"""Signed links in mails that stop mails of one group for one user, without a sign-in (RFC 8058)."""

from dataclasses import dataclass
from typing import Final

from django.core import signing
from django.urls import reverse

from accounts.models import User
from accounts.notices.groups import Choice, Label
from accounts.notices.preferences import readers_of, turn_mails_off
from accounts.notices.senders import groups

#: Topic of the daily mail: all groups that are in it.
DIGEST: Final = "digest"
_SALT: Final = "accounts.notices.unsubscribing"


@dataclass(frozen=True, slots=True)
class Subscription:
    """Mails of a topic to a user, which a link can stop."""

    user_id: int
    topic: str
    #: Label of the group; empty for the daily mail.
    label: Label = ""

    def stop(self) -> None:
        """Stop these mails; the notices are still shown on the site."""
        codes = [self.topic]
        if self.topic == DIGEST:
            chosen = readers_of([self.user_id])[self.user_id].choices
            known = groups().values()
            codes = [each.code for each in known if each.choice(chosen) is Choice.DIGEST]
        turn_mails_off(self.user_id, codes)


def stop_path(user_id: int, topic: str) -> str:
    """Return the path of the page that stops the topic's mails to the user."""
    return reverse("notice_stop", args=[signing.dumps([user_id, topic], salt=_SALT)])


def subscription(token: str) -> Subscription | None:
    """Return what the token of a link stops; None if it was changed, or for a closed account.

    One query.
    """
    try:
        user_id, topic = signing.loads(token, salt=_SALT)
    except (signing.BadSignature, TypeError, ValueError):
        return None
    group = groups().get(topic)
    if group is None and topic != DIGEST:
        return None
    if not User.objects.filter(pk=user_id, is_active=True).exists():
        return None
    return Subscription(user_id, topic, "" if group is None else group.label)
