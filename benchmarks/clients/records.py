"""Queries of the site's database during a run, in a separate thread."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple, TypeVar

from django.db import DatabaseError, connection

from games.tables.models import Action, Deal, Seat, Table

_T = TypeVar("_T")


class DatabaseDownError(Exception):
    """The database does not answer."""


class SeatedUser(NamedTuple):
    """The user in a seat."""

    number: int
    #: None for a bot.
    user_id: int | None
    #: Whether a bot is standing in for the user.
    stand_in: bool


class TableState(NamedTuple):
    """Stored state of a table."""

    phase: str
    host_id: int | None
    #: Newest deal, in the notation; empty before the first.
    start: str
    actions: tuple[str, ...]
    #: Numbers of session, deal and attempt.
    deal: tuple[int, ...]
    seats: tuple[SeatedUser, ...]


class Records:
    """Reads the database while the server's processes come and go."""

    def __init__(self, *, keeps_connection: bool = False) -> None:
        """Start the thread.

        :param keeps_connection: whether its connection stays open between queries, which is faster
            but does not outlast a fault
        """
        self._thread = ThreadPoolExecutor(1, "records")
        self._keeps_connection = keeps_connection

    async def state(self, table_id: int) -> TableState | None:
        """Return the state of the table; None if it is closed.

        :raises DatabaseDownError: the database does not answer
        """
        return await self.read(lambda: _table_state(table_id))

    async def read(self, query: Callable[[], _T]) -> _T:
        """Call `query` in the thread and return its result.

        :raises DatabaseDownError: the database does not answer
        """
        return await asyncio.get_running_loop().run_in_executor(
            self._thread, lambda: self._run(query)
        )

    def close(self) -> None:
        """Close the thread and its connection."""
        self._thread.submit(_close_connection).result()
        self._thread.shutdown()

    def _run(self, query: Callable[[], _T]) -> _T:
        """Call `query` in this thread, and close the connection unless it is kept."""
        try:
            return query()
        except DatabaseError as error:
            raise DatabaseDownError(str(error)) from error
        finally:
            if not self._keeps_connection:
                connection.close()


def _close_connection() -> None:
    """Close the connection of the thread that calls this."""
    connection.close()


def _table_state(table_id: int) -> TableState | None:
    """Return the stored state of the table; None if the table is closed."""
    table = Table.objects.filter(pk=table_id).first()
    if table is None:
        return None
    newest = Deal.objects.filter(session__table=table_id).select_related("session").order_by("pk")
    deal = newest.last()
    if deal is None:
        return TableState(table.phase, table.host_id, "", (), (), ())
    actions = Action.objects.filter(deal=deal).order_by("number").values_list("text", flat=True)
    seats = Seat.objects.filter(session=deal.session).order_by("number")
    return TableState(
        table.phase,
        table.host_id,
        deal.start,
        tuple(actions),
        (deal.session.number, deal.number, deal.attempt),
        tuple(
            SeatedUser(seat.number, None if seat.left_at else seat.user_id, seat.stand_in)
            for seat in seats
        ),
    )
