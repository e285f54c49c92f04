"""The faults: each does its damage, lasts for a while, and undoes what it can.

Restarting the processes that it ended is up to the caller.
"""

import asyncio
from collections.abc import Awaitable, Callable
from random import Random
from typing import NamedTuple

from benchmarks.proofs.faults.clock import WallClock
from benchmarks.proofs.faults.disk import Disk
from benchmarks.proofs.faults.server import Server
from benchmarks.proofs.faults.stores import Postgres, Redis

#: Size of a clock's jump.
JUMP_SECONDS = 3600


class Target(NamedTuple):
    """The parts of a server that faults act on."""

    server: Server
    clock: WallClock
    disk: Disk
    #: Only in the scaled part.
    postgres: Postgres | None
    redis: Redis | None
    random: Random

    async def hold(self, least: float, most: float) -> None:
        """Wait for a random time between `least` and `most` seconds."""
        await asyncio.sleep(self.random.uniform(least, most))


class Fault(NamedTuple):
    """A kind of fault."""

    name: str
    happen: Callable[[Target], Awaitable[None]]
    #: Whether it can be injected here.
    is_there: Callable[[Target], bool] = lambda target: True


def _killed(*names: str) -> Callable[[Target], Awaitable[None]]:
    async def happen(target: Target) -> None:
        for name in names or target.server.names:
            target.server[name].kill()
        await target.hold(0, 2)

    return happen


def _killed_as_it_starts(name: str) -> Callable[[Target], Awaitable[None]]:
    async def happen(target: Target) -> None:
        target.server[name].kill()
        for _time in range(2):
            target.server[name].start()
            await target.hold(0.2, 6)
            target.server[name].kill()

    return happen


def _ended(name: str) -> Callable[[Target], Awaitable[None]]:
    async def happen(target: Target) -> None:
        await target.server[name].end()

    return happen


def _paused(name: str) -> Callable[[Target], Awaitable[None]]:
    async def happen(target: Target) -> None:
        target.server[name].pause(is_on=True)
        await target.hold(3, 8)
        target.server[name].pause(is_on=False)

    return happen


def _clock(seconds: int, kill: str = "") -> Callable[[Target], Awaitable[None]]:
    async def happen(target: Target) -> None:
        target.clock.set(seconds)
        await target.hold(3, 6)
        if kill:
            target.server[kill].kill()
        target.clock.set(0)

    return happen


async def _disk_full(target: Target) -> None:
    target.disk.fill()
    await target.hold(2, 5)
    target.disk.free()


async def _disk_full_and_killed(target: Target) -> None:
    target.disk.fill()
    await target.hold(1, 3)
    for name in target.server.names:
        target.server[name].kill()
    target.disk.free()


async def _redis_emptied(target: Target) -> None:
    assert target.redis is not None
    target.redis.empty()


async def _redis_restarted(target: Target) -> None:
    assert target.redis is not None
    target.redis.kill()
    await target.hold(0.5, 5)
    target.redis.start()


async def _redis_silent(target: Target) -> None:
    assert target.redis is not None
    target.redis.pause(is_on=True)
    await target.hold(2, 5)
    target.redis.pause(is_on=False)


async def _redis_emptied_worker_killed(target: Target) -> None:
    target.server["worker"].kill()
    await _redis_emptied(target)
    await target.hold(0, 2)


def _postgres_stopped(mode: str) -> Callable[[Target], Awaitable[None]]:
    async def happen(target: Target) -> None:
        assert target.postgres is not None
        await asyncio.to_thread(target.postgres.stop, mode)
        await target.hold(0, 3)
        await asyncio.to_thread(target.postgres.start)

    return happen


async def _connections_ended(target: Target) -> None:
    assert target.postgres is not None
    for _time in range(3):
        await asyncio.to_thread(target.postgres.end_connections)
        await target.hold(0.1, 1)


async def _power_cut(target: Target) -> None:
    assert target.postgres is not None
    assert target.redis is not None
    await _killed()(target)
    target.redis.kill()
    await asyncio.to_thread(target.postgres.stop)
    await asyncio.to_thread(target.postgres.start)
    target.redis.start()


def _can_be_full(target: Target) -> bool:
    return target.disk.can_be_full


FAULTS = {
    "embedded": (
        Fault("killed", _killed("server")),
        Fault("killed as it starts", _killed_as_it_starts("server")),
        Fault("asked to end", _ended("server")),
        Fault("paused", _paused("server")),
        Fault("disk full", _disk_full, _can_be_full),
        Fault("disk full, then killed", _disk_full_and_killed, _can_be_full),
        Fault("clock an hour on", _clock(JUMP_SECONDS)),
        Fault("clock an hour back", _clock(-JUMP_SECONDS)),
        Fault("clock an hour on, then killed", _clock(JUMP_SECONDS, "server")),
    ),
    "scaled": (
        Fault("web server killed", _killed("daphne 1")),
        Fault("web servers killed", _killed("daphne 1", "daphne 2")),
        Fault("web server asked to end", _ended("daphne 2")),
        Fault("web server paused", _paused("daphne 1")),
        Fault("worker killed", _killed("worker")),
        Fault("worker asked to end", _ended("worker")),
        Fault("worker paused", _paused("worker")),
        Fault("beat killed", _killed("beat")),
        Fault("worker and beat killed", _killed("worker", "beat")),
        Fault("Redis emptied", _redis_emptied),
        Fault("Redis emptied, worker killed", _redis_emptied_worker_killed),
        Fault("Redis killed", _redis_restarted),
        Fault("Redis silent", _redis_silent),
        Fault("PostgreSQL restarted", _postgres_stopped("fast")),
        Fault("PostgreSQL crashed", _postgres_stopped("immediate")),
        Fault("connections ended", _connections_ended),
        Fault("clock an hour on", _clock(JUMP_SECONDS)),
        Fault("clock an hour back", _clock(-JUMP_SECONDS)),
        Fault("everything killed", _power_cut),
    ),
}
