"""Deals with real cards entered by organizers in an event with a stake: they wait for others."""

from datetime import timedelta

import pytest
from django.db.models import F
from django.urls import reverse
from django.utils import timezone

from accounts.notices.models import Notice
from tests.players import Person
from tests.tournaments.events.browsing import browser, page
from tests.tournaments.events.evening import refused
from tests.tournaments.events.paper_evening import OTHER, PLAIN, PLAIN_NETS, PaperEvening
from tests.tournaments.events.settling.test_settlement import HKD, check_fully_settled, points_of
from tournaments.clubs.models import Membership
from tournaments.events import tasks, upkeep
from tournaments.events.core.denial_texts import sentence
from tournaments.events.core.denials import EventCode
from tournaments.events.core.models import Event
from tournaments.events.corrections.models import EventCorrection
from tournaments.events.corrections.services import confirm_correction, decline_correction
from tournaments.events.paper.deal import WrittenDeal
from tournaments.events.paper.models import PaperDeal
from tournaments.events.paper.services import close_table, confirm_deal, dispute_deal, write_deal
from tournaments.events.rounds import proposal
from tournaments.events.rounds.models import EventTable
from tournaments.ledger.settling.models import Settlement


def seated(crew, people: int = 4, named: int = 0) -> PaperEvening:
    evening = PaperEvening.open(crew, format_settings={"rounds": 1}, **HKD)
    return evening.seated(people=people, named=named)


def a_day_later() -> None:
    """Move the clock so that waiting deals become due."""
    past = {"stands_at": F("stands_at") - timedelta(days=1, minutes=1)}
    PaperDeal.objects.update(**past)
    EventCorrection.objects.exclude(takes_effect_at=None).update(
        takes_effect_at=F("takes_effect_at") - timedelta(days=1, minutes=1)
    )


def second_organizer(evening: PaperEvening) -> Person:
    return Person(evening.crew.owner)


@pytest.mark.every_database
def test_a_deal_entered_by_an_organizer_does_not_count_at_once(crew):
    evening = seated(crew)
    table = evening.table()
    for number, deal in enumerate((PLAIN, OTHER), 1):
        assert evening.as_desk(table, number, deal, reason="From the slip") is None
    assert not evening.deal(table).is_confirmed
    upkeep.sweep()
    evening.event.refresh_from_db()
    assert evening.event.status == "running"
    assert evening.nets(table) == [None] * 4


def test_players_are_notified_of_an_organizers_deal_and_one_of_them_confirms_it(crew):
    evening = seated(crew)
    table = evening.table()
    assert evening.as_desk(table, 1, PLAIN, reason="From the slip") is None
    told = Notice.objects.filter(kind="event.paper-deal").values_list("user", flat=True)
    assert set(told) == {each.user.pk for each in evening.people}
    player = evening.at(table, 2)
    assert "oscar entered one of your deals: Spring" in page(browser(player.user), "/")
    shown = page(browser(player.user), f"/events/{evening.event.slug}/sheets/{table.pk}/")
    assert "unless a player disputes it" in shown
    assert evening.confirms(table, 2, 1) is None
    assert evening.deal(table).is_confirmed


def test_an_organizers_deal_counts_after_a_day_without_a_dispute(crew):
    evening = seated(crew)
    table = evening.table()
    for number, deal in enumerate((PLAIN, OTHER), 1):
        assert evening.as_desk(table, number, deal, reason="From the slip") is None
    upkeep.sweep()
    assert evening.nets(table) == [None] * 4
    a_day_later()
    upkeep.sweep()
    upkeep.sweep()
    evening.event.refresh_from_db()
    assert evening.nets(table) == [25, 25, 13, -63]
    assert evening.event.status == "finished"
    tasks.settle_event(evening.event.pk)
    check_fully_settled(evening.event)
    steps = list(evening.deal(table).records.values_list("step", flat=True))
    assert steps == ["written", "undisputed"]
    shown = page(browser(crew.organizer), f"/events/{evening.event.slug}/sheets/{table.pk}/")
    assert "Deal 1 wasn’t disputed within 24 hours" in shown


