"""The rounds of an event, table by table."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.events.models import Entry, Event, EventRound, EventTable
from tournaments.events.presenter.words import STAGES, signed
from tournaments.events.rounds import Occupant


@dataclass(frozen=True, slots=True)
class SeatLine:
    """Somebody at a table."""

    name: str
    is_own: bool
    #: The result, once it is known.
    net: str = ""
    #: The number of the entry, 0 for a bot that completes the table.
    number: int = 0


@dataclass(frozen=True, slots=True)
class SeatedTable:
    """A table of a round."""

    number: int
    seats: Sequence[SeatLine]
    url: str = ""
    is_over: bool = False
    is_own: bool = False
    correct_url: str = ""


@dataclass(frozen=True, slots=True)
class RoundPart:
    """A round as pages show it."""

    number: int
    title: str
    status: str
    is_running: bool
    tables: Sequence[SeatedTable]
    #: Names of those who sit out.
    out: str
    done: int


def round_part(event: Event, row: EventRound, names: Mapping[int, Entry], own: int) -> RoundPart:
    """Return the round, proposed or published.

    :param own: the number of the reader's entry, 0 for none
    """
    if row.status == EventRound.Status.PROPOSED:
        tables = [
            SeatedTable(
                number,
                [SeatLine(_name(names, each), each == own, number=each or 0) for each in table],
                is_own=own in table,
            )
            for number, table in enumerate(row.seated.tables, 1)
        ]
    else:
        tables = [_published(event, each, own) for each in row.tables.all()]
    title = _("Round %(number)s") % {"number": row.number}
    if row.stage:
        title = f"{title} · {_(STAGES.get(row.stage, row.stage))}"
    return RoundPart(
        number=row.number,
        title=title,
        status=row.get_status_display(),
        is_running=row.status == EventRound.Status.RUNNING,
        tables=tables,
        out=", ".join(_name(names, each) for each in row.seated.out),
        done=sum(each.is_over for each in tables),
    )


def _name(names: Mapping[int, Entry], number: Occupant) -> str:
    return _("A bot") if number is None else names[number].name


def _published(event: Event, row: EventTable, own: int) -> SeatedTable:
    seats = [
        SeatLine(
            name=_("A bot") if seat.entry is None else seat.entry.name,
            is_own=seat.entry is not None and seat.entry.number == own,
            net="" if seat.net is None else signed(seat.net),
            number=0 if seat.entry is None else seat.entry.number,
        )
        for seat in row.seats.all()
    ]
    is_over = row.finished_at is not None
    return SeatedTable(
        number=row.number,
        seats=seats,
        url=row.table.get_absolute_url(),
        is_over=is_over,
        is_own=any(seat.is_own for seat in seats),
        correct_url=reverse("event_correct", args=[event.slug, row.pk]) if is_over else "",
    )
