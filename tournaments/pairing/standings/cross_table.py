"""Cross-table: all meetings of entrants with their points."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from tournaments.pairing.rounds import Points, Round


class Meeting(NamedTuple):
    """A round in which two entrants shared a table, with the points of both."""

    round: int
    table: int
    own: Points
    other: Points


def cross_table(
    history: Sequence[Round], scores: Sequence[Mapping[int, Points]] | None = None
) -> dict[int, dict[int, tuple[Meeting, ...]]]:
    """Return all meetings by the entry numbers of the two entrants; each is listed under both.

    :param scores: points of each round by entry number; by default the nets
    """
    met: dict[int, dict[int, tuple[Meeting, ...]]] = {}
    for number, played in enumerate(history, start=1):
        points: Mapping[int, Points]
        if scores is None:
            points = {entrant: result.net for entrant, result in played.results.items()}
        else:
            points = scores[number - 1]
        for table_number, table in enumerate(played.seating.tables, start=1):
            here = [entrant for entrant in table if entrant is not None and entrant in points]
            for own in here:
                row = met.setdefault(own, {})
                for other in here:
                    if own != other:
                        meeting = Meeting(number, table_number, points[own], points[other])
                        row[other] = (*row.get(other, ()), meeting)
    return met
