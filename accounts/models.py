"""The people of the club: members with an account, and guests who have none yet."""

from collections import Counter
from collections.abc import Iterable
from typing import Any, ClassVar

from django.conf import settings
from django.contrib.auth.models import AbstractUser
from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.names import SKELETON_LENGTH, skeleton
from accounts.pictures import PICTURES
from accounts.usernames import RULE, UsernameValidator

#: Which column has what a name looks like.
SKELETONS = {"username": "username_skeleton", "display_name": "display_skeleton"}


class User(AbstractUser):
    """A person at the tables.

    A guest is a user without a password who is known by a browser session alone. Making an
    account of a guest keeps the row, and with it all games.
    """

    DISPLAY_NAME_LENGTH: ClassVar[int] = 24

    class PageFor(models.TextChoices):
        EVERYBODY = "everybody", _("Everybody")
        MEMBERS = "members", _("Members: whoever has an account")
        FRIENDS = "friends", _("My friends: we follow each other")
        NOBODY = "nobody", _("Nobody")

    class OnlineFor(models.TextChoices):
        FRIENDS = "friends", _("My friends: we follow each other")
        NOBODY = "nobody", _("Nobody")

    username = models.CharField(
        _("username"),
        max_length=150,
        unique=True,
        help_text=RULE,
        validators=[UsernameValidator()],
        error_messages={"unique": _("A user with that username already exists.")},
    )
    display_name = models.CharField(
        _("display name"),
        max_length=DISPLAY_NAME_LENGTH,
        blank=True,
        help_text=_("What others see at the table. Empty: your username."),
    )
    #: By which names are found that look like this one (accounts.names); `save` keeps them.
    username_skeleton = models.CharField(
        max_length=SKELETON_LENGTH, default="", db_default="", editable=False, db_index=True
    )
    display_skeleton = models.CharField(
        max_length=SKELETON_LENGTH, default="", db_default="", editable=False, db_index=True
    )
    picture = models.CharField(
        _("picture"), max_length=20, blank=True, choices=list(PICTURES.items())
    )
    is_guest = models.BooleanField(_("guest"), default=False)
    time_zone = models.CharField(
        _("time zone"),
        max_length=40,
        blank=True,
        default="",
        help_text=_("Days and times are shown in it. Empty: in that of the browser."),
    )
    #: When the person last had a page of the club open, to the minute.
    seen_at = models.DateTimeField(_("seen"), null=True, blank=True, editable=False)

    page_for = models.CharField(
        _("show my player page to"),
        max_length=10,
        choices=PageFor.choices,
        default=PageFor.MEMBERS,
        help_text=_("It has your ratings and results, and never an amount of money."),
    )
    online_for = models.CharField(
        _("show when I am online, and where I play, to"),
        max_length=10,
        choices=OnlineFor.choices,
        default=OnlineFor.FRIENDS,
    )

    class Meta:
        verbose_name = _("person")
        verbose_name_plural = _("people")
        indexes: ClassVar = [models.Index(fields=["seen_at"], name="user_seen")]

    def __str__(self) -> str:
        return self.shown_name

    def save(self, *args: Any, **named: Any) -> None:
        """Store the person, with what their names look like."""
        self.username_skeleton = skeleton(self.username)
        self.display_skeleton = skeleton(self.display_name)
        if (fields := named.get("update_fields")) is not None:
            named["update_fields"] = {*fields, *(SKELETONS[n] for n in SKELETONS if n in fields)}
        super().save(*args, **named)

    @property
    def shown_name(self) -> str:
        """The name that everybody sees."""
        return self.display_name or self.username


class StakeLimit(models.Model):
    """What a person would not lose in one session, in one currency, without being asked first.

    It is theirs alone: nobody else is ever shown that there is one.
    """

    person = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="stake_limits",
        verbose_name=_("person"),
    )
    currency = models.CharField(_("currency"), max_length=3, help_text=_("ISO 4217."))
    #: In minor units of the currency; with 0 every session for that money is asked about.
    most_minor = models.PositiveBigIntegerField(_("limit"))

    class Meta:
        verbose_name = _("limit of stakes")
        verbose_name_plural = _("limits of stakes")
        ordering: ClassVar = ["currency"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["person", "currency"], name="stake_limit_once"),
        ]

    def __str__(self) -> str:
        return f"{self.most_minor} {self.currency}"


