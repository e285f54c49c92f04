"""What stays at a table from one action to the next, and what was made of it for its readers."""

from collections.abc import Callable, Hashable
from dataclasses import fields
from operator import attrgetter
from typing import Any, TypeVar, cast

from games.tables.snapshot import Snapshot, TableFacts

T = TypeVar("T")

#: What of a table's row an action changes.
MOVING = {"version", "action_count", "turn", "turn_since", "deadline", "due_at"}

_standing = attrgetter(*(each.name for each in fields(TableFacts) if each.name not in MOVING))


class Scene:
    """A table for as long as nothing but actions happens there: no deal, vote, person or result.

    What is made of that alone is kept here, and goes from frame to frame.
    """

    def __init__(self, snapshot: Snapshot, before: "Scene | None" = None) -> None:
        self._setting = snapshot.setting
        self._facts = _standing(snapshot.table)
        self._kept: dict[Hashable, Any] = {}
        #: What was made last of the table, whatever the scene: a frame takes from it what is the
        #: same.
        self.made: dict[Hashable, Any] = before.made if before else {}

    def goes_on(self, snapshot: Snapshot) -> bool:
        """Tell whether the table has only had actions since."""
        is_same = snapshot.setting is self._setting or snapshot.setting == self._setting
        return is_same and _standing(snapshot.table) == self._facts

    def once(self, key: Hashable, make: Callable[[], T]) -> T:
        """Return what was made under the key, or make it; the language is part of that."""
        if key not in self._kept:
            self._kept[key] = make()
        return cast("T", self._kept[key])

    def while_same(self, key: Hashable, of: object, make: Callable[[], T]) -> T:
        """Return what was made last under the key, whatever the scene, if it was made of the same.

        :param of: what it is made of, besides what the key says
        """
        known = self.made.get(key)
        if known is None or known[0] != of:
            known = self.made[key] = of, make()
        return cast("T", known[1])
