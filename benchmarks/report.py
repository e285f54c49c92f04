"""Parts of reports: the machine, its present speed, percentiles, tables and files."""

import os
import platform
import sqlite3
import time
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

#: CPU time that an idle core takes for the work of `slowness`, in seconds.
IDLE_SECONDS: Final = 0.04


def machine() -> str:
    """Return a sentence about the machine and the versions of Python and SQLite."""
    load = ", ".join(f"{each:.1f}" for each in os.getloadavg())
    return (
        f"{os.cpu_count()} cores ({platform.machine()}), {platform.system()}, Python"
        f" {platform.python_version()}, SQLite {sqlite3.sqlite_version}; load average {load}"
    )


def slowness() -> float:
    """Return how many times slower this core is now than an idle one."""
    before, total = time.process_time(), 0
    for number in range(1_000_000):
        total += number
    return (time.process_time() - before) / IDLE_SECONDS


def quantile(values: Iterable[float], share: float) -> float:
    """Return the value below which the given share of the values lies; 0 if there are none."""
    ordered = sorted(values)
    if not ordered:
        return 0.0
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def spread(values: Sequence[float]) -> dict[str, float]:
    """Return number, percentiles and maximum of the values, rounded."""
    found = {f"p{100 * share:.0f}": quantile(values, share) for share in (0.5, 0.95, 0.99)}
    found["max"] = max(values, default=0.0)
    return {"n": len(values), **{name: round(value, 2) for name, value in found.items()}}


def spread_text(name: str, found: Mapping[str, float]) -> str:
    """Return a `spread` in milliseconds as a line of a report."""
    more = "  ".join(f"{what} {found[what]:.1f}" for what in ("p50", "p95", "p99", "max"))
    return f"{name:10} n {found['n']:6}  {more} ms"


def table(heads: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Return a Markdown table whose columns are aligned, all but the first to the right."""
    cells = [list(heads), *([str(cell) for cell in row] for row in rows)]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    cells.insert(1, ["-" * width for width in widths])
    return "\n".join(
        f"| {' | '.join((str.rjust if at else str.ljust)(cell, widths[at]) for at, cell in enumerate(row))} |"  # noqa: E501
        for row in cells
    )


def write(
    path: Path, title: str, about: str, notes: Iterable[str], sections: Iterable[str]
) -> None:
    """Write a report to its file, with the date and the machine as it is now."""
    facts = [f"Date: {datetime.now(UTC):%Y-%m-%d %H:%M} UTC", *notes, f"Machine: {machine()}."]
    facts_text = "\n".join(f"* {each}" for each in facts)
    path.write_text("\n\n".join([f"# {title}", about, facts_text, *sections]) + "\n")
