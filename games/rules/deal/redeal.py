"""Players who may ask for a redeal (option `redeal`, S3)."""

from games.rules.cards import RANK_MASKS, RANKS, Cards, card_names, together, without
from games.rules.deal.refusals import Code, Refusal
from games.rules.deal.state import DealState, Exchange
from games.rules.scoring import SeatNumber

MOST_POINTS = 3
_POINTS = {"J": 1, "Q": 2, "K": 3, "A": 4, "2": 5}
_FACES = sum(RANK_MASKS[RANKS.index(rank)] for rank in "JQK")


def hand_points(cards: Cards) -> int:
    """Return the points of a hand: J 1, Q 2, K 3, A 4, 2 5, the rest 0."""
    return sum(
        points * (cards & RANK_MASKS[RANKS.index(rank)]).bit_count()
        for rank, points in _POINTS.items()
    )


def hand_dealt(
    hand: Cards,
    seat: SeatNumber,
    exchange: Exchange | None,
    taker: SeatNumber | None,
    leftover: Cards,
) -> Cards:
    """Return a seat's hand as it was dealt, without the effects of exchange and leftover.

    :param hand: the hand now, before the first play
    :param exchange: the cards that have changed hands, or None
    :param taker: the seat that has taken the leftover, or None
    """
    if seat == taker:
        hand = without(hand, leftover)
    if exchange is not None and seat in (exchange.loser, exchange.winner):
        given = 1 << exchange.given
        returned = 0 if exchange.returned is None else 1 << exchange.returned
        got, gave = (given, returned) if seat == exchange.winner else (returned, given)
        # Add the card given away first: it may be the same as the card received.
        hand = without(together(hand, gave), got)
    return hand


def redeal_is_open(state: DealState) -> bool:
    """Return whether a player with a hand that allows it could ask for a redeal now."""
    return state.rules.redeal != "none" and state.result is None and state.starter is None


def who_may_redeal(state: DealState) -> tuple[SeatNumber, ...]:
    """Return the seats that may ask for a redeal now; the first play ends their chance."""
    seats = range(len(state.hands))
    return tuple(seat for seat in seats if redeal_refusal(state, seat) is None)


def redeal_refusal(state: DealState, seat: SeatNumber) -> Refusal | None:
    """Return the reason why a seat may not ask for a redeal, or None if it may.

    The hand counts as it was dealt. A player can ask until the first play; the deal does not wait.
    """
    rules = state.setup.rules
    if rules.redeal == "none":
        return Refusal(Code.NO_REDEAL)
    if state.result is not None:
        return Refusal(Code.DEAL_OVER)
    if state.starter is not None:
        return Refusal(Code.REDEAL_TOO_LATE)
    hand = hand_dealt(state.hands[seat], seat, state.exchange, state.taker, state.leftover)
    if rules.redeal == "three_points":
        points = hand_points(hand)
        return Refusal(Code.REDEAL_POINTS, {"points": points}) if points > MOST_POINTS else None
    faces = hand & _FACES
    return Refusal(Code.REDEAL_FACES, {"cards": card_names(faces)}) if faces else None
