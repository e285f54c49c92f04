"""What all services share: who is asking, and the one way in which a table is changed."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, TypeAlias

from django.db import transaction
from django.utils import timezone

from accounts.caller import Caller
from accounts.models import User
from games.common.denials import Denial, DeniedError
from games.rules.deal import DealState, Refusal
from games.tables import queue, topics
from games.tables.denials import TableCode
from games.tables.models import Session, Table
from games.tables.snapshot import SeatFacts, Setting, deal_state, read_setting, setting_of

#: What a service answers: None when it was done, or why not. The rules refuse in their own words.
Answer: TypeAlias = Denial | Refusal | None


def present(caller: Caller) -> User:
    """Return the person who asks, as the database knows them now.

    :raises DeniedError: somebody unknown, or a browser whose session has ended
    """
    if not caller.is_known:
        raise DeniedError(TableCode.WATCHING)
    person = caller.person()
    if person is None:
        raise DeniedError(TableCode.SESSION_ENDED)
    return person


class Changing:
    """A table whose row is locked while a service changes it.

    What is set on ``row`` is stored at the end. Whoever changes what others can see says so, by
    ``touch`` or ``revise``: then the version goes up and is announced.
    """

    def __init__(self, row: Table, person: User | None = None) -> None:
        self.row = row
        self._person = person
        self._known = _values(row)
        self._setting: Setting | None = None
        self._is_touched = self._is_revised = self._is_gone = False

    @property
    def setting(self) -> Setting:
        """What is there besides actions, with what this transaction has changed of it."""
        if self._setting is None:
            is_new = self._is_revised
            self._setting = read_setting(self.row.pk) if is_new else setting_of(self.row)
        return self._setting

    @property
    def state(self) -> DealState:
        """The state of the newest deal."""
        return deal_state(self.setting.deal, self.row.action_count)

    @property
    def person(self) -> User:
        """Who asks for the change."""
        assert self._person is not None, "it happens by itself"
        return self._person

    def own_seat(self) -> SeatFacts:
        """Return the seat of whoever asks for the change.

        :raises DeniedError: they have none, and may do nothing here
        """
        seat = self.setting.seat_of(self.person.pk)
        if seat is None:
            raise DeniedError(TableCode.NO_SEAT)
        return seat

    def check_free(self) -> None:
        """Check that who sits here, by which terms and when is up to the people at the table.

        :raises DeniedError: somebody else has arranged all that
        """
        if self.row.is_arranged:
            raise DeniedError(TableCode.ARRANGED)

    def check_terms_free(self) -> None:
        """Check that the people at the table may change how much is played, and with whom.

        :raises DeniedError: what is played here counts for more than this table
        """
        if self.row.purpose == Table.Purpose.COUNTS:
            raise DeniedError(TableCode.TERMS_FIXED)

    def session_row(self) -> Session:
        """Return the session's row, to be changed; read anew, since words for it may have come."""
        return Session.objects.get(pk=self.setting.session.pk)

    def touch(self) -> None:
        """Say that an action was added, or anything else in the row itself."""
        self._is_touched = True

    def revise(self) -> None:
        """Say that something besides actions was changed: people, deals, results, wishes."""
        self._is_touched = self._is_revised = True
        self._setting = None

    def close(self) -> None:
        """Delete the table, and with it all that was kept of it."""
        topics.table_changed(self.row.pk, self.row.version + 1)
        if self.row.purpose:
            topics.arranged_changed(self.row.pk)
        self.row.delete()
        self._is_gone = True

    def _concerns_others(self) -> bool:
        """Tell whether somebody beyond the table follows what was changed: not each play."""
        return self.row.is_arranged or (bool(self.row.purpose) and self._is_revised)

    def store(self) -> None:
        """Store what was changed, announce it, and queue what comes by itself."""
        if self._is_gone:
            return
        if self._is_touched:
            self.row.version += 1
            self.row.revision += self._is_revised
        values = _values(self.row)
        changed = [name for name, value in values.items() if value != self._known[name]]
        if not changed:
            return
        self.row.save(update_fields=changed)
        if self._is_touched:
            topics.table_changed(self.row.pk, self.row.version)
            # Whoever arranged it knows that it was opened.
            if self.row.version > 1 and self._concerns_others():
                topics.arranged_changed(self.row.pk)
        queue_next(self.row)


def _values(row: Table) -> dict[str, Any]:
    return {field.attname: getattr(row, field.attname) for field in row._meta.concrete_fields}


@contextmanager
def changing(table_id: int, caller: Caller | None = None) -> Iterator[Changing]:
    """Hold the table's row until the transaction ends, and store what was changed.

    On SQLite the lock is the one writer that ``BEGIN IMMEDIATE`` lets in. So who asks is found out
    before.

    :param caller: who asks for it; None for what happens by itself
    :raises DeniedError: the table is gone, or the caller may do nothing here
    """
    person = None if caller is None else present(caller)
    with transaction.atomic():
        row = Table.objects.select_for_update().filter(pk=table_id).first()
        if row is None:
            raise DeniedError(TableCode.CLOSED)
        table = Changing(row, person)
        yield table
        table.store()


def queue_next(row: Table) -> None:
    """Queue what the table waits for, for its version."""
    if row.due_at is None or row.paused_at is not None:
        return
    seconds = (row.due_at - timezone.now()).total_seconds()
    queue.after_commit(task_of(row), row.pk, row.version, max(0.0, seconds))


def task_of(row: Table) -> str:
    """Return the name of the task that does what the table waits for."""
    return queue.NEXT_DEAL if row.phase == Table.Phase.BETWEEN else queue.MOVE_ON
