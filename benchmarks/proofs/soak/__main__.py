"""Run the soak from the command line."""

import asyncio
import sys

from benchmarks.proofs.faults.options import Options as FaultOptions
from benchmarks.proofs.faults.place import place
from benchmarks.proofs.soak.options import parsed

#: Bots take the time that they take in a club: at a quarter of the tables they play alone.
BOT_DELAY = "0.7,1.6"


def main() -> int:
    """Run it, and say what it came to; returns the exit status."""
    options = parsed()
    wanted = FaultOptions(parts=("scaled" if options.scaled else "embedded",))
    with place(wanted, BOT_DELAY=BOT_DELAY) as stage:
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
