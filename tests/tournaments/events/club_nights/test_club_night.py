"""Club nights: seats, sessions that count, and the resulting standings."""

from fractions import Fraction

import pytest
from django.db import connection
from django.db.models import Sum
from django.test.utils import CaptureQueriesContext

from games.rules.ruleset.rule_set import RuleSet
from games.tables.denials import TableCode
from games.tables.models import Session, Table
from games.tables.proposals import END, PAUSE
from games.tables.services import rematch, seating, starting, votes
from tests.players import Game, Person
from tests.tournaments.clubs.people import play_house
from tests.tournaments.events.club_night import Night
from tests.tournaments.events.evening import refused
from tournaments.clubs.models import Membership
from tournaments.events import receivers, upkeep
from tournaments.events.club_nights.models import NightSession, NightTable
from tournaments.events.club_nights.services import (
    open_night_table,
    sit_down,
    take_night_result,
    uncounted,
    unfinished_sessions,
)
from tournaments.events.core import format_input
from tournaments.events.core.denials import EventCode
from tournaments.events.core.models import Event
from tournaments.events.corrections import penalties
from tournaments.events.corrections.services import correct_result
from tournaments.events.entries.leaving import remove_entrant
from tournaments.events.entries.models import Entry
from tournaments.events.entries.signing_up import enter_bot
from tournaments.events.rounds import proposal, publication
from tournaments.events.rounds.models import EventRound, EventSeat
from tournaments.events.setup.services import open_sign_up


@pytest.fixture
def night(crew) -> Night:
    return Night.begun(crew)


# --- Lifecycle


def test_a_club_night_starts_from_open_sign_up_and_proposes_no_rounds(crew):
    night = Night.of(crew).well(open_sign_up).joined(1)
    night.well(proposal.start_event)
    assert night.event.status == Event.Status.RUNNING
    assert not night.event.rounds.exists()
    # Entrants who have not come yet have no place.
    assert night.event.entries.get().status == Entry.Status.ENTERED
    proposal.propose_round(night.event.pk)
    upkeep.sweep()
    night.event.refresh_from_db()
    assert night.event.status == Event.Status.RUNNING


def test_a_club_night_can_have_a_check_in(crew):
    night = Night.of(crew).well(open_sign_up).joined(1).all_here()
    night.well(proposal.start_event)
    assert night.event.entries.get().status == Entry.Status.HERE
    assert night.totals() == {"player1": 0}


def test_a_club_night_takes_no_bots_as_entrants(night):
    assert refused(night.do(enter_bot), EventCode.NO_BOTS_ENTER)


def test_a_club_night_publishes_no_rounds_and_ends_without_a_reason(night):
    assert refused(night.do(publication.publish_round), EventCode.NO_ROUND)
    assert refused(night.do(proposal.redraw_seating), EventCode.NO_ROUND)
    night.well(proposal.end_event, "")
    assert night.event.status == Event.Status.FINISHED
    assert refused(night.do(proposal.end_event, ""), EventCode.OVER)


# --- Tables


def test_a_table_takes_its_terms_from_the_event(crew):
    play_house(crew.club)
    terms = {"deals": 3, "clock": "steady", "uneven": "bots", "spectators": False}
    night = Night.begun(crew, **terms, stake_minor=5, currency="EUR")
    table = night.opened()
    kept = (table.deals_planned, table.clock, table.bots, table.spectators)
    assert kept == (3, "steady", True, False)
    assert (table.stake_minor, table.currency) == (5, "EUR")
    assert table.bot_money == Table.BotMoney.HOUSE
    assert (table.joining, table.club) == (Table.Joining.MEMBERS, crew.club.pk)
    assert table.rules == night.event.rules
    assert table.purpose == Table.Purpose.COUNTS
    assert not table.is_arranged


def test_opening_a_table_or_sitting_down_signs_the_player_up(night):
    table = night.opened(0)
    assert night.sits(1, table) == table
    entered = night.event.entries.order_by("number").values_list("number", "name", "status")
    assert list(entered) == [(1, "guest1", "here"), (2, "guest2", "here")]
    # A second call does nothing.
    assert night.opened(0) == table
    assert night.sits(1, table) == table
    assert night.event.records.filter(deed="entered").count() == 2
    assert NightTable.objects.count() == 1


