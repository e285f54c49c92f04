"""Matches in the compiled engine, hundreds of times as fast as those of the bots of the app.

Networks play alone there: they don't read out sure wins.
"""

import ctypes
from typing import NamedTuple

import numpy as np

from games.bots.net.weights import Floats
from games.bots.search import DECISIONS
from games.bots.search.likelihood import SHAPES, weights
from games.bots.training.library import library, packed, pointer
from games.rules.ruleset.rule_set import RuleSet


class Match(NamedTuple):
    """Results of one hero among rivals, in points."""

    #: The hero's mean net in each pack, which is played once for each of its seats.
    nets: list[float]
    #: The mean of what a player wins or pays among rivals that don't search.
    swing: float


class Side(NamedTuple):
    """The network of the hero or of its rivals, and whether they search."""

    parameters: Floats
    searches: bool = False


def use_likelihood() -> None:
    """Let searches in C deal their worlds by the app's weights of likelihood."""
    every = np.concatenate([weights()[name].ravel() for name in SHAPES])
    assert library().club_likelihood(pointer(every), every.size), "the shapes differ"


def match(rules: RuleSet, hero: Side, rival: Side, packs: int, seed: int) -> Match:
    """Return the results of some packs."""
    use_likelihood()
    nets, swings = np.zeros(packs), np.zeros(packs)
    library().club_match(
        ctypes.byref(packed(rules)),
        pointer(hero.parameters),
        pointer(rival.parameters),
        hero.searches,
        rival.searches,
        DECISIONS,
        packs,
        ctypes.byref(ctypes.c_uint64(seed)),
        pointer(nets),
        pointer(swings),
    )
    return Match(nets.tolist(), float(swings.mean()))
