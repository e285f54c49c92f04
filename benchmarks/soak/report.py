"""Report of the soak test, as text and in benchmarks/soak.md."""

from pathlib import Path
from typing import Final

from benchmarks.report import quantile, table
from benchmarks.report import write as write_report
from benchmarks.soak.samples import delays, growths
from benchmarks.soak.scenario import Soak

PATH: Final = Path(__file__).parents[1] / "soak.md"
#: Number of rows in the table of the report.
PARTS: Final = 12
HEADS: Final = (
    "minutes", "RSS MiB", "client connections", "other files", "threads", "moves/s", "p50 ms",
    "p99 ms", "cores",
)  # fmt: skip


def wrong(soak: Soak) -> list[str]:
    """Return a sentence for each value that has grown."""
    found = growths(soak.samples) + delays(soak.waits, soak.samples[-1].at)
    return found if soak.waits else [*found, "no moves were made"]


def text_of(soak: Soak) -> str:
    """Return the report."""
    options, moves = soak.options, soak.moves
    did = ", ".join(f"{count} {what}" for what, count in sorted(soak.did.items()))
    closings = ", ".join(f"{count} {what}" for what, count in sorted(soak.closings.items()))
    lines = [
        f"{options.tables} tables, {'scaled' if options.scaled else 'embedded'}, about"
        f" {options.pace:g} s from a move to the next, for {options.minutes:g} minutes.",
        "",
        table(HEADS, _rows(soak)),
        "",
        f"* {len(moves.acknowledged)} moves were shown, {moves.refused} refused, {moves.unknown}"
        " not answered.",
        f"* Coming and going: {did}.",
        f"* Sockets closed: {closings or 'none'}.",
    ]
    found = wrong(soak)
    lines.append(f"* Grown: {len(found) or 'nothing'}.")
    lines += [f"  * {each}" for each in found]
    return "\n".join(lines)


def _rows(soak: Soak) -> list[tuple[str, ...]]:
    """Return the rows of the report: the state and delays in each part of the run."""
    minutes = soak.samples[-1].at
    rows: list[tuple[str, ...]] = []
    for part in range(PARTS):
        begins, ends = part * minutes / PARTS, (part + 1) * minutes / PARTS
        some = [each for each in soak.samples if begins < each.at <= ends]
        waits = [wait for at, wait in soak.waits if begins < at <= ends]
        if len(some) < 2:
            continue
        last, seconds = some[-1], 60 * (some[-1].at - some[0].at)
        rows.append(
            (
                f"{begins:.1f}–{ends:.1f}",
                f"{last.rss_mib:.1f}",
                str(last.people),
                str(last.files),
                str(last.threads),
                f"{len(waits) / (60 * (ends - begins)):.1f}",
                f"{quantile(waits, 0.5):.1f}",
                f"{quantile(waits, 0.99):.1f}",
                f"{(last.cpu_s - some[0].cpu_s) / seconds:.2f}",
            )
        )
    return rows


def write(soak: Soak) -> None:
    """Write the report to its file."""
    about = "Written by `make soak`; `python -m benchmarks soak --help` explains it."
    write_report(PATH, "Hours of players coming and going", about, (), [text_of(soak)])
