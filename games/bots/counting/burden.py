"""Burden of a combination: the number of leads that it costs to get rid of it.

A three costs a whole lead, because it can only be led. A nine can be played on another player's
eight. An ace usually wins the trick and gains a lead for another combination, so it costs nothing;
the highest two is an asset.
"""

from games.bots.counting.odds import Odds
from games.bots.counting.situation import Situation
from games.rules.cards import RANK_MASKS, Cards
from games.rules.combinations.kinds import Combination, Kind

#: The approximate share of led five-card combinations that a kind beats.
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
    """Calculation of burdens, in leads, of combinations in one situation; cached."""

    def __init__(self, situation: Situation) -> None:
        self._situation = situation
        self._odds: Odds = situation.later
        self._weights = situation.weights
        self._known: dict[Cards, float] = {}
        self._live = situation.live
        self._live_count = max(1, situation.live.bit_count())
        self._max_rival_cards = max((rival.cards for rival in situation.rivals), default=0)

    def of(self, cards: Cards) -> float:
        """Return the number of leads that a combination costs, minus those that it gains."""
        known = self._known.get(cards)
        if known is None:
            play = self._situation.combination(cards)
            known = self._base(play.size) - self._follow_chance(play) - self._gain(play)
            self._known[cards] = known
        return known

    def smallest_gain(self, plays: tuple[Cards, ...]) -> float:
        """Return the smallest gain of some plays, lost if that play is the last; 0 for none."""
        combination = self._situation.combination
        return min((self._gain(combination(play)) for play in plays), default=0.0)

    def _base(self, size: int) -> float:
        """Return the burden of a combination with `size` cards before any gain."""
        weights = self._weights
        if size >= 5:
            return weights.base_five
        return (weights.base_single, weights.base_pair, weights.base_triple)[min(size, 3) - 1]

    def _gain(self, play: Combination) -> float:
        """Return the expected value of the lead that a combination may win."""
        weights = self._weights
        if play.size == 1:
            gain = weights.gain_single
        else:
            gain = weights.gain_set if play.size < 5 else weights.gain_five
        return gain * self._odds.holds(play)

    def _follow_chance(self, play: Combination) -> float:
        """Return the weighted chance that a combination can be played on another player's lead."""
        if self._max_rival_cards < play.size:
            return 0.0
        weights = self._weights
        if play.size == 1:
            return weights.follow_single * self._lower_singles(play)
        if play.size == 2:
            return weights.follow_pair * self._lower_ranks(play, 2)
        if play.size <= 4:
            same_rank = 2 if play.kind is Kind.TWO_PAIRS else play.size
            return weights.follow_triple * self._lower_ranks(play, same_rank)
        return weights.follow_five * _QUALITY[play.kind]

    def _lower_singles(self, play: Combination) -> float:
        """Return the share of the live cards that are lower than a single card."""
        higher = self._situation.table.ranking.higher[play.top]
        return (self._live & ~higher & ~play.cards).bit_count() / self._live_count

    def _lower_ranks(self, play: Combination, size: int) -> float:
        """Return the share of lower ranks among those with at least `size` live cards."""
        strength = self._situation.table.ranking.rank_strength
        own_strength = strength[play.rank]
        lower = ranks = 0
        for rank, mask in enumerate(RANK_MASKS):
            if rank != play.rank and (self._live & mask).bit_count() >= size:
                ranks += 1
                lower += strength[rank] < own_strength
        return lower / ranks if ranks else 0.0
