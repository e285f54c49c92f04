"""Scoring of seasons: points tables, events needed to be ranked, and totals that can't be added."""

import pytest
from django.urls import reverse

from tests.players import Person
from tests.tournaments.events.browsing import browser, form, page
from tests.tournaments.events.evening import refused
from tests.tournaments.events.seasons.test_seasons import finished_event, made, table, totals
from tests.tournaments.events.standings.test_pages import text_of
from tournaments.events.core.denials import EventCode
from tournaments.events.core.models import Event
from tournaments.events.seasons.models import Season
from tournaments.events.seasons.services import add_events, change_season, create_season


@pytest.fixture
def two(crew) -> list[Event]:
    return [
        finished_event(crew, {"ann": 9, "bob": 4, "cat": 4, "dan": -17}, {"Bot": 20}, name="May"),
        finished_event(crew, {"bob": 5, "cat": 1, "ann": -6}, name="June"),
    ]


def new(crew, **fields):
    client = browser(crew.organizer)
    url = reverse("season_new", args=[crew.club.slug])
    return client.post(url, {"name": "Cup", "points": "total", **fields})


def test_a_points_table_gives_points_by_place_without_bots(crew, two):
    season = made(crew, *two, points="table", points_table=[10, 6, 3])
    # May: ann 10, bob and cat share second place and get 6 each, dan is fourth. June: 10, 6, 3.
    assert totals(season) == [("bob", 16), ("ann", 13), ("cat", 12), ("dan", 0)]


def test_players_with_too_few_events_are_listed_below(crew, two):
    season = made(crew, *two, least_events=2)
    assert [line.place for line in table(season).lines] == [1, 2, 3]
    assert len(table(season).unranked) == 1
    said = text_of(page(browser(), season.get_absolute_url()))
    assert "Not yet ranked dan 1 of 2 events" in said
    assert "Players are ranked once they have played 2 events." in said
    change_season(Person(crew.owner).caller, season.pk, name="Cup", least_events=3)
    said = text_of(page(browser(), season.get_absolute_url()))
    assert "No one has played enough events to be ranked yet." in said
    assert "ranked after 3 events" in said


@pytest.mark.parametrize(
    ("points_table", "least"),
    [([], 1), ([3, 5], 1), ([-1], 1), ([True], 1), ([1] * 51, 1), ([1], 0)],
)
def test_wrong_points_are_refused(crew, points_table, least):
    said = create_season(
        Person(crew.organizer).caller, crew.club, name="L", points="table",
        points_table=points_table, least_events=least,
    )  # fmt: skip
    assert refused(said, EventCode.SEASON_TERMS_WRONG)


def test_columns_are_named_by_event_and_day(crew, two):
    season = made(crew, *two)
    html = page(browser(), season.get_absolute_url())
    assert "<span>May</span><small>" in html
    assert "<span>June</span><small>" in html


# --- Totals that can't be added


@pytest.mark.parametrize(
    ("format_name", "own_settings"),
    [
        ("knock_out", {}),
        ("groups", {"carry": False}),
        ("duplicate", {}),
        ("club_night", {"by": "average"}),
    ],
)
def test_totals_of_different_kinds_are_not_mixed(crew, two, format_name, own_settings):
    caller = Person(crew.organizer).caller
    other = finished_event(crew, {"ann": 2, "bob": -2}, name="Cup final")
    Event.objects.filter(pk=other.pk).update(format=format_name, format_settings=own_settings)
    season = made(crew, *two)
    said = add_events(caller, season.pk, other.pk)
    assert refused(said, EventCode.SEASON_TOTALS)
    assert said.params["names"] == ("May", "June", "Cup final")
    by_place = made(crew, *two, other, points="places")
    assert refused(
        change_season(caller, by_place.pk, name="Cup", points="total"), EventCode.SEASON_TOTALS
    )
    # Cancelled events don't count, so they don't matter.
    Event.objects.filter(pk=other.pk).update(status=Event.Status.CANCELLED)
    assert change_season(caller, by_place.pk, name="Cup", points="total") is None


def test_totals_of_one_kind_are_added(crew, two):
    Event.objects.update(format="duplicate", format_settings={})
    made(crew, *two)
    Event.objects.update(format="groups", format_settings={"carry": True})
    made(crew, *two)


def test_a_season_of_an_earlier_release_keeps_its_totals(crew, two):
    season = made(crew, *two)
    Event.objects.filter(pk=two[0].pk).update(format="knock_out", format_settings={})
    assert change_season(Person(crew.owner).caller, season.pk, name="Old", points="total") is None
    assert len(table(season).lines) == 4
    said = "This season adds totals that don’t fit together"
    assert said in page(browser(crew.organizer), season.get_absolute_url())
    assert said not in page(browser(crew.member), season.get_absolute_url())


# --- Forms


def test_a_preset_is_stored_as_numbers_and_offered_again(crew):
    new(crew, points="10-8-6-5-4-3-2-1", points_table="nonsense", least_events="")
    season = Season.objects.get()
    assert (season.points, season.points_table) == ("table", [10, 8, 6, 5, 4, 3, 2, 1])
    assert season.least_events == 1
    html = page(browser(crew.organizer), reverse("season_edit", args=[season.slug]))
    assert '<option value="10-8-6-5-4-3-2-1" selected>' in html
    assert 'value="10, 8, 6, 5, 4, 3, 2, 1"' in html


@pytest.mark.parametrize(
    ("numbers", "said"),
    [
        ("", "Enter the points for each place."),
        ("ten, five", "Enter whole numbers, such as 25, 18, 15."),
        ("5, 8", "8 is more than the place before gets. Start with the winner."),
        ("99999", "Enter at most 10000 here; this is 99999."),
    ],
)
def test_an_own_points_table_is_checked(crew, numbers, said):
    answer = new(crew, points="table", points_table=numbers)
    assert answer.status_code == 422
    assert said in answer.content.decode()
    assert not Season.objects.exists()


def test_an_own_points_table_can_be_typed_with_any_separator(crew):
    new(crew, points="table", points_table="7/5 3, 1")
    assert Season.objects.get().points_table == [7, 5, 3, 1]


def test_a_new_event_is_added_to_the_season_of_the_last_one(crew, two):
    season = made(crew, *two)
    client = browser(crew.organizer)
    url = reverse("event_new", args=[crew.club.slug])
    html = page(client, url)
    assert f'<option value="{season.pk}" selected>League</option>' in html
    client.post(url, form(season=season.pk))
    assert season.events.count() == 3
    client.post(url, form(name="Alone", season=""))
    assert season.events.count() == 3


def test_the_event_form_says_if_its_totals_do_not_fit_the_season(crew, two):
    season = made(crew, *two)
    client = browser(crew.organizer)
    url = reverse("event_new", args=[crew.club.slug])
    answer = client.post(url, form(season=season.pk, format="knock_out"))
    assert answer.status_code == 422
    assert "can’t be added to each other: May, June and" in answer.content.decode()
    assert Event.objects.count() == 2


def test_closed_seasons_and_those_of_other_clubs_are_not_offered(crew, two):
    season = made(crew, *two)
    Season.objects.update(closed_at=two[0].finished_at)
    client = browser(crew.organizer)
    url = reverse("event_new", args=[crew.club.slug])
    assert 'name="season"' not in page(client, url)
    assert client.post(url, form(season=season.pk)).status_code == 302
    assert season.events.count() == 2
