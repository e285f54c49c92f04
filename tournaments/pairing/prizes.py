"""Prizes by place: shares of a pot or fixed amounts, and their split between tied players.

Pure. All amounts are whole minor units of a currency and are rounded down, so that no more than the
pot is ever given out. What is left stays with the club.
"""

from collections.abc import Collection, Hashable, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, TypeVar

Player = TypeVar("Player", bound=Hashable)

#: Sum of all shares, in percent.
WHOLE: Final = 100
#: Number of places that can have a prize.
MOST_PLACES: Final = 8


class PrizeKind(StrEnum):
    """Units of the prizes: percent of the pot, or amounts in minor units."""

    SHARE = "share"
    AMOUNT = "amount"


@dataclass(frozen=True, slots=True)
class PrizeTable:
    """The prizes of the first places, from the first: percent of the pot, or amounts."""

    kind: PrizeKind
    places: tuple[int, ...]

    def of_places(self, pot: int) -> tuple[int, ...]:
        """Return the prizes of the places, from the first, rounded down.

        Amounts that together exceed the pot are all reduced in the same proportion.

        >>> PrizeTable(PrizeKind.SHARE, (50, 30, 20)).of_places(24000)
        (12000, 7200, 4800)
        >>> PrizeTable(PrizeKind.AMOUNT, (12000, 6000)).of_places(9000)
        (6000, 3000)
        """
        if self.kind is PrizeKind.SHARE:
            return tuple(pot * share // WHOLE for share in self.places)
        total = sum(self.places)
        if total <= pot:
            return self.places
        return tuple(amount * pot // total for amount in self.places)

    def split(self, pot: int, ranking: Iterable[Collection[Player]]) -> dict[Player, int]:
        """Return each winner's prize, by a ranking of groups of tied players, best first.

        Tied players share the prizes of their places equally, rounded down.

        >>> table = PrizeTable(PrizeKind.SHARE, (50, 30, 20))
        >>> table.split(24000, [["ann"], ["bob", "cy"], ["dee"]])
        {'ann': 12000, 'bob': 6000, 'cy': 6000}
        """
        prizes, at = self.of_places(pot), 0
        found: dict[Player, int] = {}
        for tied in ranking:
            if not tied:
                continue
            each = sum(prizes[at : at + len(tied)]) // len(tied)
            if each:
                found |= dict.fromkeys(tied, each)
            at += len(tied)
        return found


class PrizeFault(StrEnum):
    """Reasons why a table of prizes is not allowed."""

    #: There are more than `MOST_PLACES`.
    TOO_MANY = "too_many"
    #: A place has no prize, although a lower one does.
    GAP = "gap"
    #: A lower place has a higher prize.
    RISING = "rising"
    #: The shares exceed 100 percent.
    ABOVE_WHOLE = "above_whole"
    #: The amounts exceed the highest possible pot.
    ABOVE_POT = "above_pot"


def fault_in(
    kind: PrizeKind, places: Sequence[int], highest_pot: int | None
) -> tuple[PrizeFault, int] | None:
    """Return the first fault in prizes by place, with the index of its place; None if allowed.

    :param highest_pot: the highest possible pot in minor units; None for no limit
    """
    if len(places) > MOST_PLACES:
        return PrizeFault.TOO_MANY, MOST_PLACES
    for at, prize in enumerate(places):
        if prize < 1:
            return PrizeFault.GAP, at
        if at and prize > places[at - 1]:
            return PrizeFault.RISING, at
        total = sum(places[: at + 1])
        if kind is PrizeKind.SHARE and total > WHOLE:
            return PrizeFault.ABOVE_WHOLE, at
        if kind is PrizeKind.AMOUNT and highest_pot is not None and total > highest_pot:
            return PrizeFault.ABOVE_POT, at
    return None
