"""Topics that browsers watch: a table, its chat, the lobby, a user, an event and its desk.

The package that owns a topic registers how its newest value is read, so the hub serves all topics
alike without knowing any of them.
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol


class Topic(NamedTuple):
    """A table, chat, list or user whose changes pages watch; the key is unique within its kind."""

    kind: str
    key: int = 0

    @property
    def group(self) -> str:
        """The name of the topic's group in the channel layer."""
        return f"topic.{self.kind}.{self.key}"


class TopicValue(Protocol):
    """The value of a topic at one version."""

    @property
    def version(self) -> int:
        """Increases with every change."""


@dataclass(frozen=True, slots=True)
class Source:
    """Functions that read the topics of one kind; both run in a database thread."""

    #: Takes a topic's key and returns the newest value; None if the topic no longer exists.
    read: Callable[[int], TopicValue | None]
    #: Takes keys and returns the newest versions, in one query; missing keys no longer exist.
    versions: Callable[[Collection[int]], Mapping[int, int]]
    #: Makes the value from the result of a change in this process, without a query; returns None if
    #: that is not possible.
    make: Callable[[Any], TopicValue | None] | None = None
    #: Minimum seconds between two updates of a topic that changes often.
    min_seconds: float = 0.0


_sources: dict[str, Source] = {}


def register(kind: str, source: Source) -> None:
    """Register the source of topics of this kind. A kind without a source only passes on notes."""
    _sources[kind] = source


def source_of(kind: str) -> Source | None:
    """Return the registered source of topics of this kind; None if they only pass on notes."""
    return _sources.get(kind)
