"""The faults: each does its damage, lasts for a while, and undoes what it can.

Restarting the processes that it ended is up to the caller.
"""

import asyncio
from collections.abc import Awaitable, Callable
from random import Random
from typing import NamedTuple

from benchmarks.faults.machine import Disk, WallClock
from benchmarks.server import Server
from benchmarks.stores import Postgres, Redis

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

    async def hold(self, min_seconds: float, max_seconds: float) -> None:
        """Wait for a random number of seconds between the two limits."""
        await asyncio.sleep(self.random.uniform(min_seconds, max_seconds))


class Fault(NamedTuple):
    """A kind of fault."""

    name: str
    happen: Callable[[Target], Awaitable[None]]
    #: Whether it can be injected here.
    is_there: Callable[[Target], bool] = lambda target: True


def _kill(*names: str) -> Callable[[Target], Awaitable[None]]:
    """Return a fault that kills these processes, or all of them."""

    async def inject(target: Target) -> None:
        for name in names or target.server.names:
            target.server[name].kill()
        await target.hold(0, 2)

    return inject


def _kill_during_start(name: str) -> Callable[[Target], Awaitable[None]]:
    """Return a fault that kills the process, twice more while it starts."""

    async def inject(target: Target) -> None:
        target.server[name].kill()
        for _time in range(2):
            target.server[name].start()
            await target.hold(0.2, 6)
            target.server[name].kill()

    return inject


def _end(name: str) -> Callable[[Target], Awaitable[None]]:
    """Return a fault that asks the process to end."""

    async def inject(target: Target) -> None:
        await target.server[name].end()

    return inject


def _pause(name: str) -> Callable[[Target], Awaitable[None]]:
    """Return a fault that suspends the process for some seconds."""

    async def inject(target: Target) -> None:
        target.server[name].pause(is_on=True)
        await target.hold(3, 8)
        target.server[name].pause(is_on=False)

    return inject


def _shift_clock(seconds: int, kill: str = "") -> Callable[[Target], Awaitable[None]]:
    """Return a fault that sets the clock forward by `seconds`, and may kill a process."""

    async def inject(target: Target) -> None:
        target.clock.set(seconds)
        await target.hold(3, 6)
        if kill:
            target.server[kill].kill()
        target.clock.set(0)

    return inject


async def _fill_disk(target: Target) -> None:
    """Fill the disk for some seconds."""
    target.disk.fill()
    await target.hold(2, 5)
    target.disk.free()


async def _fill_disk_and_kill(target: Target) -> None:
    """Fill the disk, kill all processes, and free the disk."""
    target.disk.fill()
    await target.hold(1, 3)
    for name in target.server.names:
        target.server[name].kill()
    target.disk.free()


async def _empty_redis(target: Target) -> None:
    """Delete all keys in Redis."""
    assert target.redis is not None
    target.redis.empty()


async def _restart_redis(target: Target) -> None:
    """Kill Redis, and start it again after some seconds."""
    assert target.redis is not None
    target.redis.kill()
    await target.hold(0.5, 5)
    target.redis.start()


async def _pause_redis(target: Target) -> None:
    """Suspend Redis for some seconds."""
    assert target.redis is not None
    target.redis.pause(is_on=True)
    await target.hold(2, 5)
    target.redis.pause(is_on=False)


async def _empty_redis_and_kill_worker(target: Target) -> None:
    """Kill the worker and delete all keys in Redis."""
    target.server["worker"].kill()
    await _empty_redis(target)
    await target.hold(0, 2)


def _stop_postgres(mode: str) -> Callable[[Target], Awaitable[None]]:
    """Return a fault that stops PostgreSQL in this mode and starts it again."""

    async def inject(target: Target) -> None:
        assert target.postgres is not None
        await asyncio.to_thread(target.postgres.stop, mode)
        await target.hold(0, 3)
        await asyncio.to_thread(target.postgres.start)

    return inject


async def _end_connections(target: Target) -> None:
    """End all database connections, three times."""
    assert target.postgres is not None
    for _time in range(3):
        await asyncio.to_thread(target.postgres.end_connections)
        await target.hold(0.1, 1)


async def _kill_everything(target: Target) -> None:
    """Kill all processes, Redis and PostgreSQL; start the databases again."""
    assert target.postgres is not None
    assert target.redis is not None
    await _kill()(target)
    target.redis.kill()
    await asyncio.to_thread(target.postgres.stop)
    await asyncio.to_thread(target.postgres.start)
    target.redis.start()


def _has_own_disk(target: Target) -> bool:
    """Return whether the disk is the proof's own, so that it can be filled."""
    return target.disk.can_be_full


FAULTS = {
    "embedded": (
        Fault("killed", _kill("server")),
        Fault("killed as it starts", _kill_during_start("server")),
        Fault("asked to end", _end("server")),
        Fault("paused", _pause("server")),
        Fault("disk full", _fill_disk, _has_own_disk),
        Fault("disk full, then killed", _fill_disk_and_kill, _has_own_disk),
        Fault("clock an hour on", _shift_clock(JUMP_SECONDS)),
        Fault("clock an hour back", _shift_clock(-JUMP_SECONDS)),
        Fault("clock an hour on, then killed", _shift_clock(JUMP_SECONDS, "server")),
    ),
    "scaled": (
        Fault("web server killed", _kill("daphne 1")),
        Fault("web servers killed", _kill("daphne 1", "daphne 2")),
        Fault("web server asked to end", _end("daphne 2")),
        Fault("web server paused", _pause("daphne 1")),
        Fault("worker killed", _kill("worker")),
        Fault("worker asked to end", _end("worker")),
        Fault("worker paused", _pause("worker")),
        Fault("beat killed", _kill("beat")),
        Fault("worker and beat killed", _kill("worker", "beat")),
        Fault("Redis emptied", _empty_redis),
        Fault("Redis emptied, worker killed", _empty_redis_and_kill_worker),
        Fault("Redis killed", _restart_redis),
        Fault("Redis silent", _pause_redis),
        Fault("PostgreSQL restarted", _stop_postgres("fast")),
        Fault("PostgreSQL crashed", _stop_postgres("immediate")),
        Fault("connections ended", _end_connections),
        Fault("clock an hour on", _shift_clock(JUMP_SECONDS)),
        Fault("clock an hour back", _shift_clock(-JUMP_SECONDS)),
        Fault("everything killed", _kill_everything),
    ),
}
