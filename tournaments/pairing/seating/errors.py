"""Errors of seating, each with a code for its sentence."""

from collections.abc import Iterable
from typing import ClassVar


class SeatingError(ValueError):
    """Base of all seating errors."""

    #: Code for callers that show a sentence.
    code: ClassVar[str] = "seating"


class TooFewPlayersError(SeatingError):
    """Error of a number of players that is too low for a table."""

    code = "too_few_players"


class OutOfRangeError(SeatingError):
    """Error of a number of players or rounds, or a table size, outside the supported range."""

    code = "out_of_range"


class WayMismatchError(SeatingError):
    """Error of a way to divide players into tables that is for another number of players."""

    code = "way_mismatch"


class RepeatedEntrantError(SeatingError):
    """Error of an entrant who is named twice in a round."""

    code = "repeated_entrant"


class ForbiddenPairsError(SeatingError):
    """Error of pairs that cannot all be kept apart; `pairs` are some of them."""

    code = "forbidden_pairs"

    def __init__(self, pairs: Iterable[frozenset[int]]) -> None:
        self.pairs: tuple[tuple[int, int], ...] = tuple(
            sorted((min(pair), max(pair)) for pair in pairs)
        )
        named = ", ".join(f"{one} and {other}" for one, other in self.pairs)
        super().__init__(f"no seating was found that keeps apart {named}")
