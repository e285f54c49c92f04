"""Periodic tasks continue after the machine's clock is set back."""

from datetime import timedelta
from inspect import signature

import pytest
from celery import Celery
from django.conf import settings

from config.celery import app
from config.patches.beat import StoredScheduler, TransientScheduler

pytestmark = pytest.mark.every_database


@pytest.fixture
def clock_error(monkeypatch):
    """Return a setter for the clock's error."""
    off = [timedelta()]
    now = Celery.now
    monkeypatch.setattr(Celery, "now", lambda app: now(app) + off[0])
    return off


def run_due_tasks(beat):
    """Run the due tasks; return the seconds until the next one."""
    while (seconds := beat.tick()) == 0:
        pass
    return seconds


@pytest.mark.parametrize("kind", [TransientScheduler, StoredScheduler])
def test_frequent_tasks_continue_after_the_clock_is_set_back(kind, clock_error, tmp_path):
    app, done = Celery("club", broker="memory://", set_as_current=False), []
    app.send_task = lambda name, *args, **named: done.append(name)
    app.conf.beat_schedule = {
        "often": {"task": "often", "schedule": 5.0},
        "seldom": {"task": "seldom", "schedule": 7200.0},
    }
    beat = kind(app, schedule_filename=str(tmp_path / "beat"))
    run_due_tasks(beat)
    clock_error[0] += timedelta(seconds=6)
    run_due_tasks(beat)
    assert done == ["often"]
    clock_error[0] -= timedelta(hours=1)
    assert run_due_tasks(beat) <= 5
    clock_error[0] += timedelta(seconds=6)
    run_due_tasks(beat)
    assert done == ["often", "often"]
    beat.close()


def test_every_task_without_parameters_is_scheduled():
    app.loader.import_default_modules()
    alone = {
        name
        for name, task in app.tasks.items()
        if name.startswith(("accounts.", "games.", "tournaments."))
        and not signature(task.run).parameters
    }
    assert alone == {entry["task"] for entry in settings.CELERY_BEAT_SCHEDULE.values()}


def test_beat_uses_our_scheduler():
    assert settings.CELERY_BEAT_SCHEDULER == "config.patches.beat:StoredScheduler"
