"""Writes the output of all benchmarks to a file, with the machine and the date."""

import os
import platform
import sqlite3
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Final, NamedTuple

PATH: Final = Path(__file__).with_name("results.md")


class Output(NamedTuple):
    """Output of a benchmark."""

    name: str
    text: str
    seconds: float
    is_right: bool


def machine() -> str:
    """Return a sentence about the machine and the versions of Python and the databases."""
    load = ", ".join(f"{each:.1f}" for each in os.getloadavg())
    return (
        f"{os.cpu_count()} cores ({platform.machine()}), {platform.system()}, Python"
        f" {platform.python_version()}, SQLite {sqlite3.sqlite_version}{_postgres()};"
        f" load average {load}"
    )


def _postgres() -> str:
    """Return the PostgreSQL version if DATABASE_URL names one."""
    url = os.environ.get("DATABASE_URL", "")
    if not url.startswith("postgres"):
        return ""
    import psycopg

    with psycopg.connect(url) as connection:
        return f", PostgreSQL {connection.info.server_version // 10_000}"


def write(before: str, outputs: Sequence[Output]) -> None:
    """Write the file.

    :param before: description of the machine before the first benchmark
    """
    lines = [
        "# Benchmark results",
        "",
        "Written by `make bench`. Figures from different machines, or from a busy and a quiet one,",
        "can't be compared.",
        "",
        f"* Date: {datetime.now(UTC):%Y-%m-%d %H:%M} UTC",
        f"* Before: {before}.",
        f"* After: {machine()}.",
    ]
    for each in outputs:
        failed = "" if each.is_right else ", **ended with an error**"
        lines += ["", f"## {each.name}", "", f"In {each.seconds:.0f} s{failed}.", ""]
        lines += ["```text", each.text.strip(), "```"]
    PATH.write_text("\n".join(lines) + "\n")
