"""Strength and speed of the bots: ``python -m benchmarks.bots [BOT [RIVAL]] [--all]``.

One bot plays against a rival in all other seats. Each pack is played once from every seat, so luck
in the cards is equal for all: equally strong players would win each pack exactly once, and the
binomial figures err on the safe side. ``--all`` runs all presets. Decisions are timed in CPU time,
because other work on the machine lengthens wall time.
"""

import argparse
import math
import time
from typing import NamedTuple

from games.bots import BOTS, DEFAULT, Bot, bot, decide
from games.rules.deal.apply import apply
from games.rules.deal.start import shuffled_pack, start
from games.rules.deal.state import DealState
from games.rules.ruleset.presets import PRESETS
from games.rules.ruleset.rule_set import RuleSet
from games.rules.view import view


class Record(NamedTuple):
    """Results of one bot."""

    #: Deals played.
    deals: int
    #: Deals won.
    wins: int
    #: Won or lost in each deal, in points.
    nets: list[int]
    #: Time of each decision, in seconds.
    times: list[float]


def match(rules: RuleSet, bot: Bot, rivals: Bot, packs: int) -> Record:
    """Play each of `packs` packs from every seat against the rivals; return the bot's results."""
    wins, nets, times = 0, [], []
    for number in range(packs):
        pack = shuffled_pack(f"bench {number}")
        for seat in range(rules.players):
            state = start(rules, pack)
            while state.turn is not None:
                seen = view(state, state.turn)
                began = time.process_time()
                action = decide(bot if state.turn == seat else rivals, seen)
                if state.turn == seat:
                    times.append(time.process_time() - began)
                assert action is not None, "a bot has to act on its turn"
                after = apply(state, action)
                assert isinstance(after, DealState), after
                state = after
            assert state.result is not None
            wins += state.result.winner == seat
            nets.append(state.result.net[seat])
    return Record(len(nets), wins, nets, times)


def report(preset: str, bot: Bot, rivals: Bot, packs: int) -> None:
    """Print the bot's results with a preset."""
    rules = RuleSet.make(preset)
    standing = match(rules, bot, rivals, packs)
    deals, share = standing.deals, 1 / rules.players
    z = (standing.wins - deals * share) / math.sqrt(deals * share * (1 - share))
    mean = sum(standing.nets) / deals
    error = math.sqrt(sum((net - mean) ** 2 for net in standing.nets)) / deals
    times = sorted(standing.times)
    print(
        f"{preset:24} {deals:6} deals  won {standing.wins / deals:6.1%} (share {share:.0%},"
        f" z {z:5.1f})  net {mean:+6.2f} ± {error:.2f}"
        f"  ms {1000 * sum(times) / len(times):5.2f} avg"
        f" {1000 * times[len(times) * 99 // 100]:6.2f} p99 {1000 * times[-1]:6.2f} max"
    )


def main() -> None:
    """Read the command line and print the report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("bot", nargs="?", default=DEFAULT, choices=sorted(BOTS))
    parser.add_argument("rival", nargs="?", default="lowest", choices=sorted(BOTS))
    parser.add_argument("--packs", type=int, default=500, help="each is played from every seat")
    parser.add_argument("--rules", default="pagat", choices=sorted(PRESETS))
    parser.add_argument("--all", action="store_true", help="run all presets")
    given = parser.parse_args()
    for preset in PRESETS if given.all else (given.rules,):
        report(preset, bot(given.bot), bot(given.rival), given.packs)


if __name__ == "__main__":
    main()
