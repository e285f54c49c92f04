"""The scheduler: one task per table, for its newest version; due tasks are sent together."""

import queue
import threading

import pytest
from celery import current_app
from django.db import transaction

from accounts.models import User
from accounts.services import create_guest
from games.tables import queue as tables_queue
from games.tables.scheduler import MAX_BATCH, Scheduler

pytestmark = pytest.mark.every_database

PATIENCE = 5


class Bell:
    """Record the tasks that are sent; can be made to fail."""

    def __init__(self):
        self.rung = queue.Queue()
        self.failing = 0

    def __call__(self, task, due):
        if self.failing:
            self.failing -= 1
            raise ConnectionError("the broker is away")
        self.rung.put((task, due))

    def next(self):
        return self.rung.get(timeout=PATIENCE)


@pytest.fixture
def bell():
    return Bell()


@pytest.fixture
def scheduler(bell):
    made = Scheduler(bell)
    yield made
    made.clear()


@pytest.fixture
def still(monkeypatch):
    """Keep threads from starting, so scheduled tasks stay until they are taken."""
    monkeypatch.setattr(threading.Thread, "start", lambda _self: None)


@pytest.fixture
def set_together(scheduler, monkeypatch):
    """Schedule tasks while no thread can start, so that all are set before one is due."""

    def set_all(*given):
        with monkeypatch.context() as patch:
            patch.setattr(threading.Thread, "start", lambda _self: None)
            for each in given:
                scheduler.schedule(*each)

    return set_all


@pytest.fixture
def heard(scheduler, bell):
    """Return the due tables by task; a marker task shows that all earlier ones were sent."""

    def until_mark():
        scheduler.schedule("mark", -1, 1, 0.0)
        found = {}
        while (told := bell.next())[0] != "mark":
            found[told[0]] = told[1]
        scheduler.clear()
        return found

    return until_mark


def test_what_is_due_is_asked_for(scheduler, bell):
    scheduler.schedule("play", 1, 7, 0.0)
    assert bell.next() == ("play", [(1, 7)])


def test_an_earlier_alarm_does_not_wait_for_a_later_one(scheduler, bell):
    scheduler.schedule("play", 1, 7, 3600.0)
    scheduler.schedule("play", 2, 3, 0.0)
    assert bell.next() == ("play", [(2, 3)])


def test_a_newer_alarm_of_a_table_takes_the_place_of_the_older(set_together, heard):
    set_together(("play", 1, 7, 0.0), ("deal", 1, 8, 0.0), ("play", 2, 4, 3600.0))
    assert heard() == {"deal": [(1, 8)]}
    assert heard() == {}


def test_an_older_version_that_comes_late_takes_no_place(set_together, heard):
    set_together(("play", 1, 8, 0.0), ("play", 1, 7, 0.0))
    assert heard() == {"play": [(1, 8)]}


def test_the_same_version_can_be_due_at_another_time(set_together, heard):
    set_together(("play", 1, 8, 0.0), ("play", 1, 8, 3600.0))
    assert heard() == {}


def test_all_that_is_due_together_is_asked_for_at_once(set_together, heard):
    set_together(*(("play", table, 1, 0.0) for table in range(3)), ("deal", 9, 1, 0.0))
    assert heard() == {"play": [(0, 1), (1, 1), (2, 1)], "deal": [(9, 1)]}


def test_very_many_are_shared_by_several_workers(scheduler, bell, set_together):
    set_together(*(("play", table, 1, 0.0) for table in range(MAX_BATCH)))
    scheduler.schedule("play", MAX_BATCH, 1, 0.0)
    assert [len(bell.next()[1]) for _ in range(2)] == [MAX_BATCH, 1]


def test_what_was_replaced_does_not_pile_up(scheduler, set_together):
    set_together(*(("play", 1, version, 3600.0) for version in range(10_000)))
    assert len(scheduler._heap) < 2000


def test_a_broker_that_is_away_ends_nothing(scheduler, bell, caplog):
    bell.failing = 1
    scheduler.schedule("play", 1, 7, 0.0)
    scheduler.schedule("deal", 2, 3, 0.0)
    scheduler.schedule("deal", 3, 3, 0.0)
    heard = bell.next()
    assert heard[0] == "deal"
    assert "could not be queued" in caplog.text


@pytest.mark.django_db(transaction=True)
def test_what_is_committed_is_told_so_though_the_broker_is_away(monkeypatch):
    def away(*_args, **_named):
        raise ConnectionError("the broker is away")

    monkeypatch.setattr(current_app, "send_task", away)
    with transaction.atomic():
        tables_queue.after_commit(tables_queue.LAPSE, 1, 7, 0.0)
        ann = create_guest("Ann")
    assert User.objects.filter(pk=ann.pk).exists()


def test_a_process_that_ends_hands_on_what_is_due_soon(scheduler, still, bell):
    for table_id, seconds in ((1, 40.0), (2, 3600.0), (3, 0.0), (1, 20.0)):
        scheduler.schedule("play", table_id, 7 if seconds == 40.0 else 8, seconds)
    taken = scheduler.take_all(max_seconds=60.0)
    assert [(each.table_id, each.version) for _seconds, each in taken] == [(3, 8), (1, 8)]
    assert taken[0][0] == 0.0
    assert 0 < taken[1][0] <= 20.0
    # Those of later are the sweep's; here nothing waits any more.
    assert scheduler.take_all(max_seconds=1e9) == []
