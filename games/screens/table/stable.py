"""Facts of a table that moves don't change."""

from collections.abc import Callable, Hashable
from dataclasses import fields
from operator import attrgetter
from typing import Any, TypeVar, cast

from games.tables.snapshot import Snapshot, TableFacts

T = TypeVar("T")

#: Columns of a table's row that a move changes.
MOVING = {"version", "action_count", "turn", "turn_since", "deadline", "due_at"}

_standing = attrgetter(*(each.name for each in fields(TableFacts) if each.name not in MOVING))


class StableFacts:
    """Results that moves don't change, made once until a deal, vote, player or result is new.

    Each state of the table takes them from the one before.
    """

    def __init__(self, snapshot: Snapshot, before: "StableFacts | None" = None) -> None:
        """Start with the snapshot, and with earlier results that may still be equal."""
        self._setting = snapshot.setting
        self._facts = _standing(snapshot.table)
        self._made: dict[Hashable, Any] = {}
        #: Latest results with their inputs, which may also be equal after such a change.
        self._latest: dict[Hashable, tuple[object, Any]] = before._latest if before else {}

    def hold_in(self, snapshot: Snapshot) -> bool:
        """Return whether only moves separate this snapshot from the first one."""
        is_same = snapshot.setting is self._setting or snapshot.setting == self._setting
        return is_same and _standing(snapshot.table) == self._facts

    def once(self, key: Hashable, make: Callable[[], T]) -> T:
        """Return the result under the key, which includes the language; made once."""
        if key not in self._made:
            self._made[key] = make()
        return cast("T", self._made[key])

    def while_same(self, key: Hashable, inputs: object, make: Callable[[], T]) -> T:
        """Return the latest result under the key if its inputs are equal, or else make it.

        :param inputs: the inputs that are not part of the key
        """
        known = self._latest.get(key)
        if known is None or known[0] != inputs:
            known = self._latest[key] = inputs, make()
        return cast("T", known[1])
