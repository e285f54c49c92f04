"""The rounds of an event, table by table."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.sorting import sort_key
from games.common.numbers import listed
from tournaments.events.core.format_input import is_night
from tournaments.events.core.models import Event
from tournaments.events.core.words import STAGES, signed, table_url
from tournaments.events.entries.models import Entry
from tournaments.events.rounds.models import EventRound, EventSeat, EventTable
from tournaments.ledger.corrections.models import is_final
from tournaments.pairing.formats import FORMATS as FORMATS_BY_NAME
from tournaments.pairing.formats.stages import FINAL, GROUP
from tournaments.pairing.rounds import Occupant


@dataclass(frozen=True, slots=True)
class SeatLine:
    """A seat in the list of a round's tables: the player's name, and the result as text."""

    name: str
    is_own: bool
    #: The result, once it is known.
    net: str = ""
    #: The number of the entry, 0 for a bot that fills the table.
    number: int = 0
    has_bot_tag: bool = False
    #: The items of its menu on the organizers' desk.
    actions: Sequence[Any] = ()


@dataclass(frozen=True, slots=True)
class SeatedTable:
    """A table of a round, with its seats, links and progress."""

    number: int
    seats: Sequence[SeatLine]
    #: "Table 3", "Group A · Table 3", or the name of a table of the final.
    title: str
    url: str = ""
    is_over: bool = False
    is_own: bool = False
    correct_url: str = ""
    #: Whether the reader may open the table.
    is_open: bool = True
    #: Progress of a table with real cards.
    progress: str = ""
    #: The items of its menu on the organizers' desk.
    actions: Sequence[Any] = ()


@dataclass(frozen=True, slots=True)
class RoundPart:
    """A round in texts, as pages show it: title, status, tables, and who sits out."""

    number: int
    title: str
    status: str
    is_running: bool
    tables: Sequence[SeatedTable]
    #: Names of players who sit out.
    out: str
    done: int
    #: Addresses for comparing tables with the same packs, and for checking these packs.
    compare_url: str = ""
    packs_url: str = ""


def round_part(
    event: Event,
    row: EventRound,
    names: Mapping[int, Entry],
    own_number: int,
    groups: Mapping[int, str] = MappingProxyType({}),
) -> RoundPart:
    """Return a proposed or published round with its tables, as pages show it.

    :param own_number: the number of the reader's entry, 0 for none
    :param groups: names of the groups by entry number, if tables are to be named by group
    """
    titles = _table_titles(row, groups)
    if row.status == EventRound.Status.PROPOSED:
        tables = [
            SeatedTable(
                number,
                [
                    SeatLine(
                        _occupant_name(names, each),
                        each == own_number,
                        number=each or 0,
                        has_bot_tag=each is not None and names[each].has_bot_tag,
                    )
                    for each in table
                ],
                titles[number - 1],
                is_own=own_number in table,
            )
            for number, table in enumerate(row.seated.tables, 1)
        ]
    else:
        tables = [
            _published_table(event, each, title, own_number)
            for each, title in zip(row.tables.all(), titles, strict=True)
        ]
    is_alike = row.status != EventRound.Status.PROPOSED and FORMATS_BY_NAME[event.format].same_packs
    place = [event.slug, row.number]
    return RoundPart(
        number=row.number,
        title=round_title(event, row),
        status=row.get_status_display(),
        is_running=row.status == EventRound.Status.RUNNING,
        tables=tables,
        out=_sit_out_names(row, names),
        done=sum(each.is_over for each in tables),
        compare_url=reverse("event_compare", args=place) if is_alike else "",
        packs_url=reverse("event_packs", args=place) if is_alike else "",
    )


def round_title(event: Event, row: EventRound) -> str:
    """Return the title of the round with its stage: "Round 3 · Final"."""
    said = _("Session %(number)s") if is_night(event) else _("Round %(number)s")
    title = said % {"number": row.number}
    if not row.stage:
        return title
    stage = str(STAGES.get(row.stage, row.stage))
    return _("%(round)s · %(stage)s") % {"round": title, "stage": stage}


def _table_titles(row: EventRound, groups: Mapping[int, str]) -> list[str]:
    """Return the titles of the round's tables, in order."""
    tables = row.seated.tables
    if row.stage == FINAL and len(tables) > 1:
        first = len(tables[0])
        return [_("Final table"), *(consolation_title(first, len(each)) for each in tables[1:])]
    titles = []
    for number, table in enumerate(tables, 1):
        title = _("Table %(number)s") % {"number": number}
        here = sorted({groups[each] for each in table if each is not None and each in groups})
        if here and row.stage == GROUP:
            # A group with too few players shares a table with another.
            title = _("%(groups)s · %(table)s") % {"groups": listed(here), "table": title}
        titles.append(title)
    return titles


