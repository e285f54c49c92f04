"""Writes: the only module that changes people."""

import secrets
from contextlib import suppress
from datetime import timedelta

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.db import IntegrityError, OperationalError, transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import Block, Follow, StakeLimit, User
from accounts.signals import account_closed, account_closing

#: Short, friendly, and without a meaning that could hurt: what a guest is called.
GUEST_NAMES = (
    "Bamboo", "Breeze", "Cloud", "Comet", "Coral", "Crane", "Dragonfly", "Ember", "Fern", "Finch",
    "Ginger", "Heron", "Jade", "Kite", "Lantern", "Lotus", "Lychee", "Mango", "Maple", "Mist",
    "Nutmeg", "Orchid", "Otter", "Papaya", "Pearl", "Pebble", "Plum", "Pomelo", "Quail", "Quartz",
    "Reed", "River", "Robin", "Saffron", "Sage", "Sparrow", "Star", "Swift", "Tea", "Willow",
)  # fmt: skip


def suggested_name() -> str:
    """Return what somebody could be called who has not said it."""
    return secrets.choice(GUEST_NAMES)


def create_guest(name: str = "") -> User:
    """Create a guest of that name; the username is unique, the name need not be.

    :param name: empty for one of our own, which says that it is a guest's
    """
    name = name or _("Guest %(name)s") % {"name": suggested_name()}
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


def reasons_to_stay(user: User) -> list[str]:
    """Return what keeps the person from closing the account, in sentences; empty for nothing."""
    answers = account_closing.send(sender=User, user=user)
    return [answer for _receiver, answer in answers if answer]


def close_account(user: User) -> list[str]:
    """Close the person's account for good; return why not, where something keeps it open.

    The row stays under another name, without an address or a password: results keep their sums, and
    the book its balance. Whoever keeps the name besides takes the new one (`account_closed`).
    """
    with transaction.atomic():
        row = User.objects.select_for_update().get(pk=user.pk)
        if not row.is_active:
            return []
        if reasons := reasons_to_stay(row):
            return reasons
        row.username = f"gone-{secrets.token_hex(6)}"
        row.display_name = _pseudonym()
        row.picture = row.time_zone = ""
        account_closed.send(sender=User, user=row)
        EmailAddress.objects.filter(user=row).delete()
        StakeLimit.objects.filter(person=row).delete()
        for kept in (Authenticator, UserSession):
            kept.objects.filter(user=row).delete()
        for kind in (Follow, Block):
            kind.objects.filter(Q(person=row) | Q(other=row)).delete()
        row.first_name = row.last_name = row.email = ""
        row.is_active = row.is_staff = row.is_superuser = False
        row.set_unusable_password()
        row.save()
    return []


def _pseudonym() -> str:
    """Return what somebody who has left is called; numbered, since lists tell people by names."""
    number = f" {secrets.randbelow(10_000):04}"
    return _("Somebody who left")[: User.DISPLAY_NAME_LENGTH - len(number)] + number


#: Seen within so long, a person counts as online.
ONLINE = timedelta(minutes=2)
#: So much later a person is noted as seen again. Shorter than the 45 seconds between two notes of
#: an open page, so that who has one is always known to have been seen within a minute.
SEEN_AGAIN = timedelta(seconds=30)


def seen(user: User, again: timedelta = SEEN_AGAIN) -> None:
    """Note that the person is about; costs a write every 45 seconds.

    :param again: how long ago the last note must be for another one
    """
    now = timezone.now()
    stale = Q(seen_at=None) | Q(seen_at__lt=now - again)
    if user.seen_at is None or user.seen_at < now - again:
        # What somebody wants to read is not kept from them because this cannot be written.
        with suppress(OperationalError):
            User.objects.filter(stale, pk=user.pk).update(seen_at=now)
        user.seen_at = now


def online() -> int:
    """Return how many people have a page of the club open."""
    return User.objects.filter(seen_at__gt=timezone.now() - ONLINE).count()
