"""Printouts and downloads of an event: lists, seating by name and certificates."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, pgettext

from accounts.sorting import sorted_by
from games.common.dates import date_format
from tournaments.clubs.models import zone_of
from tournaments.events.core.format_input import is_night
from tournaments.events.core.models import Event
from tournaments.events.core.words import STAGES, signed
from tournaments.events.printing.data import LISTS
from tournaments.events.rounds.models import EventRound
from tournaments.events.rounds.tables import name_with_substitute
from tournaments.events.standings.sheet import EventSheet
from tournaments.pairing.standings.lines import Standing

#: Number of top places that get certificates at the prize-giving.
FIRST = 3

_LISTS = {
    "entries": gettext_noop("Players"),
    "seatings": gettext_noop("Seating"),
    "results": gettext_noop("Results"),
    "standings": gettext_noop("Standings"),
}


def lists() -> list[tuple[str, str]]:
    """Return (name, label) of each list that can be downloaded."""
    return [(what, _(_LISTS[what])) for what in LISTS]


def print_links(event: Event, sheet: EventSheet, *, may_run: bool) -> list[tuple[str, str]]:
    """Return (label, URL) of pages for printing.

    Certificates only for organizers, once standings are final.
    """
    if not sheet.lines:
        return []
    found = []
    if sheet.history:
        found.append((_("Standings"), reverse("event_print_standings", args=[event.slug])))
    # Players of a club night sit where they like.
    if sheet.history and not is_night(event):
        last = len(sheet.history)
        number = {"number": last}
        found += [
            (
                _("Seating for round %(number)s, by name") % number,
                reverse("event_print_seating", args=[event.slug, last]),
            ),
            (
                _("Seating for round %(number)s, by table") % number,
                reverse("event_print_tables", args=[event.slug, last]),
            ),
        ]
    if sheet.is_final and may_run:
        url = reverse("event_certificates", args=[event.slug])
        found.append((_("Certificates for the top three"), f"{url}?first={FIRST}"))
        found.append((_("Certificates for everyone"), url))
    return found


@dataclass(frozen=True, slots=True)
class SeatingList:
    """The seating of a round for printing: where each player sits, sorted by name."""

    title: str
    is_proposed: bool
    #: Name, table and seat of each player; both empty for a sit-out.
    lines: Sequence[tuple[str, str, str]]


def seating_list(
    sheet: EventSheet, row: EventRound, substitutes: Mapping[int, str] | None = None
) -> SeatingList:
    """Return the seats of the round, sorted by player name.

    :param substitutes: names of substitutes by the number of the entry
    """
    played = substitutes or {}
    seats = [
        (
            name_with_substitute(sheet.entries[number].name_with_tag, played.get(number, "")),
            str(table),
            str(seat),
        )
        for table, people in enumerate(row.seated.tables, 1)
        for seat, number in enumerate(people, 1)
        if number is not None
    ]
    out = [(sheet.entries[number].name_with_tag, "", "") for number in row.seated.out]
    title = _("Round %(number)s") % {"number": row.number}
    if row.stage:
        title = _("%(round)s · %(stage)s") % {
            "round": title,
            "stage": str(STAGES.get(row.stage, row.stage)),
        }
    return SeatingList(
        title=title,
        is_proposed=row.status == EventRound.Status.PROPOSED,
        lines=sorted_by([*seats, *out], lambda each: each[0]),
    )


@dataclass(frozen=True, slots=True)
class Certificate:
    """Text of an entrant's certificate."""

    #: The place as a number, from 1; the first three have their own colours.
    rank: int
    place: str
    name: str
    total: str


def certificate(sheet: EventSheet, line: Standing) -> Certificate:
    """Return the certificate of an entrant in the final standings."""
    return Certificate(
        line.place,
        _place_words(line),
        sheet.entries[line.entrant].name_with_tag,
        signed(line.total),
    )


def last_day(event: Event) -> str:
    """Return the date on which the event ended, in the club's time zone."""
    at = timezone.localtime(event.finished_at or event.starts_at, zone_of(event.club))
    return date_format(at, "DATE_FORMAT")


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
