"""The numbers by which the bot weighs one thing against another.

The unit is one lead: what a play is worth that sheds a combination which only the lead could
shed. The values were found by trial: over some fifteen thousand deals, half against lowest-play
players and half against the bot's own former self, all but `draw` were moved up and down at random
and together, and each went a step to where wins and nets were better. `danger` is set by judgement:
lowest-play players keep no pairs for the end, so that deals against them say little of it.
"""

from typing import NamedTuple


class Weights(NamedTuple):
    """What the bot values how much."""

    #: What a combination costs that only the lead can shed, by its size.
    base_single: float = 1.0
    base_pair: float = 1.15
    base_triple: float = 1.1
    base_five: float = 1.0
    #: How often a combination of the highest quality can be shed on somebody else's lead, by its
    #: size.
    follow_single: float = 1.05
    follow_pair: float = 0.5
    follow_triple: float = 0.15
    follow_five: float = 0.2
    #: What a combination that surely wins a trick is worth in hand, by its size.
    gain_single: float = 1.65
    gain_set: float = 1.25
    gain_five: float = 1.2
    #: How much of that is lost for the last combination, which gains nothing any more.
    last: float = 0.6
    #: What the lead is worth that is won from somebody.
    lead: float = 0.45
    #: How much more it is worth when somebody is about to go out.
    lead_pressed: float = 0.2
    #: What it is worth to keep the lead.
    lead_on: float = 0.7
    #: What the chance to run out is worth.
    run: float = 1.1
    #: What every single card shed is worth, whatever it was part of.
    card: float = 0.18
    #: What a point less in the own loss is worth, by the chance that the deal ends now.
    loss: float = 0.4
    #: How bad it is to let somebody go out over a play.
    danger: float = 5.0
    #: How bad it is to let somebody go out with the lead that a play loses.
    danger_lead: float = 2.0
    #: How bad it is to let somebody go out by a pass.
    danger_pass: float = 7.5
    #: How likely a player beats what the player can beat.
    eager_single: float = 0.55
    eager_set: float = 0.65
    eager_five: float = 0.8
    #: How far the chances of a hand to hold different straights go together.
    kinship: float = 0.8
    #: How bad it is to draw a card when passing.
    draw: float = 0.3


WEIGHTS = Weights()
