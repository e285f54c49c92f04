"""All benchmarks, one after the other: ``make bench``."""

import subprocess
import sys

for name in ("rules", "bots", "seating", "events", "standings", "audit", "ledger", "pages"):
    print(f"=== {name}", flush=True)
    subprocess.run([sys.executable, "-m", f"benchmarks.{name}"], check=True)
