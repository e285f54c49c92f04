"""Resource usage of processes, from /proc: CPU time, memory and context switches."""

import os
from collections import defaultdict
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import NamedTuple

_TICK_MS = 1000 / os.sysconf("SC_CLK_TCK")
_PAGE_KIB = os.sysconf("SC_PAGE_SIZE") // 1024


class Usage(NamedTuple):
    """Resources that a process and all of its children have used so far."""

    #: User and system time.
    cpu_ms: float = 0.0
    rss_kib: int = 0
    switches: int = 0

    def since(self, before: "Usage") -> "Usage":
        """Return the usage since `before`, with the current memory."""
        return Usage(self.cpu_ms - before.cpu_ms, self.rss_kib, self.switches - before.switches)

    def plus(self, other: "Usage") -> "Usage":
        """Return the sum of both usages."""
        return Usage(
            self.cpu_ms + other.cpu_ms,
            self.rss_kib + other.rss_kib,
            self.switches + other.switches,
        )


def usage_of(roots: Mapping[int, str]) -> dict[str, Usage]:
    """Return the usage of each process by name, including its children."""
    stats = _stats()
    used: dict[str, Usage] = {}
    for root, name in roots.items():
        used[name] = Usage()
        for pid in _with_children([root], stats):
            used[name] = used[name].plus(_process_usage(pid, stats[pid]))
    return used


def with_children(pids: Iterable[int]) -> list[int]:
    """Return the running processes among these, and all of their children."""
    return _with_children(pids, _stats())


def _with_children(pids: Iterable[int], stats: Mapping[int, list[str]]) -> list[int]:
    """Return the processes that have stats, and all of their children."""
    children: dict[int, list[int]] = defaultdict(list)
    for pid, fields in stats.items():
        children[int(fields[1])].append(pid)
    found = [pid for pid in pids if pid in stats]
    for pid in found:
        found += children[pid]
    return found


def total(used: Mapping[str, Usage]) -> Usage:
    """Return the sum of all usages."""
    sum_ = Usage()
    for each in used.values():
        sum_ = sum_.plus(each)
    return sum_


def _stats() -> dict[int, list[str]]:
    """Return, by process ID, the stat fields after the process name: state, parent, and so on."""
    stats = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            stats[int(path.parent.name)] = path.read_text().rpartition(")")[2].split()
        except OSError:
            # The process has ended.
            continue
    return stats


def _process_usage(pid: int, fields: list[str]) -> Usage:
    """Return the usage of one process from its stat fields, without its children."""
    cpu_ms = (int(fields[11]) + int(fields[12])) * _TICK_MS
    return Usage(cpu_ms, int(fields[21]) * _PAGE_KIB, _context_switches(pid))


def _context_switches(pid: int) -> int:
    """Return the number of context switches of all threads of the process."""
    count = 0
    for path in Path(f"/proc/{pid}/task").glob("*/status"):
        try:
            lines = path.read_text().splitlines()
        except OSError:
            continue
        count += sum(int(line.split()[1]) for line in lines if "_ctxt_switches" in line)
    return count
