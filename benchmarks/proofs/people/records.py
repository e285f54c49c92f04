"""Database queries of the simulated players, in a separate thread."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple, TypeVar

from django.db import DatabaseError, connection

from games.tables.models import Action, Deal, Seat, Table

_T = TypeVar("_T")


class AwayError(Exception):
    """The database does not answer."""


class Sitting(NamedTuple):
    """The user in a seat."""

    number: int
    #: None for a bot.
    user_id: int | None
    #: Whether a bot is standing in for the user.
    stand_in: bool


class Situation(NamedTuple):
    """Stored state of a table."""

    phase: str
    host_id: int | None
    #: Newest deal, in the notation; empty before the first.
    start: str
    actions: tuple[str, ...]
    #: Numbers of session, deal and attempt.
    deal: tuple[int, ...]
    seats: tuple[Sitting, ...]


class Records:
    """Reads the database while the server's processes come and go."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, "records")

    async def situation(self, table_id: int) -> Situation | None:
        """Return the state of the table; None if it is closed.

        :raises AwayError: the database does not answer
        """
        return await self.read(lambda: _situation(table_id))

    async def read(self, read: Callable[[], _T]) -> _T:
        """Call `read` in the thread and return its result.

        :raises AwayError: the database does not answer
        """
        return await asyncio.get_running_loop().run_in_executor(self._thread, lambda: _alone(read))

    def close(self) -> None:
        """Close the thread."""
        self._thread.shutdown()


def _alone(read: Callable[[], _T]) -> _T:
    """Call `read` and close its connection, so that none outlasts a fault."""
    try:
        return read()
    except DatabaseError as error:
        raise AwayError(str(error)) from error
    finally:
        connection.close()


def _situation(table_id: int) -> Situation | None:
    table = Table.objects.filter(pk=table_id).first()
    if table is None:
        return None
    newest = Deal.objects.filter(session__table=table_id).select_related("session").order_by("pk")
    deal = newest.last()
    if deal is None:
        return Situation(table.phase, table.host_id, "", (), (), ())
    actions = Action.objects.filter(deal=deal).order_by("number").values_list("text", flat=True)
    seats = Seat.objects.filter(session=deal.session).order_by("number")
    return Situation(
        table.phase,
        table.host_id,
        deal.start,
        tuple(actions),
        (deal.session.number, deal.number, deal.attempt),
        tuple(
            Sitting(seat.number, None if seat.left_at else seat.user_id, seat.stand_in)
            for seat in seats
        ),
    )
