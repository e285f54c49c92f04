"""Queries for seasons."""

from datetime import datetime

from django.db.models import Count, F, Min, QuerySet

from tournaments.clubs.models import Club
from tournaments.events.core.models import Event
from tournaments.events.seasons.models import Season, SeasonRecord


def season(slug: str) -> Season | None:
    """Return the season with that slug, with its club; None if there is none."""
    return Season.objects.filter(slug=slug).select_related("club").first()


def seasons(club: Club) -> QuerySet[Season]:
    """Return the query for the club's seasons, open ones first, with `event_count`."""
    found = Season.objects.filter(club=club).annotate(event_count=Count("events"))
    return found.order_by(F("closed_at").desc(nulls_first=True), "-pk")


def open_seasons(club_id: int) -> list[Season]:
    """Return the club's open seasons, the newest first. One query."""
    return list(Season.objects.filter(club=club_id, closed_at=None).order_by("-pk"))


def usual_season(club_id: int) -> int | None:
    """Return the ID of the open season of the club's newest event, if it has one. Two queries."""
    event = Event.objects.filter(club=club_id).order_by("-pk").first()
    return None if event is None else open_season_of(event)


def open_season_of(event: Event) -> int | None:
    """Return the ID of the event's newest open season; None without one. One query."""
    found = Season.objects.filter(season_events__event=event, closed_at=None).order_by("-pk")
    return found.values_list("pk", flat=True).first()


def seasons_with_dates(club_id: int) -> list[tuple[Season, datetime]]:
    """Return the club's seasons that have events, each with its first start time. One query."""
    found = Season.objects.filter(club=club_id).select_related("club")
    dated = found.annotate(first_event=Min("events__starts_at")).filter(first_event__isnull=False)
    ordered = dated.order_by(F("closed_at").desc(nulls_first=True), "-pk")
    return [(each, each.first_event) for each in ordered]


def season_events(season: Season) -> list[Event]:
    """Return all events of the season, drafts included, by start time. One query."""
    return list(season.events.order_by("starts_at", "pk"))


def events_to_add(season: Season) -> QuerySet[Event]:
    """Return the query for the club's uncancelled events not in the season, the latest first."""
    found = Event.objects.filter(club=season.club_id).exclude(status=Event.Status.CANCELLED)
    return found.exclude(seasons=season).order_by("-starts_at", "-pk")


def season_records(season: Season, *, drafts: bool) -> QuerySet[SeasonRecord]:
    """Return the query for the season's activity log, newest first.

    :param drafts: whether to include activity about drafts, which only organizers may see
    """
    found = season.records.select_related("actor", "event")
    return found if drafts else found.exclude(event__status=Event.Status.DRAFT)


def running_in_season(season: Season) -> list[str]:
    """Return the names of the season's running events, in order. One query."""
    running = Event.objects.filter(season_events__season=season, status=Event.Status.RUNNING)
    return list(running.order_by("starts_at", "pk").values_list("name", flat=True))
