"""Users (members with an account, and guests) and what belongs to their accounts."""

from collections import Counter
from collections.abc import Iterable
from typing import Any, ClassVar

from django.conf import settings
from django.contrib.auth.models import AbstractUser
from django.db import models
from django.utils.translation import get_language, pgettext_lazy
from django.utils.translation import gettext_lazy as _

# Django finds the app's models through this module.
import accounts.notices.models
import accounts.notices.push.models  # noqa: F401
from accounts.names import SKELETON_LENGTH, skeleton
from accounts.pictures import PICTURES
from accounts.usernames import RULE, UsernameValidator

#: The column with the skeleton of each name.
SKELETONS = {"username": "username_skeleton", "display_name": "display_skeleton"}


#: Maximum length of a language's code.
LANGUAGE_LENGTH = 16


def active_language() -> str:
    """Return the code of the active language; the site's outside of requests."""
    return get_language() or settings.LANGUAGE_CODE


class User(AbstractUser):
    """A member or a guest.

    A guest is a user without a password, identified by a browser session alone. When a guest
    creates an account, the row stays, and with it all games.
    """

    DISPLAY_NAME_LENGTH: ClassVar[int] = 24

    class PageFor(models.TextChoices):
        """Groups of users who can see a member's player page."""

        EVERYBODY = "everybody", _("Everyone")
        MEMBERS = "members", _("Players with an account")
        FRIENDS = "friends", _("My friends (we follow each other)")
        NOBODY = "nobody", _("Only me")

    class OnlineFor(models.TextChoices):
        """Groups of users who can see that a member is online, and where they play."""

        FRIENDS = "friends", _("My friends (we follow each other)")
        NOBODY = "nobody", pgettext_lazy("who can see it", "No one")

    username = models.CharField(
        _("username"),
        max_length=150,
        unique=True,
        help_text=RULE,
        validators=[UsernameValidator()],
        error_messages={"unique": _("This username is taken. Choose another one.")},
    )
    display_name = models.CharField(
        _("display name"),
        max_length=DISPLAY_NAME_LENGTH,
        blank=True,
        help_text=_("Shown at the table. Leave blank to use your username."),
    )
    #: Skeletons of the names, to find names that look alike (accounts.names); set by `save`.
    username_skeleton = models.CharField(
        max_length=SKELETON_LENGTH, default="", db_default="", editable=False, db_index=True
    )
    display_skeleton = models.CharField(
        max_length=SKELETON_LENGTH, default="", db_default="", editable=False, db_index=True
    )
    picture = models.CharField(
        pgettext_lazy("a player", "picture"),
        max_length=20,
        blank=True,
        choices=list(PICTURES.items()),
    )
    is_guest = models.BooleanField(_("guest"), default=False)
    time_zone = models.CharField(
        _("time zone"),
        max_length=40,
        blank=True,
        default="",
        help_text=_("Used for dates and times. Leave blank to use your browser’s time zone."),
    )
    #: Code of the chosen language; empty for that of the browser.
    language = models.CharField(
        _("language"), max_length=LANGUAGE_LENGTH, blank=True, default="", db_default=""
    )
    #: Code of the language of the last page; for mails to users who have chosen none.
    last_language = models.CharField(
        max_length=LANGUAGE_LENGTH, default=active_language, db_default="", editable=False
    )
    #: When the user last had a page of the site open, to the minute.
    seen_at = models.DateTimeField(_("last seen"), null=True, blank=True, editable=False)

    page_for = models.CharField(
        _("who can see my player page"),
        max_length=10,
        choices=PageFor.choices,
        default=PageFor.MEMBERS,
        help_text=_(
            "Your player page shows your ratings and results, but never how much money you won or"
            " lost."
        ),
    )
    online_for = models.CharField(
        _("who can see when I’m online and where I’m playing"),
        max_length=10,
        choices=OnlineFor.choices,
        default=OnlineFor.FRIENDS,
    )

    class Meta:
        verbose_name = _("user")
        verbose_name_plural = _("users")
        indexes: ClassVar = [models.Index(fields=["seen_at"], name="user_seen")]

    def __str__(self) -> str:
        return self.shown_name

    def save(self, *args: Any, **named: Any) -> None:
        """Save the user, with both names' skeletons, which are equal for names that look alike."""
        self.username_skeleton = skeleton(self.username)
        self.display_skeleton = skeleton(self.display_name)
        if (fields := named.get("update_fields")) is not None:
            named["update_fields"] = {*fields, *(SKELETONS[n] for n in SKELETONS if n in fields)}
        super().save(*args, **named)

    @property
    def shown_name(self) -> str:
        """The name shown to others: the display name, or else the username."""
        return self.display_name or self.username


