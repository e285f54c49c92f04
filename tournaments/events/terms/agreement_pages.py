"""Events as agreement pages show them, and the labels of terms that only events have."""

from collections.abc import Collection, Mapping
from typing import Any, Final

from django.db.models import QuerySet
from django.urls import reverse
from django.utils.translation import gettext_lazy, ngettext

from accounts.models import User
from games.rulebook.terms_text import TermFormat, Terms
from tournaments.clubs.models import Membership
from tournaments.clubs.policy import Role
from tournaments.events.core import access
from tournaments.events.core.models import Event
from tournaments.events.core.words import FORMATS
from tournaments.events.entries.models import Entry
from tournaments.ledger.agreements.links import AgreedEvent, SubjectState

_Status = Event.Status
_STATES: Final = {
    _Status.RUNNING: SubjectState.RUNNING,
    _Status.FINISHED: SubjectState.FINISHED,
    _Status.CANCELLED: SubjectState.NOT_PLAYED,
}
#: Statuses before the start.
_COMING: Final = (_Status.OPEN, _Status.CHECK_IN)


def agreed_events(event_ids: Collection[int], user: User) -> Mapping[int, AgreedEvent]:
    """Return the events by primary key, as data for the user's agreements page. Three queries."""
    events = list(Event.objects.filter(pk__in=event_ids).select_related("club"))
    held = Membership.objects.filter(user=user, club__in={each.club_id for each in events})
    roles = {club: Role(role) for club, role in held.values_list("club", "role")}
    entered = Entry.objects.filter(user=user, event__in=events)
    entries = dict(entered.values_list("event", "status"))
    return {
        each.pk: _agreed_event(each, roles.get(each.club_id), entries.get(each.pk))
        for each in events
    }


def _agreed_event(event: Event, role: Role | None, entry_status: str | None) -> AgreedEvent:
    """Return the event for a user's agreements page, with its address only if the role may see it.

    The address for withdrawing is empty unless the user is signed up and the event hasn't started.
    """
    is_open = access.may_see(event, role, is_entered=entry_status is not None)
    is_in_it = entry_status not in (None, Entry.Status.WITHDRAWN)
    return AgreedEvent(
        name=event.name,
        url=reverse("event", args=[event.slug]) if is_open else "",
        state=_STATES.get(_Status(event.status), SubjectState.WAITING),
        withdraw_url=reverse("event_withdraw", args=[event.slug])
        if is_in_it and event.status in _COMING
        else "",
    )


def unfinished_events() -> QuerySet[Event, Any]:
    """Return a query for the primary keys of events that are neither finished nor cancelled."""
    return Event.objects.exclude(status__in=(_Status.FINISHED, _Status.CANCELLED)).values("pk")


# --- Terms


def _format_label(terms: Terms) -> str:
    """Return the event format in the terms as text, with the number of rounds if it is set."""
    name = str(terms["format"])
    title = str(FORMATS[name].title) if name in FORMATS else name
    settings = terms.get("format_settings")
    rounds = settings.get("rounds") if isinstance(settings, Mapping) else None
    if not isinstance(rounds, int):
        return title
    said = ngettext("%(format)s, %(count)d round", "%(format)s, %(count)d rounds", rounds)
    return said % {"format": title, "count": rounds}


#: Labels and values of terms that only events have, for ``games.rulebook.terms_words``.
EVENT_TERMS: Final = (
    TermFormat(("format", "format_settings"), gettext_lazy("Format"), _format_label),
    TermFormat(
        ("cards",),
        gettext_lazy("Cards"),
        lambda terms: str(Event.Cards(terms["cards"]).label),
    ),
    TermFormat(
        ("uneven",),
        gettext_lazy("If tables don’t fill"),
        lambda terms: str(Event.Uneven(terms["uneven"]).label),
    ),
)
