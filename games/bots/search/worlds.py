"""Worlds: deals that are possible as a player sees them.

A world deals the cards that the player has not seen to the other seats, the stock and the cards
that no seat has. The more likely the hands are after what the others played and passed on, the more
often they are dealt. A world follows from the view and a random number generator.
"""

from collections.abc import Sequence
from random import Random
from typing import Final

import numpy as np
from numpy.typing import NDArray

from games.bots.net.inputs import passes_since_play
from games.bots.search.likelihood import Likelihood, signs, weights
from games.rules.cards import (
    PACK_SIZE,
    Card,
    Cards,
    cards_of,
    iter_cards,
    packs_of,
    together,
    without,
)
from games.rules.combinations.kinds import FOURS, HONOURS
from games.rules.deal.actions import Play
from games.rules.deal.state import DealState, Phase, PlayedSpecial, Setup, Trick
from games.rules.scoring import SeatNumber
from games.rules.view import View

_SPECIALS = HONOURS | FOURS
#: The number of random deals for each world; likely ones are chosen from them.
_DEALS_FOR_EACH: Final = 16


class Worlds:
    """The worlds of one view."""

    def __init__(self, view: View) -> None:
        """Find out which cards are hidden, and which are known to be in a certain hand.

        :raises ValueError: for a spectator
        """
        if view.seat is None:
            raise ValueError("a spectator has no cards")
        self._view = view
        unseen = without(packs_of(view.rules.packs), together(view.hand, view.played))
        known = _known_cards(view)
        for cards in known.values():
            unseen = without(unseen, cards)
        #: The known cards of each seat.
        self._held: dict[SeatNumber, Cards] = {view.seat: view.hand, **known}
        self._hidden = list(iter_cards(unseen))
        #: The number of hidden cards of each other seat.
        self._needed = {
            seat: count - self._held.get(seat, 0).bit_count()
            for seat, count in enumerate(view.counts)
            if seat != view.seat
        }
        #: The other seats with cards, in the order in which they get hidden ones.
        self._others = [seat for seat in self._needed if view.counts[seat]]
        every = signs(view)
        #: What they have shown.
        self.shown = [every[seat] for seat in self._others]
        actions = view.history
        top = view.top
        #: The deal without hidden cards.
        self._known = DealState(
            Setup(view.rules, view.number, view.dealer, hands=()),
            Phase.PLAY,
            (),
            turn=view.turn,
            trick=Trick(
                view.trick_start,
                top,
                view.owner,
                passes_since_play(view),
                sum(1 << seat for seat in view.locked),
            ),
            out=view.out,
            leader=view.leader,
            must_include=view.must_include,
            taker=view.taker,
            recycles=view.recycles,
            played=view.played,
            active=sum(1 << seat for seat, has_played in enumerate(view.active) if has_played),
            starter=view.starter,
            last_play=_last_play(view),
            twos_low=view.twos_low,
            bombs=view.bombs,
            # Earlier ones are left out: unbeaten, they add the same to the result of every action.
            specials=()
            if top is None or view.owner is None or top.kind not in _SPECIALS
            else (PlayedSpecial(view.owner, top, not view.counts[view.owner]),),
            actions=actions,
        )

    @property
    def is_only_one(self) -> bool:
        """Return whether the cards of all players are known, and none is drawn."""
        unknown = [count for count in self._needed.values() if count]
        return not self._view.stock_count and (
            not unknown or (len(unknown) == 1 and unknown[0] == len(self._hidden))
        )

    def deal(self, random: Random, count: int) -> list[DealState]:
        """Return some possible deals, likely ones more often; the only one just once.

        :raises ValueError: if the view's numbers of cards do not fit together
        """
        if self.is_only_one:
            return [self._deal_of(self._hidden)]
        # Twos that have become the lowest cards change which cards are high.
        if self._known.twos_low:
            return [self._deal_of(each) for each in self._deals(random, count).tolist()]
        deals = self._deals(random, count * _DEALS_FOR_EACH)
        logarithms = Likelihood(self.shown, weights()).of(self._hands(deals))
        chances = np.exp(logarithms - logarithms.max()).cumsum()
        # Evenly spaced, so that the deals differ as much as their chances allow.
        places = (np.arange(count) + random.random()) / count * chances[-1]
        return [self._deal_of(each) for each in deals[chances.searchsorted(places)].tolist()]

    def _deals(self, random: Random, count: int) -> NDArray[np.uint8]:
        """Return the hidden cards in some random orders: the first ones are those of the seats."""
        shuffler = np.random.Generator(np.random.PCG64(random.getrandbits(64)))
        return shuffler.permuted(np.tile(np.array(self._hidden, np.uint8), (count, 1)), axis=1)

    def hands_at_random(self, random: Random, count: int) -> NDArray[np.uint8]:
        """Return the other hands in some deals, all possible ones equally often.

        :return: per deal and other seat with cards, the number of copies of each card
        """
        return self._hands(self._deals(random, count))

    def hands(self, deals: Sequence[DealState]) -> NDArray[np.uint8]:
        """Return the other hands in some deals, as `hands_at_random` does."""
        found = np.zeros((len(deals), len(self._others), PACK_SIZE), np.uint8)
        for row, deal in enumerate(deals):
            for place, seat in enumerate(self._others):
                for card in iter_cards(deal.hands[seat]):
                    found[row, place, card] += 1
        return found

    def _hands(self, deals: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """Return the other hands if the hidden cards are in these orders."""
        known = tuple(self._held.get(seat, 0) for seat in range(len(self._view.counts)))
        held = self.hands([self._known._replace(hands=known)])[0]
        owners = np.repeat(
            np.arange(len(self._others)), [self._needed[each] for each in self._others]
        )
        places = (np.arange(len(deals))[:, None] * len(self._others) + owners) * PACK_SIZE + deals[
            :, : len(owners)
        ]
        copies = np.bincount(places.ravel(), minlength=len(deals) * held.size)
        hands: NDArray[np.uint8] = copies.reshape(len(deals), *held.shape).astype(np.uint8) + held
        return hands

    def _deal_of(self, hidden: Sequence[Card]) -> DealState:
        """Return the deal with the hidden cards in this order.

        :raises ValueError: if the view's numbers of cards do not fit together
        """
        view = self._view
        place = 0
        hands: list[Cards] = []
        for seat in range(len(view.counts)):
            count = self._needed.get(seat, 0)
            dealt = cards_of(hidden[place : place + count])
            hands.append(together(self._held.get(seat, 0), dealt))
            place += count
        stock: tuple[Card, ...] = tuple(hidden[place : place + view.stock_count])
        place += view.stock_count
        if place > len(hidden) or tuple(map(int.bit_count, hands)) != view.counts:
            raise ValueError("the numbers of cards do not fit together")
        leftover = view.leftover or cards_of(hidden[place:])
        return self._known._replace(hands=tuple(hands), stock=stock, leftover=leftover)


def _known_cards(view: View) -> dict[SeatNumber, Cards]:
    """Return the cards that are known to be in the hands of other seats, by seat."""
    found: dict[SeatNumber, Cards] = {}
    if view.taker is not None and view.taker != view.seat:
        found[view.taker] = view.leftover
    exchange = view.exchange
    if exchange is not None and view.seat == exchange.loser:
        if exchange.returned != exchange.given and exchange.winner != view.seat:
            found[exchange.winner] = together(
                found.get(exchange.winner, 0) & ~(1 << exchange.given), 1 << exchange.given
            )
    elif exchange is not None and exchange.returned is not None:
        found[exchange.loser] = found.get(exchange.loser, 0) | 1 << exchange.returned
    # With two packs, a card that was played or is in hand may be the other copy.
    seen = together(view.hand, view.played)
    return {seat: cards & ~seen for seat, cards in found.items() if view.counts[seat]}


def _last_play(view: View) -> Cards:
    """Return the last play of the first player who went out, or 0."""
    if not view.out:
        return 0
    winner = view.out[0]
    plays = [each for each in view.history if isinstance(each, Play) and each.seat == winner]
    return plays[-1].cards if plays else 0
