"""What a play, or a pass, is worth: the one measure by which the bot chooses.

A play is worth the lead it may gain, less the burden of what is left of the hand. To that come
the chance to run out, the danger that a rival goes out, and the loss that fewer cards would save.
"""

from typing import NamedTuple

from games.bots.counting.burden import Burdens
from games.bots.counting.danger import out_after_pass, out_on_lost_lead, out_over
from games.bots.counting.endgame import Endgame
from games.bots.counting.odds import SURE
from games.bots.counting.situation import Situation
from games.bots.counting.split import Split, Splitter
from games.bots.counting.stakes import ends_soon, loss
from games.rules.cards import Cards, without

_WON = 1000.0
_SURE_TO_WIN = 100.0
_STUCK = 3.0


class Worth(NamedTuple):
    """What an action is worth, in leads, and what of it."""

    #: All together.
    value: float
    #: The chance that it wins the trick.
    holds: float
    #: The chance to run out with it.
    run: float


class Judgement:
    """Judges the actions open in one situation."""

    def __init__(self, situation: Situation) -> None:
        self.situation = situation
        self.burdens = Burdens(situation)
        self.splitter = Splitter(situation, self.burdens)
        self.endgame = Endgame(situation, self.splitter)
        self._ends = ends_soon(situation.fewest)
        self._loss = loss(situation.view, situation.hand)

    @property
    def split(self) -> Split:
        """How the hand is parted best."""
        return self.splitter.best(self.situation.hand)

    def of_play(self, cards: Cards) -> Worth:
        """Return what an open play is worth."""
        situation = self.situation
        weights = situation.weights
        left = without(situation.hand, cards)
        if not left:
            return Worth(_WON, SURE, SURE)
        play = situation.combination(cards)
        holds = situation.now.holds(play)
        run = holds * self.endgame.run(left)
        if run == SURE:
            return Worth(_SURE_TO_WIN + self.endgame.reward(left), holds, run)
        value = self._left(left) + weights.card * play.size
        value += holds * (
            (weights.lead_on if situation.top is None else weights.lead)
            + weights.lead_pressed * self._ends
        )
        value += weights.run * run
        value += weights.loss * self._ends * (self._loss - loss(situation.view, left))
        value -= weights.danger * out_over(situation, play)
        value -= weights.danger_lead * out_on_lost_lead(situation, play)
        return Worth(value, holds, run)

    def of_pass(self) -> Worth:
        """Return what passing is worth."""
        situation = self.situation
        value = self._left(situation.hand)
        value -= situation.weights.danger_pass * out_after_pass(situation)
        value -= situation.weights.draw * self._drawn()
        return Worth(value, 0.0, 0.0)

    def _left(self, hand: Cards) -> float:
        """Return what it is worth to hold a hand: the less burden the better."""
        split = self.splitter.best(hand)
        unused = self.situation.weights.last * self.burdens.unused(split.plays)
        stuck = _STUCK if self.endgame.stuck(hand) else 0.0
        return -split.burden - unused - stuck

    def _drawn(self) -> int:
        """Return how many cards a pass draws."""
        view, top = self.situation.view, self.situation.top
        if top is None or not (view.stock_count or view.rules.stock_recycle):
            return 0
        return view.rules.draws(top.size)
