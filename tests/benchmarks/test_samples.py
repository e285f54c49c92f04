"""Growth checks of the soak test."""

import os
import socket
from contextlib import ExitStack
from random import Random

from benchmarks.soak.samples import Sample, delays, growths, sample, slope


def samples(*, mib_a_minute=0.0, files_a_minute=0.0, warm_up=0.0, minutes=60):
    """Return samples of an hour with noise and the given slopes, steeper during the warm-up."""
    random = Random(1)
    return [
        Sample(
            at=at,
            rss_mib=200 + mib_a_minute * at + warm_up * min(at, 25) + random.gauss(0, 1),
            people=600 + 10 * at,
            files=int(100 + files_a_minute * at + random.randint(-3, 3)),
            threads=12,
            cpu_s=at,
        )
        for at in range(1, minutes + 1)
    ]


def test_noise_and_warm_up_are_not_reported_as_growth():
    assert growths(samples(warm_up=10)) == []


def test_growing_memory_and_growing_numbers_of_files_are_reported():
    (memory,) = growths(samples(mib_a_minute=0.4))
    assert memory.startswith("rss_mib grows by 0.")
    (files,) = growths(samples(files_a_minute=0.5))
    assert files.startswith("files grows by 0.")


def test_open_connections_of_users_are_not_counted_as_files():
    # This process is both server and client: each socket that it opens belongs to both.
    before = sample(0.0, {os.getpid(): "club"})
    with socket.create_server(("127.0.0.1", 0)) as server, ExitStack() as opened:
        for _ in range(5):
            opened.enter_context(socket.create_connection(server.getsockname()))
        after = sample(1.0, {os.getpid(): "club"})
    assert after.people == before.people + 6
    assert after.files == before.files


def test_a_few_outliers_do_not_change_the_slope():
    points = [(float(at), 5.0) for at in range(20)]
    points[3], points[17] = (3.0, 900.0), (17.0, 900.0)
    assert slope(points) == 0.0


def test_growing_delays_of_moves_are_reported():
    steady = [(at / 10, 10.0 + at % 7) for at in range(600)]
    assert delays(steady, 60) == []
    late = [(at, wait + (30 if at > 45 else 0)) for at, wait in steady]
    (p50,) = [each for each in delays(late, 60) if each.startswith("p50 ")]
    assert p50 == "p50 of moves: 13.0 ms, then 43.0 ms"
