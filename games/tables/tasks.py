"""Background work at the tables; each task calls one service, with the versions it is for."""

from collections.abc import Sequence

from celery import shared_task

from games.tables import services
from games.tables.scheduler import Due


@shared_task
def move_on(due: Sequence[Due]) -> None:
    """Let bots act or clocks run out at these tables; nothing where one has moved on."""
    services.move_all_on(due)


@shared_task
def start_next_deal(due: Sequence[Due]) -> None:
    """Start the next deal at each of these tables; nothing where one has moved on."""
    services.start_next_deals(due)


@shared_task
def lapse(table_id: int, version: int) -> None:
    """Drop proposals at the table that have lapsed, whatever version it is at by now."""
    services.lapse(table_id)


@shared_task
def sweep() -> None:
    """Do what a lost task has left undone."""
    services.sweep()
