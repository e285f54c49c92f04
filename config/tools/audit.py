"""Audit of locked dependencies: ``make audit`` checks them against PyPI's security advisories.

Without an internet connection it says so and succeeds, because then nothing is known.
"""

import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

LOCKS = ("requirements.lock", "requirements-dev.lock")
ROOT = Path(__file__).resolve().parents[2]


def pip_audit_report(lock: str) -> str:
    """Return pip-audit's JSON for a lock file; empty if it could not reach PyPI."""
    command = [sys.executable, "-m", "pip_audit", "--requirement", str(ROOT / lock)]
    command += ["--disable-pip", "--no-deps", "--progress-spinner", "off", "--format", "json"]
    done = subprocess.run(  # noqa: S603  (the command is written above)
        command, capture_output=True, text=True, check=False, timeout=600
    )
    return done.stdout


def verdict(reports: Sequence[str]) -> tuple[list[str], bool]:
    """Return the lines to print for pip-audit's reports, and whether they have no vulnerability."""
    lines, checked, skipped, is_clean = [], 0, [], True
    for text in reports:
        found: list[dict[str, Any]] = json.loads(text)["dependencies"] if text.strip() else []
        for each in found:
            if "skip_reason" in each:
                skipped.append(each["name"])
                continue
            checked += 1
            for vulnerability in each["vulns"]:
                is_clean = False
                fixed = ", ".join(vulnerability["fix_versions"]) or "no release"
                lines.append(
                    f"{each['name']} {each['version']}: {vulnerability['id']}, fixed in {fixed}"
                )
    if not checked:
        lines.append("Could not reach the advisories, so no release was checked.")
    else:
        lines.append(f"Releases checked: {checked}.")
        if skipped:
            lines.append(f"Not checked: {', '.join(sorted(set(skipped)))}.")
    return lines, is_clean


def main() -> int:
    """Audit all lock files and print the verdict; return 1 for a vulnerability, otherwise 0."""
    lines, is_clean = verdict([pip_audit_report(lock) for lock in LOCKS])
    print("\n".join(lines))
    return 0 if is_clean else 1


if __name__ == "__main__":
    sys.exit(main())
