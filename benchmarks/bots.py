"""Strength of bots: of the network against the heuristic bot, of each strength, or as ratings.

Each pack is played once for each seat of the measured bot, with the other bot in all other seats,
so luck in the cards is equal for all: of equally strong players it would win and pay 0. U is a rule
set's usual swing, the mean of what a player wins or pays in a deal among heuristic bots, from the
same packs. Standard errors are over packs. Decisions of the measured bot are timed in processor
time, from a view to an action.

Without `--strengths` the network is measured under many rule sets. Random ones are those of the
tests, with at most eight players. A rule set is called worse if its figure is below 0 after a Holm
correction over all of them, at 5 %.

With `--compiled` both networks play in the engine of the training, thousands of deals a second.
There they don't read out sure wins, U is the swing among rivals, and one side may search.

With `--strengths` each strength is measured against the one below: one of the higher among the
lower, and one of the lower among the higher. The gap is the mean of both. Masters are measured with
at most 50 packs, because their searches take long.

With `--ratings` tables with bots of different strengths are played, and ratings written to a file
(`benchmarks.bot_ratings`).
"""

import argparse
import math
import time
from collections.abc import Sequence
from functools import cache
from itertools import pairwise
from pathlib import Path
from random import Random
from statistics import NormalDist, fmean, stdev
from typing import Final, NamedTuple

from benchmarks import bot_ratings
from benchmarks.bot_deals import begin, measured_bot, play
from benchmarks.report import machine, quantile, table
from games.bots import Bot, ratings
from games.bots.counting import Counting
from games.bots.net import Net, is_standing_in
from games.bots.net.weights import FILE, network_of, read_weights, version
from games.bots.strengths import OFFERED, Strength
from games.bots.training.matches import Side, match
from games.rules.ruleset.presets import PRESETS
from games.rules.ruleset.rule_set import RuleSet
from tests.games.rules.support import random_rules

HEADS: Final = (
    *("rules", "packs", "U in points", "net", "±", "in U", "±"),
    *("ms mean", "p50", "p99", "max"),
)
#: The gap between a strength and the one below, in U.
LEAST_GAP: Final = 0.08
MOST_GAP: Final = 0.3
#: Maximum number of packs of each preset and direction with masters.
MASTERS_PACKS: Final = 50
#: The rule sets under which strengths are measured, unless others are named.
PRESETS_OF_STRENGTHS: Final = "online,pagat,paper"


class Figures(NamedTuple):
    """Results under one rule set."""

    name: str
    #: The mean of what a player wins or pays among heuristic bots.
    swing: float
    #: The mean net of the measured bot, in points, for each pack.
    nets: list[float]
    #: Seconds of each of its decisions.
    seconds: list[float]

    @property
    def units(self) -> float:
        """The mean net of the measured bot, in U."""
        return fmean(self.nets) / self.swing if self.swing else 0.0

    @property
    def error(self) -> float:
        """The standard error of `units`; it leaves out that of U."""
        if not self.swing or len(self.nets) < 2:
            return 0.0
        return stdev(self.nets) / math.sqrt(len(self.nets)) / self.swing

    @property
    def chance(self) -> float:
        """The chance of figures as low as these if the bot were as good as the others."""
        return NormalDist().cdf(self.units / self.error) if self.error else 1.0

    def row(self) -> tuple[str, ...]:
        """Return the cells of a table."""
        return (
            self.name,
            str(len(self.nets)),
            f"{self.swing:.2f}",
            f"{fmean(self.nets):+.2f}",
            f"{self.error * self.swing:.2f}",
            f"{self.units:+.3f}",
            f"{self.error:.3f}",
            *_milliseconds(self.seconds),
        )


