"""Load benchmark runs that ``make bench`` includes: ``python -m benchmarks.live``.

Each run starts its own server (``benchmarks.load``). Runs with several processes need PostgreSQL
and Redis; without DATABASE_URL and REDIS_URL they are skipped, which the output says.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

WINDOW: Final = ("--seconds", "10", "--warmup", "3")
STILL: Final = ("--tables", "20", "--still")
EMBEDDED: Final = (
    ("--tables", "20"),
    ("--tables", "200"),
    ("--tables", "50", "--closed"),
    ("--tables", "50", "--bots", "4"),
    (*STILL, "--chat", "2.5"),
    (*STILL, "--selections", "0.5"),
    (*STILL, "--hints", "0.5"),
)
SCALED: Final = (
    ("--scaled", "--tables", "50"),
    ("--scaled", "--tables", "50", "--closed"),
)
HEADS: Final = (
    "run", "n/s", "p50", "p95", "p99", "max ms", "CPU-ms each", "of clients",
    "bytes", "RSS MiB", "load",
)  # fmt: skip


def row(figures: dict[str, Any]) -> list[str]:
    """Return the figures of a run as a table row."""
    waits = figures["waits_ms"]
    main = waits.get("move") or next(iter(waits.values()), None)
    count = figures["moves"] + figures["bot_moves"] or (main or {"n": 0})["n"]
    spread = [f"{main[name]:.1f}" for name in ("p50", "p95", "p99", "max")] if main else ["–"] * 4
    is_right = not figures["behind"] and not figures["faults"]
    return [
        figures["run"]
        + ("" if is_right else f" (WRONG: {figures['behind']} behind, {figures['faults']})"),
        f"{count / figures['seconds']:.1f}",
        *spread,
        f"{figures['cpu_ms_each_but_idle']:.2f}",
        f"{figures['client_cpu_ms_each']:.2f}",
        str(figures["bytes_each_and_viewer"]),
        "{start:.0f} / {connected:.0f} / {end:.0f}".format(**figures["rss_mib"]),
        f"{figures['load'][0]}",
    ]


def table(rows: Sequence[Sequence[str]]) -> str:
    """Return the rows as a Markdown table."""
    lines = [HEADS, ["---"] * len(HEADS), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def run(arguments: Sequence[str], folder: Path) -> dict[str, Any] | None:
    """Run the load benchmark; return its figures, or None if it failed."""
    figures = folder / "figures.json"
    figures.unlink(missing_ok=True)
    # Static files and an empty database are built once for all runs.
    env = {**os.environ, "STATIC_ROOT": str(folder / "static")}
    files = ("--json", str(figures), "--template", str(folder / "empty.sqlite3"))
    command = [sys.executable, "-m", "benchmarks.load", *WINDOW, *arguments, *files]
    subprocess.run(command, env=env, check=False)
    if not figures.exists():
        return None
    found: dict[str, Any] = json.loads(figures.read_text())
    return found


def main() -> int:
    """Run the load benchmarks and print a table of their figures; return the exit status."""
    argparse.ArgumentParser(prog="python -m benchmarks.live", description=__doc__).parse_args()
    is_scaled = bool(os.environ.get("DATABASE_URL") and os.environ.get("REDIS_URL"))
    runs = [*EMBEDDED, *(SCALED if is_scaled else ())]
    with tempfile.TemporaryDirectory() as folder:
        found = [run(arguments, Path(folder)) for arguments in runs]
    print("\n" + table([row(each) for each in found if each is not None]))
    if not is_scaled:
        print("\nSkipped: several processes; DATABASE_URL and REDIS_URL are not set.")
    failed = [runs[number] for number, each in enumerate(found) if each is None]
    for arguments in failed:
        print(f"\nFailed: {' '.join(arguments)}")
    is_right = all(each and not each["behind"] and not each["faults"] for each in found)
    return 0 if is_right else 1


if __name__ == "__main__":
    sys.exit(main())
