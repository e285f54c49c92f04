"""Duplicate results: each seat compared with the same seat at the other tables."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from django.urls import reverse

from tournaments.events.core.words import signed
from tournaments.events.duplicate.selectors import SameRound, corrected
from tournaments.events.rounds.models import EventSeat
from tournaments.events.rounds.tables import seat_name
from tournaments.pairing.formats.duplicate import Comparison, SeatKey

#: Up to this many other tables the average shows each number; beyond, only sum and count.
MOST_WRITTEN_OUT = 4


@dataclass(frozen=True, slots=True)
class ComparedSeat:
    """A seat's result in a deal beside the average of the same seat elsewhere, as texts."""

    table: int
    name: str
    is_own: bool
    net: str
    #: The average of the others, and how it was calculated.
    elsewhere: str
    how: str
    result: str
    is_minus: bool


@dataclass(frozen=True, slots=True)
class SeatColumn:
    """One seat of a deal with its results at all tables."""

    seat: int
    lines: Sequence[ComparedSeat]


@dataclass(frozen=True, slots=True)
class ComparedDeal:
    """One deal at all tables; it has no seats until all tables have finished it."""

    number: int
    seats: Sequence[SeatColumn]
    #: Address of its replays side by side.
    url: str
    is_open: bool


@dataclass(frozen=True, slots=True)
class ComparedEntrant:
    """The sum of an entrant's comparisons in a round."""

    table: int
    seat: int
    name: str
    is_own: bool
    deals: Sequence[str]
    #: The effect of an organizer's correction.
    correction: str
    total: str
    is_minus: bool


@dataclass(frozen=True, slots=True)
class RoundComparison:
    """Content of the page that compares the tables of a round."""

    number: int
    deals: Sequence[ComparedDeal]
    #: The compared entrants, best first.
    entrants: Sequence[ComparedEntrant]
    #: The numbers of the deals that are shown.
    shown: Sequence[int]
    has_corrections: bool
    #: Whether all tables have finished the round, and how many tables there are.
    is_over: bool
    tables: int
    check_url: str


def round_comparison(played: SameRound, own_number: int) -> RoundComparison:
    """Return the comparison of a round; deals that some table hasn't finished have no seats.

    :param own_number: the number of the reader's entry, 0 for none
    """
    comparisons = played.comparisons()
    seats = {
        (each.number, place): seat
        for each in played.tables
        for place, seat in enumerate(each.seats)
    }
    return RoundComparison(
        number=played.row.number,
        deals=[
            _compared_deal(played, number, comparisons, seats, own_number)
            for number in range(1, played.event.deals + 1)
        ],
        entrants=_compared_entrants(played, comparisons, seats, own_number),
        shown=range(1, played.through + 1),
        has_corrections=bool(played.corrections()),
        is_over=played.seal.is_broken,
        tables=len(played.tables),
        check_url=reverse("event_packs", args=[played.event.slug, played.row.number]),
    )


def _is_own(seat: EventSeat, own_number: int) -> bool:
    """Return whether the seat belongs to the reader's entry; `own_number` 0 stands for no entry."""
    return seat.entry is not None and seat.entry.number == own_number


def _compared_deal(
    played: SameRound,
    deal_number: int,
    comparisons: Sequence[Comparison],
    seats: Mapping[SeatKey, EventSeat],
    own_number: int,
) -> ComparedDeal:
    """Return a deal of the round with each seat's results at all tables."""
    of_deal = [each for each in comparisons if each.deal == deal_number]
    columns = []
    for place in sorted({each.seat for each in of_deal}):
        column = [each for each in of_deal if each.seat == place]
        nets = {each.table: each.net for each in column}
        columns.append(
            SeatColumn(
                seat=place + 1,
                lines=[
                    _compared_seat(each, nets, seats[each.table, place], own_number)
                    for each in column
                ],
            )
        )
    return ComparedDeal(
        number=deal_number,
        seats=columns,
        url=reverse("event_side_by_side", args=[played.event.slug, played.row.number, deal_number]),
        is_open=not played.seal.holds(deal_number),
    )


def _compared_seat(
    compared: Comparison, nets: Mapping[int, int], seat: EventSeat, own_number: int
) -> ComparedSeat:
    """Return a seat's result beside its average elsewhere; `nets` has all results by table."""
    others = [net for table, net in nets.items() if table != compared.table]
    return ComparedSeat(
        table=compared.table,
        name=seat_name(seat),
        is_own=_is_own(seat, own_number),
        net=signed(compared.net),
        elsewhere=signed(compared.elsewhere),
        how=_average_calculation(others),
        result=signed(compared.result),
        is_minus=compared.result < 0,
    )


def _average_calculation(nets: Sequence[int]) -> str:
    """Return the average's calculation as text, with each number if up to four, else sum and count.

    Empty for fewer than two results.
    """
    if len(nets) < 2:
        return ""
    if len(nets) > MOST_WRITTEN_OUT:
        return f"{signed(sum(nets))} / {len(nets)}"
    first, *more = nets
    terms = "".join(f" {'−' if net < 0 else '+'} {abs(net)}" for net in more)
    return f"({signed(first).removeprefix('+')}{terms}) / {len(nets)}"


def _compared_entrants(
    played: SameRound,
    comparisons: Sequence[Comparison],
    seats: Mapping[SeatKey, EventSeat],
    own_number: int,
) -> list[ComparedEntrant]:
    """Return each entrant's comparisons of the round and their corrected sum, best first."""
    by_seat: dict[SeatKey, dict[int, Fraction]] = {}
    for each in comparisons:
        by_seat.setdefault((each.table, each.seat), {})[each.deal] = each.result
    changed = corrected(played.corrections(), list(by_seat))
    lines = []
    for key, results in by_seat.items():
        total = sum(results.values(), start=changed[key])
        lines.append((total, key, results))
    lines.sort(key=lambda line: (-line[0], line[1]))
    return [
        ComparedEntrant(
            table=key[0],
            seat=key[1] + 1,
            name=seat_name(seats[key]),
            is_own=_is_own(seats[key], own_number),
            deals=[signed(results.get(number)) for number in range(1, played.through + 1)],
            correction=signed(changed[key]),
            total=signed(total),
            is_minus=total < 0,
        )
        for total, key, results in lines
    ]