def add_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of a run."""
    add = parser.add_argument
    add("--weights", type=Path, default=FILE, help="a file of weights (default: the app's)")
    add("--rival", type=Path, help="weights in all other seats (default: the heuristic bot)")
    add("--compiled", action="store_true", help="play in C; needs --rival")
    add(
        "--searching",
        choices=("hero", "rivals"),
        help="with --compiled: who searches, the measured network or those in the other seats",
    )
    add("--strengths", action="store_true", help="measure each strength against the one below")
    add(
        "--ratings",
        type=Path,
        nargs="?",
        const=ratings.FILE,
        metavar="FILE",
        help="rate the strengths and write a file (default: the app's)",
    )
    add(
        "--presets",
        help="names with commas, or empty (default: all, or three for strengths and ratings)",
    )
    add("--packs", type=int, help="of each preset (default: 2000, for ratings 300)")
    add("--processes", type=int, default=1, help="for ratings (default: 1)")
    add("--random", type=int, default=200, help="number of random rule sets (default: 200)")
    add("--random-packs", type=int, default=100, help="of each of them (default: 100)")
    add("--seed", type=int, default=1, help="of packs and random rule sets")


def run(options: argparse.Namespace) -> list[str]:
    """Print the report; return what is not as it should be."""
    if options.ratings:
        return _run_ratings(options)
    if options.packs is None:
        options.packs = 2000
    if options.compiled and not options.rival:
        return ["--compiled needs --rival"]
    if options.strengths:
        return _run_strengths(options)
    return _run_network(options)


def _run_strengths(options: argparse.Namespace) -> list[str]:
    """Print how far each strength is above the one below; return the gaps that are not right.

    Those are the ones outside of the limits by more than two standard errors.
    """
    names = PRESETS_OF_STRENGTHS if options.presets is None else options.presets
    found = []
    print(f"{machine()}\n", flush=True)
    for lower, higher in pairwise(OFFERED):
        ups: list[Figures] = []
        downs: list[Figures] = []
        packs = min(options.packs, MASTERS_PACKS) if higher == Strength.MASTER else options.packs
        for name in names.split(","):
            rules = RuleSet.make(name)
            for one, others, figures in ((higher, lower, ups), (lower, higher, downs)):
                title = f"{name}: {one} among {others}"
                players = measured_bot(one), measured_bot(others)
                figures.append(_figures(title, rules, players, packs, options.seed))
        print(table(HEADS, [each.row() for each in (*ups, *downs)]))
        gap = (fmean(each.units for each in ups) - fmean(each.units for each in downs)) / 2
        error = math.sqrt(sum(each.error**2 for each in (*ups, *downs))) / (2 * len(ups))
        print(f"{higher} is {gap:+.3f} U ± {error:.3f} above {lower}\n", flush=True)
        if not LEAST_GAP - 2 * error <= gap <= MOST_GAP + 2 * error:
            found.append(f"{higher} is {gap:+.3f} U above {lower}")
    return found


def _run_ratings(options: argparse.Namespace) -> list[str]:
    """Print the ratings of the strengths and write their file; return why there are none."""
    if is_standing_in():
        return ["there are no weights of the network"]
    if options.weights != FILE:
        return ["ratings are measured with the app's weights only"]
    names = PRESETS_OF_STRENGTHS if options.presets is None else options.presets
    presets = [name for name in names.split(",") if name]
    packs = options.packs or bot_ratings.PACKS
    print(f"{machine()}\nweights: {version()}\n", flush=True)
    began, time_before = time.perf_counter(), bot_ratings.processor_time()
    measured, report = bot_ratings.measure(presets, packs, options.seed, options.processes)
    ratings.write_ratings(options.ratings, measured)
    print(report)
    print(
        f"{measured.deals} deals in {time.perf_counter() - began:.0f} s,"
        f" {bot_ratings.processor_time() - time_before:.0f} s of processor time;"
        f" written to {options.ratings}"
    )
    return []


def _run_network(options: argparse.Namespace) -> list[str]:
    """Print the network's figures; return the rule sets where its rival is better."""
    parameters, header = read_weights(options.weights)
    print(f"{machine()}\nweights: {options.weights.name}, {header}\n", flush=True)
    presets = []
    names = ",".join(PRESETS) if options.presets is None else options.presets
    rival = read_weights(options.rival)[0] if options.rival else None
    bots = (
        Net(network_of(parameters)),
        Counting() if rival is None else Net(network_of(rival)),
    )

    def measured(name: str, rules: RuleSet, packs: int) -> Figures:
        """Return the results under a rule set."""
        if rival is None or not options.compiled:
            return _figures(name, rules, bots, packs, options.seed)
        sides = (
            Side(parameters, options.searching == "hero"),
            Side(rival, options.searching == "rivals"),
        )
        found = match(rules, *sides, packs, options.seed)
        return Figures(name, found.swing, found.nets, [])

    for name in filter(None, names.split(",")):
        rules = RuleSet.make(name)
        presets.append(measured(name, rules, options.packs))
        print(presets[-1].row(), flush=True)
    others = []
    random = Random(options.seed)
    for number in range(options.random):
        rules = random_rules(random)
        title = f"random {number}"
        others.append(measured(title, rules, options.random_packs))
        if others[-1].units < -2 * others[-1].error:
            print(others[-1].row(), rules.to_options(), flush=True)
    print("\n" + table(HEADS, [each.row() for each in presets]))
    for title, figures in (("presets", presets), ("random rule sets", others)):
        print(_summary(title, figures), flush=True)
    return [f"{each.name} is worse" for each in (*_worse(presets), *_worse(others))]


