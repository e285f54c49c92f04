"""Locking and changing a table; shared by all services."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, TypeAlias, get_args

from django.utils import timezone

from accounts import log_context
from accounts.caller import Caller, SessionProof
from accounts.models import User
from games.common import group_commit, metrics
from games.common.denials import Denial, DeniedError
from games.rules.deal import actions
from games.rules.deal.refusals import Refusal
from games.rules.deal.state import DealState
from games.tables import queue, table_sql, topics
from games.tables.denials import TableCode
from games.tables.models import Session, Table
from games.tables.snapshot import (
    AnyDeal,
    DealFacts,
    SeatFacts,
    Setting,
    Snapshot,
    TableFacts,
    cache_on_commit,
    deal_state,
    known_state,
    read_setting,
    setting_of,
)
from games.tables.table_sql import NewAction

#: Counters of moves by kind and whether a bot made them.
_COUNTED = {
    (kind, by_bot): metrics.moves.labels(kind.__name__.lower(), "bot" if by_bot else "person")
    for kind in get_args(actions.Action)
    for by_bot in (False, True)
}

#: Return value of a service: None if it was done, a denial, or a refusal of the rules.
Answer: TypeAlias = Denial | Refusal | None


class LockedTable:
    """A table whose row is locked while a service changes it.

    Values set on ``row`` are stored at the end. A service that changes something visible calls
    ``touch``, ``append`` or ``revise``: then the version is raised and announced.
    """

    def __init__(self, row: Table, asker: User | int | None = None) -> None:
        """Start changing the table of this row, which the caller has locked.

        :param asker: the user who asks for the change, or their id if only the row was read
        """
        self.row = row
        self._asker = asker
        self._stored_values = dict(row.__dict__)
        self._setting: Setting | None = None
        #: A state and its deal.
        self._state: tuple[AnyDeal, DealState] | None = None
        #: The newest action until it is stored.
        self._appended: NewAction | None = None
        self._is_touched = self._is_revised = self._is_gone = False

    @property
    def setting(self) -> Setting:
        """The table's setting, including changes of this transaction."""
        if self._setting is None:
            is_new = self._is_revised
            self._setting = read_setting(self.row.pk) if is_new else setting_of(self.row)
        return self._setting

    @property
    def state(self) -> DealState:
        """The state of the newest deal, including changes of this transaction."""
        deal = self.setting.deal
        if self._state is None or not self._is_loaded(deal):
            self._flush()
            count = self.row.action_count
            self._state = deal, known_state(deal, count) or deal_state(deal, count)
        return self._state[1]

    def _is_loaded(self, deal: AnyDeal) -> bool:
        """Return whether the loaded state is that of the deal after all its actions."""
        if self._state is None:
            return False
        known_deal, state = self._state
        is_same = known_deal.pk == deal.pk and known_deal.start == deal.start
        return is_same and len(state.actions) == self.row.action_count

    @property
    def user(self) -> User:
        """The user who asks for the change, as stored in the database.

        :raises DeniedError: the account has just been deleted
        """
        assert self._asker is not None, "timed steps have no asker"
        if isinstance(self._asker, int):
            user = User.objects.filter(pk=self._asker).first()
            if user is None:
                raise DeniedError(TableCode.SESSION_ENDED)
            self._asker = user
        return self._asker

    def own_seat(self) -> SeatFacts:
        """Return the asking user's seat in the newest session; raise DeniedError without one."""
        assert self._asker is not None, "timed steps have no asker"
        number = self._asker if isinstance(self._asker, int) else self._asker.pk
        seat = self.setting.seat_of(number)
        if seat is None:
            raise DeniedError(TableCode.NO_SEAT)
        return seat

    def check_not_arranged(self) -> None:
        """Check that the players, not an organizer, decide on seats, terms and times here.

        :raises DeniedError: the table is arranged from outside
        """
        if self.row.is_arranged:
            raise DeniedError(TableCode.ARRANGED)

    def check_terms_changeable(self) -> None:
        """Check that the players may change the table's terms: its sessions count for no event.

        :raises DeniedError: the table counts for an event
        """
        if self.row.purpose == Table.Purpose.COUNTS:
            raise DeniedError(TableCode.TERMS_FIXED)

    def session_row(self) -> Session:
        """Read and return the session's row, which may have new words for the shuffle."""
        return Session.objects.get(pk=self.setting.session.pk)

    def touch(self) -> None:
        """Mark that a visible value of the row has changed, so that its version is raised."""
        self._is_touched = True

    def append(self, action: actions.Action, after: DealState, *, by_bot: bool) -> None:
        """Append the action, which the rules have allowed, to the newest deal.

        It is stored together with the row, or before anything that may read it.

        :param after: the state after the action
        """
        self._flush()
        deal = self.setting.deal
        self._appended = NewAction(
            deal_id=deal.pk,
            number=self.row.action_count,
            text=actions.action_text(action),
            by_bot=by_bot,
            at=timezone.now(),
        )
        self.row.action_count += 1
        self._state = deal, after
        _COUNTED[type(action), by_bot].inc()
        self.touch()

    def revise(self, setting: Setting | None = None) -> None:
        """Mark a change of the setting (players, deals, results, votes …): its revision rises.

        :param setting: the new setting, if known; otherwise it is read from the database
        """
        self._flush()
        self._is_touched = self._is_revised = True
        self._setting = setting

    def change_seat(self, seat: SeatFacts, **values: Any) -> None:
        """Store new values of a seat and mark the setting as changed in nothing else (`revise`)."""
        changed = replace(seat, **values)
        self.change_seats([changed], tuple(values))
        self.revise(self._with_seats([changed]))

    def change_seats(self, seats: Sequence[SeatFacts], columns: tuple[str, ...]) -> None:
        """Store these columns of the seats; the caller calls `revise` afterwards."""
        table_sql.store_seats(seats, columns)

    def _with_seats(self, changed: Sequence[SeatFacts]) -> Setting:
        """Return the setting with these seats in place of those with the same keys."""
        changed_by_pk = {seat.pk: seat for seat in changed}
        before = self.setting
        return replace(
            before, seats=tuple(changed_by_pk.get(each.pk, each) for each in before.seats)
        )

    def set_newest_deal(
        self, new_deal: DealFacts, state: DealState, setting: Setting | None = None
    ) -> None:
        """Take a deal that has just been stored as the newest one, without actions.

        :param state: its start
        :param setting: the new setting, if known
        """
        self.revise(setting)
        self.row.action_count = 0
        self._state = new_deal, state

    def _flush(self) -> None:
        """Store the action that has not been stored yet."""
        if self._appended is not None:
            table_sql.append_action(self._appended)
            self._appended = None

    def close(self) -> None:
        """Delete the table and everything that belongs to it, and announce that."""
        topics.table_changed(self.row.pk, self.row.version + 1)
        if self.row.purpose:
            topics.arranged_changed(self.row.pk)
        self.row.delete()
        self._is_gone = True

    def _concerns_others(self) -> bool:
        """Return whether the event that arranged or counts the table must hear of the change."""
        return self.row.is_arranged or (bool(self.row.purpose) and self._is_revised)

    def store(self) -> None:
        """Store the changes of the row, announce visible ones, and queue the next timed step."""
        if self._is_gone:
            return
        row, known = self.row, self._stored_values
        if self._is_touched:
            row.version += 1
            row.revision += self._is_revised
        values = row.__dict__
        changed = [name for name in table_sql.COLUMNS if values[name] != known[name]]
        if not changed:
            return
        table_sql.store_row(row, changed, self._appended)
        self._appended = None
        if self._is_touched:
            self._announce()
        queue_next(row)

    def _announce(self) -> None:
        """Announce the new version after the commit, with a snapshot for this process."""
        row, snapshot = self.row, self._snapshot()
        if snapshot is not None:
            cache_on_commit(snapshot)
        topics.table_changed(row.pk, row.version, snapshot)
        # The arranger knows about the opening.
        if row.version > 1 and self._concerns_others():
            topics.arranged_changed(row.pk)

    def _snapshot(self) -> Snapshot | None:
        """Return the table as it will be after the commit; None if too little is known.

        The setting is read if it was revised; a state is not computed for this.
        """
        setting, state = self.setting, None
        if setting.newest is not None:
            if not self._is_loaded(setting.newest):
                known = known_state(setting.newest, self.row.action_count)
                if known is None:
                    return None
                self._state = setting.newest, known
            state = self.state
        return Snapshot(TableFacts.of(self.row), setting, state)