def test_a_player_cannot_sit_at_two_tables_of_a_club_night(night):
    table, other = night.opened(0), night.opened(1)
    assert (table.night_table.number, other.night_table.number) == (1, 2)
    answer = night.sits(0, other)
    assert refused(answer, EventCode.SITS_ELSEWHERE)
    assert answer.params == {"table": 1}
    assert seating.stand_up(night.people[0].caller, table.pk) is None
    # All players left, so the table is gone.
    assert not Table.objects.filter(pk=table.pk).exists()
    assert night.sits(0, other) == other


@pytest.mark.parametrize("who", ["stranger", "guest"])
def test_non_members_cannot_open_a_table_or_sit_down(night, who):
    caller = Person(getattr(night.crew, who)).caller
    table = night.opened(0)
    assert refused(open_night_table(caller, night.event.pk), EventCode.NOT_IN_CLUB)
    assert refused(sit_down(caller, night.event.pk, 1), EventCode.NOT_IN_CLUB)
    assert table.sessions.get().seats.count() == 1


def test_tables_can_be_opened_only_at_running_club_nights(crew):
    caller = Person(crew.member).caller
    draft = Night.of(crew)
    assert refused(open_night_table(caller, draft.event.pk), EventCode.NOT_NOW)
    over = Night.begun(crew, 0).well(proposal.end_event, "")
    assert refused(open_night_table(caller, over.event.pk), EventCode.OVER)
    rounds = Night.of(crew, format_name="fixed_rounds", format_settings={})
    assert refused(open_night_table(caller, rounds.event.pk), EventCode.NO_NIGHT)
    running = Night.begun(crew, 0)
    assert refused(sit_down(caller, running.event.pk, 7), EventCode.NO_NIGHT_TABLE)


def test_a_player_refused_at_a_full_table_is_not_signed_up(crew):
    night = Night.begun(crew, 5)
    table = night.opened(0)
    for who in (1, 2, 3):
        assert night.sits(who, table) == table
    assert refused(night.sits(4, table), TableCode.FULL)
    assert night.event.entries.count() == 4


def test_players_cannot_change_the_terms_of_a_table(night):
    table = night.opened(0)
    host = night.people[0].caller
    assert refused(starting.fill_with_bots(host, table.pk, bots=True), TableCode.TERMS_FIXED)
    # Without bots, the table waits for players.
    assert refused(starting.start(host, table.pk), TableCode.SEATS_FREE)
    for who in (1, 2, 3):
        night.sits(who, table)
    assert starting.start(host, table.pk) is None
    assert refused(votes.vote(host, table.pk, END, agree=True), TableCode.TERMS_FIXED)
    assert votes.vote(host, table.pk, PAUSE, agree=True) is None


# --- Sessions that count


def test_a_finished_session_becomes_a_round_of_one_table(night):
    session = night.counted(0, 1, 2, 3, left={0: 0, 1: 2, 2: 3, 3: 5})
    made = night.event.rounds.get()
    assert (made.number, made.status) == (1, EventRound.Status.FINISHED)
    (table,) = made.tables.all()
    assert (table.number, table.table) == (1, None)
    assert table.night_session.session == session
    # Each player gets the difference from every player left with more cards.
    assert night.totals() == {"guest1": 10, "guest2": 2, "guest3": -2, "guest4": -10}
    by_place = [seat.entry.number for seat in table.seats.order_by("place")]
    assert list(made.seated.tables[0]) == by_place
    assert table.seats.get(entry__name="guest1").deals_won == 1
    assert {seat.deals_played for seat in table.seats.all()} == {1}


def test_clockwise_rules_reverse_the_order_of_seats(crew):
    rules = RuleSet.make(options={"direction": "clockwise"})
    night = Night.begun(crew, rules=rules, rules_name="clockwise")
    night.counted(0, 1, 2, 3, left={0: 0})
    made = night.event.rounds.get()
    by_place = [seat.entry.number for seat in made.tables.get().seats.order_by("place")]
    assert list(made.seated.tables[0]) == by_place[::-1]


def test_a_session_counts_once_however_often_its_result_is_taken(night):
    session = night.counted(0, 1, 2, 3, left={0: 0})
    before = night.totals()
    assert take_night_result(session.pk) is None
    upkeep.sweep()
    assert night.event.rounds.count() == NightSession.objects.count() == 1
    assert night.totals() == before


