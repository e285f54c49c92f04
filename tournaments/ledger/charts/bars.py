"""Bars to either side of one zero."""

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.ledger.charts.scale import percent


@dataclass(frozen=True, slots=True)
class Bar:
    """From where to where a bar reaches, in percent of the room there is."""

    x: str
    width: str


def zero_across(amounts: Sequence[int]) -> float:
    """Return how far to the right zero is: the greatest loss and the greatest gain find room."""
    low, high = min([0, *amounts]), max([0, *amounts])
    return 100 * -low / (high - low) if high > low else 50.0


def bars(amounts: Sequence[int]) -> list[Bar]:
    """Return a bar for each amount: losses to the left of zero, gains to the right."""
    zero = zero_across(amounts)
    span = max([0, *amounts]) - min([0, *amounts]) or 1
    return [
        Bar(percent(zero + min(0, 100 * amount / span)), percent(100 * abs(amount) / span))
        for amount in amounts
    ]
