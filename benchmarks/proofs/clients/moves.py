"""Record of the moves sent and of those that were acknowledged."""

from collections import Counter
from typing import NamedTuple


class Move(NamedTuple):
    """An action that a player asked for."""

    table_id: int
    #: Session, deal, attempt, and the number of actions before this one.
    position: tuple[int, ...]
    #: Action in the notation.
    text: str


class Moves:
    """The moves of all tables: those sent, and those known to be done.

    A move is acknowledged when the socket that it was sent over was shown a later position and then
    answered without a refusal in between. Every other move may or may not be done.
    """

    def __init__(self) -> None:
        """Start without moves."""
        self.sent = 0
        self.acknowledged: list[Move] = []
        self.refused = 0
        #: Seconds until each move was shown on the page that sent it.
        self.waits: list[float] = []

    def acknowledge(self, move: Move, seconds: float) -> None:
        """Record that the move was shown as done after `seconds`."""
        self.acknowledged.append(move)
        self.waits.append(seconds)

    @property
    def unknown(self) -> int:
        """Number of moves sent that were neither acknowledged nor refused."""
        return self.sent - self.refused - len(self.acknowledged)

    def acknowledged_twice(self) -> list[Move]:
        """Return the moves acknowledged at a position that another acknowledged move has."""
        places = Counter((move.table_id, move.position) for move in self.acknowledged)
        return [move for move in self.acknowledged if places[move.table_id, move.position] > 1]
