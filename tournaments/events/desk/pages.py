"""The organizers' desk."""

from collections.abc import Callable
from typing import Any, Final

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.caller import of_request
from games.common.denials import Denial
from games.common.languages import paragraph
from games.screens.question import StakeQuestion, agreed_in, terms_in
from tournaments.clubs.policy import Role
from tournaments.events.club_nights import club_night
from tournaments.events.core import selectors
from tournaments.events.core.denials import EventCode, sentence
from tournaments.events.core.models import Event
from tournaments.events.core.pages import ask, flash_result, run_event, show, show_terms
from tournaments.events.corrections import open_questions
from tournaments.events.desk import proposal, stages, table_cards
from tournaments.events.desk.all_forms import DESK_FORMS
from tournaments.events.desk.forms import CorrectForm, DeskForm
from tournaments.events.desk.services import pause_all, resume_all
from tournaments.events.duplicate.pages import coming_words
from tournaments.events.entries import invitations
from tournaments.events.entries.models import Entry
from tournaments.events.entries.services import CheckInCounts, check_in_all
from tournaments.events.event_page import overview
from tournaments.events.event_page.live import card_html
from tournaments.events.manual_seating import balance, leftover_players
from tournaments.events.rounds import publication, tables
from tournaments.events.rounds.format_input import is_night
from tournaments.events.rounds.models import EventRound, EventTable
from tournaments.events.rounds.proposal import dismiss_changes, redraw_seating, start_event
from tournaments.events.setup.services import open_check_in, open_sign_up
from tournaments.events.terms.selectors import terms_now
from tournaments.ledger.models import is_final

#: Actions of single buttons at the desk: service and success message.
BUTTONS: Final[dict[str, tuple[Callable[..., object], str]]] = {
    "open": (open_sign_up, gettext_noop("Sign-up opened.")),
    "check-in": (open_check_in, gettext_noop("Check-in opened.")),
    "start": (start_event, gettext_noop("Event started. Review the seating.")),
    "publish": (
        publication.publish_round,
        gettext_noop("Round published. All tables have started."),
    ),
    "anew": (redraw_seating, gettext_noop("Seating redrawn.")),
    "changes-seen": (dismiss_changes, gettext_noop("Notice of changes dismissed.")),
    "pause": (pause_all, gettext_noop("All tables paused.")),
    "go-on": (resume_all, gettext_noop("All tables resumed.")),
}
#: Action that checks in all players who can be.
CHECK_IN_ALL: Final = "all-here"


