"""Run the soak from the command line."""

import asyncio
import sys

from benchmarks.proofs.faults.options import Options as FaultOptions
from benchmarks.proofs.faults.place import place
from benchmarks.proofs.soak.options import parsed


def main() -> int:
    """Run it, and say what it came to; returns the exit status."""
    options = parsed()
    with place(FaultOptions(parts=("scaled" if options.scaled else "embedded",))) as stage:
        # Only now there is a Django that they can ask.
        from benchmarks.proofs.soak import report
        from benchmarks.proofs.soak.course import Soak

        soak = Soak(options, stage.club, lambda text: print(text, flush=True))
        asyncio.run(soak.run())
        print(f"\n{report.text_of(soak)}", flush=True)
        report.write(soak)
        return 1 if report.wrong(soak) else 0


if __name__ == "__main__":
    sys.exit(main())
