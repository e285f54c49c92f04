"""The organizers' desk."""

from collections.abc import Callable
from datetime import timedelta
from functools import partial
from typing import Final

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.caller import of_request
from accounts.guests import signed_in_user
from games.common.denials import Denial
from games.common.languages import paragraph
from games.common.numbers import whole_number
from games.tables.models import Session
from tournaments.clubs.policy import Role
from tournaments.events.core import selectors
from tournaments.events.core.denial_texts import sentence
from tournaments.events.core.format_input import is_night
from tournaments.events.core.models import Event
from tournaments.events.core.pages import flash_result, run_event, show
from tournaments.events.desk import table_cards
from tournaments.events.desk.busy import busy_lines
from tournaments.events.desk.forms import DeskForm, EntrantForm
from tournaments.events.desk.own_table import own_table
from tournaments.events.desk.parts import DESK_FORMS, PAGE_FORMS, desk_context
from tournaments.events.desk.row_menus import CALL
from tournaments.events.desk.services import call_players, pause_all, resume_all
from tournaments.events.entries.checking_in import CheckInCounts, check_in_all
from tournaments.events.entries.planned_players import planned_players
from tournaments.events.event_page.live import card_html
from tournaments.events.round_clock.services import add_clock_time, pause_clock, start_clock
from tournaments.events.rounds import publication
from tournaments.events.rounds.proposal import dismiss_changes, redraw_seating, start_event
from tournaments.events.rounds.selectors import busy_in_proposal, live_sessions, table_of
from tournaments.events.settling.services import settle_now
from tournaments.events.setup.services import open_check_in, open_sign_up
from tournaments.events.starting.services import (
    set_start_when_accepted,
    start_with_entrants,
)

#: Actions of single buttons at the desk: service and success message.
BUTTONS: Final[dict[str, tuple[Callable[..., object], str]]] = {
    "open": (open_sign_up, gettext_noop("Sign-up opened.")),
    "check-in": (open_check_in, gettext_noop("Check-in opened.")),
    "start": (start_event, gettext_noop("Event started. Review the seating.")),
    "publish": (
        publication.publish_round,
        gettext_noop("Round published. All tables have started."),
    ),
    "redraw": (redraw_seating, gettext_noop("Seating redrawn.")),
    "changes-seen": (dismiss_changes, gettext_noop("Notice of changes dismissed.")),
    "pause": (pause_all, gettext_noop("All tables paused.")),
    "go-on": (resume_all, gettext_noop("All tables resumed.")),
    "clock-start": (start_clock, gettext_noop("Clock started.")),
    "clock-pause": (pause_clock, gettext_noop("Clock paused.")),
    "clock-add-1": (partial(add_clock_time, minutes=1), gettext_noop("1 minute added.")),
    "clock-add-5": (partial(add_clock_time, minutes=5), gettext_noop("5 minutes added.")),
    "settle": (settle_now, gettext_noop("Event settled.")),
    "start-now": (start_with_entrants, gettext_noop("Event started. All tables have started.")),
}
#: An event that starts longer before its planned time than this asks once more.
EARLY: Final = timedelta(hours=12)
#: Action that checks in all players who can be.
CHECK_IN_ALL: Final = "all-here"
#: Action that sets whether the event starts as soon as all invited members have accepted.
WHEN_ACCEPTED: Final = "when-accepted"


