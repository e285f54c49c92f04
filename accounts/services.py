"""Writes: the only module that changes people."""

import secrets
from datetime import timedelta

from django.db import IntegrityError, transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User

#: Short, friendly, and without a meaning that could hurt: what a guest is called.
GUEST_NAMES = (
    "Bamboo", "Breeze", "Cloud", "Comet", "Coral", "Crane", "Dragonfly", "Ember", "Fern", "Finch",
    "Ginger", "Heron", "Jade", "Kite", "Lantern", "Lotus", "Lychee", "Mango", "Maple", "Mist",
    "Nutmeg", "Orchid", "Otter", "Papaya", "Pearl", "Pebble", "Plum", "Pomelo", "Quail", "Quartz",
    "Reed", "River", "Robin", "Saffron", "Sage", "Sparrow", "Star", "Swift", "Tea", "Willow",
)  # fmt: skip


def create_guest() -> User:
    """Create a guest of that name; the username is unique, the name need not be."""
    name = _("Guest %(name)s") % {"name": secrets.choice(GUEST_NAMES)}
    while True:
        user = User(
            username=f"guest-{secrets.token_hex(4)}",
            display_name=name[: User.DISPLAY_NAME_LENGTH],
            is_guest=True,
        )
        user.set_unusable_password()
        try:
            with transaction.atomic():
                user.save()
        except IntegrityError:
            continue
        return user


#: Seen within so long, a person counts as online.
ONLINE = timedelta(minutes=2)
#: So much later a person is noted as seen again.
SEEN_AGAIN = timedelta(minutes=1)


def seen(user: User) -> None:
    """Note that the person is about; costs a write once a minute."""
    now = timezone.now()
    stale = Q(seen_at=None) | Q(seen_at__lt=now - SEEN_AGAIN)
    if user.seen_at is None or user.seen_at < now - SEEN_AGAIN:
        User.objects.filter(stale, pk=user.pk).update(seen_at=now)
        user.seen_at = now


def online() -> int:
    """Return how many people have a page of the club open."""
    return User.objects.filter(seen_at__gt=timezone.now() - ONLINE).count()
