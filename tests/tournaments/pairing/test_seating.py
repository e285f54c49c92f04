"""Seating: designs, searches, sit-outs, bots, forbidden pairs, and the bounds of quality."""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations, permutations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests import proofs
from tournaments.pairing.rounds import Seating
from tournaments.pairing.seating.bounds import Shape, repeats_bound, spread
from tournaments.pairing.seating.designs import design, whist
from tournaments.pairing.seating.errors import ForbiddenPairsError, SeatingCode, SeatingError
from tournaments.pairing.seating.fields import field, prime_power
from tournaments.pairing.seating.quality import Measure, quality
from tournaments.pairing.seating.seaters import seat_groups, seat_rounds
from tournaments.pairing.seating.ways import Way, ways

#: Measures that `quality` returns with a bound.
MEASURES = ("repeats", "unmet", "consecutive", "after", "opposite", "numbers")
#: Numbers of players in the tests.
FIELDS = range(4, 61, proofs.size("fields: players from one to the next"))


def seat(players: int, size: int, rounds: int, seed: int = 1) -> list[Seating]:
    """Return this many rounds, with players divided in the best way."""
    return seat_rounds(range(1, players + 1), rounds, ways(players, size)[0], seed=seed)


def meetings(seatings: list[Seating]) -> Counter:
    """Count the meetings of each pair."""
    return Counter(
        frozenset(pair)
        for seating in seatings
        for table in seating.tables
        for pair in combinations([x for x in table if x is not None], 2)
    )


def check(seatings: list[Seating], entrants: set[int], way: Way) -> None:
    """Check that all players are seated once or sit out, at tables of the right sizes, fairly."""
    outs: Counter = Counter(dict.fromkeys(entrants, 0))
    for seating in seatings:
        assert sorted([*seating.seated, *seating.out]) == sorted(entrants)
        assert sorted(map(len, seating.tables), reverse=True) == list(way.sizes)
        assert sum(table.count(None) for table in seating.tables) == way.bots
        assert len(seating.out) == way.out
        outs.update(seating.out)
        assert max(outs.values()) - min(outs.values()) <= 1
    told = quality(seatings)
    assert (told.least_out, told.most_out) == (min(outs.values()), max(outs.values()))
    for name in MEASURES:
        measure = getattr(told, name)
        assert measure.found >= measure.bound, name


class TestWays:
    def test_full_tables_are_the_only_way_where_they_fit(self):
        assert ways(16, 4, smaller=True, bots=True) == [Way((4, 4, 4, 4))]

    @pytest.mark.parametrize(
        ("players", "expected"),
        [
            (5, [Way((4,), out=1), Way((4, 4), bots=3)]),
            (6, [Way((3, 3)), Way((4,), out=2), Way((4, 4), bots=2)]),
            (7, [Way((4, 3)), Way((4, 4), bots=1), Way((4,), out=3)]),
            (3, [Way((3,)), Way((4,), bots=1)]),
            (1, [Way((4,), bots=3)]),
        ],
    )
    def test_the_best_way_comes_first(self, players, expected):
        assert ways(players, 4, smaller=True, bots=True) == expected

    def test_a_way_knows_its_players_tables_and_groups(self):
        way = Way((4, 4, 3))
        assert (way.players, way.tables, way.groups) == (11, {4: 2, 3: 1}, (4, 4, 3))
        assert Way((8, 8), bots=7).groups == (5, 4)

    def test_tables_of_two_have_no_smaller_size(self):
        assert ways(3, 2, smaller=True) == [Way((2,), out=1)]

    @pytest.mark.parametrize(("players", "size"), [(0, 4), (3, 4), (7, 8), (1, 2)])
    def test_too_few_players_are_refused(self, players, size):
        with pytest.raises(SeatingError) as refused:
            ways(players, size)
        assert refused.value.code == "too_few_players"
        assert isinstance(refused.value, ValueError)

    @pytest.mark.parametrize(("players", "size"), [(8, 1), (9, 9), (201, 4)])
    def test_sizes_out_of_range_are_refused(self, players, size):
        with pytest.raises(SeatingError) as refused:
            ways(players, size)
        assert refused.value.code == SeatingCode.OUT_OF_RANGE

    def test_every_way_accounts_for_all_players(self):
        for players, size in product(range(1, 201), range(2, 9)):
            for way in ways(players, size, smaller=True, bots=True):
                assert way.players == players
                assert sum(way.groups) + way.out == players
                assert min(way.groups) >= 1
                assert way.bots < size > way.out
                assert set(way.sizes) <= {size, size - 1}
                assert max(way.sizes) <= size


