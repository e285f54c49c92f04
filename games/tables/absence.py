"""Rules for absence: when a player counts as absent, and when a bot may play for them.

A player is present while any page of the site is open. The processes tell each other whose pages
are open (``games.live.open_pages``), so an absence is usually stored 10 to 15 seconds after the
last page was closed. An open page also reports every 45 seconds (``games.live.presence``). Without
a report for a minute the player counts as absent in any case, for example after a crash.
"""

from datetime import datetime, timedelta
from typing import Protocol

from django.utils import timezone

from games.live.open_pages import GONE_SECONDS
from games.tables.clocks import clock_of
from games.tables.models import Table
from games.tables.stakes import Stake, has_stake

#: A player whose pages are known to be closed is absent after this long.
GONE = timedelta(seconds=GONE_SECONDS)
#: A player without a report from a page for this long is absent.
ABSENT = timedelta(seconds=60)
#: Where nothing is at stake, any player may let a bot play for one who has been absent this long.
BOT_AFTER = timedelta(seconds=20)
#: A player without an open page for this long counts as agreeing to an early end.
AGREES_AFTER = timedelta(minutes=30)
#: At a table without a clock, the player on turn gets a reminder with a sound after this long.
REMINDED_AFTER = timedelta(seconds=60)
#: The player may be replaced if nothing happens on the turn for this long after the reminder.
IDLE_AFTER = timedelta(seconds=180)


class Turn(Protocol):
    """A table row or its facts: the fields about the current turn."""

    @property
    def clock(self) -> str: ...
    @property
    def turn(self) -> int | None: ...
    @property
    def turn_since(self) -> datetime | None: ...
    @property
    def paused_at(self) -> datetime | None: ...


class Player(Protocol):
    """A user's seat: the fields about presence."""

    @property
    def number(self) -> int: ...
    @property
    def timeouts(self) -> int: ...
    @property
    def absent_since(self) -> datetime | None: ...
    @property
    def reminded_at(self) -> datetime | None: ...
    @property
    def idle(self) -> bool: ...


def is_reminded(table: Turn, seat: Player) -> bool:
    """Return whether it is the player's turn and they have been reminded of it.

    Always false while the table is paused, and at tables with a clock, which send no reminders.
    """
    since, reminded_at = table.turn_since, seat.reminded_at
    if table.turn != seat.number or table.paused_at is not None or clock_of(table.clock):
        return False
    return since is not None and reminded_at is not None and since <= reminded_at


def is_idle(table: Turn, seat: Player) -> bool:
    """Return whether the player has not acted for `IDLE_AFTER` since a reminder of their turn."""
    if not is_reminded(table, seat) or seat.reminded_at is None:
        return False
    return seat.reminded_at + IDLE_AFTER <= timezone.now()


def has_missed_a_turn(seat: Player) -> bool:
    """Return whether the clock ran out on the player, who has not acted since."""
    return seat.timeouts > 0


def is_away(seat: Player) -> bool:
    """Return whether the player is stored as absent, or as idle after a reminder of their turn."""
    return seat.absent_since is not None or seat.idle


class Arrangement(Protocol):
    """A table row or its facts: the fields about events."""

    @property
    def is_arranged(self) -> bool: ...
    @property
    def purpose(self) -> str: ...


def is_casual(table: Arrangement, terms: Stake) -> bool:
    """Return whether nothing is at stake: neither money nor the result of an event.

    Then a single player decides whether a bot plays for an absent or idle one.
    """
    counts = table.is_arranged or table.purpose == Table.Purpose.COUNTS
    return not counts and not has_stake(terms)


def bot_after(table: Arrangement, terms: Stake) -> timedelta:
    """Return the time that a player must be absent until a bot, or a vote on it, is allowed."""
    return BOT_AFTER if is_casual(table, terms) else ABSENT


def may_be_replaced(table: Turn, seat: Player) -> bool:
    """Return whether the others may propose a bot for the player: absent, late or idle.

    Absent and late are as last stored: no page open, or the clock ran out on the last turn. A
    service checks again (``games.tables.services.absences``), as the player may be back.
    """
    return seat.absent_since is not None or has_missed_a_turn(seat) or is_idle(table, seat)


def is_gone(seat: Player, last_seen: datetime, min_duration: timedelta = timedelta()) -> bool:
    """Return whether the player has been absent for that long, or at all by default.

    :param last_seen: time of the last report from a page of the player; a later one than the
        stored absence means that they are back
    """
    is_stored = seat.absent_since is not None and last_seen <= seat.absent_since
    needed = min_duration if is_stored else max(min_duration, ABSENT)
    return last_seen + needed <= timezone.now()


def may_be_replaced_now(
    table: Turn, seat: Player, last_seen: datetime, min_duration: timedelta = ABSENT
) -> bool:
    """Return whether a bot may play for the seat's player: absent now, idle, or late on a turn.

    :param last_seen: time of the last report from a page of the player
    :param min_duration: how long the player must be absent
    """
    if has_missed_a_turn(seat) or is_idle(table, seat):
        return True
    return is_gone(seat, last_seen, min_duration)


def counts_as_agreeing(seat: Player) -> bool:
    """Return whether the stored absence is so long that it counts as a yes to an early end."""
    since = seat.absent_since
    return since is not None and since + AGREES_AFTER <= timezone.now()
