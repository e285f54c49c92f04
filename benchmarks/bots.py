"""How strong and how quick the bots are: ``python -m benchmarks.bots [--packs N] [--all]``.

One bot plays against lowest-play players, each pack once from every seat, so that luck in the
cards is the same for all: players of equal strength would win each pack exactly once. The binomial
figures therefore err on the safe side. ``--all`` goes through all presets. Thinking is timed with
the processor's clock, for other work on the machine can only make the wall clock slower.
"""

import argparse
import math
import time
from collections.abc import Callable
from typing import NamedTuple

from games.bots import choose, lowest
from games.rules import PRESETS, Action, DealState, RuleSet, apply, shuffled_pack, start
from games.rules.view import View, view

Player = Callable[[View], Action]


class Timed:
    """A bot whose decisions are timed."""

    def __init__(self, player: Player) -> None:
        self._player = player
        self.times: list[float] = []

    def __call__(self, seen: View) -> Action:
        """Return the bot's action."""
        began = time.process_time()
        action = self._player(seen)
        self.times.append(time.process_time() - began)
        return action


class Standing(NamedTuple):
    """How a bot did.

    :ivar deals: how many it played
    :ivar wins: how many it won
    :ivar nets: what it won or paid, per deal
    """

    deals: int
    wins: int
    nets: list[int]


def match(rules: RuleSet, one: Player, others: Player, packs: int) -> Standing:
    """Play packs, each from every seat."""
    wins, nets = 0, []
    for number in range(packs):
        pack = shuffled_pack(f"bench {number}")
        for seat in range(rules.players):
            state = start(rules, pack)
            while state.turn is not None:
                player = one if state.turn == seat else others
                after = apply(state, player(view(state, state.turn)))
                assert isinstance(after, DealState), after
                state = after
            assert state.result is not None
            wins += state.result.winner == seat
            nets.append(state.result.net[seat])
    return Standing(len(nets), wins, nets)


def report(preset: str, packs: int) -> None:
    """Print how the bot did with a preset."""
    rules = RuleSet.make(preset)
    timed = Timed(choose)
    standing = match(rules, timed, lowest, packs)
    deals, share = standing.deals, 1 / rules.players
    z = (standing.wins - deals * share) / math.sqrt(deals * share * (1 - share))
    mean = sum(standing.nets) / deals
    error = math.sqrt(sum((net - mean) ** 2 for net in standing.nets)) / deals
    times = sorted(timed.times)
    print(
        f"{preset:24} {deals:6} deals  won {standing.wins / deals:6.1%} (share {share:.0%},"
        f" z {z:5.1f})  net {mean:+6.2f} ± {error:.2f}"
        f"  ms {1000 * sum(times) / len(times):5.2f} avg"
        f" {1000 * times[len(times) * 99 // 100]:6.2f} p99 {1000 * times[-1]:6.2f} max"
    )


def main() -> None:
    """Read the command line and report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--packs", type=int, default=500, help="each is played from every seat")
    parser.add_argument("--rules", default="pagat", choices=sorted(PRESETS))
    parser.add_argument("--all", action="store_true", help="go through all presets")
    given = parser.parse_args()
    for preset in PRESETS if given.all else (given.rules,):
        report(preset, given.packs)


if __name__ == "__main__":
    main()
