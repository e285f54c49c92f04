"""Kinds of notices about events."""

from django.db.models import TextChoices
from django.utils.translation import gettext_lazy as _


class EventKind(TextChoices):
    """Occasion of a notification, such as a reminder, a result or an invitation."""

    REMINDER = "event.reminder", _("reminder")
    CHECK_IN = "event.check-in", _("check-in is open")
    MOVED_UP = "event.moved-up", _("moved up from the waiting list")
    NEW_TIME = "event.new-time", _("new start time")
    CANCELLED = "event.cancelled", _("event cancelled")
    ANNOUNCED = "event.announced", _("announcement")
    TABLE = "event.table", _("table ready")
    RESULTS = "event.results", _("results published")
    #: To organizers: an entrant is no longer a member of the club.
    ENTRANT_GONE = "event.gone", _("player left the club")
    #: To organizers of events that are older than the visibility setting.
    VISIBILITY = "event.visibility", _("choose the event’s visibility")
    #: To an entrant who was removed from the club.
    WITHDRAWN = "event.withdrawn", _("sign-up withdrawn")
    #: The key is the penalty's primary key.
    PENALTY = "event.penalty", _("penalty")
    #: The key is the corrected table's primary key.
    CORRECTED = "event.corrected", _("result corrected")
    #: The key is the proposed correction's primary key.
    CORRECTION = "event.correction", _("correction proposed")
    #: The key is the table's primary key.
    PAPER_DEAL = "event.paper-deal", _("deal entered by an organizer")
    #: The key is the substitution's primary key, or the table's if no answer is needed.
    SUBSTITUTE = "event.substitute", _("substitute")
    #: To a member whom an organizer added to an event with a stake.
    INVITED = "event.invited", _("invitation")
    #: To all entrants who agreed to earlier terms.
    TERMS = "event.terms", _("terms changed")
    #: To an entrant whose agreement in person was recorded by an organizer.
    IN_PERSON = "event.in-person", _("agreed in person")
