"""Pages of events. Who may see which page, the club's policy says; what is done, services."""

from collections.abc import Callable
from typing import Any, Final

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.caller import Caller, of_request
from accounts.guests import person
from games.common.denials import Denial
from tournaments.clubs import presenter as club_pages
from tournaments.clubs import selectors as clubs
from tournaments.clubs.policy import Right, Role, may
from tournaments.events import presenter, selectors, services
from tournaments.events.denials import EventCode, sentence
from tournaments.events.forms import DESK_FORMS, CorrectForm, DeskForm, EventForm
from tournaments.events.models import Entry, Event, EventRound, EventTable

#: How many records a page shows.
RECORDS_LENGTH = 60
_IN = (Entry.Status.ENTERED, Entry.Status.HERE)

#: What is done at the desk by one press, and what is said then.
PRESSES: Final[dict[str, tuple[Callable[[Caller, int], object], str]]] = {
    "open": (services.open_entries, gettext_noop("Members can enter now.")),
    "check-in": (services.begin_check_in, gettext_noop("The check-in has begun.")),
    "start": (services.start_event, gettext_noop("The event has begun; look at the seating.")),
    "publish": (services.publish_round, gettext_noop("All tables have begun.")),
    "anew": (services.propose_anew, gettext_noop("The round is proposed anew.")),
    "pause": (services.pause_all, gettext_noop("The clocks of all tables stand still.")),
    "go-on": (services.resume_all, gettext_noop("The clocks of all tables go on.")),
}
#: All that can be sent to the desk, by the last part of its address.
ACTS: Final = (*PRESSES, *DESK_FORMS)


# --- What all pages share


def _found(request: HttpRequest, slug: str) -> tuple[Event, Role | None]:
    """Return the event of that address and the reader's role in its club.

    :raises Http404: there is none, or it is a draft of others
    """
    found = selectors.event(slug)
    role = None if found is None else clubs.role_of(found.club, person(request))
    if found is None or (found.status == Event.Status.DRAFT and not may(role, Right.RUN_EVENTS)):
        raise Http404(_("There is no such event."))
    return found, role


def _run(request: HttpRequest, slug: str) -> tuple[Event, Role]:
    """Return the same, where the reader runs the event.

    :raises PermissionDenied: they do not
    """
    found, role = _found(request, slug)
    if role is None or not may(role, Right.RUN_EVENTS):
        raise PermissionDenied
    return found, role


def _show(
    request: HttpRequest,
    template: str,
    event: Event,
    role: Role | None,
    *,
    status: int = 200,
    **context: Any,
) -> HttpResponse:
    context |= {
        "event": event,
        "club": event.club,
        "head": club_pages.club_head(event.club, role, "events"),
        "when": presenter.when(event),
        "zone": presenter.zone_name(event.club),
        "may_run": may(role, Right.RUN_EVENTS),
    }
    return render(request, f"tournaments/events/{template}.html", context, status=status)


def _tell(request: HttpRequest, answer: object, done: str) -> bool:
    """Say why it was not done, or what was; return whether it was."""
    if isinstance(answer, Denial):
        if answer.code in (EventCode.NOT_IN_CLUB, EventCode.NOT_ALLOWED, EventCode.UNKNOWN):
            raise PermissionDenied
        messages.error(request, sentence(answer))
        return False
    messages.success(request, done)
    return True


# --- Making one


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest, club: str) -> HttpResponse:
    """Make an event of the club; it begins as a draft."""
    found, user = clubs.club(club), person(request)
    if found is None or found.closed_at is not None:
        raise Http404(_("There is no such club, or it is closed."))
    role = clubs.role_of(found, user)
    if user is None or not may(role, Right.RUN_EVENTS):
        raise PermissionDenied
    posted = request.method == "POST"
    form = EventForm(request.POST if posted else None, reader=user, club=found)
    if form.is_valid():
        made = services.make_event(of_request(request), found, **form.terms())
        if isinstance(made, Event):
            messages.success(request, _("The event is a draft now. Open it when it is ready."))
            return redirect("event_desk", made.slug)
        form.add_error(
            "date" if made.code == EventCode.BEGINS_IN_THE_PAST else None, sentence(made)
        )
    context: dict[str, Any] = {
        "form": form,
        "club": found,
        "head": club_pages.club_head(found, role, "events"),
        "zone": presenter.zone_name(found),
    }
    status = 422 if posted else 200
    return render(request, "tournaments/events/new.html", context, status=status)


# --- The event


