"""What the rounds that were seated already mean to the people who are to be seated now."""

from collections.abc import Collection, Iterable, Sequence

from tournaments.events.rounds import Occupant, Seating
from tournaments.events.seating.errors import RepeatedEntrantError


class Past:
    """The people to be seated, as numbers from 0, and what they have had before.

    Entrants who have gone since are nobody: meetings with them are not counted.
    """

    def __init__(
        self,
        entrants: Iterable[int],
        history: Sequence[Seating] = (),
        forbidden: Collection[frozenset[int]] = (),
    ) -> None:
        #: The entrant of each number, in ascending order, and the number of each entrant.
        self.entrants = sorted(entrants)
        self.index = {entrant: x for x, entrant in enumerate(self.entrants)}
        if len(self.index) < len(self.entrants):
            raise RepeatedEntrantError("an entrant is named twice")
        self.people = len(self.entrants)
        self.history = history
        #: How often x and y met.
        self.met = [[0] * self.people for _ in range(self.people)]
        #: Who met in the last round, and whose meetings are forbidden; both ways round.
        self.last: set[tuple[int, int]] = set()
        self.forbidden = {
            (self.index[one], self.index[other])
            for pair in forbidden
            for one in pair
            for other in pair
            if one != other and one in self.index and other in self.index
        }
        #: How often each sat at a table that was smaller than others.
        self.smaller = [0] * self.people
        for seating in history:
            self._count_meetings(seating)
        #: How often each has sat out, and who did in the last round.
        self.sat_out = self._sat_out()
        self.last_out = set(self.numbers(history[-1].out)) if history else set()

    def numbers(self, entrants: Iterable[Occupant]) -> list[int]:
        """Return the numbers of those who are to be seated now, the others left out."""
        return [
            self.index[entrant]
            for entrant in entrants
            if entrant is not None and entrant in self.index
        ]

    def _count_meetings(self, seating: Seating) -> None:
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

    def _sat_out(self) -> list[int]:
        """Return the sit-outs of each; whoever is new counts with those who have fewest."""
        counts = dict.fromkeys(
            (x for seating in self.history for x in self.numbers((*seating.seated, *seating.out))),
            0,
        )
        for seating in self.history:
            for x in self.numbers(seating.out):
                counts[x] += 1
        least = min(counts.values(), default=0)
        return [counts.get(x, least) for x in range(self.people)]