def consolation_title(finalists: int, players: int) -> str:
    """Return the title of the consolation table: the places for which it is played."""
    return _("Places %(first)s to %(last)s") % {
        "first": finalists + 1,
        "last": finalists + players,
    }


def _sit_out_names(row: EventRound, names: Mapping[int, Entry]) -> str:
    """Return the names of the players who sit out, listed in one text; may be empty."""
    found = sorted(
        (_("A bot") if each is None else names[each].name_with_tag for each in row.seated.out),
        key=sort_key,
    )
    return listed(found) if found else ""


def _occupant_name(names: Mapping[int, Entry], number: Occupant) -> str:
    """Return the name of the entrant with this number, or that of a bot for None."""
    return _("A bot") if number is None else names[number].name


def play_url(event: Event, row: EventTable) -> str:
    """Return the address of the table, its club night session or its score sheet; may be empty.

    No query: relations must be fetched.
    """
    if event.is_on_paper:
        return table_url(event, row)
    night = getattr(row, "night_session", None)
    if night is not None:
        return str(night.session.get_absolute_url())
    return row.table.get_absolute_url() if row.table is not None else ""


def _published_table(event: Event, row: EventTable, title: str, own_number: int) -> SeatedTable:
    """Return a table of a published round with its results so far."""
    seats = [
        SeatLine(
            name=seat_name(seat),
            is_own=seat.entry is not None and seat.entry.number == own_number,
            net="" if seat.net is None else signed(seat.net),
            number=0 if seat.entry is None else seat.entry.number,
            has_bot_tag=seat.entry is not None
            and seat.entry.has_bot_tag
            and not seat.substitute_name,
        )
        for seat in row.seats.all()
    ]
    is_over = row.finished_at is not None
    return SeatedTable(
        number=row.number,
        seats=seats,
        title=title,
        url=play_url(event, row),
        is_over=is_over,
        is_own=any(seat.is_own for seat in seats),
        is_open=row.table is None or not row.table.same_packs or any(seat.is_own for seat in seats),
        correct_url=_correction_url(event, row) if is_over else "",
        progress="" if is_over or not event.is_on_paper else _progress(event, row),
    )


def _correction_url(event: Event, row: EventTable) -> str:
    """Return where organizers correct the result; empty if it is final or still hidden."""
    if event.is_on_paper:
        return table_url(event, row)
    if is_final(event.finished_at, timezone.now()):
        return ""
    if any(seat.net is None for seat in row.seats.all()):
        # Held back until all tables with the same packs have finished.
        return ""
    return reverse("event_correct", args=[event.slug, row.pk])


def _progress(event: Event, row: EventTable) -> str:
    """Return the progress of a table with real cards, as annotated by `core.selectors.rounds`."""
    counts: Any = row
    waiting = counts.deals_written - counts.deals_confirmed
    words = (
        _("%(done)s of %(all)s deals, %(waiting)s awaiting confirmation")
        if waiting
        else _("%(done)s of %(all)s deals")
    )
    return words % {"done": counts.deals_confirmed, "all": event.deals, "waiting": waiting}


def seat_name(seat: EventSeat) -> str:
    """Return the name of the seat's entrant, with the substitute if there is one."""
    if seat.entry is None:
        return _("A bot")
    return name_with_substitute(seat.entry.name, seat.substitute_name)


def is_paused(row: EventRound) -> bool:
    """Return whether an app table of the round in play is paused. No query: tables are fetched."""
    return any(
        each.finished_at is None and each.table is not None and each.table.paused_at is not None
        for each in row.tables.all()
    )


def substitutes_now(row: EventRound | None) -> dict[int, str]:
    """Return the substitutes at the round's tables in play, by the number of the entry.

    No query: tables, seats and entries must be fetched. Without a round it is empty.
    """
    if row is None or row.status != EventRound.Status.RUNNING:
        return {}
    seats = (seat for each in row.tables.all() if not each.finished_at for seat in each.seats.all())
    return {
        seat.entry.number: seat.substitute_name
        for seat in seats
        if seat.entry is not None and seat.substitute_name
    }


def name_with_substitute(name: str, substitute: str) -> str:
    """Return the name of the entrant, with the substitute if there is one."""
    if not substitute:
        return name
    return _("%(name)s (%(by)s playing)") % {"name": name, "by": substitute}
