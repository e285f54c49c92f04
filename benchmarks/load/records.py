"""Queries of the server's database during a run, in a separate thread."""

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple, TypeVar

from django.db import connection

from games.tables.models import Action, Deal, Seat, Table

_T = TypeVar("_T")


class Dealt(NamedTuple):
    """The newest deal of a table."""

    start: str
    actions: list[str]
    #: Seat numbers of users by user ID.
    seat_by_user: dict[int, int]


class Records:
    """Reads the server's database."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, "records")

    async def dealt(self, table_id: int) -> Dealt:
        """Return the newest deal of the table."""
        return await self._run_in_thread(lambda: _newest_deal(table_id))

    async def versions(self, table_ids: Sequence[int]) -> dict[int, int]:
        """Return the versions of the tables."""
        rows = Table.objects.filter(pk__in=table_ids).values_list("pk", "version")
        return await self._run_in_thread(lambda: dict(rows))

    async def bot_actions(self) -> int:
        """Return the number of actions that bots have taken so far."""
        return await self._run_in_thread(Action.objects.filter(by_bot=True).count)

    async def database(self) -> str:
        """Return the database's name and version."""
        return await self._run_in_thread(_database_version)

    def close(self) -> None:
        """Close the thread and its connection."""
        self._thread.submit(_close_connection).result()
        self._thread.shutdown()

    async def _run_in_thread(self, query: Callable[[], _T]) -> _T:
        """Run a query in the thread, and return its result."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, query)


def _newest_deal(table_id: int) -> Dealt:
    """Return the newest deal of the table, with its actions and seats."""
    deal = Deal.objects.filter(session__table=table_id).latest("pk")
    actions = Action.objects.filter(deal=deal.pk).order_by("number").values_list("text", flat=True)
    seats = Seat.objects.filter(session=deal.session_id, user__isnull=False, left_at=None)
    return Dealt(deal.start, list(actions), dict(seats.values_list("user_id", "number")))


def _close_connection() -> None:
    """Close the database connection of this thread."""
    # Closes the connection of the thread that runs this.
    connection.close()


def _database_version() -> str:
    """Return the name and version of the database, such as "SQLite 3.45"."""
    statement = (
        "SELECT 'SQLite ' || sqlite_version()"
        if connection.vendor == "sqlite"
        else "SELECT 'PostgreSQL ' || current_setting('server_version')"
    )
    with connection.cursor() as cursor:
        cursor.execute(statement)
        return str(cursor.fetchone()[0])
