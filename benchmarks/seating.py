"""Speed and quality of seating an event: ``python -m benchmarks.seating [--all]``.

One core, plain CPython. Each line is an event whose rounds are all seated in advance. Each
criterion shows the value found and, after the slash, a lower bound, which can't always be reached.
``--all`` adds numbers of players for which no perfect seating is known.
"""

import argparse
import sys
import time
from typing import Final

from tournaments.pairing.rounds import Seating
from tournaments.pairing.seating.quality import Quality, quality
from tournaments.pairing.seating.seaters import seat_rounds
from tournaments.pairing.seating.ways import Way, ways

#: Players, rounds, and the time limit in seconds.
TARGETS: Final = ((64, 12, 5.0), (200, 10, 30.0))
#: Numbers of players and rounds that take the longest search.
HARD: Final = ((12, 3), (18, 6), (20, 6), (32, 10), (62, 12), (68, 22), (199, 10))

SIZE: Final = 4


def columns(quality: Quality) -> str:
    """Return the numbers of a quality, most important criterion first."""
    names = ("repeats", "consecutive", "after", "opposite", "numbers")
    measures = [getattr(quality, name) for name in names]
    return f"{quality.forbidden:>9}" + "".join(
        f"{f'{measure.found}/{measure.bound}':>12}" for measure in measures
    )


def measure(
    name: str,
    way: Way,
    rounds: int,
    *,
    history: list[Seating] | None = None,
    forbidden: frozenset[frozenset[int]] = frozenset(),
) -> float:
    """Seat an event, print its quality, and return how many seconds seating took."""
    before = history or []
    began = time.perf_counter()
    ahead = seat_rounds(
        range(way.players), rounds, way, history=before, forbidden=forbidden, seed=1
    )
    seconds = time.perf_counter() - began
    print(
        f"{name:<34}{seconds:>7.2f} s{columns(quality([*before, *ahead], forbidden))}", flush=True
    )
    return seconds


def main() -> None:
    """Print the report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--all", action="store_true", help="include difficult numbers of players")
    chosen = parser.parse_args()
    print(f"seating at tables of {SIZE}; Python {sys.version.split()[0]}, one core")
    heads = ("forbidden", "repeats", "consecutive", "after", "opposite", "numbers")
    print(f"{'':<43}{heads[0]:>9}" + "".join(f"{head:>12}" for head in heads[1:]))
    late = []
    for players, rounds, most in TARGETS:
        name = f"{players} players, {rounds} rounds"
        way = ways(players, SIZE)[0]
        seconds = measure(name, way, rounds)
        # Couples kept apart leave no design to follow; neither do rounds that were seated manually.
        couples = frozenset(frozenset((x, x + 1)) for x in range(0, players, 4))
        seconds = max(seconds, measure(f"{name}, couples apart", way, rounds, forbidden=couples))
        first = Seating(tuple(tuple(range(x, x + SIZE)) for x in range(0, players, SIZE)))
        seconds = max(seconds, measure(f"{name}, one by hand", way, rounds - 1, history=[first]))
        if seconds > most:
            late.append(f"{name} take {seconds:.1f} s, more than {most:.0f} s")
    if chosen.all:
        for players, rounds in HARD:
            for way in ways(players, SIZE, smaller=True, bots=True):
                kind = f", {way.out} out" if way.out else f", {way.bots} bots" if way.bots else ""
                measure(f"{players} players, {rounds} rounds{kind}", way, rounds)
    if late:
        sys.exit("; ".join(late))


if __name__ == "__main__":
    main()
