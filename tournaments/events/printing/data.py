"""Export of an event as CSV and JSON (docs/EVENTS-DATA.md): codes, no sentences."""

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from fractions import Fraction
from typing import Any, Final

from games.common import spreadsheets
from tournaments.events.core.models import Event
from tournaments.events.entries.models import Entry
from tournaments.events.rounds.models import EventRound, EventSeat
from tournaments.events.standings.sheet import sheet_of
from tournaments.pairing.rounds import Occupant, Points

#: Increased when a field changes its meaning or is removed; new fields don't increase it.
SCHEMA: Final = 1
#: Decimal places.
_DIGITS: Final = 6

Row = dict[str, Any]


def as_json(event: Event, list_name: str, *, proposed: bool) -> Row:
    """Return one of the `LISTS` of an event with information about the event, as JSON data.

    :param proposed: whether to include a round that is only proposed
    """
    return {
        "schema": SCHEMA,
        "list": list_name,
        "event": _event_row(event),
        "rows": LISTS[list_name](event, proposed),
    }


def as_csv(event: Event, list_name: str, *, proposed: bool) -> str:
    """Return one of the `LISTS` as CSV: UTF-8 with a byte order mark, codes in the header."""
    rows = LISTS[list_name](event, proposed)
    flat = [_flat_row(row) for row in rows]
    # All rows of a list have the same fields; an empty list still has a header.
    names = list(flat[0]) if flat else FIELDS[list_name]
    cells = ([_csv_cell(name, row[name]) for name in names] for row in flat)
    return spreadsheets.as_text(names, cells)


def _flat_row(row: Row) -> Row:
    """Return the row for CSV: the list of rounds in a standings line becomes columns."""
    rounds = row.get("rounds")
    if rounds is None:
        return row
    flat = {name: value for name, value in row.items() if name != "rounds"}
    for each in rounds:
        for name in ("state", "points", "points_exact", "table", "deals_won", "counts"):
            flat[f"round_{each['round']}_{name}"] = each[name]
    return flat


def _csv_cell(name: str, value: Any) -> Any:
    """Return a value in the form of a CSV cell."""
    to_cell = spreadsheets.exact_cell if name.endswith("_exact") else spreadsheets.cell
    return to_cell(value)


def _event_row(event: Event) -> Row:
    """Return the exported data of the event itself."""
    return {
        "slug": event.slug,
        "name": event.name,
        "club": {"slug": event.club.slug, "name": event.club.name},
        "starts_at": _utc_text(event.starts_at),
        "status": event.status,
        "final": sheet_of(event).is_final,
        "version": event.version,
        "format": event.format,
        "format_settings": event.format_settings,
        "deals": event.deals,
    }


def _utc_text(at: datetime | None) -> str | None:
    """Return a time as ISO 8601 text in UTC with seconds; None without a time."""
    return None if at is None else at.astimezone(UTC).isoformat(timespec="seconds")


def _entrant_kind(entry: Entry | None) -> str:
    """Return "bot" or "person"; without an entry the seat is held by a bot."""
    return "bot" if entry is None or entry.bot else "person"


def _number(points: Points | None) -> float | int | None:
    """Return points as a number: an integer, or rounded to six decimal places; None stays None."""
    if points is None or isinstance(points, int):
        return points
    return points.numerator if points.denominator == 1 else round(float(points), _DIGITS)


def _exact_text(points: Points | None) -> str | None:
    """Return points as exact text: "12", or "37/3"; None stays None."""
    return None if points is None else str(Fraction(points))


def _entry_rows(event: Event, proposed: bool) -> list[Row]:
    """Return one row per entry, by entry number."""
    return [
        {
            "entry": each.number,
            "name": each.name,
            "kind": _entrant_kind(each),
            "status": each.status,
            "seed": each.seed_rank,
            "first_round": each.joined,
            "last_round": each.left,
            "skipped_rounds": " ".join(map(str, each.skipped)) or None,
            "entered_at": _utc_text(each.created_at),
        }
        for each in sheet_of(event).entries.values()
    ]


