"""Seasons: events of a club that count together. Standings are computed from the events."""

import logging
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

from django.db import transaction
from django.utils import timezone

from accounts.caller import Caller
from accounts.models import User
from games.common.denials import Denial, DeniedError, answering
from games.common.wording import checked_title
from tournaments.clubs.models import Club
from tournaments.events.core.denials import EventCode
from tournaments.events.core.format_input import format_of, standings_of_all
from tournaments.events.core.locking import Answer, check_organizer, require_user
from tournaments.events.core.models import Event
from tournaments.events.entries.models import Entry
from tournaments.events.seasons.models import Season, SeasonEvent, SeasonRecord
from tournaments.events.settling.services import settle_event, unsettled
from tournaments.ledger.accounts.services import settle_season
from tournaments.ledger.settling.settlement import SettlementError
from tournaments.pairing.formats.league import League, has_played, total_units_differ
from tournaments.pairing.formats.settings import FormatError
from tournaments.pairing.rounds import Entrant
from tournaments.pairing.standings.lines import Standing

logger = logging.getLogger(__name__)
_Deed = SeasonRecord.Deed


@answering
def create_season(caller: Caller, club: Club, *, name: str, **settings: Any) -> Season | Denial:
    """Create a season of the club without events.

    :param settings: see `_checked_settings`
    """
    person = require_user(caller)
    check_organizer(person, club.pk)
    terms = _checked_settings(name, **settings)
    with transaction.atomic():
        held = Club.objects.select_for_update().filter(pk=club.pk).first()
        if held is None or held.closed_at is not None:
            raise DeniedError(EventCode.CLUB_CLOSED)
        season = Season.objects.create(club=club, created_by=person, **terms)
        _log_activity(season, person, _Deed.CREATED)
    return season


def _checked_settings(
    name: str,
    *,
    best: int | None = None,
    points: str = "total",
    points_table: Sequence[int] | None = None,
    least_events: int = 1,
    name_before: str = "",
) -> dict[str, Any]:
    """Return the checked name and scoring of a season by field.

    :param best: number of events that count for each player; None for all
    :param points: points per event, as defined by the league format
    :param points_table: points for the first place, the second, and so on, for a points table
    :param least_events: number of events that a player must have played to be ranked
    :raises DeniedError: a value is not allowed
    """
    table = list(points_table or ()) if points == Season.Points.TABLE else []
    name = checked_title(
        name,
        Season.NAME_LENGTH,
        missing_code=EventCode.SEASON_NAMELESS,
        flaw_code=EventCode.WORDING_FLAWED,
        current_title=name_before,
    )
    try:
        League(best=best, points=points, table=tuple(table))  # type: ignore[arg-type]  # checked
    except FormatError:
        raise DeniedError(EventCode.SEASON_TERMS_WRONG) from None
    if least_events < 1 or (points == Season.Points.TABLE and not table):
        raise DeniedError(EventCode.SEASON_TERMS_WRONG)
    return {
        "name": name,
        "best": best,
        "points": points,
        "points_table": table or None,
        "least_events": least_events,
    }


def check_totals(points: str, events: Iterable[Event]) -> None:
    """Raise `DeniedError` if events' totals count but can't be added to each other.

    :raises DeniedError: the totals have different units, or are those of a stage alone
    """
    events = [each for each in events if each.status != Event.Status.CANCELLED]
    if mixes_totals(points, events):
        raise DeniedError(EventCode.SEASON_TOTALS, names=tuple(each.name for each in events))


def mixes_totals(points: str, events: Iterable[Event]) -> bool:
    """Return whether events' totals count but can't be added to each other. No query."""
    return points == Season.Points.TOTAL and total_units_differ(
        format_of(each).total_unit for each in events if each.status != Event.Status.CANCELLED
    )


@answering
def change_season(caller: Caller, season_id: int, *, name: str, **settings: Any) -> Answer:
    """Change the season's name or scoring; the standings follow.

    :param settings: see `_checked_settings`
    """
    with _locked_season(season_id, caller) as (season, person):
        terms = _checked_settings(name, **settings, name_before=season.name)
        if terms["points"] != season.points:
            check_totals(terms["points"], season.events.order_by("starts_at", "pk"))
        changed = {
            field: value for field, value in terms.items() if getattr(season, field) != value
        }
        if changed:
            for field, value in changed.items():
                setattr(season, field, value)
            season.save(update_fields=list(changed))
            _log_activity(season, person, _Deed.CHANGED, **changed)
    return None


@answering
def add_events(caller: Caller, season_id: int, *event_ids: int) -> Answer:
    """Add events of the club to the season, all or none; each gives points once it is over."""
    with _locked_season(season_id, caller) as (season, person):
        found = Event.objects.filter(pk__in=event_ids, club=season.club_id)
        events = list(found.exclude(status=Event.Status.CANCELLED).order_by("starts_at", "pk"))
        if {each.pk for each in events} != set(event_ids):
            raise DeniedError(EventCode.NOT_FOR_SEASON)
        if season.events.filter(pk__in=event_ids).exists():
            raise DeniedError(EventCode.IN_SEASON_ALREADY)
        check_totals(season.points, [*season.events.all(), *events])
        for event in events:
            SeasonEvent.objects.create(season=season, event=event)
            _log_activity(season, person, _Deed.ADDED, event)
    return None


@answering
def remove_event(caller: Caller, season_id: int, event_id: int) -> Answer:
    """Remove an event from the season."""
    with _locked_season(season_id, caller) as (season, person):
        held = SeasonEvent.objects.filter(season=season, event=event_id).select_related("event")
        row = held.first()
        if row is None:
            raise DeniedError(EventCode.NOT_IN_SEASON)
        row.delete()
        _log_activity(season, person, _Deed.TAKEN_OUT, row.event)
    return None


