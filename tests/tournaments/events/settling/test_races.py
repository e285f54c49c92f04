"""Simultaneous settlement and correction of an event: settled once, with the final results."""

import pytest

from tests.tournaments.clubs.people import Crew, crew
from tests.tournaments.clubs.test_races import at_once
from tests.tournaments.events.paper_evening import PaperEvening
from tests.tournaments.events.settling.test_pages import played
from tests.tournaments.events.settling.test_settlement import check_fully_settled, settled
from tournaments.events import tasks
from tournaments.events.corrections import penalties
from tournaments.events.seasons.services import close_season, create_season
from tournaments.ledger.book.models import ClubBook, Posting
from tournaments.ledger.settling.models import Settlement

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.every_database]


@pytest.fixture(name="crew")
def _crew(transactional_db, queued) -> Crew:
    return crew()


@pytest.fixture
def evening(crew: Crew) -> PaperEvening:
    """A finished event that is not settled yet."""
    return played(crew)


def test_three_simultaneous_workers_settle_an_event_once(evening):
    at_once(*[lambda: tasks.settle_event(evening.event.pk)] * 3)
    assert Settlement.objects.count() == Posting.objects.count() == 1
    check_fully_settled(evening.event)


def test_a_penalty_during_the_settlement_is_included_or_settled_as_a_correction(evening):
    at_once(
        lambda: tasks.settle_event(evening.event.pk),
        lambda: evening.do(penalties.give_penalty, 1, 10, "Late"),
    )
    assert len(settled(evening.event)) in (1, 2)
    check_fully_settled(evening.event)


def test_two_simultaneous_penalties_are_settled_one_after_the_other(evening):
    tasks.settle_event(evening.event.pk)
    at_once(
        lambda: evening.do(penalties.give_penalty, 1, 10, "Late"),
        lambda: evening.do(penalties.give_penalty, 2, 5, "Loud"),
    )
    assert [each.number for each in settled(evening.event)] == [1, 2, 3]
    check_fully_settled(evening.event)


def test_closing_a_season_during_a_settlement_leaves_nothing_out(evening):
    ClubBook.objects.create(club=evening.crew.club, settles=ClubBook.Settles.SEASON)
    season = create_season(evening.desk, evening.crew.club, name="Spring")
    at_once(
        lambda: tasks.settle_event(evening.event.pk),
        lambda: close_season(evening.desk, season.pk),
    )
    assert Settlement.objects.filter(source="event").count() == 1
    of_season = Settlement.objects.get(source="club")
    assert sum(each.amount for each in of_season.transfers.all()) == 6300
