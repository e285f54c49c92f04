"""Settlement algorithm: nets, pairwise debts, and the fewest payments.

Three views of the same result, all in whole numbers that sum to zero:

* *nets*: what each player won (positive) or lost (negative);
* *pairwise debts*: what each pair of players owe one another, summed over all deals;
* *transfers*: the shortest list of payments that brings every net to zero.

A deal is counted in points; money is points times the stake per point, in minor units of a currency
(cents, pence), so nothing is ever rounded. Floats are rejected, since they break zero sums. Players
are any hashable IDs; where amounts tie, the order in which players are given decides, so the same
input always gives the same output.
"""

import heapq
from collections import defaultdict, deque
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Generic, TypeVar

Player = TypeVar("Player", bound=Hashable)

#: Up to this many balances, `transfers` is proven shortest. Each further one doubles its work.
EXACT_LIMIT: Final = 16


class SettlementError(ValueError):
    """Nets, payments or a stake that can't be settled; the text says what is wrong where."""


@dataclass(frozen=True, slots=True)
class NetBalance(Generic[Player]):
    """A player's win or loss: `points`, and `amount` in minor units (points x stake)."""

    player: Player
    points: int
    amount: int


@dataclass(frozen=True, slots=True)
class PairDebt(Generic[Player]):
    """Debt of `payer` to `payee` after netting both directions; `amount` is above zero.

    The unit is that of the payments: points, or minor units in a `SettlementPlan`.
    """

    payer: Player
    payee: Player
    amount: int


@dataclass(frozen=True, slots=True)
class DuePayment(Generic[Player]):
    """One payment of the shortened list; `amount` is above zero, in the unit of the nets."""

    payer: Player
    payee: Player
    amount: int


@dataclass(frozen=True, slots=True)
class SettlementPlan(Generic[Player]):
    """Balances, pairwise debts and due payments of a settled session; stored, never recomputed.

    `balances` are in the players' given order. `debts` and `transfers` are in minor units, largest
    first; either list, paid in full, brings every balance to zero.
    """

    stake_per_point: int
    balances: tuple[NetBalance[Player], ...]
    debts: tuple[PairDebt[Player], ...]
    transfers: tuple[DuePayment[Player], ...]

    @property
    def nets(self) -> dict[Player, int]:
        """Each player's net, in points."""
        return {balance.player: balance.points for balance in self.balances}

    @property
    def amounts(self) -> dict[Player, int]:
        """Each player's net, in minor units."""
        return {balance.player: balance.amount for balance in self.balances}


def nets_of_deals(players: Sequence[Player], deals: Iterable[Sequence[int]]) -> dict[Player, int]:
    """Return the sums of the deals' nets in points, in the order of `players`.

    >>> nets_of_deals(["ann", "bob", "cy"], [(4, -3, -1), (-2, 5, -3)])
    {'ann': 2, 'bob': 2, 'cy': -4}

    :raises SettlementError: if a player is named twice, a deal has not one net for each player,
        a net is not an int, or a deal does not sum to zero.
    """
    totals = dict.fromkeys(players, 0)
    if len(totals) != len(players):
        repeated = next(p for i, p in enumerate(players) if p in players[:i])
        raise SettlementError(f"{repeated!r} sits in more than one seat")
    for number, deal in enumerate(deals, start=1):
        if len(deal) != len(players):
            raise SettlementError(f"deal {number} has {len(deal)} nets for {len(players)} players")
        by_player = dict(zip(players, deal, strict=True))
        _check_nets(by_player, f"deal {number}")
        for player, net in by_player.items():
            totals[player] += net
    return totals


def amounts(nets: Mapping[Player, int], stake_per_point: int) -> dict[Player, int]:
    """Return the nets converted from points to minor units: net x stake per point.

    >>> amounts({"ann": 2, "bob": 2, "cy": -4}, 25)
    {'ann': 50, 'bob': 50, 'cy': -100}

    :raises SettlementError: if a net or the stake is not an int, the nets do not sum to zero,
        or the stake is below zero.
    """
    _check_nets(nets)
    _check_stake(stake_per_point)
    return {player: net * stake_per_point for player, net in nets.items()}


