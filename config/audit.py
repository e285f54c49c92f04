"""Known weaknesses of what the locks name: ``make audit`` asks the advisories of PyPI for them.

Where they cannot be asked, as on a machine without the internet, it says so and is no failure: then
nothing is known, good or bad.
"""

import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

LOCKS = ("requirements.lock", "requirements-dev.lock")
ROOT = Path(__file__).resolve().parent.parent


def asked(lock: str) -> str:
    """Return what pip-audit says of a lock, as JSON; nothing where it could not ask."""
    command = [sys.executable, "-m", "pip_audit", "--requirement", str(ROOT / lock)]
    command += ["--disable-pip", "--no-deps", "--progress-spinner", "off", "--format", "json"]
    done = subprocess.run(  # noqa: S603  (the command is written above)
        command, capture_output=True, text=True, check=False, timeout=600
    )
    return done.stdout


def verdict(said: Sequence[str]) -> tuple[list[str], bool]:
    """Return what is to be told of the answers, and whether nothing known is wrong."""
    lines, looked_at, left_out, is_right = [], 0, [], True
    for text in said:
        found: list[dict[str, Any]] = json.loads(text)["dependencies"] if text.strip() else []
        for each in found:
            if "skip_reason" in each:
                left_out.append(each["name"])
                continue
            looked_at += 1
            for weakness in each["vulns"]:
                is_right = False
                fixed = ", ".join(weakness["fix_versions"]) or "no release"
                lines.append(
                    f"{each['name']} {each['version']}: {weakness['id']}, mended in {fixed}"
                )
    if not looked_at:
        lines.append("The advisories cannot be asked from here: nothing is known of any release.")
    else:
        lines.append(f"{looked_at} releases were looked at.")
        if left_out:
            lines.append(f"Not looked at: {', '.join(sorted(set(left_out)))}.")
    return lines, is_right


def main() -> int:
    """Ask for all locks; returns the exit status."""
    lines, is_right = verdict([asked(lock) for lock in LOCKS])
    print("\n".join(lines))
    return 0 if is_right else 1


if __name__ == "__main__":
    sys.exit(main())
