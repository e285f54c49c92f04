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


class Asked:
    """Queued calls and their results."""

    def __init__(self, *functions):
        self.futures = [asyncio.Future(loop=_NO_LOOP) for _ in functions]
        self.jobs = [Job(*each) for each in zip(functions, self.futures, strict=True)]

    def outcomes(self):
        for job in self.jobs:
            job.answer()
        return [each.exception() or each.result() for each in self.futures]


_NO_LOOP = asyncio.new_event_loop()


def join(name):
    """A change like those of the services: in its own transaction, with an on-commit hook."""

    def joined():
        with transaction.atomic():
            User.objects.create(username=name)
            transaction.on_commit(lambda: told.append(name))
        return name

    return joined


def fails_after(name, error):
    def failing():
        with transaction.atomic():
            User.objects.create(username=name)
            transaction.on_commit(lambda: told.append(name))
            raise error

    return failing


told: list[str] = []


@pytest.fixture(autouse=True)
def _nothing_told():
    told.clear()


def names():
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


def test_what_has_come_meanwhile_is_one_commit(monkeypatch):
    commits = Commits(monkeypatch)
    asked = Asked(join("ada"), join("ben"), join("cy"))
    group_commit.run_together(asked.jobs)
    assert asked.outcomes() == ["ada", "ben", "cy"]
    assert names() == told == ["ada", "ben", "cy"]
    assert commits.count == 1


def test_nothing_is_told_before_it_is_committed():
    def look():
        return list(told), connection.in_atomic_block

    asked = Asked(join("ada"), look, join("ben"))
    group_commit.run_together(asked.jobs)
    assert asked.outcomes() == ["ada", ([], True), "ben"]
    assert told == ["ada", "ben"]


def test_one_that_fails_takes_back_its_own_alone(monkeypatch):
    commits, error = Commits(monkeypatch), KeyError("no such thing")
    asked = Asked(join("ada"), fails_after("ben", error), join("cy"))
    group_commit.run_together(asked.jobs)
    assert asked.outcomes() == ["ada", error, "cy"]
    assert names() == told == ["ada", "cy"]
    assert commits.count == 1


def test_where_they_cannot_be_committed_together_each_is_by_itself(monkeypatch):
    commits = Commits(monkeypatch, failing=1)
    asked = Asked(join("ada"), fails_after("ben", KeyError("ben")), join("cy"))
    group_commit.run_together(asked.jobs)
    first, second, third = asked.outcomes()
    assert (first, type(second), third) == ("ada", KeyError, "cy")
    assert names() == told == ["ada", "cy"]
    assert commits.count == 2


def test_a_call_that_breaks_the_transaction_harms_no_other():
    def breaks():
        with transaction.atomic(savepoint=False):
            User.objects.create(username="ben")
            raise IntegrityError("broken")

    asked = Asked(join("ada"), breaks, join("cy"))
    group_commit.run_together(asked.jobs)
    first, second, third = asked.outcomes()
    assert (first, type(second), third) == ("ada", IntegrityError, "cy")
    assert names() == told == ["ada", "cy"]


@pytest.mark.skipif(not settings.SQLITE, reason="SQLite alone does that")
def test_a_transaction_that_the_database_has_ended_is_noticed():
    def ends():
        # What SQLite does by itself where its disk is full.
        connection.connection.rollback()

    asked = Asked(join("ada"), ends, join("cy"))
    group_commit.run_together(asked.jobs)
    assert asked.outcomes() == ["ada", None, "cy"]
    assert names() == told == ["ada", "cy"]


def test_an_error_after_the_commit_repeats_nothing(caplog):
    def committed_but():
        with transaction.atomic():
            User.objects.create(username="ben")
            transaction.on_commit(lambda: 1 / 0)
        return "ben"

    asked = Asked(join("ada"), committed_but)
    group_commit.run_together(asked.jobs)
    assert asked.outcomes() == ["ada", "ben"]
    assert names() == ["ada", "ben"]
    assert "an on-commit hook failed" in caplog.text


def test_a_lost_connection_is_opened_anew_and_the_call_repeated_once():
    runs = []

    def asked_once():
        runs.append(connection.connection is not None)
        if len(runs) == 1:
            connection.close()
            raise OperationalError("server closed the connection unexpectedly")
        return join("ada")()

    asked = Asked(asked_once)
    connection.ensure_connection()
    group_commit.run_separately(asked.jobs)
    assert asked.outcomes() == ["ada"]
    assert runs == [True, False]
    assert names() == ["ada"]


@pytest.mark.skipif(settings.SQLITE, reason="SQLite has no connections that could be lost")
def test_a_connection_that_the_database_has_closed_costs_nobody_an_answer():
    connection.ensure_connection()
    lost = connection.connection.info.backend_pid
    parameters = connection.get_connection_params()
    place = {name: parameters[name] for name in ("dbname", "user", "host", "port")}
    with psycopg.connect(**place, password=parameters.get("password")) as other:
        other.execute("SELECT pg_terminate_backend(%s)", [lost])
    asked = Asked(join("ada"), join("ben"))
    group_commit.run_separately(asked.jobs)
    assert asked.outcomes() == ["ada", "ben"]
    assert connection.connection.info.backend_pid != lost
    assert names() == told == ["ada", "ben"]


def test_what_may_have_been_committed_is_not_repeated():
    def committed_and_lost():
        join("ada")()
        connection.close()
        raise OperationalError("server closed the connection unexpectedly")

    asked = Asked(committed_and_lost, join("ben"))
    group_commit.run_separately(asked.jobs)
    (error, second) = asked.outcomes()
    assert isinstance(error, OperationalError)
    assert second == "ben"
    assert names() == ["ada", "ben"]


# --- Its threads


async def test_an_answer_comes_after_the_commit_in_the_context_of_who_asks():
    language = ContextVar("language", default="none")

    def asked():
        return threading.current_thread().name, language.get(), join("ada")()

    language.set("de")
    thread, *rest = await in_writer(asked)()
    assert thread.startswith("writer")
    assert rest == ["de", "ada"]
    assert told == ["ada"]


async def test_whatever_comes_while_it_writes_is_answered_together(monkeypatch):
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
    rest = [asyncio.create_task(in_writer(join(name))()) for name in ("ada", "ben", "cy")]
    gone = asyncio.create_task(in_writer(join("dora"))())
    await asyncio.sleep(0)
    gone.cancel()
    go_on.set()
    assert await asyncio.gather(first, *rest) == [None, "ada", "ben", "cy"]
    assert sizes == [1, 4]
    # Whoever waits no longer has been heard all the same.
    await asyncio.to_thread(own.close)
    assert await in_database(names)() == ["ada", "ben", "cy", "dora"]


async def test_an_error_is_the_askers_own():
    with pytest.raises(KeyError, match="no such thing"):
        await in_writer(fails_after("ada", KeyError("no such thing")))()
    assert await in_writer(join("ben"))() == "ben"


def test_background_work_has_many_changes_made_and_hears_of_each():
    done = run_all([join("ada"), fails_after("ben", KeyError("ben")), join("cy")])
    assert [each.exception() and type(each.exception()) for each in done] == [None, KeyError, None]
    assert [done[0].result(), done[2].result()] == ["ada", "cy"]
    assert names() == ["ada", "cy"]


def test_within_a_transaction_it_is_written_there():
    def here():
        return threading.current_thread(), join("ada")()

    with transaction.atomic():
        (done,) = run_all([here])
        transaction.set_rollback(True)
    assert done.result() == (threading.current_thread(), "ada")
    assert names() == []
