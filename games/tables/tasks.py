"""Celery tasks of tables; each calls one service with the table versions that it is for."""

from collections.abc import Sequence

from celery import shared_task

from games.tables import turns
from games.tables.scheduler import Due
from games.tables.services import timers, votes


@shared_task
def move_on(due: Sequence[Due]) -> None:
    """Let bots act or clocks run out at these tables; skip tables that have changed since."""
    timers.move_all_on(due)


@shared_task
def start_next_deal(due: Sequence[Due]) -> None:
    """Start the next deal at each of these tables; skip tables that have changed since."""
    timers.start_next_deals(due)


@shared_task
def lapse(table_id: int, version: int) -> None:
    """Drop lapsed proposals at the table, whatever its version is."""
    votes.lapse(table_id)


@shared_task
def sweep() -> None:
    """Do overdue steps whose task was lost, store absences, and replace absent hosts and askers."""
    timers.sweep()


@shared_task
def notify_turns() -> None:
    """Notify players on turn at tables without a clock who have no page of the table open."""
    turns.notify_turns()
