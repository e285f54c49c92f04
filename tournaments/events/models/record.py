"""Who decided what, when and why."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.common.records import AppendOnly
from tournaments.events.models.entry import Entry
from tournaments.events.models.event import Event


class EventRecord(AppendOnly):
    """Who did what in an event, when and why; appended, never changed, shown to all entrants."""

    class Deed(models.TextChoices):
        CREATED = "created", _("made the event")
        CHANGED = "changed", _("changed the event")
        OPENED = "opened", _("opened it for entries")
        CHECK_IN = "check-in", _("began the check-in")
        STARTED = "started", _("started the event")
        CANCELLED = "cancelled", _("cancelled the event")
        FINISHED = "finished", _("ended the event")
        ENTERED = "entered", _("entered")
        MOVED_UP = "moved-up", _("moved up from the waiting list")
        WITHDREW = "withdrew", _("withdrew")
        REMOVED = "removed", _("took somebody out")
        BOT = "bot", _("entered a bot")
        SEATED = "seated", _("changed a seating")
        PUBLISHED = "published", _("published a round")
        SUBSTITUTED = "substituted", _("replaced a player")
        CORRECTED = "corrected", _("corrected a result")
        PENALTY = "penalty", _("gave a penalty")
        REVERSED = "reversed", _("took a penalty back")
        ANNOUNCED = "announced", _("announced")
        NAMED = "named", _("entered somebody by name")
        DEAL_WRITTEN = "deal-written", _("wrote a deal down")
        DEAL_AGREED = "deal-agreed", _("confirmed a deal")
        DEAL_CHANGED = "deal-changed", _("corrected a deal")
        TABLE_CLOSED = "table-closed", _("ended a table early")
        PAUSED = "paused", _("paused all tables")
        RESUMED = "resumed", _("let all tables go on")
        EXTENDED = "extended", _("gave more time")
        ANEW = "anew", _("had a round proposed anew")
        TAKEN_BACK = "taken-back", _("took a round back")
        APART = "apart", _("set who is not seated together")
        TOGETHER = "together", _("let a pair meet again")
        UNEVEN = "uneven", _("chose what is done about players left over")
        IS_HERE = "is-here", _("checked somebody in")
        NOT_HERE = "not-here", _("took a check-in back")
        COMMITTED = "committed", _("committed to packs")
        RETURNED = "returned", _("came back")
        PROPOSED = "proposed", _("proposed a correction")
        UNCORRECTED = "uncorrected", _("declined a correction")
        ASKED = "asked", _("asked for a substitute")
        INVITED = "invited", _("invited a member")
        ACCEPTED = "accepted", _("agreed to the terms")
        DECLINED = "declined", _("declined an invitation")
        IN_PERSON = "in-person", _("recorded an agreement in person")
        ANSWERS = "answers", _("answers for somebody by name")

    TEXT_LENGTH: ClassVar[int] = 500

    event = models.ForeignKey(
        Event, on_delete=models.CASCADE, related_name="records", verbose_name=_("event")
    )
    #: Nobody, where it happened by itself.
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        related_name="+",
        verbose_name=_("who"),
    )
    deed = models.CharField(_("what"), max_length=12, choices=Deed.choices)
    #: Whom it was done to.
    entry = models.ForeignKey(
        Entry,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        verbose_name=_("entry"),
    )
    #: Why, or what was announced, in the words of who did it.
    text = models.CharField(_("words"), max_length=TEXT_LENGTH, blank=True)
    #: What the sentence needs besides: a round, a table, points.
    params = models.JSONField(_("details"), default=dict, blank=True)
    at = models.DateTimeField(_("when"), auto_now_add=True)

    class Meta:
        verbose_name = _("record of an event")
        verbose_name_plural = _("records of events")
        ordering: ClassVar = ["-pk"]

    def __str__(self) -> str:
        return f"{self.event_id} {self.deed}"
