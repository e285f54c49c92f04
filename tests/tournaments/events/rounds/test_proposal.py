"""Proposed rounds: updates after changed results and entries, as shown on the desk."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.players import Person
from tests.tournaments.clubs.people import person
from tests.tournaments.events.browsing import at, browser, desk, page
from tests.tournaments.events.evening import Evening, refused
from tests.tournaments.events.paper_evening import PLAIN, PaperEvening
from tournaments.clubs.models import Membership
from tournaments.events.core.denial_texts import sentence
from tournaments.events.core.denials import EventCode
from tournaments.events.core.format_input import (
    entrants_of,
    format_of,
    history_of,
    seating_context_of,
)
from tournaments.events.corrections import penalties
from tournaments.events.corrections.services import correct_result
from tournaments.events.entries.leaving import rejoin, remove_entrant, withdraw
from tournaments.events.entries.signing_up import enter
from tournaments.events.manual_seating.services import keep_apart, seat_by_hand
from tournaments.events.paper.deal import WrittenDeal
from tournaments.events.rounds import proposal, publication
from tournaments.events.rounds.models import EventRound, EventTable
from tournaments.pairing.rounds import Seating
from tournaments.pairing.seating.manual import adapted_seating

KNOCK_OUT = {"format_name": "knock_out", "format_settings": {"going_on": 2, "final_rounds": 1}}
SWISS = {"format_name": "swiss", "format_settings": {"rounds": 4, "window": 0}}
GROUPS = {
    "format_name": "groups",
    "format_settings": {"groups": 2, "group_rounds": 1, "past_cut": 2, "final_rounds": 1},
}


def after_round_one(crew, people=4, bots=4, **terms) -> Evening:
    evening = Evening.of(crew, **terms).started(people=people, bots=bots)
    return evening.well(publication.publish_round).play_round()


def round_players(evening) -> set[int]:
    seated = evening.round().seated
    return {*seated.seated, *seated.out}


def drawn_now(evening) -> Seating:
    """Return the seating that the format would draw from the current results and entries."""
    event = evening.event
    made = format_of(event).pair(
        history_of(event), entrants_of(event), event.seed, seating_context_of(event)
    )
    return made.seating


def reverse_table(evening, number=1) -> EventTable:
    """Correct a table's result of round 1 so that the last becomes first."""
    table = evening.event.rounds.get(number=1).tables.get(number=number)
    order = list(table.seats.order_by("net").values_list("place", flat=True))
    nets = dict(zip(order, (9, 3, -4, -8), strict=True))
    evening.well(correct_result, table.pk, nets, "the sheet was wrong")
    return table


@pytest.mark.parametrize("terms", [KNOCK_OUT, GROUPS, SWISS], ids=["knock-out", "groups", "swiss"])
def test_a_corrected_result_changes_the_proposed_round(crew, terms):
    evening = after_round_one(crew, **terms)
    before = evening.round().seated
    reverse_table(evening)
    assert evening.round().seated == drawn_now(evening) != before
    shown = page(browser(crew.organizer), at("event_desk", evening))
    assert "The proposed seating has changed" in shown
    assert "The result of table 1 in round 1 was corrected." in shown
    evening.well(publication.publish_round)
    assert evening.round().seated != before


@pytest.mark.every_database
def test_the_desk_names_players_a_correction_moved_in_or_out_until_dismissed(crew):
    evening = after_round_one(crew, **KNOCK_OUT)
    before = round_players(evening)
    reverse_table(evening)
    came, gone = round_players(evening) - before, before - round_players(evening)
    assert len(came) == len(gone) == 2
    called = dict(evening.event.entries.values_list("number", "name"))
    shown = page(browser(crew.organizer), at("event_desk", evening))
    for numbers, words in ((came, "Joined the round"), (gone, "Left the round")):
        one, other = (called[number] for number in sorted(numbers))
        assert f"{words}: {one} and {other}." in shown
    desk(evening, "changes-seen")
    assert "The proposed seating has changed" not in page(
        browser(crew.organizer), at("event_desk", evening)
    )


def test_a_penalty_and_its_reversal_change_the_proposed_round(crew):
    evening = after_round_one(crew, **KNOCK_OUT)
    before = evening.round().seated
    number = next(each for each in before.seated)
    evening.well(penalties.give_penalty, number, 100, "late")
    assert number not in round_players(evening)
    assert evening.round().seated == drawn_now(evening)
    given = evening.event.entries.get(number=number).penalties.get()
    evening.well(penalties.reverse_penalty, given.pk, "the bus")
    assert evening.round().seated == before
    shown = page(browser(crew.organizer), at("event_desk", evening))
    assert "got a 100-point penalty." in shown
    assert "was removed." in shown


@pytest.mark.every_database
def test_the_desk_shows_a_withdrawal_and_a_new_entrant(crew):
    evening = Evening.of(crew).started(people=4, bots=4)
    assert withdraw(evening.people[0].caller, evening.event.pk) is None
    late = person("late")
    Membership.objects.create(club=crew.club, user=late)
    assert enter(Person(late).caller, evening.event.pk) is None
    shown = page(browser(crew.organizer), at("event_desk", evening))
    assert "player1 withdrew." in shown
    assert "Left the round: player1." in shown
    assert "late signed up." in shown


