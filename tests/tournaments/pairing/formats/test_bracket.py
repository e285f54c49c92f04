"""Bracket and consolation table of a knock-out, and the tables of groups."""

import random

import pytest

from tests.tournaments.pairing.formats.plays import HALL, finished, meet, people, run, with_results
from tournaments.pairing.formats.base import LeftOver
from tournaments.pairing.formats.bracket import bracket
from tournaments.pairing.formats.group_tables import group_tables
from tournaments.pairing.formats.groups import Groups
from tournaments.pairing.formats.knock_out import KnockOut
from tournaments.pairing.formats.seating_context import SeatingContext
from tournaments.pairing.rounds import Round, RoundResult, Seating
from tournaments.pairing.standings.chances import Bounds

FIRST = finished({1: 9, 2: 4, 3: -5, 4: -8}, {5: 7, 6: 6, 7: -1, 8: -12}, stage="knock_out")


def test_the_players_just_eliminated_play_for_the_next_places():
    final = KnockOut(consolation=True).pair([FIRST], people(8), 1, HALL)
    assert [set(table) for table in final.seating.tables] == [{1, 2, 5, 6}, {3, 4, 7, 8}]
    history = [FIRST, finished({1: -5, 2: 1, 5: 1, 6: 3}, {3: 50, 4: -20, 7: -10, 8: -20})]
    history[1] = Round(history[1].seating, history[1].results, "final")
    lines = KnockOut(consolation=True).standings(history, people(8))
    assert [line.entrant for line in lines] == [6, 2, 5, 1, 3, 7, 4, 8]
    assert [line.stage for line in lines] == ["final"] * 4 + ["consolation"] * 4
    # Places before the final are those of the first round.
    assert lines[4].total == 50
    assert KnockOut(consolation=True).pair(history, people(8), 1, HALL) is None


def test_both_tables_play_all_rounds_of_the_final():
    made = KnockOut(final_rounds=3, consolation=True)
    seen = run(made, 8, 5)
    assert [len(each.seating.tables) for each in seen.history] == [2, 2, 2, 2]
    firsts = {frozenset(each.seating.tables[0]) for each in seen.history[1:]}
    assert len(firsts) == 1
    assert {line.entrant for line in made.standings(seen.history, seen.entrants)[:4]} == {
        *firsts.pop()
    }


@pytest.mark.parametrize("players", range(4, 24))
@pytest.mark.parametrize("uneven", ["out", "smaller", "bots"])
def test_consolation_takes_no_place_of_the_final(players, uneven):
    context = SeatingContext(uneven=uneven)
    with_it, without = KnockOut(consolation=True), KnockOut()
    seen = run(with_it, players, players, context)
    assert len(seen.history) <= with_it.max_rounds(players, context)
    final = seen.history[-1]
    if final.stage != "final":
        return
    before = seen.history[:-1]
    other = without.pair(before, seen.entrants, players, context)
    assert set(final.seating.tables[0]) == set(other.seating.tables[0])
    bots = sum(table.count(None) for table in final.seating.tables)
    assert bots <= with_it.max_left_over(players, context).bots
    if before:
        second = {each for table in final.seating.tables[1:] for each in table if each is not None}
        assert second <= set(before[-1].seating.seated)


def test_no_consolation_table_if_it_cannot_be_filled():
    context = SeatingContext()
    first = finished({1: 9, 2: 4, 3: -5, 4: -8}, stage="knock_out")
    first = Round(Seating(first.seating.tables, (5, 6)), first.results, first.stage)
    final = KnockOut(consolation=True).pair([first], people(6), 1, context)
    assert meet(final) == {frozenset({1, 2, 5, 6})}
    assert KnockOut().max_left_over(8, SeatingContext(uneven="bots")).bots > 0
    assert KnockOut(consolation=True).max_left_over(8, context) == LeftOver(0, 3)


def test_events_from_before_the_option_have_none():
    assert not KnockOut().consolation
    assert "consolation" not in KnockOut().settings()
    assert KnockOut(consolation=True).settings()["consolation"] is True


