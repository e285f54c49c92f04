"""Child processes in which master bots search."""

import os
import select
import signal
import subprocess
import sys
from functools import cache
from math import inf

import pytest

from games.bots import bot
from games.bots.search import Searching
from games.bots.search.__main__ import NICENESS
from games.rules.deal.apply import apply
from games.rules.deal.start import shuffled_pack, start
from games.rules.deal.state import DealState
from games.rules.ruleset.rule_set import RuleSet
from games.rules.view import view
from games.tables import thinking
from games.tables.thinking import Children

STATE = start(RuleSet.make("pagat"), shuffled_pack("thinking"))
SEEN = view(STATE, STATE.turn)
#: Seconds in which a process starts or ends on any machine.
LONG = 60.0

_SERVE = "import sys, time; from multiprocessing.connection import Connection;"
_SERVE += "channel = Connection(int(sys.argv[1])); channel.send(None); channel.recv();"
#: Never answers.
SILENT = ("-c", _SERVE + "channel.recv()")
#: Ends when it is asked.
FRAGILE = ("-c", _SERVE)
#: Ends at once.
BROKEN = ("-c", "")

needs_process_files = pytest.mark.skipif(
    not hasattr(os, "pidfd_open"), reason="needs Linux's file descriptors of processes"
)


@pytest.fixture
def children():
    """Return a function that returns children, of which the first has started."""
    made = []

    def make(*arguments, **named):
        found = Children(*arguments, **named)
        made.append(found)
        # The first decision only starts a child.
        assert found.choose(SEEN) is None
        if found._free:
            assert found._free[0].is_ready(LONG)
        return found

    yield make
    for each in made:
        each.end()


@cache
def process_file(pid):
    """Return a file descriptor that can be read from once the process has ended."""
    return os.pidfd_open(pid)


def has_ended(pid):
    """Return whether a process ends soon."""
    return bool(select.select([process_file(pid)], [], [], LONG)[0])


def test_a_child_finds_a_legal_action(children):
    action = children(1, overrun=LONG).choose(SEEN)
    assert action.seat == SEEN.seat
    assert isinstance(apply(STATE, action), DealState)


def test_a_child_is_used_again_and_finds_what_a_search_here_does(children, monkeypatch):
    # A decision for which a search compares little, so that the clock cuts nothing off.
    state = STATE
    while len(view(state, state.turn).open_plays()) != 1 or not view(state, state.turn).may_pass:
        state = apply(state, bot("club").choose(view(state, state.turn)))
    seen = view(state, state.turn)
    found = children(1, overrun=LONG)
    pid = found._free[0].process.pid
    assert found.choose(seen) == found.choose(seen) == Searching(seconds=inf).choose(seen)
    assert found._free[0].process.pid == pid


def test_a_child_gives_way_to_the_server_and_does_not_hear_ctrl_c(children):
    child = children(1)._free[0].process.pid
    # 19 is the lowest priority.
    expected = min(19, os.getpriority(os.PRIO_PROCESS, 0) + NICENESS)
    assert os.getpriority(os.PRIO_PROCESS, child) == expected
    assert os.getpgid(child) != os.getpgid(0)


def test_there_is_no_search_while_all_children_are_busy(children):
    found = children(1, overrun=LONG)
    busy = found._take()
    assert found.choose(SEEN) is None
    assert not found._free
    found._free.append(busy)
    assert found.choose(SEEN) is not None


def test_a_search_that_overruns_is_ended(children, caplog):
    found = children(1, overrun=0.0, program=SILENT)
    process = found._free[0].process
    assert found.choose(SEEN) is None
    assert process.returncode == -signal.SIGKILL
    assert "did not end" in caplog.text


def test_a_child_that_dies_is_replaced_after_a_while(children, monkeypatch):
    found = children(1, overrun=LONG)
    process = found._free[0].process
    process.kill()
    process.wait()
    assert found.choose(SEEN) is None
    assert found.choose(SEEN) is None
    assert not found._free
    monkeypatch.setattr(thinking, "PAUSE_SECONDS", 0.0)
    found._none_before = 0.0
    assert found.choose(SEEN) is None
    assert found._free[0].is_ready(LONG)
    assert found.choose(SEEN) is not None


def test_a_child_that_dies_during_a_search_gives_none(children):
    found = children(1, overrun=LONG, program=FRAGILE)
    assert found.choose(SEEN) is None
    assert not found._free


def test_a_program_that_cannot_start_is_not_started_again_at_once():
    found = Children(1, program=BROKEN)
    assert found.choose(SEEN) is None
    process = found._free[0].process
    process.wait(LONG)
    assert found.choose(SEEN) is None
    assert found.choose(SEEN) is None
    assert not found._free


def test_a_system_without_processes_is_logged(monkeypatch, caplog):
    def fail(*arguments, **named):
        raise OSError("no more processes")

    monkeypatch.setattr(thinking.subprocess, "Popen", fail)
    assert Children(1).choose(SEEN) is None
    assert "no process for searches can be started" in caplog.text


#: Starts a child in a process that multiprocessing lets have none, prints both, and waits.
PARENT = """
import os, signal
from multiprocessing import Process
from games.tables.thinking import Child

def run():
    child = Child()
    assert child.is_ready(60)
    print(os.getpid(), child.process.pid, flush=True)
    signal.pause()

process = Process(target=run, daemon=True)
process.start()
process.join()
"""


@needs_process_files
@pytest.mark.parametrize("ended_by", [signal.SIGKILL, signal.SIGTERM])
def test_a_child_ends_with_its_process_however_that_ends(ended_by):
    with subprocess.Popen(
        [sys.executable, "-c", PARENT], stdout=subprocess.PIPE, text=True
    ) as process:
        parent, child = map(int, process.stdout.readline().split())
        process_file(child)
        os.kill(parent, ended_by)
        assert has_ended(child)


def test_processes_do_not_share_children():
    assert thinking._children(1) is not thinking._children(2)
    assert thinking._children(1) is thinking._children(1)
