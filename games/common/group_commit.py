"""Who writes in this process: what has come meanwhile is committed together.

A commit to disk takes longer than all that comes before it. SQLite has one writer anyway, so there
one thread runs all that is to be written, and whatever waits when it is free goes into one
transaction; nobody is answered before that is committed. There is no window: who comes alone is
committed at once. On PostgreSQL, which commits together by itself, a few threads keep a
connection each.

A service that is called directly, from a test or a command, runs where it is called.
"""

import asyncio
import concurrent.futures
import contextlib
import logging
import queue
import threading
from collections import defaultdict
from collections.abc import Awaitable, Callable, Iterable, Sequence
from contextvars import copy_context
from functools import partial
from typing import Any, ParamSpec, TypeAlias, TypeVar

from django.conf import settings
from django.db import InterfaceError, OperationalError, connection, transaction

logger = logging.getLogger(__name__)

P = ParamSpec("P")
T = TypeVar("T")

#: So many jobs are committed together at most; the others come next.
MOST_TOGETHER = 64

_Future: TypeAlias = "asyncio.Future[Any] | concurrent.futures.Future[Any]"


class Job:
    """Something that is to be done, and who waits for what comes of it."""

    def __init__(
        self,
        function: Callable[[], Any],
        future: _Future,
        loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        """Make a job of the function.

        :param loop: the one that the future belongs to; None for a thread that waits
        """
        self._function = function
        self._future = future
        #: The language of whoever asks, among others.
        self._context = copy_context()
        self._value: Any = None
        self.loop = loop
        self.error: Exception | None = None

    def run(self) -> None:
        """Run it; a second time, what came of the first is forgotten."""
        self._value = self.error = None
        try:
            self._value = self._context.run(self._function)
        except Exception as error:
            self.error = error

    def fail(self, error: Exception) -> None:
        """Let it have come to nothing."""
        self._value, self.error = None, error

    def answer(self) -> None:
        """Tell whoever waits what came of it; in the future's own loop."""
        if self._future.done():
            # Nobody waits any more.
            return
        if self.error is not None:
            self._future.set_exception(self.error)
        else:
            self._future.set_result(self._value)


class Writer:
    """Threads that run jobs, one after the other, and answer them."""

    def __init__(self, threads: int, carry_out: Callable[[Sequence[Job]], None]) -> None:
        """Start the threads.

        :param carry_out: runs the jobs that a thread has taken, and leaves their outcome in them
        """
        self._jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self._carry_out = carry_out
        self._threads = [
            threading.Thread(target=self._serve, name=f"writer {number}", daemon=True)
            for number in range(threads)
        ]
        for thread in self._threads:
            thread.start()

    def take(self, job: Job) -> None:
        """Take a job that is to be run soon."""
        self._jobs.put(job)

    def close(self) -> None:
        """Run what was taken, and end the threads."""
        for _thread in self._threads:
            self._jobs.put(None)
        for thread in self._threads:
            thread.join()

    def _serve(self) -> None:
        is_open = True
        try:
            while is_open:
                jobs = self._waiting()
                if jobs[-1] is None:
                    is_open = False
                run = [job for job in jobs if job is not None]
                if run:
                    self._run(run)
                    _answer(run)
        finally:
            connection.close()

    def _run(self, jobs: Sequence[Job]) -> None:
        try:
            self._carry_out(jobs)
        except Exception as error:
            # Nothing may end the thread, nor leave anybody without an answer.
            logger.exception("jobs could not be carried out")
            for job in jobs:
                job.fail(error)

    def _waiting(self) -> list[Job | None]:
        """Wait for a job, and return it with what else has come; None is the last of all."""
        jobs = [self._jobs.get()]
        with contextlib.suppress(queue.Empty):
            while jobs[-1] is not None and len(jobs) < MOST_TOGETHER:
                jobs.append(self._jobs.get_nowait())
        return jobs


def _answer(jobs: Iterable[Job]) -> None:
    """Answer all jobs; those of one loop together, since waking it costs more than they do."""
    by_loop: dict[asyncio.AbstractEventLoop | None, list[Job]] = defaultdict(list)
    for job in jobs:
        by_loop[job.loop].append(job)
    for loop, of_loop in by_loop.items():
        if loop is None:
            _answer_here(of_loop)
            continue
        # A loop that is closed has nobody left who waits.
        with contextlib.suppress(RuntimeError):
            loop.call_soon_threadsafe(_answer_here, of_loop)


def _answer_here(jobs: Iterable[Job]) -> None:
    for job in jobs:
        job.answer()


# --- One transaction for all


class _BrokenError(Exception):
    """A job has left a transaction that cannot be gone on with."""


def run_together(jobs: Sequence[Job]) -> None:
    """Run the jobs in one transaction, or each by itself where that cannot be committed.

    A job that fails takes back its own: its ``atomic`` is a savepoint here. What follows a
    commit follows the one of all.
    """
    if len(jobs) == 1:
        jobs[0].run()
        return
    has_begun = is_committed = False

    def note_commit() -> None:
        nonlocal is_committed
        is_committed = True

    try:
        with transaction.atomic():
            has_begun = True
            # The first of what follows: an error in the others does not undo the commit.
            transaction.on_commit(note_commit)
            for job in jobs:
                job.run()
                if _is_broken():
                    raise _BrokenError from job.error
    except Exception as error:
        if is_committed:
            logger.exception("what follows a commit has failed")
        elif has_begun:
            logger.warning("not committed together, so one by one", exc_info=True)
            for job in jobs:
                job.run()
        else:
            # The database is held by somebody else for longer than anybody waits.
            for job in jobs:
                job.fail(error)


def _is_broken() -> bool:
    """Tell whether the transaction can only be rolled back, or was, by the database itself."""
    if connection.needs_rollback or connection.connection is None:
        return True
    # SQLite ends a transaction by itself where its disk is full, for one.
    return not getattr(connection.connection, "in_transaction", True)


# --- Connections that are kept


def run_separately(jobs: Sequence[Job]) -> None:
    """Run each job by itself; again where its connection was lost before it had done anything."""
    for job in jobs:
        counted, before = _Counted(), connection.connection
        with connection.execute_wrapper(counted):
            job.run()
        if not isinstance(job.error, OperationalError | InterfaceError):
            continue
        # Django has mostly opened another by now, at the end of the transaction.
        is_lost = connection.connection is not before
        if not is_lost and connection.connection is not None and not connection.is_usable():
            connection.close()
            is_lost = True
        if is_lost and not counted.done:
            job.run()


class _Counted:
    """Counts the statements that the database has carried out."""

    def __init__(self) -> None:
        self.done = 0

    def __call__(self, execute: Callable[..., T], *given: Any) -> T:
        result = execute(*given)
        self.done += 1
        return result


# --- The writer of this process

_writer: Writer | None = None
_lock = threading.Lock()


def _threads() -> int:
    """Return how many connections are kept: half of the pool's, the others are for who reads."""
    most: int = settings.DATABASES["default"]["OPTIONS"]["pool"]["max_size"]
    return max(1, most // 2)


def _opened() -> Writer:
    global _writer
    with _lock:
        if _writer is None:
            _writer = (
                Writer(1, run_together) if settings.SQLITE else Writer(_threads(), run_separately)
            )
        return _writer


def close() -> None:
    """Run what was taken, and give the connections back; the next job opens a writer anew."""
    global _writer
    with _lock:
        closed, _writer = _writer, None
    if closed is not None:
        closed.close()


def in_writer(function: Callable[P, T]) -> Callable[P, Awaitable[T]]:
    """Return the function as one that the writer runs; it is answered after the commit."""

    async def asked(*args: P.args, **named: P.kwargs) -> T:
        loop = asyncio.get_running_loop()
        future: asyncio.Future[T] = loop.create_future()
        _opened().take(Job(partial(function, *args, **named), future, loop))
        return await future

    return asked


def run_all(changes: Iterable[Callable[[], T]]) -> list[concurrent.futures.Future[T]]:
    """Have all the changes made, and return what came of each when all is done.

    For background work. It is made in this thread where the thread is in a transaction, which the
    writer would wait for, or has a connection that may write beside others.
    """
    is_here = connection.in_atomic_block or not settings.SQLITE
    futures: list[concurrent.futures.Future[T]] = []
    for change in changes:
        future: concurrent.futures.Future[T] = concurrent.futures.Future()
        job = Job(change, future)
        if is_here:
            job.run()
            job.answer()
        else:
            _opened().take(job)
        futures.append(future)
    concurrent.futures.wait(futures)
    return futures
