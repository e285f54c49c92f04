"""Tie-breaks: worked examples of each, and laws that hold for every order of them."""

import random
from fractions import Fraction
from itertools import pairwise, permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.pairing import formats
from tournaments.pairing.formats.settings import FormatError
from tournaments.pairing.rounds import Adjustment, Entrant, Penalty, Round, RoundResult, Seating
from tournaments.pairing.standings.lines import Decision, standings
from tournaments.pairing.standings.tie_breaks import (
    TIE_BREAKS,
    USUAL,
    head_to_head,
    opponents_strength,
)


def played(*tables, won=None):
    """Return a round with the nets of each table, and deals won if needed."""
    return Round(
        Seating(tuple(tuple(table) for table in tables)),
        {
            number: RoundResult(net, (won or {}).get(number, 0), 4)
            for table in tables
            for number, net in table.items()
        },
    )


def people(count):
    return [Entrant(number) for number in range(1, count + 1)]


def nets(history):
    return [{number: each.net for number, each in one.results.items()} for one in history]


def order(history, entrants, *tie_breaks):
    return [line.entrant for line in standings(history, entrants, tie_breaks=tie_breaks)]


# 1 and 2 end with +3 each. 2 was 7 points ahead of 1 at their common table, but won fewer deals.
TIED = [
    played({1: -2, 2: 5, 3: -1, 4: -2}, {5: 9, 6: -3, 7: -3, 8: -3}, won={1: 1, 2: 1}),
    played({1: 5, 3: 1, 5: -3, 6: -3}, {2: -2, 4: 4, 7: -1, 8: -1}, won={1: 3, 2: 1}),
]


def test_the_order_of_the_tie_breaks_decides():
    assert order(TIED, people(8), "deals_won", "head_to_head")[1:3] == [1, 2]
    assert order(TIED, people(8), "head_to_head", "deals_won")[1:3] == [2, 1]


def test_head_to_head_counts_only_rounds_at_the_same_table():
    lines = standings(TIED, people(8), tie_breaks=("head_to_head",))
    assert [line.entrant for line in lines[1:3]] == [2, 1]
    assert lines[1].decision == Decision("head_to_head", 7, -7)
    assert lines[1].tied_with == 1


def test_head_to_head_decides_nothing_unless_all_tied_players_have_met():
    history = [played({1: 4, 2: 1}, {3: 4, 4: -9}), played({1: 0, 4: 0}, {2: 3, 3: 0})]
    assert head_to_head([1, 2, 3], history, nets(history)) == {}
    assert head_to_head([1, 2], history, nets(history)) == {1: 3, 2: -3}
    lines = standings(history, people(4), tie_breaks=("head_to_head",))
    assert [(line.place, line.shared) for line in lines[:3]] == [(1, True)] * 3


def test_three_tied_players_are_compared_with_both_others():
    history = [played({1: 6, 2: 2, 3: -8}), played({1: -6, 2: 0, 3: 6}), played({3: 2, 2: -2})]
    # 1: 4 + 14 − 6 − 12 = 0; 2: −4 + 10 + 6 − 6 − 4 = 2; 3: the rest.
    assert head_to_head([1, 2, 3], history, nets(history)) == {1: 0, 2: 2, 3: -2}
    assert order(history, people(3), "head_to_head") == [2, 1, 3]


def test_opponents_count_with_their_totals_once_for_each_meeting():
    entrants = [
        *people(3),
        Entrant(4, penalties=(Penalty(6, 1),), adjustments=(Adjustment(1, 1),)),
    ]
    history = [played({1: 5, 2: -5}, {3: 2, 4: -2}), played({1: -5, 3: 5}, {2: 5, 4: -5})]
    # Totals: 0, 0, 7, −7 − 6 + 1 = −12.
    assert opponents_strength(entrants, history, nets(history)) == {
        1: Fraction(0 + 7, 2),
        2: Fraction(0 - 12, 2),
        3: Fraction(-12 + 0, 2),
        4: Fraction(7 + 0, 2),
    }
    lines = standings(history, entrants, tie_breaks=("opponents",))
    assert [line.entrant for line in lines] == [3, 1, 2, 4]
    assert lines[1].decision == Decision("opponents", Fraction(7, 2), Fraction(-6))


def test_bots_in_empty_seats_are_no_opponents():
    history = [
        Round(Seating(((1, 2, None),)), {1: RoundResult(3), 2: RoundResult(1)}),
        Round(Seating(((1, None, None),)), {1: RoundResult(-3)}),
    ]
    assert opponents_strength(people(2), history, nets(history)) == {1: 1, 2: 0}


