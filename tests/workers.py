"""Tests in several processes at once: each has databases of its own, in Redis, too.

Loaded before the settings are read (``-p tests.workers``). PostgreSQL's test databases are told
apart by pytest-django.
"""

import os
from typing import Any
from urllib.parse import urlsplit, urlunsplit

import pytest
from xdist.scheduler import LoadScopeScheduling

#: Redis has 16 databases; a worker takes so many: one for its own tests, and for clubs that run.
DATABASES = 5
NUMBER = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))


def redis_address(address: str, number: int) -> str:
    """The address of the database that comes so many before the one named, by default the last."""
    parts = urlsplit(address)
    return urlunsplit(parts._replace(path=f"/{int(parts.path.strip('/') or 15) - number}"))


if os.environ.get("REDIS_URL"):
    os.environ["REDIS_URL"] = redis_address(os.environ["REDIS_URL"], NUMBER * DATABASES)


class OneBrowserAtATime(LoadScopeScheduling):
    """Each test by itself to whoever is free, but all that drive a browser to one worker.

    A browser and a club keep a core and a half busy; the other workers do the rest. Three at once
    on two cores were hardly quicker. (The library's own groups, by mark, are lost between pytest
    9.2 and pytest-xdist 3.8.)
    """

    def _split_scope(self, nodeid: str) -> str:
        return "browser" if nodeid.startswith("tests/e2e/") else nodeid


# Without the plugin that asks for it, all tests run in one process.
@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> OneBrowserAtATime:
    return OneBrowserAtATime(config, log)
