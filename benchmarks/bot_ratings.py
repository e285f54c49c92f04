"""Ratings of the strengths of bots, by the method that rates people, run to convergence.

At a table are four bots of different offered strengths; each strength is left out equally often.
They play sessions of five deals, and each session is played again until every bot has had every
seat with the same cards. Places in a session are those of people: by the sum of nets, then by deals
won.

People's ratings compare each two players of a session (`tournaments.ratings.skill`): the better
place wins, a tie is half a win. Such ratings come to rest where each player wins as often as the
ratings predict, which is the fit of a Bradley-Terry model. `fit` computes it directly, so the
result does not depend on the order of sessions. The mean of all strengths is the rating that
people start with.
"""

import math
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import combinations, permutations
from random import Random
from statistics import fmean
from typing import Final, NamedTuple

from benchmarks.bot_deals import begin, measured_bot, play
from benchmarks.report import table
from games.bots.net.weights import version
from games.bots.ratings import BotRating, BotRatings
from games.bots.strengths import OFFERED, Strength
from games.rules.ruleset.rule_set import RuleSet
from games.tables.places import Total, places
from tournaments.ratings.skill import POINTS_PER_LOG_ODDS, START_RATING

#: Players at a table.
SEATS: Final = 4
#: Deals in a session: as many as "Play now" suggests.
SESSION_DEALS: Final = 5
#: Packs of each preset, unless another number is given.
PACKS: Final = 300

#: The places of the players of a session, in a fixed order; None for one who did not play.
Places = Sequence[int | None]
#: Sessions with the same cards, which are not independent of each other.
Group = Sequence[Places]
#: The share of comparisons that the first of two players won, as sums: `[first][second]`.
Wins = list[list[float]]


class Task(NamedTuple):
    """A group of sessions to play: the same cards for each order of seats."""

    preset: str
    #: From 0.
    number: int
    seed: int


def processor_time() -> float:
    """Return the processor time of this process and its ended children, in seconds."""
    found = os.times()
    return found.user + found.system + found.children_user + found.children_system


def measure(
    presets: Sequence[str], packs: int, seed: int, processes: int
) -> tuple[BotRatings, str]:
    """Return the ratings of the offered strengths, and a report.

    :raises ValueError: for presets with another number of players than `SEATS`, or too few packs
    """
    for preset in presets:
        if RuleSet.make(preset).players != SEATS:
            raise ValueError(f"{preset} is not for {SEATS} players")
    todo = tasks(presets, packs, seed)
    groups = list(play_groups(todo, processes))
    found = rated(groups)
    sessions = [each for group in groups for each in group]
    of_presets = {
        preset: rated(
            [group for task, group in zip(todo, groups, strict=True) if task.preset == preset]
        )
        for preset in presets
    }
    measured = BotRatings(
        version(),
        len(sessions) * SESSION_DEALS,
        {"presets": list(presets), "packs": packs, "session": SESSION_DEALS, "seed": seed},
        dict(zip(OFFERED, found, strict=True)),
    )
    return measured, _report(found, of_presets, wins_of(sessions, len(OFFERED)))


def _report(
    found: Sequence[BotRating], of_presets: Mapping[str, list[BotRating]], wins: Wins
) -> str:
    """Return tables of ratings and of how often each strength finished ahead of another."""
    rows = [
        (
            strength.value,
            *(f"{each.rating:.0f} ± {each.error:.0f}" for each in (total, *parts)),
        )
        for strength, total, *parts in zip(OFFERED, found, *of_presets.values(), strict=True)
    ]
    pairs = [
        (
            f"{OFFERED[one]} ahead of {OFFERED[other]}",
            f"{wins[one][other] / (wins[one][other] + wins[other][one]):.3f}",
            f"{predicted(found[one], found[other]):.3f}",
        )
        for other, one in combinations(range(len(OFFERED)), 2)
        if wins[one][other] + wins[other][one]
    ]
    return "\n\n".join(
        (
            table(("strength", "rating", *of_presets), rows),
            table(("pair", "measured", "by the ratings"), pairs),
        )
    )


def tasks(presets: Sequence[str], packs: int, seed: int) -> list[Task]:
    """Return the groups of sessions with a number of packs under each preset."""
    count = packs // SESSION_DEALS
    return [Task(preset, number, seed) for preset in presets for number in range(count)]


