"""Two simultaneous changes to a score sheet: one succeeds, and the other is told why not."""

import pytest

from tests.tournaments.clubs.people import Crew, crew
from tests.tournaments.clubs.test_races import at_once
from tests.tournaments.events.paper_evening import OTHER, PLAIN, PaperEvening
from tournaments.events.core.denials import EventCode
from tournaments.events.paper.services import close_table
from tournaments.events.rounds import proposal

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.every_database]


@pytest.fixture(name="crew")
def _crew(transactional_db, queued) -> Crew:
    return crew()


@pytest.fixture
def seated(crew: Crew) -> PaperEvening:
    return PaperEvening.open(crew).seated()


def test_only_one_of_two_players_entering_a_deal_at_once_succeeds(seated):
    table = seated.table()
    answers = at_once(
        lambda: seated.writes(table, 0, 1, PLAIN), lambda: seated.writes(table, 1, 1, OTHER)
    )
    assert [each.code for each in answers if each is not None] == [EventCode.DEAL_WRITTEN_MEANWHILE]
    deal = seated.deal(table)
    assert (deal.version, deal.records.count(), deal.is_confirmed) == (1, 1, False)


def test_two_players_entering_the_same_deal_at_once_confirm_it(seated):
    table = seated.table()
    answers = at_once(*[lambda place=place: seated.writes(table, place, 1) for place in (0, 1)])
    assert answers == [None, None]
    deal = seated.deal(table)
    assert deal.is_confirmed
    assert deal.entered_by != deal.confirmed_by


def test_a_deal_changed_while_it_is_confirmed_is_never_confirmed_in_another_version(seated):
    table = seated.table()
    assert seated.writes(table, 0, 1) is None
    changed, confirmed = at_once(
        lambda: seated.writes(table, 0, 1, OTHER, version=1), lambda: seated.confirms(table, 1, 1)
    )
    deal = seated.deal(table)
    if confirmed is None:
        assert changed.code == EventCode.DEAL_CONFIRMED
        assert (deal.version, deal.is_confirmed) == (1, True)
    else:
        assert confirmed.code == EventCode.DEAL_WRITTEN_MEANWHILE
        assert (deal.version, deal.is_confirmed) == (2, False)


def test_the_last_deal_is_confirmed_once_by_several_players_at_once(seated):
    table = seated.table()
    for number in (1, 2):
        assert seated.writes(table, 0, number) is None
    assert seated.confirms(table, 1, 1) is None
    answers = at_once(
        *[lambda place=place: seated.confirms(table, place, 2) for place in (1, 2, 3)],
        lambda: seated.do(close_table, table.pk, "late"),
    )
    assert answers[3].code in (EventCode.TABLE_DONE, EventCode.DEALS_UNCONFIRMED)
    # A change after the end gets that answer.
    assert {each.code for each in answers[:3] if each is not None} <= {EventCode.TABLE_DONE}
    assert set(table.seats.values_list("deals_played", flat=True)) == {2}
    assert seated.deal(table, 2).records.filter(step="confirmed").count() == 1
    for _ in range(2):
        proposal.propose_round(seated.event.pk)
    assert seated.event.rounds.count() == 2
