"""Duplicate format: the same packs at all tables, compared exactly by seat."""

from fractions import Fraction

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.pairing.formats.plays import HALL, finished, people, run
from tournaments.pairing.formats.duplicate import Duplicate, compare, round_scores, totals
from tournaments.pairing.rounds import Round, RoundResult, Seating


def test_worked_comparison_of_two_tables():
    # Two deals. In the first, the hand of seat 0 wins 12 at table 1 and 6 at table 2.
    results = {
        (1, 0): [12, -3], (1, 1): [-2, 9], (1, 2): [-4, -1], (1, 3): [-6, -5],
        (2, 0): [6, -8], (2, 1): [5, 10], (2, 2): [-10, 3], (2, 3): [-1, -5],
    }  # fmt: skip
    found = compare(results)
    first = [each for each in found if each.deal == 1]
    assert [(each.seat, each.table, each.net, each.elsewhere, each.result) for each in first] == [
        (0, 1, 12, 6, 6), (0, 2, 6, 12, -6),
        (1, 1, -2, 5, -7), (1, 2, 5, -2, 7),
        (2, 1, -4, -10, 6), (2, 2, -10, -4, -6),
        (3, 1, -6, -1, -5), (3, 2, -1, -6, 5),
    ]  # fmt: skip
    # Seat 0 of table 1: 12 − 6 and −3 + 8; seat 1: −2 − 5 and 9 − 10; seat 2: −4 + 10 and −1 − 3;
    # seat 3: −6 + 1 and −5 + 5.
    assert totals(found) == {
        (1, 0): 11, (1, 1): -8, (1, 2): 2, (1, 3): -5,
        (2, 0): -11, (2, 1): 8, (2, 2): -2, (2, 3): 5,
    }  # fmt: skip


def test_averages_are_not_rounded():
    found = compare({(1, 0): [10], (2, 0): [3], (3, 0): [0], (4, 0): [1]})
    assert [each.elsewhere for each in found] == [
        Fraction(4, 3), Fraction(11, 3), Fraction(14, 3), Fraction(13, 3),
    ]  # fmt: skip
    assert sum(each.result for each in found) == 0


def test_a_deal_played_at_only_one_table_scores_zero():
    found = compare({(1, 0): [5, 3], (2, 0): [1, None]})
    assert [(each.deal, each.table, each.elsewhere, each.result) for each in found] == [
        (1, 1, 1, 4),
        (1, 2, 5, -4),
        (2, 1, None, 0),
    ]


@settings(deadline=None)
@given(st.data(), st.integers(1, 6), st.integers(2, 5), st.integers(1, 5))
def test_comparisons_sum_to_zero_exactly(data, tables, seats, deals):
    net = st.one_of(st.integers(-200, 200), st.none())
    results = {
        (table, seat): data.draw(st.lists(net, min_size=deals, max_size=deals))
        for table in range(1, tables + 1)
        for seat in range(seats)
    }
    found = compare(results)
    for deal in range(1, deals + 1):
        for seat in range(seats):
            of_seat = [each.result for each in found if (each.deal, each.seat) == (deal, seat)]
            assert sum(of_seat, start=Fraction(0)) == 0
    assert all(isinstance(each, Fraction) for each in totals(found).values())


def test_a_round_scores_the_same_as_its_deals_compared_one_by_one():
    played = finished({1: 9, 2: 7, 3: -5, 4: -11}, {5: -2, 6: 15, 7: -7, 8: -6})
    assert round_scores(played) == {1: 11, 2: -8, 3: 2, 4: -5, 5: -11, 6: 8, 7: -2, 8: 5}


def test_a_bots_result_is_inferred_from_the_other_players():
    played = Round(
        Seating(((1, None, 3), (4, 5, 6))),
        {number: RoundResult(net) for number, net in {1: 4, 3: -1, 4: 2, 5: 7, 6: -9}.items()},
    )
    assert round_scores(played) == {1: 2, 3: 8, 4: -2, 5: 10, 6: -8}
    # The bot lost 3 and is compared with 5's 7: −10, which makes the sum zero.
    assert sum(round_scores(played).values()) == 10
    two = Round(Seating(((1, None, None), (4, 5, 6))), played.results)
    assert round_scores(two) == {1: 2, 4: -2, 5: 0, 6: 0}


def test_tables_are_compared_only_with_tables_of_the_same_size():
    played = finished({1: 4, 2: -4}, {3: 6, 4: -6}, {5: 1, 6: 1, 7: -2})
    assert round_scores(played) == {1: -2, 2: 2, 3: 2, 4: -2, 5: 0, 6: 0, 7: 0}
    [alone] = [
        note for note in Duplicate().notes([], played, people(7), HALL) if note.code == "alone"
    ]
    assert alone.params == {"count": 1}


def test_a_table_with_a_missing_result_is_not_compared():
    played = finished({1: 4, 2: -4}, {3: 6, 4: -6})
    results = {number: result for number, result in played.results.items() if number != 4}
    assert round_scores(Round(played.seating, results)) == {1: 0, 2: 0}


def test_standings_of_a_whole_event_sum_to_zero_exactly():
    played = run(Duplicate(rounds=4), 28, 6)
    lines = Duplicate().standings(played.history, played.entrants)
    assert sum(line.total for line in lines) == 0
    assert any(Fraction(line.total).denominator > 1 for line in lines)