@answering
def close_season(caller: Caller, season_id: int) -> Answer:
    """Close the season, which makes its standings final, and settle the club's finished events.

    Denied while an event of the season is running.

    If the club carries balances over to the end of the season, they are settled, too.
    """
    with _locked_season(season_id, caller) as (season, person):
        to_settle = _lock_events_to_settle(season)
        season.closed_at = timezone.now()
        season.save(update_fields=["closed_at"])
        _log_activity(season, person, _Deed.CLOSED)
        # Events that have just ended belong to it: a later task would carry their balances over.
        for number in to_settle:
            try:
                settle_event(number)
            except SettlementError:
                # An event with wrong sums must not keep the season open.
                logger.exception("event %s could not be settled", number)
        settle_season(season.club_id, person)
    return None


def _lock_events_to_settle(season: Season) -> list[int]:
    """Lock the season's and the club's unsettled events; return the primary keys of the latter.

    Raise `DeniedError` if an event of the season is running.

    All these rows are locked before any account. No event can start in the meantime, and settling
    an event locks its row first, too, so the two cannot deadlock.

    :raises DeniedError: an event is running
    """
    to_settle = list(unsettled().filter(club=season.club_id).values_list("pk", flat=True))
    in_season = set(season.season_events.values_list("event", flat=True))
    held = Event.objects.select_for_update().filter(pk__in={*to_settle, *in_season})
    rows = list(held.order_by("pk"))
    running = [
        each.name for each in rows if each.status == Event.Status.RUNNING and each.pk in in_season
    ]
    if running:
        raise DeniedError(EventCode.SEASON_PLAYS, names=tuple(running))
    # Includes events of the season that ended while this waited for their rows.
    pks = [each.pk for each in rows]
    return list(unsettled().filter(pk__in=pks).order_by("pk").values_list("pk", flat=True))


@answering
def reopen_season(caller: Caller, season_id: int) -> Answer:
    """Reopen a closed season."""
    with _locked_season(season_id, caller, is_closed=True) as (season, person):
        season.closed_at = None
        season.save(update_fields=["closed_at"])
        _log_activity(season, person, _Deed.REOPENED)
    return None


@contextmanager
def _locked_season(
    season_id: int, caller: Caller, *, is_closed: bool = False
) -> Iterator[tuple[Season, User]]:
    """Yield the season, with its row locked until the transaction ends, and the calling organizer.

    Raise `DeniedError` unless the season is closed or open as `is_closed` says.

    :raises DeniedError: the season doesn't exist, the caller is no organizer, the club is closed,
        or the season is closed or open when it should be the other
    """
    person = require_user(caller)
    with transaction.atomic():
        rows = Season.objects.select_for_update(of=("self",)).select_related("club")
        season = rows.filter(pk=season_id).first()
        if season is None:
            raise DeniedError(EventCode.NO_SEASON)
        check_organizer(person, season.club_id)
        if season.club.closed_at is not None:
            raise DeniedError(EventCode.CLUB_CLOSED)
        if is_closed != (season.closed_at is not None):
            raise DeniedError(EventCode.SEASON_OPEN if is_closed else EventCode.SEASON_CLOSED)
        yield season, person


def _log_activity(
    season: Season,
    person: User,
    deed: SeasonRecord.Deed,
    event: Event | None = None,
    **params: Any,
) -> None:
    """Append an activity to the season's log."""
    SeasonRecord.objects.create(season=season, actor=person, deed=deed, event=event, params=params)


# --- Standings


@dataclass(frozen=True, slots=True)
class SeasonTable:
    """Standings of a season, with the events that count; entrant numbers are user IDs."""

    #: Events that give points, in order; each line has a round for each of them.
    events: Sequence[Event]
    lines: Sequence[Standing]
    #: Lines of players who have not played enough events to be ranked.
    unranked: Sequence[Standing] = ()


def season_standings(season: Season, events: Collection[Event]) -> SeasonTable:
    """Return the season's standings from its finished events.

    Bots and players without an account are left out: they cannot be recognised at the next event.

    Five queries for any number of events.

    :param events: all events of the season in order; finished ones give points
    """
    over = [event for event in events if event.status == Event.Status.FINISHED]
    standings = standings_of_all(over)
    entered = Entry.objects.filter(event__in=over, user__isnull=False)
    people: dict[int, dict[int, int]] = {}
    for event_id, number, user_id in entered.values_list("event", "number", "user"):
        people.setdefault(event_id, {})[number] = user_id
    of_people = [_lines_by_account(standings[each.pk], people.get(each.pk, {})) for each in over]
    played = Counter(line.entrant for lines in of_people for line in lines if has_played(line))
    league = League(
        best=season.best,
        points=season.points,  # type: ignore[arg-type]
        table=tuple(season.points_table or ()),
    )
    ranked, unranked = (
        league.season(
            of_people,
            [
                Entrant(number)
                for number in sorted(played)
                if (played[number] >= season.least_events) == is_ranked
            ],
        )
        for is_ranked in (True, False)
    )
    return SeasonTable(over, ranked, unranked)


def _lines_by_account(
    lines: Sequence[Standing], account_numbers: Mapping[int, int]
) -> list[Standing]:
    """Return the lines of entrants with an account, with user IDs as entrants."""
    return [
        replace(line, entrant=account_numbers[line.entrant])
        for line in lines
        if line.entrant in account_numbers
    ]
