"""Event dates: pages, and calendar feeds parsed with the library."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone
from icalendar import Calendar

from tests.statement_counts import assert_at_most
from tests.tournaments.clubs.people import person
from tests.tournaments.events.browsing import browser, form, page
from tests.tournaments.events.evening import Evening
from tournaments.clubs.models import Club, Membership
from tournaments.clubs.services import club
from tournaments.events.calendar.feed import uid
from tournaments.events.calendar.models import EventReader
from tournaments.events.calendar.month import FIRST_YEAR, LAST_YEAR, Month
from tournaments.events.calendar.services import renew_calendar
from tournaments.events.core.models import Event
from tournaments.events.entries.signing_up import enter
from tournaments.events.rounds import publication
from tournaments.events.setup.services import cancel_event, open_check_in, open_sign_up

FEED = "text/calendar; charset=utf-8"


@pytest.fixture
def evening(crew) -> Evening:
    return Evening.of(crew, description="Bring, a; friend.\nOr two.").well(open_sign_up)


def set_start(evening: Evening, at: datetime) -> None:
    Event.objects.filter(pk=evening.event.pk).update(starts_at=at)


def add_events(evening: Evening, count: int) -> None:
    for number in range(count):
        Evening.of(evening.crew, name=f"Evening {number}").well(open_sign_up)


def month(crew, text="", user=None, status=200) -> str:
    url = reverse("club_calendar", args=[crew.club.slug])
    return page(browser(user), f"{url}?month={text}" if text else url, status)


def feed(crew, client=None, **headers):
    return (client or browser()).get(reverse("club_feed", args=[crew.club.slug]), headers=headers)


def read(answer) -> list:
    assert answer.status_code == 200, answer
    assert answer["Content-Type"] == FEED
    return Calendar.from_ical(answer.content).walk("VEVENT")


# --- Pages


def test_the_calendar_shows_events_on_the_day_in_the_clubs_time_zone(crew, evening):
    crew.club.time_zone = "Asia/Hong_Kong"
    crew.club.save()
    set_start(evening, datetime(2031, 11, 30, 16, 30, tzinfo=UTC))
    december = month(crew, "2031-12")
    assert '<time datetime="2031-12-01">' in december
    assert "Spring" in december
    assert "00:30" in december
    november = month(crew, "2031-11")
    assert "Spring" not in november
    assert "No events this month." in november
    assert "Times are in the time zone Hong Kong." in november


def test_the_last_hour_of_a_25_hour_day_belongs_to_its_month(crew, evening):
    crew.club.time_zone = "Europe/Berlin"
    crew.club.save()
    # The last half hour of the month in which the clocks are put back.
    set_start(evening, datetime(2027, 10, 31, 22, 45, tzinfo=UTC))
    assert "23:45" in month(crew, "2027-10")
    assert "Spring" not in month(crew, "2027-11")


def test_the_calendar_starts_at_the_current_month_and_links_to_its_neighbours(crew, evening):
    set_start(evening, timezone.now() + timedelta(seconds=1))
    text = month(crew)
    assert "Spring" in text
    assert 'rel="prev"' in text
    assert 'rel="next"' in text
    assert "This month" not in text
    assert "This month" in month(crew, "2031-12")
    assert 'rel="prev"' not in month(crew, f"{FIRST_YEAR}-01")
    assert 'rel="next"' not in month(crew, f"{LAST_YEAR}-12")


@pytest.mark.parametrize("asked", ["2031-13", "soon", "2031-1", "99999-01", "²⁰31-01", "1999-12"])
def test_the_calendar_says_that_a_month_is_invalid(crew, asked):
    assert "isn’t a month, so here’s the current month." in month(crew, asked)


@pytest.mark.parametrize("number", range(1, 13))
def test_each_month_ends_where_the_next_one_begins(number):
    here = Month(2031, number)
    assert here.shifted(1).shifted(-1) == here
    assert Month.parse(str(here)) == here
    begin, end = here.span(ZoneInfo("Europe/Berlin"))
    assert here.shifted(1).span(ZoneInfo("Europe/Berlin"))[0] == end > begin


def test_the_calendar_is_public_and_shows_no_drafts(crew, evening):
    draft = Evening.of(crew, name="Secret plan")
    set_start(draft, timezone.now() + timedelta(minutes=1))
    set_start(evening, timezone.now() + timedelta(minutes=1))
    for user in (None, crew.guest, crew.stranger, crew.member, crew.organizer):
        text = month(crew, user=user)
        assert "Spring" in text
        assert "Secret plan" not in text
    assert browser().get(reverse("club_calendar", args=["nosuchclub"])).status_code == 404
    link = reverse("club_calendar", args=[crew.club.slug])
    events = reverse("club_events", args=[crew.club.slug])
    assert f'href="{events}"' in page(browser(), crew.club.get_absolute_url())
    assert f'href="{link}"' in page(browser(), events)


def test_the_events_page_lists_upcoming_and_past_events_that_its_reader_may_see(crew, evening):
    draft, over = Evening.of(crew, name="Secret plan"), Evening.of(crew, name="Winter")
    over.well(open_sign_up)
    over.well(cancel_event, "Snow.")
    url = reverse("club_events", args=[crew.club.slug])
    for user, sees_draft in ((crew.stranger, False), (crew.member, False), (crew.organizer, True)):
        upcoming, _, past = page(browser(user), url).partition("Past events")
        assert "Spring" in upcoming
        assert ("Secret plan" in upcoming) == sees_draft
        assert "Winter" in past
    assert draft.event.status == Event.Status.DRAFT
    assert browser().get(reverse("club_events", args=["nosuchclub"])).status_code == 404


def queries_of(client, url) -> int:
    client.get(url)
    with CaptureQueriesContext(
        connection,
    ) as counted:
        assert client.get(url).status_code == 200
    return len(counted)


@pytest.mark.every_database
def test_pages_and_feeds_take_the_same_queries_for_any_number_of_events(crew, evening):
    renew_calendar(evening.desk)
    token = EventReader.objects.get().calendar_token
    urls = [
        reverse("club_calendar", args=[crew.club.slug]),
        reverse("club_feed", args=[crew.club.slug]),
        reverse("own_feed", args=[token]),
        reverse("event_dates"),
        reverse("club_events", args=[crew.club.slug]),
    ]
    client = browser(crew.organizer)
    before = [queries_of(client, url) for url in urls]
    add_events(evening, 7)
    assert_at_most([queries_of(client, url) for url in urls], before)
    assert before[1] <= 5


# --- Feeds


def test_a_calendar_library_reads_every_field_of_the_feed(crew, evening):
    crew.club.place = "Pier 7"
    crew.club.save()
    (found,) = read(feed(crew))
    event = Event.objects.get()
    assert str(found["SUMMARY"]) == "Spring"
    assert found.start == event.starts_at.replace(microsecond=0)
    assert found.end == found.start + timedelta(hours=3)
    assert str(found["STATUS"]) == "CONFIRMED"
    assert str(found["LOCATION"]) == "Pier 7"
    assert str(found["DESCRIPTION"]).split("\n\n") == [
        "Fixed rounds, 3 rounds\n1 deal per round\nRules: Standard rules",
        "Bring, a; friend.\nOr two.",
        f"Sign-up, seating and standings: http://testserver/events/{event.slug}/",
    ]
    assert str(found["URL"]) == f"http://testserver/events/{event.slug}/"
    assert found["SEQUENCE"] == event.version
    assert found["LAST-MODIFIED"].dt == event.changed_at.replace(microsecond=0)


def test_a_changed_event_keeps_its_uid_and_raises_its_sequence(crew, evening):
    (before,) = read(feed(crew))
    evening.joined(1)
    (after,) = read(feed(crew))
    assert str(after["UID"]) == str(before["UID"]) == uid(evening.event)
    assert after["SEQUENCE"] > before["SEQUENCE"]


def test_the_feed_marks_cancelled_events_and_leaves_out_drafts(crew, evening):
    Evening.of(crew, name="Draft")
    evening.well(cancel_event, "No room")
    (found,) = read(feed(crew))
    assert str(found["STATUS"]) == "CANCELLED"


@pytest.mark.parametrize(
    ("fold", "utc"), [(0, datetime(2027, 10, 31, 0, 30)), (1, datetime(2027, 10, 31, 1, 30))]
)
def test_the_feed_is_unambiguous_in_an_hour_that_occurs_twice(crew, evening, fold, utc):
    zone = ZoneInfo("Europe/Berlin")
    set_start(evening, datetime(2027, 10, 31, 2, 30, fold=fold, tzinfo=zone))
    (found,) = read(feed(crew))
    assert found.start == utc.replace(tzinfo=UTC)
    assert found.end == found.start + timedelta(hours=3)


def test_an_unchanged_feed_is_answered_with_not_modified(crew, evening):
    first = feed(crew)
    assert first["ETag"]
    assert first["Last-Modified"]
    assert feed(crew, if_none_match=first["ETag"]).status_code == 304
    assert feed(crew, if_modified_since=first["Last-Modified"]).status_code == 304
    evening.well(open_check_in)
    assert feed(crew, if_none_match=first["ETag"]).status_code == 200
    Event.objects.all().delete()
    assert read(feed(crew, if_none_match=first["ETag"])) == []


def test_a_feed_answers_head_requests_and_an_unknown_club_has_none(crew, evening):
    assert browser().head(reverse("club_feed", args=[crew.club.slug])).status_code == 200
    assert browser().get(reverse("club_feed", args=["nosuchclub"])).status_code == 404


def test_a_single_event_can_be_downloaded_for_a_calendar(crew, evening):
    url = reverse("event_ics", args=[evening.event.slug])
    (found,) = read(browser().get(url))
    assert str(found["SUMMARY"]) == "Spring · Harbour Club"
    assert url in page(browser(), reverse("event", args=[evening.event.slug]))


# --- The user's own calendar


def own(user):
    client = browser(user)
    assert client.post(reverse("event_calendar_link")).status_code == 302
    return reverse("own_feed", args=[EventReader.objects.get(user=user).calendar_token])


def test_a_members_own_feed_covers_all_clubs_and_needs_no_sign_in(crew, evening):
    other = club.create(Evening.of(crew).desk, name="Hill Club")
    assert isinstance(other, Club)
    Membership.objects.create(club=other, user=crew.member)
    hill = Evening.of(crew, name="Autumn")
    Event.objects.filter(pk=hill.event.pk).update(club=other, status=Event.Status.OPEN)
    url = own(crew.member)
    names = {str(each["SUMMARY"]) for each in read(browser().get(url))}
    assert names == {"Spring · Harbour Club", "Autumn · Hill Club"}
    known = browser().get(url)
    assert browser().get(url, headers={"If-None-Match": known["ETag"]}).status_code == 304
    assert "private" in known["Cache-Control"]
    Membership.objects.filter(club=other, user=crew.member).delete()
    left = browser().get(url, headers={"If-None-Match": known["ETag"]})
    assert [str(each["SUMMARY"]) for each in read(left)] == ["Spring · Harbour Club"]


def test_renewing_the_feed_address_disables_the_old_one(crew, evening):
    first = own(crew.member)
    text = page(browser(crew.member), reverse("event_dates"))
    assert first in text
    second = own(crew.member)
    assert first != second
    assert len(second.rsplit("/", 1)[1]) > 30
    assert browser().get(first).status_code == 404
    assert browser().get(second).status_code == 200
    crew.member.is_active = False
    crew.member.save()
    assert browser().get(second).status_code == 404


def test_the_page_of_own_dates_lists_events_of_the_users_clubs(crew, evening):
    url = reverse("event_dates")
    assert enter(evening.joined(1).people[0].caller, evening.event.pk) is not None
    mine = page(browser(evening.people[0].user), url)
    assert "Spring" in mine
    assert "signed up" in mine
    assert "Spring" not in page(browser(crew.stranger), url)
    guest = page(browser(crew.guest), url)
    assert "You need an account to join a club." in guest


# --- Event texts


def test_the_organizer_sets_the_length_and_the_spectator_delay(crew):
    url = reverse("event_new", args=[crew.club.slug])
    client = browser(crew.organizer)
    assert client.post(url, form()).status_code == 302
    made = Event.objects.get()
    assert (made.minutes, made.spectator_delay) == (180, 0)
    assert client.post(url, form(minutes="95", spectator_delay="10")).status_code == 302
    made = Event.objects.latest("pk")
    assert (made.ends_at - made.starts_at, made.spectator_delay) == (timedelta(minutes=95), 10)
    for wrong in ({"minutes": "5"}, {"spectator_delay": "61"}):
        assert client.post(url, form(**wrong)).status_code == 422


def test_tables_of_an_event_have_its_spectator_delay(crew):
    evening = Evening.of(crew, spectator_delay=7).started()
    evening.well(publication.publish_round)
    assert {each.table.spectator_delay for each in evening.tables()} == {7}
    assert "Allowed, with a delay of 7 plays" in page(
        browser(person("anna")), reverse("event", args=[evening.event.slug])
    )
