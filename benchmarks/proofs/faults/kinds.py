"""The faults: each does its damage, lasts for a while, and undoes what it can.

Restarting the processes that it ended is up to the caller.
"""

import asyncio
from collections.abc import Awaitable, Callable
from random import Random
from typing import NamedTuple

from benchmarks.proofs.faults.clock import WallClock
from benchmarks.proofs.faults.club import Club
from benchmarks.proofs.faults.disk import Disk
from benchmarks.proofs.faults.stores import Postgres, Redis

#: Size of a clock's jump.
JUMP_SECONDS = 3600


class Stage(NamedTuple):
    """The parts of a server that faults act on."""

    club: Club
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
    happen: Callable[[Stage], Awaitable[None]]
    #: Whether it can be injected here.
    is_there: Callable[[Stage], bool] = lambda stage: True


def _killed(*names: str) -> Callable[[Stage], Awaitable[None]]:
    async def happen(stage: Stage) -> None:
        for name in names or stage.club.names:
            stage.club[name].kill()
        await stage.hold(0, 2)

    return happen


def _killed_as_it_starts(name: str) -> Callable[[Stage], Awaitable[None]]:
    async def happen(stage: Stage) -> None:
        stage.club[name].kill()
        for _time in range(2):
            stage.club[name].start()
            await stage.hold(0.2, 6)
            stage.club[name].kill()

    return happen


def _ended(name: str) -> Callable[[Stage], Awaitable[None]]:
    async def happen(stage: Stage) -> None:
        await stage.club[name].end()

    return happen


def _paused(name: str) -> Callable[[Stage], Awaitable[None]]:
    async def happen(stage: Stage) -> None:
        stage.club[name].pause(is_on=True)
        await stage.hold(3, 8)
        stage.club[name].pause(is_on=False)

    return happen


def _clock(seconds: int, kill: str = "") -> Callable[[Stage], Awaitable[None]]:
    async def happen(stage: Stage) -> None:
        stage.clock.set(seconds)
        await stage.hold(3, 6)
        if kill:
            stage.club[kill].kill()
        stage.clock.set(0)

    return happen


async def _disk_full(stage: Stage) -> None:
    stage.disk.fill()
    await stage.hold(2, 5)
    stage.disk.free()


async def _disk_full_and_killed(stage: Stage) -> None:
    stage.disk.fill()
    await stage.hold(1, 3)
    for name in stage.club.names:
        stage.club[name].kill()
    stage.disk.free()


async def _redis_emptied(stage: Stage) -> None:
    assert stage.redis is not None
    stage.redis.empty()


async def _redis_restarted(stage: Stage) -> None:
    assert stage.redis is not None
    stage.redis.kill()
    await stage.hold(0.5, 5)
    stage.redis.start()


async def _redis_silent(stage: Stage) -> None:
    assert stage.redis is not None
    stage.redis.pause(is_on=True)
    await stage.hold(2, 5)
    stage.redis.pause(is_on=False)


async def _redis_emptied_worker_killed(stage: Stage) -> None:
    stage.club["worker"].kill()
    await _redis_emptied(stage)
    await stage.hold(0, 2)


def _postgres_stopped(mode: str) -> Callable[[Stage], Awaitable[None]]:
    async def happen(stage: Stage) -> None:
        assert stage.postgres is not None
        await asyncio.to_thread(stage.postgres.stop, mode)
        await stage.hold(0, 3)
        await asyncio.to_thread(stage.postgres.start)

    return happen


async def _connections_ended(stage: Stage) -> None:
    assert stage.postgres is not None
    for _time in range(3):
        await asyncio.to_thread(stage.postgres.end_connections)
        await stage.hold(0.1, 1)


async def _power_cut(stage: Stage) -> None:
    assert stage.postgres is not None
    assert stage.redis is not None
    await _killed()(stage)
    stage.redis.kill()
    await asyncio.to_thread(stage.postgres.stop)
    await asyncio.to_thread(stage.postgres.start)
    stage.redis.start()


def _can_be_full(stage: Stage) -> bool:
    return stage.disk.can_be_full


FAULTS = {
    "embedded": (
        Fault("killed", _killed("club")),
        Fault("killed as it starts", _killed_as_it_starts("club")),
        Fault("asked to end", _ended("club")),
        Fault("paused", _paused("club")),
        Fault("disk full", _disk_full, _can_be_full),
        Fault("disk full, then killed", _disk_full_and_killed, _can_be_full),
        Fault("clock an hour on", _clock(JUMP_SECONDS)),
        Fault("clock an hour back", _clock(-JUMP_SECONDS)),
        Fault("clock an hour on, then killed", _clock(JUMP_SECONDS, "club")),
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
