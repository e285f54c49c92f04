"""Settlement algorithm: worked examples, laws, and rejected input."""

import copy
import doctest
import pickle
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import FrozenInstanceError
from itertools import combinations, combinations_with_replacement, permutations
from typing import Any, cast

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tournaments.ledger.settling import settlement
from tournaments.ledger.settling.settlement import (
    EXACT_LIMIT,
    DuePayment,
    NetBalance,
    PairDebt,
    SettlementError,
    SettlementPlan,
    amounts,
    is_shortest,
    nets_of_deals,
    pairwise,
    pairwise_debts,
    settle,
    transfers,
    transfers_through,
)

# No deadline, since test machines may be busy.
no_deadline = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])

Nets = dict[str, int]
Pairs = dict[tuple[str, str], int]


def named(values: Sequence[int]) -> Nets:
    return {f"p{index}": value for index, value in enumerate(values)}


@st.composite
def zero_sum(draw: st.DrawFn, most: int, largest: int = 40) -> Nets:
    """Draw nets of up to `most` players; a small `largest` makes many zero-sum groups."""
    values = draw(st.lists(st.integers(-largest, largest), max_size=most - 1))
    return named([*values, -sum(values)])


@st.composite
def grouped(draw: st.DrawFn, most: int) -> tuple[Nets, int]:
    """Draw shuffled nets of zero-sum groups, with the number of groups planted."""
    values: list[int] = []
    groups = 0
    while len(values) <= most - 2 and draw(st.booleans()):
        size = draw(st.integers(1, min(4, most - len(values) - 1)))
        group = draw(st.lists(st.integers(1, 900), min_size=size, max_size=size))
        sign = draw(st.sampled_from((1, -1)))
        values += [sign * value for value in group] + [-sign * sum(group)]
        groups += 1
    return named(draw(st.permutations(values))), groups


@st.composite
def sessions(draw: st.DrawFn) -> tuple[list[str], list[Pairs]]:
    """Draw players, and the points paid between them in each deal."""
    names = ["ann", "bob", "cy", "dee", "eve", "flo", "gus", "hal"]
    players = names[: draw(st.integers(2, 8))]
    directions = st.sampled_from(list(permutations(players, 2)))
    deals = st.lists(st.dictionaries(directions, st.integers(0, 60)), max_size=6)
    return players, draw(deals)


def gains(payments: Iterable[PairDebt[str] | DuePayment[str]]) -> Counter[str]:
    """Return each player's net of the payments."""
    result: Counter[str] = Counter()
    for payment in payments:
        result[payment.payer] -= payment.amount
        result[payment.payee] += payment.amount
    return result


def nets_of_pairs(players: Sequence[str], deals: Iterable[Pairs]) -> list[tuple[int, ...]]:
    """Return the nets of each deal, by seat."""
    return [
        tuple(
            sum(n for (_, payee), n in deal.items() if payee == player)
            - sum(n for (payer, _), n in deal.items() if payer == player)
            for player in players
        )
        for deal in deals
    ]


def partitions(items: Sequence[int]) -> Iterator[list[list[int]]]:
    """Yield every partition of the items."""
    if not items:
        yield []
        return
    first, *rest = items
    for split in partitions(rest):
        yield [[first], *split]
        for index, group in enumerate(split):
            yield [*split[:index], [first, *group], *split[index + 1 :]]


def fewest_by_partitions(nets: Mapping[str, int]) -> int:
    """Return m - k, with k found by trying every partition."""
    balances = [net for net in nets.values() if net]
    return min(
        len(balances) - len(split)
        for split in partitions(balances)
        if all(sum(group) == 0 for group in split)
    )


def fewest_by_search(nets: Mapping[str, int]) -> int:
    """Return the fewest payments, by trying all payments of any size between any two players."""
    start = tuple(nets.values())
    largest = sum(abs(net) for net in start) // 2
    reached = {start}
    count = 0
    while not any(not any(state) for state in reached):
        count += 1
        reached = {
            tuple(
                net + (amount if index == payer else -amount if index == payee else 0)
                for index, net in enumerate(state)
            )
            for state in reached
            for payer, payee in permutations(range(len(state)), 2)
            for amount in range(1, largest + 1)
        }
    return count