@login_required
@never_cache
@require_safe
def desk(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the organizers' desk."""
    found, role = run_event(request, slug)
    return _desk_page(request, found, role)


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def action(request: HttpRequest, slug: str, act: str) -> HttpResponse:
    """Show the page of an action of the desk, or carry it out; a denied form keeps its input."""
    found, role = run_event(request, slug)
    if request.method != "POST":
        if act not in PAGE_FORMS:
            return HttpResponseNotAllowed(["POST"])
        initial = {name: request.GET.get(name, "") for name in ("entry", "table")}
        form = PAGE_FORMS[act](event=found, prefix=act, initial=initial)
        return _action_page(request, found, role, act, form)
    if act == CALL:
        return _call(request, found)
    if act == CHECK_IN_ALL:
        counts = check_in_all(of_request(request), found.pk)
        said = "" if isinstance(counts, Denial) else _checked_in_message(counts)
        flash_result(request, counts, said)
        return redirect("event_desk", slug)
    if act == WHEN_ACCEPTED:
        is_on = request.POST.get("is_on") == "1"
        done = set_start_when_accepted(of_request(request), found.pk, is_on=is_on)
        flash_result(
            request,
            done,
            _("The event will start as soon as all invited members have accepted.")
            if is_on
            else _("The event won’t start automatically."),
        )
        return redirect("event_desk", slug)
    if act == "start-now" and found.starts_at - timezone.now() > EARLY:
        return redirect("event_desk_action", slug, "start-early")
    if act in BUTTONS:
        service, said = BUTTONS[act]
        # Only the seating that the organizer was shown may be published.
        shown = {"shown": request.POST.get("shown", "")} if act == "publish" else {}
        if act == "start" and is_night(found):
            said = gettext_noop("Club night started. Members can open tables.")
        is_done = flash_result(request, service(of_request(request), found.pk, **shown), _(said))
        if is_done and act == "open" and planned_players(request, found):
            return redirect("event_name_list", slug)
        return redirect("event_desk", slug)
    kind = (DESK_FORMS | PAGE_FORMS).get(act)
    if kind is None:
        raise Http404
    form = kind(request.POST, event=found, prefix=act)
    if form.is_valid():
        answer = form.call_service(of_request(request))
        if not isinstance(answer, Denial):
            messages.success(request, str(form.done))
            return redirect("event_desk", slug)
        found.refresh_from_db()
        form.add_denial(answer)
    found.refresh_from_db()
    if form.has_page:
        return _action_page(request, found, role, act, form)
    return _desk_page(request, found, role, filled={act: form})


def _action_page(
    request: HttpRequest, event: Event, role: Role, act: str, form: DeskForm
) -> HttpResponse:
    """Show the page of an action: what it does, and its form."""
    if isinstance(form, EntrantForm) and form.entrant is None:
        messages.error(request, _("This player can’t be chosen for that right now."))
        return redirect("event_desk", event.slug)
    if form.obstacle is not None:
        messages.error(request, sentence(form.obstacle))
        return redirect("event_desk", event.slug)
    status = 422 if form.is_bound else 200
    return show(request, "desk_action", event, role, status=status, form=form, act=act)


def _call(request: HttpRequest, event: Event) -> HttpResponse:
    """Call the players of the posted table, and go back to the desk."""
    number = whole_number(request.POST.get("table"), 4) or 0
    done = _("Players called to table %(number)s.") % {"number": number}
    flash_result(request, call_players(of_request(request), event.pk, number), done)
    return redirect("event_desk", event.slug)


def _checked_in_message(result: CheckInCounts) -> str:
    """Return how many players are checked in and why others are not, in sentences."""
    if not result.invited and not result.not_agreed:
        return _("All players are checked in.")
    said = [
        ngettext(
            "%(count)d player is checked in.",
            "%(count)d players are checked in.",
            result.checked_in,
        )
        % {"count": result.checked_in}
    ]
    if result.invited:
        words = ngettext(
            "%(count)d member hasn’t accepted the invitation.",
            "%(count)d members haven’t accepted the invitation.",
            result.invited,
        )
        said.append(words % {"count": result.invited})
    if result.not_agreed:
        words = ngettext(
            "%(count)d player hasn’t agreed to the current terms.",
            "%(count)d players haven’t agreed to the current terms.",
            result.not_agreed,
        )
        said.append(words % {"count": result.not_agreed})
    return paragraph(*said)


def _desk_page(
    request: HttpRequest,
    event: Event,
    role: Role,
    filled: dict[str, DeskForm] | None = None,
) -> HttpResponse:
    """Render the desk; `filled` has the denied form under the name of its action."""
    user, sessions = signed_in_user(request), live_sessions(event)
    return show(
        request,
        "desk",
        event,
        role,
        status=422 if filled else 200,
        cards=[card_html(each, request) for each in _live_tables(event, sessions)],
        own_table=own_table(event, table_of(user, event), sessions, user.pk),
        busy=busy_lines(event, busy_in_proposal(event)),
        ws_url=f"/ws/events/{event.slug}/desk/?version={event.version}",
        now=table_cards.milliseconds(timezone.now()),
        **desk_context(event, filled),
    )


def _live_tables(event: Event, sessions: list[Session]) -> list[table_cards.LiveTable]:
    """Return the current state of the running round's tables. At most four queries."""
    row = selectors.rounds(event)[0] if sessions else None
    return [] if row is None else table_cards.live_tables(event, row.tables.all(), sessions)
