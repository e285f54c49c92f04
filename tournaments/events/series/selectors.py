"""Queries for series."""

from collections.abc import Iterable

from django.db.models import OuterRef, Q, QuerySet, Subquery

from tournaments.clubs.models import Club
from tournaments.events.core.models import Event
from tournaments.events.series.models import EventSeries, SeriesEvent


def running_series() -> QuerySet[EventSeries]:
    """Return the query for the series of open clubs that go on, with their clubs."""
    found = EventSeries.objects.filter(stopped_at=None, club__closed_at=None)
    return found.select_related("club").order_by("pk")


def series_of_club(club: Club) -> list[EventSeries]:
    """Return the club's series that go on, and those whose next event was refused. One query."""
    found = EventSeries.objects.filter(Q(stopped_at=None) | Q(has_failed=True), club=club)
    rows = list(found.order_by("pk"))
    for each in rows:
        each.club = club
    return rows


def series_of_event(event: Event) -> EventSeries | None:
    """Return the series that the event belongs to and that goes on; None for none. One query."""
    found = EventSeries.objects.filter(events__event=event, stopped_at=None)
    return found.first()


def latest_events(series_ids: Iterable[int]) -> dict[int, SeriesEvent]:
    """Return the latest event of each series, by the series' primary key. One query."""
    newest = SeriesEvent.objects.filter(series=OuterRef("series")).order_by("-date")
    found = SeriesEvent.objects.filter(
        series__in=list(series_ids), pk=Subquery(newest.values("pk")[:1])
    )
    return {each.series_id: each for each in found.select_related("event__club")}
