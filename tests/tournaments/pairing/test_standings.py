"""Standings: worked examples, laws, and chances of winning."""

import random
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise, product

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tournaments.pairing.rounds import Adjustment, Entrant, Penalty, Round, RoundResult, Seating
from tournaments.pairing.standings.chances import Bounds, chances
from tournaments.pairing.standings.cross_table import Meeting, cross_table
from tournaments.pairing.standings.lines import (
    CRITERIA,
    CountingRule,
    Decision,
    StageReached,
    changed_lines,
    standings,
)

random_events = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])


def played(*tables, out=(), won=None):
    """Return a round with the nets of each table, and deals won if needed."""
    return Round(
        Seating(tuple(tuple(table) for table in tables), tuple(out)),
        {
            number: RoundResult(net, (won or {}).get(number, 0), 4)
            for table in tables
            for number, net in table.items()
        },
    )


def people(count):
    return [Entrant(number) for number in range(1, count + 1)]


HISTORY = [
    played({1: 12, 2: 3, 3: -5, 4: -10}, out=[5]),
    played({5: 9, 1: -4, 2: 1, 3: -6}, out=[4]),
]


def test_worked_example():
    entrants = [
        Entrant(1, penalties=(Penalty(3, 1), Penalty(2, 2))),
        Entrant(2, adjustments=(Adjustment(1, 1),)),
        *people(5)[2:],
    ]
    lines = standings(HISTORY, entrants)
    # 5: 9; 2: 3 + 1 + 1 = 5; 1: 12 − 4 − 5 = 3; 4: −10; 3: −11.
    assert [(line.place, line.entrant, line.total) for line in lines] == [
        (1, 5, 9),
        (2, 2, 5),
        (3, 1, 3),
        (4, 4, -10),
        (5, 3, -11),
    ]
    first = lines[2]
    assert (first.points, first.penalty, first.adjustment, first.best_round) == (8, 5, 0, 12)
    assert first.total == first.points - first.penalty + first.adjustment
    assert first.decision == Decision("total", 3, -10)
    assert lines[-1].decision is None
    assert [(each.state, each.points, each.table) for each in lines[0].rounds] == [
        ("out", None, None),
        ("played", 9, 1),
    ]
    assert first.deals == 8


@pytest.mark.parametrize(
    ("by", "own", "other", "history", "penalties"),
    [
        ("total", 2, 1, [played({1: 2, 2: 1})], {}),
        # 5 − 3 and 2 − 0: the entrant with fewer penalty points is ahead.
        ("penalty", 0, 3, [played({1: 2, 2: 5})], {2: 3}),
        ("deals_won", 2, 1, [played({1: 0, 2: 0}, won={1: 2, 2: 1})], {}),
        ("played", 1, 0, [played({1: 0}, out=[2])], {}),
        ("best_round", 7, 4, [played({1: 7, 2: 4}), played({1: -7, 2: -4})], {}),
        ("shared", 0, 0, [played({1: 4, 2: 4}), played({1: -4, 2: -4})], {}),
    ],
)
def test_each_tie_break_decides_in_turn(by, own, other, history, penalties):
    entrants = [
        Entrant(number, penalties=(Penalty(penalties[number]),) if number in penalties else ())
        for number in (2, 1)
    ]
    lines = standings(history, entrants)
    assert [line.entrant for line in lines] == [1, 2]
    assert lines[0].decision == Decision(by, own, other)
    assert [line.place for line in lines] == ([1, 1] if by == "shared" else [1, 2])
    assert [line.shared for line in lines] == [by == "shared"] * 2
    assert by in (*CRITERIA, "shared")


def test_an_earlier_tie_break_outweighs_all_later_ones():
    history = [played({1: 0, 2: 0}, won={2: 4}), played({1: 0, 2: 9}), played({1: 3, 2: -3})]
    entrants = [Entrant(1), Entrant(2, penalties=(Penalty(3),))]
    lines = standings(history, entrants)
    assert [line.total for line in lines] == [3, 3]
    assert lines[0].entrant == 1
    assert lines[0].decision == Decision("penalty", 0, 3)


def test_the_place_after_shared_places_skips_them():
    lines = standings([played({1: 1, 2: 5, 3: 1, 4: 1, 5: -8})], people(5))
    assert [(line.entrant, line.place, line.shared) for line in lines] == [
        (2, 1, False),
        (1, 2, True),
        (3, 2, True),
        (4, 2, True),
        (5, 5, False),
    ]