class TestDesigns:
    @pytest.mark.parametrize("order", [2, 3, 4, 5, 7, 8, 9, 16, 25, 27, 32, 49])
    def test_a_finite_field_satisfies_the_field_axioms(self, order):
        numbers = field(order)
        units = range(1, order)
        for one in range(order):
            assert {numbers.add(one, other) for other in range(order)} == set(range(order))
        for one in units:
            assert {numbers.times(one, other) for other in units} == set(units)
        for a, b, c in product(range(0, order, 3), repeat=3):
            left = numbers.times(a, numbers.add(b, c))
            assert left == numbers.add(numbers.times(a, b), numbers.times(a, c))

    def test_prime_powers_are_recognized(self):
        assert prime_power(49) == (7, 2)
        assert prime_power(12) is None
        with pytest.raises(ValueError, match="no field of 6"):
            field(6)

    @pytest.mark.parametrize("players", [5, 13, 17, 29, 37, 41])
    def test_the_prime_construction_is_perfectly_balanced(self, players):
        entrants = range(1, players + 1)
        seatings = seat(players, 4, players)
        after = Counter(
            (table[place - 1], table[place])
            for seating in seatings
            for table in seating.tables
            for place in range(4)
        )
        opposite = Counter(
            frozenset(pair)
            for seating in seatings
            for a, b, c, d in seating.tables
            for pair in ((a, c), (b, d))
        )
        assert after == Counter(permutations(entrants, 2))
        assert opposite == Counter(map(frozenset, combinations(entrants, 2)))
        assert sorted(x for seating in seatings for x in seating.out) == list(entrants)

    @pytest.mark.parametrize("players", [16, 24, 28, 36, 40, 44, 48, 52, 56, 60, 64, 72, 76, 88])
    def test_designs_reach_the_maximum_of_rounds_without_a_repeat(self, players):
        rounds = (players - 1) // 3
        assert set(meetings(seat(players, 4, rounds)).values()) == {1}

    @pytest.mark.parametrize(("players", "rounds"), [(16, 5), (24, 7)])
    @pytest.mark.parametrize("seed", range(5))
    def test_sixteen_and_twenty_four_players_have_no_repeated_meetings(self, players, rounds, seed):
        """Five rounds of 16 and seven of 24 players, at fours, without a repeated meeting."""
        counts = meetings(seat(players, 4, rounds, seed))
        assert len(counts) == sum(counts.values()) == rounds * players // 4 * 6

    @pytest.mark.parametrize(("players", "rounds"), [(8, 3), (12, 5)])
    @pytest.mark.parametrize("seed", range(5))
    def test_all_pairs_meet_in_the_fewest_possible_rounds(self, players, rounds, seed):
        seatings = seat(players, 4, rounds, seed)
        assert len(meetings(seatings)) == players * (players - 1) // 2
        assert quality(seatings).unmet == Measure(0, 0)

    def test_two_rounds_of_twelve_repeat_three_meetings(self):
        assert quality(seat(12, 4, 2)).repeats == Measure(3, 3)

    @pytest.mark.parametrize("players", [8, 12, 16, 20, 24, 28, 32, 36])
    def test_whist_designs_let_every_pair_meet_three_times(self, players):
        counts = meetings(seat(players, 4, players - 1))
        assert len(counts) == players * (players - 1) // 2
        assert set(counts.values()) == {3}

    @pytest.mark.parametrize("size", range(2, 9))
    def test_designs_are_balanced_or_without_repeats_as_declared(self, size):
        known = [players for players in range(size, 121) if design(players, size)]
        assert known
        for players in known:
            rounds = design(players, size).rounds
            for tables in rounds:
                seated = [x for table in tables for x in table]
                assert {len(table) for table in tables} == {size}
                assert set(seated) <= set(range(players))
                assert len(set(seated)) == len(seated) == players - players % size
            counts = Counter(
                frozenset(pair)
                for tables in rounds
                for table in tables
                for pair in combinations(table, 2)
            )
            if design(players, size).balanced:
                assert len(counts) == players * (players - 1) // 2
                assert len(set(counts.values())) == 1
            else:
                assert set(counts.values()) == {1}

    @pytest.mark.parametrize("players", range(2, 31))
    def test_every_pair_meets_once_at_tables_of_two(self, players):
        rounds = players - 1 + players % 2
        assert meetings(seat(players, 2, rounds)) == Counter(
            map(frozenset, combinations(range(1, players + 1), 2))
        )

    def test_a_design_with_one_player_missing_stays_without_repeats(self):
        way = ways(15, 4, smaller=True)[0]
        seatings = seat_rounds(range(15), 5, way, seed=1)
        check(seatings, set(range(15)), way)
        told = quality(seatings)
        assert told.repeats.found == told.unmet.found == 0
        assert (told.least_smaller, told.most_smaller) == (1, 1)

    def test_ten_players_have_no_whist_design(self):
        assert whist(10) is None


