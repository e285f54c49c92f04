"""The likelihood of other players' hands after their plays and passes.

A player who passes on a pair hardly ever has a higher one, and one who leads pairs often has more.
The weights are those of a logistic regression that tells true hands from hands dealt at random
(`games.bots.training.likelihood`); decision 0079 says why.
"""

import json
import logging
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from games.bots.net.inputs import turns
from games.rules.cards import PACK_SIZE
from games.rules.combinations.kinds import Combination, Kind
from games.rules.view import View

logger = logging.getLogger(__name__)

FILE: Final = Path(__file__).with_name("likelihood.json")
RANKS: Final = 13
#: The names and shapes of the weights. Declined, passed and led plays count up to the first size,
#: less one. The other sizes are:
#:
#: - ``singles``: ranks; one card of the rank, or more
#: - ``pairs``: ranks; two cards of the rank, or more
#: - ``fives``: the shapes of a hand (`shapes`). The first size is that of `Signs.passed_five`.
#: - ``led_singles``, ``led_pairs``: the shapes of a hand
#: - ``pairs_after_singles``, ``pairs_after_pairs``: ranks with two cards or more, up to 4
SHAPES: Final[dict[str, tuple[int, ...]]] = {
    "singles": (4, RANKS, 2),
    "pairs": (3, RANKS, 2),
    "fives": (4, 5),
    "led_singles": (3, 5),
    "pairs_after_singles": (3, 5),
    "led_pairs": (3, 5),
    "pairs_after_pairs": (3, 5),
}
#: Kinds of five cards by how much it says to pass on them: the lower the kind, the more.
_LOW_FIVES: Final = {Kind.STRAIGHT: 1, Kind.FLUSH: 2}
_HIGH_FIVES: Final = 3

Weights = dict[str, NDArray[np.float32]]


@dataclass
class Signs:
    """Things that a player has shown since last drawing a card."""

    #: For single cards and for pairs: how often the player passed on a play below each rank, or
    #: played higher.
    declined: NDArray[np.int64] = field(default_factory=lambda: np.zeros((2, RANKS), np.int64))
    #: The lowest kind of five cards that the player passed on: 1 for straights, 2 for flushes, 3
    #: for all higher kinds, 0 for none.
    passed_five: int = 0
    #: The number of single cards and of pairs with which the player began a trick.
    led: NDArray[np.int64] = field(default_factory=lambda: np.zeros(2, np.int64))

    def add_play(self, play: Combination, top: Combination | None) -> None:
        """Add a play, over another one or to begin a trick."""
        if play.size > 2:
            return
        if top is None:
            self.led[play.size - 1] += 1
        elif top.size == play.size:
            self.declined[play.size - 1, top.rank + 1 : play.rank] += 1

    def add_pass(self, top: Combination) -> None:
        """Add a pass on a play."""
        if top.size <= 2:
            self.declined[top.size - 1, top.rank + 1 :] += 1
        elif top.size >= 5:
            shown = _LOW_FIVES.get(top.kind, _HIGH_FIVES)
            self.passed_five = min(self.passed_five or shown, shown)


def signs(view: View) -> list[Signs]:
    """Return what each player has shown.

    The player of the last play is taken to begin a trick with the next one, and other players to
    answer it, as they nearly always do.
    """
    found = [Signs() for _ in view.counts]
    for seat, top, play, has_drawn in turns(view):
        if has_drawn:
            found[seat] = Signs()
        elif play is not None:
            found[seat].add_play(play, top)
        elif top is not None:
            found[seat].add_pass(top)
    return found


@cache
def weights() -> Weights:
    """Return the weights by their names, in the shapes of `SHAPES`.

    If the file can't be read, the log says so and all are 0, so that all hands are equally likely.
    """
    try:
        return read_weights(FILE)
    except (OSError, ValueError, KeyError, TypeError) as error:
        logger.error("Likelihoods of hands cannot be read: %s (%s)", FILE.name, error)  # noqa: TRY400
        return {name: np.zeros(shape, np.float32) for name, shape in SHAPES.items()}


def read_weights(file: Path) -> Weights:
    """Return the weights in a file.

    :raises OSError: it can't be read
    :raises KeyError, TypeError, ValueError: it does not contain weights
    """
    found = json.loads(file.read_text())
    return {name: np.array(found[name], np.float32).reshape(SHAPES[name]) for name in SHAPES}


class Likelihood:
    """Compares the likelihood of hands of some players."""

    def __init__(self, shown: Sequence[Signs], by: Weights) -> None:
        """Look up the weights of what each player has shown."""
        declined = np.array([each.declined for each in shown]).transpose(1, 0, 2)
        every = np.arange(RANKS)
        singles, pairs = (
            by[name][np.minimum(times, len(by[name]) - 1), every]
            for name, times in zip(("singles", "pairs"), declined, strict=True)
        )
        nothing = np.zeros_like(singles[..., :1])
        #: Per player and rank, for 0 to 3 or more cards of the rank.
        self._ranks = np.concatenate((nothing, singles[..., :1], singles[..., 1:] + pairs), axis=2)
        led = np.minimum([each.led for each in shown], len(by["led_singles"]) - 1).T
        #: Per player, for each shape of the hand and number of pairs.
        self._shapes = (
            by["fives"][[each.passed_five for each in shown]]
            + by["led_singles"][led[0]]
            + by["led_pairs"][led[1]]
        )
        self._pairs = by["pairs_after_singles"][led[0]] + by["pairs_after_pairs"][led[1]]

    def of(self, hands: NDArray[np.uint8]) -> NDArray[np.float32]:
        """Return the logarithm of the likelihood of some deals, up to a constant.

        :param hands: per deal, player and card, the number of copies of the card in hand
        """
        ranks = hands.reshape(*hands.shape[:2], RANKS, 4).sum(axis=3)
        pairs = (ranks > 1).sum(axis=2)
        seats = np.arange(hands.shape[1])
        found = (
            self._ranks[seats[:, None], np.arange(RANKS), np.minimum(ranks, 3)].sum(axis=2)
            + self._shapes[seats, shapes(hands)]
            + self._pairs[seats, np.minimum(pairs, 4)]
        )
        found[~ranks.any(axis=2)] = 0
        sums: NDArray[np.float32] = found.sum(axis=1)
        return sums


def shapes(hands: NDArray[np.uint8]) -> NDArray[np.int64]:
    """Return the highest kind of five cards that each hand may contain.

    Four of a kind is 4, a full house 3, a flush 2, a straight 1, nothing 0. Straights are five
    ranks from 3 up to 2 that follow one another; straight flushes are not looked for.

    :param hands: the copies of each card, in the last axis
    """
    cards = hands.reshape(*hands.shape[:-1], RANKS, PACK_SIZE // RANKS)
    ranks = cards.sum(axis=-1)
    straights = np.lib.stride_tricks.sliding_window_view(ranks > 0, 5, axis=-1)
    is_full_house = (ranks > 2).any(axis=-1) & ((ranks > 1).sum(axis=-1) > 1)
    return np.select(
        [
            (ranks > 3).any(axis=-1),
            is_full_house,
            ((cards > 0).sum(axis=-2) > 4).any(axis=-1),
            straights.all(axis=-1).any(axis=-1),
        ],
        [4, 3, 2, 1],
    )
