"""What comes after a deal: who deals the next, and what it has to know of this one."""

from typing import NamedTuple

from games.rules.deal.leader import opens_round
from games.rules.deal.state import DealState, Ending, Previous
from games.rules.scoring import SeatNumber


class NextDeal(NamedTuple):
    """What the next deal starts from."""

    #: Its number; the same again after a redeal.
    number: int
    #: Who deals it, or None when the dealer is drawn by high card.
    dealer: SeatNumber | None
    #: What it has to know of the deal before.
    previous: Previous | None


def next_deal(state: DealState) -> NextDeal:
    """Return what the deal after a finished one starts from.

    The winner deals, or with `opening_leader` ``loser`` the loser (S4); under the guard
    ``deals_next`` whoever broke the duty (S0); after a deal without a winner the same dealer.

    :raises ValueError: when the deal is not over
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