class TestRounds:
    @pytest.mark.proof
    @pytest.mark.parametrize("size", [3, 4])
    @pytest.mark.parametrize("players", FIELDS)
    def test_every_number_of_players_gets_a_valid_seating(self, players, size):
        entrants = set(range(100, 100 + players))
        for way in ways(players, size, smaller=True, bots=True):
            check(seat_rounds(entrants, 5, way, seed=players), entrants, way)

    @pytest.mark.proof
    @settings(max_examples=proofs.size("seating: random fields"), deadline=None)
    @given(
        players=st.integers(1, 40),
        size=st.integers(2, 8),
        rounds=st.integers(0, 4),
        seed=st.integers(),
        data=st.data(),
    )
    def test_random_fields_get_a_valid_seating(self, players, size, rounds, seed, data):
        way = data.draw(st.sampled_from(ways(players, size, smaller=True, bots=True)))
        entrants = set(range(players))
        seatings = seat_rounds(entrants, rounds, way, seed=seed)
        assert len(seatings) == rounds
        check(seatings, entrants, way)

    @pytest.mark.parametrize(("players", "size"), [(9, 4), (11, 4), (16, 4), (18, 4), (25, 5)])
    def test_the_seed_determines_the_seating(self, players, size):
        one, again, other = (seat(players, size, 4, seed) for seed in (1, 1, 2))
        assert one == again
        assert meetings(one) != meetings(other)

    def test_the_order_of_entrants_does_not_matter(self):
        way = ways(10, 4)[0]
        assert seat_rounds([*range(10)], 4, way, seed="a") == seat_rounds(
            [*range(9, -1, -1)], 4, way, seed="a"
        )

    @pytest.mark.parametrize(
        ("players", "rounds", "smaller"),
        [(16, 5, False), (13, 13, False), (24, 7, False), (15, 5, True)],
    )
    def test_a_design_can_be_continued_one_round_at_a_time(self, players, rounds, smaller):
        way = ways(players, 4, smaller=smaller)[0]
        history: list[Seating] = []
        for ahead in range(rounds, 0, -1):
            history += seat_rounds(range(players), ahead, way, history=history, seed=4)[:1]
        check(history, set(range(players)), way)
        at_once = seat_rounds(range(players), rounds, way, seed=4)
        assert meetings(history) == meetings(at_once)
        assert quality(history).after == quality(at_once).after

    @pytest.mark.parametrize("size", [3, 4, 5])
    @pytest.mark.parametrize("players", [10, 14, 17, 24])
    def test_seating_with_the_history_repeats_no_more_than_without_it(self, players, size):
        way = ways(players, size)[0]
        entrants = set(range(players))
        history = seat_rounds(entrants, 2, way, seed="other")
        ahead = seat_rounds(entrants, 2, way, history=history, seed="this")
        check(history + ahead, entrants, way)
        blind = seat_rounds(entrants, 2, way, seed="this")
        assert quality(history + ahead).repeats.found <= quality(history + blind).repeats.found

    def test_twenty_players_repeat_no_meeting_after_a_given_first_round(self):
        history = [Seating(tuple(tuple(range(k, k + 4)) for k in range(0, 20, 4)))]
        ahead = seat_rounds(range(20), 3, Way((4,) * 5), history=history, seed=1)
        assert set(meetings(history + ahead).values()) == {1}

    def test_sit_outs_take_the_history_into_account(self):
        way = Way((4, 4), out=2)
        entrants = set(range(10))
        history: list[Seating] = []
        for number in range(10):
            history += seat_rounds(entrants, 1, way, history=history, seed=number)
        check(history, entrants, way)
        assert quality(history).most_out == 2

    def test_a_late_entrant_does_not_sit_out_more_than_others(self):
        way = Way((4, 4), out=1)
        history = seat_rounds(range(9), 9, way, seed=1)
        ahead = seat_rounds([*range(1, 9), 99], 9, way, history=history, seed=1)
        assert sorted(x for seating in ahead for x in seating.out) == [*range(1, 9), 99]

    def test_a_player_who_left_is_not_seated(self):
        history = seat_rounds(range(16), 2, Way((4,) * 4), seed=1)
        way = ways(14, 4, smaller=True)[0]
        ahead = seat_rounds(range(2, 16), 2, way, history=history, seed=1)
        check(ahead, set(range(2, 16)), way)
        assert quality([*history, *ahead]).repeats.found <= 8

    def test_turns_at_smaller_tables_are_shared_evenly(self):
        for players in (10, 11, 13, 14):
            told = quality(
                seat_rounds(range(players), 6, ways(players, 4, smaller=True)[0], seed=1)
            )
            assert told.most_smaller - told.least_smaller <= 2

    def test_bots_are_spread_over_the_tables(self):
        for seating in seat_rounds(range(13), 4, Way((4,) * 4, bots=3), seed=1):
            assert sorted(table.count(None) for table in seating.tables) == [0, 1, 1, 1]

    def test_invalid_arguments_are_refused(self):
        def code(entrants: Sequence[int], rounds: int, way: Way) -> SeatingCode:
            with pytest.raises(SeatingError) as refused:
                seat_rounds(entrants, rounds, way, seed=1)
            return refused.value.code

        assert code(range(9), 1, Way((4, 4))) == SeatingCode.WAY_MISMATCH
        assert code([1, 2, 3, 3], 1, Way((4,))) == SeatingCode.REPEATED_ENTRANT
        assert code(range(4), -1, Way((4,))) == SeatingCode.OUT_OF_RANGE
        assert len({each.value for each in SeatingCode}) == 5