def _seating_rows(event: Event, proposed: bool) -> list[Row]:
    """Return one row per seat and sit-out of each round, optionally with the proposed round."""
    entries = sheet_of(event).entries
    found: list[Row] = []

    def add(round_row: EventRound, table: int | None, seat: int | None, occupant: Occupant) -> None:
        """Append the row of one seat, or of a sit-out if table and seat are None."""
        entry = None if occupant is None else entries[occupant]
        found.append(
            {
                "round": round_row.number,
                "stage": round_row.stage,
                "status": round_row.status,
                "table": table,
                "seat": seat,
                "entry": occupant,
                "name": None if entry is None else entry.name,
                "kind": _entrant_kind(entry),
            }
        )

    for row in event.rounds.order_by("number"):
        if row.status == EventRound.Status.PROPOSED and not proposed:
            continue
        for table, people in enumerate(row.seated.tables, 1):
            for seat, number in enumerate(people, 1):
                add(row, table, seat, number)
        for number in row.seated.out:
            add(row, None, None, number)
    return found


def _result_rows(event: Event, proposed: bool) -> list[Row]:
    """Return one row per seat with a result, in order of rounds, tables and seats."""
    known = EventSeat.objects.filter(event_table__round__event=event, net__isnull=False)
    # Values instead of model instances: there may be thousands of rows.
    seats = known.order_by("event_table__round__number", "event_table__number", "place")
    entries = sheet_of(event).entries
    found = []
    for number, stage, table, entrant, net, won, deals, at in seats.values_list(
        "event_table__round__number",
        "event_table__round__stage",
        "event_table__number",
        "entry__number",
        "net",
        "deals_won",
        "deals_played",
        "event_table__finished_at",
    ):
        entry = None if entrant is None else entries[entrant]
        found.append(
            {
                "round": number,
                "stage": stage,
                "table": table,
                "entry": entrant,
                "name": None if entry is None else entry.name,
                "kind": _entrant_kind(entry),
                "points": net,
                "deals_won": won,
                "deals": deals,
                "finished_at": _utc_text(at),
            }
        )
    return found


def _standing_rows(event: Event, proposed: bool) -> list[Row]:
    """Return one row per entrant, best first, with the list of their rounds."""
    sheet = sheet_of(event)
    return [
        {
            "place": line.place,
            "shared": line.shared,
            "entry": line.entrant,
            "name": sheet.entries[line.entrant].name,
            "kind": _entrant_kind(sheet.entries[line.entrant]),
            "stage": line.stage,
            "still_in": line.still_in,
            "total": _number(line.total),
            "total_exact": _exact_text(line.total),
            "points": _number(line.points),
            "points_exact": _exact_text(line.points),
            "penalty": line.penalty,
            "adjustment": line.adjustment,
            "deals_won": line.deals_won,
            "deals": line.deals,
            "best_round": _number(line.best_round),
            "best_round_exact": _exact_text(line.best_round),
            "decided_by": None if line.decision is None else line.decision.by,
            "rounds": [
                {
                    "round": number,
                    "state": each.state,
                    "points": _number(each.points),
                    "points_exact": _exact_text(each.points),
                    "table": each.table,
                    "deals_won": each.deals_won,
                    "counts": each.counts,
                }
                for number, each in enumerate(line.rounds, 1)
            ],
        }
        for line in sheet.lines
    ]


#: Lists for download, by name.
LISTS: Final[Mapping[str, Callable[[Event, bool], list[Row]]]] = {
    "entries": _entry_rows,
    "seatings": _seating_rows,
    "results": _result_rows,
    "standings": _standing_rows,
}
#: Columns of a list, followed by those of the rounds.
FIELDS: Final[Mapping[str, tuple[str, ...]]] = {
    "entries": (
        "entry", "name", "kind", "status", "seed", "first_round", "last_round",
        "skipped_rounds", "entered_at",
    ),
    "seatings": ("round", "stage", "status", "table", "seat", "entry", "name", "kind"),
    "results": (
        "round", "stage", "table", "entry", "name", "kind", "points", "deals_won", "deals",
        "finished_at",
    ),
    "standings": (
        "place", "shared", "entry", "name", "kind", "stage", "still_in", "total", "total_exact",
        "points", "points_exact", "penalty", "adjustment", "deals_won", "deals", "best_round",
        "best_round_exact", "decided_by",
    ),
}  # fmt: skip
