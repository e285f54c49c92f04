"""Printable pages and downloads of an event."""

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.guests import person
from games.common import spreadsheets
from games.common.numbers import whole_number
from tournaments.clubs.policy import Right, Role, may
from tournaments.events.core.models import Event
from tournaments.events.core.pages import found_event, run_event, show
from tournaments.events.core.selectors import rounds
from tournaments.events.core.words import format_words
from tournaments.events.printing import printouts
from tournaments.events.printing.data import LISTS, as_csv, as_json
from tournaments.events.rounds import selectors
from tournaments.events.rounds.models import EventRound
from tournaments.events.rounds.tables import round_part
from tournaments.events.standings import cross_table, lines, title_race
from tournaments.events.standings.captions import caption
from tournaments.events.standings.sheet import EventSheet, sheet_of
from tournaments.pairing.standings.lines import Standing


@never_cache
@require_safe
def print_standings(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the standings for printing."""
    found, role = found_event(request, slug)
    user, sheet = person(request), sheet_of(found)
    own = sheet.number_of(None if user is None else user.pk)
    return show(
        request,
        "print_standings",
        found,
        role,
        standings=lines.standing_lines(sheet, 0) if sheet.history else [],
        caption=caption(found),
        round_numbers=range(1, len(sheet.history) + 1),
        finality=title_race.finality(found, sheet),
        penalties=cross_table.penalty_lines(
            sheet, own_number=own, runs_event=may(role, Right.RUN_EVENTS)
        ),
    )


@never_cache
@require_safe
def print_seating(request: HttpRequest, slug: str, round_number: int) -> HttpResponse:
    """Show the seating of a round by name; a proposed one only to organizers."""
    found, role, row = _round_to_print(request, slug, round_number)
    substitutes = selectors.substitutes_of(row)
    part = printouts.seating_list(sheet_of(found), row, substitutes)
    other = reverse("event_print_tables", args=[slug, round_number])
    return show(request, "print_seating", found, role, part=part, other_url=other)


@never_cache
@require_safe
def print_tables(request: HttpRequest, slug: str, round_number: int) -> HttpResponse:
    """Show the seating of a round by table; a proposed one only to organizers."""
    found, role, row = _round_to_print(request, slug, round_number)
    part = round_part(found, row, sheet_of(found).entries, 0)
    other = reverse("event_print_seating", args=[slug, round_number])
    is_proposed = row.status == EventRound.Status.PROPOSED
    return show(
        request,
        "print_tables",
        found,
        role,
        part=part,
        is_proposed=is_proposed,
        other_url=other,
    )


def _round_to_print(
    request: HttpRequest, slug: str, round_number: int
) -> tuple[Event, Role | None, EventRound]:
    """Return the event, the reader's role and the round with its tables.

    :raises Http404: there is no such round, or it is only proposed and not for the reader
    """
    found, role = found_event(request, slug)
    row = next((each for each in rounds(found) if each.number == round_number), None)
    may_run = may(role, Right.RUN_EVENTS)
    if row is None or (row.status == EventRound.Status.PROPOSED and not may_run):
        raise Http404(_("This round doesn’t exist."))
    return found, role, row


@never_cache
@require_safe
def certificate(request: HttpRequest, slug: str, entry_number: int) -> HttpResponse:
    """Show the certificate of an entrant, once the standings are final."""
    found, role = found_event(request, slug)
    sheet = sheet_of(found)
    line = sheet.line(entry_number)
    if line is None or not sheet.is_final:
        raise Http404(_("Certificates are available once the standings are final."))
    return _show_certificates(request, found, role, sheet, [line])


@login_required
@never_cache
@require_safe
def certificates(request: HttpRequest, slug: str) -> HttpResponse:
    """Show organizers certificates for printing: of all entrants, or up to place ``?first=``."""
    found, role = run_event(request, slug)
    sheet = sheet_of(found)
    if not sheet.is_final:
        raise Http404(_("Certificates are available once the standings are final."))
    last = whole_number(request.GET.get("first"))
    lines = [line for line in sheet.lines if last is None or line.place <= last]
    return _show_certificates(request, found, role, sheet, lines)


def _show_certificates(
    request: HttpRequest, event: Event, role: Role | None, sheet: EventSheet, lines: list[Standing]
) -> HttpResponse:
    """Render a certificate for each of the lines of the final standings."""
    return show(
        request,
        "certificates",
        event,
        role,
        certificates=[printouts.certificate(sheet, line) for line in lines],
        size=len(sheet.lines),
        format=format_words(event),
        date=printouts.last_day(event),
    )


@never_cache
@require_safe
def download(request: HttpRequest, slug: str, list_name: str, file_format: str) -> HttpResponse:
    """Send a list of the event as CSV or JSON; only organizers also get proposed rounds."""
    found, role = found_event(request, slug)
    if list_name not in LISTS or file_format not in ("csv", "json"):
        raise Http404(_("This list doesn’t exist."))
    proposed = may(role, Right.RUN_EVENTS)
    if file_format == "json":
        return JsonResponse(
            as_json(found, list_name, proposed=proposed), json_dumps_params={"ensure_ascii": False}
        )
    text = as_csv(found, list_name, proposed=proposed)
    return spreadsheets.as_download(text, found.name, list_name)
