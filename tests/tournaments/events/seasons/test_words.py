"""Texts of seasons, from unsaved rows."""

from datetime import UTC, datetime

import pytest

from accounts.models import User
from tests.tournaments.events.seasons.test_seasons import finished_event, made, table
from tournaments.clubs.models import Club
from tournaments.events.core.models import Event
from tournaments.events.seasons.models import Season, SeasonRecord
from tournaments.events.seasons.words import (
    season_about,
    season_activity_line,
    season_events,
    season_places,
    season_summary,
)

BEGAN = datetime(2026, 3, 7, 18, 30, tzinfo=UTC)
CLUB = Club(name="Harbour Club", time_zone="UTC")
Status = Event.Status


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({}, "All events count."),
        ({}, "Each event’s total, after penalties, counts towards the season."),
        ({"best": 1}, "Only each player’s best event counts."),
        ({"best": 3}, "Only each player’s best 3 events count. If results are equal, the earlier"),
        ({"points": "places"}, "One point for every player you beat."),
        ({"points": "table", "points_table": [25, 18, 15]}, "Points by place: 25-18-15."),
        ({"least_events": 2}, "Players are ranked once they have played 2 events."),
    ],
)
def test_a_season_says_which_events_count_and_how(fields, said):
    assert any(each.startswith(said) for each in season_about(Season(club=CLUB, **fields)))


@pytest.mark.parametrize(
    ("best", "count", "said"),
    [
        (None, 1, "1 event"),
        (None, 4, "4 events"),
        (1, 4, "4 events; only the best counts"),
        (3, 4, "4 events; only the best 3 count"),
    ],
)
def test_the_summary_of_a_season_counts_its_events(best, count, said):
    season = Season(club=CLUB, best=best)
    season.event_count = count
    assert season_summary(season) == said


def test_each_event_of_a_season_says_if_it_counts():
    statuses = (Status.FINISHED, Status.CANCELLED, Status.RUNNING, Status.OPEN)
    events = [Event(status=each, starts_at=BEGAN) for each in statuses]
    labels = [label for _event, _day, label in season_events(Season(club=CLUB), events)]
    assert labels == ["counted", "cancelled, doesn’t count", "in progress", "upcoming"]


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"name": "Cup"}, "new name “Cup”"),
        ({"best": None}, "all events count"),
        ({"best": 1}, "only the best event counts"),
        ({"best": 3}, "only the best 3 events count"),
        ({"points": "total", "points_table": None}, "points by total"),
        ({"points": "table", "points_table": [5, 3]}, "points by place and points table 5-3"),
        ({"least_events": 2}, "ranked after 2 events"),
    ],
)
def test_the_log_of_a_season_says_what_has_changed(changed, said):
    actor = User(username="olga")
    record = SeasonRecord(actor=actor, deed="changed", params=changed, at=BEGAN)
    assert season_activity_line(record, CLUB).words == f"olga edited the season: {said}."


def test_a_tie_is_broken_by_the_best_event(crew):
    season = made(
        crew,
        finished_event(crew, {"ann": 6, "bob": 4, "cat": -10}, name="May"),
        finished_event(crew, {"cat": 4, "bob": -1, "ann": -3}, name="June"),
    )
    ann, bob, cat = season_places(table(season), reader=None)
    assert (ann.name, ann.sum, bob.name, bob.sum) == ("ann", "6 − 3 = 3", "bob", "4 − 1 = 3")
    assert ann.decided == "tied on points; best event: 6 to 4"
    assert not cat.decided