def test_two_finished_sessions_get_different_round_and_table_numbers(crew):
    night = Night.begun(crew, 8)
    first, second = night.seated(0, 1, 2, 3), night.seated(4, 5, 6, 7)
    ended = [night.play(first, {0: 0}), night.play(second, {4: 0})]
    for session in reversed(ended):
        take_night_result(session.pk)
    assert list(night.event.rounds.values_list("number", flat=True)) == [1, 2]
    numbers = EventSeat.objects.values_list("event_table__number", flat=True).distinct()
    assert set(numbers) == {1, 2}


def test_the_end_of_a_session_queues_the_task_that_counts_it(
    night, monkeypatch, django_capture_on_commit_callbacks
):
    calls = []
    monkeypatch.setattr(receivers.night_session_over, "delay", calls.append)
    with django_capture_on_commit_callbacks(execute=True):
        session = night.play(night.seated(0, 1, 2, 3), {0: 0})
    assert calls == [session.pk]


def test_an_ordinary_table_does_not_count_for_the_club_night(night):
    game = Game.party(people=2, deals_planned=1)
    game.begin()
    session = game.finished()
    assert take_night_result(session.pk) is None
    upkeep.sweep()
    assert not night.event.rounds.exists()


def test_the_sweep_counts_a_session_whose_task_was_lost(night):
    night.play(night.seated(0, 1, 2, 3), {0: 0})
    assert not night.event.rounds.exists()
    upkeep.sweep()
    assert night.event.rounds.count() == 1
    assert not uncounted().exists()


def test_a_rematch_counts_as_another_session(night):
    session = night.counted(0, 1, 2, 3, left={0: 0, 1: 2, 2: 3, 3: 5})
    table = session.table
    for each in night.people:
        assert rematch.play_again(each.caller, table.pk) is None
    again = night.play(Table.objects.get(pk=table.pk), {0: 5, 1: 2, 2: 3, 3: 0})
    assert again.number == 2
    take_night_result(again.pk)
    assert night.totals() == {"guest1": 0, "guest2": 4, "guest3": -4, "guest4": 0}
    assert set(EventSeat.objects.values_list("event_table__number", flat=True)) == {1}


def test_players_who_sat_down_at_the_table_itself_are_signed_up_with_the_result(night):
    table = night.opened(0)
    for each in night.people[1:]:
        assert seating.sit(each.caller, table.pk, None) is None
    assert night.event.entries.count() == 1
    starting.start(night.people[0].caller, table.pk)
    take_night_result(night.play(table, {0: 0}).pk)
    assert night.event.entries.filter(status="here").count() == 4


def test_bots_fill_a_table_where_the_event_allows_it_and_are_not_entrants(crew):
    night = Night.begun(crew, 2, uneven="bots")
    night.counted(0, 1, left={0: 0, 1: 3})
    # Two bots were left with one card each.
    assert night.totals() == {"guest1": 5, "guest2": -7}
    assert EventSeat.objects.filter(entry=None).count() == 2
    assert EventSeat.objects.aggregate(sum=Sum("net"))["sum"] == 0
    seated = night.event.rounds.get().seated.tables[0]
    assert sorted(each for each in seated if each is not None) == [1, 2]


def test_a_player_who_leaves_the_club_during_a_session_keeps_the_result(night):
    table = night.seated(0, 1, 2, 3)
    Membership.objects.filter(user=night.people[1].user).delete()
    take_night_result(night.play(table, {1: 0}).pk)
    assert night.totals()["guest2"] > 0


def test_a_player_removed_during_a_session_keeps_its_result_and_can_return(night):
    table = night.seated(0, 1, 2, 3)
    night.well(remove_entrant, 2, "had to go")
    take_night_result(night.play(table, {1: 0}).pk)
    entry = night.event.entries.get(number=2)
    assert (entry.status, entry.left) == (Entry.Status.WITHDRAWN, 1)
    assert night.totals()["guest2"] > 0
    night.opened(1)
    entry.refresh_from_db()
    assert (entry.status, entry.left) == (Entry.Status.HERE, None)


