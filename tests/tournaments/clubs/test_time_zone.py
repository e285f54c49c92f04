"""Tests that upcoming events keep their time of day when a club changes its time zone."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest
from django.test import Client
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st

from accounts.notices.models import Notice
from tests.players import Person
from tests.tournaments.clubs.people import caller, person
from tests.tournaments.events.evening import Evening
from tournaments.clubs.models import Membership
from tournaments.clubs.services import club
from tournaments.events.calendar.services import same_time_of_day
from tournaments.events.core.models import Event
from tournaments.events.entries.leaving import withdraw
from tournaments.events.entries.signing_up import enter
from tournaments.events.notices.kinds import EventKind
from tournaments.events.setup.services import open_sign_up

EVENING = datetime(2027, 5, 1, 19, tzinfo=UTC)
HONG_KONG = "Asia/Hong_Kong"
ZONES = [HONG_KONG, "Europe/Berlin", "America/New_York", "Pacific/Kiritimati", "Asia/Kathmandu"]


def local(event: Event) -> datetime:
    event.refresh_from_db()
    event.club.refresh_from_db()
    return event.starts_at.astimezone(ZoneInfo(event.club.time_zone)).replace(tzinfo=None)


@pytest.fixture
def evening(crew, queued) -> Evening:
    found = Evening.of(crew, starts_at=EVENING).well(open_sign_up)
    assert enter(Person(crew.member).caller, found.event.pk) is None
    return found


def change(crew, zone: str) -> None:
    assert club.change(caller(crew.owner), crew.club.pk, time_zone=zone) is None


@pytest.mark.parametrize("zone", ZONES)
def test_an_event_at_seven_stays_at_seven(evening, zone):
    evening.event.refresh_from_db()
    version = evening.event.version
    change(evening.crew, zone)
    assert local(evening.event) == datetime(2027, 5, 1, 19)
    assert evening.event.version > version


def test_organizers_and_entrants_are_notified(evening):
    crew = evening.crew
    change(crew, HONG_KONG)
    told = Notice.objects.filter(kind=EventKind.NEW_TIME)
    assert {each.user for each in told} == {crew.organizer, crew.member}
    client = Client()
    client.force_login(crew.member)
    home = client.get(reverse("home")).content.decode()
    assert "The club now uses the time zone Hong Kong." in home
    page = client.get(reverse("event", args=[evening.event.slug])).content.decode()
    assert "time zone to Hong Kong. The event kept its time of day" in page


def test_waiting_users_are_notified_but_not_users_who_withdrew(crew, queued):
    evening = Evening.of(crew, starts_at=EVENING, entry_limit=1).well(open_sign_up)
    waits, gone = crew.organizer, person("gone-by")
    Membership.objects.create(club=crew.club, user=gone)
    for user in (crew.member, waits, gone):
        assert enter(Person(user).caller, evening.event.pk) is None
    assert withdraw(Person(gone).caller, evening.event.pk) is None
    change(crew, HONG_KONG)
    told = Notice.objects.filter(kind=EventKind.NEW_TIME)
    assert {each.user for each in told} == {crew.member, waits}


def test_changing_back_across_the_date_line_restores_the_start(evening):
    for zone in ("Pacific/Kiritimati", "Pacific/Honolulu", "America/New_York", "UTC"):
        change(evening.crew, zone)
        assert local(evening.event) == datetime(2027, 5, 1, 19)
    assert evening.event.starts_at == EVENING


@pytest.mark.parametrize("second", [False, True])
def test_an_hour_repeated_in_both_time_zones_stays_the_same_one(second):
    """Clocks go back in Berlin and Paris at the same time, so 02:30 comes twice."""
    moment = datetime(2027, 10, 31, 1 if second else 0, 30, tzinfo=UTC)
    berlin, paris = ZoneInfo("Europe/Berlin"), ZoneInfo("Europe/Paris")
    assert same_time_of_day(moment, berlin, paris) == moment
    # In a zone where the hour comes once, there is no choice.
    there = same_time_of_day(moment, berlin, ZoneInfo(HONG_KONG))
    assert there == datetime(2027, 10, 30, 18, 30, tzinfo=UTC)


def test_a_time_skipped_in_the_new_time_zone_becomes_an_hour_later():
    berlin, havana = ZoneInfo("Europe/Berlin"), ZoneInfo("America/Havana")
    # 00:30 of 14 March 2027 does not exist in Havana.
    moment = datetime(2027, 3, 13, 23, 30, tzinfo=UTC)
    moved = same_time_of_day(moment, berlin, havana)
    assert moved.astimezone(havana).replace(tzinfo=None) == datetime(2027, 3, 14, 1, 30)


def test_drafts_keep_their_time_of_day_and_started_events_do_not_move(evening):
    crew = evening.crew
    draft = Evening.of(crew, name="Draft", starts_at=EVENING)
    over = Evening.of(crew, name="Over", starts_at=EVENING)
    Event.objects.filter(pk=over.event.pk).update(status=Event.Status.FINISHED)
    runs = Evening.of(crew, name="Runs", starts_at=EVENING)
    Event.objects.filter(pk=runs.event.pk).update(status=Event.Status.RUNNING)
    change(crew, HONG_KONG)
    assert local(draft.event) == datetime(2027, 5, 1, 19)
    for each in (over, runs):
        each.event.refresh_from_db()
        assert each.event.starts_at == EVENING


def test_an_alias_of_the_same_time_zone_changes_nothing(evening):
    evening.event.refresh_from_db()
    version = evening.event.version
    Notice.objects.all().delete()
    change(evening.crew, "Etc/UTC")
    evening.event.refresh_from_db()
    assert evening.event.version == version
    assert not Notice.objects.exists()


def test_the_settings_page_explains_that_times_of_day_stay(evening):
    client = Client()
    client.force_login(evening.crew.owner)
    url = reverse("club_settings", args=[evening.crew.club.slug])
    assert "19:00 stays 19:00" in client.get(url).content.decode()


@given(
    st.datetimes(datetime(2000, 1, 1), datetime(2040, 1, 1)),
    st.sampled_from(ZONES),
    st.sampled_from(ZONES),
)
def test_the_time_of_day_is_kept_unless_the_other_zone_skips_it(moment, one, other):
    before, after = ZoneInfo(one), ZoneInfo(other)
    moved = same_time_of_day(moment.replace(tzinfo=UTC), before, after)
    shown = moment.replace(tzinfo=UTC).astimezone(before).replace(tzinfo=None)
    kept = moved.astimezone(after).replace(tzinfo=None)
    skipped = shown.replace(tzinfo=after).astimezone(UTC).astimezone(after)
    assert kept == shown or skipped.replace(tzinfo=None) != shown
