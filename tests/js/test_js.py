"""The scripts' own tests, one case per file: ``node --test tests/js/*.test.js``."""

from pathlib import Path

import pytest

from tests.js.node import node

FILES = sorted(Path(__file__).parent.glob("*.test.js"))

pytestmark = pytest.mark.program


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name.removesuffix(".test.js"))
def test_the_scripts_own_tests_pass(file: Path):
    done = node("--test", str(file))
    assert done.returncode == 0, done.stdout + done.stderr
