"""A table at one version: what its pages are made from.

A state is made once per version and process. Making and rendering it takes no queries, because that
happens on the event loop.
"""

import itertools
from dataclasses import dataclass, replace

from accounts.models import User
from games.common.caches import SharedCache
from games.screens.table.scores import Reader, Scores, scores_of
from games.screens.table.stable import StableFacts
from games.tables import delay, links, selectors
from games.tables.links import Origin
from games.tables.models import Table
from games.tables.snapshot import Snapshot, snapshot_of
from games.tables.stakes import is_shown_money

#: Number of states cached per process, one a table, besides those that an open page shows. Without
#: the previous state a table is rendered and sent as a whole, which is fine if it has no viewers.
KEPT_STATES = 100

#: Versions of delayed states; the table's own versions would reveal how much happened since.
_delayed_versions = itertools.count(1)


@dataclass(frozen=True, slots=True, weakref_slot=True, eq=False)
class TableState:
    """A table at one version."""

    version: int
    snapshot: Snapshot
    seat_by_user: dict[int, int]
    stable: StableFacts
    #: Unchanged for as long as a refusal stays relevant.
    turn_key: tuple[str, int | None]
    #: The event that arranged the table, if any.
    origin: Origin | None = None
    #: The delayed state for viewers without a seat, if the table has a spectator delay.
    delayed: "TableState | None" = None
    #: Whether this is a delayed state.
    is_delayed: bool = False

    def scores(self, user: User | None) -> Scores:
        """Return score sheet and results as the user reads them, in the active language."""
        return scores_of(self.snapshot, self.stable, self.reader(user))

    def reader(self, user: User | None) -> Reader:
        """Return what distinguishes the user from other readers of the scores."""
        number = None if user is None else user.pk
        with_money = self.stable.once(
            ("money", number),
            lambda: is_shown_money(self.snapshot.session, self.snapshot.seats, number),
        )
        return Reader(with_money, None if self.is_playing else self.seat_of(user))

    @property
    def is_playing(self) -> bool:
        """Return whether a deal is being played, so that there is no result to show."""
        return self.snapshot.table.phase == Table.Phase.PLAYING

    @property
    def is_waiting(self) -> bool:
        """Return whether the table waits for players."""
        return self.snapshot.table.phase == Table.Phase.WAITING

    def seat_of(self, user: User | None) -> int | None:
        """Return the number of the user's seat; None for a viewer without one."""
        return None if user is None else self.seat_by_user.get(user.pk)

    def state_for(self, user: User | None) -> "TableState":
        """Return the state for this user: for viewers without a seat, the delayed one if any."""
        return self if self.delayed is None or self.seat_of(user) is not None else self.delayed

    def may_watch(self, user: User | None) -> bool:
        """Return whether the user may view the table; it may be closed to spectators."""
        is_open = self.snapshot.table.spectators or self.is_waiting
        return is_open or self.seat_of(user) is not None


# --- One a table

_states: SharedCache[int, TableState] = SharedCache(KEPT_STATES)


def table_state(table_id: int) -> TableState | None:
    """Return the current state of the table, made once per version; None if the table is gone."""
    table = selectors.table(table_id)
    if table is None:
        return None
    known = _states.get(table_id)
    if known is not None and known.version == table.version:
        return known
    snapshot = snapshot_of(table)
    if snapshot is None:
        return None
    return _states.put(table_id, _state_with_delayed(snapshot, known))


def state_of(snapshot: Snapshot) -> TableState | None:
    """Return the state of a table that this process changed, made without a query.

    None if the event that arranged the table must be read first.
    """
    known = _states.get(snapshot.table.pk)
    if known is not None and known.version >= snapshot.version:
        return known
    if snapshot.table.is_arranged and not _knows_origin(known, _seats_by_user(snapshot)):
        return None
    return _states.put(snapshot.table.pk, _state_with_delayed(snapshot, known))


def _state_with_delayed(snapshot: Snapshot, before: TableState | None) -> TableState:
    """Return a new state of the snapshot, with the delayed state if the table has a delay."""
    origin = _origin_of(snapshot, before)
    made = _new_state(snapshot, before, origin)
    if not snapshot.table.spectator_delay:
        return made
    shown = before.delayed if before else None
    return replace(made, delayed=_delayed_state(snapshot, shown, origin))


def _new_state(snapshot: Snapshot, before: TableState | None, origin: Origin | None) -> TableState:
    """Return a new state of the snapshot, with the earlier facts if only moves happened since."""
    stable = before.stable if before else StableFacts(snapshot)
    return TableState(
        version=snapshot.table.version,
        snapshot=snapshot,
        seat_by_user=_seats_by_user(snapshot),
        stable=stable if stable.hold_in(snapshot) else StableFacts(snapshot, stable),
        turn_key=(snapshot.position, snapshot.newest.turn if snapshot.newest else None),
        origin=origin,
    )


def _seats_by_user(snapshot: Snapshot) -> dict[int, int]:
    """Return the seat numbers of the users at the table."""
    return {seat.user_id: seat.number for seat in snapshot.seats if seat.user_id}


def _knows_origin(before: TableState | None, seats: dict[int, int]) -> bool:
    """Return whether the earlier state's event is still right: a substitute changes the seats."""
    return before is not None and before.origin is not None and before.seat_by_user == seats


def _origin_of(snapshot: Snapshot, before: TableState | None) -> Origin | None:
    """Return the event that arranged the table; queried only when its players change."""
    if before is not None and _knows_origin(before, _seats_by_user(snapshot)):
        return before.origin
    return links.origin_of(snapshot.table.pk) if snapshot.table.is_arranged else None


def _delayed_state(
    snapshot: Snapshot, before: TableState | None, origin: Origin | None
) -> TableState:
    """Return the state for spectators with delay; the earlier one if nothing new is visible."""
    seen = delay.delayed_view(snapshot, before.snapshot if before else None)
    if before is not None and delay.shows_same(seen, before.snapshot):
        return before
    table = replace(seen.table, version=next(_delayed_versions))
    return replace(_new_state(replace(seen, table=table), before, origin), is_delayed=True)
