"""Report of the fault proof, as text and in benchmarks/faults.md."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from statistics import median
from typing import Any, Final

from benchmarks.report import table
from benchmarks.report import write as write_report

PATH: Final = Path(__file__).parents[1] / "faults.md"
HEADS: Final = ("fault", "rounds", "moves acknowledged", "back after, s", "max, s", "wrong")


def text_of(part: Mapping[str, Any]) -> str:
    """Return the report of a part."""
    rounds = part["rounds"]
    by_fault: dict[str, list[Mapping[str, Any]]] = {}
    for each in rounds:
        by_fault.setdefault(each["fault"], []).append(each)
    moves, checked = part["moves"], part["checked"]
    lines = [
        f"## {part['part'].capitalize()}",
        "",
        f"{len(rounds)} rounds in {part['seconds'] / 60:.0f} minutes.",
        "",
        table(HEADS, (_row(name, some) for name, some in sorted(by_fault.items()))),
        "",
        f"* Moves: {moves['sent']} sent, {moves['acknowledged']} acknowledged and verified,"
        f" {moves['refused']} refused, {moves['unknown']} with no answer.",
        f"* Sockets closed: {_counts_text(part['closings'])}.",
        f"* Processes that ended unasked and were restarted: {_counts_text(part['revived'])}.",
        f"* Replayed and added up: {checked['deals']} deals, {checked['actions']} actions,"
        f" {checked['sessions']} finished sessions, {checked['settlements']} settlements; the"
        " ledger was audited.",
    ]
    if part["left_out"]:
        lines.append(f"* Skipped, not possible on this machine: {', '.join(part['left_out'])}.")
    wrong = all_wrong(part)
    lines.append(f"* Wrong: {len(wrong) or 'nothing'}.")
    lines += [f"  * {each}" for each in wrong]
    return "\n".join(lines)


def all_wrong(part: Mapping[str, Any]) -> list[str]:
    """Return all errors of a part, with their round and fault."""
    of_rounds = [
        f"{number}, {each['fault']}: {text}"
        for number, each in enumerate(part["rounds"], 1)
        for text in each["wrong"]
    ]
    return [*of_rounds, *part["wrong"]]


def write(parts: Iterable[Mapping[str, Any]], notes: Sequence[str]) -> None:
    """Write the report to its file."""
    about = "Written by `make faults`; `python -m benchmarks faults --help` explains it."
    write_report(PATH, "Kills and faults under load", about, notes, map(text_of, parts))


def _row(name: str, rounds: Sequence[Mapping[str, Any]]) -> tuple[str, ...]:
    """Return the cells of a fault's row: rounds, moves, and seconds until play went on."""
    back = [each["back"] for each in rounds]
    return (
        name,
        str(len(rounds)),
        str(sum(each["acknowledged"] for each in rounds)),
        f"{median(back):.1f}",
        f"{max(back):.1f}",
        str(sum(len(each["wrong"]) for each in rounds) or "–"),
    )


def _counts_text(counts: Mapping[str, int]) -> str:
    """Return the counts as text, the highest first: "3 killed, 1 paused"."""
    ordered = sorted(counts.items(), key=lambda item: -item[1])
    return ", ".join(f"{count} {what}" for what, count in ordered) or "none"
