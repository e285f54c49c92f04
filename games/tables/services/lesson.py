"""A table for one learner: a lesson, which counts for nothing."""

from typing import Any

from django.db import transaction

from accounts.caller import Caller
from accounts.models import User
from games.common.denials import DeniedError, answering
from games.rules.ruleset import BASIC_GAME
from games.tables import selectors
from games.tables.denials import TableCode
from games.tables.models import Table
from games.tables.services.core import Answer, locked_table
from games.tables.services.fixed_packs import FixedPack, open_with_packs


def open_lesson(user: User, pack: FixedPack, rules_name: str = BASIC_GAME) -> Table:
    """Open a table with bots where the person plays one deal of this pack; they have seat 0.

    Where a lesson of theirs is not over yet, it is that one: pressed twice, it is opened once.
    """
    terms: dict[str, Any] = {"spectators": False, "lesson": Table.Lesson.TAUGHT}
    with transaction.atomic():
        # One press after the other.
        User.objects.select_for_update().get(pk=user.pk)
        known = selectors.running_lesson(user)
        return known or open_with_packs([user], [pack], rules_name=rules_name, **terms)


@answering
def set_coach(caller: Caller, table_id: int, *, wanted: bool) -> Answer:
    """Send the coach of the caller's lesson away, or let it come back; the deal goes on."""
    with locked_table(table_id, caller) as table:
        table.own_seat()
        if not table.row.lesson:
            raise DeniedError(TableCode.NO_LESSON)
        lesson = Table.Lesson.TAUGHT if wanted else Table.Lesson.SKIPPED
        if table.row.lesson != lesson:
            table.row.lesson = lesson
            table.touch()
    return None
