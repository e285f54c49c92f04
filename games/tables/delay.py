"""Delayed spectator view: the table as it was a number of actions ago.

A finished deal is shown right away. For a running deal, nothing newer than the delay is shown: no
plays, no clock and no stand-ins, which would reveal slow players. Who has a seat and who has quit
is not delayed.
"""

from dataclasses import replace

from games.rules.deal import DealState
from games.tables.models import Table
from games.tables.snapshot import Setting, Snapshot, deal_key, state_at

#: Default delay in actions at tables for money.
MONEY_DELAY = 10
MAX_DELAY = 60


def default_delay(stake_minor: int) -> int:
    """Return the default spectator delay in actions for a table with that stake."""
    return MONEY_DELAY if stake_minor else 0


def is_delayed(snapshot: Snapshot) -> bool:
    """Return whether spectators currently see an older state than the players."""
    table, newest = snapshot.table, snapshot.newest
    playing = table.phase == Table.Phase.PLAYING and newest is not None and not newest.over
    return playing and table.spectator_delay > 0


def delayed_view(snapshot: Snapshot, before: Snapshot | None = None) -> Snapshot:
    """Return the table as spectators see it. No query.

    :param before: the view that they saw last, so that only the steps since then are replayed
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
    # Stand-ins are stored with the deal while it runs.
    newest = replace(setting.deal, stand_ins=())
    return replace(setting, seats=seats, newest=newest)


def _state(before: Snapshot | None, setting: Setting, count: int) -> DealState | None:
    """Return the state that spectators saw last if it leads to the current one."""
    if before is None or before.newest is None or deal_key(before.setting) != deal_key(setting):
        return None
    return before.newest if len(before.newest.actions) <= count else None


def shows_same(one: Snapshot, other: Snapshot) -> bool:
    """Return whether both views show the same; the version is ignored."""
    if replace(one.table, version=0) != replace(other.table, version=0):
        return False
    if one.setting != other.setting:
        return False
    # Within a deal, the number of actions determines the state.
    return _length(one) == _length(other)


def _length(snapshot: Snapshot) -> int:
    return -1 if snapshot.newest is None else len(snapshot.newest.actions)
