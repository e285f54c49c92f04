"""Dealer and starting data of the next deal."""

from typing import NamedTuple

from games.rules.deal.leader import opens_round
from games.rules.deal.state import DealState, Ending, Previous
from games.rules.scoring import SeatNumber


class NextDeal(NamedTuple):
    """The number and dealer of the next deal, and the outcome of the deal before it."""

    #: Its number; after a redeal the same number again.
    number: int
    #: Its dealer, or None if the dealer is drawn by high card.
    dealer: SeatNumber | None
    #: The outcome of the deal before.
    previous: Previous | None


def next_deal(state: DealState) -> NextDeal:
    """Return the starting data of the deal after a finished one; raise `ValueError` before its end.

    The winner deals, or with `opening_leader` ``loser`` the loser (S4); with `guard`
    ``deals_next`` a player who broke the duty (S0); after a deal without a winner the same dealer.
    """
    result, setup = state.result, state.setup
    if result is None:
        raise ValueError("the deal is not over")
    if result.ending is Ending.REDEAL:
        return NextDeal(setup.number, setup.dealer, setup.previous)
    number = setup.number + 1
    previous = Previous(result.winner, result.loser, result.left)
    dealer: SeatNumber | None = setup.dealer
    if opens_round(setup.rules, number):
        dealer = None
    elif result.foul is not None and setup.rules.guard == "deals_next":
        dealer = result.foul
    elif result.winner is not None:
        dealer = result.loser if setup.rules.opening_leader == "loser" else result.winner
    return NextDeal(number, dealer, previous)
