"""Swiss format: neighbours in the standings meet, without avoidable repeats."""

from dataclasses import replace
from itertools import combinations

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.tournaments.pairing.formats.plays import HALL, finished, meet, people, run
from tournaments.pairing.formats.swiss import Swiss
from tournaments.pairing.formats.tables import Acquaintances, tables_of_neighbours
from tournaments.pairing.rounds import Entrant, Penalty

#: A first round of sixteen. The order after it, by hand:
#: 1 (20), 2 (12), 5 (11), 9 (10) | 13 (9), 14 (3), 10 (2), 6 (1) |
#: 15 (−3), 11 (−4), 7 (−5), 8 (−7) | 12 (−8), 16 (−9), 3 (−10), 4 (−22)
FIRST = finished(
    {1: 20, 2: 12, 3: -10, 4: -22},
    {5: 11, 6: 1, 7: -5, 8: -7},
    {9: 10, 10: 2, 11: -4, 12: -8},
    {13: 9, 14: 3, 15: -3, 16: -9},
)


def test_without_a_window_neighbours_meet_even_if_they_met_before():
    second = Swiss(window=0).pair([FIRST], people(16), 1, HALL)
    assert meet(second) == {
        frozenset({1, 2, 5, 9}),
        frozenset({13, 14, 10, 6}),
        frozenset({15, 11, 7, 8}),
        frozenset({12, 16, 3, 4}),
    }


def test_worked_example():
    # 1 and 2 have met, and so have 13 and 14: the cheapest swap is 2 (three places down) with 13
    # (one up). 7 and 8 have met, and 3 and 4: 8 goes one place down; 12 and 16, who are nearer,
    # have met 11 and 15, so 3 comes up three.
    second = Swiss().pair([FIRST], people(16), 1, HALL)
    assert meet(second) == {
        frozenset({1, 13, 5, 9}),
        frozenset({2, 14, 10, 6}),
        frozenset({15, 11, 7, 3}),
        frozenset({12, 16, 8, 4}),
    }


def test_where_repeats_cannot_be_avoided_neighbours_meet():
    # Two tables of four from two tables of four: at least two repeated meetings per table.
    first = finished({1: 10, 2: 2, 3: -5, 4: -7}, {5: 8, 6: 3, 7: -4, 8: -7})
    second = Swiss().pair([first], people(8), 1, HALL)
    assert meet(second) == {frozenset({1, 5, 6, 2}), frozenset({7, 3, 4, 8})}
    [note] = Swiss().notes([first], second, people(8), HALL)
    assert (note.code, note.params) == ("repeats", {"count": 4})


def test_penalties_change_which_players_are_neighbours():
    entrants = [Entrant(1, penalties=(Penalty(50, 1),)), *people(16)[1:]]
    second = Swiss(window=0).pair([FIRST], entrants, 1, HALL)
    assert frozenset({2, 5, 9, 13}) in meet(second)
    assert frozenset({16, 3, 4, 1}) in meet(second)


def test_the_first_round_is_drawn_at_random():
    drawn = {frozenset(meet(Swiss().pair([], people(16), seed, HALL))) for seed in range(20)}
    assert len(drawn) == 20


def test_forbidden_pairs_do_not_meet_where_that_can_be_avoided():
    family = frozenset(frozenset(pair) for pair in combinations((1, 2, 5), 2))
    context = replace(HALL, forbidden=family)
    for seed in range(5):
        played = run(Swiss(window=1), 16, seed, context)
        assert len(played.history) == 6
        for each in played.history:
            assert all(len(table & {1, 2, 5}) < 2 for table in meet(each))


def test_the_lowest_player_who_has_not_sat_out_yet_sits_out():
    first = finished({1: 9, 2: 3, 3: -4, 4: -8}, out=[5])
    # By points: 1 (9), 2 (3), 5 (0), 3 (−4), 4 (−8).
    second = Swiss().pair([first], people(5), 1, HALL)
    assert second.seating.out == (4,)
    second = finished({1: 9, 2: 3, 3: -4, 5: -8}, out=[4])
    third = Swiss().pair([first, second], people(5), 1, HALL)
    assert third.seating.out == (3,)


def test_a_late_entrant_does_not_sit_out_first():
    first = finished({1: 9, 2: 3, 3: -4, 4: -8}, {5: 9, 6: 3, 7: -4, 8: -8})
    entrants = [*people(8), Entrant(9, joined=2)]
    assert Swiss().pair([first], entrants, 1, HALL).seating.out in ((4,), (8,))


@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.data(), st.integers(3, 12), st.integers(0, 12))
def test_players_move_no_further_than_the_window(data, tables, window):
    order = data.draw(st.permutations(range(4 * tables)))
    before = data.draw(st.permutations(range(4 * tables)))
    met = [finished(*(dict.fromkeys(before[at : at + 4], 0) for at in range(0, len(before), 4)))]
    known = Acquaintances.of(each.seating for each in met)
    sizes = [4] * tables
    groups = tables_of_neighbours(order, sizes, known, window, 1)
    assert sorted(each for group in groups for each in group) == sorted(order)
    for index, group in enumerate(groups):
        for each in group:
            rank = order.index(each)
            assert 4 * index - window <= rank <= 4 * index + 3 + window
    unmoved = [order[at : at + 4] for at in range(0, len(order), 4)]
    assert sum(known.repeats(group) for group in groups) <= sum(
        known.repeats(group) for group in unmoved
    )


def test_five_rounds_of_sixty_four_players_have_no_repeats():
    # Each of the five rounds leaves ample choice among 64; all repeats can be avoided.
    for seed in range(3):
        played = run(Swiss(rounds=5), 64, seed)
        pairs = [
            frozenset(pair)
            for each in played.history
            for table in each.seating.tables
            for pair in combinations(table, 2)
        ]
        assert len(set(pairs)) == len(pairs)
