"""Club nights: their page, and opening or joining tables."""

from dataclasses import replace

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts import limits
from accounts.caller import of_request
from accounts.guests import person, signed_in_user
from games.common.denials import Denial
from games.language import refusals
from games.screens.question import agreed_in, question_of, terms_in
from games.tables.models import Table
from tournaments.clubs.policy import Right, Role, may
from tournaments.events.club_nights import club_night
from tournaments.events.club_nights.live import night_digest
from tournaments.events.club_nights.services import night_of_table, open_night_table, sit_down
from tournaments.events.core import access, activity, format_input, selectors
from tournaments.events.core.denials import EventCode
from tournaments.events.core.models import Event
from tournaments.events.core.pages import ask, flash_result, found_event, show
from tournaments.events.entries.models import Entry
from tournaments.events.event_page.entry_lines import entry_lines
from tournaments.events.event_page.facts import facts
from tournaments.events.event_page.live import RECORDS_LENGTH
from tournaments.events.event_page.open_questions import unanswered_questions
from tournaments.events.event_page.own_part import own_part
from tournaments.events.notices.services import notices_seen
from tournaments.events.rounds import tables
from tournaments.events.settling.settled import settled_part, settlement_facts
from tournaments.events.standings.ties import order_sentence

#: Number of sessions that the page shows before the folded older ones.
SESSIONS_LENGTH = 6


def show_night(request: HttpRequest, event: Event, role: Role | None) -> HttpResponse:
    """Show a club night: its tables, standings and sessions; mark the reader's notices as seen."""
    user, entries = person(request), selectors.entries(event)
    own = next((each.number for each in entries if user and each.user_id == user.pk), 0)
    if user is not None and (own or role is not None):
        notices_seen(user.pk, event.pk)
    numbered = {each.number: each for each in entries}
    rows = list(selectors.rounds(event))
    at_tables, runs = access.tables_by_entrant(rows).get(own, ()), may(role, Right.RUN_EVENTS)
    sessions = [tables.round_part(event, each, numbered, own) for each in rows]
    night = club_night.night_part(event, user, is_member=role is not None)
    if role is None:
        part = own_part(event, entries, user, None, is_member=False)
    elif night.is_running:
        part = club_night.own_night_part(event, night)
    else:
        part = club_night.coming_part(event, own_part(event, entries, user, None))
    settled = settled_part(settlement_facts(event), user, role, is_in_it=bool(own))
    part = replace(part, settled=settled)
    standings = format_input.standings_of(event)
    return show(
        request,
        "night",
        event,
        role,
        night=night,
        ws_url=f"/ws/events/{event.slug}/night/?version={night_digest(event)}",
        facts=facts(event, with_stake=access.may_see_money(role, is_entered=bool(own))),
        part=part,
        asked=unanswered_questions(event, user),
        here=request.path,
        entrants=club_night.night_people(
            entry_lines(entries, user, *Entry.PLACED_STATUSES), standings
        ),
        waiting=entry_lines(entries, user, Entry.Status.WAITING),
        gone=entry_lines(entries, user, Entry.Status.WITHDRAWN),
        lines=club_night.night_lines(event, standings, numbered, user),
        is_average=format_input.format_of(event).total_unit == "averages",
        tie_breaks=order_sentence(format_input.format_of(event).tie_breaks),
        sessions=sessions[:SESSIONS_LENGTH],
        earlier_sessions=sessions[SESSIONS_LENGTH:],
        is_final=event.status == Event.Status.FINISHED,
        records=[
            activity.activity_line(
                each,
                event.club,
                with_reason=runs or access.may_read_reason(each, own, at_tables),
            )
            for each in selectors.records(event)[:RECORDS_LENGTH]
        ],
    )


@require_safe
def of_table(request: HttpRequest, table: str) -> HttpResponse:
    """Redirect from the table with this slug to its club night."""
    found = night_of_table(table)
    if found is None:
        raise Http404(_("This table isn’t part of an event."))
    return redirect("event", found.slug)


@login_required
@require_POST
def open_table(request: HttpRequest, slug: str) -> HttpResponse:
    """Open a table of the club night with a seat for the user, and redirect to it."""
    found = _event_of_member(request, slug)
    user = signed_in_user(request)
    if not limits.within(settings.TABLE_RATE, "table", str(user.pk)):
        return render(request, "429.html", status=429)
    agreed, terms = agreed_in(request.POST), terms_in(request.POST)
    answer = open_night_table(of_request(request), found.pk, agreed=agreed, terms=terms)
    return _redirect_to_table(request, slug, answer)


@login_required
@require_POST
def sit(request: HttpRequest, slug: str, table_number: int) -> HttpResponse:
    """Take a seat at a table of the night and redirect to it."""
    found = _event_of_member(request, slug)
    agreed, terms = agreed_in(request.POST), terms_in(request.POST)
    answer = sit_down(of_request(request), found.pk, table_number, agreed=agreed, terms=terms)
    return _redirect_to_table(request, slug, answer)


def _event_of_member(request: HttpRequest, slug: str) -> Event:
    """Return the event at the address; raise PermissionDenied for non-members of its club."""
    found, role = found_event(request, slug)
    if role is None:
        raise PermissionDenied
    return found


def _redirect_to_table(request: HttpRequest, slug: str, answer: Table | Denial) -> HttpResponse:
    """Redirect to the table; for a denial, ask its question or go to the event with a message."""
    if isinstance(answer, Table):
        return redirect(answer)
    if question := question_of(answer):
        return ask(request, slug, question)
    if isinstance(answer.code, EventCode):
        flash_result(request, answer, "")
    else:
        messages.error(request, refusals.sentence(answer, []))
    return redirect("event", slug)
