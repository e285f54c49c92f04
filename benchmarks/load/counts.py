"""Counts collected while a run is measured."""

from collections import Counter
from dataclasses import dataclass, field


@dataclass(slots=True)
class Counts:
    """Counts of the measurement; outside of it only faults are counted."""

    #: Whether the measurement is in progress.
    is_open: bool = False
    #: Waiting times in milliseconds, by kind: "move", "next deal", "chat", "selection", "hint".
    waits: dict[str, list[float]] = field(default_factory=dict)
    #: Bytes and messages that all pages were sent.
    received: int = 0
    messages: int = 0
    #: Errors by kind, at any time.
    faults: Counter[str] = field(default_factory=Counter)

    def add_wait(self, action_name: str, seconds: float) -> None:
        """Record how long an action took until it was shown."""
        if self.is_open:
            self.waits.setdefault(action_name, []).append(1000 * seconds)

    def add_message(self, size: int) -> None:
        """Count a message of `size` bytes."""
        if self.is_open:
            self.received += size
            self.messages += 1

    def count(self, action_name: str) -> int:
        """Return how often something was done during the measurement."""
        return len(self.waits.get(action_name, ()))
