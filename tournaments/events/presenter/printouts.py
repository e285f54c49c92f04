"""Printouts and downloads of an event: lists, seating by name and certificates."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, pgettext

from accounts.sorting import sorted_by
from tournaments.clubs.zones import zone_of
from tournaments.events.data import LISTS
from tournaments.events.models import Event, EventRound
from tournaments.events.presenter.tables import name_with_substitute
from tournaments.events.presenter.words import STAGES, format_words, signed
from tournaments.events.sheets import EventSheet
from tournaments.pairing.standings.lines import Standing

#: Number of top places that get certificates at the prize-giving.
FIRST = 3

_LISTS = {
    "entries": gettext_noop("Players"),
    "seatings": gettext_noop("Seating"),
    "results": gettext_noop("Results"),
    "standings": gettext_noop("Standings"),
}


@dataclass(frozen=True, slots=True)
class DataLink:
    """A list that can be downloaded."""

    label: str
    csv_url: str
    json_url: str


def data_links(event: Event) -> list[DataLink]:
    """Return the CSV and JSON downloads of players, seating, results and standings."""
    return [
        DataLink(
            label=_(_LISTS[what]),
            csv_url=reverse("event_data", args=[event.slug, what, "csv"]),
            json_url=reverse("event_data", args=[event.slug, what, "json"]),
        )
        for what in LISTS
    ]


@dataclass(frozen=True, slots=True)
class PrintLink:
    """A link to a page for printing."""

    label: str
    url: str


def print_links(event: Event, sheet: EventSheet, *, may_run: bool) -> list[PrintLink]:
    """Return links to pages for printing; certificates for organizers, once standings are final."""
    if not sheet.lines:
        return []
    found = []
    if sheet.history:
        found.append(PrintLink(_("Standings"), reverse("event_print_standings", args=[event.slug])))
        last = len(sheet.history)
        found.append(
            PrintLink(
                _("Seating for round %(number)s, by name") % {"number": last},
                reverse("event_print_seating", args=[event.slug, last]),
            )
        )
    if sheet.is_final and may_run:
        url = reverse("event_certificates", args=[event.slug])
        found.append(PrintLink(_("Certificates for the top three"), f"{url}?first={FIRST}"))
        found.append(PrintLink(_("Certificates for everyone"), url))
    return found


@dataclass(frozen=True, slots=True)
class SeatLabel:
    """A line of the printed seating: a player, table and seat; both empty for a sit-out."""

    name: str
    table: str
    seat: str


@dataclass(frozen=True, slots=True)
class SeatingList:
    """The seating of a round for printing: where each player sits, sorted by name."""

    title: str
    is_proposed: bool
    lines: Sequence[SeatLabel]


def seating_list(
    sheet: EventSheet, row: EventRound, substitutes: Mapping[int, str] | None = None
) -> SeatingList:
    """Return the seats of the round, sorted by player name.

    :param substitutes: names of substitutes by the number of the entry
    """
    played = substitutes or {}
    seats = [
        SeatLabel(
            name_with_substitute(sheet.entries[number].name, played.get(number, "")),
            str(table),
            str(seat),
        )
        for table, people in enumerate(row.seated.tables, 1)
        for seat, number in enumerate(people, 1)
        if number is not None
    ]
    out = [SeatLabel(sheet.entries[number].name, "", "") for number in row.seated.out]
    title = _("Round %(number)s") % {"number": row.number}
    if row.stage:
        title = _("%(round)s · %(stage)s") % {
            "round": title,
            "stage": _(STAGES.get(row.stage, row.stage)),
        }
    return SeatingList(
        title=title,
        is_proposed=row.status == EventRound.Status.PROPOSED,
        lines=sorted_by([*seats, *out], lambda each: each.name),
    )


@dataclass(frozen=True, slots=True)
class Certificate:
    """Text of an entrant's certificate."""

    place: str
    name: str
    club: str
    club_place: str
    picture: str
    event: str
    date: str
    total: str
    #: Number of entrants.
    size: int
    format: str
    #: The place as a number, from 1; the first three have their own colours.
    rank: int


def certificate(event: Event, sheet: EventSheet, line: Standing) -> Certificate:
    """Return the certificate of an entrant in the final standings."""
    at = timezone.localtime(event.finished_at or event.starts_at, zone_of(event.club))
    return Certificate(
        place=_place_words(line),
        name=sheet.entries[line.entrant].name,
        club=event.club.name,
        club_place=event.club.place,
        picture=event.club.picture_url,
        event=event.name,
        date=date_format(at, "DATE_FORMAT"),
        total=signed(line.total),
        size=len(sheet.lines),
        format=format_words(event),
        rank=line.place,
    )


def _place_words(line: Standing) -> str:
    """Return the place in words, with names for the first three."""
    named = {
        1: pgettext("on a certificate", "First place"),
        2: pgettext("on a certificate", "Second place"),
        3: pgettext("on a certificate", "Third place"),
    }
    words = named.get(line.place) or pgettext("on a certificate", "Place %(place)s") % {
        "place": line.place
    }
    return _("%(place)s (tied)") % {"place": words} if line.shared else words