@login_required
@never_cache
@require_safe
def desk(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the organizers' desk."""
    found, role = run_event(request, slug)
    return _desk_page(request, found, role)


@login_required
@require_POST
def action(request: HttpRequest, slug: str, act: str) -> HttpResponse:
    """Carry out the action with this name at the desk; a denied form keeps its input."""
    found, role = run_event(request, slug)
    if act == CHECK_IN_ALL:
        done = check_in_all(of_request(request), found.pk)
        flash_result(request, done, "" if isinstance(done, Denial) else _checked_in_message(done))
        return redirect("event_desk", slug)
    if act in BUTTONS:
        service, said = BUTTONS[act]
        # Only the seating that the organizer was shown may be published.
        shown = {"shown": request.POST.get("shown", "")} if act == "publish" else {}
        if act == "start" and is_night(found):
            said = gettext_noop("Club night started. Members can open tables.")
        flash_result(request, service(of_request(request), found.pk, **shown), _(said))
        return redirect("event_desk", slug)
    if act not in DESK_FORMS:
        raise Http404
    form = DESK_FORMS[act](request.POST, event=found, prefix=act)
    if form.is_valid():
        answer = form.call_service(of_request(request))
        if not isinstance(answer, Denial):
            messages.success(request, str(form.done))
            return redirect("event_desk", slug)
        found.refresh_from_db()
        form.add_denial(answer)
    found.refresh_from_db()
    return _desk_page(request, found, role, filled={act: form})


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


@login_required
@require_POST
def answer(request: HttpRequest, slug: str, entry_number: int) -> HttpResponse:
    """Take responsibility for the losses of a player without an account, by the current terms."""
    found, role = run_event(request, slug)
    terms = terms_in(request.POST)
    done = invitations.answer_for(
        of_request(request), found.pk, entry_number, terms=terms, agreed=agreed_in(request.POST)
    )
    if isinstance(done, Denial) and done.code == EventCode.EVENT_ABOVE_LIMIT:
        asked = _("Take responsibility for this player anyway?")
        question = StakeQuestion(sentence(done), asked, str(done.params["worst"]))
        return ask(request, slug, question)
    if isinstance(done, Denial) and done.code == EventCode.TERMS_CHANGED:
        return show_terms(request, found, role, found.entries.filter(number=entry_number).first())
    flash_result(request, done, _("You took responsibility for this player’s losses."))
    return redirect("event_desk", slug)


def _desk_page(
    request: HttpRequest,
    event: Event,
    role: Role,
    filled: dict[str, DeskForm] | None = None,
) -> HttpResponse:
    """Render the desk; `filled` has the denied form under the name of its action."""
    return show(
        request,
        "desk",
        event,
        role,
        status=422 if filled else 200,
        cards=[card_html(each) for each in _live_tables(event)],
        ws_url=f"/ws/events/{event.slug}/desk/?version={event.version}",
        now=table_cards.milliseconds(timezone.now()),
        **desk_context(event, filled),
    )


def _live_tables(event: Event) -> list[table_cards.LiveTable]:
    """Return the current state of the running round's tables. At most six queries."""
    sessions = selectors.live_sessions(event)
    row = selectors.rounds(event)[0] if sessions else None
    return [] if row is None else table_cards.live_tables(event, row.tables.all(), sessions)


def desk_context(event: Event, filled: dict[str, DeskForm] | None = None) -> dict[str, Any]:
    """Return the template context of the desk, as far as it depends on the event's version.

    :param filled: submitted forms with errors, by name
    """
    entries = selectors.entries(event)
    names = {each.number: each for each in entries}
    rows = selectors.rounds(event)
    published = sum(each.status != EventRound.Status.PROPOSED for each in rows)
    terms = terms_now(event, entries, published)
    seatable = [each for each in entries if terms.may_sit(each)]
    parts = [tables.round_part(event, each, names, 0) for each in rows]
    proposed = bool(rows) and rows[0].status == EventRound.Status.PROPOSED
    forms = {
        name: (filled or {}).get(name) or kind(event=event, prefix=name)
        for name, kind in DESK_FORMS.items()
    }
    is_running = event.status == Event.Status.RUNNING
    before = event.status in (Event.Status.DRAFT, Event.Status.OPEN, Event.Status.CHECK_IN)
    takes = event.status in (Event.Status.OPEN, Event.Status.CHECK_IN, Event.Status.RUNNING)
    judged = event.status in Event.STARTED_STATUSES and not is_final(
        event.finished_at, timezone.now()
    )
    offered = {
        "bots": takes and not is_night(event) and not event.is_on_paper,
        "name": takes and event.is_on_paper,
        "in-person": takes,
        "announce": takes,
        "replace": is_running and bool(rows) and rows[0].status == EventRound.Status.RUNNING,
        "extend": is_running and event.clock != "none" and not is_night(event),
        "penalty": judged,
        "take-back": judged,
        "take-out": before or is_running,
        "cancel": before,
        "apart": before or is_running,
        "together": before or is_running,
        "take-back-round": is_running
        and bool(rows)
        and rows[0].status == EventRound.Status.RUNNING
        and not parts[0].done,
        "uneven": False,
        "end": is_running
        and not is_night(event)
        and not (rows and rows[0].status == EventRound.Status.RUNNING),
        "end-night": is_running and is_night(event),
    }
    if event.club.closed_at is not None:
        offered = dict.fromkeys(offered, False) | {
            "cancel": before,
            "end": offered["end"],
            "end-night": offered["end-night"],
        }
    return {
        "asked": open_questions.question_links(event, list(selectors.open_corrections(event)))
        if judged
        else [],
        "course": stages.event_stages(event),
        "next_step": stages.next_step(event) if event.club.closed_at is None else None,
        "proposed": parts[0] if proposed else None,
        "shown": rows[0].seating_digest if proposed else "",
        "changes": proposal.proposal_changes(rows[0], names) if proposed else [],
        "notes": stages.round_notes(event, rows[0]) if proposed else "",
        "balance": (balance.balance_of(event, rows[0].seated, names) if proposed else None),
        "uneven": None
        if terms.is_for_money and published
        else leftover_players.leftover_part(event, seatable, rows[0] if rows else None),
        "can_check_in": event.status == Event.Status.CHECK_IN,
        "words": coming_words(event, entries, 0),
        "night": club_night.night_part(event, None, is_member=False) if is_night(event) else None,
        "published": parts[1:] if proposed else parts,
        "is_running": is_running,
        "entrants": overview.entry_lines(entries, None, *Entry.PLACED_STATUSES, terms_now=terms),
        "waiting": overview.entry_lines(entries, None, Entry.Status.WAITING, terms_now=terms),
        "invited": overview.entry_lines(entries, None, Entry.Status.INVITED, terms_now=terms),
        "forms": [
            (name, forms[name])
            for name, wanted in offered.items()
            if (wanted and forms[name].has_choices) or forms[name].is_bound
        ],
    }


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def correct(request: HttpRequest, slug: str, event_table_id: int) -> HttpResponse:
    """Show and take the form that corrects a table's result; real cards have the score sheet."""
    found, role = run_event(request, slug)
    tables = EventTable.objects.select_related("round")
    table = tables.filter(pk=event_table_id, round__event=found).first()
    if table is None or table.finished_at is None or table.seats.filter(net=None).exists():
        raise Http404(_("This table has no result yet."))
    if found.is_on_paper:
        return redirect("event_paper", slug, event_table_id)
    posted = request.method == "POST"
    form = CorrectForm(request.POST if posted else None, event=found, table=table)
    if form.is_valid():
        answer = form.call_service(of_request(request))
        if not isinstance(answer, Denial):
            messages.success(request, str(form.done))
            return redirect("event_desk", slug)
        form.add_error(None, sentence(answer))
    return show(
        request, "correct", found, role, status=422 if posted else 200, form=form, table=table
    )