def written_after_the_end(crew) -> PaperEvening:
    """A settled event with a deal that an organizer entered at a finished table.

    Earlier releases allowed it, so stored events may have such deals.
    """
    evening = seated(crew)
    table = evening.table()
    assert evening.do(close_table, table.pk, "late") is None
    rows = EventTable.objects.filter(pk=table.pk)
    finished_at = rows.get().finished_at
    rows.update(finished_at=None)
    assert evening.as_desk(table, 1, PLAIN, reason="From the slip") is None
    rows.update(finished_at=finished_at)
    proposal.propose_round(evening.event.pk)
    tasks.settle_event(evening.event.pk)
    evening.event.refresh_from_db()
    return evening


@pytest.mark.every_database
def test_a_deal_that_counts_after_the_end_is_settled_as_a_correction(crew):
    evening = written_after_the_end(crew)
    a_day_later()
    upkeep.sweep()
    assert evening.nets(evening.table()) == PLAIN_NETS
    check_fully_settled(evening.event)
    settlements = Settlement.objects.order_by("number").values_list("number", "reason", "made_by")
    first, corrected = settlements
    assert first == (1, "", None)
    assert corrected == (2, "From the slip", crew.organizer.pk)


def test_no_unconfirmed_deal_counts_once_results_are_final(crew):
    evening = written_after_the_end(crew)
    ended = evening.event.finished_at - timedelta(days=8)
    Event.objects.filter(pk=evening.event.pk).update(finished_at=ended)
    a_day_later()
    upkeep.sweep()
    deal = evening.deal(evening.table())
    assert (deal.is_confirmed, deal.stands_at) == (False, None)
    assert evening.nets(evening.table()) == [0, 0, 0, 0]
    check_fully_settled(evening.event)


def test_a_disputed_deal_does_not_count_after_a_day(crew):
    evening = seated(crew)
    table = evening.table()
    assert evening.as_desk(table, 1, PLAIN, reason="From the slip") is None
    player = evening.at(table, 3)
    said = (player.caller, evening.event.pk, table.pk, 1)
    assert dispute_deal(*said, version=1, text="I had four") is None
    a_day_later()
    upkeep.sweep()
    assert not evening.deal(table).is_confirmed
    # Another organizer decides, not the one who entered it.
    own = evening.do(confirm_deal, table.pk, 1, version=1, reason="I saw it")
    assert refused(own, EventCode.OWN_DEAL)
    other = second_organizer(evening).caller
    confirm = (other, evening.event.pk, table.pk, 1)
    assert confirm_deal(*confirm, version=1, reason="I saw it") is None


def test_a_second_organizer_cannot_confirm_a_deal_that_players_can_confirm(crew):
    evening = seated(crew)
    table = evening.table()
    assert evening.as_desk(table, 1, PLAIN, reason="From the slip") is None
    other = second_organizer(evening).caller
    answer = confirm_deal(other, evening.event.pk, table.pk, 1, version=1, reason="I saw it")
    assert refused(answer, EventCode.PLAYERS_CONFIRM)
    assert "A player at the table has to confirm this deal" in sentence(answer)


def test_a_second_organizer_confirms_a_deal_of_players_without_an_account(crew):
    evening = seated(crew, people=0, named=4)
    table = evening.table()
    assert evening.as_desk(table, 1, PLAIN, reason="From the slip") is None
    own = evening.do(confirm_deal, table.pk, 1, version=1, reason="I saw it")
    assert refused(own, EventCode.OWN_DEAL)
    other = second_organizer(evening).caller
    confirm = (other, evening.event.pk, table.pk, 1)
    assert confirm_deal(*confirm, version=1, reason="I saw it") is None
    assert evening.deal(table).is_confirmed


@pytest.mark.parametrize("people", [4, 1])
def test_the_score_sheet_offers_confirming_only_to_those_who_can(crew, people):
    evening = seated(crew, people=people, named=4 - people)
    table = evening.table()
    assert evening.as_desk(table, 1, PLAIN, reason="From the slip") is None
    url = reverse("event_paper", args=[evening.event.slug, table.pk])
    player = evening.people[0]
    for user in (crew.organizer, crew.owner):
        shown = page(browser(user), url)
        assert "Confirm deal 1" not in shown
        assert "can confirm deal 1." in shown
        assert player.user.shown_name in shown.partition(" can confirm deal 1.")[0]
    assert "Confirm deal 1" in page(browser(player.user), url)
    assert " can confirm deal 1." not in page(browser(player.user), url)


def test_the_score_sheet_leads_another_organizer_to_deals_that_no_player_can_confirm(crew):
    evening = seated(crew, people=0, named=4)
    table = evening.table()
    assert evening.as_desk(table, 1, PLAIN, reason="From the slip") is None
    url = reverse("event_paper", args=[evening.event.slug, table.pk])
    own = page(browser(crew.organizer), url)
    assert "Confirm deal 1" not in own
    assert "Another organizer can confirm deal 1." in own
    assert "Confirm deal 1" in page(browser(crew.owner), url)