def test_the_bracket_links_each_table_to_those_of_its_winners():
    quarter = finished(
        {1: 9, 2: 4, 3: -5, 4: -8},
        {5: 7, 6: 6, 7: -1, 8: -12},
        {9: 3, 10: 2, 11: -2, 12: -3},
        out=[13, 14],
        stage="knock_out",
    )
    semi = finished({1: 5, 5: 1, 9: -2, 13: -4}, {2: 8, 6: 1, 10: -4, 14: -5}, stage="knock_out")
    final = finished({1: 1, 5: 2, 2: -6, 6: 3}, {9: 0, 10: 1, 13: -1, 14: 0}, stage="final")
    more = finished({1: 9, 5: -2, 2: -6, 6: -1}, {9: 0, 10: 0, 13: 0, 14: 0}, stage="final")
    rounds = bracket([quarter, semi, final, more])
    assert [(each.number, each.is_final, each.byes) for each in rounds] == [
        (1, False, (13, 14)),
        (2, False, ()),
        (3, True, ()),
    ]
    assert [table.leads_to for table in rounds[0].tables] == [(0, 1)] * 3
    # The consolation table is no next stage.
    assert [table.leads_to for table in rounds[1].tables] == [(0,)] * 2
    assert [(s.occupant, s.points, s.advances) for s in rounds[1].tables[0].seats] == [
        (1, 5, True),
        (5, 1, True),
        (9, -2, False),
        (13, -4, False),
    ]
    assert [(s.occupant, s.points) for s in rounds[2].tables[0].seats] == [
        (1, 10),
        (6, 2),
        (5, 0),
        (2, -12),
    ]


def test_a_running_bracket_shows_who_is_through_and_who_has_no_result_yet():
    waiting = Round(FIRST.seating, {}, "knock_out")
    (only,) = bracket([waiting])
    assert {seat.points for table in only.tables for seat in table.seats} == {None}
    (only,) = bracket([FIRST], advancing=[1, 2, 5, 6])
    assert [seat.advances for seat in only.tables[1].seats] == [True, True, False, False]
    assert bracket([Round(FIRST.seating, FIRST.results, "group")]) == ()


# --- Groups

BOUNDS = Bounds(win=10, loss=10)


def tables(made, history, players, bounds=BOUNDS):
    return group_tables(made, history, people(players), seed=7, context=HALL, bounds=bounds)


def group_history(made, players, rounds, seed=3):
    rng = random.Random(seed)
    history = []
    for _ in range(rounds):
        history.append(with_results(made.pair(history, people(players), 7, HALL), rng))
    return history


def test_each_group_has_a_table_of_its_own_members():
    made = Groups(groups=2, group_rounds=3, past_cut=2)
    history = group_history(made, 16, 1)
    found = tables(made, history, 16)
    assert not found.is_decided
    assert sorted(len(group) for group in found.groups) == [8, 8]
    assert {line.state for group in found.groups for line in group} == {"open"}
    for group in found.groups:
        totals = [line.standing.total for line in group]
        assert totals == sorted(totals, reverse=True)
        assert group[0].place == 1


@pytest.mark.parametrize("cut", ["each", "overall"])
def test_those_through_are_those_who_play_on(cut):
    made = Groups(groups=2, group_rounds=3, cut=cut, past_cut=2 if cut == "each" else 4)
    history = group_history(made, 16, 3)
    found = tables(made, history, 16)
    through = {
        line.standing.entrant for group in found.groups for line in group if line.state == "through"
    }
    final = made.pair(history, people(16), 7, HALL)
    assert found.is_decided
    assert through == {*final.seating.seated}
    after = tables(made, [*history, final], 16)
    assert {x.standing.entrant for g in after.groups for x in g if x.state == "through"} == through
    if cut == "each":
        assert [sum(x.state == "through" for x in group) for group in found.groups] == [2, 2]


@pytest.mark.parametrize("seed", range(12))
def test_what_is_called_certain_before_the_last_round_comes_true(seed):
    made = Groups(groups=2, group_rounds=3, past_cut=2)
    history = group_history(made, 16, 2, seed)
    # Nets of a round are at most 90 either way.
    before = tables(made, history, 16, Bounds(win=90, loss=90))
    done = [*history, with_results(made.pair(history, people(16), 7, HALL), random.Random(seed))]
    after = {
        line.standing.entrant: line.state
        for group in tables(made, done, 16).groups
        for line in group
    }
    for group in before.groups:
        for line in group:
            assert line.state in ("open", after[line.standing.entrant])


def test_a_lead_that_cannot_be_caught_is_through():
    made = Groups(groups=2, group_rounds=2, past_cut=2)
    (round_one,) = group_history(made, 8, 1)
    wins = {}
    for table in round_one.seating.tables:
        for each, net in zip(sorted(table), (40, 40, -40, -40), strict=True):
            wins[each] = net
    again = made.pair([round_one], people(8), 7, HALL)
    results = {number: RoundResult(net) for number, net in wins.items()}
    history = [Round(round_one.seating, results, "group"), Round(again.seating, {}, "group")]
    assert {
        (line.standing.total, line.state)
        for group in tables(made, history, 8).groups
        for line in group
    } == {(40, "through"), (-40, "out")}
