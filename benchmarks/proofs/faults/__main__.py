"""Command line of the fault proof."""

import asyncio
import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from benchmarks.proofs.faults import report
from benchmarks.proofs.faults.options import Options, parse_options
from benchmarks.proofs.faults.stores import missing


def main() -> int:
    """Run the chosen parts and print their reports; return the exit status."""
    options = parse_options()
    if options.json is not None:
        return _run_part(options, options.json)
    parts, notes = list(options.parts), []
    if "scaled" in parts and (wanted := missing()):
        parts.remove("scaled")
        notes.append(f"Only the embedded server: {', '.join(wanted)} not found.")
    found = [_run_in_new_process(part, options, len(parts)) for part in parts]
    done = [each for each in found if each is not None]
    notes += [
        f"{part} did not finish." for part, each in zip(parts, found, strict=True) if not each
    ]
    for each in done:
        print(f"\n{report.text_of(each)}", flush=True)
    for note in notes:
        print(note)
    if not options.faults:
        report.write(done, notes)
    is_right = len(done) == len(found) > 0 and not any(map(report.all_wrong, done))
    return 0 if is_right else 1


def _run_in_new_process(part: str, options: Options, parts: int) -> dict[str, Any] | None:
    """Run one part in a new process; return its outcome, or None if it failed."""
    # The embedded server has fewer components that can fail.
    shares = {"embedded": 2, "scaled": 3}
    share = 1.0 if parts == 1 else shares[part] / sum(shares.values())
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "outcome.json"
        command = [
            *(
                sys.executable,
                "-m",
                "benchmarks.proofs.faults",
                "--part",
                part,
                "--json",
                str(file),
            ),
            *("--rounds", str(max(1, round(share * options.rounds)))),
            *("--tables", str(options.tables), "--seed", str(options.seed)),
            *(argument for name in options.faults for argument in ("--fault", name)),
            *(["--keep"] if options.keep else []),
        ]
        subprocess.run(command, check=False)
        if not file.exists():
            return None
        outcome: dict[str, Any] = json.loads(file.read_text())
        return outcome


def _run_part(options: Options, file: Path) -> int:
    """Run one part in this process, and write its outcome to the file as JSON."""
    from benchmarks.proofs.faults.environment import environment

    with environment(options) as target:
        # These import models, so Django must be set up first.
        from benchmarks.proofs.clients.tables import open_tables
        from benchmarks.proofs.faults.scenario import as_data, run

        opened = open_tables(options.tables)
        outcome = asyncio.run(run(options, target, opened, lambda text: print(text, flush=True)))
    file.write_text(json.dumps(as_data(outcome)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
