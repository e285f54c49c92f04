"""Topics: what browsers watch. A table, its chat, the lobby, a person, an event and its desk.

The room that a topic belongs to says once how its newest value is read. So the hub serves all of
them alike and knows none of them.
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol


class Topic(NamedTuple):
    """Something that can be watched: the key tells one from others of its kind."""

    kind: str
    key: int = 0

    @property
    def group(self) -> str:
        """The name of the channel layer's group that hears of it."""
        return f"topic.{self.kind}.{self.key}"


class Shown(Protocol):
    """What viewers of a topic are shown, at one version."""

    @property
    def version(self) -> int:
        """Grows from one to the next."""


@dataclass(frozen=True, slots=True)
class Source:
    """How the topics of one kind are read; both run in a database thread."""

    #: Gives the newest value by the topic's key, or None where there is none any more.
    read: Callable[[int], Shown | None]
    #: Gives the newest versions by keys, in one query; a key without a version is gone.
    versions: Callable[[Collection[int]], Mapping[int, int]]
    #: Makes the value of what a change in this process has left, without asking the database; None
    #: where that will not do.
    make: Callable[[Any], Shown | None] | None = None
    #: So many seconds a hub rests between two reads of a topic, where much changes at once.
    rest: float = 0.0


_sources: dict[str, Source] = {}


def register(kind: str, source: Source) -> None:
    """Declare how topics of the kind are read. A kind without a source only passes on notes."""
    _sources[kind] = source


def source_of(kind: str) -> Source | None:
    """Return how topics of the kind are read; None where they only pass on notes."""
    return _sources.get(kind)
