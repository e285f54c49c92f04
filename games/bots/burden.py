"""How heavy a combination weighs in the hand that still has to shed it.

A three weighs a whole lead: nothing else will ever shed it. A nine goes under some eight that
somebody leads. An ace wins a trick more often than not, and with it a lead for something else, so
that it weighs nothing; and the highest two is an asset.
"""

from games.bots.odds import Odds
from games.bots.situation import Situation
from games.rules.cards import RANK_MASKS, Cards
from games.rules.combinations import Combination, Kind

_QUALITY = {
    Kind.STRAIGHT: 0.35,
    Kind.FLUSH: 0.55,
    Kind.FULL_HOUSE: 0.75,
    Kind.FOUR_OF_A_KIND: 0.95,
    Kind.STRAIGHT_FLUSH: 1.0,
    Kind.STRAIGHT_FLUSH_PLUS_TWO: 1.0,
}
"""How many of the five-card combinations that are led a kind beats, roughly."""


class Burdens:
    """The burdens of combinations in one situation, each worked out once."""

    def __init__(self, situation: Situation) -> None:
        self._situation = situation
        self._odds: Odds = situation.later
        self._weights = situation.weights
        self._known: dict[Cards, float] = {}
        self._live = situation.live
        self._live_count = max(1, situation.live.bit_count())
        self._most = max((rival.count for rival in situation.rivals), default=0)

    def of(self, cards: Cards) -> float:
        """Return how many leads a combination costs the hand, less those that it gains."""
        known = self._known.get(cards)
        if known is None:
            play = self._situation.combination(cards)
            known = self._known[cards] = (
                self._base(play.size) - self._followed(play) - self.gain(play)
            )
        return known

    def _base(self, size: int) -> float:
        w = self._weights
        return (
            0,
            w.base_single,
            w.base_pair,
            w.base_triple,
            w.base_triple,
            w.base_five,
            w.base_five,
            w.base_five,
        )[size]

    def gain(self, play: Combination) -> float:
        w = self._weights
        size = play.size
        g = w.gain_single if size == 1 else w.gain_pair if size < 5 else w.gain_five
        return g * self._odds.holds(play)

    def _followed(self, play: Combination) -> float:
        """Return the chance that a combination can be shed on somebody else's lead."""
        if self._most < play.size:
            return 0.0
        weights = self._weights
        if play.size == 1:
            return weights.follow_single * self._lower_singles(play)
        if play.size == 2:
            return weights.follow_pair * self._lower_ranks(play, 2)
        if play.size <= 4:
            return weights.follow_triple * self._lower_ranks(play, play.size)
        return weights.follow_five * _QUALITY[play.kind]

    def _lower_singles(self, play: Combination) -> float:
        higher = self._situation.tables.ranking.higher[play.top]
        return (self._live & ~higher & ~play.cards).bit_count() / self._live_count

    def _lower_ranks(self, play: Combination, size: int) -> float:
        """Return which share of the ranks with so many live cards is lower."""
        strength = self._situation.tables.ranking.rank_strength
        mine = strength[play.rank]
        lower = every = 0
        for rank, mask in enumerate(RANK_MASKS):
            if rank != play.rank and (self._live & mask).bit_count() >= size:
                every += 1
                lower += strength[rank] < mine
        return lower / every if every else 0.0
