"""Earlier seatings, from the point of view of the players to be seated."""

from collections.abc import Collection, Iterable, Sequence

from tournaments.pairing.rounds import Occupant, Seating
from tournaments.pairing.seating.errors import SeatingCode, SeatingError


class Past:
    """Players to be seated, numbered from 0, with their previous meetings and sit-outs.

    Entrants who have left are ignored: meetings with them are not counted.
    """

    def __init__(
        self,
        entrants: Iterable[int],
        history: Sequence[Seating] = (),
        forbidden: Collection[frozenset[int]] = (),
    ) -> None:
        #: The entrants in ascending order, and each entrant's number.
        self.entrants = sorted(entrants)
        self.index = {entrant: x for x, entrant in enumerate(self.entrants)}
        if len(self.index) < len(self.entrants):
            raise SeatingError(SeatingCode.REPEATED_ENTRANT, "an entrant is named twice")
        self.people = len(self.entrants)
        self.history = history
        #: Number of meetings of x and y.
        self.met = [[0] * self.people for _ in range(self.people)]
        #: Pairs of the last round, and forbidden pairs; in both directions.
        self.last: set[tuple[int, int]] = set()
        self.forbidden = {
            (self.index[one], self.index[other])
            for pair in forbidden
            for one in pair
            for other in pair
            if one != other and one in self.index and other in self.index
        }
        #: How often each player sat at a smaller table than others.
        self.smaller = [0] * self.people
        for seating in history:
            self._count_meetings(seating)
        #: Number of sit-outs per player, and the players who sat out last.
        self.sat_out = self._sit_out_counts()
        self.last_out = set(self.numbers(history[-1].out)) if history else set()

    def numbers(self, entrants: Iterable[Occupant]) -> list[int]:
        """Return the player numbers of those of the entrants who are to be seated."""
        return [
            self.index[entrant]
            for entrant in entrants
            if entrant is not None and entrant in self.index
        ]

    def _count_meetings(self, seating: Seating) -> None:
        """Add the meetings and small tables of one earlier seating."""
        self.last = set()
        sizes = [sum(entrant is not None for entrant in table) for table in seating.tables]
        for table, size in zip(seating.tables, sizes, strict=True):
            here = self.numbers(table)
            for one in here:
                self.smaller[one] += size < max(sizes)
                for other in here:
                    if one != other:
                        self.met[one][other] += 1
                        self.last.add((one, other))

    def _sit_out_counts(self) -> list[int]:
        """Return each player's sit-outs; new players get the lowest number of all."""
        counts = dict.fromkeys(
            (x for seating in self.history for x in self.numbers((*seating.seated, *seating.out))),
            0,
        )
        for seating in self.history:
            for x in self.numbers(seating.out):
                counts[x] += 1
        least = min(counts.values(), default=0)
        return [counts.get(x, least) for x in range(self.people)]