@st.composite
def events(draw):
    count = draw(st.integers(2, 9))
    history = []
    for _ in range(draw(st.integers(0, 4))):
        there = draw(st.lists(st.integers(1, count), unique=True, min_size=2))
        nets = draw(st.lists(st.integers(-3, 3), min_size=len(there), max_size=len(there)))
        nets[0] -= sum(nets)
        out = [number for number in range(1, count + 1) if number not in there]
        history.append(played(dict(zip(there, nets, strict=True)), out=out))
    entrants = [
        Entrant(
            number, penalties=tuple(map(Penalty, draw(st.lists(st.integers(1, 3), max_size=1))))
        )
        for number in range(1, count + 1)
    ]
    return history, entrants


@random_events
@given(events(), st.randoms())
def test_the_order_and_numbers_of_entrants_do_not_matter(event, rng):
    history, entrants = event
    lines = standings(history, entrants)
    mixed_up = list(entrants)
    rng.shuffle(mixed_up)
    assert standings(history, mixed_up) == lines
    # Nor do numbers: a shared place is shared under any numbers.
    turned = {each.number: 100 - each.number for each in entrants}
    renamed = standings(
        [
            Round(
                Seating(
                    tuple(tuple(turned[seat] for seat in table) for table in each.seating.tables),
                    tuple(turned[seat] for seat in each.seating.out),
                ),
                {turned[number]: result for number, result in each.results.items()},
            )
            for each in history
        ],
        [replace(each, number=turned[each.number]) for each in entrants],
    )
    assert {turned[line.entrant]: line.place for line in lines} == {
        line.entrant: line.place for line in renamed
    }


@random_events
@given(events())
def test_totals_are_nets_minus_penalties(event):
    history, entrants = event
    lines = standings(history, entrants)
    assert sum(line.points for line in lines) == 0
    assert sum(line.total + line.penalty for line in lines) == 0
    for line in lines:
        assert line.points == sum(each.points or 0 for each in line.rounds)
    for above, below in pairwise(lines):
        assert above.total >= below.total
        assert (above.place == below.place) == (above.decision.by == "shared")


def test_missing_results_of_a_round_are_marked_as_awaited():
    waiting = Round(Seating(((1, 2), (3, 4))), {1: RoundResult(5), 2: RoundResult(-5)})
    lines = standings([waiting], people(5))
    states = {line.entrant: line.rounds[0].state for line in lines}
    assert states == {
        1: "played",
        2: "played",
        3: "awaited",
        4: "awaited",
        5: "absent",
    }


def test_a_player_who_left_stays_in_the_standings():
    lines = standings(HISTORY, [replace(people(1)[0], left=1), *people(5)[1:]])
    assert [(line.entrant, line.still_in) for line in lines[:2]] == [(5, True), (1, False)]


def test_a_player_who_got_further_ranks_higher_regardless_of_points():
    reached = {4: StageReached(2, "final", 2), 3: StageReached(2, "final", 2)}
    entrants = [*people(3), Entrant(4, penalties=(Penalty(1, 1),))]
    lines = standings(
        [HISTORY[0], played({3: -2, 4: 2})], entrants, reached=reached, places_before={4: 4}
    )
    # Rounds before the final count neither for nor against the finalists.
    assert [(line.entrant, line.total) for line in lines] == [(4, 2), (3, -2), (1, 12), (2, 3)]
    assert lines[1].decision == Decision("stage", 2, 0)
    assert lines[0].place_before == 4
    assert [each.counts for each in lines[0].rounds] == [False, True]


def test_only_the_best_rounds_count():
    history = [played({1: net, 2: -net}) for net in (3, -4, 8, 3)]
    lines = standings(history, people(2), counting=CountingRule(best=2))
    assert [(line.entrant, line.total) for line in lines] == [(1, 11), (2, 1)]
    # Of two equal rounds the earlier counts.
    assert [each.counts for each in lines[0].rounds] == [True, False, True, False]


def test_changed_lines_contain_only_the_lines_that_differ():
    before = standings(HISTORY, people(5))
    assert changed_lines(before, before) == ()
    corrected = [HISTORY[0], played({5: 10, 1: -5, 2: 1, 3: -6}, out=[4])]
    after = standings(corrected, people(5))
    assert [line.entrant for line in after] == [line.entrant for line in before]
    changed = changed_lines(before, after)
    assert {line.entrant for line in changed} == {1, 5}
    merged = {line.entrant: line for line in (*before, *changed)}
    assert set(merged.values()) == set(after)
    assert changed_lines((), after) == after


def test_the_cross_table_shows_each_meeting_from_both_sides():
    table = cross_table(HISTORY)
    assert table[1][2] == (Meeting(1, 1, 12, 3), Meeting(2, 1, -4, 1))
    assert table[2][1] == (Meeting(1, 1, 3, 12), Meeting(2, 1, 1, -4))
    assert table[1][5] == (Meeting(2, 1, -4, 9),)
    assert 5 not in table[4]
    shown = cross_table(HISTORY[:1], [{1: Fraction(1, 3), 2: Fraction(-1, 3)}])
    assert shown == {
        1: {2: (Meeting(1, 1, Fraction(1, 3), Fraction(-1, 3)),)},
        2: {1: (Meeting(1, 1, Fraction(-1, 3), Fraction(1, 3)),)},
    }


