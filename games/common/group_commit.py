"""Group commit: queued writes share one transaction.

A commit to disk takes longer than the work before it. SQLite has a single writer anyway, so one
thread runs all writes there, and everything queued when it becomes free goes into one transaction;
callers get their results after the commit. There is no waiting time: a single job is committed
immediately. On PostgreSQL, which groups commits itself, a few threads keep one connection each.

A service that is called directly, from a test or a command, runs in the caller's thread.
"""

import asyncio
import concurrent.futures
import contextlib
import logging
import queue
import threading
from collections import defaultdict
from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from contextvars import copy_context
from functools import partial
from typing import Any, ParamSpec, TypeAlias, TypeVar

from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, InterfaceError, OperationalError, connection, transaction

logger = logging.getLogger(__name__)

P = ParamSpec("P")
T = TypeVar("T")

#: Maximum number of jobs in one commit; the others come next.
MAX_TOGETHER = 64

_Future: TypeAlias = "asyncio.Future[Any] | concurrent.futures.Future[Any]"


class Job:
    """A function to run in the writer, its result so far, and the future that gets the result."""

    def __init__(
        self,
        function: Callable[[], Any],
        future: _Future,
        loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        """Make a job of the function.

        :param loop: the loop of the future; None for a thread that waits
        """
        self._function = function
        self._future = future
        #: Includes the language of the caller.
        self._context = copy_context()
        self._value: Any = None
        self.loop = loop
        self.error: Exception | None = None

    def run(self) -> None:
        """Run the function; a second run replaces the result of the first."""
        self._value = self.error = None
        try:
            self._value = self._context.run(self._function)
        except Exception as error:
            self.error = error

    def fail(self, error: Exception) -> None:
        """Set an error as the result."""
        self._value, self.error = None, error

    def answer(self) -> None:
        """Pass the result or the error to the future, in whose loop this runs.

        Do nothing if the caller no longer waits.
        """
        if self._future.done():
            # The caller no longer waits.
            return
        if self.error is not None:
            self._future.set_exception(self.error)
        else:
            self._future.set_result(self._value)


class Writer:
    """Threads that run jobs one after the other and deliver the results."""

    def __init__(self, threads: int, carry_out: Callable[[Sequence[Job]], None]) -> None:
        """Start the threads.

        :param carry_out: runs the jobs that a thread has taken, which then hold their results
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
        """Add a job to the queue."""
        self._jobs.put(job)

    def close(self) -> None:
        """Run all queued jobs, then end the threads."""
        for _thread in self._threads:
            self._jobs.put(None)
        for thread in self._threads:
            thread.join()

    def _serve(self) -> None:
        """Run jobs and deliver their results until the writer is closed."""
        is_open = True
        try:
            while is_open:
                jobs = self._next_jobs()
                if jobs[-1] is None:
                    is_open = False
                run = [job for job in jobs if job is not None]
                if run:
                    self._carry_out_or_fail(run)
                    _deliver(run)
        finally:
            connection.close()

    def _carry_out_or_fail(self, jobs: Sequence[Job]) -> None:
        """Run the jobs; if that raises an error, set it as the result of all of them."""
        try:
            self._carry_out(jobs)
        except Exception as error:
            # The thread must survive, and every caller must get a result.
            logger.exception("jobs failed")
            for job in jobs:
                job.fail(error)

    def _next_jobs(self) -> list[Job | None]:
        """Wait for a job and return it with those queued behind it, at most `MAX_TOGETHER` in all.

        None at the end of the list means that the writer is being closed.
        """
        jobs = [self._jobs.get()]
        with contextlib.suppress(queue.Empty):
            while jobs[-1] is not None and len(jobs) < MAX_TOGETHER:
                jobs.append(self._jobs.get_nowait())
        return jobs


def _deliver(jobs: Iterable[Job]) -> None:
    """Deliver all results, those of one loop together: waking a loop costs more than they do."""
    by_loop: dict[asyncio.AbstractEventLoop | None, list[Job]] = defaultdict(list)
    for job in jobs:
        by_loop[job.loop].append(job)
    for loop, of_loop in by_loop.items():
        if loop is None:
            _deliver_here(of_loop)
            continue
        # No caller waits in a closed loop.
        with contextlib.suppress(RuntimeError):
            loop.call_soon_threadsafe(_deliver_here, of_loop)


def _deliver_here(jobs: Iterable[Job]) -> None:
    """Set the results of the jobs' futures, in the thread of their loop."""
    for job in jobs:
        job.answer()


# --- One transaction for all


class _BrokenError(Exception):
    """The error for a transaction that can't continue after a job."""


class _Shared(transaction.Atomic):
    """The transaction that the jobs of a group commit share."""


def is_shared() -> bool:
    """Return whether this is in a transaction that several jobs share."""
    return any(isinstance(block, _Shared) for block in connection.atomic_blocks[:1])


@contextlib.contextmanager
def atomic() -> Iterator[None]:
    """Run a change in a transaction; in one that jobs share on SQLite, without a savepoint.

    A change that fails before it has written anything leaves nothing to roll back. One that fails
    later, which is rare, ends the shared transaction, and all of its jobs run again one by one.
    """
    blocks = connection.atomic_blocks
    if not (settings.SQLITE and blocks and isinstance(blocks[-1], _Shared)):
        with transaction.atomic():
            yield
        return
    written, hook_count = connection.connection.total_changes, len(connection.run_on_commit)
    try:
        yield
    except BaseException:
        if connection.connection is None or connection.connection.total_changes != written:
            transaction.set_rollback(True)
        del connection.run_on_commit[hook_count:]
        raise


def run_together(jobs: Sequence[Job]) -> None:
    """Run the jobs in one transaction, or one by one if that cannot be committed.

    A job that fails is rolled back alone: ``transaction.atomic`` is a savepoint here, and `atomic`
    needs none. On-commit hooks run after the shared commit.
    """
    if len(jobs) == 1:
        jobs[0].run()
        return
    has_begun = is_committed = False

    def note_commit() -> None:
        """Note that the transaction was committed."""
        nonlocal is_committed
        is_committed = True

    try:
        with _Shared(DEFAULT_DB_ALIAS, savepoint=True, durable=False):
            has_begun = True
            # The first hook: an error in a later one does not undo the commit.
            transaction.on_commit(note_commit)
            for job in jobs:
                job.run()
                if _is_broken():
                    raise _BrokenError from job.error
    except Exception as error:
        if is_committed:
            logger.exception("an on-commit hook failed")
        elif has_begun:
            logger.warning("group commit failed; committing one by one", exc_info=True)
            for job in jobs:
                job.run()
        else:
            # Another process has held the database for longer than the timeout.
            for job in jobs:
                job.fail(error)


def _is_broken() -> bool:
    """Return whether the transaction was rolled back by the database, or must be."""
    if connection.needs_rollback or connection.connection is None:
        return True
    # SQLite ends a transaction itself, for example when the disk is full.
    return not getattr(connection.connection, "in_transaction", True)


# --- Persistent connections


def run_separately(jobs: Sequence[Job]) -> None:
    """Run the jobs one by one; retry a job whose connection was lost before its first statement."""
    for job in jobs:
        counted, before = _StatementCounter(), connection.connection
        with connection.execute_wrapper(counted):
            job.run()
        if not isinstance(job.error, OperationalError | InterfaceError):
            continue
        # Django has usually opened another one by now, at the end of the transaction.
        is_lost = connection.connection is not before
        if not is_lost and connection.connection is not None and not connection.is_usable():
            connection.close()
            is_lost = True
        if is_lost and not counted.done:
            job.run()


class _StatementCounter:
    """Wrapper that counts the statements executed by the database."""

    def __init__(self) -> None:
        self.done = 0

    def __call__(self, execute: Callable[..., T], *given: Any) -> T:
        """Execute a statement, and count it if that succeeds."""
        result = execute(*given)
        self.done += 1
        return result


# --- The writer of this process

_writer: Writer | None = None
_lock = threading.Lock()


def _writer_connections() -> int:
    """Return the number of writer connections: half of the pool; the rest is for reads."""
    pool_size: int = settings.DATABASES["default"]["OPTIONS"]["pool"]["max_size"]
    return max(1, pool_size // 2)


def _open_writer() -> Writer:
    """Return this process's writer, started on the first call."""
    global _writer
    with _lock:
        if _writer is None:
            _writer = (
                Writer(1, run_together)
                if settings.SQLITE
                else Writer(_writer_connections(), run_separately)
            )
        return _writer


def close() -> None:
    """Run all queued jobs and close the connections; the next job opens a new writer."""
    global _writer
    with _lock:
        closed, _writer = _writer, None
    if closed is not None:
        closed.close()


def in_writer(function: Callable[P, T]) -> Callable[P, Awaitable[T]]:
    """Return an asynchronous version of the function; the writer runs it until committed."""

    async def run_in_writer(*args: P.args, **named: P.kwargs) -> T:
        """Queue a call of the function; return its result after the commit."""
        loop = asyncio.get_running_loop()
        future: asyncio.Future[T] = loop.create_future()
        _open_writer().take(Job(partial(function, *args, **named), future, loop))
        return await future

    return run_in_writer


def run_all(changes: Iterable[Callable[[], T]]) -> list[concurrent.futures.Future[T]]:
    """Run all the changes, wait for them, and return their finished futures in that order.

    For background work. They run in this thread if it is in a transaction, which the writer would
    wait for, or if the database has concurrent writers.
    """
    runs_here = connection.in_atomic_block or not settings.SQLITE
    futures: list[concurrent.futures.Future[T]] = []
    for change in changes:
        future: concurrent.futures.Future[T] = concurrent.futures.Future()
        job = Job(change, future)
        if runs_here:
            job.run()
            job.answer()
        else:
            _open_writer().take(job)
        futures.append(future)
    concurrent.futures.wait(futures)
    return futures
