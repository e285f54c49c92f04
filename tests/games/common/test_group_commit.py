"""Group commit: queued writes are committed together, answered afterwards, and never lost."""

import asyncio
import threading
from contextvars import ContextVar

import psycopg
import pytest
from django.conf import settings
from django.db import IntegrityError, OperationalError, connection, transaction

from accounts.models import User
from games.common import group_commit
from games.common.database import in_database
from games.common.group_commit import Job, in_writer, run_all

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.every_database]


class QueuedCalls:
    """Queued calls and their results."""

    def __init__(self, *functions):
        self.futures = [asyncio.Future(loop=_NO_LOOP) for _ in functions]
        self.jobs = [Job(*each) for each in zip(functions, self.futures, strict=True)]

    def outcomes(self):
        for job in self.jobs:
            job.answer()
        return [each.exception() or each.result() for each in self.futures]


_NO_LOOP = asyncio.new_event_loop()


def add_user(name):
    """A change like those of the services: in its own transaction, with an on-commit hook."""

    def joined():
        with transaction.atomic():
            User.objects.create(username=name)
            transaction.on_commit(lambda: hooks_run.append(name))
        return name

    return joined


def add_user_and_fail(name, error):
    def failing():
        with transaction.atomic():
            User.objects.create(username=name)
            transaction.on_commit(lambda: hooks_run.append(name))
            raise error

    return failing


hooks_run: list[str] = []


@pytest.fixture(autouse=True)
def _no_hooks_run():
    hooks_run.clear()


def usernames():
    return sorted(User.objects.values_list("username", flat=True))


class Commits:
    """Counts commits, and makes a given number of the first ones fail."""

    def __init__(self, monkeypatch, failing=0):
        self.count, self.failing = 0, failing
        commit = connection.commit

        def counted():
            if self.failing:
                self.failing -= 1
                raise OperationalError("the disk is full")
            self.count += 1
            commit()

        monkeypatch.setattr(connection, "commit", counted)


def test_queued_calls_are_committed_together(monkeypatch):
    commits = Commits(monkeypatch)
    asked = QueuedCalls(add_user("ada"), add_user("ben"), add_user("cy"))
    group_commit.run_together(asked.jobs)
    assert asked.outcomes() == ["ada", "ben", "cy"]
    assert usernames() == hooks_run == ["ada", "ben", "cy"]
    assert commits.count == 1


def test_on_commit_hooks_run_only_after_the_commit():
    def look():
        return list(hooks_run), connection.in_atomic_block

    asked = QueuedCalls(add_user("ada"), look, add_user("ben"))
    group_commit.run_together(asked.jobs)
    assert asked.outcomes() == ["ada", ([], True), "ben"]
    assert hooks_run == ["ada", "ben"]


def test_a_failing_call_rolls_back_only_its_own_changes(monkeypatch):
    commits, error = Commits(monkeypatch), KeyError("no such thing")
    asked = QueuedCalls(add_user("ada"), add_user_and_fail("ben", error), add_user("cy"))
    group_commit.run_together(asked.jobs)
    assert asked.outcomes() == ["ada", error, "cy"]
    assert usernames() == hooks_run == ["ada", "cy"]
    assert commits.count == 1


def test_calls_are_committed_separately_if_the_common_commit_fails(monkeypatch):
    commits = Commits(monkeypatch, failing=1)
    asked = QueuedCalls(add_user("ada"), add_user_and_fail("ben", KeyError("ben")), add_user("cy"))
    group_commit.run_together(asked.jobs)
    first, second, third = asked.outcomes()
    assert (first, type(second), third) == ("ada", KeyError, "cy")
    assert usernames() == hooks_run == ["ada", "cy"]
    assert commits.count == 2


def test_a_call_that_breaks_the_transaction_does_not_affect_others():
    def breaks():
        with transaction.atomic(savepoint=False):
            User.objects.create(username="ben")
            raise IntegrityError("broken")

    asked = QueuedCalls(add_user("ada"), breaks, add_user("cy"))
    group_commit.run_together(asked.jobs)
    first, second, third = asked.outcomes()
    assert (first, type(second), third) == ("ada", IntegrityError, "cy")
    assert usernames() == hooks_run == ["ada", "cy"]


