"""The link with which guests sign up for an event."""

from typing import ClassVar

from django.db import models
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from tournaments.clubs.models import new_token
from tournaments.events.core.models import Event


class GuestLink(models.Model):
    """An event's open link for guests; closing it deletes the row."""

    event = models.OneToOneField(
        Event, on_delete=models.CASCADE, related_name="guest_link", verbose_name=_("event")
    )
    token = models.CharField(max_length=24, unique=True, default=new_token, editable=False)
    created_at = models.DateTimeField(_("created"), auto_now_add=True)

    class Meta:
        verbose_name: ClassVar = _("guest link")
        verbose_name_plural: ClassVar = _("guest links")

    def __str__(self) -> str:
        return f"{self.event_id}"

    def get_absolute_url(self) -> str:
        return reverse("event_guest", args=[self.token])
