"""What is counted while a run is measured."""

from collections import Counter
from dataclasses import dataclass, field


@dataclass(slots=True)
class Tally:
    """Counts of a window; what happens outside of it counts for nothing but faults."""

    #: Whether the window is open.
    is_open: bool = False
    #: Milliseconds by what was waited for: "move", "next deal", "chat", "selection", "hint".
    waits: dict[str, list[float]] = field(default_factory=dict)
    #: What all pages were sent, in bytes and in messages.
    received: int = 0
    messages: int = 0
    #: What went wrong, at any time.
    faults: Counter[str] = field(default_factory=Counter)

    def waited(self, what: str, seconds: float) -> None:
        """Count something that was done and seen, and how long that took."""
        if self.is_open:
            self.waits.setdefault(what, []).append(1000 * seconds)

    def heard(self, size: int) -> None:
        """Count a message of that many bytes."""
        if self.is_open:
            self.received += size
            self.messages += 1

    def count(self, what: str) -> int:
        """Return how often something was done in the window."""
        return len(self.waits.get(what, ()))