def test_an_organizer_can_confirm_a_deal_entered_by_a_player(crew):
    evening = seated(crew)
    table = evening.table()
    assert evening.writes(table, 0, 1) is None
    url = reverse("event_paper", args=[evening.event.slug, table.pk])
    assert "Confirm deal 1" in page(browser(crew.organizer), url)
    answer = evening.do(confirm_deal, table.pk, 1, version=1, reason="saw it")
    assert answer is None
    assert evening.deal(table).is_confirmed


# --- Corrections of deals


def settled_event(crew, named: int = 0) -> PaperEvening:
    evening = seated(crew, people=4 - named, named=named)
    evening.play_sheet(evening.table(), PLAIN, OTHER)
    proposal.propose_round(evening.event.pk)
    evening.event.refresh_from_db()
    tasks.settle_event(evening.event.pk)
    return evening


TURNED = WrittenDeal(winner=3, left=(3, 2, 1, 0))


def test_an_organizers_correction_of_a_deal_applies_when_a_player_confirms_it(crew):
    evening = settled_event(crew)
    table, before = evening.table(), points_of(evening.event)
    made = evening.as_desk(table, 1, TURNED, version=1, reason="typo")
    assert isinstance(made, EventCorrection)
    assert (evening.deal(table).nets, points_of(evening.event)) == (PLAIN_NETS, before)
    player = evening.at(table, 1).caller
    assert confirm_correction(player, evening.event.pk, made.pk) is None
    assert evening.deal(table).nets == PLAIN_NETS[::-1]
    check_fully_settled(evening.event)


@pytest.mark.every_database
def test_a_correction_of_a_deal_applies_after_a_day(crew):
    evening = settled_event(crew)
    table = evening.table()
    evening.as_desk(table, 1, TURNED, version=1, reason="typo")
    upkeep.sweep()
    assert evening.deal(table).nets == PLAIN_NETS
    a_day_later()
    upkeep.sweep()
    assert evening.deal(table).nets == PLAIN_NETS[::-1]
    check_fully_settled(evening.event)


def test_a_correction_of_a_deal_that_a_player_declines_never_applies(crew):
    evening = settled_event(crew)
    table = evening.table()
    made = evening.as_desk(table, 1, TURNED, version=1, reason="typo")
    player = evening.at(table, 0).caller
    assert decline_correction(player, evening.event.pk, made.pk) is None
    a_day_later()
    upkeep.sweep()
    assert evening.deal(table).nets == PLAIN_NETS


def test_a_correction_in_the_organizers_favour_needs_all_losing_players(crew):
    evening = settled_event(crew)
    table = evening.table()
    winner = evening.at(table, 3).user
    Membership.objects.filter(user=winner).update(role="organizer")
    made = write_deal(
        Person(winner).caller, evening.event.pk, table.pk, 1, TURNED, version=1, reason="typo"
    )
    assert made.takes_effect_at is None
    a_day_later()
    upkeep.sweep()
    assert evening.deal(table).nets == PLAIN_NETS
    # Both players who lose by it have to confirm it.
    one, other = (evening.at(table, place).caller for place in (0, 1))
    assert confirm_correction(one, evening.event.pk, made.pk) is None
    assert evening.deal(table).nets == PLAIN_NETS
    assert confirm_correction(other, evening.event.pk, made.pk) is None
    assert evening.deal(table).nets == PLAIN_NETS[::-1]


def test_an_organizers_deal_counts_at_once_in_an_event_for_points(crew):
    evening = PaperEvening.open(crew).seated()
    table = evening.table()
    assert evening.as_desk(table, 1, PLAIN, reason="From the slip") is None
    assert evening.deal(table).is_confirmed
    assert evening.as_desk(table, 1, TURNED, version=1, reason="typo") is None
    assert evening.deal(table).nets == PLAIN_NETS[::-1]


def test_no_deal_can_be_corrected_after_seven_days(crew):
    evening = settled_event(crew)
    evening.event.finished_at = timezone.now() - timedelta(days=7)
    evening.event.save()
    answer = evening.as_desk(evening.table(), 1, TURNED, version=1, reason="typo")
    assert refused(answer, EventCode.RESULTS_FINAL)
