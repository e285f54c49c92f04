"""Samples of the server's processes, and checks for growth."""

import contextlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from statistics import median
from typing import NamedTuple

from benchmarks.report import quantile
from benchmarks.usage import total, usage_of, with_children

#: Share of the time that is warm-up.
WARM_UP = 1 / 2
KIB_IN_MIB = 1024


class Sample(NamedTuple):
    """State of the server's processes at one time, all together."""

    #: Minutes since the start.
    at: float
    rss_mib: float
    #: Connections of the simulated players, whose number varies.
    people: int
    #: Other open files and sockets of the server.
    files: int
    threads: int
    cpu_s: float


@dataclass(frozen=True, slots=True)
class Limit:
    """Growth limit of a value after the warm-up; exceeded if both are."""

    name: str
    share: float
    amount: float
    unit: str


LIMITS = (
    Limit("rss_mib", 0.03, 4.0, "MiB"),
    Limit("files", 0.03, 8.0, "files"),
    Limit("threads", 0.03, 4.0, "threads"),
)
#: Permitted delay of moves by percentile: a share, and milliseconds.
LATER = {0.5: (0.5, 5.0), 0.99: (0.5, 50.0)}


def sample(at: float, roots: Mapping[int, str]) -> Sample:
    """Return a sample of the processes and all of their children."""
    used, pids = total(usage_of(roots)), with_children(roots)
    # Nothing is awaited between the counts: each connection has one end here and one there.
    people, files, threads = _sockets_here(), 0, 0
    for pid in pids:
        try:
            files += len(list(Path(f"/proc/{pid}/fd").iterdir()))
            threads += len(list(Path(f"/proc/{pid}/task").iterdir()))
        except OSError:
            # The process has ended.
            continue
    mib = used.rss_kib / KIB_IN_MIB
    return Sample(at, mib, people, files - people, threads, used.cpu_ms / 1000)


def _sockets_here() -> int:
    """Return the number of open sockets of this process, which belong to the simulated browsers."""
    count = 0
    for link in Path("/proc/self/fd").iterdir():
        with contextlib.suppress(OSError):
            count += str(link.readlink()).startswith("socket:")
    return count


def slope(points: Sequence[tuple[float, float]]) -> float:
    """Return the slope of the values over time: the median of the slopes between all pairs."""
    slopes = [
        (second[1] - first[1]) / (second[0] - first[0])
        for first, second in combinations(points, 2)
        if second[0] != first[0]
    ]
    return median(slopes) if slopes else 0.0


def growths(samples: Sequence[Sample]) -> list[str]:
    """Return a sentence for each value that has grown by more than its limit since the warm-up."""
    minutes = samples[-1].at
    warm = [each for each in samples if each.at >= WARM_UP * minutes]
    found = []
    for limit in LIMITS:
        points = [(each.at, float(getattr(each, limit.name))) for each in warm]
        a_minute = slope(points)
        grown = a_minute * (points[-1][0] - points[0][0])
        # Value of the line at its start.
        begins = median(value - a_minute * (at - points[0][0]) for at, value in points)
        if grown > max(limit.amount, limit.share * begins):
            found.append(
                f"{limit.name} grows by {a_minute:.2f} {limit.unit} a minute:"
                f" by {grown:.1f} from {begins:.1f}"
            )
    return found


def delays(waits: Sequence[tuple[float, float]], minutes: float) -> list[str]:
    """Return a sentence for each percentile of moves that is later in the last quarter.

    :param waits: time of each move in minutes, and the milliseconds until it was shown
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
