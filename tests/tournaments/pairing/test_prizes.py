"""Prizes by place: worked examples, and properties of every table and ranking."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.pairing.prizes import (
    MOST_PLACES,
    WHOLE,
    PrizeFault,
    PrizeKind,
    PrizeTable,
    fault_in,
)

SHARE, AMOUNT = PrizeKind.SHARE, PrizeKind.AMOUNT


@st.composite
def shares(draw) -> PrizeTable:
    """Return a valid table of shares."""
    left, places = WHOLE, []
    for _ in range(draw(st.integers(1, MOST_PLACES))):
        most = min(left, places[-1] if places else WHOLE)
        if most < 1:
            break
        places.append(draw(st.integers(1, most)))
        left -= places[-1]
    return PrizeTable(SHARE, tuple(places))


amounts = st.lists(st.integers(1, 10**9), min_size=1, max_size=MOST_PLACES).map(
    lambda found: PrizeTable(AMOUNT, tuple(sorted(found, reverse=True)))
)
tables = st.one_of(shares(), amounts)
pots = st.integers(0, 10**12)
#: Groups of tied players, as the sizes of the groups.
sizes = st.lists(st.integers(1, 5), max_size=12)


def ranking(groups: list[int]) -> list[list[int]]:
    """Return groups of these sizes, of players who are numbered from 1."""
    numbers = iter(range(1, sum(groups) + 1))
    return [[next(numbers) for _ in range(size)] for size in groups]


@pytest.mark.parametrize(
    ("table", "pot", "groups", "prizes"),
    [
        # 12 players pay 20.00.
        (PrizeTable(SHARE, (50, 30, 20)), 24000, [1] * 12, {1: 12000, 2: 7200, 3: 4800}),
        # The club keeps 10 percent.
        (PrizeTable(SHARE, (60, 30)), 10000, [1] * 4, {1: 6000, 2: 3000}),
        # Two are tied for the second place, and share 30 + 20 percent.
        (PrizeTable(SHARE, (50, 30, 20)), 24000, [1, 2, 1], {1: 12000, 2: 6000, 3: 6000}),
        # Three are tied for the last place with a prize.
        (PrizeTable(SHARE, (50, 30, 20)), 4000, [2, 2], {1: 1600, 2: 1600, 3: 400, 4: 400}),
        # A cent is left of 1.00 for three.
        (PrizeTable(SHARE, (100,)), 100, [3], {1: 33, 2: 33, 3: 33}),
        # Rounded down before anyone is tied: 33.3 and 16.65.
        (PrizeTable(SHARE, (66, 33)), 50, [1, 1], {1: 33, 2: 16}),
        # Fewer players than prizes: the rest stays with the club.
        (PrizeTable(SHARE, (50, 30, 20)), 4000, [1, 1], {1: 2000, 2: 1200}),
        # Fixed amounts from a larger pot, and from a pot of half of them.
        (PrizeTable(AMOUNT, (12000, 6000)), 24000, [1] * 3, {1: 12000, 2: 6000}),
        (PrizeTable(AMOUNT, (12000, 6000)), 9000, [1] * 3, {1: 6000, 2: 3000}),
        # No pot, no prizes.
        (PrizeTable(SHARE, (50, 50)), 0, [1, 1], {}),
    ],
)  # fmt: skip
def test_worked_examples(table, pot, groups, prizes):
    assert table.split(pot, ranking(groups)) == prizes


@given(tables, pots, sizes)
def test_never_more_than_the_pot_is_given_out(table, pot, groups):
    by_place = table.of_places(pot)
    given_out = table.split(pot, ranking(groups)).values()
    assert all(prize >= 0 for prize in by_place)
    assert sum(given_out) <= sum(by_place) <= pot
    # Where every prize has a player, only what rounding leaves of each tie stays with the club.
    if sum(groups) >= len(by_place):
        assert sum(by_place) - sum(given_out) < sum(groups)


@given(shares(), pots)
def test_rounding_keeps_less_than_a_unit_a_place(table, pot):
    whole = pot * sum(table.places)
    assert 0 <= whole - WHOLE * sum(table.of_places(pot)) < WHOLE * len(table.places)


@given(tables, pots, sizes, st.randoms(use_true_random=False))
def test_the_order_of_tied_players_changes_nothing(table, pot, groups, chance: random.Random):
    ordered = ranking(groups)
    shuffled = [chance.sample(tied, len(tied)) for tied in ordered]
    assert table.split(pot, shuffled) == table.split(pot, ordered)


@given(tables, pots, sizes)
def test_no_place_wins_more_than_a_better_one(table, pot, groups):
    prizes = table.split(pot, ranking(groups))
    won = [prizes.get(number, 0) for number in range(1, sum(groups) + 1)]
    assert won == sorted(won, reverse=True)
    for tied in ranking(groups):
        assert len({prizes.get(number, 0) for number in tied}) == 1


@given(amounts)
def test_amounts_are_paid_in_full_from_a_pot_that_suffices(table):
    total = sum(table.places)
    assert table.of_places(total) == table.of_places(total + 1) == table.places


@pytest.mark.parametrize(
    ("kind", "places", "highest_pot", "found"),
    [
        (SHARE, [50, 30, 20], None, None),
        (SHARE, [100], 0, None),
        (SHARE, [50, 30, 21], None, (PrizeFault.ABOVE_WHOLE, 2)),
        (SHARE, [30, 50], None, (PrizeFault.RISING, 1)),
        (SHARE, [50, 0, 20], None, (PrizeFault.GAP, 1)),
        (SHARE, [-1], None, (PrizeFault.GAP, 0)),
        (SHARE, [1] * (MOST_PLACES + 1), None, (PrizeFault.TOO_MANY, MOST_PLACES)),
        (AMOUNT, [600, 400], 1000, None),
        (AMOUNT, [600, 400], None, None),
        (AMOUNT, [600, 401], 1000, (PrizeFault.ABOVE_POT, 1)),
    ],
)
def test_faults(kind, places, highest_pot, found):
    assert fault_in(kind, places, highest_pot) == found


@given(tables)
def test_a_valid_table_has_no_fault(table):
    assert fault_in(table.kind, table.places, None) is None
