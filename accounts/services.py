"""Writes to user accounts: creating guests, closing accounts, presence."""

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
from accounts.notices.models import Notice, NoticePreferences
from accounts.notices.push.models import PushDevice
from accounts.signals import account_closed, account_closing

#: Default names of guests: short, friendly and inoffensive.
GUEST_NAMES = (
    "Bamboo", "Breeze", "Cloud", "Comet", "Coral", "Crane", "Dragonfly", "Ember", "Fern", "Finch",
    "Ginger", "Heron", "Jade", "Kite", "Lantern", "Lotus", "Lychee", "Mango", "Maple", "Mist",
    "Nutmeg", "Orchid", "Otter", "Papaya", "Pearl", "Pebble", "Plum", "Pomelo", "Quail", "Quartz",
    "Reed", "River", "Robin", "Saffron", "Sage", "Sparrow", "Star", "Swift", "Tea", "Willow",
)  # fmt: skip


def suggested_name() -> str:
    """Return a random default name for a guest."""
    return secrets.choice(GUEST_NAMES)


def create_guest(name: str = "") -> User:
    """Create a guest; the username is unique, the name need not be.

    :param name: the display name; if empty, a default such as "Guest Plum"
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
    """Return the reasons why the account can't be closed, as sentences; empty if it can."""
    answers = account_closing.send(sender=User, user=user)
    return [answer for _receiver, answer in answers if answer]


def close_account(user: User) -> list[str]:
    """Close the account for good, or return the sentences with the reasons that prevent it.

    An empty list means that it is closed.

    The row stays under another name, without an email address or password, so that results keep
    their sums and the ledger its balance. Apps that store copies of the name replace them
    (`account_closed`).
    """
    with transaction.atomic():
        row = User.objects.select_for_update().get(pk=user.pk)
        if not row.is_active:
            return []
        if reasons := reasons_to_stay(row):
            return reasons
        row.username = f"gone-{secrets.token_hex(6)}"
        row.display_name = _pseudonym()
        row.picture = row.time_zone = row.language = ""
        account_closed.send(sender=User, user=row)
        EmailAddress.objects.filter(user=row).delete()
        StakeLimit.objects.filter(person=row).delete()
        Notice.objects.filter(user=row).delete()
        for kept in (Authenticator, UserSession, NoticePreferences, PushDevice):
            kept.objects.filter(user=row).delete()
        for kind in (Follow, Block):
            kind.objects.filter(Q(person=row) | Q(other=row)).delete()
        row.first_name = row.last_name = row.email = ""
        row.is_active = row.is_staff = row.is_superuser = False
        row.set_unusable_password()
        row.save()
    return []


def _pseudonym() -> str:
    """Return a display name for a closed account: "Former player" and a random number.

    The name is stored and shown to readers of all languages, so it does not depend on the language
    of the user who closes the account.
    """
    return f"Former player {secrets.randbelow(10_000):04}"


def choose_language(user: User, code: str) -> None:
    """Store the language that the user chose; the user's open pages follow.

    :param code: the code of an offered language
    """
    user.language = code
    user.save(update_fields=["language"])


#: A user seen within this time counts as online.
ONLINE_WINDOW = timedelta(minutes=2)
#: Minimum time between two updates of `User.seen_at`. Shorter than the 45 seconds between two
#: signals of an open page, so that its user was always seen within the last minute.
MIN_SEEN_INTERVAL = timedelta(seconds=30)


def mark_seen(user: User, min_age: timedelta = MIN_SEEN_INTERVAL) -> None:
    """Store that the user is active now, unless the stored time is newer than `min_age`.

    :param min_age: minimum age of the stored time for another update
    """
    now = timezone.now()
    stale = Q(seen_at=None) | Q(seen_at__lt=now - min_age)
    if user.seen_at is None or user.seen_at < now - min_age:
        # A page must not fail because this can't be written.
        with suppress(OperationalError):
            User.objects.filter(stale, pk=user.pk).update(seen_at=now)
        user.seen_at = now


def count_online() -> int:
    """Return the number of users seen within the last two minutes."""
    return User.objects.filter(seen_at__gt=timezone.now() - ONLINE_WINDOW).count()
