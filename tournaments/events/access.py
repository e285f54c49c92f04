"""Who sees an event, its money and its reasons: the one place that decides it."""

from collections import defaultdict
from collections.abc import Collection, Iterable

from django.db.models import Exists, OuterRef, QuerySet

from accounts.models import User
from tournaments.clubs.policy import Right, Role, may
from tournaments.events.models import Entry, Event, EventRecord, EventRound, Season

_Visibility = Event.Visibility


def may_see(event: Event, role: Role | None, *, is_entered: bool = False) -> bool:
    """Return whether a reader may open the event's pages, files and live updates.

    :param role: the reader's role in the club; None for a reader outside
    :param is_entered: whether the reader is or was an entrant: former members follow it to its end
    """
    if event.status == Event.Status.DRAFT:
        return may(role, Right.RUN_EVENTS)
    return event.visibility != _Visibility.MEMBERS or role is not None or is_entered


def may_see_money(role: Role | None, *, is_entered: bool = False) -> bool:
    """Return whether a reader sees what the event is played for: members and entrants do."""
    return role is not None or is_entered


def is_entered(event: Event, user: User | None) -> bool:
    """Return whether the user has or had an entry. One query for users, none for others."""
    return user is not None and Entry.objects.filter(event=event, user=user).exists()


def may_open(event: Event, role: Role | None, user: User | None) -> bool:
    """Return `may_see` for the user; asks for an entry only where that decides."""
    return may_see(event, role) or may_see(event, role, is_entered=is_entered(event, user))


def listed(events: QuerySet[Event], role: Role | None) -> QuerySet[Event]:
    """Return those of a club's events that lists, calendars and feeds show the reader.

    Members see all that is announced, and organizers drafts, too. Others see public events; who has
    the link of another one opens it by that.
    """
    if may(role, Right.RUN_EVENTS):
        return events
    announced = events.exclude(status=Event.Status.DRAFT)
    return announced if role is not None else announced.filter(visibility=_Visibility.PUBLIC)


def is_for_previews(event: Event) -> bool:
    """Return whether pictures of links show the event to those who are not signed in."""
    return may_see(event, None)


def tables_by_entrant(rounds: Iterable[EventRound]) -> dict[int, set[tuple[int, int]]]:
    """Return at which tables each entrant sat, as round and table, by the number of the entry.

    No query: tables, seats and entries are fetched.
    """
    found: dict[int, set[tuple[int, int]]] = defaultdict(set)
    for row in rounds:
        for table in row.tables.all():
            for seat in table.seats.all():
                if seat.entry is not None:
                    found[seat.entry.number].add((row.number, table.number))
    return found


def may_read_reason(record: EventRecord, number: int, tables: Collection[tuple[int, int]]) -> bool:
    """Return whether a reader who does not run the event reads what an organizer wrote.

    Announcements are for everybody. What concerns one entrant or one table is for those, and what
    concerns the whole event for all entrants.

    :param record: with its entry fetched
    :param number: of the reader's entry; 0 for none
    :param tables: where that entrant sat, as round and table
    """
    if record.deed == EventRecord.Deed.ANNOUNCED:
        return True
    if not number:
        return False
    if record.entry is not None:
        return record.entry.number == number
    if table := record.params.get("table"):
        return (record.params.get("round"), table) in tables
    return True


def may_see_season(season: Season, role: Role | None) -> bool:
    """Return whether a reader may see the season: one with an event for members is for members."""
    return role is not None or not season.events.filter(visibility=_Visibility.MEMBERS).exists()


def listed_seasons(seasons: QuerySet[Season], role: Role | None) -> QuerySet[Season]:
    """Return those of the seasons that the reader may see."""
    if role is not None:
        return seasons
    closed = Event.objects.filter(seasons=OuterRef("pk"), visibility=_Visibility.MEMBERS)
    return seasons.filter(~Exists(closed))
