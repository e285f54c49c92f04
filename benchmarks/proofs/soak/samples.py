"""What is sampled of the club's processes, and whether it grows."""

import contextlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from statistics import median
from typing import NamedTuple

from benchmarks.load.report import quantile
from benchmarks.load.usage import total, usage_of

#: The share of the time that is warm-up.
WARM_UP = 1 / 2
KIB_IN_MIB = 1024


class Sample(NamedTuple):
    """The club's processes at one moment, all together."""

    #: Minutes since the beginning.
    at: float
    rss_mib: float
    #: Connections of the people, who are more at one time than at another.
    people: int
    #: Files and sockets that are open in the club, beside those of these connections.
    files: int
    threads: int
    cpu_s: float


@dataclass(frozen=True, slots=True)
class Limit:
    """What may not grow by more than both, from the end of the warm-up on."""

    name: str
    share: float
    amount: float
    unit: str


LIMITS = (
    Limit("rss_mib", 0.03, 4.0, "MiB"),
    Limit("files", 0.03, 8.0, "files"),
    Limit("threads", 0.03, 4.0, "threads"),
)
#: Moves may be shown later by so much: a share, and milliseconds.
LATER = {0.5: (0.5, 5.0), 0.99: (0.5, 50.0)}


def sample(at: float, roots: Mapping[int, str], pids: Iterable[int]) -> Sample:
    """Look at the processes.

    :param roots: those that were started; what they have started counts, too
    :param pids: all of them
    """
    used = total(usage_of(roots))
    # At the same moment, with nothing awaited in between: each has an end here and one there.
    people, files, threads = _sockets_here(), 0, 0
    for pid in pids:
        try:
            files += len(list(Path(f"/proc/{pid}/fd").iterdir()))
            threads += len(list(Path(f"/proc/{pid}/task").iterdir()))
        except OSError:
            # It has ended meanwhile.
            continue
    mib = used.rss_kib / KIB_IN_MIB
    return Sample(at, mib, people, files - people, threads, used.cpu_ms / 1000)


def _sockets_here() -> int:
    """Return how many sockets this process has open, which is the people's browsers."""
    count = 0
    for link in Path("/proc/self/fd").iterdir():
        with contextlib.suppress(OSError):
            count += str(link.readlink()).startswith("socket:")
    return count


def slope(points: Sequence[tuple[float, float]]) -> float:
    """Return how much the values rise in a unit of time: the median between every two points."""
    slopes = [
        (second[1] - first[1]) / (second[0] - first[0])
        for first, second in combinations(points, 2)
        if second[0] != first[0]
    ]
    return median(slopes) if slopes else 0.0


def growths(samples: Sequence[Sample]) -> list[str]:
    """Return what has grown since the warm-up by more than it may, in words."""
    minutes = samples[-1].at
    warm = [each for each in samples if each.at >= WARM_UP * minutes]
    found = []
    for limit in LIMITS:
        points = [(each.at, float(getattr(each, limit.name))) for each in warm]
        a_minute = slope(points)
        grown = a_minute * (points[-1][0] - points[0][0])
        # Where the line begins.
        begins = median(value - a_minute * (at - points[0][0]) for at, value in points)
        if grown > max(limit.amount, limit.share * begins):
            found.append(
                f"{limit.name} grows by {a_minute:.2f} {limit.unit} a minute:"
                f" by {grown:.1f} from {begins:.1f}"
            )
    return found


def delays(waits: Sequence[tuple[float, float]], minutes: float) -> list[str]:
    """Return by what moves are shown later in the end than after the warm-up, in words.

    :param waits: when each was made, in minutes, and how many milliseconds it took
    """
    quarter = minutes / 4
    third = [wait for at, wait in waits if 2 * quarter <= at < 3 * quarter]
    last = [wait for at, wait in waits if at >= 3 * quarter]
    found = []
    for share, (more, milliseconds) in LATER.items():
        before, after = quantile(third, share), quantile(last, share)
        if after - before > max(milliseconds, more * before):
            found.append(f"p{100 * share:g} of moves: {before:.1f} ms, then {after:.1f} ms")
    return found