def play_group(task: Task) -> list[Places]:
    """Return the places of the offered strengths in each session of a group."""
    rules = RuleSet.make(task.preset)
    first = task.number % len(OFFERED)
    # The order around the table differs between groups, because it matters who sits next to whom.
    order = [*OFFERED[first:], *OFFERED[:first]][:SEATS]
    Random(f"ratings {task.seed} {task.number}").shuffle(order)
    return [_play_session(rules, order[shift:] + order[:shift], task) for shift in range(SEATS)]


def _play_session(rules: RuleSet, seats: Sequence[Strength], task: Task) -> Places:
    """Return the places of the offered strengths in a session with these bots in the seats."""
    totals = [Total(0, 0)] * len(seats)
    first = task.number * SESSION_DEALS
    players = [measured_bot(each) for each in seats]
    for number in range(first, first + SESSION_DEALS):
        result = play(begin(rules, number, task.seed), players)
        totals = [
            Total(total.net + net, total.won + (seat == result.winner))
            for seat, (total, net) in enumerate(zip(totals, result.net, strict=True))
        ]
    found = dict(zip(seats, places(totals), strict=True))
    return [found.get(each) for each in OFFERED]


def play_groups(todo: Sequence[Task], processes: int) -> Iterator[list[Places]]:
    """Yield the places of each group, in the order of the tasks, played in several processes."""
    if processes == 1:
        yield from map(play_group, todo)
        return
    with ProcessPoolExecutor(processes) as pool:
        yield from pool.map(play_group, todo)


def wins_of(sessions: Iterable[Places], players: int) -> Wins:
    """Return how often each player finished ahead of each other; a tie is half a win."""
    wins = [[0.0] * players for _ in range(players)]
    for each in sessions:
        places = {player: place for player, place in enumerate(each) if place is not None}
        for one, other in permutations(places, 2):
            wins[one][other] += (places[one] < places[other]) + (places[one] == places[other]) / 2
    return wins


def fit(wins: Wins) -> list[float]:
    """Return the log odds of each player, with mean 0, under which the wins are most likely.

    One tie is added for each pair, so that a player who always wins gets a finite result.
    """
    count = len(wins)
    games = [
        [wins[one][other] + wins[other][one] + 1 for other in range(count)] for one in range(count)
    ]
    won = [
        sum(wins[one][other] + 0.5 for other in range(count) if other != one)
        for one in range(count)
    ]
    strengths = [1.0] * count
    # Hunter's iteration (Annals of Statistics 32, 2004), which converges from any start.
    while True:
        updated = [
            won[one]
            / sum(
                games[one][other] / (strengths[one] + strengths[other])
                for other in range(count)
                if other != one
            )
            for one in range(count)
        ]
        scale = math.exp(fmean(map(math.log, updated)))
        updated = [each / scale for each in updated]
        change = max(abs(math.log(new / old)) for new, old in zip(updated, strengths, strict=True))
        strengths = updated
        if change < 1e-9:
            return [math.log(each) for each in strengths]


def rated(groups: Sequence[Group]) -> list[BotRating]:
    """Return the rating of each player with its standard error.

    The error is a jackknife over groups, because sessions with the same cards are not independent.

    :raises ValueError: for fewer than two groups
    """
    if len(groups) < 2:
        raise ValueError("a standard error needs at least two groups of sessions")
    players = len(groups[0][0])
    of_groups = [wins_of(group, players) for group in groups]
    total = [
        [sum(each[one][other] for each in of_groups) for other in range(players)]
        for one in range(players)
    ]
    without = [
        fit(
            [
                [total[one][other] - each[one][other] for other in range(players)]
                for one in range(players)
            ]
        )
        for each in of_groups
    ]
    count = len(groups)
    found = []
    for player, log_odds in enumerate(fit(total)):
        values = [each[player] for each in without]
        mean = fmean(values)
        variance = (count - 1) / count * sum((each - mean) ** 2 for each in values)
        found.append(
            BotRating(
                START_RATING + POINTS_PER_LOG_ODDS * log_odds,
                POINTS_PER_LOG_ODDS * math.sqrt(variance),
            )
        )
    return found


def predicted(one: BotRating, other: BotRating) -> float:
    """Return the share of sessions in which a bot should finish ahead of another."""
    return 1 / (1 + math.exp((other.rating - one.rating) / POINTS_PER_LOG_ODDS))
