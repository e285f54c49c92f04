"""Chance to go out in one run: unbeatable plays (bosses) first, the one weak combination last.

A player on lead who holds only bosses and one other combination has won: each boss keeps the lead,
and the last play does not have to win.
"""

from games.bots.counting.odds import SURE
from games.bots.counting.situation import Situation
from games.bots.counting.split import Splitter
from games.rules.cards import TWOS, Cards, without
from games.rules.moves import forbidden_last, leads

#: Maximum number of cards for which every order of play is tried; above it only the splits are.
_READ_OUT = 6

#: With more cards only the best split is tried, because a run is unlikely.
_FAR_FROM_OUT = 13


class Endgame:
    """Chances to go out in one run from the rest of a hand, cached."""

    def __init__(self, situation: Situation, splitter: Splitter) -> None:
        self._situation = situation
        self._splitter = splitter
        self._known: dict[Cards, float] = {}

    def run_chance(self, hand: Cards) -> float:
        """Return the chance that the holder of a hand, on lead, goes out without losing the lead.

        Exactly 1 if and only if nothing can stop the run.
        """
        known = self._known.get(hand)
        if known is None:
            if hand.bit_count() <= _READ_OUT:
                known = self._run_chance_by_search(hand)
            elif hand.bit_count() > _FAR_FROM_OUT:
                known = self._run_chance_of_split(self._splitter.best(hand).plays)
            else:
                known = max(
                    self._run_chance_of_split(split.plays) for split in self._splitter.all(hand)
                )
            self._known[hand] = known
        return known

    def cannot_go_out(self, hand: Cards) -> bool:
        """Return whether a hand may not be the last play (option `going_out`)."""
        return forbidden_last(self._situation.rules, self._situation.table, hand)

    def last_twos(self, hand: Cards) -> int:
        """Return the number of twos in a last play of the hand if they score, otherwise 0."""
        counts = self._situation.rules.counts_last_twos
        return (hand & TWOS).bit_count() if counts else 0

    def _run_chance_by_search(self, hand: Cards) -> float:
        """Return the chance of a run, from every order in which the hand can be played."""
        if not hand:
            return SURE
        situation = self._situation
        if situation.table.classify(hand) is not None and not self.cannot_go_out(hand):
            return SURE
        best = 0.0
        for play in leads(situation.table, hand):
            rest = without(hand, play)
            if not rest:
                continue
            holds = situation.later.holds(situation.combination(play))
            if holds > best:
                best = max(best, holds * self.run_chance(rest))
        return best

    def _run_chance_of_split(self, plays: tuple[Cards, ...]) -> float:
        """Return the chance of a run that plays a split, with the weakest play last."""
        situation = self._situation
        holds = sorted(
            (situation.later.holds(situation.combination(play)), self.cannot_go_out(play))
            for play in plays
        )
        last = next(
            (place for place, (_, cannot_go_out) in enumerate(holds) if not cannot_go_out), None
        )
        if last is None:
            return 0.0
        chance = SURE
        for place, (chance_held, _) in enumerate(holds):
            if place != last:
                chance *= chance_held
        return chance
