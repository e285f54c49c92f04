"""Series: the next event is created by itself, once, with the same settings."""

from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.urls import reverse
from django.utils import timezone

from tests.players import Person
from tests.tournaments.events import agreed
from tests.tournaments.events.browsing import at, browser, form, make, page
from tests.tournaments.events.evening import Evening, refused
from tournaments.clubs.models import Club, Membership
from tournaments.clubs.services import club
from tournaments.events.core.denials import EventCode
from tournaments.events.core.models import Event
from tournaments.events.seasons.services import add_events, create_season
from tournaments.events.series import services
from tournaments.events.series.models import EventSeries, SeriesEvent
from tournaments.events.series.services import Repetition, continue_series, set_repetition
from tournaments.events.setup.services import cancel_event, change_event, open_sign_up
from tournaments.events.tasks import continue_series as task

BERLIN = ZoneInfo("Europe/Berlin")


@pytest.fixture(name="clock")
def _clock(monkeypatch):
    """Return a function that sets the time for all services."""
    times = []

    def set_time(moment):
        times.append(moment)

    real = timezone.now
    monkeypatch.setattr(timezone, "now", lambda: times[-1] if times else real())
    return set_time


def berlin(*moment):
    return datetime(*moment, tzinfo=BERLIN)


def repeated(crew, clock, repetition=None, **terms):
    """Return an event on Tuesday, 16 March 2027, at 19:30 in Berlin, that repeats every week."""
    crew.club.time_zone = "Europe/Berlin"
    crew.club.save()
    clock(berlin(2027, 3, 10, 12))
    evening = Evening.of(crew, starts_at=berlin(2027, 3, 16, 19, 30), minutes=180, **terms)
    evening.well(set_repetition, repetition or Repetition("week"))
    return evening.well(open_sign_up)


def starts(crew):
    """Return the starts of the club's events in Berlin, in order."""
    found = Event.objects.filter(club=crew.club).order_by("starts_at")
    return [each.starts_at.astimezone(BERLIN).strftime("%d.%m. %H:%M") for each in found]


def end(event):
    Event.objects.filter(pk=event.pk).update(status=Event.Status.FINISHED, awaits_settlement=False)


@pytest.mark.every_database
def test_the_next_event_is_made_once_when_the_previous_one_is_over(crew, clock):
    evening = repeated(crew, clock, description="Bring a friend.", entry_limit=12, uneven="bots")
    task()
    assert starts(crew) == ["16.03. 19:30"]
    end(evening.event)
    for _ in range(3):
        task()
    assert starts(crew) == ["16.03. 19:30", "23.03. 19:30"]
    made = Event.objects.latest("pk")
    assert made.status == Event.Status.OPEN
    same = ("name", "description", "entry_limit", "uneven", "rules", "deals", "format", "max_loss")
    for name in same:
        assert getattr(made, name) == getattr(evening.event, name), name
    assert made.seed != evening.event.seed
    assert not made.entries.exists()
    text = page(browser(crew.member), reverse("event", args=[made.slug]))
    assert "Sign-up was opened automatically" in text
    assert "Every Tuesday, 19:30" in text


def test_the_time_of_day_stays_when_the_clocks_change(crew, clock):
    evening = repeated(crew, clock)
    for _ in range(2):
        end(Event.objects.latest("starts_at"))
        task()
    # Summer time begins on 28 March.
    assert starts(crew) == ["16.03. 19:30", "23.03. 19:30", "30.03. 19:30"]
    first, *_others, last = Event.objects.order_by("starts_at")
    assert first.starts_at.hour - last.starts_at.hour == 1
    assert evening.event.pk == first.pk


def test_an_event_can_be_opened_days_ahead_even_while_another_runs(crew, clock):
    repeated(crew, clock, Repetition("week", days_ahead=3))
    task()
    clock(berlin(2027, 3, 20, 19, 29))
    task()
    assert len(starts(crew)) == 1
    clock(berlin(2027, 3, 20, 19, 31))
    task()
    task()
    assert starts(crew) == ["16.03. 19:30", "23.03. 19:30"]


def test_an_event_that_was_never_started_does_not_hold_up_the_series(crew, clock):
    repeated(crew, clock)
    clock(berlin(2027, 3, 16, 22, 29))
    task()
    assert len(starts(crew)) == 1
    clock(berlin(2027, 3, 16, 22, 31))
    task()
    assert len(starts(crew)) == 2