def pairwise(deal_pairs: Iterable[Mapping[tuple[Player, Player], int]]) -> list[PairDebt[Player]]:
    """Return the debts of each pair: payments of all deals, both directions set off.

    Debts are in the unit of the payments, largest first; then players named earlier come first.

    >>> pairwise([{("bob", "ann"): 9, ("cy", "ann"): 1}, {("ann", "bob"): 4}])
    [PairDebt(payer='bob', payee='ann', amount=5), PairDebt(payer='cy', payee='ann', amount=1)]

    :raises SettlementError: if a payment is not an int, a payment is below zero, or payer and
        payee are the same player.
    """
    order: dict[Player, int] = {}
    owed: dict[tuple[Player, Player], int] = {}
    for number, pairs in enumerate(deal_pairs, start=1):
        for (payer, payee), points in pairs.items():
            where = f"deal {number}, {payer!r} to {payee!r}"
            _check_whole(points, where)
            if points < 0:
                raise SettlementError(f"{where}: a payment of {points} is below zero")
            if payer == payee:
                raise SettlementError(f"{where}: payer and payee are the same")
            order.setdefault(payer, len(order))
            order.setdefault(payee, len(order))
            # One entry for both directions, so that they cancel.
            if (payee, payer) in owed:
                owed[payee, payer] -= points
            else:
                owed[payer, payee] = owed.get((payer, payee), 0) + points
    debts = [
        PairDebt(payer, payee, amount) if amount > 0 else PairDebt(payee, payer, -amount)
        for (payer, payee), amount in owed.items()
        if amount
    ]
    return _largest_first(debts, order)


def pairwise_debts(
    nets: Mapping[Player, int],
    deal_pairs: Iterable[Mapping[tuple[Player, Player], int]],
) -> tuple[PairDebt[Player], ...]:
    """Return the debts of `pairwise`, verified to add up to the nets.

    What a player is owed less what the player owes must be the player's net. Both are in the same
    unit. Debts are largest first; among equals the order of `nets` decides, payer first.

    >>> pairwise_debts({"ann": 6, "bob": -5, "cy": -1},
    ...           [{("bob", "ann"): 9, ("cy", "ann"): 1}, {("ann", "bob"): 4}])
    (PairDebt(payer='bob', payee='ann', amount=5), PairDebt(payer='cy', payee='ann', amount=1))

    :raises SettlementError: if a net or a payment is not an int, the nets do not sum to zero, a
        payment is below zero, payer and payee are the same player, a debt names a player
        without a net, or a player's debts do not add up to the player's net.
    """
    _check_nets(nets)
    debts = pairwise(deal_pairs)
    sums = dict.fromkeys(nets, 0)
    for debt in debts:
        for player, gain in ((debt.payer, -debt.amount), (debt.payee, debt.amount)):
            if player not in sums:
                raise SettlementError(f"{player!r} has debts but no net")
            sums[player] += gain
    for player, net in nets.items():
        if sums[player] != net:
            raise SettlementError(f"{player!r} has a net of {net}, but pair by pair {sums[player]}")
    return tuple(_largest_first(debts, {player: index for index, player in enumerate(nets)}))


def transfers(nets: Mapping[Player, int]) -> tuple[DuePayment[Player], ...]:
    """Return payments that bring every net to zero: the fewest possible for up to 16 balances.

    m balances other than zero need exactly m - k payments, k being the largest number of groups of
    them that each sum to zero (T. Verhoeff, "Settling Multiple Debts Efficiently: An Invitation to
    Computing Science", Informatics in Education 3, 2004). Finding k is NP-hard: it is exact here
    for up to `EXACT_LIMIT` balances, not counting equal and opposite ones; for more, at most m - 1
    payments are made. No player both pays and receives.

    Amounts are in the unit of the nets, largest first; among equals the order of `nets` decides,
    payer first.

    >>> transfers({"ann": 11, "bob": -25, "cy": 7, "dee": 7})  # doctest: +NORMALIZE_WHITESPACE
    (DuePayment(payer='bob', payee='ann', amount=11),
     DuePayment(payer='bob', payee='cy', amount=7),
     DuePayment(payer='bob', payee='dee', amount=7))

    :raises SettlementError: if a net is not an int, or the nets do not sum to zero.
    """
    _check_nets(nets)
    players = list(nets)
    balances = [(index, net) for index, net in enumerate(nets.values()) if net]
    # Largest first; the sort is stable, so ties keep the order of `nets`.
    balances.sort(key=lambda balance: -abs(balance[1]))
    couples, rest = _opposites(balances)
    groups = _zero_sum_groups(rest) if len(rest) <= EXACT_LIMIT else [rest]
    payments = [payment for group in (*couples, *groups) for payment in _pay_off(group)]
    payments.sort(key=lambda payment: (-payment[2], payment[0], payment[1]))
    return tuple(
        DuePayment(players[payer], players[payee], amount) for payer, payee, amount in payments
    )