class TestNetsOfDeals:
    def test_adds_up_each_seat(self) -> None:
        deals = [(11, -9, -1, -1), (-20, 22, -1, -1), (0, 0, 0, 0)]
        assert nets_of_deals(["n", "e", "s", "w"], deals) == {"n": -9, "e": 13, "s": -2, "w": -2}

    def test_without_deals_every_net_is_zero(self) -> None:
        assert nets_of_deals(["ann", "bob"], []) == {"ann": 0, "bob": 0}

    def test_keeps_the_order_of_seats(self) -> None:
        assert list(nets_of_deals([7, 3, 5], [(0, 1, -1)])) == [7, 3, 5]

    def test_refuses_a_deal_that_creates_points(self) -> None:
        with pytest.raises(SettlementError, match="deal 2 sum to 1, not to 0"):
            nets_of_deals(["ann", "bob"], [(1, -1), (2, -1)])

    @pytest.mark.parametrize("deal", [(), (0,), (1, -1, 0)])
    def test_refuses_a_wrong_number_of_seats(self, deal: tuple[int, ...]) -> None:
        with pytest.raises(SettlementError, match=f"deal 1 has {len(deal)} nets for 2 players"):
            nets_of_deals(["ann", "bob"], [deal])

    def test_refuses_a_player_in_two_seats(self) -> None:
        with pytest.raises(SettlementError, match="'bob' sits in more than one seat"):
            nets_of_deals(["ann", "bob", "cy", "bob"], [])

    @pytest.mark.parametrize("net", [1.0, True, "1", None])
    def test_refuses_a_net_that_is_not_whole(self, net: object) -> None:
        with pytest.raises(SettlementError, match="deal 1, net of 'ann'"):
            nets_of_deals(["ann", "bob"], [(cast(int, net), -1)])


class TestAmounts:
    def test_multiplies_by_the_stake(self) -> None:
        assert amounts({"ann": 11, "bob": -9, "cy": -2}, 25) == {"ann": 275, "bob": -225, "cy": -50}

    def test_a_stake_of_zero_makes_all_amounts_zero(self) -> None:
        assert amounts({"ann": 11, "bob": -11}, 0) == {"ann": 0, "bob": 0}

    @given(zero_sum(most=8), st.integers(0, 10**9))
    @no_deadline
    def test_sums_to_zero_at_every_stake(self, nets: Nets, stake: int) -> None:
        assert sum(amounts(nets, stake).values()) == 0

    def test_refuses_a_negative_stake(self) -> None:
        with pytest.raises(SettlementError, match="-5"):
            amounts({"ann": 1, "bob": -1}, -5)

    @pytest.mark.parametrize("stake", [0.25, 1.0, True, False, "25", None])
    def test_refuses_a_stake_that_is_not_whole(self, stake: object) -> None:
        with pytest.raises(SettlementError, match="stake per point"):
            amounts({"ann": 1, "bob": -1}, cast(int, stake))

    def test_refuses_nets_that_are_not_whole(self) -> None:
        with pytest.raises(SettlementError, match="net of 'bob'"):
            amounts({"ann": 1, "bob": cast(int, -1.0)}, 1)

    def test_refuses_nets_that_do_not_sum_to_zero(self) -> None:
        with pytest.raises(SettlementError, match="the session sum to 3"):
            amounts({"ann": 4, "bob": -1}, 1)


