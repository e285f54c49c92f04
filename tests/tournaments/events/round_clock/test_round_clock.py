"""The clock of rounds with real cards."""

from datetime import timedelta

import pytest
from django.utils import timezone

from tests.tournaments.events.browsing import at, browser, desk, page
from tests.tournaments.events.evening import Evening, deeds, refused
from tests.tournaments.events.paper_evening import PaperEvening
from tournaments.events.core.denials import EventCode
from tournaments.events.event_page.live import event_state
from tournaments.events.round_clock import services
from tournaments.events.round_clock.models import RoundClock
from tournaments.events.rounds import proposal, publication
from tournaments.events.starting.services import start_with_entrants, undo_start

NOW = timezone.now().replace(microsecond=0)


@pytest.fixture(name="clock")
def _clock(monkeypatch):
    """Return a function that sets the time for the services, in seconds after `NOW`."""
    times = [NOW]
    monkeypatch.setattr(services.timezone, "now", lambda: times[-1])
    return lambda seconds: times.append(NOW + timedelta(seconds=seconds))


@pytest.fixture
def evening(crew) -> PaperEvening:
    return PaperEvening.open(crew, minutes=95).seated()


def shown(evening):
    state = event_state(evening.event.pk)
    assert state is not None
    return state.clock


def test_a_clock_is_started_paused_and_resumed_where_it_stopped(evening, clock):
    assert shown(evening) is None
    evening.well(services.start_clock)
    # 95 minutes for 3 rounds.
    part = shown(evening)
    assert (part.minutes, part.is_running) == (30, True)
    assert part.ends == (NOW + timedelta(minutes=30)).timestamp() * 1000
    clock(600)
    evening.well(services.pause_clock)
    part = shown(evening)
    assert (part.is_running, part.left, part.left_text, part.ends) == (False, 1200, "20:00", 0)
    clock(10_000)
    evening.well(services.start_clock)
    assert shown(evening).ends == (NOW + timedelta(seconds=11_200)).timestamp() * 1000
    assert deeds(evening)[-3:] == ["clock-start", "clock-pause", "clock-start"]


def test_pressing_twice_changes_nothing(evening, clock):
    evening.well(services.pause_clock)
    assert not RoundClock.objects.exists()
    evening.well(services.start_clock)
    clock(60)
    version = evening.event.version
    evening.well(services.start_clock)
    assert evening.event.version == version
    assert shown(evening).ends == (NOW + timedelta(minutes=30)).timestamp() * 1000


def test_time_is_added_to_what_is_left_and_from_now_on_if_it_is_up(evening, clock):
    assert refused(evening.do(services.add_clock_time, 5), EventCode.CLOCK_NOT_STARTED)
    evening.well(services.start_clock)
    clock(60)
    evening.well(services.add_clock_time, 5)
    assert shown(evening).ends == (NOW + timedelta(minutes=35)).timestamp() * 1000
    clock(3600)
    evening.well(services.add_clock_time, 1)
    assert shown(evening).ends == (NOW + timedelta(minutes=61)).timestamp() * 1000


def test_new_minutes_count_for_a_clock_that_runs_and_for_later_rounds(evening, clock):
    evening.well(services.start_clock)
    clock(300)
    evening.well(services.set_clock_minutes, 40)
    assert shown(evening).ends == (NOW + timedelta(minutes=40)).timestamp() * 1000
    evening.well(services.set_clock_minutes, 1)
    assert shown(evening).ends == (NOW + timedelta(seconds=300)).timestamp() * 1000
    assert refused(evening.do(services.set_clock_minutes, 0), EventCode.CLOCK_MINUTES_WRONG)
    assert refused(evening.do(services.set_clock_minutes, 601), EventCode.CLOCK_MINUTES_WRONG)
    evening.play_sheet(evening.table())
    # Between rounds there is no clock; the next round has its whole time.
    assert shown(evening) is None
    assert refused(evening.do(services.start_clock), EventCode.NO_ROUND_FOR_CLOCK)
    evening.well(services.set_clock_minutes, 12)
    proposal.propose_round(evening.event.pk)
    evening.well(publication.publish_round)
    assert shown(evening) is None
    text = page(browser(evening.crew.organizer), at("event_desk", evening))
    assert "12:00" in text
    assert "Start clock" in text


def test_a_round_that_was_undone_and_published_again_has_its_whole_time(evening, clock):
    evening.well(services.start_clock)
    clock(600)
    evening.well(publication.undo_round, "wrong hall").well(publication.publish_round)
    assert shown(evening) is None
    evening.well(services.start_clock)
    assert shown(evening).ends == (NOW + timedelta(minutes=40)).timestamp() * 1000


def test_a_start_that_was_undone_and_repeated_gives_the_round_its_whole_time(evening, clock):
    evening.well(services.start_clock)
    clock(600)
    evening.well(undo_start).well(start_with_entrants)
    assert shown(evening) is None
    evening.well(services.start_clock)
    assert shown(evening).is_running


def test_the_clock_is_run_at_the_desk_and_shown_on_all_pages(evening):
    desk(evening, "clock-minutes", **{"clock-minutes-minutes": "20"})
    desk(evening, "clock-start")
    desk(evening, "clock-add-5")
    desk(evening, "clock-pause")
    text = page(browser(evening.crew.organizer), at("event_desk", evening))
    assert "Resume clock" in text
    for name in ("event", "event_projector", "event_desk"):
        text = page(browser(), at(name, evening)) if name != "event_desk" else text
        assert "Clock paused" in text, name
        assert "data-round-clock" in text


def test_only_organizers_run_the_clock_and_only_with_real_cards(evening, crew):
    for service, more in (
        (services.start_clock, ()),
        (services.pause_clock, ()),
        (services.add_clock_time, (5,)),
        (services.set_clock_minutes, (20,)),
    ):
        denied = service(evening.people[0].caller, evening.event.pk, *more)
        assert refused(denied, EventCode.NOT_ALLOWED)
    in_app = Evening.of(crew, name="App").started(people=0, bots=8)
    assert refused(in_app.do(services.start_clock), EventCode.APP_HAS_CLOCKS)
    assert "round-clock" not in page(browser(crew.organizer), at("event_desk", in_app)).split(
        "<main", 1
    )[1].replace("event-round_clock_desk", "")