class TestForbidden:
    @pytest.mark.proof
    @settings(max_examples=proofs.size("seating: random families"), deadline=None)
    @given(players=st.integers(8, 30), families=st.integers(1, 4), seed=st.integers())
    def test_forbidden_pairs_never_meet(self, players, families, seed):
        # Families of two, kept apart by any two tables.
        forbidden = frozenset(frozenset((2 * k, 2 * k + 1)) for k in range(families))
        for way in ways(players, 4, smaller=True, bots=True):
            if len(way.sizes) > 1:
                seatings = seat_rounds(range(players), 3, way, forbidden=forbidden, seed=seed)
                check(seatings, set(range(players)), way)
                assert quality(seatings, forbidden).forbidden == 0

    def test_a_family_as_large_as_the_number_of_tables_is_kept_apart(self):
        forbidden = frozenset(map(frozenset, combinations(range(4), 2)))
        seatings = seat_rounds(range(16), 5, Way((4,) * 4), forbidden=forbidden, seed=1)
        told = quality(seatings, forbidden)
        assert told.forbidden == 0
        assert told.repeats.found >= told.repeats.bound > 0

    def test_a_family_larger_than_the_number_of_tables_is_named_in_the_error(self):
        forbidden = frozenset(map(frozenset, combinations((3, 5, 7), 2)))
        with pytest.raises(ForbiddenPairsError, match=r"keeps apart \d and \d") as refused:
            seat_rounds(range(8), 2, Way((4, 4)), forbidden=forbidden, seed=1)
        assert refused.value.code == "forbidden_pairs"
        assert refused.value.pairs
        assert {frozenset(pair) for pair in refused.value.pairs} <= forbidden

    def test_a_ring_of_five_pairs_cannot_be_kept_apart_at_two_tables(self):
        ring = frozenset(frozenset((x, (x + 1) % 5)) for x in range(5))
        with pytest.raises(ForbiddenPairsError) as refused:
            seat_rounds(range(8), 1, Way((4, 4)), forbidden=ring, seed=1)
        assert len(refused.value.pairs) == 1
        assert {frozenset(pair) for pair in refused.value.pairs} < ring

    def test_sitting_out_also_keeps_a_pair_apart(self):
        forbidden = frozenset([frozenset((0, 1)), frozenset((2, 99))])
        seatings = seat_rounds(range(6), 1, Way((4,), out=2), forbidden=forbidden, seed=1)
        assert not {0, 1} <= set(seatings[0].seated)