@contextmanager
def locked_table(table_id: int, caller: Caller | None = None) -> Iterator[LockedTable]:
    """Lock the table's row, yield the table to change, then store and announce the changes.

    Raise DeniedError if the table no longer exists or the caller may do nothing here.

    On SQLite the lock is the single writer that ``BEGIN IMMEDIATE`` admits. The evidence for the
    caller's proof is read with the row, so it is equally fresh.

    :param caller: the user who asks for the change; None for timed steps
    """
    asker: User | int | None = None
    proof: SessionProof | None = None
    if caller is not None:
        if caller.user is None:
            raise DeniedError(TableCode.WATCHING)
        if isinstance(caller.proof, SessionProof):
            proof, asker = caller.proof, caller.proof.user_id
        else:
            asker = caller.person()
            if asker is None:
                raise DeniedError(TableCode.SESSION_ENDED)
    log_context.table_id.set(table_id)
    with group_commit.atomic():
        locked = table_sql.lock_row(table_id, proof)
        if locked is None:
            raise DeniedError(TableCode.CLOSED)
        if proof is not None and not proof.holds(locked.evidence):
            raise DeniedError(TableCode.SESSION_ENDED)
        table = LockedTable(locked.row, asker)
        yield table
        table.store()


def queue_next(row: Table) -> None:
    """Queue the task for the table's next timed step, if one is due and it is not paused."""
    if row.due_at is None or row.paused_at is not None:
        return
    seconds = (row.due_at - timezone.now()).total_seconds()
    queue.after_commit(task_of(row), row.pk, row.version, max(0.0, seconds))


def task_of(row: Table) -> str:
    """Return the name of the Celery task for the table's next timed step."""
    return queue.NEXT_DEAL if row.phase == Table.Phase.BETWEEN else queue.MOVE_ON
