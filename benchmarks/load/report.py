"""Report of a run, as text and as JSON."""

import os
import platform
from dataclasses import dataclass, field
from typing import Any

from benchmarks.load.counts import Counts
from benchmarks.load.options import Options
from benchmarks.load.usage import Usage, total

KIB_IN_MIB = 1024


def quantile(values: list[float], share: float) -> float:
    """Return the value below which the given share of the values lies; 0 if there are none."""
    if not values:
        return 0.0
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


@dataclass(slots=True)
class Report:
    """Measurements of a run."""

    options: Options
    seconds: float
    counts: Counts
    used: dict[str, Usage]
    #: CPU time of the clients.
    client_ms: float
    bot_moves: int
    sockets: int
    #: Resident memory of all processes in KiB: after the start, and with all sockets open.
    rss_start: int
    rss_connected: int
    #: Load average of the machine at the start and at the end.
    load: tuple[float, float]
    database: str
    #: Server CPU time without any messages, in ms per second; measured only with ``--still``.
    idle_ms_a_second: float = 0.0
    #: Milliseconds that each page took, if pages were fetched.
    pages: list[float] = field(default_factory=list)
    #: Number of pages that were not shown the last version.
    behind: int = 0

    @property
    def is_right(self) -> bool:
        """Return whether all pages got every update and no legal move was refused."""
        return not self.behind and not self.counts.faults

    def figures(self) -> dict[str, Any]:
        """Return the figures by name."""
        counts, used = self.counts, total(self.used)
        own = counts.count("move")
        moves = own + self.bot_moves
        counted = moves or sum(map(len, counts.waits.values()))
        each = max(1, counted)
        viewers = self.sockets / self.options.tables
        return {
            "run": self.options.title,
            "seconds": round(self.seconds, 2),
            "moves": own,
            "bot_moves": self.bot_moves,
            "moves_a_second": round(moves / self.seconds, 1),
            "waits_ms": {what: _spread(values) for what, values in sorted(counts.waits.items())},
            "pages_ms": _spread(self.pages),
            "faults": dict(counts.faults),
            "behind": self.behind,
            "cpu_ms_each": round(used.cpu_ms / each, 3),
            "cpu_ms_each_by_process": {
                name: round(spent.cpu_ms / each, 3) for name, spent in self.used.items()
            },
            "cpu_ms_each_but_idle": round(
                (used.cpu_ms - self.idle_ms_a_second * self.seconds) / each, 3
            ),
            "cores": round(used.cpu_ms / self.seconds / 1000, 3),
            "client_cpu_ms_each": round(self.client_ms / each, 3),
            "switches_each": round(used.switches / each, 1),
            "bytes_each_and_viewer": round(counts.received / each / max(1, viewers)),
            "messages_each_and_viewer": round(counts.messages / each / max(1, viewers), 2),
            "sockets": self.sockets,
            "rss_mib": {
                "start": round(self.rss_start / KIB_IN_MIB, 1),
                "connected": round(self.rss_connected / KIB_IN_MIB, 1),
                "end": round(used.rss_kib / KIB_IN_MIB, 1),
            },
            "rss_kib_a_socket": round((self.rss_connected - self.rss_start) / self.sockets, 1),
            "rss_kib_a_table": round((used.rss_kib - self.rss_start) / self.options.tables, 1),
            "load": [round(each, 1) for each in self.load],
            "cores_there": os.cpu_count(),
            "python": platform.python_version(),
            "database": self.database,
        }

    def text(self) -> str:
        """Return the report as readable text."""
        found = self.figures()
        rss, by_process = found["rss_mib"], found["cpu_ms_each_by_process"]
        lines = [
            f"{found['run']}: {found['seconds']:.0f} s",
            f"  {found['moves']} moves by players, {found['bot_moves']} by bots,"
            f" {found['moves_a_second']} moves/s",
        ]
        for what, spread in found["waits_ms"].items():
            lines.append(
                f"  {what:10} n {spread['n']:6}  p50 {spread['p50']:.1f}  p95 {spread['p95']:.1f}"
                f"  p99 {spread['p99']:.1f}  max {spread['max']:.1f} ms"
            )
        if self.pages:
            spread = found["pages_ms"]
            lines.append(
                f"  {'page':10} n {spread['n']:6}  p50 {spread['p50']:.1f}"
                f"  p95 {spread['p95']:.1f}  max {spread['max']:.1f} ms"
            )
        if self.options.still:
            lines.append(
                f"  CPU-ms each, without the idle cost"
                f" ({self.idle_ms_a_second / 10:.1f} % of a core):"
                f" {found['cpu_ms_each_but_idle']:.2f}"
            )
        lines += [
            f"  CPU-ms each: {found['cpu_ms_each']:.2f} ("
            + ", ".join(f"{name} {spent:.2f}" for name, spent in by_process.items())
            + f"), clients {found['client_cpu_ms_each']:.2f}; {found['cores']:.2f} cores;"
            f" {found['switches_each']:.0f} switches each",
            f"  {found['bytes_each_and_viewer']} bytes in {found['messages_each_and_viewer']}"
            " messages, each and per viewer",
            f"  RSS {rss['start']:.0f} MiB at the start, {rss['connected']:.0f} with"
            f" {found['sockets']} sockets, {rss['end']:.0f} at the end;"
            f" {found['rss_kib_a_socket']:.0f} KiB per socket,"
            f" {found['rss_kib_a_table']:.0f} per table",
            f"  load {found['load'][0]} to {found['load'][1]}, {found['cores_there']} cores,"
            f" Python {found['python']}, {found['database']}",
        ]
        if self.is_right:
            lines.append("  every page was shown the last version; no move was refused")
        else:
            faults = ", ".join(f"{count} × {what}" for what, count in self.counts.faults.items())
            lines.append(f"  WRONG: {self.behind} pages behind; {faults or 'no other fault'}")
        return "\n".join(lines)


def _spread(values: list[float]) -> dict[str, Any]:
    """Return number, percentiles and maximum of the values, rounded."""
    return {
        "n": len(values),
        "p50": round(quantile(values, 0.5), 2),
        "p95": round(quantile(values, 0.95), 2),
        "p99": round(quantile(values, 0.99), 2),
        "max": round(max(values, default=0.0), 2),
    }
