"""When the hand can be run out: bosses first, and the one weak combination last.

Who is on lead and holds only bosses but for one combination has won: each boss keeps the lead,
and the last play need not win anything.
"""

from games.bots.counting.odds import SURE
from games.bots.counting.situation import Situation
from games.bots.counting.split import Splitter
from games.rules.cards import TWOS, Cards, without
from games.rules.moves import forbidden_last, leads

#: Up to so many cards every order of play is read out, beyond it the splits alone.
_READ_OUT = 6

#: With more cards than that only the best split is looked at: a run is unlikely.
_FAR_FROM_OUT = 13


class Endgame:
    """The chances to run out with what is left of one hand."""

    def __init__(self, situation: Situation, splitter: Splitter) -> None:
        self._situation = situation
        self._splitter = splitter
        self._known: dict[Cards, float] = {}

    def run(self, hand: Cards) -> float:
        """Return the chance to go out with a hand, its holder being on lead, in one run.

        1 when, and only when, nothing can stop it.
        """
        known = self._known.get(hand)
        if known is None:
            if hand.bit_count() <= _READ_OUT:
                known = self._read(hand)
            elif hand.bit_count() > _FAR_FROM_OUT:
                known = self._of_split(self._splitter.best(hand).plays)
            else:
                known = max(self._of_split(split.plays) for split in self._splitter.all(hand))
            self._known[hand] = known
        return known

    def stuck(self, hand: Cards) -> bool:
        """Tell whether a hand may not be played as the last one (option `going_out`)."""
        return forbidden_last(self._situation.rules, self._situation.table, hand)

    def reward(self, hand: Cards) -> int:
        """Return how many twos are kept for a last play that counts by its twos."""
        counts = self._situation.rules.counts_last_twos
        return (hand & TWOS).bit_count() if counts else 0

    def _read(self, hand: Cards) -> float:
        if not hand:
            return SURE
        situation = self._situation
        if situation.table.classify(hand) is not None and not self.stuck(hand):
            return SURE
        best = 0.0
        for play in leads(situation.table, hand):
            rest = without(hand, play)
            if not rest:
                continue
            holds = situation.later.holds(situation.combination(play))
            if holds > best:
                best = max(best, holds * self.run(rest))
        return best

    def _of_split(self, plays: tuple[Cards, ...]) -> float:
        situation = self._situation
        holds = sorted(
            (situation.later.holds(situation.combination(play)), self.stuck(play)) for play in plays
        )
        last = next((place for place, (_, stuck) in enumerate(holds) if not stuck), None)
        if last is None:
            return 0.0
        chance = SURE
        for place, (held, _) in enumerate(holds):
            if place != last:
                chance *= held
        return chance
