"""Tie-breaks: criteria that decide between entrants with equal totals (docs/TIE-BREAKS.md)."""

from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from itertools import combinations
from typing import Final

from tournaments.pairing.rounds import Entrant, Points, Round

#: Criteria that an organizer can choose, in any order:
#:
#: * penalty: the fewest penalty points;
#: * deals_won: the most deals won;
#: * best_round: the best result in a single round;
#: * head_to_head: the points against the tied entrants, in rounds at the same table;
#: * opponents: the average total of the opponents met.
TIE_BREAKS: Final = ("penalty", "deals_won", "best_round", "head_to_head", "opponents")
#: Order of events that store none.
USUAL: Final = ("penalty", "deals_won", "best_round")


def head_to_head(
    tied: Collection[int], history: Sequence[Round], scores: Sequence[Mapping[int, Points]]
) -> dict[int, Points]:
    """Return each tied entrant's points minus those of the others, in rounds at the same table.

    Empty unless every two of them have met: otherwise some would be compared by fewer meetings.

    :param scores: points of each round by entry number
    """
    group = set(tied)
    margins: dict[int, Points] = dict.fromkeys(tied, 0)
    met = set()
    for played, points in zip(history, scores, strict=True):
        for table in played.seating.tables:
            here = [each for each in table if each in group and each in points]
            for one, other in combinations(here, 2):
                assert one is not None
                assert other is not None
                margin = points[one] - points[other]
                margins[one] += margin
                margins[other] -= margin
                met.add(frozenset((one, other)))
    return margins if len(met) == len(group) * (len(group) - 1) // 2 else {}


def opponents_strength(
    entrants: Sequence[Entrant],
    history: Sequence[Round],
    scores: Sequence[Mapping[int, Points]],
) -> dict[int, Fraction]:
    """Return the average total of each entrant's opponents, once for each round they met.

    The total is that of all rounds, less penalties and with adjustments. Bots that fill seats have
    none and are left out. Entrants without an opponent have 0.
    """
    totals: dict[int, Points] = {
        each.number: sum(one.points for one in each.adjustments)
        - sum(one.points for one in each.penalties)
        for each in entrants
    }
    for points in scores:
        for number, score in points.items():
            if number in totals:
                totals[number] += score
    sums: dict[int, Points] = dict.fromkeys(totals, 0)
    counts = dict.fromkeys(totals, 0)
    for played, points in zip(history, scores, strict=True):
        for table in played.seating.tables:
            here = [each for each in table if each in totals and each in points]
            whole = sum(totals[each] for each in here if each is not None)
            for each in here:
                assert each is not None
                sums[each] += whole - totals[each]
                counts[each] += len(here) - 1
    return {
        number: Fraction(sums[number], counts[number]) if counts[number] else Fraction(0)
        for number in totals
    }