def test_dates_that_have_passed_are_not_made_up_for(crew, clock):
    evening = repeated(crew, clock)
    end(evening.event)
    clock(berlin(2027, 4, 13, 19, 45))
    task()
    assert starts(crew) == ["16.03. 19:30", "20.04. 19:30"]


def test_a_series_ends_after_its_last_date(crew, clock):
    evening = repeated(crew, clock, Repetition("week", until=date(2027, 3, 23)))
    end(evening.event)
    task()
    end(Event.objects.latest("starts_at"))
    task()
    assert len(starts(crew)) == 2
    assert EventSeries.objects.get().stopped_at is not None


def test_a_stopped_series_makes_no_more_events(crew, clock):
    evening = repeated(crew, clock)
    series = EventSeries.objects.get()
    assert refused(
        services.stop_series(Person(crew.member).caller, series.pk), EventCode.NOT_ALLOWED
    )
    browser(crew.organizer).post(reverse("series_stop", args=[series.pk]))
    end(evening.event)
    task()
    assert len(starts(crew)) == 1
    # Repeated again, it goes on.
    evening.event.refresh_from_db()
    Event.objects.update(status=Event.Status.OPEN)
    evening.well(set_repetition, Repetition("fortnight"))
    end(evening.event)
    task()
    assert starts(crew) == ["16.03. 19:30", "30.03. 19:30"]
    assert EventSeries.objects.count() == 1


def test_a_date_is_skipped_and_put_back_on_the_events_page(crew, clock):
    evening = repeated(crew, clock)
    series = EventSeries.objects.get()
    client, url = browser(crew.organizer), reverse("club_events", args=[crew.club.slug])
    text = page(client, url)
    assert "Every Tuesday, 19:30" in text
    assert "Skip 23 March 2027" in text
    client.post(reverse("series_skip", args=[series.pk, "2027-03-23"]))
    assert "Put 23 March 2027 back" in page(client, url)
    assert "Skip 23 March 2027" not in page(browser(crew.member), url)
    client.post(reverse("series_skip", args=[series.pk, "2027-03-30"]))
    client.post(reverse("series_unskip", args=[series.pk, "2027-03-30"]))
    end(evening.event)
    task()
    assert starts(crew) == ["16.03. 19:30", "30.03. 19:30"]
    # A day without a date of the series, and one that has its event.
    for day in ("2027-03-31", "2027-03-30"):
        denied = services.skip_date(
            Person(crew.organizer).caller, series.pk, date.fromisoformat(day), skips=True
        )
        assert refused(denied, EventCode.SERIES_DATE_GONE)
    assert client.post(reverse("series_skip", args=[series.pk, "soon"])).status_code == 404


def test_the_calendar_shows_planned_dates(crew, clock):
    repeated(crew, clock)
    series = EventSeries.objects.get()
    services.skip_date(Person(crew.organizer).caller, series.pk, date(2027, 3, 23), skips=True)
    url = reverse("club_calendar", args=[crew.club.slug])
    assert page(browser(crew.member), f"{url}?month=2027-03").count("is-planned") == 1
    assert page(browser(crew.member), f"{url}?month=2027-04").count("is-planned") == 4
    Event.objects.update(visibility=Event.Visibility.MEMBERS)
    assert "is-planned" not in page(browser(), f"{url}?month=2027-04")


def test_a_series_of_one_event_follows_it_to_another_day_and_a_longer_one_does_not(crew, clock):
    evening = repeated(crew, clock)
    evening.well(change_event, starts_at=berlin(2027, 3, 17, 20))
    evening.well(set_repetition, Repetition("week"))
    end(evening.event)
    task()
    assert starts(crew) == ["17.03. 20:00", "24.03. 20:00"]
    other = Event.objects.latest("starts_at")
    caller = Person(crew.organizer).caller
    assert change_event(caller, other.pk, starts_at=berlin(2027, 3, 25, 20)) is None
    assert set_repetition(caller, other.pk, Repetition("week")) is None
    end(other)
    task()
    assert starts(crew)[-1] == "31.03. 20:00"