class Follow(models.Model):
    """A member follows another; two who follow each other are friends."""

    person = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="following",
        verbose_name=_("person"),
    )
    other = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="followers",
        verbose_name=_("who is followed"),
    )
    created_at = models.DateTimeField(_("since"), auto_now_add=True)

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
    """A member wants nothing of another: no following, no invitations, no look at them."""

    person = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="blocks",
        verbose_name=_("person"),
    )
    other = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="blocked_by",
        verbose_name=_("who is blocked"),
    )
    created_at = models.DateTimeField(_("since"), auto_now_add=True)

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
    """Something that somebody who looks after the accounts may have to find again later.

    Written by ``accounts.security`` alone, never changed, and forgotten after a time.
    """

    class Kind(models.TextChoices):
        SIGNED_IN = "signed_in", _("signed in")
        SIGN_IN_FAILED = "sign_in_failed", _("sign-in failed")
        SIGNED_OUT = "signed_out", _("signed out")
        SIGNED_UP = "signed_up", _("made an account")
        PASSWORD_CHANGED = "password_changed", _("password changed")
        PASSWORD_SET = "password_set", _("password set")
        PASSWORD_RESET = "password_reset", _("password reset by mail")
        MAIL_ADDED = "mail_added", _("e-mail address added")
        MAIL_CHANGED = "mail_changed", _("e-mail address changed")
        MAIL_REMOVED = "mail_removed", _("e-mail address removed")
        MAIL_CONFIRMED = "mail_confirmed", _("e-mail address confirmed")
        FACTOR_ADDED = "factor_added", _("second factor added")
        FACTOR_REMOVED = "factor_removed", _("second factor removed")
        FACTOR_RENEWED = "factor_renewed", _("second factor renewed")
        FACTOR_FAILED = "factor_failed", _("second factor failed")
        STAFF_ACTED = "staff_acted", _("staff changed something")

    at = models.DateTimeField(_("at"), auto_now_add=True)
    kind = models.CharField(_("what"), max_length=20, choices=Kind.choices)
    #: Who did it, or whose account it was tried with; None where there is no such account.
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        related_name="security_events",
        verbose_name=_("person"),
    )
    #: Of IPv6 the network; empty for what came from no request.
    address = models.CharField(_("address"), max_length=50, blank=True)
    request = models.CharField(_("request"), max_length=64, blank=True)
    details = models.CharField(_("details"), max_length=250, blank=True)

    class Meta:
        verbose_name = _("security event")
        verbose_name_plural = _("security events")
        ordering: ClassVar = ["-pk"]
        indexes: ClassVar = [models.Index(fields=["at"], name="security_event_at")]

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d %H:%M} {self.kind} {self.person_id or ''}".strip()


def shown_name(user: User) -> str:
    """Return the name that pages of the account library show."""
    return user.shown_name


def told_apart(people: Iterable[User], names: Iterable[str] = ()) -> dict[int, str]:
    """Return what a list calls each of the people, by their numbers.

    Where two of them have the same display name, or names that look the same, the username stands
    behind it in brackets.

    :param names: of those in the list who have no account
    """
    known = {each.pk: each for each in people}
    looks = {pk: skeleton(each.shown_name) for pk, each in known.items()}
    count = Counter([*looks.values(), *map(skeleton, names)])
    return {
        pk: f"{each.shown_name} ({each.username})"
        if each.display_name and count[looks[pk]] > 1
        else each.shown_name
        for pk, each in known.items()
    }


def is_taken(name: str, besides: User | None = None) -> bool:
    """Tell whether a member is called so, or so that nobody could tell the two apart."""
    mark = skeleton(name)
    if not mark:
        return False
    alike = models.Q(username_skeleton=mark) | models.Q(display_skeleton=mark)
    others = User.objects.filter(alike, is_guest=False)
    return (others if besides is None else others.exclude(pk=besides.pk)).exists()
