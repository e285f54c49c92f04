"""The table of an organizer who plays, on the desk: which it is, and whether it is their turn."""

from collections.abc import Iterable
from dataclasses import dataclass

from games.tables.models import Session, Table
from tournaments.events.core.models import Event
from tournaments.events.core.words import table_url
from tournaments.events.rounds.models import EventTable


@dataclass(frozen=True, slots=True)
class OwnTable:
    """The table in play at which the organizer sits."""

    number: int
    url: str
    is_turn: bool


def own_table(
    event: Event, row: EventTable | None, sessions: Iterable[Session], user_id: int
) -> OwnTable | None:
    """Return the user's table; None without one. No query.

    :param row: the user's table, with its app table, if any
    :param sessions: sessions of the round in play with their tables and seats
    """
    if row is None:
        return None
    session = next((each for each in sessions if each.table_id == row.table_id), None)
    is_turn = (
        session is not None
        and session.table.phase == Table.Phase.PLAYING
        and any(
            seat.user_id == user_id and seat.number == session.table.turn
            for seat in session.seats.all()
        )
    )
    return OwnTable(row.number, table_url(event, row), is_turn)
