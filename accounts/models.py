"""The people of the club: members with an account, and guests who have none yet."""

from typing import ClassVar

from django.conf import settings
from django.contrib.auth.models import AbstractUser
from django.db import models
from django.utils.translation import gettext_lazy as _


class User(AbstractUser):
    """A person at the tables.

    A guest is a user without a password who is known by a browser session alone. Making an
    account of a guest keeps the row, and with it all games.
    """

    DISPLAY_NAME_LENGTH: ClassVar[int] = 24

    display_name = models.CharField(
        _("display name"),
        max_length=DISPLAY_NAME_LENGTH,
        blank=True,
        help_text=_("What others see at the table. Empty: your username."),
    )
    is_guest = models.BooleanField(_("guest"), default=False)
    #: When the person last had a page of the club open, to the minute.
    seen_at = models.DateTimeField(_("seen"), null=True, blank=True, editable=False)

    class Meta:
        verbose_name = _("person")
        verbose_name_plural = _("people")
        indexes: ClassVar = [models.Index(fields=["seen_at"], name="user_seen")]

    def __str__(self) -> str:
        return self.shown_name

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


def shown_name(user: User) -> str:
    """Return the name that pages of the account library show."""
    return user.shown_name