def transfers_through(club: Player, nets: Mapping[Player, int]) -> tuple[DuePayment[Player], ...]:
    """Return payments that bring every net to zero, each to the club or from it.

    Largest first; among equals, payments to the club come first, then the order of `nets` decides.

    >>> nets = {"ann": 11, "bob": -11, "club": 0}
    >>> transfers_through("club", nets)  # doctest: +NORMALIZE_WHITESPACE
    (DuePayment(payer='bob', payee='club', amount=11),
     DuePayment(payer='club', payee='ann', amount=11))

    :raises SettlementError: if a net is not an int, or the nets do not sum to zero.
    """
    _check_nets(nets)
    others = {player: net for player, net in nets.items() if player != club}
    payments = [DuePayment(player, club, -net) for player, net in others.items() if net < 0]
    payments += [DuePayment(club, player, net) for player, net in others.items() if net > 0]
    return tuple(sorted(payments, key=lambda payment: -payment.amount))


def is_shortest(nets: Mapping[Player, int]) -> bool:
    """Return whether `transfers` is proven shortest: at most 16 balances have no opposite one.

    >>> is_shortest({"ann": 6, "bob": -5, "cy": -1})
    True

    :raises SettlementError: if a net is not an int, or the nets do not sum to zero.
    """
    _check_nets(nets)
    _couples, rest = _opposites([(at, net) for at, net in enumerate(nets.values()) if net])
    return len(rest) <= EXACT_LIMIT


def settle(
    nets: Mapping[Player, int],
    deal_pairs: Iterable[Mapping[tuple[Player, Player], int]],
    stake_per_point: int = 1,
) -> SettlementPlan[Player]:
    """Return the plan to settle a session: nets and payments in points, stake in minor units.

    With the stake of 1 the settlement is in points; with 0 no player owes anything.

    >>> done = settle({"ann": 3, "bob": -3}, [{("bob", "ann"): 4}, {("ann", "bob"): 1}], 25)
    >>> done.amounts
    {'ann': 75, 'bob': -75}
    >>> done.transfers
    (DuePayment(payer='bob', payee='ann', amount=75),)

    :raises SettlementError: whatever `amounts` and `pairwise_debts` reject.
    """
    money = amounts(nets, stake_per_point)
    debts = pairwise_debts(nets, deal_pairs)
    return SettlementPlan(
        stake_per_point=stake_per_point,
        balances=tuple(NetBalance(player, nets[player], money[player]) for player in nets),
        debts=tuple(
            PairDebt(debt.payer, debt.payee, debt.amount * stake_per_point)
            for debt in debts
            if stake_per_point
        ),
        transfers=transfers(money),
    )


def _largest_first(
    debts: Iterable[PairDebt[Player]], order: Mapping[Player, int]
) -> list[PairDebt[Player]]:
    """Return the debts sorted by amount, then by the order of payer and payee."""
    return sorted(debts, key=lambda debt: (-debt.amount, order[debt.payer], order[debt.payee]))


# A player's index in the given order, and the player's net.
_Net = tuple[int, int]


