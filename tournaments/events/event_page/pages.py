"""The page of an event and the actions of its players."""

from collections.abc import Callable

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.caller import of_request
from accounts.guests import person
from games.common.denials import Denial
from games.screens.question import StakeQuestion, agreed_in, terms_in
from tournaments.clubs.policy import Right, may
from tournaments.events.club_nights.pages import show_night
from tournaments.events.core import access, page_links
from tournaments.events.core.denials import EventCode, sentence
from tournaments.events.core.models import Event
from tournaments.events.core.pages import (
    ask,
    flash_result,
    found_event,
    show,
    show_terms,
    unanswered_questions,
)
from tournaments.events.desk.live import now_ms
from tournaments.events.duplicate.pages import drawn_word
from tournaments.events.entries import confirmations, invitations, services
from tournaments.events.entries.models import Entry
from tournaments.events.event_page import overview
from tournaments.events.event_page.live import frame_of
from tournaments.events.notices.services import notices_seen
from tournaments.events.rounds.format_input import is_night


@never_cache
@require_safe
def event(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the event: facts, players, seating and standings; mark the reader's notices as seen."""
    found, role = found_event(request, slug)
    user = person(request)
    if is_night(found):
        return show_night(request, found, role)
    frame = frame_of(found)
    if user is not None and frame.own_number(user):
        notices_seen(user.pk, found.pk)
    return show(
        request,
        "event",
        found,
        role,
        facts=overview.facts(
            found,
            with_stake=access.may_see_money(role, is_entered=bool(frame.own_number(user))),
        ),
        part=frame.own_part(user, role),
        own_number=frame.own_number(user),
        asked=unanswered_questions(found, user),
        here=request.path,
        words=frame.words(user),
        suggested=drawn_word(),
        ws_url=f"/ws/events/{slug}/?version={frame.version}",
        shared_links=page_links.shared_links(found, request.build_absolute_uri),
        **frame.context(user, is_organizer=may(role, Right.RUN_EVENTS)),
    )


@never_cache
@require_safe
def projector(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the projector view, to the same readers as the event's page."""
    found, role = found_event(request, slug)
    frame = frame_of(found)
    ws_url = f"/ws/events/{slug}/projector/?version={frame.version}"
    return show(
        request, "projector", found, role, ws_url=ws_url, now=now_ms(), **frame.projector_context()
    )


def _agree_and_redirect(
    request: HttpRequest, slug: str, service: Callable[..., object], success_message: str
) -> HttpResponse:
    """Agree to the event's terms by this service; first ask if they are above the user's limit."""
    found, role = found_event(request, slug)
    if role is None:
        raise PermissionDenied
    terms = terms_in(request.POST)
    answer = service(of_request(request), found.pk, terms=terms, agreed=agreed_in(request.POST))
    if isinstance(answer, Denial) and answer.code == EventCode.EVENT_ABOVE_LIMIT:
        question_text = _("Play anyway?")
        question = StakeQuestion(sentence(answer), question_text, str(answer.params["worst"]))
        return ask(request, slug, question)
    if isinstance(answer, Denial) and answer.code == EventCode.TERMS_CHANGED:
        return show_terms(request, found, role, _own_entry(request, found))
    flash_result(request, answer, success_message)
    return redirect("event", slug)


@login_required
@require_POST
def enter(request: HttpRequest, slug: str) -> HttpResponse:
    """Sign the user up for the event, or for its waiting list."""
    return _agree_and_redirect(request, slug, services.enter, _("Your sign-up is saved."))


@login_required
@require_POST
def accept(request: HttpRequest, slug: str) -> HttpResponse:
    """Accept an invitation, or terms that have changed."""
    return _agree_and_redirect(request, slug, invitations.accept, _("You’ve agreed to the terms."))


@login_required
@require_POST
def decline(request: HttpRequest, slug: str) -> HttpResponse:
    """Decline an invitation; this needs no membership."""
    found, role = found_event(request, slug)
    if role is None and _own_entry(request, found) is None:
        raise PermissionDenied
    flash_result(
        request, invitations.decline(of_request(request), found.pk), _("Invitation declined.")
    )
    return redirect("event", slug)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def withdraw(request: HttpRequest, slug: str) -> HttpResponse:
    """Withdraw the user's own entry, after confirmation; this needs no membership."""
    found, role = found_event(request, slug)
    mine = _own_entry(request, found)
    if mine is None and role is None:
        raise PermissionDenied
    if request.method != "POST":
        if mine is None or mine.status == Entry.Status.WITHDRAWN:
            return redirect("event", slug)
        question = confirmations.leaving_question(found, mine)
        return show(request, "question", found, role, question=question)
    is_running = found.status == Event.Status.RUNNING
    done = _("You’ve left the event.") if is_running else _("You’ve withdrawn from the event.")
    flash_result(request, services.withdraw(of_request(request), found.pk), done)
    return redirect("event", slug)


@login_required
@require_POST
def rejoin(request: HttpRequest, slug: str) -> HttpResponse:
    """Let the user rejoin the event after leaving it."""
    found, role = found_event(request, slug)
    if role is None:
        raise PermissionDenied
    flash_result(
        request, services.rejoin(of_request(request), found.pk), _("You’ve rejoined the event.")
    )
    return redirect("event", slug)


def _own_entry(request: HttpRequest, event: Event) -> Entry | None:
    """Return the reader's entry in the event; None without one."""
    return event.entries.filter(user=person(request)).first()


@login_required
@require_POST
def check_in(request: HttpRequest, slug: str) -> HttpResponse:
    """Check the user in to the event, which agrees to its terms if there is a stake."""
    return _agree_and_redirect(request, slug, services.check_in, _("You’re checked in."))