class TestPairwise:
    def test_each_pair_settles_the_difference_of_their_points(self) -> None:
        # One deal with the points 0, -9, -1, -1.
        deal = {
            ("bob", "ann"): 9,
            ("cy", "ann"): 1,
            ("dee", "ann"): 1,
            ("bob", "cy"): 8,
            ("bob", "dee"): 8,
        }
        assert pairwise([deal]) == [
            PairDebt("bob", "ann", 9),
            PairDebt("bob", "cy", 8),
            PairDebt("bob", "dee", 8),
            PairDebt("cy", "ann", 1),
            PairDebt("dee", "ann", 1),
        ]

    def test_offsets_debts_in_both_directions(self) -> None:
        assert pairwise([{("ann", "bob"): 3}, {("bob", "ann"): 10}]) == [PairDebt("bob", "ann", 7)]

    def test_offsets_debts_in_both_directions_within_a_deal(self) -> None:
        assert pairwise([{("ann", "bob"): 10, ("bob", "ann"): 3}]) == [PairDebt("ann", "bob", 7)]

    def test_leaves_out_pairs_that_are_even(self) -> None:
        deals = [{("ann", "bob"): 3, ("ann", "cy"): 0}, {("bob", "ann"): 3}]
        assert pairwise(deals) == []

    def test_equal_debts_are_in_the_order_of_first_mention(self) -> None:
        debts = pairwise([{("w", "s"): 1}, {("a", "s"): 1}, {("a", "w"): 1}])
        assert debts == [PairDebt("w", "s", 1), PairDebt("a", "w", 1), PairDebt("a", "s", 1)]

    @given(sessions())
    @no_deadline
    def test_lists_each_pair_once_with_a_positive_amount(
        self, session: tuple[list[str], list[Pairs]]
    ) -> None:
        debts = pairwise(session[1])
        assert all(debt.amount > 0 for debt in debts)
        pairs = [frozenset((debt.payer, debt.payee)) for debt in debts]
        assert len(set(pairs)) == len(pairs)
        assert all(len(pair) == 2 for pair in pairs)

    @given(sessions())
    @no_deadline
    def test_equals_the_plain_sum_over_the_deals(
        self, session: tuple[list[str], list[Pairs]]
    ) -> None:
        players, deals = session
        owed = {(debt.payer, debt.payee): debt.amount for debt in pairwise(deals)}
        for one, other in combinations(players, 2):
            difference = sum(
                deal.get((one, other), 0) - deal.get((other, one), 0) for deal in deals
            )
            assert owed.get((one, other), 0) - owed.get((other, one), 0) == difference

    @pytest.mark.parametrize("points", [2.5, True, "2", None])
    def test_refuses_a_payment_that_is_not_whole(self, points: object) -> None:
        with pytest.raises(SettlementError, match="deal 1, 'ann' to 'bob'"):
            pairwise([{("ann", "bob"): cast(int, points)}])

    def test_refuses_a_payment_below_zero(self) -> None:
        with pytest.raises(SettlementError, match=r"deal 2, 'ann' to 'bob'.* -4 "):
            pairwise([{}, {("ann", "bob"): -4}])

    @pytest.mark.parametrize("points", [0, 4])
    def test_refuses_a_payment_from_a_player_to_themselves(self, points: int) -> None:
        with pytest.raises(SettlementError, match="deal 1, 'ann' to 'ann'"):
            pairwise([{("ann", "ann"): points}])


class TestPairwiseDebts:
    @given(sessions())
    @no_deadline
    def test_debts_add_up_to_the_nets(self, session: tuple[list[str], list[Pairs]]) -> None:
        players, deals = session
        nets = nets_of_deals(players, nets_of_pairs(players, deals))
        debts = pairwise_debts(nets, deals)
        gained = gains(debts)
        assert sum(gained.values()) == 0
        assert {player: gained[player] for player in players} == nets
        assert sorted(debts, key=repr) == sorted(pairwise(deals), key=repr)

    def test_equal_debts_are_in_the_order_of_the_nets(self) -> None:
        nets = {"ann": -2, "bob": 0, "cy": 2}
        deals = [{("bob", "cy"): 1}, {("ann", "cy"): 1, ("ann", "bob"): 1}]
        assert pairwise_debts(nets, deals) == (
            PairDebt("ann", "bob", 1),
            PairDebt("ann", "cy", 1),
            PairDebt("bob", "cy", 1),
        )

    def test_nets_can_be_zero_while_debts_form_a_circle(self) -> None:
        deals = [{("ann", "bob"): 5, ("bob", "cy"): 5, ("cy", "ann"): 5}]
        nets = {"ann": 0, "bob": 0, "cy": 0}
        assert len(pairwise_debts(nets, deals)) == 3
        assert transfers(nets) == ()

    def test_refuses_debts_that_do_not_match_the_nets(self) -> None:
        with pytest.raises(SettlementError, match=r"'ann' has a net of 4, but .* 3"):
            pairwise_debts({"ann": 4, "bob": -4}, [{("bob", "ann"): 3}])

    def test_refuses_nets_without_any_debt(self) -> None:
        with pytest.raises(SettlementError, match="pair by pair"):
            pairwise_debts({"ann": 4, "bob": -4}, [])

    def test_refuses_a_player_without_a_net(self) -> None:
        with pytest.raises(SettlementError, match="'cy' has debts but no net"):
            pairwise_debts({"ann": 4, "bob": -4}, [{("bob", "ann"): 4}, {("cy", "ann"): 1}])

    def test_refuses_nets_that_do_not_sum_to_zero(self) -> None:
        with pytest.raises(SettlementError, match="sum to"):
            pairwise_debts({"ann": 4, "bob": -3}, [])

    def test_refuses_nets_that_are_not_whole(self) -> None:
        with pytest.raises(SettlementError, match="not a whole number"):
            pairwise_debts({"ann": cast(int, 0.0)}, [])