@pytest.mark.every_database
def test_a_corrected_deal_with_real_cards_changes_the_proposed_round(crew):
    evening = PaperEvening.open(crew, deals=1, **KNOCK_OUT).seated(8)
    tables = [evening.table(1), evening.table(2)]
    for table in tables:
        evening.play_sheet(table, PLAIN)
    proposal.propose_round(evening.event.pk)
    before = round_players(evening)
    turned = WrittenDeal(winner=3, left=(3, 2, 1, 0))
    answer = evening.as_desk(tables[0], 1, turned, version=1, reason="typo")
    assert answer is None
    assert len(round_players(evening) - before) == 2
    assert evening.round().seated == drawn_now(evening)


def test_corrections_that_do_not_affect_the_proposal_leave_it_unchanged(crew):
    evening = after_round_one(crew)
    before = evening.round()
    reverse_table(evening)
    evening.well(penalties.give_penalty, 1, 5, "late")
    after = evening.round()
    assert (after.pk, after.seating, after.changes) == (before.pk, before.seating, None)
    evening.well(publication.publish_round)


def test_corrections_and_penalties_redraw_a_swiss_round_with_a_bye(crew):
    evening = after_round_one(crew, people=4, bots=5, **SWISS)
    before = evening.round().seated
    assert len(before.out) == 1
    for number in (1, 2):
        reverse_table(evening, number)
    assert evening.round().seated == drawn_now(evening) != before
    for entrant in evening.round().seated.tables[-1]:
        evening.well(penalties.give_penalty, entrant, 100, "late")
    assert evening.round().seated == drawn_now(evening)


def test_a_withdrawal_removes_the_bye_from_a_proposed_swiss_round(crew):
    evening = after_round_one(crew, people=5, bots=4, **SWISS)
    (out,) = evening.round().seated.out
    gone = next(
        each for each in evening.people if evening.event.entries.get(user=each.user).number != out
    )
    number = evening.event.entries.get(user=gone.user).number
    assert withdraw(gone.caller, evening.event.pk) is None
    assert round_players(evening) == {*range(1, 10)} - {number}
    assert evening.round().seated == drawn_now(evening)
    assert evening.round().seated.out == ()
    assert rejoin(gone.caller, evening.event.pk) is None
    assert number in round_players(evening)
    assert evening.round().seated == drawn_now(evening)


@pytest.mark.parametrize("terms", [KNOCK_OUT, GROUPS], ids=["knock-out", "groups"])
def test_reverting_a_correction_restores_the_proposal(crew, terms):
    evening = after_round_one(crew, **terms)
    table = evening.event.rounds.get(number=1).tables.get(number=1)
    nets = dict(table.seats.values_list("place", "net"))
    before = evening.round().seated
    reverse_table(evening)
    assert evening.round().seated != before
    evening.well(correct_result, table.pk, nets, "it was right after all")
    assert evening.round().seated == before == drawn_now(evening)


def test_correcting_an_older_round_changes_the_proposal(crew):
    evening = after_round_one(crew, **SWISS)
    evening.well(publication.publish_round).play_round()
    assert evening.round().number == 3
    before = evening.round().seated
    reverse_table(evening)
    number = evening.round().seated.seated[0]
    evening.well(penalties.give_penalty, number, 100, "late")
    assert evening.round().seated == drawn_now(evening) != before


# --- Seatings by hand


def swapped(evening) -> Seating:
    (one, two), out = evening.round().seated.tables, evening.round().seated.out
    return Seating(((two[0], *one[1:]), (one[0], *two[1:])), out)


@pytest.mark.every_database
def test_a_manual_seating_is_kept_when_the_players_of_the_round_change(crew):
    evening = Evening.of(crew).started(people=4, bots=5)
    by_hand = swapped(evening)
    evening.well(seat_by_hand, by_hand, "as they asked")
    (sits_out,) = by_hand.out
    gone = by_hand.tables[0][1]
    evening.well(remove_entrant, gone, "ill")
    one, two = evening.round().seated.tables
    assert two == by_hand.tables[1]
    assert one == tuple(sits_out if each == gone else each for each in by_hand.tables[0])
    shown = page(browser(crew.organizer), at("event_desk", evening))
    assert "was removed." in shown
    assert "Your manual seating is kept" in shown


def test_a_manual_seating_is_kept_when_results_change_but_players_do_not(crew):
    evening = after_round_one(crew, people=4, bots=4, **SWISS)
    by_hand = swapped(evening)
    evening.well(seat_by_hand, by_hand)
    reverse_table(evening)
    assert evening.round().seated == by_hand
    assert evening.round().drawn_seating == drawn_now(evening)
    shown = page(browser(crew.organizer), at("event_desk", evening))
    assert "Your manual seating is kept" in shown
    evening.well(publication.publish_round)
    assert evening.round().seated == by_hand


