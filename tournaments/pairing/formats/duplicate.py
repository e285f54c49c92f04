"""Duplicate: all tables of a round play the same packs, so the luck of the deal cancels out.

A seat's net is compared with the average net of the same seat at all other tables. One seat's gain
in the comparison is other seats' loss, so for each seat the results of all tables sum to exactly
zero: they are fractions, never rounded.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from tournaments.pairing.formats.base import Note, TotalUnit, general_notes
from tournaments.pairing.formats.fixed_rounds import FixedRounds
from tournaments.pairing.formats.seating_context import SeatingContext
from tournaments.pairing.rounds import Entrant, Round
from tournaments.pairing.standings.lines import Standing, standings

#: A table's number and one of its seats, from 0.
SeatKey = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Comparison:
    """A seat's net in one deal, with the average net of that seat at the other tables."""

    table: int
    seat: int
    #: Deal number, from 1.
    deal: int
    net: int
    #: Average net of the seat at the other tables; None if no other table played the deal.
    elsewhere: Fraction | None
    #: Net minus that average; 0 without one.
    result: Fraction


@dataclass(frozen=True)
class Duplicate(FixedRounds):
    """Format with a given number of rounds in which all tables play the same packs."""

    name: ClassVar[str] = "duplicate"
    same_packs: ClassVar[bool] = True

    @property
    def total_unit(self) -> TotalUnit:
        """Differences from the average of the seats with the same cards."""
        return "differences"

    def standings(
        self, history: Sequence[Round], entrants: Sequence[Entrant], seed: int = 0
    ) -> tuple[Standing, ...]:
        """Return the standings by the results of the comparisons."""
        return standings(
            history,
            entrants,
            scores=[round_scores(each) for each in history],
            tie_breaks=self.tie_breaks,
        )

    def notes(
        self,
        history: Sequence[Round],
        proposed: Round,
        entrants: Sequence[Entrant],
        context: SeatingContext,
    ) -> tuple[Note, ...]:
        """Return the general remarks, and the number of tables that are the only ones of a size."""
        sizes = [len(table) for table in proposed.seating.tables]
        alone = sum(1 for size in sizes if sizes.count(size) == 1)
        notes = general_notes(history, proposed, context)
        return (*notes, Note("alone", {"count": alone})) if alone else notes


def compare(results: Mapping[SeatKey, Sequence[int | None]]) -> list[Comparison]:
    """Return each seat's net of each deal with the average of that seat elsewhere.

    `results` has the nets of all deals by (table number, seat), None for deals that were not
    played.

    All tables must have the same number of seats, since a table of three is dealt different packs.
    The comparisons are ordered by deal, then seat, then table.

    >>> both = {(1, 0): [6], (1, 1): [-6], (2, 0): [1], (2, 1): [-1]}
    >>> [(each.table, each.seat, str(each.result)) for each in compare(both)]
    [(1, 0, '5'), (2, 0, '-5'), (1, 1, '-5'), (2, 1, '5')]
    """
    columns: defaultdict[tuple[int, int], dict[int, int]] = defaultdict(dict)
    for (table, seat), nets in results.items():
        for deal, net in enumerate(nets, start=1):
            if net is not None:
                columns[deal, seat][table] = net
    found = []
    for (deal, seat), nets_of in sorted(columns.items()):
        total = sum(nets_of.values())
        for table, net in sorted(nets_of.items()):
            elsewhere = Fraction(total - net, len(nets_of) - 1) if len(nets_of) > 1 else None
            result = Fraction(0) if elsewhere is None else net - elsewhere
            found.append(Comparison(table, seat, deal, net, elsewhere, result))
    return found


def totals(comparisons: Sequence[Comparison]) -> dict[SeatKey, Fraction]:
    """Return the sum of the comparison results over all deals, by table number and seat."""
    summed: dict[SeatKey, Fraction] = {}
    for each in comparisons:
        at = (each.table, each.seat)
        summed[at] = summed.get(at, Fraction(0)) + each.result
    return summed


def round_scores(played: Round) -> dict[int, Fraction]:
    """Return each entrant's sum of comparison results in a round, by entry number.

    Tables are compared with tables of the same size. A bot's result follows from the other seats of
    its table, whose nets sum to zero; the bots' seats of tables with two or more bots are left out.
    """
    columns: defaultdict[tuple[int, int], list[tuple[int | None, int]]] = defaultdict(list)
    for table in played.seating.tables:
        for seat, (entrant, net) in enumerate(zip(table, _nets(table, played), strict=False)):
            if net is not None:
                columns[len(table), seat].append((entrant, net))
    scores = {}
    for column in columns.values():
        total = sum(net for _entrant, net in column)
        others = len(column) - 1
        for entrant, net in column:
            if entrant is not None:
                # Net minus (total - net) / others as a single fraction, which is faster.
                scores[entrant] = (
                    Fraction(net * len(column) - total, others) if others else Fraction(0)
                )
    return scores


def _nets(table: Sequence[int | None], played: Round) -> list[int | None]:
    """Return the nets of the seats of a table; empty if one of its results is missing.

    A single bot's net follows from the others; several bots have None.
    """
    if any(entrant is not None and entrant not in played.results for entrant in table):
        return []
    nets = [None if entrant is None else played.results[entrant].net for entrant in table]
    if nets.count(None) == 1:
        nets[nets.index(None)] = -sum(net for net in nets if net is not None)
    return nets