class TestTransfers:
    def test_one_loser_pays_three_winners(self) -> None:
        assert transfers({"ann": 11, "bob": -25, "cy": 7, "dee": 7}) == (
            DuePayment("bob", "ann", 11),
            DuePayment("bob", "cy", 7),
            DuePayment("bob", "dee", 7),
        )

    def test_three_losers_pay_one_winner(self) -> None:
        assert transfers({"ann": 11, "bob": -9, "cy": -1, "dee": -1}) == (
            DuePayment("bob", "ann", 9),
            DuePayment("cy", "ann", 1),
            DuePayment("dee", "ann", 1),
        )

    def test_two_pairs_that_cancel_out_need_two_payments(self) -> None:
        assert transfers({"ann": 5, "bob": -3, "cy": 3, "dee": -5}) == (
            DuePayment("dee", "ann", 5),
            DuePayment("bob", "cy", 3),
        )

    def test_finds_groups_that_a_greedy_algorithm_would_miss(self) -> None:
        # 8 = 5 + 3 and 7 = 6 + 1; letting 6 pay 8 first takes five payments.
        nets = {"ann": 8, "bob": 7, "cy": -6, "dee": -5, "eve": -3, "flo": -1}
        assert transfers(nets) == (
            DuePayment("cy", "bob", 6),
            DuePayment("dee", "ann", 5),
            DuePayment("eve", "ann", 3),
            DuePayment("flo", "bob", 1),
        )

    def test_equal_payments_are_in_the_given_order(self) -> None:
        assert transfers({"w": -1, "m": -1, "a": 1, "b": 1}) == (
            DuePayment("w", "a", 1),
            DuePayment("m", "b", 1),
        )

    @pytest.mark.parametrize("nets", [{}, {"ann": 0}, {"ann": 0, "bob": 0}])
    def test_zero_nets_need_no_payments(self, nets: Nets) -> None:
        assert transfers(nets) == ()

    def test_players_can_be_any_hashable_values(self) -> None:
        house = None
        nets = {("table", 1): 3, 7: -1, house: -2}
        assert transfers(nets) == (
            DuePayment(house, ("table", 1), 2),
            DuePayment(7, ("table", 1), 1),
        )

    def test_amounts_may_exceed_a_machine_word(self) -> None:
        assert transfers({"ann": 10**30, "bob": -(10**30)}) == (DuePayment("bob", "ann", 10**30),)

    @given(st.one_of(zero_sum(most=12), zero_sum(most=12, largest=4), zero_sum(most=60)))
    @no_deadline
    def test_payments_settle_every_net(self, nets: Nets) -> None:
        payments = transfers(nets)
        gained = gains(payments)
        assert {player: gained[player] for player in nets} == nets
        assert all(type(payment.amount) is int and payment.amount > 0 for payment in payments)
        assert not {p.payer for p in payments} & {p.payee for p in payments}
        assert len({(p.payer, p.payee) for p in payments}) == len(payments)
        assert len(payments) <= max(sum(map(bool, nets.values())) - 1, 0)

    @given(st.one_of(zero_sum(most=8), zero_sum(most=8, largest=4)))
    @no_deadline
    def test_finds_as_few_payments_as_a_search_of_all_partitions(self, nets: Nets) -> None:
        assert len(transfers(nets)) == fewest_by_partitions(nets)

    @given(zero_sum(most=4, largest=2))
    @no_deadline
    def test_finds_as_few_payments_as_a_search_of_all_payments(self, nets: Nets) -> None:
        assert len(transfers(nets)) == fewest_by_search(nets)

    @given(grouped(most=8))
    @no_deadline
    def test_finds_as_few_payments_as_a_search_when_groups_are_planted(
        self, planted: tuple[Nets, int]
    ) -> None:
        nets, _ = planted
        assert len(transfers(nets)) == fewest_by_partitions(nets)

    @pytest.mark.parametrize("count", [2, 3, 4, 5])
    def test_finds_the_fewest_payments_for_all_small_nets(self, count: int) -> None:
        """Checks every sorted list of small nonzero balances exhaustively."""
        reach = {2: 9, 3: 9, 4: 7, 5: 5}[count]
        values = [each for each in range(-reach, reach + 1) if each]
        for balances in combinations_with_replacement(values, count):
            if sum(balances):
                continue
            nets = named(balances)
            payments = transfers(nets)
            assert len(payments) == fewest_by_partitions(nets) <= count - 1
            gained = gains(payments)
            assert {player: gained[player] for player in nets} == nets

    @pytest.mark.parametrize(
        ("values", "fewest"),
        [
            # Eight people: no two groups, two of four, four couples, and two that overlap.
            ((1, 2, 4, 8, 16, 32, 64, -127), 7),
            ((1, 2, 4, -7, 100, 200, 400, -700), 6),
            ((5, 5, 5, 5, -5, -5, -5, -5), 4),
            ((8, 7, -6, -5, -3, -1, 9, -9), 5),
            ((10, -4, -6, 12, -5, -7, 3, -3), 5),
        ],
    )
    def test_finds_the_fewest_payments_for_eight_players(
        self, values: tuple[int, ...], fewest: int
    ) -> None:
        nets = named(values)
        assert len(transfers(nets)) == fewest == fewest_by_partitions(nets)

    @given(st.lists(st.integers(1, 10**6), min_size=1, max_size=30))
    @no_deadline
    def test_a_sole_winner_is_paid_by_every_loser(self, losses: list[int]) -> None:
        nets = named([-each for each in losses] + [sum(losses)])
        assert len(transfers(nets)) == len(losses)

    @given(grouped(most=EXACT_LIMIT))
    @no_deadline
    def test_finds_at_least_the_planted_groups(self, planted: tuple[Nets, int]) -> None:
        nets, groups = planted
        assert len(transfers(nets)) <= len(nets) - groups

    def test_is_exact_at_the_limit(self) -> None:
        # Each scale is so much larger than the last that groups cannot mix: 4 + 4 + 3 payments,
        # where largest to largest takes 5 + 5 + 3.
        values = [share * scale for scale in (1, 10**3) for share in (8, 7, -6, -5, -3, -1)]
        values += [share * 10**6 for share in (6, -1, -2, -3)]
        assert len(values) == EXACT_LIMIT
        assert len(transfers(named(values[::3] + values[1::3] + values[2::3]))) == 11

    def test_pairs_that_cancel_out_do_not_count_towards_the_limit(self) -> None:
        # 20 couples and two groups of three that largest to largest would miss.
        couples = [sign * (100 + n) for n in range(20) for sign in (1, -1)]
        assert len(transfers(named([*couples, 8, 7, -6, -5, -3, -1]))) == 24

    def test_beyond_the_limit_the_largest_debtor_pays_the_largest_creditor(self) -> None:
        losses = [-(3**n) for n in range(EXACT_LIMIT)]
        payments = transfers(named([*losses, -sum(losses)]))
        assert [payment.amount for payment in payments] == [3**n for n in range(EXACT_LIMIT)][::-1]

    @given(zero_sum(most=40, largest=400))
    @no_deadline
    def test_a_list_is_known_to_be_the_shortest_only_up_to_the_limit(self, nets: Nets) -> None:
        couples = sum(
            min(count, Counter(nets.values())[-value])
            for value, count in Counter(nets.values()).items()
            if value > 0
        )
        left = sum(map(bool, nets.values())) - 2 * couples
        assert is_shortest(nets) == (left <= EXACT_LIMIT)

    def test_one_balance_above_the_limit_is_not_known_to_be_the_shortest(self) -> None:
        losses = [-(3**n) for n in range(EXACT_LIMIT)]
        assert not is_shortest(named([*losses, -sum(losses)]))
        assert is_shortest(named([*losses[1:], -sum(losses[1:])]))
        # Zero balances and cancelling pairs do not count.
        assert is_shortest(named([*losses[1:], -sum(losses[1:]), 0, 0, 5, -5, 7, -7]))

    def test_beyond_the_limit_a_list_can_be_longer_than_the_shortest(self) -> None:
        # Three groups that largest to largest would miss, with sums that keep them apart.
        values = [share * 10 ** (3 * n) for n in range(3) for share in (8, 7, -6, -5, -3, -1)]
        nets = named(values)
        assert not is_shortest(nets)
        assert 12 <= len(transfers(nets)) <= len(values) - 1

    @pytest.mark.parametrize(
        ("nets", "reason"), [({"a": 1}, "sum to 1"), ({"a": 0.0}, "0.0 is not a whole number")]
    )
    def test_is_shortest_refuses_the_same_nets_as_transfers(self, nets: Nets, reason: str) -> None:
        with pytest.raises(SettlementError, match=reason):
            is_shortest(nets)

    @given(zero_sum(most=20, largest=9))
    @no_deadline
    def test_the_same_nets_give_the_same_payments(self, nets: Nets) -> None:
        payments = transfers(nets)
        assert transfers(dict(nets)) == payments
        assert [p.amount for p in payments] == sorted((p.amount for p in payments), reverse=True)

    @given(zero_sum(most=20, largest=9))
    @no_deadline
    def test_names_of_players_do_not_matter(self, nets: Nets) -> None:
        names = {player: 1000 - index for index, player in enumerate(nets)}
        renamed = transfers({names[player]: net for player, net in nets.items()})
        assert renamed == tuple(
            DuePayment(names[p.payer], names[p.payee], p.amount) for p in transfers(nets)
        )

    @given(st.data())
    @no_deadline
    def test_the_order_of_players_does_not_change_the_number_of_payments(
        self, data: st.DataObject
    ) -> None:
        nets = data.draw(zero_sum(most=12))
        shuffled = dict(data.draw(st.permutations(list(nets.items()))))
        assert len(transfers(shuffled)) == len(transfers(nets))

    @given(zero_sum(most=10))
    @no_deadline
    def test_does_not_change_its_input(self, nets: Nets) -> None:
        before = list(nets.items())
        transfers(nets)
        assert list(nets.items()) == before

    @pytest.mark.parametrize("nets", [{"ann": 1}, {"ann": 5, "bob": -4}])
    def test_refuses_nets_that_do_not_sum_to_zero(self, nets: Nets) -> None:
        with pytest.raises(SettlementError, match="sum to 1, not to 0"):
            transfers(nets)

    @pytest.mark.parametrize("net", [0.0, -1.0, False, "0", None])
    def test_refuses_nets_that_are_not_whole(self, net: object) -> None:
        with pytest.raises(SettlementError, match="net of 'bob'"):
            transfers({"ann": 0, "bob": cast(int, net)})