def test_corrections_and_penalties_change_the_standings(night):
    night.counted(0, 1, 2, 3, left={0: 0, 1: 2, 2: 3, 3: 5})
    table = night.event.rounds.get().tables.get()
    nets = {seat.place: 0 for seat in table.seats.all()}
    night.well(correct_result, table.pk, nets, "cards were misread")
    night.well(penalties.give_penalty, 1, 4, "phone")
    assert night.totals() == {"guest1": -4, "guest2": 0, "guest3": 0, "guest4": 0}


# --- The end of the night


def test_finished_sessions_count_at_the_end_and_unfinished_ones_do_not(crew):
    night = Night.begun(crew, 8)
    done, half = night.seated(0, 1, 2, 3), night.seated(4, 5, 6, 7)
    # Its task is lost, or has not run yet.
    night.play(done, {0: 0})
    night.well(proposal.end_event, "the last bus")
    assert night.event.rounds.count() == 1
    assert unfinished_sessions(night.event) == 1
    late = night.play(half, {4: 0})
    assert take_night_result(late.pk) is None
    upkeep.sweep()
    assert night.event.rounds.count() == 1
    assert "guest5" in night.totals()
    assert night.totals()["guest5"] == 0
    assert unfinished_sessions(night.event) == 1


def test_a_session_that_ended_in_time_counts_even_if_its_task_is_late(night):
    table = night.seated(0, 1, 2, 3)
    session = night.play(table, {0: 0})
    night.well(proposal.end_event, "")
    # As if another process had committed the session's end only now.
    EventRound.objects.all().delete()
    take_night_result(session.pk)
    assert night.event.rounds.count() == 1


def test_open_tables_become_ordinary_tables_when_the_club_night_ends(night):
    waiting = night.opened(0)
    version = Table.objects.get(pk=waiting.pk).version
    night.well(proposal.end_event, "")
    told = Table.objects.get(pk=waiting.pk)
    assert told.purpose == Table.Purpose.LATE
    assert told.version == version + 1
    # It is now an ordinary table of the club.
    host = night.people[0].caller
    assert starting.fill_with_bots(host, told.pk, bots=True) is None


# --- Standings


def three_sessions(night: Night) -> None:
    """guest1: 10, −6, 2; guest2: 2, 6, −14."""
    night.counted(0, 1, 2, 3, left={0: 0, 1: 2, 2: 3, 3: 5})
    night.counted(0, 1, 2, 3, left={0: 3, 1: 0, 2: 1, 3: 2})
    night.counted(0, 1, 2, 3, left={0: 2, 1: 6, 2: 2, 3: 0})


def test_standings_by_the_sum_of_all_sessions(night):
    three_sessions(night)
    assert night.totals() == {"guest1": 6, "guest4": -2, "guest2": -6, "guest3": 2}
    assert sum(night.totals().values()) == 0


def test_standings_by_average_points_per_deal(crew):
    night = Night.begun(crew, 5, format_settings={"by": "average", "least_deals": 2})
    three_sessions(night)
    night.counted(0, 1, 2, 4, left={0: 1, 1: 1, 2: 1, 4: 0})
    lines = format_input.standings_of(night.event)
    names = dict(night.event.entries.values_list("number", "name"))
    assert {names[line.entrant]: line.total for line in lines} == {
        "guest1": Fraction(5, 4),
        "guest2": Fraction(-7, 4),
        "guest3": Fraction(1, 4),
        "guest4": Fraction(-2, 3),
        "guest5": 3,
    }
    # The best average, but too few deals for a place.
    assert names[lines[-1].entrant] == "guest5"
    assert names[lines[0].entrant] == "guest1"


def test_standings_by_the_best_sessions(crew):
    night = Night.begun(crew, format_settings={"by": "best", "best": 2})
    three_sessions(night)
    assert night.totals()["guest1"] == 10 + 2
    assert night.totals()["guest2"] == 2 + 6


def test_standings_take_no_more_queries_for_five_sessions_than_for_one(night):
    counts = []
    for sessions in (1, 4):
        for _ in range(sessions):
            night.counted(0, 1, 2, 3, left={0: 0})
        with CaptureQueriesContext(connection) as caught:
            format_input.standings_of(night.event)
        counts.append(len(caught))
    assert counts[1] <= counts[0] <= 4
    assert Session.objects.filter(status="finished").count() == 5
