"""The standings of an event, and the line of one entrant."""

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.guests import person
from games.common.players import page_of
from tournaments.clubs.policy import Right, may
from tournaments.events.core.models import Event
from tournaments.events.core.pages import found_event, show
from tournaments.events.entries.models import Entry
from tournaments.events.printing import printouts
from tournaments.events.settling.settled import settled_part, settlement_facts
from tournaments.events.standings import cross_table, title_race
from tournaments.events.standings.captions import caption
from tournaments.events.standings.lines import has_skips, standing_lines
from tournaments.events.standings.podium import podium
from tournaments.events.standings.sheet import sheet_of
from tournaments.events.standings.stages import stages_part


@never_cache
@require_safe
def standings(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the standings, the cross-table, downloads and printouts."""
    found, role = found_event(request, slug)
    user, sheet = person(request), sheet_of(found)
    number = sheet.number_of(None if user is None else user.pk)
    lines = standing_lines(sheet, number) if sheet.history else []
    own = next((each for each in lines if each.is_own), None)
    settled = settled_part(settlement_facts(found), user, role, is_in_it=bool(number))
    return show(
        request,
        "standings_page",
        found,
        role,
        standings=lines,
        caption=caption(found),
        podium=podium(sheet),
        stages=stages_part(sheet),
        has_skips=has_skips(sheet),
        own=own,
        settled=settled,
        round_numbers=range(1, len(sheet.history) + 1),
        finality=title_race.finality(found, sheet),
        is_final=sheet.is_final,
        title_race=title_race.title_race_of(sheet),
        penalties=cross_table.penalty_lines(
            sheet, own_number=number, runs_event=may(role, Right.RUN_EVENTS)
        ),
        met=cross_table.cross_table_rows(found, sheet, own.number if own else 0),
        lists=printouts.lists(),
        prints=printouts.print_links(found, sheet, may_run=may(role, Right.RUN_EVENTS)),
    )


@never_cache
@require_safe
def standing(request: HttpRequest, slug: str, entry_number: int) -> HttpResponse:
    """Show the calculation of an entrant's place, round by round."""
    found, role = found_event(request, slug)
    user, sheet = person(request), sheet_of(found)
    own = sheet.number_of(None if user is None else user.pk)
    line = sheet.line(entry_number)
    if line is None:
        raise Http404(_("No player with that number is in the standings."))
    return show(
        request,
        "line",
        found,
        role,
        part=cross_table.line_part(
            found, sheet, line, own_number=own, runs_event=may(role, Right.RUN_EVENTS)
        ),
        player_url=_player_url(found, entry_number),
        finality=title_race.finality(found, sheet),
        certificate=(
            reverse("event_certificate", args=[slug, entry_number]) if sheet.is_final else ""
        ),
    )


def _player_url(event: Event, entry_number: int) -> str:
    """Return the address of the player with that entry number; may be empty. One query."""
    entry = Entry.objects.filter(event=event, number=entry_number).select_related("user").first()
    return "" if entry is None else page_of(entry.user)
