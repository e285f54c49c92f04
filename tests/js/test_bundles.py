"""Bundles of scripts and styles are up to date with their sources."""

import pytest

from tests.js.node import need_modules, node

pytestmark = pytest.mark.program


def test_the_bundles_are_up_to_date():
    need_modules()
    done = node("config/assets/bundle.mjs", "check")
    assert done.returncode == 0, done.stderr
