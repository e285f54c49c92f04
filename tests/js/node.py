"""Node.js, for tests of styles and scripts without a browser."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

HOME = Path(__file__).resolve().parents[2]


def node(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run node; without it skip the test, or fail where every test must run."""
    path = shutil.which("node")
    if path is None:
        skip_or_fail("Node.js was not found: install version 20.19 or newer")
    return subprocess.run(
        [path, *arguments], cwd=HOME, capture_output=True, text=True, timeout=120, check=False
    )


def need_modules() -> None:
    """Skip the test if the packages of config/assets are not installed; CI installs them."""
    if not (HOME / "config/assets/node_modules/.package-lock.json").exists():
        pytest.skip("the packages of config/assets are not installed: make modules")


def skip_or_fail(reason: str) -> None:
    if os.environ.get("REQUIRE_BROWSER") or os.environ.get("CI") == "true":
        pytest.fail(reason)
    pytest.skip(reason)
