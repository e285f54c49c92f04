"""Queries for a round whose tables played the same packs, limited to what may be seen."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from django.db.models import Prefetch

from games.tables.models import Deal, Table
from games.tables.seals import UNSEALED, Seal, seal_of
from tournaments.events.core.models import Event
from tournaments.events.duplicate.models import RoundPacks
from tournaments.events.duplicate.packs import round_name
from tournaments.events.duplicate.services import newest_packs
from tournaments.events.rounds.models import EventRound, EventSeat, EventTable
from tournaments.pairing.formats.duplicate import Comparison, SeatKey, compare


@dataclass(frozen=True, slots=True)
class SameTable:
    """A table of a round with shared packs, with its seats and visible deals."""

    number: int
    table: Table
    #: Seats from 0.
    seats: tuple[EventSeat, ...]
    #: Deals by number.
    deals: Mapping[int, Deal]

    @property
    def bots(self) -> int:
        """Number of bots that fill the table."""
        return sum(seat.entry is None for seat in self.seats)

    def is_compared(self, place: int) -> bool:
        """Return whether a seat is compared with other tables: an entrant's, or a lone bot's.

        A single bot's result follows from the other seats of its table. If two bots fill a table,
        neither result belongs to a player, and standings leave both out.
        """
        return self.seats[place].entry is not None or self.bots < 2


@dataclass(frozen=True, slots=True)
class SameRound:
    """A published round whose tables play the same packs, with its visible deals."""

    event: Event
    row: EventRound
    packs: RoundPacks
    seal: Seal
    tables: tuple[SameTable, ...]

    @property
    def name(self) -> str:
        """Prefix of the names of its packs."""
        return round_name(self.event.slug, self.row.number, self.packs.attempt)

    @property
    def through(self) -> int:
        """Number of deals, from the first, that every viewer may see."""
        return self.event.deals if self.seal.through is None else self.seal.through

    def nets(self) -> dict[SeatKey, list[int | None]]:
        """Return net points per visible deal, by (table, place); None for one of another pack.

        Places count from 0. A deal counts if it was dealt from the round's own pack.
        """
        return {
            (each.number, place): [
                _net(each.deals.get(deal), place, f"{self.name}/", f"/{deal}")
                for deal in range(1, self.through + 1)
            ]
            for each in self.tables
            for place in range(len(each.seats))
            if each.is_compared(place)
        }

    def comparisons(self) -> list[Comparison]:
        """Return the comparisons of all seats and visible deals, ordered by deal."""
        return compare(self.nets())

    def corrections(self) -> dict[SeatKey, int]:
        """Return by (table, place) what corrections add to points; empty until the round ends.

        Only seats whose result was changed. The deals stay the same.
        """
        if not self.seal.is_broken:
            return {}
        played = {
            key: sum(net for net in nets if net is not None) for key, nets in self.nets().items()
        }
        found = {}
        for each in self.tables:
            for place, seat in enumerate(each.seats):
                key = (each.number, place)
                if key in played and seat.net is not None and seat.net != played[key]:
                    found[key] = seat.net - played[key]
        return found


def corrected(
    corrections: Mapping[SeatKey, int], keys: Sequence[SeatKey]
) -> dict[SeatKey, Fraction]:
    """Return by table and place what corrections change in comparisons with the same seats."""
    changes = {key: [corrections.get(key, 0)] for key in keys}
    return {(each.table, each.seat): each.result for each in compare(changes)}


def _net(deal: Deal | None, seat_number: int, name_prefix: str, name_suffix: str) -> int | None:
    """Return a seat's net of a deal from the round's pack; None if hidden or of another pack."""
    if deal is None or deal.nets is None or deal.pack_source != Deal.PackSource.SHARED:
        return None
    name = deal.shuffle_name
    if not (name.startswith(name_prefix) and name.endswith(name_suffix)):
        return None
    net: int = deal.nets[seat_number]
    return net


def same_round(event: Event, number: int) -> SameRound | None:
    """Return a published round whose tables play the same packs; otherwise None. Six queries."""
    row = event.rounds.exclude(status=EventRound.Status.PROPOSED).filter(number=number).first()
    packs = None if row is None else newest_packs(event, number)
    if row is None or packs is None:
        return None
    seats = EventSeat.objects.select_related("entry").order_by("place")
    tables = list(
        EventTable.objects.filter(round=row)
        .select_related("table")
        .prefetch_related(Prefetch("seats", seats))
        .order_by("number")
    )
    seal = seal_of(tables[0].app_table) if tables else UNSEALED
    shown = Deal.objects.filter(session__table__event_table__round=row, nets__isnull=False)
    if seal.through is not None:
        shown = shown.filter(number__lte=seal.through)
    deals: dict[int, dict[int, Deal]] = {}
    for deal in shown.select_related("session").order_by("number", "attempt"):
        deals.setdefault(deal.session.table_id, {})[deal.number] = deal
    return SameRound(
        event=event,
        row=row,
        packs=packs,
        seal=seal,
        tables=tuple(
            SameTable(
                each.number,
                each.app_table,
                tuple(each.seats.all()),
                deals.get(each.app_table.pk, {}),
            )
            for each in tables
        ),
    )
