"""Learns what plays and passes say about hands: ``python -m games.bots.training.likelihood``.

Strong bots play deals. At some of their decisions the true hands of the others are compared with
hands dealt at random, and a logistic regression learns to tell them apart. It writes the weights of
`games.bots.search.likelihood`.
"""

import argparse
import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from games.bots import Bot, bot
from games.bots.net.weights import Floats
from games.bots.search.likelihood import FILE, SHAPES, Likelihood, Weights
from games.bots.search.worlds import Worlds
from games.bots.strengths import Strength
from games.bots.training.rule_mix import RuleMix
from games.rules.deal.actions import Action
from games.rules.deal.apply import apply
from games.rules.deal.refusals import Refusal
from games.rules.deal.start import shuffled_pack, start
from games.rules.deal.state import DealState, Phase
from games.rules.ruleset.rule_set import RuleSet
from games.rules.view import view

#: Share of the decisions that are used, and the number of random deals beside each true one.
_SHARE: Final = 0.25
_RANDOM_DEALS: Final = 4
#: A deal that takes more actions may never end.
_MOST_ACTIONS: Final = 2_000
#: Of the regression, which is fitted by Adam.
_ROUNDS: Final = 30
_BATCH: Final = 64
_RATE: Final = 0.02
_DECAY: Final = 2e-4
#: Every seventh decision is kept apart, to test the weights.
_TESTED: Final = 7
_SIZES: Final = {name: int(np.prod(shape)) for name, shape in SHAPES.items()}


class Learned(NamedTuple):
    """Weights, and how well they tell true hands from random ones."""

    weights: Weights
    decisions: int
    #: Cross-entropy in nats of the true deal among all, at decisions that were not learned from. By
    #: chance it is the logarithm of their number.
    error: float


def learn(deals: int, seed: int) -> Learned:
    """Return weights learned from some deals.

    :raises ValueError: if the deals have too few decisions
    """
    random = Random(seed)
    mix = RuleMix(random).weighted()
    found: list[Floats] = []
    rule_sets = random.choices([rules for rules, _ in mix], [weight for _, weight in mix], k=deals)
    for number, rules in enumerate(rule_sets):
        found.extend(_examples(rules, f"likelihood {seed} {number}", random))
    if len(found) < _TESTED:
        raise ValueError(f"{deals} deals have only {len(found)} decisions to learn from")
    return _fitted(np.array(found), seed)


def _examples(rules: RuleSet, seed: str, random: Random) -> Iterator[Floats]:
    """Yield for decisions of a deal how often each weight counts, a row for each possible deal.

    The first row is that of the true deal.
    """
    player = bot(Strength.STRONG)
    units = _units()
    for state in _played(start(rules, shuffled_pack(seed, rules.packs), seed=seed), player):
        if state.phase is not Phase.PLAY or random.random() >= _SHARE:
            continue
        seen = view(state, state.turn)
        if seen.twos_low or not seen.history or not seen.open_plays():
            continue
        worlds = Worlds(seen)
        if worlds.is_only_one:
            continue
        hands = np.concatenate(
            (worlds.hands([state]), worlds.hands_at_random(random, _RANDOM_DEALS))
        )
        # The logarithm is a sum of weights, so a weight of 1 counts itself.
        yield np.array([Likelihood(worlds.shown, unit).of(hands) for unit in units]).T


def _played(state: DealState, player: Bot) -> Iterator[DealState]:
    """Yield the states of a deal that a bot plays in all seats, without plays out of turn."""
    for _ in range(_MOST_ACTIONS):
        if state.turn is None:
            return
        yield state
        action: Action = player.choose(view(state, state.turn))
        after = apply(state, action)
        assert not isinstance(after, Refusal)
        state = after


def _units() -> list[Weights]:
    """Return sets of weights: in each another weight is 1, and all others are 0."""
    return [_named(row) for row in np.eye(sum(_SIZES.values()), dtype=np.float32)]


def _named(row: NDArray[np.float32]) -> Weights:
    """Return a row of all weights by their names."""
    parts = np.split(row, np.cumsum(list(_SIZES.values()))[:-1])
    return {
        name: part.reshape(shape) for (name, shape), part in zip(SHAPES.items(), parts, strict=True)
    }


def _fitted(examples: Floats, seed: int) -> Learned:
    """Return the weights under which the true deals are likeliest."""
    shuffler = np.random.default_rng(seed)
    is_tested = np.arange(len(examples)) % _TESTED == 0
    learned, tested = examples[~is_tested], examples[is_tested]
    row = np.zeros(examples.shape[2], np.float32)
    mean, square = np.zeros_like(row), np.zeros_like(row)
    for number in range(_ROUNDS):
        rate = _RATE * (1 - number / _ROUNDS)
        order = shuffler.permutation(len(learned))
        for places in np.split(order, range(_BATCH, len(order), _BATCH)):
            off = _chances(learned[places], row)
            off[:, 0] -= 1
            gradient = np.einsum("bw,bwf->f", off, learned[places]) / len(places) + _DECAY * row
            mean = 0.9 * mean + 0.1 * gradient
            square = 0.99 * square + 0.01 * gradient**2
            row -= rate * mean / (np.sqrt(square) + 1e-6)
    error = -float(np.log(_chances(tested, row)[:, 0]).mean())
    return Learned(_named(row), len(examples), error)


def _chances(examples: Floats, row: Floats) -> Floats:
    """Return the chance of each possible deal, a row for each decision."""
    logarithms = examples @ row
    found = np.exp(logarithms - logarithms.max(axis=1, keepdims=True))
    shares: Floats = found / found.sum(axis=1, keepdims=True)
    return shares


def main() -> None:
    """Learn weights and write them."""
    parser = argparse.ArgumentParser(prog="python -m games.bots.training.likelihood")
    parser.add_argument("--deals", type=int, default=3_000, help="(default: 3000)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--file", type=Path, default=FILE, help="to write (default: the app's)")
    options = parser.parse_args()
    learned = learn(options.deals, options.seed)
    written = {
        name: [round(float(each), 2) for each in learned.weights[name].ravel()] for name in SHAPES
    }
    lines = (f'  "{name}": {json.dumps(values)}' for name, values in written.items())
    options.file.write_text("{\n" + ",\n".join(lines) + "\n}\n")
    print(f"{learned.decisions} decisions, cross-entropy {learned.error:.3f}")


if __name__ == "__main__":
    main()