def test_standings_of_two_hundred_players_are_complete():
    rng = random.Random(1)
    history = []
    for _ in range(10):
        order = list(range(1, 201))
        rng.shuffle(order)
        tables = []
        for at in range(0, 200, 4):
            nets = [rng.randint(-40, 40) for _ in range(3)]
            tables.append(dict(zip(order[at : at + 4], (*nets, -sum(nets)), strict=True)))
        history.append(played(*tables))
    lines = standings(history, people(200))
    assert len(lines) == 200
    assert sum(line.total for line in lines) == 0
    assert sum(len(row) for row in cross_table(history).values()) > 5000


# --- Chances


def leading(**totals):
    """Return standings with these totals."""
    nets = {int(name[1:]): total for name, total in totals.items()}
    return standings([played(nets)], [Entrant(number) for number in nets])


def possible_winners(found):
    return {each.entrant for each in found if each.can_win}


def test_chances_compare_the_gap_with_what_can_close_it():
    lines = leading(p1=30, p2=10, p3=-5, p4=-35)
    found = {each.entrant: each for each in chances(lines, Bounds(win=20, loss=15), [(1, 2, 3, 4)])}
    assert [(found[each].gap, found[each].reach) for each in (1, 2, 3, 4)] == [
        (-20, 50),
        (20, 30),
        (35, 15),
        (65, -15),
    ]
    # 20 to win, and 15 that the leader may lose, close a gap of at most 35.
    assert {each.swing for each in found.values()} == {35}
    assert possible_winners(found.values()) == {1, 2, 3}
    assert [found[each].can_win_alone for each in (1, 2, 3, 4)] == [True, True, False, False]


def test_every_player_at_a_table_can_win_without_a_bound():
    lines = leading(p1=300, p2=10, p3=-5, p4=-305)
    found = chances(lines, Bounds(), [(1, 2, 3, 4)])
    assert possible_winners(found) == {1, 2, 3, 4}
    assert {(each.reach, each.swing) for each in found} == {(None, None)}


def test_a_player_who_sits_out_can_only_be_overtaken():
    lines = leading(p1=9, p2=8, p3=-8, p4=-9)
    found = {each.entrant: each for each in chances(lines, Bounds(3, 3), [(2, 3, 4)])}
    assert [found[each].reach for each in (1, 2, 3)] == [9, 11, -5]
    assert possible_winners(found.values()) == {1, 2}
    # 1 cannot win anything, but 2 may lose 3.
    assert found[1].swing == 3


def test_chances_account_for_points_summing_to_zero_at_a_table():
    # 2 and 3 cannot both stay below 1: 3 wins what 2 loses, so one passes the resting player.
    lines = leading(p1=0, p2=0, p3=0)
    found = {each.entrant: each for each in chances(lines, Bounds(5, 5), [(2, 3)])}
    assert (found[1].can_win, found[1].can_win_alone) == (True, False)
    assert found[2].can_win_alone


def test_only_players_in_the_last_stage_can_win():
    reached = {number: StageReached(1, "final") for number in (3, 4)}
    lines = standings([played({1: 50, 2: -10, 3: -20, 4: -20})], people(4), reached=reached)
    assert possible_winners(chances(lines, Bounds(), [(3, 4)])) == {3, 4}
    assert chances((), Bounds(), []) == ()


@random_events
@given(
    st.lists(st.integers(-6, 6), min_size=3, max_size=5),
    st.integers(1, 4),
    st.integers(1, 4),
    st.integers(0, 2),
)
def test_chances_match_a_search_of_all_outcomes(totals, win, loss, resting):
    """Compare with a second method: all outcomes of a last round."""
    lines = standings([played(dict(enumerate(totals, start=1)))], people(len(totals)))
    seated = tuple(range(1, len(totals) + 1 - min(resting, len(totals) - 2)))
    winners = set()
    alone = set()
    for nets in product(range(-loss, win + 1), repeat=len(seated)):
        if sum(nets) == 0:
            ends = dict(enumerate(totals, start=1))
            for number, net in zip(seated, nets, strict=True):
                ends[number] += net
            best = [number for number, end in ends.items() if end == max(ends.values())]
            winners.update(best)
            alone.update(best if len(best) == 1 else ())
    found = chances(lines, Bounds(win, loss), [seated])
    assert possible_winners(found) == winners
    assert {each.entrant for each in found if each.can_win_alone} == alone