def test_with_a_stake_everyone_agrees_again(crew, clock):
    evening = repeated(crew, clock, stake_minor=50, currency="HKD").joined(4)
    end(evening.event)
    task()
    made = Event.objects.latest("starts_at")
    assert (made.stake_minor, made.currency) == (50, "HKD")
    assert not made.entries.exists()
    assert agreed.enter(made, evening.people[0]) is None
    assert made.entries.get().user_id == evening.people[0].user.pk


def test_an_event_that_the_club_does_not_cover_stops_the_series_and_says_so(crew, clock):
    evening = repeated(crew, clock, stake_minor=50, currency="HKD", uneven="bots")
    Club.objects.update(house_limit_minor=1)
    end(evening.event)
    task()
    assert len(starts(crew)) == 1
    text = page(browser(crew.organizer), reverse("club_events", args=[crew.club.slug]))
    assert "The series stopped because its next event couldn’t be created." in text


def test_the_owner_answers_for_events_if_the_organizer_has_left(crew, clock):
    evening = repeated(crew, clock)
    Membership.objects.filter(user=crew.organizer).delete()
    end(evening.event)
    task()
    assert Event.objects.latest("starts_at").created_by == crew.owner


def test_a_closed_club_gets_no_more_events(crew, clock):
    evening = repeated(crew, clock)
    evening.well(cancel_event, "no hall")
    assert club.close(Person(crew.owner).caller, crew.club.pk) is None
    task()
    assert len(starts(crew)) == 1


def test_the_next_event_counts_in_the_same_open_seasons(crew, clock):
    evening = repeated(crew, clock)
    season = create_season(evening.desk, crew.club, name="2027")
    assert add_events(evening.desk, season.pk, evening.event.pk) is None
    end(evening.event)
    task()
    assert set(season.events.all()) == set(Event.objects.all())


def test_the_form_repeats_an_event_and_shows_how(crew):
    assert make(crew, repeats="month", repeats_ahead="7").status_code == 302
    series = EventSeries.objects.get()
    assert (series.every, series.until, series.days_ahead) == ("month", None, 7)
    event = SeriesEvent.objects.get(series=series).event
    url = reverse("event_edit", args=[event.slug])
    text = page(browser(crew.organizer), url)
    assert '<option value="month" selected>' in text
    # A copy of it is no part of the series.
    copied = page(
        browser(crew.organizer),
        reverse("event_new", args=[crew.club.slug]) + f"?like={event.slug}",
    )
    assert '<option value="month" selected>' not in copied
    browser(crew.organizer).post(url, form(rules="as-they-are", repeats=""))
    series.refresh_from_db()
    assert series.stopped_at is not None


def test_the_form_refuses_a_last_date_before_the_event(crew):
    answer = make(crew, repeats="week", repeats_until="2026-01-01")
    assert answer.status_code == 422
    assert "The last date is before the event itself." in answer.content.decode()
    assert not Event.objects.exists()


def test_looking_for_due_events_takes_two_queries_for_any_number_of_series(
    crew, clock, django_assert_num_queries
):
    repeated(crew, clock)
    for number in range(3):
        other = Evening.of(crew, name=f"E{number}", starts_at=timezone.now() + timedelta(days=9))
        other.well(set_repetition, Repetition("week"))
    with django_assert_num_queries(2):
        continue_series()


def test_the_pages_are_for_organizers(crew, clock):
    evening = repeated(crew, clock)
    series = EventSeries.objects.get()
    for name, more in (("series_stop", ()), ("series_skip", ("2027-03-23",))):
        url = reverse(name, args=[series.pk, *more])
        assert browser(crew.member).post(url).status_code == 403
    assert "Stop series" not in page(
        browser(crew.member), reverse("club_events", args=[crew.club.slug])
    )
    assert "Every Tuesday" in page(browser(crew.member), at("event", evening))


def test_a_series_cannot_end_before_its_event_and_unknown_ones_are_refused(crew, clock):
    evening = repeated(crew, clock)
    wanted = Repetition("week", until=date(2027, 3, 15))
    assert refused(evening.do(set_repetition, wanted), EventCode.SERIES_ENDS_BEFORE)
    desk = Person(crew.organizer).caller
    assert refused(services.stop_series(desk, 10**6), EventCode.NO_SERIES)
    Club.objects.update(closed_at=timezone.now())
    stopped = services.stop_series(desk, EventSeries.objects.get().pk)
    assert refused(stopped, EventCode.CLUB_CLOSED)