class Statements:
    """Collects the statements of the connection by their first word."""

    def __init__(self):
        self.words = []

    def __call__(self, execute, text, *more):
        self.words.append(text.split()[0])
        return execute(text, *more)


def change(name, *, fail_first=None, fail_last=None):
    """A change in the transaction of a job, which may fail before or after it has written."""

    def changed():
        with group_commit.atomic():
            transaction.on_commit(lambda: hooks_run.append(name))
            if fail_first is not None:
                raise fail_first
            User.objects.create(username=name)
            if fail_last is not None:
                raise fail_last
        return name

    return changed


def test_changes_that_are_committed_together_need_no_savepoints_on_sqlite(monkeypatch):
    commits, error, seen = Commits(monkeypatch), KeyError("no such thing"), Statements()
    asked = QueuedCalls(change("ada"), change("ben", fail_first=error), change("cy"))
    with connection.execute_wrapper(seen):
        group_commit.run_together(asked.jobs)
    assert asked.outcomes() == ["ada", error, "cy"]
    assert usernames() == hooks_run == ["ada", "cy"]
    assert commits.count == 1
    if settings.SQLITE:
        assert "SAVEPOINT" not in seen.words


def test_a_change_that_fails_after_it_has_written_affects_no_other(monkeypatch):
    error = KeyError("no such thing")
    asked = QueuedCalls(change("ada"), change("ben", fail_last=error), change("cy"))
    group_commit.run_together(asked.jobs)
    assert asked.outcomes() == ["ada", error, "cy"]
    assert usernames() == hooks_run == ["ada", "cy"]


def test_a_change_within_another_transaction_is_rolled_back_alone():
    def both():
        with transaction.atomic():
            User.objects.create(username="ada")
            with pytest.raises(KeyError):
                change("ben", fail_last=KeyError("ben"))()
        return "ada"

    asked = QueuedCalls(both, change("cy"))
    group_commit.run_together(asked.jobs)
    assert asked.outcomes() == ["ada", "cy"]
    assert usernames() == ["ada", "cy"]
    assert hooks_run == ["cy"]


def test_only_queued_calls_share_a_transaction():
    def shared():
        inside = group_commit.is_shared()
        with transaction.atomic():
            return inside, group_commit.is_shared()

    asked = QueuedCalls(shared, shared)
    group_commit.run_together(asked.jobs)
    assert asked.outcomes() == [(True, True)] * 2
    assert shared() == (False, False)


@pytest.mark.skipif(not settings.SQLITE, reason="SQLite alone does that")
def test_calls_are_repeated_if_the_database_ended_the_transaction():
    def ends():
        # What SQLite does by itself where its disk is full.
        connection.connection.rollback()

    asked = QueuedCalls(add_user("ada"), ends, add_user("cy"))
    group_commit.run_together(asked.jobs)
    assert asked.outcomes() == ["ada", None, "cy"]
    assert usernames() == hooks_run == ["ada", "cy"]


def test_a_failing_on_commit_hook_repeats_no_call(caplog):
    def committed_but():
        with transaction.atomic():
            User.objects.create(username="ben")
            transaction.on_commit(lambda: 1 / 0)
        return "ben"

    asked = QueuedCalls(add_user("ada"), committed_but)
    group_commit.run_together(asked.jobs)
    assert asked.outcomes() == ["ada", "ben"]
    assert usernames() == ["ada", "ben"]
    assert "an on-commit hook failed" in caplog.text


def test_a_lost_connection_is_reopened_and_the_call_repeated_once():
    runs = []

    def asked_once():
        runs.append(connection.connection is not None)
        if len(runs) == 1:
            connection.close()
            raise OperationalError("server closed the connection unexpectedly")
        return add_user("ada")()

    asked = QueuedCalls(asked_once)
    connection.ensure_connection()
    group_commit.run_separately(asked.jobs)
    assert asked.outcomes() == ["ada"]
    assert runs == [True, False]
    assert usernames() == ["ada"]