class TestSettle:
    def test_bundles_everything_in_minor_units(self) -> None:
        nets = {"ann": 11, "bob": -25, "cy": 7, "dee": 7}
        deals = [
            {("bob", "ann"): 9, ("cy", "ann"): 1, ("dee", "ann"): 1},
            {("bob", "cy"): 8, ("bob", "dee"): 8},
        ]
        done = settle(nets, deals, 20)
        assert done == SettlementPlan(
            stake_per_point=20,
            balances=(
                NetBalance("ann", 11, 220),
                NetBalance("bob", -25, -500),
                NetBalance("cy", 7, 140),
                NetBalance("dee", 7, 140),
            ),
            debts=(
                PairDebt("bob", "ann", 180),
                PairDebt("bob", "cy", 160),
                PairDebt("bob", "dee", 160),
                PairDebt("cy", "ann", 20),
                PairDebt("dee", "ann", 20),
            ),
            transfers=(
                DuePayment("bob", "ann", 220),
                DuePayment("bob", "cy", 140),
                DuePayment("bob", "dee", 140),
            ),
        )
        assert done.nets == nets
        assert done.amounts == {"ann": 220, "bob": -500, "cy": 140, "dee": 140}

    def test_without_a_stake_amounts_are_points(self) -> None:
        done = settle({"ann": 3, "bob": -3}, [{("bob", "ann"): 3}])
        assert done.nets == done.amounts == {"ann": 3, "bob": -3}
        assert done.transfers == (DuePayment("bob", "ann", 3),)

    def test_a_stake_of_zero_leaves_no_debts(self) -> None:
        done = settle({"ann": 3, "bob": -3}, [{("bob", "ann"): 3}], 0)
        assert done.nets == {"ann": 3, "bob": -3}
        assert (done.debts, done.transfers) == ((), ())

    @given(sessions(), st.integers(1, 500))
    @no_deadline
    def test_debts_and_transfers_settle_the_same_amounts(
        self, session: tuple[list[str], list[Pairs]], stake: int
    ) -> None:
        players, deals = session
        nets = nets_of_deals(players, nets_of_pairs(players, deals))
        done = settle(nets, deals, stake)
        assert done.nets == nets
        assert done.amounts == amounts(nets, stake)
        for payments in (gains(done.debts), gains(done.transfers)):
            assert {player: payments[player] for player in players} == done.amounts
        assert len(done.transfers) <= len(done.debts)

    def test_accepts_an_iterator_of_deals(self) -> None:
        assert settle({"ann": 1, "bob": -1}, iter([{("bob", "ann"): 1}])).debts

    def test_is_immutable_hashable_and_picklable(self) -> None:
        done = settle({"ann": 3, "bob": -3}, [{("bob", "ann"): 3}], 5)
        assert {done, copy.deepcopy(done), pickle.loads(pickle.dumps(done))} == {done}
        parts: tuple[Any, ...] = (done, done.balances[0], done.debts[0], done.transfers[0])
        for part, field in zip(parts, ("debts", "amount", "amount", "amount"), strict=True):
            with pytest.raises(FrozenInstanceError):
                setattr(part, field, None)

    @pytest.mark.parametrize(
        ("nets", "deals", "stake", "reason"),
        [
            ({"ann": 1}, [], 1, "sum to 1, not to 0"),
            ({"ann": 1.0, "bob": -1.0}, [], 1, "1.0 is not a whole number"),
            ({"ann": 0}, [], 0.5, "0.5 is not a whole number"),
            ({"ann": 0}, [], -1, "a stake of -1"),
            ({"ann": 1, "bob": -1}, [], 1, "pair by pair 0"),
            ({"ann": 0}, [{("bob", "ann"): 1}], 1, "has debts but no net"),
            ({"ann": 0}, [{("bob", "ann"): -1}], 1, "a payment of -1"),
            ({"ann": 0}, [{("ann", "ann"): 1}], 1, "payer and payee are the same"),
        ],
    )
    def test_refuses_invalid_input(
        self, nets: Nets, deals: list[Pairs], stake: int, reason: str
    ) -> None:
        with pytest.raises(SettlementError, match=reason):
            settle(nets, deals, stake)


@no_deadline
@given(zero_sum(12))
def test_payments_through_the_club_pay_off_every_net_and_pass_no_player_by(nets: Nets) -> None:
    club = next(iter(nets))
    payments = transfers_through(club, nets)
    assert gains(payments) == Counter({player: net for player, net in nets.items() if net})
    assert all((each.payer == club) != (each.payee == club) for each in payments)
    assert len(payments) == sum(bool(net) for player, net in nets.items() if player != club)


def test_docstring_examples_are_correct() -> None:
    outcome = doctest.testmod(settlement)
    assert outcome.attempted > 0
    assert outcome.failed == 0
