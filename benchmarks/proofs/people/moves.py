"""What people did, and of what they were shown that it was done."""

from collections import Counter
from typing import NamedTuple


class Move(NamedTuple):
    """An action that somebody asked for."""

    table_id: int
    #: The session, the deal, its attempt, and how many actions there were before.
    moment: tuple[int, ...]
    #: The action in the notation.
    text: str


class Moves:
    """The moves of all parties: what was sent, and what of it is known to be done.

    A move is acknowledged when the socket that it was sent over was shown a later moment and then
    answered without refusing anything in between. All else may be done or not.
    """

    def __init__(self) -> None:
        """Begin with none."""
        self.sent = 0
        self.acknowledged: list[Move] = []
        self.refused = 0
        #: Seconds until each was shown at the page that it was made at.
        self.waits: list[float] = []

    def acknowledge(self, move: Move, seconds: float) -> None:
        """Take that the move was shown to be done, after so long."""
        self.acknowledged.append(move)
        self.waits.append(seconds)

    @property
    def unknown(self) -> int:
        """How many moves were sent of which nobody was told what became."""
        return self.sent - self.refused - len(self.acknowledged)

    def told_twice(self) -> list[Move]:
        """Return those that took a place in their deal that another one has."""
        places = Counter((move.table_id, move.moment) for move in self.acknowledged)
        return [move for move in self.acknowledged if places[move.table_id, move.moment] > 1]
