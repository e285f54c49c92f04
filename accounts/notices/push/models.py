"""Devices that get push messages, messages that wait for them, and the site's key."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

#: Maximum length of an endpoint; those of today's push services have up to 500 characters.
ENDPOINT_LENGTH = 1000


class PushKey(models.Model):
    """The site's pair of keys, made once; each device accepts only messages signed with it."""

    #: The uncompressed point on the curve P-256, as URL-safe base64.
    public = models.CharField(max_length=100)
    #: The private value, as URL-safe base64, encrypted (``accounts.cipher``).
    private = models.TextField()
    created_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return self.public


class PushDevice(models.Model):
    """A browser that gets push messages as long as its session lasts, and its settings."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="push_devices",
        verbose_name=_("user"),
    )
    #: Key of the browser session in which push was turned on.
    session_key = models.CharField(max_length=40, db_index=True, editable=False)
    #: Address at the push service, which must stay secret: it is enough to send a message.
    endpoint = models.CharField(max_length=ENDPOINT_LENGTH, unique=True, editable=False)
    #: The device's public key and its shared secret, as URL-safe base64.
    p256dh = models.CharField(max_length=100, editable=False)
    auth = models.CharField(max_length=40, editable=False)
    user_agent = models.CharField(_("browser"), max_length=200, blank=True)
    #: Name of the browser's time zone, for users who have chosen none.
    time_zone = models.CharField(_("time zone"), max_length=50, blank=True)
    #: Codes of groups whose notices this device doesn't get.
    muted = models.JSONField(_("muted kinds"), default=list, blank=True)
    #: Whether messages contain names and amounts, which anyone can read on a locked screen.
    shows_details = models.BooleanField(_("shows details"), default=False)
    #: Quiet hours in the user's time zone, maybe over midnight; both None for none.
    quiet_from = models.TimeField(_("quiet from"), null=True, blank=True)
    quiet_until = models.TimeField(_("quiet until"), null=True, blank=True)
    #: Number of days on which deliveries have failed since one succeeded, and when the last began.
    failed_days = models.PositiveSmallIntegerField(default=0, db_default=0, editable=False)
    failed_at = models.DateTimeField(null=True, blank=True, editable=False)
    created_at = models.DateTimeField(_("added"), auto_now_add=True)

    class Meta:
        verbose_name = _("push device")
        verbose_name_plural = _("push devices")
        ordering: ClassVar = ["pk"]

    def __str__(self) -> str:
        return f"{self.user_id} {self.user_agent}"


class PushMessage(models.Model):
    """A notice that waits to be sent to a device; deleted once it is sent or no longer wanted."""

    notice = models.ForeignKey("accounts.Notice", on_delete=models.CASCADE, related_name="+")
    device = models.ForeignKey(PushDevice, on_delete=models.CASCADE, related_name="messages")
    #: When it is to be sent, or tried again; a worker that sends it moves this ahead first.
    due_at = models.DateTimeField(default=timezone.now, db_index=True)
    tries = models.PositiveSmallIntegerField(default=0)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["notice", "device"], name="push_once_a_device"),
        ]

    def __str__(self) -> str:
        return f"{self.notice_id} {self.device_id}"
