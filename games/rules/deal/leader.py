"""Leader of a deal, taker of the leftover, and loser of the previous deal."""

from functools import reduce
from operator import or_
from typing import NamedTuple

from games.rules.cards import Card, Cards, together
from games.rules.combinations.card_order import ranking
from games.rules.combinations.table import combination_table
from games.rules.deal.state import Previous, step_of
from games.rules.moves import leads
from games.rules.ruleset.rule_set import RuleSet
from games.rules.scoring import SeatNumber


class Opening(NamedTuple):
    """The seat that leads a deal, the card that it must play, and who takes the leftover."""

    #: The seat that leads.
    leader: SeatNumber
    #: The card that the first play must contain, or None.
    must_include: Card | None
    #: The seat that takes the leftover, or None.
    taker: SeatNumber | None


def opening(
    rules: RuleSet,
    hands: tuple[Cards, ...],
    leftover: Cards = 0,
    *,
    number: int = 1,
    previous: Previous | None = None,
    dealer: SeatNumber = 0,
) -> Opening:
    """Return the leader, the card to include and the leftover's taker, from the hands of a deal.

    If two players hold a copy of the lowest card, the first of them in turn order from the player
    after the dealer counts as its holder.

    :param leftover: the cards not dealt, without a stock
    :param number: the number of the deal, from 1
    :raises ValueError: if no player has a card
    """
    order = ranking(rules.suit_order)
    in_turn = seats_after(dealer, rules.players, step_of(rules, number))
    taker: SeatNumber | None = None
    if leftover and rules.leftover == "lowest_holder":
        # The holder of the lowest card or, if that is left over, of the lowest dealt card: in
        # either case the lowest card of all hands.
        taker = _holder(hands, order.lowest(_all_cards(hands)), in_turn)
        hands = tuple(
            together(hand, leftover) if seat == taker else hand for seat, hand in enumerate(hands)
        )
    if previous is not None and previous.winner is not None and not opens_round(rules, number):
        if rules.opening_leader == "winner":
            return Opening(previous.winner, None, taker)
        if rules.opening_leader == "loser":
            return Opening(previous_loser(rules, previous, number), None, taker)
    lowest = order.lowest(_all_cards(hands))
    must_include = lowest if rules.opening_includes_lowest else None
    return Opening(_holder(hands, lowest, in_turn), must_include, taker)


def seats_after(dealer: SeatNumber, players: int, step: int) -> list[SeatNumber]:
    """Return all seats in turn order, starting after the dealer, who comes last.

    :param step: 1 for anticlockwise play, -1 for clockwise
    """
    return [(dealer + step * away) % players for away in range(1, players + 1)]


def draws_dealer(rules: RuleSet, number: int) -> bool:
    """Return whether the dealer of a deal is drawn: in the first deal of all and of each round."""
    return number == 1 or opens_round(rules, number)


def opens_round(rules: RuleSet, number: int) -> bool:
    """Return whether a deal is the first of a round (option `round_length`; S4, Indonesia)."""
    return rules.round_length > 0 and (number - 1) % rules.round_length == 0


def previous_loser(rules: RuleSet, previous: Previous, number: int) -> SeatNumber:
    """Return the loser of the deal before, derived from the cards left if none is stored.

    :param number: the number of the current deal
    :raises ValueError: if the deal before had no winner
    """
    if previous.loser is not None:
        return previous.loser
    if previous.winner is None:
        raise ValueError("a deal without a winner has no loser")
    return loser_of(rules, previous.left, previous.winner, step_of(rules, number - 1))


def loser_of(
    rules: RuleSet, cards_left: tuple[Cards, ...], winner: SeatNumber, step: int
) -> SeatNumber:
    """Return the loser of a deal for `opening_leader` and `exchange`: the most cards left (S4).

    Tied players each show their largest combination, the strongest of that size in the usual order:
    the loser shows the fewest cards, then the weakest by five-card order, then comes earlier in
    turn order from the winner.
    """
    players = len(cards_left)
    losers = [(winner + step * away) % players for away in range(1, players)]
    max_count = max(cards_left[seat].bit_count() for seat in losers)
    losers = [seat for seat in losers if cards_left[seat].bit_count() == max_count]
    if len(losers) == 1 or max_count == 0:
        return losers[0]
    table = combination_table(rules)

    def largest_combination(seat: SeatNumber) -> tuple[int, int]:
        """Return the size and the key of the largest combination that a seat holds."""
        found = [table.classify(cards) for cards in leads(table, cards_left[seat])]
        return max((each.size, each.key) for each in found if each is not None)

    return min(losers, key=largest_combination)


def _all_cards(hands: tuple[Cards, ...]) -> Cards:
    """Return the cards of all hands; a card held twice may be counted once."""
    return reduce(or_, hands)


def _holder(hands: tuple[Cards, ...], card: Card, seats: list[SeatNumber]) -> SeatNumber:
    """Return the first of some seats that holds a card."""
    return next(seat for seat in seats if hands[seat] >> card & 1)
