"""Cache of results that stay valid at a table from one action to the next."""

from collections.abc import Callable, Hashable
from dataclasses import fields
from operator import attrgetter
from typing import Any, TypeVar, cast

from games.tables.snapshot import Snapshot, TableFacts

T = TypeVar("T")

#: Columns of a table's row that an action changes.
MOVING = {"version", "action_count", "turn", "turn_since", "deadline", "due_at"}

_standing = attrgetter(*(each.name for each in fields(TableFacts) if each.name not in MOVING))


class Scene:
    """Cache for a table as long as only actions happen: no new deal, vote, player or result.

    Caches results that depend on nothing else, and is passed from frame to frame.
    """

    def __init__(self, snapshot: Snapshot, before: "Scene | None" = None) -> None:
        """Start with the snapshot; `before` is the scene whose latest results can be reused."""
        self._setting = snapshot.setting
        self._facts = _standing(snapshot.table)
        self._kept: dict[Hashable, Any] = {}
        #: Latest results of any scene of the table; frames reuse those that are unchanged.
        self.made: dict[Hashable, Any] = before.made if before else {}

    def goes_on(self, snapshot: Snapshot) -> bool:
        """Return whether only actions separate this snapshot from the scene's first one."""
        is_same = snapshot.setting is self._setting or snapshot.setting == self._setting
        return is_same and _standing(snapshot.table) == self._facts

    def once(self, key: Hashable, make: Callable[[], T]) -> T:
        """Return the result cached under the key, which includes the language, or make it."""
        if key not in self._kept:
            self._kept[key] = make()
        return cast("T", self._kept[key])

    def while_same(self, key: Hashable, inputs: object, make: Callable[[], T]) -> T:
        """Return the key's latest result, from any scene, if its inputs are equal; else make it.

        :param inputs: the inputs that are not part of the key
        """
        known = self.made.get(key)
        if known is None or known[0] != inputs:
            known = self.made[key] = inputs, make()
        return cast("T", known[1])