@pytest.mark.skipif(settings.SQLITE, reason="SQLite has no connections that could be lost")
def test_calls_succeed_after_the_database_has_closed_the_connection():
    connection.ensure_connection()
    lost = connection.connection.info.backend_pid
    parameters = connection.get_connection_params()
    place = {name: parameters[name] for name in ("dbname", "user", "host", "port")}
    with psycopg.connect(**place, password=parameters.get("password")) as other:
        other.execute("SELECT pg_terminate_backend(%s)", [lost])
    asked = QueuedCalls(add_user("ada"), add_user("ben"))
    group_commit.run_separately(asked.jobs)
    assert asked.outcomes() == ["ada", "ben"]
    assert connection.connection.info.backend_pid != lost
    assert usernames() == hooks_run == ["ada", "ben"]


def test_a_call_that_may_have_committed_is_not_repeated():
    def committed_and_lost():
        add_user("ada")()
        connection.close()
        raise OperationalError("server closed the connection unexpectedly")

    asked = QueuedCalls(committed_and_lost, add_user("ben"))
    group_commit.run_separately(asked.jobs)
    (error, second) = asked.outcomes()
    assert isinstance(error, OperationalError)
    assert second == "ben"
    assert usernames() == ["ada", "ben"]


# --- Its threads


async def test_a_call_runs_in_the_callers_context_and_returns_after_the_commit():
    language = ContextVar("language", default="none")

    def asked():
        return threading.current_thread().name, language.get(), add_user("ada")()

    language.set("de")
    thread, *rest = await in_writer(asked)()
    assert thread.startswith("writer")
    assert rest == ["de", "ada"]
    assert hooks_run == ["ada"]


async def test_calls_queued_during_a_write_are_committed_together(monkeypatch):
    held, go_on, sizes = threading.Event(), threading.Event(), []
    carry_out = group_commit.run_together

    def noted(jobs):
        sizes.append(len(jobs))
        carry_out(jobs)

    def slow():
        held.set()
        go_on.wait(10)

    own = group_commit.Writer(1, noted)
    monkeypatch.setattr(group_commit, "_writer", own)
    first = asyncio.create_task(in_writer(slow)())
    await asyncio.to_thread(held.wait, 10)
    rest = [asyncio.create_task(in_writer(add_user(name))()) for name in ("ada", "ben", "cy")]
    gone = asyncio.create_task(in_writer(add_user("dora"))())
    await asyncio.sleep(0)
    gone.cancel()
    go_on.set()
    assert await asyncio.gather(first, *rest) == [None, "ada", "ben", "cy"]
    assert sizes == [1, 4]
    # Whoever waits no longer has been heard all the same.
    await asyncio.to_thread(own.close)
    assert await in_database(usernames)() == ["ada", "ben", "cy", "dora"]


async def test_an_error_is_raised_only_for_its_own_caller():
    with pytest.raises(KeyError, match="no such thing"):
        await in_writer(add_user_and_fail("ada", KeyError("no such thing")))()
    assert await in_writer(add_user("ben"))() == "ben"


def test_run_all_returns_the_outcome_of_every_call():
    done = run_all([add_user("ada"), add_user_and_fail("ben", KeyError("ben")), add_user("cy")])
    assert [each.exception() and type(each.exception()) for each in done] == [None, KeyError, None]
    assert [done[0].result(), done[2].result()] == ["ada", "cy"]
    assert usernames() == ["ada", "cy"]


def test_run_all_writes_in_the_current_transaction_if_there_is_one():
    def here():
        return threading.current_thread(), add_user("ada")()

    with transaction.atomic():
        (done,) = run_all([here])
        transaction.set_rollback(True)
    assert done.result() == (threading.current_thread(), "ada")
    assert usernames() == []
