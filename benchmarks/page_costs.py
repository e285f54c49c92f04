"""CPU time, queries and size of pages and other work in this process.

A core that is busy with other work is slower, so each cost comes with the `slowness` just before,
and limits are for an idle core.
"""

import statistics
import time
from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from benchmarks.report import slowness, table

#: Number of warm-up runs, and of measured runs.
WARM: Final = 3
TIMES: Final = 7
#: Number of times that `cost_of` calls an operation.
RUNS: Final = WARM + TIMES + 1


class Cost(NamedTuple):
    """Cost of an operation that has been done before."""

    milliseconds: float
    #: How many times slower than an idle core this one was just before.
    slowness: float
    #: Bytes of the page.
    size: int
    queries: list[str]

    @property
    def idle_ms(self) -> float:
        """CPU time on an idle core."""
        return self.milliseconds / self.slowness


def cost_of(operation: Callable[[], int], before: Callable[[], object] | None = None) -> Cost:
    """Return the median cost of an operation that returns the size of its result.

    :param before: called before each run, without being measured
    """
    worked, slow = [], 1.0
    for number in range(WARM + TIMES):
        if number == WARM:
            slow = slowness()
        if before is not None:
            before()
        began = time.process_time()
        operation()
        worked.append(1000 * (time.process_time() - began))
    if before is not None:
        before()
    with CaptureQueriesContext(connection) as queries:
        size = operation()
    return Cost(statistics.median(worked[WARM:]), slow, size, [each["sql"] for each in queries])


def client_of(user: User | None) -> Client:
    """Return a test client, signed in as the user."""
    client = Client(HTTP_HOST="localhost")
    if user is not None:
        client.force_login(user, "django.contrib.auth.backends.ModelBackend")
    return client


def visit(client: Client, url: str) -> Callable[[], int]:
    """Return a function that requests the page, expects status 200 and returns the size."""

    def get() -> int:
        response = client.get(url)
        assert response.status_code == 200, (url, response.status_code)
        return len(response.content)

    return get


def print_costs(costs: Mapping[str, Cost], max_ms: Mapping[str, float]) -> list[str]:
    """Print a table of the costs; return which are above their limit on an idle core."""
    heads = ("", "CPU-ms", "idle core", "queries", "KB")
    print(
        table(
            heads,
            (
                (
                    name,
                    f"{each.milliseconds:.1f}",
                    f"{each.idle_ms:.1f}",
                    len(each.queries),
                    f"{each.size / 1024:.0f}",
                )
                for name, each in costs.items()
            ),
        ),
        flush=True,
    )
    return [
        f"{name}: {each.idle_ms:.0f} CPU-ms, more than {max_ms[name]:.0f}"
        for name, each in costs.items()
        if name in max_ms and each.idle_ms > max_ms[name]
    ]
