"""How heavy a combination weighs in the hand that still has to shed it.

A three weighs a whole lead: nothing else will ever shed it. A nine goes under some eight that
somebody leads. An ace wins a trick more often than not, and with it a lead for something else, so
that it weighs nothing; and the highest two is an asset.
"""

from games.bots.counting.odds import Odds
from games.bots.counting.situation import Situation
from games.rules.cards import RANK_MASKS, Cards
from games.rules.combinations import Combination, Kind

#: How many of the five-card combinations that are led a kind beats, roughly.
_QUALITY = {
    Kind.STRAIGHT: 0.35,
    Kind.FLUSH: 0.55,
    Kind.FULL_HOUSE: 0.75,
    Kind.FOUR_OF_A_KIND: 0.95,
    Kind.STRAIGHT_FLUSH: 1.0,
    Kind.STRAIGHT_FLUSH_PLUS_TWO: 1.0,
    Kind.FIVE_OF_A_KIND: 1.0,
}


class Burdens:
    """The burdens of combinations in one situation, each worked out once."""

    def __init__(self, situation: Situation) -> None:
        self._situation = situation
        self._odds: Odds = situation.later
        self._weights = situation.weights
        self._known: dict[Cards, float] = {}
        self._live = situation.live
        self._live_count = max(1, situation.live.bit_count())
        self._most = max((rival.cards for rival in situation.rivals), default=0)

    def of(self, cards: Cards) -> float:
        """Return how many leads a combination costs the hand, less those that it gains."""
        known = self._known.get(cards)
        if known is None:
            play = self._situation.combination(cards)
            known = self._base(play.size) - self._followed(play) - self._gain(play)
            self._known[cards] = known
        return known

    def unused(self, plays: tuple[Cards, ...]) -> float:
        """Return what the last of a hand's plays would gain, were it not the last."""
        combination = self._situation.combination
        return min((self._gain(combination(play)) for play in plays), default=0.0)

    def _base(self, size: int) -> float:
        weights = self._weights
        if size >= 5:
            return weights.base_five
        return (weights.base_single, weights.base_pair, weights.base_triple)[min(size, 3) - 1]

    def _gain(self, play: Combination) -> float:
        """Return what the leads are worth that a combination may win."""
        weights = self._weights
        if play.size == 1:
            gain = weights.gain_single
        else:
            gain = weights.gain_set if play.size < 5 else weights.gain_five
        return gain * self._odds.holds(play)

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
        higher = self._situation.table.ranking.higher[play.top]
        return (self._live & ~higher & ~play.cards).bit_count() / self._live_count

    def _lower_ranks(self, play: Combination, size: int) -> float:
        """Return which share of the ranks with so many live cards is lower."""
        strength = self._situation.table.ranking.rank_strength
        mine = strength[play.rank]
        lower = every = 0
        for rank, mask in enumerate(RANK_MASKS):
            if rank != play.rank and (self._live & mask).bit_count() >= size:
                every += 1
                lower += strength[rank] < mine
        return lower / every if every else 0.0
