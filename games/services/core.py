"""What all services share: the lock, who is asking, and the row that tells everybody."""

from dataclasses import dataclass
from typing import NamedTuple

from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from games import announce, people, selectors, wake
from games.models import Seat, Table


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a request: a sentence why not, or nothing when it was done."""

    refusal: str = ""


DONE = Outcome()


class Place(NamedTuple):
    """Where somebody who asks for something sits; the table's row is locked."""

    table: Table
    scene: selectors.Scene
    seat: Seat


def lock(table_id: int) -> Table | None:
    """The table's row, locked until the transaction ends."""
    return Table.objects.select_for_update().filter(pk=table_id).first()


def present(user: User | None, session_key: str | None) -> User | Outcome:
    """The person as the database knows them now, or why they may do nothing."""
    if user is None:
        return Outcome(_("You are watching. Sign in, or press Play now, to take a seat."))
    found = User.objects.filter(pk=user.pk, is_active=True).first()
    if found is None or not people.still_signed_in(found, session_key):
        return Outcome(_("Your session has ended. Reload the page to go on."))
    return found


def take_place(table_id: int, user: User | None, session_key: str | None) -> Place | Outcome:
    """Lock the table and find the person's seat, or say why they may do nothing here."""
    found = present(user, session_key)
    if isinstance(found, Outcome):
        return found
    table = lock(table_id)
    if table is None:
        return Outcome(_("This table was closed."))
    scene = selectors.scene(table)
    seat = next((each for each in scene.seats if each.user_id == found.pk), None)
    if seat is None:
        return Outcome(_("You are watching this table and have no seat at it."))
    return Place(table, scene, seat)


def changed(table: Table, *, scene: bool = False) -> None:
    """Raise the version, store the row, announce it, and queue what comes by itself.

    The caller holds the table's lock, and has set what else there is to set.

    :param scene: whether something besides actions changed (see ``Table.scene``)
    """
    table.version += 1
    if scene:
        table.scene += 1
    table.save(update_fields=CHANGING)
    announce.table_changed(table.pk, table.version)
    queue(table)


#: The fields of a table's row that change while it stands.
CHANGING = [
    "host_id", "version", "phase", "scene", "action_count", "turn", "moment", "talk", "turn_since",
    "deadline", "paused_at", "due_at", "barred",
]  # fmt: skip


def queue(table: Table) -> None:
    """Queue what the table waits for, for its version."""
    if table.due_at is None or table.paused_at is not None:
        return
    seconds = (table.due_at - timezone.now()).total_seconds()
    wake.after_commit(task_of(table), table.pk, table.version, max(0.0, seconds))


def task_of(table: Table) -> str:
    """The task that does what the table waits for."""
    return wake.NEXT_DEAL if table.phase == Table.Phase.BETWEEN else wake.MOVE_ON
