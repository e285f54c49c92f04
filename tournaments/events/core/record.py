"""Activity log of an event: decisions with user, time and reason."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.common.records import AppendOnly
from tournaments.events.core.models import Event
from tournaments.events.entries.models import Entry


class EventRecord(AppendOnly):
    """An activity of an event, with user, time and reason; append-only, shown to all entrants."""

    class Deed(models.TextChoices):
        """Kind of an activity, with its label in the log."""

        CREATED = "created", _("created the event")
        CHANGED = "changed", _("changed the event")
        OPENED = "opened", _("opened sign-up")
        CHECK_IN = "check-in", _("opened check-in")
        STARTED = "started", _("started the event")
        CANCELLED = "cancelled", _("cancelled the event")
        FINISHED = "finished", _("ended the event")
        ENTERED = "entered", _("signed up")
        MOVED_UP = "moved-up", _("moved up from the waiting list")
        WITHDREW = "withdrew", _("withdrew")
        REMOVED = "removed", _("removed a player")
        BOT = "bot", _("added a bot")
        SEATED = "seated", _("changed the seating")
        PUBLISHED = "published", _("published a round")
        SUBSTITUTED = "substituted", _("replaced a player")
        CORRECTED = "corrected", _("corrected a result")
        PENALTY = "penalty", _("gave a penalty")
        REVERSED = "reversed", _("removed a penalty")
        ANNOUNCED = "announced", _("posted an announcement")
        NAMED = "named", _("added a player without an account")
        DEAL_WRITTEN = "deal-written", _("entered a deal")
        DEAL_AGREED = "deal-agreed", _("confirmed a deal")
        DEAL_CHANGED = "deal-changed", _("corrected a deal")
        TABLE_CLOSED = "table-closed", _("ended a table early")
        PAUSED = "paused", _("paused all tables")
        RESUMED = "resumed", _("resumed all tables")
        EXTENDED = "extended", _("added time")
        ANEW = "anew", _("redrew the seating")
        TAKEN_BACK = "taken-back", _("undid a round")
        APART = "apart", _("kept two players apart")
        TOGETHER = "together", _("stopped keeping two players apart")
        UNEVEN = "uneven", _("changed what happens if tables don’t fill")
        IS_HERE = "is-here", _("checked in a player")
        NOT_HERE = "not-here", _("undid a check-in")
        COMMITTED = "committed", _("drew the secret for a round’s shuffle")
        RETURNED = "returned", _("rejoined")
        PROPOSED = "proposed", _("proposed a correction")
        UNCORRECTED = "uncorrected", _("declined a correction")
        ASKED = "asked", _("requested a substitute")
        INVITED = "invited", _("invited a member")
        ACCEPTED = "accepted", _("agreed to the terms")
        DECLINED = "declined", _("declined an invitation")
        IN_PERSON = "in-person", _("recorded an in-person agreement")
        ANSWERS = "answers", _("took responsibility for a player without an account")

    TEXT_LENGTH: ClassVar[int] = 500

    event = models.ForeignKey(
        Event, on_delete=models.CASCADE, related_name="records", verbose_name=_("event")
    )
    #: None for automatic activities.
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        related_name="+",
        verbose_name=_("user"),
    )
    deed = models.CharField(_("activity"), max_length=12, choices=Deed.choices)
    #: The entry concerned.
    entry = models.ForeignKey(
        Entry,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("entry"),
    )
    #: The reason, or the text of an announcement, as the user wrote it.
    text = models.CharField(_("text"), max_length=TEXT_LENGTH, blank=True)
    #: Further parameters of the sentence: a round, a table, points.
    params = models.JSONField(_("details"), default=dict, blank=True)
    at = models.DateTimeField(_("time"), auto_now_add=True)

    class Meta:
        verbose_name = _("event activity")
        verbose_name_plural = _("event activities")
        ordering: ClassVar = ["-pk"]

    def __str__(self) -> str:
        return f"{self.event_id} {self.deed}"
