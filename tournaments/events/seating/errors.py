"""What seating refuses, each with a code for the sentence that is made above."""

from collections.abc import Iterable
from typing import ClassVar


class SeatingError(ValueError):
    """Base of everything that seating refuses."""

    #: The refusal's name for whoever makes a sentence of it.
    code: ClassVar[str] = "seating"


class TooFewPlayersError(SeatingError):
    """There are not enough players for one table."""

    code = "too_few_players"


class OutOfRangeError(SeatingError):
    """A number of players or rounds, or a size of tables, is none that seating knows."""

    code = "out_of_range"


class WayMismatchError(SeatingError):
    """A way to divide players over tables is for another number of players."""

    code = "way_mismatch"


class RepeatedEntrantError(SeatingError):
    """An entrant is named twice in one round."""

    code = "repeated_entrant"


class ForbiddenPairsError(SeatingError):
    """Pairs that must not meet cannot all be kept apart; `pairs` are some that could not be."""

    code = "forbidden_pairs"

    def __init__(self, pairs: Iterable[frozenset[int]]) -> None:
        self.pairs: tuple[tuple[int, int], ...] = tuple(
            sorted((min(pair), max(pair)) for pair in pairs)
        )
        named = ", ".join(f"{one} and {other}" for one, other in self.pairs)
        super().__init__(f"no seating was found that keeps apart {named}")
