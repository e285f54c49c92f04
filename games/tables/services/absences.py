"""Absence of players: no open page, or nothing done on their turn.

Both are stored with the seats, which is what other players see. A closed page is stored when its
process reports it, everything else by the sweep. Services that depend on an absence read it again
while they hold the lock (`Absences`).
"""

import logging
from collections.abc import Collection, Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from functools import cached_property
from typing import Any

from django.utils import timezone

from games.common.denials import answering
from games.tables import absence, selectors
from games.tables.models import Table
from games.tables.services.core import LockedTable, locked_table
from games.tables.snapshot import SeatFacts

logger = logging.getLogger(__name__)


class Absences:
    """Times when the pages of a table's players last reported; read once, on first use."""

    def __init__(self, table: LockedTable) -> None:
        self._table = table

    @cached_property
    def _last_reports(self) -> Mapping[int, datetime]:
        """The time of the last report of each player's pages, by user id."""
        return selectors.last_seen(self._table.setting.session.pk)

    def last_seen(self, seat: SeatFacts) -> datetime:
        """Return when a page of the seat's player last reported; the seat must be a user's."""
        assert seat.user_id is not None, "bots have no pages"
        return self._last_reports[seat.user_id]

    def is_absent(self, seat: SeatFacts, min_duration: timedelta = timedelta()) -> bool:
        """Return whether the seat's player has been absent for that long, or at all by default."""
        return absence.is_gone(seat, self.last_seen(seat), min_duration)

    def may_be_replaced(self, seat: SeatFacts) -> bool:
        """Return whether a bot may play for the player now: absent, idle, or late on a turn."""
        row = self._table.row
        return absence.may_be_replaced_now(row, seat, self.last_seen(seat), self.bot_after)

    def may_be_replaced_by_one(self, seat: SeatFacts) -> bool:
        """Return whether a single player may let a bot play for this one: absent or idle.

        A turn missed on the clock is no reason, because its player may be there.
        """
        row = self._table.row
        if not absence.is_casual(row, self._table.setting.session):
            return False
        return self.is_absent(seat, self.bot_after) or absence.is_idle(row, seat)

    @property
    def bot_after(self) -> timedelta:
        """Absence after which a bot may play for the player."""
        return absence.bot_after(self._table.row, self._table.setting.session)


def note_gone_users(user_ids: Collection[int]) -> None:
    """Store at the tables of these users, whose pages are closed, that they are absent."""
    for table_id in selectors.tables_of_players(user_ids):
        try:
            note_absences_at(table_id, user_ids)
        except Exception:
            # One broken table must not keep the others waiting.
            logger.exception("absences at table %s could not be noted", table_id)


def note_absences() -> None:
    """Store at all tables which players' pages have closed or opened, and remind those on turn."""
    for table_id in selectors.changed_absences():
        try:
            note_absences_at(table_id)
        except Exception:
            # One broken table must not keep the others waiting.
            logger.exception("absences at table %s could not be noted", table_id)


@answering
def note_absences_at(table_id: int, gone: Collection[int] = ()) -> None:
    """Store at this table which players' pages have closed or opened, and remind the one on turn.

    Does nothing with fewer than two users, or while an arranged table waits.

    :param gone: ids of users whose pages are known to be closed; any report since then counts more
    """
    with locked_table(table_id) as table:
        row = table.row
        if row.phase == Table.Phase.FINISHED:
            return
        if row.phase == Table.Phase.WAITING and row.is_arranged:
            return
        people = [each for each in table.setting.seats if each.user_id and each.left_at is None]
        if len(people) < 2:
            return
        absences = Absences(table)
        noted = [
            replace(seat, **_changed_values(table, seat, absences, seat.user_id in gone))
            for seat in people
        ]
        if noted != people:
            table.change_seats(noted, ("ready", "absent_since", "reminded_at", "idle"))
            table.revise()


def _changed_values(
    table: LockedTable, seat: SeatFacts, absences: Absences, has_closed_pages: bool
) -> dict[str, Any]:
    """Return new values of the seat's fields about absence and reminders; empty if none change."""
    row = table.row
    is_gone = has_closed_pages and absences.last_seen(seat) + absence.GONE <= timezone.now()
    if is_gone or absences.is_absent(seat):
        if seat.absent_since is not None:
            return {}
        gone: dict[str, Any] = {"absent_since": absences.last_seen(seat)}
        # A yes to another session is only valid while its player is present.
        return gone | {"ready": False} if row.phase == Table.Phase.WAITING else gone
    if seat.absent_since is not None:
        if seat.stand_in:
            # The player is back once they take the seat back.
            return {}
        # A reminder during an absence does not count.
        return {"absent_since": None, "reminded_at": None, "idle": False}
    if row.phase != Table.Phase.PLAYING or seat.stand_in or row.turn != seat.number:
        return {}
    if absence.is_reminded(row, seat):
        return {"idle": True} if absence.is_idle(row, seat) and not seat.idle else {}
    if is_reminder_due(row):
        return {"reminded_at": timezone.now(), "idle": False}
    return {}


def is_reminder_due(row: Table) -> bool:
    """Return whether the turn has lasted `REMINDED_AFTER`, at an unpaused table without a clock."""
    if row.clock != "none" or row.paused_at is not None or row.turn_since is None:
        return False
    return row.turn_since + absence.REMINDED_AFTER <= timezone.now()
