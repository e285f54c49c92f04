"""Duty of the player right before one with a single card left (option `guard`)."""

from typing import NamedTuple

from games.rules.cards import Card
from games.rules.combinations.kinds import Combination, Kind
from games.rules.deal.state import DealState, next_in
from games.rules.moves import forbidden_last
from games.rules.scoring import SeatNumber


class Duty(NamedTuple):
    """The duty to play the highest single card or several: the guard, the next player, the card."""

    #: The player with the duty.
    guard: SeatNumber
    #: The next player, who has a single card.
    guarded: SeatNumber
    #: The guard's highest single card.
    highest: Card
    #: Whether passing keeps the duty: the highest single card does not beat the one on the table,
    #: or may not be the player's last.
    may_pass: bool


def duty(state: DealState) -> Duty | None:
    """Return the duty of the seat to act if the next player has a single card left, or None.

    There is no duty for a first play that must contain a certain card, for a player who has to beat
    more than one card, and for the owner of the play on the table.
    """
    seat, trick, rules = state.turn, state.trick, state.setup.rules
    if rules.guard == "none" or seat is None or state.must_include is not None:
        return None
    if seat == trick.owner or (trick.top is not None and trick.top.size != 1):
        return None
    guarded = next_in(state.hands, seat, state.setup.step, trick.locked)
    if guarded is None or state.hands[guarded].bit_count() != 1:
        return None
    hand = state.hands[seat]
    table = state.combination_table
    highest = table.ranking.highest(hand)
    may_pass = (
        trick.top is None
        or table.ranking.strength[highest] <= trick.top.key
        or (hand == 1 << highest and forbidden_last(rules, table, hand))
    )
    return Duty(seat, guarded, highest, may_pass)


def keeps_duty(guard_duty: Duty, play: Combination) -> bool:
    """Return whether a play keeps the guard's duty: several cards, or the highest single card."""
    return play.kind is not Kind.SINGLE or play.top == guard_duty.highest