@pytest.mark.every_database
def test_an_organizer_can_discard_a_manual_seating(crew):
    evening = Evening.of(crew).started(people=4, bots=4)
    drawn = evening.round().seated
    evening.well(seat_by_hand, swapped(evening)).well(proposal.redraw_seating)
    assert evening.round().seated == drawn
    assert evening.round().changes is None


def test_keeping_a_pair_apart_overrides_a_manual_seating(crew):
    evening = Evening.of(crew).started(people=4, bots=4)
    by_hand = swapped(evening)
    evening.well(seat_by_hand, by_hand)
    one, other = by_hand.tables[0][:2]
    evening.well(keep_apart, one, other)
    assert not any({one, other} <= set(table) for table in evening.round().seated.tables)


def test_an_undone_round_takes_corrections_into_account(crew):
    evening = after_round_one(crew, **KNOCK_OUT)
    before = round_players(evening)
    evening.well(publication.publish_round)
    reverse_table(evening)
    assert round_players(evening) == before
    evening.well(publication.undo_round, "wrong players")
    assert round_players(evening) != before
    assert evening.round().seated == drawn_now(evening)


@pytest.mark.every_database
def test_an_undone_round_keeps_its_manual_seating(crew):
    evening = Evening.of(crew).started(people=4, bots=4)
    by_hand = swapped(evening)
    evening.well(seat_by_hand, by_hand).well(publication.publish_round)
    evening.well(publication.undo_round, "too early")
    assert evening.round().seated == by_hand
    assert evening.round().changes is None


@st.composite
def _arranged(draw):
    """Draw a seating, and one of other entrants at tables of other sizes."""
    people = draw(st.lists(st.integers(1, 30), min_size=4, max_size=24, unique=True))
    others = draw(st.lists(st.integers(1, 30), min_size=4, max_size=24, unique=True))
    return _seating(draw, people), _seating(draw, others)


def _seating(draw, people):
    sizes = draw(st.sampled_from(((4,), (3, 4), (4, 3))))
    tables, rest = [], list(people)
    while len(rest) >= min(sizes):
        size = next(each for each in (*sizes, min(sizes)) if each <= len(rest))
        tables.append(tuple(rest[:size]))
        rest = rest[size:]
        if draw(st.booleans()) and rest:
            # A bot takes a seat.
            tables[-1] = (*tables[-1][:-1], None)
    named = {each for table in tables for each in table if each is not None}
    return Seating(tuple(tables), tuple(sorted(set(people) - named)))


@settings(max_examples=200, deadline=None)
@given(both=_arranged())
def test_an_adapted_seating_seats_every_player_once_at_tables_of_the_right_sizes(both):
    arranged, now = both
    kept = adapted_seating(arranged, now)
    meant = [*now.seated, *now.out]
    assert sorted([*kept.seated, *kept.out]) == sorted(meant)
    assert sorted(map(len, kept.tables)) == sorted(map(len, now.tables))
    assert all(any(table) for table in kept.tables)
    assert adapted_seating(arranged, arranged) == Seating(
        arranged.tables, tuple(sorted(arranged.out))
    )


# --- Publication after changes


def test_a_proposal_that_changed_since_it_was_opened_is_not_published(crew):
    evening = after_round_one(crew, **KNOCK_OUT)
    shown = evening.round().seating_digest
    assert f'name="shown" value="{shown}"' in page(
        browser(crew.organizer), at("event_desk", evening)
    )
    reverse_table(evening)
    desk(evening, "publish", shown=shown)
    assert evening.round().status == EventRound.Status.PROPOSED
    answer = evening.do(publication.publish_round, shown=shown)
    assert refused(answer, EventCode.PROPOSAL_CHANGED)
    assert "has changed since you opened it" in sentence(answer)
    desk(evening, "publish", shown=evening.round().seating_digest)
    assert evening.round().status == EventRound.Status.RUNNING


@pytest.mark.every_database
def test_a_proposal_based_on_outdated_results_is_replaced_instead_of_published(crew):
    evening = after_round_one(crew, **KNOCK_OUT)
    before = round_players(evening)
    # As if the previous release had corrected it.
    table = evening.event.rounds.get(number=1).tables.get(number=1)
    for seat in table.seats.all():
        table.seats.filter(pk=seat.pk).update(net=-seat.net)
    answer = evening.do(publication.publish_round)
    assert refused(answer, EventCode.PROPOSAL_CHANGED)
    assert evening.round().status == EventRound.Status.PROPOSED
    assert round_players(evening) != before
    assert evening.round().seated == drawn_now(evening)
    assert evening.round().changes
    evening.well(publication.publish_round)


def test_a_proposal_from_the_previous_release_is_published_unchanged(crew):
    evening = after_round_one(crew, **KNOCK_OUT)
    before = evening.round().seated
    evening.event.rounds.filter(status="proposed").update(facts="", drawn=None)
    evening.well(publication.publish_round)
    assert evening.round().seated == before
