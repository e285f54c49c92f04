"""What people without a seat see of a table where they are to see it late: it, some actions ago.

A deal that is over is shown at once. Of one that goes on, nothing is told that is younger than the
delay: neither plays nor the clock, and not for whom a bot plays, which would say who was too slow.
Who sits there, and who has left, is no part of the play.
"""

from dataclasses import replace

from games.rules.deal import DealState
from games.tables.models import Table
from games.tables.snapshot import Setting, Snapshot, deal_key, state_at

#: So many actions late who watches sees a table where it is played for money, if nobody says more.
MONEY_DELAY = 10
MOST_DELAY = 60


def default_delay(stake_minor: int) -> int:
    """Return by how many actions a table for that stake is shown late, unless its host says so."""
    return MONEY_DELAY if stake_minor else 0


def is_delayed(snapshot: Snapshot) -> bool:
    """Tell whether who watches sees less of the table just now than those who play."""
    table, newest = snapshot.table, snapshot.newest
    playing = table.phase == Table.Phase.PLAYING and newest is not None and not newest.over
    return playing and table.spectator_delay > 0


def delayed_view(snapshot: Snapshot, before: Snapshot | None = None) -> Snapshot:
    """Return the table as who watches sees it. No query.

    :param before: what they saw last: from there it is only a step
    """
    if not is_delayed(snapshot):
        return snapshot
    count = max(0, len(snapshot.state.actions) - snapshot.table.spectator_delay)
    table = replace(
        snapshot.table,
        revision=0,
        action_count=count,
        turn_since=None,
        deadline=None,
        due_at=None,
    )
    setting = _without_clocks(snapshot.setting)
    state = state_at(snapshot.deal, snapshot.state, count, _state(before, setting, count))
    return Snapshot(replace(table, turn=state.turn), setting, state)


def _without_clocks(setting: Setting) -> Setting:
    seats = tuple(
        replace(seat, stand_in=seat.left_at is not None, timeouts=0, bank_ms=0)
        for seat in setting.seats
    )
    # For whom a bot played is stored with the deal while it goes on.
    newest = replace(setting.deal, stand_ins=())
    return replace(setting, seats=seats, newest=newest)


def _state(before: Snapshot | None, setting: Setting, count: int) -> DealState | None:
    """Return the state that they saw last, if it is one on the way to this one."""
    if before is None or before.newest is None or deal_key(before.setting) != deal_key(setting):
        return None
    return before.newest if len(before.newest.actions) <= count else None


def shows_same(one: Snapshot, other: Snapshot) -> bool:
    """Tell whether both show the same; versions, which count more than that, do not matter."""
    if replace(one.table, version=0) != replace(other.table, version=0):
        return False
    if one.setting != other.setting:
        return False
    # Of one deal, so many actions led to one state.
    return _length(one) == _length(other)


def _length(snapshot: Snapshot) -> int:
    return -1 if snapshot.newest is None else len(snapshot.newest.actions)
