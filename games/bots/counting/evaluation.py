"""Value of a play or a pass, by which the bot chooses.

The value of a play is that of the lead it may gain, minus the burden of the rest of the hand. It
also includes the chance to go out in one run, the danger that a rival goes out, and the loss saved
by having fewer cards.
"""

from typing import NamedTuple

from games.bots.counting.burden import Burdens
from games.bots.counting.danger import out_after_pass, out_on_lost_lead, out_over
from games.bots.counting.endgame import Endgame
from games.bots.counting.odds import SURE
from games.bots.counting.possible_loss import chance_to_end_soon, loss
from games.bots.counting.situation import Situation
from games.bots.counting.split import Split, Splitter
from games.rules.cards import Cards, without

_WON = 1000.0
_SURE_TO_WIN = 100.0
_STUCK = 3.0


class ActionValue(NamedTuple):
    """The value of an action in leads, and its chances to win the trick and to start a run."""

    #: The total.
    value: float
    #: The chance that it wins the trick.
    holds: float
    #: The chance to go out in one run that starts with it.
    run_chance: float


class Evaluation:
    """Calculation of the values, in leads, of a bot's possible actions in one situation."""

    def __init__(self, situation: Situation) -> None:
        self.situation = situation
        self.burdens = Burdens(situation)
        self.splitter = Splitter(situation, self.burdens)
        self.endgame = Endgame(situation, self.splitter)
        self._ends = chance_to_end_soon(situation.fewest_rival_cards)
        self._loss = loss(situation.view, situation.hand)

    @property
    def split(self) -> Split:
        """The best split of the hand."""
        return self.splitter.best(self.situation.hand)

    def of_play(self, cards: Cards) -> ActionValue:
        """Return the value of a legal play in leads, with its chances to win the trick and go out.

        A play that goes out, or is sure to, has a fixed value far above all others.
        """
        situation = self.situation
        weights = situation.weights
        left = without(situation.hand, cards)
        if not left:
            return ActionValue(_WON, SURE, SURE)
        play = situation.combination(cards)
        holds = situation.now.holds(play)
        run_chance = holds * self.endgame.run_chance(left)
        if run_chance == SURE:
            return ActionValue(_SURE_TO_WIN + self.endgame.last_twos(left), holds, run_chance)
        value = self._hand_value(left) + weights.card * play.size
        value += holds * (
            (weights.lead_on if situation.top is None else weights.lead)
            + weights.lead_pressed * self._ends
        )
        value += weights.run * run_chance
        value += weights.loss * self._ends * (self._loss - loss(situation.view, left))
        value -= weights.danger * out_over(situation, play)
        value -= weights.danger_lead * out_on_lost_lead(situation, play)
        return ActionValue(value, holds, run_chance)

    def is_sure_to_win(self, cards: Cards) -> bool:
        """Return whether a play goes out, or starts a run to the end that nothing can stop."""
        situation = self.situation
        left = without(situation.hand, cards)
        if not left:
            return True
        holds = situation.now.holds(situation.combination(cards))
        return holds == SURE and self.endgame.run_chance(left) == SURE

    def of_pass(self) -> ActionValue:
        """Return the value of passing in leads; both chances are 0."""
        situation = self.situation
        value = self._hand_value(situation.hand)
        value -= situation.weights.danger_pass * out_after_pass(situation)
        value -= situation.weights.draw * self._draw_count()
        return ActionValue(value, 0.0, 0.0)

    def _hand_value(self, hand: Cards) -> float:
        """Return the value of a hand in leads: the lower its burden, the higher."""
        split = self.splitter.best(hand)
        lost_gain = self.situation.weights.last * self.burdens.smallest_gain(split.plays)
        stuck_penalty = _STUCK if self.endgame.cannot_go_out(hand) else 0.0
        return -split.burden - lost_gain - stuck_penalty

    def _draw_count(self) -> int:
        """Return the number of cards that a pass draws; 0 on lead or without a stock."""
        view, top = self.situation.view, self.situation.top
        if top is None or not (view.stock_count or view.rules.stock_recycle):
            return 0
        return view.rules.draws(top.size)
