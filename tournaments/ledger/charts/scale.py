"""Vertical scale of a chart, always including zero, and percentages as text."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Self

from games.common import money, scales


@dataclass(frozen=True, slots=True)
class Scale:
    """Axis ticks: evenly spaced round amounts, highest first, always including zero."""

    ticks: tuple[int, ...]

    @classmethod
    def of(cls, amounts: Iterable[int], currency: str) -> Self:
        """Return a scale that fits all the amounts.

        If all are zero, zero is in the middle, between plus and minus one unit of the currency.
        """
        reached = {0, *amounts}
        if len(reached) == 1:
            one = 10 ** money.minor_digits(currency) if currency else 1
            return cls((one, 0, -one))
        return cls(scales.ticks(min(reached), max(reached), scales.round_steps()))

    def down(self, amount: int) -> float:
        """Return the amount's distance from the top, in percent."""
        top, bottom = self.ticks[0], self.ticks[-1]
        return 100 * (top - amount) / (top - bottom)


def percent(share: float) -> str:
    """Return a percentage for SVG, with a decimal point in every language."""
    return f"{share:z.2f}"
