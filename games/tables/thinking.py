"""Child processes in which master bots search, because a search would hold up all other threads.

There is at most one child a core. They start when the first master has to decide. Until then, and
while all of them search, a master plays as a strong bot does. So does one whose child overruns or
dies; another child is started later. A child ends with this process, however that ends, because the
system then closes their connection.

They are programs of their own, not children of `multiprocessing`: a process of a Celery worker's
pool may not have such children, and one that overruns can be killed.
"""

import logging
import os
import subprocess
import sys
import time
from collections.abc import Sequence
from functools import cache
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from pathlib import Path
from threading import Lock
from typing import Final

from games.rules.deal.actions import Action
from games.rules.view import View

logger = logging.getLogger(__name__)

#: Seconds after which a search is cut off: it ends itself sooner, unless the machine is busy.
OVERRUN_SECONDS: Final = 1.0
#: Seconds without new children after one has died or was cut off.
PAUSE_SECONDS: Final = 20.0
#: Arguments of Python for the program that searches.
PROGRAM: Final = ("-m", "games.bots.search")
#: Sources of the app, from which a child is started.
_HOME: Final = Path(__file__).resolve().parent.parent.parent


class Child:
    """A process that searches."""

    def __init__(self, program: Sequence[str] = PROGRAM) -> None:
        """Start the process.

        :param program: arguments of Python, to which the descriptor of a connection is added
        :raises OSError: the system starts no more processes
        """
        self._connection: Connection
        self._connection, others = Pipe()
        with others:
            descriptor = others.fileno()
            # In a process group of its own, Ctrl-C at a terminal does not reach it.
            self.process = subprocess.Popen(  # noqa: S603 -- our own program
                [sys.executable, *program, str(descriptor)],
                cwd=_HOME,
                stdin=subprocess.DEVNULL,
                pass_fds=[descriptor],
                process_group=0,
            )
        self._is_ready = False

    def is_ready(self, seconds: float = 0) -> bool:
        """Return whether the process has started, at the latest after some seconds.

        :raises EOFError: it has ended
        :raises OSError: it has ended
        """
        if not self._is_ready and self._connection.poll(seconds):
            self._connection.recv()
            self._is_ready = True
        return self._is_ready

    def choose(self, view: View, seconds: float) -> Action | None:
        """Return the action for a view, or None after some seconds without one.

        :raises EOFError: the process has ended
        :raises OSError: the process has ended
        """
        self._connection.send(view)
        if not self._connection.poll(seconds):
            return None
        found: Action = self._connection.recv()
        return found

    def end(self) -> None:
        """End the process now."""
        self._connection.close()
        self.process.kill()
        self.process.wait()


class Children:
    """The children of a process. Any thread may call its methods."""

    def __init__(
        self, most: int, overrun: float = OVERRUN_SECONDS, program: Sequence[str] = PROGRAM
    ) -> None:
        self._most = most
        self._overrun = overrun
        self._program = program
        self._lock = Lock()
        self._free: list[Child] = []
        self._count = 0
        self._none_before = 0.0

    def choose(self, view: View) -> Action | None:
        """Return the action that a search finds, or None if no child is free, or it failed."""
        child = self._take()
        if child is None:
            return None
        try:
            action = child.choose(view, self._overrun)
        except (EOFError, OSError):
            action = None
        if action is None:
            logger.warning("a search did not end, so its process is replaced")
            self._drop(child)
        else:
            with self._lock:
                self._free.append(child)
        return action

    def end(self) -> None:
        """End all children that do not search now."""
        with self._lock:
            children, self._free = self._free, []
        for child in children:
            self._drop(child)

    def _take(self) -> Child | None:
        """Return a free child that is ready, or None; start another one if there may be one."""
        with self._lock:
            for child in tuple(self._free):
                try:
                    is_ready = child.is_ready()
                except (EOFError, OSError):
                    self._free.remove(child)
                    self._forget(child)
                else:
                    if is_ready:
                        self._free.remove(child)
                        return child
            if self._count < self._most and time.monotonic() >= self._none_before:
                try:
                    self._free.append(Child(self._program))
                except OSError:
                    logger.exception("no process for searches can be started")
                    self._none_before = time.monotonic() + PAUSE_SECONDS
                else:
                    self._count += 1
        return None

    def _drop(self, child: Child) -> None:
        """End a child that was taken."""
        with self._lock:
            self._forget(child)

    def _forget(self, child: Child) -> None:
        """End a child and wait before another one starts. Called with the lock held."""
        child.end()
        self._count -= 1
        self._none_before = time.monotonic() + PAUSE_SECONDS


@cache
def _children(_process: int) -> Children:
    """Return the children of this process, which a fork of it does not share."""
    return Children(os.cpu_count() or 1)


def choose(view: View) -> Action | None:
    """Return the action of a master bot that has to act, or None if it cannot search now."""
    return _children(os.getpid()).choose(view)
