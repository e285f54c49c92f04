"""Report of a run, as text and as JSON."""

import argparse
from dataclasses import dataclass, field
from typing import Any

from benchmarks.clients.browser import Counts
from benchmarks.load import MOST_DEALS, STREAMS
from benchmarks.report import machine, spread, spread_text
from benchmarks.usage import Usage, total

KIB_IN_MIB = 1024


def title(options: argparse.Namespace) -> str:
    """Return a short description of a run."""
    how = "scaled" if options.scaled else "embedded"
    if options.scaled and options.processes > 1:
        how += f" ×{options.processes}, routed by {options.route}"
    pace = "closed" if options.pace is None else f"a move every {options.pace:g} s"
    words = [how, f"{options.tables} tables", "no moves" if options.still else pace]
    if options.deals != MOST_DEALS:
        words.append(f"sessions of {options.deals} deals")
    words += [f"{options.bots} bots"] * bool(options.bots)
    words += [f"{options.spectators} spectators"] * bool(options.spectators)
    words += [f"{options.masters} tables of masters"] * bool(options.masters)
    streams = {name: getattr(options, name) for name in STREAMS}
    words += [f"{name} every {every:g} s" for name, every in streams.items() if every]
    return ", ".join(words)


@dataclass(slots=True)
class Report:
    """Measurements of a run."""

    options: argparse.Namespace
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
    #: Server CPU time without any messages, in ms per second; measured only with ``--still``.
    idle_ms_a_second: float = 0.0
    #: Milliseconds that each page took, if pages were fetched.
    pages: list[float] = field(default_factory=list)
    #: Number of pages that were not shown the last version.
    behind: int = 0

    def wrong(self) -> list[str]:
        """Return what is wrong: pages without the last version, refused moves, other faults."""
        behind = [f"{self.behind} pages behind"] * bool(self.behind)
        return behind + [f"{count} × {what}" for what, count in self.counts.faults.items()]

    def figures(self) -> dict[str, Any]:
        """Return the figures by name."""
        counts, used = self.counts, total(self.used)
        own = counts.count("move")
        moves = own + self.bot_moves
        counted = moves or sum(map(len, counts.waits.values()))
        each = max(1, counted)
        viewers = self.sockets / self.options.tables
        return {
            "run": title(self.options),
            "seconds": round(self.seconds, 2),
            "moves": own,
            "bot_moves": self.bot_moves,
            "moves_a_second": round(moves / self.seconds, 1),
            "waits_ms": {what: spread(values) for what, values in sorted(counts.waits.items())},
            "pages_ms": spread(self.pages),
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
            "machine": machine(),
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
        waits = found["waits_ms"] | ({"page": found["pages_ms"]} if self.pages else {})
        lines += [f"  {spread_text(what, waited)}" for what, waited in waits.items()]
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
            f"  load {found['load'][0]} to {found['load'][1]}; {found['machine']}",
        ]
        return "\n".join(lines)
