"""Weights for evaluating actions.

The unit is one lead: the value of playing a combination that can only be led. The values were tuned
in about 15,000 deals, half against lowest-play bots and half against earlier versions of this bot:
all except `draw` were changed randomly at the same time, and each moved a step towards better wins
and nets. `danger` is set by judgement, because lowest-play bots keep no pairs for the end, so deals
against them say little about it.
"""

from typing import NamedTuple


class Weights(NamedTuple):
    """Weights, in leads, of the parts of an action's value, and assumed chances."""

    #: The cost of a combination that can only be led, by size.
    base_single: float = 1.0
    base_pair: float = 1.15
    base_triple: float = 1.1
    base_five: float = 1.0
    #: How often a combination of the highest quality can be played on another player's lead, by
    #: size.
    follow_single: float = 1.05
    follow_pair: float = 0.5
    follow_triple: float = 0.15
    follow_five: float = 0.2
    #: The value of a combination in hand that is sure to win a trick, by size.
    gain_single: float = 1.65
    gain_set: float = 1.25
    gain_five: float = 1.2
    #: The share of that value lost for the last combination, which gains nothing.
    last: float = 0.6
    #: The value of winning the lead from another player.
    lead: float = 0.45
    #: Its additional value if a rival is about to go out.
    lead_pressed: float = 0.2
    #: The value of keeping the lead.
    lead_on: float = 0.7
    #: The value of the chance to go out in one run.
    run: float = 1.1
    #: The value of each card played.
    card: float = 0.18
    #: The value of losing one point less, times the chance that the deal ends now.
    loss: float = 0.4
    #: The cost of letting a rival go out over a play.
    danger: float = 5.0
    #: The cost of letting a rival go out with the lead that a play loses.
    danger_lead: float = 2.0
    #: The cost of letting a rival go out by a pass.
    danger_pass: float = 7.5
    #: The chance that a player beats a play that they can beat.
    eager_single: float = 0.55
    eager_set: float = 0.65
    eager_five: float = 0.8
    #: The correlation of the chances that a hand contains different straights.
    kinship: float = 0.8
    #: The cost of drawing a card when passing.
    draw: float = 0.3


WEIGHTS = Weights()
