"""What people are told of events, in the app and by mail, and what they want to be told."""

import secrets
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.events.models.event import Event


def new_calendar_token() -> str:
    """Return a new name for the address of somebody's calendar: 180 random bits."""
    return secrets.token_urlsafe(24).replace("-", "x").replace("_", "y")


class EventNotice(models.Model):
    """Somebody is told something of an event: once, however often it is said.

    In the app it stands until it was seen. Its mail goes from due to taken, by one worker, and from
    there to sent; what a worker has taken nobody else sends, also if that worker never comes back.
    """

    class Kind(models.TextChoices):
        REMINDER = "reminder", _("it begins soon")
        CHECK_IN = "check-in", _("the check-in has begun")
        MOVED_UP = "moved-up", _("moved up from the waiting list")
        NEW_TIME = "new-time", _("it begins at another time")
        CANCELLED = "cancelled", _("it is cancelled")
        ANNOUNCED = "announced", _("an announcement")
        TABLE = "table", _("the table is ready")
        RESULTS = "results", _("the results are out")
        #: To organizers: an entrant stopped being a member of the club.
        ENTRANT_GONE = "gone", _("an entrant left the club")
        #: To organizers, of events from before there was a choice.
        VISIBILITY = "visibility", _("who sees the event can be chosen")
        #: To an entrant who was removed from the club.
        WITHDRAWN = "withdrawn", _("an entry was withdrawn")
        #: The number is the penalty's.
        PENALTY = "penalty", _("a penalty")
        #: The number is the corrected table's.
        CORRECTED = "corrected", _("a result was corrected")
        #: The number is the proposed correction's.
        CORRECTION = "correction", _("a correction is proposed")
        #: The number is the table's.
        PAPER_DEAL = "paper-deal", _("an organizer wrote a deal down")
        #: The number is the substitution's, or the table's where nobody is asked.
        SUBSTITUTE = "substitute", _("a substitute")
        #: To a member whom an organizer entered in an event with a stake.
        INVITED = "invited", _("an invitation to an event with a stake")
        #: To all who agreed to terms that have changed since.
        TERMS = "terms", _("the terms have changed")
        #: To an entrant of whom an organizer recorded that they agreed in person.
        IN_PERSON = "in-person", _("agreed in person")

    class MailState(models.TextChoices):
        NONE = "none", _("none")
        DUE = "due", _("due")
        TAKEN = "taken", _("being sent")
        SENT = "sent", _("sent")
        FAILED = "failed", _("given up")

    event = models.ForeignKey(
        Event, on_delete=models.CASCADE, related_name="notices", verbose_name=_("event")
    )
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="event_notices",
        verbose_name=_("person"),
    )
    kind = models.CharField(_("kind"), max_length=10, choices=Kind.choices)
    #: Tells those of one kind apart: a round, a day, a version of the event.
    number = models.PositiveIntegerField(_("number"), default=0)
    #: What the sentence needs: a place, a reason, words.
    params = models.JSONField(_("details"), default=dict, blank=True)
    created_at = models.DateTimeField(_("told"), auto_now_add=True)
    seen_at = models.DateTimeField(_("seen"), null=True, blank=True)
    mail = models.CharField(
        _("mail"), max_length=6, choices=MailState.choices, default=MailState.NONE
    )
    #: Which worker's turn sends the mail.
    mail_turn = models.CharField(max_length=32, blank=True, editable=False)
    mail_tries = models.PositiveSmallIntegerField(default=0, editable=False)

    class Meta:
        verbose_name = _("notice of an event")
        verbose_name_plural = _("notices of events")
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
    """What somebody wants to hear of events, and where the calendar of all their clubs is."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL,
        on_delete=models.CASCADE,
        related_name="event_reader",
        verbose_name=_("person"),
    )
    takes_mail = models.BooleanField(_("mails about events"), default=True)
    #: Whoever knows it reads the dates of the person's clubs; None until it is asked for.
    calendar_token = models.CharField(  # noqa: DJ001  (many have none, and '' is one value)
        max_length=40, null=True, unique=True, editable=False
    )

    class Meta:
        verbose_name = _("reader of events")
        verbose_name_plural = _("readers of events")

    def __str__(self) -> str:
        return str(self.user_id)