def _opposites(balances: Sequence[_Net]) -> tuple[list[list[_Net]], list[_Net]]:
    """Return pairs of equal and opposite balances, and the other balances.

    This keeps a shortest list: if the two sit in different zero-sum groups, they and the remainder
    of both groups are two such groups as well; if they sit in one, they split off from it.
    """
    waiting: defaultdict[int, deque[_Net]] = defaultdict(deque)
    couples: list[list[_Net]] = []
    for balance in balances:
        partners = waiting[-balance[1]]
        if partners:
            couples.append([partners.popleft(), balance])
        else:
            waiting[balance[1]].append(balance)
    left = {balance for queue in waiting.values() for balance in queue}
    return couples, [balance for balance in balances if balance in left]


def _zero_sum_groups(balances: Sequence[_Net]) -> list[list[_Net]]:
    """Return the balances, which sum to zero, as the largest number of zero-sum groups.

    A dynamic programme over subsets. A subset is a number whose bits are its members, and a family
    of subsets an int whose bit s says whether subset s belongs to it, so that one operation treats
    all subsets at once. A subset holds k + 1 groups if it contains a zero-sum subset of which a
    smaller part holds k. The last balance is held back, which halves the work: what remains beside
    the groups of the others always makes one group with it.
    """
    if not balances:
        return []
    *free, held_back = balances
    sums = [0]
    lacking: list[int] = []  # lacking[i]: the subsets without member i
    for _, net in free:
        size = len(sums)
        lacking = [family | family << size for family in lacking]
        lacking.append((1 << size) - 1)
        sums += [total + net for total in sums]
    zero_sum = int("".join("0" if total else "1" for total in reversed(sums)), 2)

    holding = [(1 << len(sums)) - 1]  # holding[k]: the subsets that hold at least k groups
    while True:
        larger = 0
        for member, family in enumerate(lacking):
            larger |= (holding[-1] & family) << (1 << member)
        found = zero_sum & larger
        if not found:
            break
        for member, family in enumerate(lacking):
            found |= (found & family) << (1 << member)
        holding.append(found)

    groups = []
    group = [held_back]
    subset = len(sums) - 1
    # Members that can be removed while k groups still fit belong to the next group. Families are
    # closed upwards, so one pass leaves a minimal subset, which holds exactly k groups.
    for family in reversed(holding):
        for member, balance in enumerate(free):
            without = subset & ~(1 << member)
            if without != subset and family >> without & 1:
                subset = without
                group.append(balance)
        groups.append(group)
        group = []
    return groups


def _pay_off(balances: Iterable[_Net]) -> list[tuple[int, int, int]]:
    """Return payments (payer, payee, amount): the largest debtor pays the largest creditor.

    Each payment closes one balance and the last closes two, so n balances take at most n - 1.
    """
    debtors: list[_Net] = []
    creditors: list[_Net] = []
    for index, net in balances:
        # A heap pops the smallest item, so amounts are negated.
        heapq.heappush(debtors if net < 0 else creditors, (-abs(net), index))
    payments: list[tuple[int, int, int]] = []
    while debtors:
        debit, payer = heapq.heappop(debtors)
        credit, payee = heapq.heappop(creditors)
        payments.append((payer, payee, min(-debit, -credit)))
        if debit < credit:
            heapq.heappush(debtors, (debit - credit, payer))
        elif credit < debit:
            heapq.heappush(creditors, (credit - debit, payee))
    return payments


def _check_nets(nets: Mapping[Player, int], whose: str = "the session") -> None:
    """Check that the nets are ints that sum to zero; `whose` is for the message."""
    for player, net in nets.items():
        _check_whole(net, f"{whose}, net of {player!r}")
    total = sum(nets.values())
    if total:
        raise SettlementError(f"the nets of {whose} sum to {total}, not to 0")


def _check_stake(stake_per_point: int) -> None:
    """Check that the stake is an int and not below zero."""
    _check_whole(stake_per_point, "stake per point")
    if stake_per_point < 0:
        raise SettlementError(f"a stake of {stake_per_point} per point is below zero")


def _check_whole(number: object, where: str) -> None:
    """Check that the number is an int, not a bool; `where` is for the message."""
    # A bool is an int in Python, but as a net it is a mistake.
    if isinstance(number, bool) or not isinstance(number, int):
        raise SettlementError(f"{where}: {number!r} is not a whole number")
