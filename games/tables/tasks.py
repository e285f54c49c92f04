"""Background work at the tables; each task calls one service, with the version it is for."""

from celery import shared_task

from games.tables import services


@shared_task
def move_on(table_id: int, version: int) -> None:
    """Let a bot act or a clock run out; does nothing when the table has moved on."""
    services.move_on(table_id, version)


@shared_task
def start_next_deal(table_id: int, version: int) -> None:
    """Start the next deal; does nothing when the table has moved on."""
    services.start_next_deal(table_id, version)


@shared_task
def sweep() -> None:
    """Do what a lost task has left undone."""
    services.sweep()