class TestGroups:
    GROUPS = ((1, 2, 3, 4), (5, 6, 7, None), (8, 9, 10))

    def test_groups_stay_together(self):
        seating = seat_groups(self.GROUPS, out=(12, 11), history=(), seed=1)
        assert sorted(map(sorted_seats, seating.tables)) == sorted(map(sorted_seats, self.GROUPS))
        assert seating.out == (11, 12)

    def test_seat_order_and_table_numbers_vary_with_the_history(self):
        groups = [tuple(range(k, k + 4)) for k in range(0, 12, 4)]
        history: list[Seating] = []
        for number in range(3):
            history.append(seat_groups(groups, history=history, seed=number))
        told = quality(history)
        # With four players, three orders need two repeats; 3 rounds have 3 table numbers.
        assert told.numbers.found == 0
        assert told.after.found == 6
        assert seat_groups(groups, history=history, seed=5) == seat_groups(
            groups, history=history, seed=5
        )

    @pytest.mark.parametrize("size", range(2, 9))
    def test_groups_of_any_size_keep_their_players(self, size):
        groups = [tuple(range(k, k + size)) for k in range(0, 3 * size, size)]
        history = [Seating(tuple(groups))]
        seating = seat_groups(groups, history=history, seed=1)
        assert sorted(map(sorted, seating.tables)) == [list(group) for group in groups]
        # An order without a repeated successor is found if there is one.
        again = {2: 6, 3: 0}.get(size, 0)
        assert quality([*history, seating]).after.found == again

    def test_an_entrant_given_twice_is_refused(self):
        for groups, out in (([(1, 2), (2, 3)], ()), ([(1, 2)], (2,))):
            with pytest.raises(SeatingError) as refused:
                seat_groups(groups, out=out, seed=1)
            assert refused.value.code == SeatingCode.REPEATED_ENTRANT


def sorted_seats(table: tuple) -> list:
    return sorted(table, key=lambda entrant: (entrant is None, entrant or 0))


class TestQuality:
    def test_a_worked_example(self):
        one = Seating(((1, 2, 3, 4), (5, 6, 7, 8)), (9,))
        two = Seating(((1, 2, 5, 6), (4, 3, 8, None)), (7, 9))
        told = quality([one, two], {frozenset((1, 5)), frozenset((2, 8))})
        assert told.forbidden == 1
        # 1 and 2, 5 and 6, 3 and 4.
        assert told.repeats.found == told.consecutive.found == 3
        assert told.unmet.found == 36 - (12 + 9 - 3)
        # 1-2 and 5-6 play after each other twice; 3-4 do so once each way.
        assert told.after.found == 2
        assert told.opposite.found == 0
        # 1, 2 at the first table, 8 at the second.
        assert told.numbers.found == 3
        assert (told.least_out, told.most_out) == (0, 2)
        assert (told.least_smaller, told.most_smaller) == (0, 1)

    def test_no_rounds_give_zero_for_every_measure(self):
        told = quality([])
        assert {getattr(told, name) for name in MEASURES} == {Measure(0, 0)}

    def test_spread_is_the_minimum_over_all_distributions(self):
        for total, cells in product(range(7), range(1, 4)):
            assert spread(total, cells) == min(
                sum(count * (count - 1) // 2 for count in counts)
                for counts in product(range(total + 1), repeat=cells)
                if sum(counts) == total
            )

    @pytest.mark.parametrize("groups", [(4, 4), (3, 3), (3, 2), (2, 2, 2)])
    def test_the_bound_of_repeats_is_reached_by_the_best_second_round(self, groups):
        """Tries all second rounds one by one."""
        people = sum(groups)

        def pairs(order: tuple[int, ...]) -> set:
            found, start = set(), 0
            for size in groups:
                found |= set(map(frozenset, combinations(order[start : start + size], 2)))
                start += size
            return found

        first = pairs(tuple(range(people)))
        least = min(
            len(first & pairs(order))
            for order in permutations(range(people))
            if order[0] == 0 or people < 8
        )
        assert repeats_bound([Shape(groups, groups)] * 2, people) == least

    @pytest.mark.proof
    @settings(max_examples=proofs.size("seating: random seatings"), deadline=None)
    @given(
        players=st.integers(4, 20),
        size=st.integers(2, 6),
        rounds=st.integers(1, 6),
        random=st.randoms(use_true_random=False),
        data=st.data(),
    )
    def test_random_seatings_never_beat_the_bounds(self, players, size, rounds, random, data):
        way = data.draw(st.sampled_from(ways(players, size, smaller=True, bots=True)))
        seatings = []
        for _ in range(rounds):
            order = random.sample(range(players), players)
            tables = []
            for seats, group in zip(way.sizes, way.groups, strict=True):
                table = [order.pop() for _ in range(group)] + [None] * (seats - group)
                tables.append(tuple(random.sample(table, seats)))
            seatings.append(Seating(tuple(tables), tuple(order)))
        told = quality(seatings)
        for name in MEASURES:
            assert getattr(told, name).found >= getattr(told, name).bound, name