class StakeLimit(models.Model):
    """The loss in one session, in one currency, above which the user must confirm.

    Visible only to its owner.
    """

    person = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="stake_limits",
        verbose_name=_("user"),
    )
    currency = models.CharField(
        _("currency"),
        max_length=3,
        help_text=_("Three-letter currency code (ISO 4217), such as EUR."),
    )
    #: In minor units of the currency; with 0, every session for that money must be confirmed.
    most_minor = models.PositiveBigIntegerField(_("limit"))

    class Meta:
        verbose_name = _("loss limit")
        verbose_name_plural = _("loss limits")
        ordering: ClassVar = ["currency"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["person", "currency"], name="stake_limit_once"),
        ]

    def __str__(self) -> str:
        return f"{self.most_minor} {self.currency}"


class Follow(models.Model):
    """One member follows another; two who follow each other are friends."""

    person = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="following",
        verbose_name=_("user"),
    )
    other = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="followers",
        verbose_name=_("followed user"),
    )
    created_at = models.DateTimeField(_("following since"), auto_now_add=True)

    class Meta:
        verbose_name = _("follow")
        verbose_name_plural = _("follows")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["person", "other"], name="follow_once"),
            models.CheckConstraint(
                condition=~models.Q(person=models.F("other")), name="nobody_follows_themselves"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.person_id} → {self.other_id}"


class Block(models.Model):
    """One member blocks another: no following, invitations or profile views."""

    person = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="blocks",
        verbose_name=_("user"),
    )
    other = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="blocked_by",
        verbose_name=_("blocked user"),
    )
    created_at = models.DateTimeField(_("blocked since"), auto_now_add=True)

    class Meta:
        verbose_name = _("block")
        verbose_name_plural = _("blocks")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["person", "other"], name="block_once"),
            models.CheckConstraint(
                condition=~models.Q(person=models.F("other")), name="nobody_blocks_themselves"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.person_id} × {self.other_id}"


class SecurityEvent(models.Model):
    """An entry of the security log, for the administrator.

    Written only by ``accounts.security``, never changed, and deleted after ``SECURITY_DAYS``.
    """

    class Kind(models.TextChoices):
        """Kinds of events: sign-ins, changes of accounts, and actions of staff."""

        SIGNED_IN = "signed_in", _("signed in")
        SIGN_IN_FAILED = "sign_in_failed", _("sign-in failed")
        SIGNED_OUT = "signed_out", _("signed out")
        SIGNED_UP = "signed_up", _("account created")
        PASSWORD_CHANGED = "password_changed", _("password changed")
        PASSWORD_SET = "password_set", _("password set")
        PASSWORD_RESET = "password_reset", _("password reset by email")
        MAIL_ADDED = "mail_added", _("email address added")
        MAIL_CHANGED = "mail_changed", _("email address changed")
        MAIL_REMOVED = "mail_removed", _("email address removed")
        MAIL_CONFIRMED = "mail_confirmed", _("email address confirmed")
        FACTOR_ADDED = "factor_added", _("second factor added")
        FACTOR_REMOVED = "factor_removed", _("second factor removed")
        FACTOR_RENEWED = "factor_renewed", _("second factor replaced")
        FACTOR_FAILED = "factor_failed", _("second factor failed")
        STAFF_ACTED = "staff_acted", _("changed by an administrator")

    at = models.DateTimeField(_("time"), auto_now_add=True)
    kind = models.CharField(
        pgettext_lazy("security event", "event"), max_length=20, choices=Kind.choices
    )
    #: The acting user, or the account that was tried; None for an unknown login name.
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        related_name="security_events",
        verbose_name=_("user"),
    )
    #: For IPv6, the /64 network; empty without a request.
    address = models.CharField(_("IP address"), max_length=50, blank=True)
    request = models.CharField(_("request ID"), max_length=64, blank=True)
    details = models.CharField(_("details"), max_length=250, blank=True)

    class Meta:
        verbose_name = _("security event")
        verbose_name_plural = _("security events")
        ordering: ClassVar = ["-pk"]
        indexes: ClassVar = [models.Index(fields=["at"], name="security_event_at")]

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d %H:%M} {self.kind} {self.person_id or ''}".strip()


def shown_name(user: User) -> str:
    """Return the user's shown name; the account library calls this for its pages."""
    return user.shown_name


def distinct_names(people: Iterable[User], other_names: Iterable[str] = ()) -> dict[int, str]:
    """Return names for a list, by the user's primary key, so that no two look the same.

    A display name that looks like another in the list is followed by the username in brackets.

    :param other_names: names in the list of players without an account
    """
    known = {each.pk: each for each in people}
    looks = {pk: skeleton(each.shown_name) for pk, each in known.items()}
    count = Counter([*looks.values(), *map(skeleton, other_names)])
    return {
        pk: f"{each.shown_name} ({each.username})"
        if each.display_name and count[looks[pk]] > 1
        else each.shown_name
        for pk, each in known.items()
    }


def is_taken(name: str, owner: User | None = None) -> bool:
    """Return whether a member other than the owner has this name or one that looks like it."""
    mark = skeleton(name)
    if not mark:
        return False
    alike = models.Q(username_skeleton=mark) | models.Q(display_skeleton=mark)
    others = User.objects.filter(alike, is_guest=False)
    return (others if owner is None else others.exclude(pk=owner.pk)).exists()
