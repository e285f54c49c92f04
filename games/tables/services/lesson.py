"""Lesson tables: one learner against bots, outside lists and ratings."""

from typing import Any

from django.db import transaction

from accounts.caller import Caller
from accounts.models import User
from games import bots as players
from games.common.denials import DeniedError, answering
from games.rules.ruleset.presets import BASIC_GAME
from games.tables import selectors
from games.tables.denials import TableCode
from games.tables.models import Table
from games.tables.services.core import Answer, locked_table
from games.tables.services.fixed_packs import FixedPack, open_with_packs


def open_lesson(user: User, pack: FixedPack, rules_name: str = BASIC_GAME) -> Table:
    """Open a table with bots where the user plays one deal of this pack from seat 0.

    An unfinished lesson of the user is returned instead, so a double click opens one.
    """
    terms: dict[str, Any] = {
        "spectators": False,
        "lesson": Table.Lesson.TAUGHT,
        # The coach's texts expect how this bot plays the pack, at whatever strength others play.
        "bot_strength": players.DEFAULT,
    }
    with transaction.atomic():
        # Serialize double clicks.
        User.objects.select_for_update().get(pk=user.pk)
        known = selectors.running_lesson(user)
        return known or open_with_packs([user], [pack], rules_name=rules_name, **terms)


@answering
def set_coach(caller: Caller, table_id: int, *, is_on: bool) -> Answer:
    """Turn the coach of the caller's lesson on or off; the deal continues."""
    with locked_table(table_id, caller) as table:
        table.own_seat()
        if not table.row.lesson:
            raise DeniedError(TableCode.NO_LESSON)
        lesson = Table.Lesson.TAUGHT if is_on else Table.Lesson.SKIPPED
        if table.row.lesson != lesson:
            table.row.lesson = lesson
            table.touch()
    return None
