"""Event notifications in the app and by mail, and users' settings for them."""

import secrets
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.events.core.models import Event


def new_calendar_token() -> str:
    """Return a random token for a calendar address: 180 bits."""
    return secrets.token_urlsafe(24).replace("-", "x").replace("_", "y")


class EventNotice(models.Model):
    """A notification for a user about an event, stored once per kind and number.

    The app shows it until it is seen. Its mail changes from due to taken by one worker, then to
    sent. No other worker sends a taken mail, even if the first worker never returns.
    """

    class Kind(models.TextChoices):
        """Occasion of a notification, such as a reminder, a result or an invitation."""

        REMINDER = "reminder", _("reminder")
        CHECK_IN = "check-in", _("check-in is open")
        MOVED_UP = "moved-up", _("moved up from the waiting list")
        NEW_TIME = "new-time", _("new start time")
        CANCELLED = "cancelled", _("event cancelled")
        ANNOUNCED = "announced", _("announcement")
        TABLE = "table", _("table ready")
        RESULTS = "results", _("results published")
        #: To organizers: an entrant is no longer a member of the club.
        ENTRANT_GONE = "gone", _("player left the club")
        #: To organizers of events that are older than the visibility setting.
        VISIBILITY = "visibility", _("choose the event’s visibility")
        #: To an entrant who was removed from the club.
        WITHDRAWN = "withdrawn", _("sign-up withdrawn")
        #: The number is the penalty's primary key.
        PENALTY = "penalty", _("penalty")
        #: The number is the corrected table's primary key.
        CORRECTED = "corrected", _("result corrected")
        #: The number is the proposed correction's primary key.
        CORRECTION = "correction", _("correction proposed")
        #: The number is the table's primary key.
        PAPER_DEAL = "paper-deal", _("deal entered by an organizer")
        #: The number is the substitution's primary key, or the table's if no answer is needed.
        SUBSTITUTE = "substitute", _("substitute")
        #: To a member whom an organizer added to an event with a stake.
        INVITED = "invited", _("invitation")
        #: To all entrants who agreed to earlier terms.
        TERMS = "terms", _("terms changed")
        #: To an entrant whose agreement in person was recorded by an organizer.
        IN_PERSON = "in-person", _("agreed in person")

    class MailState(models.TextChoices):
        """State of a notification's mail: none wanted, due, being sent, sent or failed."""

        NONE = "none", _("none")
        DUE = "due", _("due")
        TAKEN = "taken", _("being sent")
        SENT = "sent", _("sent")
        FAILED = "failed", _("failed")

    event = models.ForeignKey(
        Event, on_delete=models.CASCADE, related_name="notices", verbose_name=_("event")
    )
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="event_notices",
        verbose_name=_("user"),
    )
    kind = models.CharField(_("kind"), max_length=10, choices=Kind.choices)
    #: Distinguishes notifications of one kind: a round, a day, a version of the event.
    number = models.PositiveIntegerField(_("number"), default=0)
    #: Parameters of the sentence: a place, a reason, a text.
    params = models.JSONField(_("details"), default=dict, blank=True)
    created_at = models.DateTimeField(_("created"), auto_now_add=True)
    seen_at = models.DateTimeField(_("seen"), null=True, blank=True)
    mail = models.CharField(
        _("email"), max_length=6, choices=MailState.choices, default=MailState.NONE
    )
    #: The worker's turn that sends the mail.
    mail_turn = models.CharField(max_length=32, blank=True, editable=False)
    mail_tries = models.PositiveSmallIntegerField(default=0, editable=False)

    class Meta:
        verbose_name = _("event notification")
        verbose_name_plural = _("event notifications")
        ordering: ClassVar = ["-pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["event", "user", "kind", "number"], name="person_is_told_once"
            ),
        ]
        indexes: ClassVar = [
            models.Index(fields=["user"], condition=Q(seen_at=None), name="event_notice_unseen"),
            models.Index(fields=["event"], condition=Q(mail="due"), name="event_notice_mail_due"),
            models.Index(fields=["mail_turn"], name="event_notice_turn"),
        ]

    def __str__(self) -> str:
        return f"{self.event_id} {self.user_id} {self.kind}"


class EventReader(models.Model):
    """A user's mail setting for events and the token of their calendar address."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="event_reader",
        verbose_name=_("user"),
    )
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
