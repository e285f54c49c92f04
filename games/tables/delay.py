"""Delayed spectator view: the table as it was a number of actions ago.

A finished deal is shown right away. For a running deal, nothing newer than the delay is shown: no
plays, no clock and no stand-ins, which would reveal slow players. Who has a seat and who has quit
is not delayed.
"""

from dataclasses import replace

from games.rules.deal.state import DealState
from games.tables.models import Table
from games.tables.snapshot import Setting, Snapshot, deal_key, state_at

#: Default delay in actions at tables for money.
MONEY_DELAY = 10
MAX_DELAY = 60


def default_delay(stake_minor: int) -> int:
    """Return the default spectator delay, in actions, for a table with that stake."""
    return MONEY_DELAY if stake_minor else 0


def is_delayed(snapshot: Snapshot) -> bool:
    """Return whether spectators see the table with a delay now: during a deal, if it has one."""
    table, newest = snapshot.table, snapshot.newest
    playing = table.phase == Table.Phase.PLAYING and newest is not None and not newest.over
    return playing and table.spectator_delay > 0


def delayed_view(snapshot: Snapshot, seen_before: Snapshot | None = None) -> Snapshot:
    """Return the table as spectators see it now: some actions ago, if delayed. No query.

    :param seen_before: the view that they saw last, so that only the steps since then are replayed
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
    state = state_at(snapshot.deal, snapshot.state, count, _seen_state(seen_before, setting, count))
    return Snapshot(replace(table, turn=state.turn), setting, state)


def _without_clocks(setting: Setting) -> Setting:
    """Return the setting without time banks, missed turns and the stand-ins of absent players."""
    seats = tuple(
        replace(seat, stand_in=seat.left_at is not None, timeouts=0, bank_ms=0)
        for seat in setting.seats
    )
    # Stand-ins are stored with the deal while it runs.
    newest = replace(setting.deal, stand_ins=())
    return replace(setting, seats=seats, newest=newest)


def _seen_state(seen_before: Snapshot | None, setting: Setting, count: int) -> DealState | None:
    """Return the state that spectators saw last if the delayed one continues it; else None."""
    if (
        seen_before is None
        or seen_before.newest is None
        or deal_key(seen_before.setting) != deal_key(setting)
    ):
        return None
    return seen_before.newest if len(seen_before.newest.actions) <= count else None


def shows_same(first: Snapshot, second: Snapshot) -> bool:
    """Return whether both snapshots look the same to spectators, whatever their versions."""
    if replace(first.table, version=0) != replace(second.table, version=0):
        return False
    if first.setting != second.setting:
        return False
    # Within a deal, the number of actions determines the state.
    return _action_count(first) == _action_count(second)


def _action_count(snapshot: Snapshot) -> int:
    """Return the number of actions in the newest deal; -1 before the first deal."""
    return -1 if snapshot.newest is None else len(snapshot.newest.actions)
