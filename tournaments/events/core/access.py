"""Access rules of an event, its money and its reasons: the only place that decides them."""

from collections import defaultdict
from collections.abc import Collection, Iterable

from django.db.models import Exists, OuterRef, QuerySet

from accounts.models import User
from tournaments.clubs.policy import Right, Role, may
from tournaments.events.core.models import Event, EventRecord
from tournaments.events.entries.models import Entry
from tournaments.events.rounds.models import EventRound
from tournaments.events.seasons.models import Season

_Visibility = Event.Visibility


def may_see(event: Event, role: Role | None, *, is_entered: bool = False) -> bool:
    """Return whether a viewer may open the event's pages, files and live updates.

    Drafts are for organizers, events for members also for entrants, and all others for everyone.

    :param role: the viewer's role in the club; None for a non-member
    :param is_entered: whether the viewer is or was an entrant: former members follow it to the end
    """
    if event.status == Event.Status.DRAFT:
        return may(role, Right.RUN_EVENTS)
    return event.visibility != _Visibility.MEMBERS or role is not None or is_entered


def may_see_money(role: Role | None, *, is_entered: bool = False) -> bool:
    """Return whether a viewer sees the event's stakes: members and entrants do."""
    return role is not None or is_entered


def is_entered(event: Event, user: User | None) -> bool:
    """Return whether the user has or had an entry. One query for users, none for others."""
    return user is not None and Entry.objects.filter(event=event, user=user).exists()


def may_open(event: Event, role: Role | None, user: User | None) -> bool:
    """Return `may_see` for this user; the entry is queried only if the role does not decide."""
    return may_see(event, role) or may_see(event, role, is_entered=is_entered(event, user))


def listed(events: QuerySet[Event], role: Role | None) -> QuerySet[Event]:
    """Limit events to those listed for this role: all, all but drafts, or only public ones.

    For a club's lists, calendars and feeds. Members see all announced events, organizers also
    drafts, other viewers only public ones; they can open an event with a link only by that link.
    Cancelled drafts are listed for no one.
    """
    opened = EventRecord.objects.filter(event=OuterRef("pk"), deed=EventRecord.Deed.OPENED)
    events = events.exclude(~Exists(opened), status=Event.Status.CANCELLED)
    if may(role, Right.RUN_EVENTS):
        return events
    announced = events.exclude(status=Event.Status.DRAFT)
    return announced if role is not None else announced.filter(visibility=_Visibility.PUBLIC)


def is_listed(event: Event, role: Role | None) -> bool:
    """Return whether the event is in lists for this role, like `listed`. No query."""
    if event.status == Event.Status.DRAFT:
        return may(role, Right.RUN_EVENTS)
    return role is not None or event.visibility == _Visibility.PUBLIC


def is_for_previews(event: Event) -> bool:
    """Return whether link previews show the event to viewers who are not signed in."""
    return may_see(event, None)


def tables_by_entrant(rounds: Iterable[EventRound]) -> dict[int, set[tuple[int, int]]]:
    """Return the (round, table) numbers at which each entrant has a seat, by entry number.

    No query: tables, seats and entries must be fetched.
    """
    found: dict[int, set[tuple[int, int]]] = defaultdict(set)
    for row in rounds:
        for table in row.tables.all():
            for seat in table.seats.all():
                if seat.entry is not None:
                    found[seat.entry.number].add((row.number, table.number))
    return found


def may_read_reason(
    record: EventRecord, entry_number: int, tables: Collection[tuple[int, int]]
) -> bool:
    """Return whether a non-organizer may read an activity's reason: only if it concerns them.

    Announcements are for all viewers. Reasons about an entrant or a table are for those concerned,
    and reasons about the whole event are for all entrants.

    :param record: the activity, with its entry fetched
    :param entry_number: the viewer's entry number; 0 for none
    :param tables: tables of that entrant, as round and table number
    """
    if record.deed == EventRecord.Deed.ANNOUNCED:
        return True
    if not entry_number:
        return False
    if record.entry is not None:
        return record.entry.number == entry_number
    if table := record.params.get("table"):
        return (record.params.get("round"), table) in tables
    return True


def may_see_season(season: Season, role: Role | None) -> bool:
    """Return whether a viewer may see the season; one with a members' event is for members only."""
    return role is not None or not season.events.filter(visibility=_Visibility.MEMBERS).exists()


def listed_seasons(seasons: QuerySet[Season], role: Role | None) -> QuerySet[Season]:
    """Limit seasons, for non-members only, to those without an event that is for members."""
    if role is not None:
        return seasons
    closed = Event.objects.filter(seasons=OuterRef("pk"), visibility=_Visibility.MEMBERS)
    return seasons.filter(~Exists(closed))
