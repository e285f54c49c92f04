"""Bars on both sides of a shared zero."""

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.ledger.charts.scale import percent


@dataclass(frozen=True, slots=True)
class Bar:
    """Start and width of a bar, in percent of the plot area."""

    x: str
    width: str


def zero_across(amounts: Sequence[int]) -> float:
    """Return the position of zero in percent, so that the largest loss and gain both fit.

    It is 50 if all amounts are zero.
    """
    low, high = min([0, *amounts]), max([0, *amounts])
    return 100 * -low / (high - low) if high > low else 50.0


def bars(amounts: Sequence[int]) -> list[Bar]:
    """Return a bar for each amount: losses left of zero, gains right."""
    zero = zero_across(amounts)
    span = max([0, *amounts]) - min([0, *amounts]) or 1
    return [
        Bar(percent(zero + min(0, 100 * amount / span)), percent(100 * abs(amount) / span))
        for amount in amounts
    ]
