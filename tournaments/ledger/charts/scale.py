"""Where amounts stand: a scale with zero on it, and shares of the room as text."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Self

from games.common import money, scales


@dataclass(frozen=True, slots=True)
class Scale:
    """Round amounts from top to bottom, evenly spread; zero is always one of them."""

    ticks: tuple[int, ...]

    @classmethod
    def of(cls, amounts: Iterable[int], currency: str) -> Self:
        """Return the scale on which all the amounts find room.

        Where there is nothing but zero, it lies in the middle, between one of the currency each.
        """
        reached = {0, *amounts}
        if len(reached) == 1:
            one = 10 ** money.minor_digits(currency) if currency else 1
            return cls((one, 0, -one))
        return cls(scales.ticks(min(reached), max(reached), scales.round_steps()))

    def down(self, amount: int) -> float:
        """Return how far down the amount is, in percent."""
        top, bottom = self.ticks[0], self.ticks[-1]
        return 100 * (top - amount) / (top - bottom)


def percent(share: float) -> str:
    """Return a share as drawings have it, with a point in every language."""
    return f"{share:z.2f}"
