"""Command line of the soak test."""

import asyncio
import sys

from benchmarks.proofs.faults.environment import environment
from benchmarks.proofs.faults.options import Options as FaultOptions
from benchmarks.proofs.soak.options import parse_options

#: Thinking time of bots as in production: at a quarter of the tables only bots play.
BOT_DELAY = "0.7,1.6"


def main() -> int:
    """Run the soak test and print its report; return the exit status."""
    options = parse_options()
    wanted = FaultOptions(parts=("scaled" if options.scaled else "embedded",))
    with environment(wanted, BOT_DELAY=BOT_DELAY) as target:
        # These import models, so Django must be set up first.
        from benchmarks.proofs.soak import report
        from benchmarks.proofs.soak.scenario import Soak

        soak = Soak(options, target.server, lambda text: print(text, flush=True))
        asyncio.run(soak.run())
        print(f"\n{report.text_of(soak)}", flush=True)
        report.write(soak)
        return 1 if report.wrong(soak) else 0


if __name__ == "__main__":
    sys.exit(main())
