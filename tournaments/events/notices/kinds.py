"""Kinds of notices about events."""

from django.db.models import TextChoices
from django.utils.translation import gettext_lazy as _

from accounts.notices.groups import NoticeGroup


class EventKind(TextChoices):
    """Occasion of a notification, such as a reminder, a result or an invitation."""

    #: To members of the club, when sign-up opens.
    OPENED = "event.opened", _("New event")
    REMINDER = "event.reminder", _("Reminder")
    CHECK_IN = "event.check-in", _("Check-in is open")
    MOVED_UP = "event.moved-up", _("Moved up from the waiting list")
    NEW_TIME = "event.new-time", _("New start time")
    CANCELLED = "event.cancelled", _("Event cancelled")
    ANNOUNCED = "event.announced", _("Announcement")
    TABLE = "event.table", _("Table ready")
    #: An organizer calls the players to their table; the key is the table's primary key.
    CALLED = "event.called", _("Called to a table")
    RESULTS = "event.results", _("Results published")
    #: To organizers: an entrant is no longer a member of the club.
    ENTRANT_GONE = "event.gone", _("Player left the club")
    #: To organizers of events that are older than the visibility setting.
    VISIBILITY = "event.visibility", _("Choose the event’s visibility")
    #: To an entrant who was removed from the club.
    WITHDRAWN = "event.withdrawn", _("Sign-up withdrawn")
    #: The key is the penalty's primary key.
    PENALTY = "event.penalty", _("Penalty")
    #: The key is the corrected table's primary key.
    CORRECTED = "event.corrected", _("Result corrected")
    #: The key is the proposed correction's primary key.
    CORRECTION = "event.correction", _("Correction proposed")
    #: The key is the table's primary key.
    PAPER_DEAL = "event.paper-deal", _("Deal entered by an organizer")
    #: The key is the substitution's primary key, or the table's if no answer is needed.
    SUBSTITUTE = "event.substitute", _("Substitute")
    #: To a member whom an organizer added to an event with a stake.
    INVITED = "event.invited", _("Invitation")
    #: To all entrants who agreed to earlier terms.
    TERMS = "event.terms", _("Terms changed")
    #: To an entrant whose agreement in person was recorded by an organizer.
    IN_PERSON = "event.in-person", _("Agreed in person")


_EVENTS = _("Events")
_Kind = EventKind
GROUPS = (
    NoticeGroup("event-new", _("New events in your clubs"), (_Kind.OPENED,), _EVENTS),
    NoticeGroup(
        "event-place",
        _("Invitations and waiting lists"),
        (_Kind.INVITED, _Kind.MOVED_UP, _Kind.WITHDRAWN),
        _EVENTS,
    ),
    NoticeGroup(
        "event-soon",
        _("Reminders, check-in and tables"),
        (_Kind.REMINDER, _Kind.CHECK_IN, _Kind.TABLE, _Kind.CALLED),
        _EVENTS,
    ),
    NoticeGroup(
        "event-changes",
        _("New times, cancellations and announcements"),
        (_Kind.NEW_TIME, _Kind.CANCELLED, _Kind.ANNOUNCED),
        _EVENTS,
    ),
    NoticeGroup("event-substitute", _("Substitutes"), (_Kind.SUBSTITUTE,), _EVENTS),
    NoticeGroup("event-results", _("Results"), (_Kind.RESULTS,), _EVENTS),
    NoticeGroup(
        "event-terms",
        _("Changed terms"),
        (_Kind.TERMS, _Kind.IN_PERSON),
        _EVENTS,
        is_always_shown=True,
    ),
    NoticeGroup(
        "event-penalties",
        _("Penalties and corrections"),
        (_Kind.PENALTY, _Kind.CORRECTED, _Kind.CORRECTION, _Kind.PAPER_DEAL),
        _EVENTS,
        is_always_shown=True,
    ),
    NoticeGroup(
        "event-organizing",
        _("Events you organize"),
        (_Kind.ENTRANT_GONE, _Kind.VISIBILITY),
        _EVENTS,
    ),
)
