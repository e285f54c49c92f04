"""What clubs show of the rooms beside them, which they do not know."""

from collections.abc import Collection, Mapping
from typing import Protocol

from games.common.slots import Slot


class MemberRating(Protocol):
    """A rating as lists of members show it."""

    @property
    def rating(self) -> int:
        """The number itself."""

    @property
    def uncertainty(self) -> int:
        """How far off it may be."""

    @property
    def provisional(self) -> bool:
        """Whether too little is known to take it at its word."""


#: The ratings of those of the people who have one, by their numbers.
member_ratings: Slot[[Collection[int]], Mapping[int, MemberRating]] = Slot("ratings of members")
