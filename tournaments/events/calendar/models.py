"""The token of a user's calendar address."""

import secrets

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


def new_calendar_token() -> str:
    """Return a random token for a calendar address: 180 bits."""
    return secrets.token_urlsafe(24).replace("-", "x").replace("_", "y")


class EventReader(models.Model):
    """The token of a user's calendar address."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="event_reader",
        verbose_name=_("user"),
    )
    #: For the previous release only, which may still run; see `NoticePreferences`.
    takes_mail = models.BooleanField(_("emails about events"), default=True)
    #: Grants access to the dates of all the user's clubs; None until the user asks for an address.
    calendar_token = models.CharField(  # noqa: DJ001  (many have none, and '' is one value)
        max_length=40, null=True, unique=True, editable=False
    )

    class Meta:
        verbose_name = _("user event settings")
        verbose_name_plural = _("user event settings")

    def __str__(self) -> str:
        return str(self.user_id)
