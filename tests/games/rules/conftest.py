"""The long proofs run only when they are asked for: ``pytest -m slow tests/games/rules``."""

from pathlib import Path

import pytest

HERE = Path(__file__).parent


def pytest_collection_modifyitems(config, items):
    if "slow" in (config.getoption("-m") or ""):
        return
    skip = pytest.mark.skip(reason="takes minutes; run with -m slow")
    for item in items:
        if HERE in item.path.parents and item.get_closest_marker("slow"):
            item.add_marker(skip)
