"""Run the load bench from the command line."""

import asyncio
import json
import sys

from benchmarks.load.options import parsed
from benchmarks.load.place import place
from benchmarks.load.servers import servers


def main() -> int:
    """Run what is asked for, and print what it came to; returns the exit status."""
    options = parsed()
    with place(options) as folder:
        # Only now there is a Django that they can ask.
        from benchmarks.load.course import measured
        from benchmarks.load.tables import open_tables

        opened = open_tables(options)
        with servers(options, folder) as club:
            report = asyncio.run(measured(options, opened, club))
    print(report.text(), flush=True)
    if options.json:
        options.json.write_text(json.dumps(report.figures(), indent=2) + "\n")
    return 0 if report.is_right else 1


if __name__ == "__main__":
    sys.exit(main())