@never_cache
@require_safe
def event(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the event: what it is, who is in it, who sits where, who is ahead."""
    found, role = _found(request, slug)
    user = person(request)
    entries = selectors.entries(found)
    names = {each.number: each for each in entries}
    own = next((each.number for each in entries if user and each.user_id == user.pk), 0)
    table = None if user is None else selectors.table_of(user, found)
    published = [
        presenter.round_part(found, each, names, own)
        for each in selectors.rounds(found)
        if each.status != EventRound.Status.PROPOSED
    ]
    standings = presenter.standing_lines(found, names, user) if published else []
    return _show(
        request,
        "event",
        found,
        role,
        facts=presenter.facts(found),
        part=presenter.own_part(found, entries, user if role else None, table),
        here=request.path,
        entrants=presenter.entry_lines(entries, user, *_IN),
        waiting=presenter.entry_lines(entries, user, Entry.Status.WAITING),
        gone=presenter.entry_lines(entries, user, Entry.Status.WITHDRAWN),
        current=published[0] if published else None,
        earlier=published[1:],
        standings=standings,
        round_numbers=[each.number for each in reversed(published)],
        is_final=found.status == Event.Status.FINISHED,
        records=[
            presenter.record_line(each, found.club)
            for each in selectors.records(found)[:RECORDS_LENGTH]
        ],
    )


def _take_part(
    request: HttpRequest, slug: str, service: Callable[[Caller, int], object], done: str
) -> HttpResponse:
    found, role = _found(request, slug)
    if role is None:
        raise PermissionDenied
    _tell(request, service(of_request(request), found.pk), done)
    return redirect("event", slug)


@login_required
@require_POST
def enter(request: HttpRequest, slug: str) -> HttpResponse:
    """Enter the event, or its waiting list."""
    return _take_part(request, slug, services.enter, _("You are on the list."))


@login_required
@require_POST
def withdraw(request: HttpRequest, slug: str) -> HttpResponse:
    """Take part no longer."""
    return _take_part(request, slug, services.withdraw, _("You take part no longer."))


@login_required
@require_POST
def here(request: HttpRequest, slug: str) -> HttpResponse:
    """Say that one is there."""
    return _take_part(request, slug, services.check_in, _("You are checked in."))


# --- The desk


@login_required
@never_cache
@require_safe
def desk(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the organizer's desk."""
    found, role = _run(request, slug)
    return _desk_page(request, found, role)


@login_required
@require_POST
def act(request: HttpRequest, slug: str, act: str) -> HttpResponse:
    """Do something at the desk; what is refused keeps what was typed."""
    found, role = _run(request, slug)
    if act in PRESSES:
        service, done = PRESSES[act]
        _tell(request, service(of_request(request), found.pk), _(done))
        return redirect("event_desk", slug)
    if act not in DESK_FORMS:
        raise Http404
    form = DESK_FORMS[act](request.POST, event=found, prefix=act)
    if form.is_valid():
        answer = form.do(of_request(request))
        if not isinstance(answer, Denial):
            messages.success(request, str(form.done))
            return redirect("event_desk", slug)
        form.add_error(None, sentence(answer))
    found.refresh_from_db()
    return _desk_page(request, found, role, filled={act: form})


def _desk_page(
    request: HttpRequest,
    event: Event,
    role: Role,
    filled: dict[str, DeskForm] | None = None,
) -> HttpResponse:
    entries = selectors.entries(event)
    names = {each.number: each for each in entries}
    rows = selectors.rounds(event)
    parts = [presenter.round_part(event, each, names, 0) for each in rows]
    proposed = bool(rows) and rows[0].status == EventRound.Status.PROPOSED
    forms = {
        name: (filled or {}).get(name) or kind(event=event, prefix=name)
        for name, kind in DESK_FORMS.items()
    }
    is_running = event.status == Event.Status.RUNNING
    before = event.status in (Event.Status.DRAFT, Event.Status.OPEN, Event.Status.CHECK_IN)
    takes = event.status in (Event.Status.OPEN, Event.Status.CHECK_IN, Event.Status.RUNNING)
    judged = event.status in (Event.Status.RUNNING, Event.Status.FINISHED)
    offered = {
        "bots": takes,
        "announce": takes,
        "replace": is_running and bool(rows) and rows[0].status == EventRound.Status.RUNNING,
        "penalty": judged,
        "take-back": judged,
        "take-out": before or is_running,
        "cancel": before,
        "end": is_running and not (rows and rows[0].status == EventRound.Status.RUNNING),
    }
    return _show(
        request,
        "desk",
        event,
        role,
        status=422 if filled else 200,
        course=presenter.course(event),
        onwards=presenter.onwards(event),
        proposed=parts[0] if proposed else None,
        notes=presenter.round_notes(event, rows[0]) if proposed else "",
        published=parts[1:] if proposed else parts,
        is_running=is_running,
        entrants=presenter.entry_lines(entries, None, *_IN),
        waiting=presenter.entry_lines(entries, None, Entry.Status.WAITING),
        forms=[
            (name, forms[name])
            for name, wanted in offered.items()
            if (wanted and forms[name].is_of_use) or forms[name].is_bound
        ],
    )


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def correct(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Correct the result of a table."""
    found, role = _run(request, slug)
    tables = EventTable.objects.select_related("round")
    table = tables.filter(pk=number, round__event=found).first()
    if table is None or table.finished_at is None:
        raise Http404(_("This table has no result yet."))
    posted = request.method == "POST"
    form = CorrectForm(request.POST if posted else None, event=found, table=table)
    if form.is_valid():
        answer = form.do(of_request(request))
        if not isinstance(answer, Denial):
            messages.success(request, str(form.done))
            return redirect("event_desk", slug)
        form.add_error(None, sentence(answer))
    return _show(
        request, "correct", found, role, status=422 if posted else 200, form=form, table=table
    )