def test_without_a_tie_break_equal_totals_share_the_place():
    lines = standings(TIED, people(8), tie_breaks=())
    assert [(line.place, line.shared) for line in lines[1:4]] == [(2, True), (2, True), (4, False)]


@st.composite
def events(draw):
    """Return the rounds and entrants of a small event with many ties."""
    rng = random.Random(draw(st.integers(0, 10**6)))
    entrants = [
        Entrant(number, penalties=(Penalty(rng.randint(1, 2)),) if rng.random() < 0.2 else ())
        for number in range(1, 9)
    ]
    history = []
    for _ in range(draw(st.integers(0, 4))):
        numbers = rng.sample(range(1, 9), 8)
        tables = []
        for people in (numbers[:4], numbers[4:]):
            values = [rng.randint(-1, 1) for _ in range(3)]
            tables.append(dict(zip(people, [*values, -sum(values)], strict=True)))
        history.append(played(*tables, won={each: rng.randint(0, 1) for each in numbers}))
    return history, entrants


ORDERS = [
    order for length in range(len(TIE_BREAKS) + 1) for order in permutations(TIE_BREAKS, length)
]


@settings(deadline=None, max_examples=150)
@given(events(), st.sampled_from(ORDERS), st.randoms(use_true_random=False))
def test_laws(event, tie_breaks, rng):
    history, entrants = event
    lines = standings(history, entrants, tie_breaks=tie_breaks)
    # Totals come first, and neither the order of entrants nor that of seats matters.
    assert [line.total for line in lines] == sorted((line.total for line in lines), reverse=True)
    shuffled = rng.sample(entrants, len(entrants))
    turned = [
        Round(
            Seating(tuple(table[1:] + table[:1] for table in reversed(one.seating.tables))),
            one.results,
        )
        for one in history
    ]
    again = standings(turned, shuffled, tie_breaks=tie_breaks)
    assert [(line.entrant, line.place) for line in again] == [
        (line.entrant, line.place) for line in lines
    ]
    for above, below in pairwise(lines):
        assert (above.place == below.place) == (above.decision.by == "shared")
        assert above.decision.by in {*tie_breaks, "total", "played", "shared"}
        is_tied = above.total == below.total
        assert above.tied_with == (below.entrant if is_tied else None)
        if is_tied and above.decision.by not in ("shared", "penalty"):
            assert above.decision.own > above.decision.other
    # A further tie-break only splits shared places.
    for each in set(TIE_BREAKS) - set(tie_breaks):
        finer = {
            line.entrant: line.place
            for line in standings(history, entrants, tie_breaks=(*tie_breaks, each))
        }
        for above, below in pairwise(lines):
            if above.place < below.place:
                assert finer[above.entrant] < finer[below.entrant]


@settings(deadline=None, max_examples=50)
@given(events())
def test_points_against_the_tied_players_sum_to_zero(event):
    history, _ = event
    assert sum(head_to_head(range(1, 9), history, nets(history)).values()) == 0


@pytest.mark.parametrize("name", formats.FORMATS)
def test_formats_keep_the_order_as_plain_data_and_leave_out_the_usual_one(name):
    assert "tie_breaks" not in formats.make(name).settings()
    assert "tie_breaks" not in formats.make(name, {"tie_breaks": list(USUAL)}).settings()
    made = formats.make(name, {"tie_breaks": ["opponents", "penalty"]})
    assert made.settings()["tie_breaks"] == ["opponents", "penalty"]
    assert formats.make(name, made.settings()) == made
    assert set(formats.FORMATS[name].usual_tie_breaks) <= set(TIE_BREAKS)


@pytest.mark.parametrize("value", [["luck"], ["penalty", "penalty"], "penalty", [["penalty"]], 3])
def test_an_unknown_or_repeated_tie_break_is_refused(value):
    with pytest.raises(FormatError):
        formats.make("swiss", {"tie_breaks": value})


@pytest.mark.parametrize("name", ["fixed_rounds", "swiss", "rotation", "club_night"])
def test_a_format_ranks_by_its_tie_breaks(name):
    first = formats.make(name, {"tie_breaks": ["deals_won"]})
    second = formats.make(name, {"tie_breaks": ["head_to_head"]})
    history = [
        played({1: 1, 2: 3, 3: -2, 4: -2}, {5: 0, 6: 0, 7: 0, 8: 0}, won={1: 2}),
        played({1: 2, 5: -2, 6: 0, 7: 0}, {2: 0, 8: 0, 3: 0, 4: 0}),
    ]
    assert [line.entrant for line in first.standings(history, people(8))][:2] == [1, 2]
    assert [line.entrant for line in second.standings(history, people(8))][:2] == [2, 1]
