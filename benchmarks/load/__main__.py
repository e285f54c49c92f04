"""Command line of the load benchmark."""

import asyncio
import json
import sys

from benchmarks.load.environment import environment
from benchmarks.load.options import parse_options
from benchmarks.load.servers import servers


def main() -> int:
    """Run the benchmark and print its report; return the exit status."""
    options = parse_options()
    with environment(options) as folder:
        # These import models, so Django must be set up first.
        from benchmarks.load.scenario import run_scenario
        from benchmarks.load.tables import open_tables

        opened = open_tables(options)
        with servers(options, folder) as running:
            report = asyncio.run(run_scenario(options, opened, running))
    print(report.text(), flush=True)
    if options.json:
        options.json.write_text(json.dumps(report.figures(), indent=2) + "\n")
    return 0 if report.is_right else 1


if __name__ == "__main__":
    sys.exit(main())