def _summary(title: str, figures: Sequence[Figures]) -> str:
    """Return the mean of some figures, each rule set with equal weight."""
    if not figures:
        return f"{title}: none"
    mean = fmean(each.units for each in figures)
    error = math.sqrt(sum(each.error**2 for each in figures)) / len(figures)
    spread = stdev([each.units for each in figures]) if len(figures) > 1 else 0.0
    seconds = [each for figure in figures for each in figure.seconds]
    return (
        f"{title}: {len(figures)}, mean {mean:+.3f} U ± {error:.3f} (between rule sets"
        f" {spread:.3f}), below 0: {sum(each.units < 0 for each in figures)}, significantly:"
        f" {len(_worse(figures))}; ms mean, p50, p99, max: {', '.join(_milliseconds(seconds))} of"
        f" {len(seconds)} decisions"
    )


def _worse(figures: Sequence[Figures]) -> list[Figures]:
    """Return the figures that are significantly below 0 after a Holm correction."""
    found = []
    for place, each in enumerate(sorted(figures, key=lambda each: each.chance)):
        if each.chance > 0.05 / (len(figures) - place):
            break
        found.append(each)
    return found


def _milliseconds(seconds: list[float]) -> tuple[str, ...]:
    """Return the mean, the median, the 99th percentile and the maximum, in milliseconds."""
    if not seconds:
        return ("",) * 4
    parts = (fmean(seconds), quantile(seconds, 0.5), quantile(seconds, 0.99), max(seconds))
    return tuple(f"{1000 * each:.2f}" for each in parts)


@cache
def _usual_swing(rules: RuleSet, packs: int, seed: int) -> float:
    """Return the mean of what a player wins or pays in deals among heuristic bots."""
    players = [Counting()] * rules.players
    return fmean(
        abs(net) for number in range(packs) for net in play(begin(rules, number, seed), players).net
    )


def _figures(name: str, rules: RuleSet, bots: tuple[Bot, Bot], packs: int, seed: int) -> Figures:
    """Return the results of a bot with another in all other seats, under a rule set.

    :param bots: the measured bot, and the other
    """
    hero, others = bots
    nets: list[float] = []
    seconds: list[float] = []
    for number in range(packs):
        found = []
        for seat in range(rules.players):
            players: list[Bot] = [others] * rules.players
            players[seat] = hero
            timed: list[float] = []
            result = play(begin(rules, number, seed), players, (seat, timed))
            found.append(result.net[seat])
            seconds += timed
        nets.append(fmean(found))
    return Figures(name, _usual_swing(rules, packs, seed), nets, seconds)
