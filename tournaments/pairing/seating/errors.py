"""Errors of seating, each with a code for its sentence."""

from collections.abc import Iterable
from enum import StrEnum, auto


class SeatingCode(StrEnum):
    """Reasons why players cannot be seated, for callers that show a sentence."""

    #: Too few players for a table.
    TOO_FEW_PLAYERS = auto()
    #: A number of players or rounds, or a table size, outside the supported range.
    OUT_OF_RANGE = auto()
    #: A way to divide players into tables that is for another number of players.
    WAY_MISMATCH = auto()
    #: An entrant who is named twice in a round.
    REPEATED_ENTRANT = auto()
    #: Pairs that cannot all be kept apart.
    FORBIDDEN_PAIRS = auto()


class SeatingError(ValueError):
    """Players cannot be seated; `code` is the reason."""

    def __init__(self, code: SeatingCode, text: str) -> None:
        super().__init__(text)
        self.code = code


class ForbiddenPairsError(SeatingError):
    """Error of pairs that cannot all be kept apart; `pairs` are some of them."""

    def __init__(self, pairs: Iterable[frozenset[int]]) -> None:
        self.pairs: tuple[tuple[int, int], ...] = tuple(
            sorted((min(pair), max(pair)) for pair in pairs)
        )
        named = ", ".join(f"{one} and {other}" for one, other in self.pairs)
        text = f"no seating was found that keeps apart {named}"
        super().__init__(SeatingCode.FORBIDDEN_PAIRS, text)
