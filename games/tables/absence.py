"""When a player counts as absent, and when the others may let a bot play for them.

A player is present while any page of the club is open. An open page says so every 45 seconds
(``games.live.presence``), so one that was not heard of for a minute is closed.
"""

from datetime import datetime, timedelta
from typing import Protocol

from django.utils import timezone

from games.tables.clocks import clock_of

#: A player without a page for this long is absent.
ABSENT = timedelta(seconds=60)
#: A player without a page for this long counts as agreeing to an early end.
AGREES_AFTER = timedelta(minutes=30)
#: At a table without a clock the player on turn is reminded, with a sound, after this long.
REMINDED_AFTER = timedelta(seconds=60)
#: And may be replaced if nothing was done on the turn for this long after the reminder.
IDLE_AFTER = timedelta(seconds=180)


class Turn(Protocol):
    """A table's row, or its facts, as far as whose turn it is."""

    @property
    def clock(self) -> str: ...
    @property
    def turn(self) -> int | None: ...
    @property
    def turn_since(self) -> datetime | None: ...
    @property
    def paused_at(self) -> datetime | None: ...


class Player(Protocol):
    """A person's seat, as far as what was noted of it."""

    @property
    def number(self) -> int: ...
    @property
    def timeouts(self) -> int: ...
    @property
    def absent_since(self) -> datetime | None: ...
    @property
    def reminded_at(self) -> datetime | None: ...


def is_reminded(table: Turn, seat: Player) -> bool:
    """Return whether the seat's player was reminded of the turn that goes on."""
    since, reminded_at = table.turn_since, seat.reminded_at
    if table.turn != seat.number or table.paused_at is not None or clock_of(table.clock):
        return False
    return since is not None and reminded_at is not None and since <= reminded_at


def is_idle(table: Turn, seat: Player) -> bool:
    """Return whether the player did nothing on the turn for long enough after a reminder."""
    if not is_reminded(table, seat) or seat.reminded_at is None:
        return False
    return seat.reminded_at + IDLE_AFTER <= timezone.now()


def has_missed_a_turn(seat: Player) -> bool:
    """Return whether the player let the clock run out, and has done nothing since."""
    return seat.timeouts > 0


def may_be_replaced(table: Turn, seat: Player) -> bool:
    """Return whether the others are offered a bot for the seat, by what was noted of it.

    A service looks again (``games.tables.services.absences``): the player may be back by then.
    """
    return seat.absent_since is not None or has_missed_a_turn(seat) or is_idle(table, seat)


def may_be_replaced_now(table: Turn, seat: Player, last_seen: datetime) -> bool:
    """Return whether a bot may play for the seat's player now.

    :param last_seen: when a page of the player was last heard of
    """
    if has_missed_a_turn(seat) or is_idle(table, seat):
        return True
    return last_seen + ABSENT <= timezone.now()


def counts_as_agreeing(seat: Player) -> bool:
    """Return whether, by what was noted, an early end needs no word of the absent player."""
    since = seat.absent_since
    return since is not None and since + AGREES_AFTER <= timezone.now()
