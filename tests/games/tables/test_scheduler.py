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


class FakeBroker:
    """Record the tasks that are sent; can be made to fail."""

    def __init__(self):
        self.sent = queue.Queue()
        self.failing = 0

    def __call__(self, task, due):
        if self.failing:
            self.failing -= 1
            raise ConnectionError("the broker is away")
        self.sent.put((task, due))

    def next(self):
        return self.sent.get(timeout=PATIENCE)


@pytest.fixture
def broker():
    return FakeBroker()


@pytest.fixture
def scheduler(broker):
    made = Scheduler(broker)
    yield made
    made.clear()


@pytest.fixture
def no_threads(monkeypatch):
    """Keep threads from starting, so scheduled tasks stay until they are taken."""
    monkeypatch.setattr(threading.Thread, "start", lambda _self: None)


@pytest.fixture
def schedule_together(scheduler, monkeypatch):
    """Schedule tasks while no thread can start, so that all are set before one is due."""

    def set_all(*given):
        with monkeypatch.context() as patch:
            patch.setattr(threading.Thread, "start", lambda _self: None)
            for each in given:
                scheduler.schedule(*each)

    return set_all


@pytest.fixture
def sent_tasks(scheduler, broker):
    """Return the due tables by task; a marker task shows that all earlier ones were sent."""

    def until_mark():
        scheduler.schedule("mark", -1, 1, 0.0)
        found = {}
        while (told := broker.next())[0] != "mark":
            found[told[0]] = told[1]
        scheduler.clear()
        return found

    return until_mark


def test_a_due_task_is_sent(scheduler, broker):
    scheduler.schedule("play", 1, 7, 0.0)
    assert broker.next() == ("play", [(1, 7)])


def test_an_earlier_task_does_not_wait_for_a_later_one(scheduler, broker):
    scheduler.schedule("play", 1, 7, 3600.0)
    scheduler.schedule("play", 2, 3, 0.0)
    assert broker.next() == ("play", [(2, 3)])


def test_a_newer_task_of_a_table_replaces_the_older_one(schedule_together, sent_tasks):
    schedule_together(("play", 1, 7, 0.0), ("deal", 1, 8, 0.0), ("play", 2, 4, 3600.0))
    assert sent_tasks() == {"deal": [(1, 8)]}
    assert sent_tasks() == {}


def test_a_late_task_for_an_older_version_is_ignored(schedule_together, sent_tasks):
    schedule_together(("play", 1, 8, 0.0), ("play", 1, 7, 0.0))
    assert sent_tasks() == {"play": [(1, 8)]}


def test_a_task_for_the_same_version_can_be_rescheduled(schedule_together, sent_tasks):
    schedule_together(("play", 1, 8, 0.0), ("play", 1, 8, 3600.0))
    assert sent_tasks() == {}


def test_tasks_that_are_due_together_are_sent_together(schedule_together, sent_tasks):
    schedule_together(*(("play", table, 1, 0.0) for table in range(3)), ("deal", 9, 1, 0.0))
    assert sent_tasks() == {"play": [(0, 1), (1, 1), (2, 1)], "deal": [(9, 1)]}


def test_a_large_number_of_due_tasks_is_split_into_batches(scheduler, broker, schedule_together):
    schedule_together(*(("play", table, 1, 0.0) for table in range(MAX_BATCH)))
    scheduler.schedule("play", MAX_BATCH, 1, 0.0)
    assert [len(broker.next()[1]) for _ in range(2)] == [MAX_BATCH, 1]


def test_replaced_tasks_do_not_pile_up(scheduler, schedule_together):
    schedule_together(*(("play", 1, version, 3600.0) for version in range(10_000)))
    assert len(scheduler._heap) < 2000


def test_an_unreachable_broker_does_not_stop_the_scheduler(scheduler, broker, caplog):
    broker.failing = 1
    scheduler.schedule("play", 1, 7, 0.0)
    scheduler.schedule("deal", 2, 3, 0.0)
    scheduler.schedule("deal", 3, 3, 0.0)
    sent_tasks = broker.next()
    assert sent_tasks[0] == "deal"
    assert "could not be queued" in caplog.text


@pytest.mark.django_db(transaction=True)
def test_a_transaction_commits_even_if_the_broker_is_unreachable(monkeypatch):
    def away(*_args, **_named):
        raise ConnectionError("the broker is away")

    monkeypatch.setattr(current_app, "send_task", away)
    with transaction.atomic():
        tables_queue.after_commit(tables_queue.LAPSE, 1, 7, 0.0)
        ann = create_guest("Ann")
    assert User.objects.filter(pk=ann.pk).exists()


def test_an_ending_process_hands_over_tasks_that_are_due_soon(scheduler, no_threads, broker):
    for table_id, seconds in ((1, 40.0), (2, 3600.0), (3, 0.0), (1, 20.0)):
        scheduler.schedule("play", table_id, 7 if seconds == 40.0 else 8, seconds)
    taken = scheduler.take_all(max_seconds=60.0)
    assert [(each.table_id, each.version) for _seconds, each in taken] == [(3, 8), (1, 8)]
    assert taken[0][0] == 0.0
    assert 0 < taken[1][0] <= 20.0
    # Those of later are the sweep's; here nothing waits any more.
    assert scheduler.take_all(max_seconds=1e9) == []
