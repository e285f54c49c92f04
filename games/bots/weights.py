"""The numbers by which the bot weighs one thing against another.

The unit is one lead: what a play is worth that sheds a combination which only the lead could
shed. The values were found by trial: over some fifteen thousand deals, half against lowest-play
players and half against the bot's own former self, all but `draw` were moved up and down at random
and together, and each went a step to where wins and nets were better. `danger` is set by judgement:
lowest-play players keep no pairs for the end, so that deals against them say little of it.
"""

from typing import NamedTuple


class Weights(NamedTuple):
    """What the bot values how much.

    :ivar base_single, base_pair, base_triple, base_five: what a combination costs that only the
        lead can shed, by its size
    :ivar follow_single, follow_pair, follow_triple, follow_five: how often a combination of the
        highest quality can be shed on somebody else's lead, by its size
    :ivar gain_single, gain_set, gain_five: what a combination that surely wins a trick is worth
        in hand, by its size
    :ivar last: how much of that is lost for the last combination, which gains nothing any more
    :ivar lead: what the lead is worth that is won from somebody
    :ivar lead_pressed: how much more it is worth when somebody is about to go out
    :ivar lead_on: what it is worth to keep the lead
    :ivar run: what the chance to run out is worth
    :ivar card: what every single card shed is worth, whatever it was part of
    :ivar loss: what a point less in the own loss is worth, by the chance that the deal ends now
    :ivar danger: how bad it is to let somebody go out over a play
    :ivar danger_lead: how bad it is to let somebody go out with the lead that a play loses
    :ivar danger_pass: how bad it is to let somebody go out by a pass
    :ivar eager_single, eager_set, eager_five: how likely a player beats what the player can beat
    :ivar kinship: how far the chances of a hand to hold different straights go together
    :ivar draw: how bad it is to draw a card when passing
    """

    base_single: float = 1.0
    base_pair: float = 1.15
    base_triple: float = 1.1
    base_five: float = 1.0
    follow_single: float = 1.05
    follow_pair: float = 0.5
    follow_triple: float = 0.15
    follow_five: float = 0.2
    gain_single: float = 1.65
    gain_set: float = 1.25
    gain_five: float = 1.2
    last: float = 0.6
    lead: float = 0.45
    lead_pressed: float = 0.2
    lead_on: float = 0.7
    run: float = 1.1
    card: float = 0.18
    loss: float = 0.4
    danger: float = 5.0
    danger_lead: float = 2.0
    danger_pass: float = 7.5
    eager_single: float = 0.55
    eager_set: float = 0.65
    eager_five: float = 0.8
    kinship: float = 0.8
    draw: float = 0.3


WEIGHTS = Weights()
