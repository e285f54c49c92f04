"""Pages and actions of entrants: sign-up, invitations, check-in and leaving."""

from collections.abc import Callable

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from accounts.caller import of_request
from accounts.guests import person
from games.common.denials import Denial
from games.screens.question import StakeQuestion, agreed_in, terms_in
from tournaments.clubs.policy import Role
from tournaments.clubs.presenter import Question
from tournaments.events.core.denial_texts import sentence
from tournaments.events.core.denials import EventCode
from tournaments.events.core.format_input import format_of, is_night
from tournaments.events.core.models import Event
from tournaments.events.core.pages import ask, flash_result, found_event, run_event, show
from tournaments.events.entries import checking_in, invitations, leaving, signing_up, skipping
from tournaments.events.entries.models import Entry
from tournaments.events.terms.selectors import past_terms, terms_now
from tournaments.events.terms.words import offer_of, term_lines


def leaving_question(event: Event, entry: Entry) -> Question:
    """Return the question that tells an entrant the consequences of leaving the event."""
    is_running = event.status == Event.Status.RUNNING
    if is_running:
        title, button = _("Leave %(event)s?"), _("Leave event")
        sentences = [_running_seat_sentence(event)]
        if event.currency:
            sentences.append(_("What you’ve won or lost so far is settled with the event."))
        if event.fee_minor:
            sentences.append(_("Once your first round has started, you owe the entry fee anyway."))
        sentences.append(_("You can rejoin until the next round is published."))
        if not is_night(event):
            sentences.append(
                _("To miss only the next round, go back and skip it instead.")
                if format_of(event).rounds_can_be_skipped
                else str(EventCode.NO_SKIPPING.label)
            )
        if event.entry_limit is not None:
            sentences.append(
                _("If the event is full when you rejoin, you’ll go to the end of the waiting list.")
            )
    else:
        title, button = _("Withdraw from %(event)s?"), _("Withdraw")
        sentences = [_("Your place goes to another player. You’ll owe nothing for this event.")]
        if entry.status == Entry.Status.WAITING:
            sentences = [_("You’ll lose your place on the waiting list.")]
        sentences.append(
            _(
                "If you sign up again when the event is full, you’ll go to the end of the waiting"
                " list."
            )
        )
    return Question(
        title=title % {"event": event.name},
        sentences=sentences,
        button=button,
        back=_("Stay in the event"),
        back_url=reverse("event", args=[event.slug]),
    )


def _running_seat_sentence(event: Event) -> str:
    """Return the consequences of leaving the event while seated in a running round."""
    if event.is_on_paper:
        return _(
            "If you’re at a table, the organizers choose who plays on for you. You won’t be seated"
            " in later rounds."
        )
    return _(
        "If you’re at a table, a bot plays on for you and the result still counts for you. You"
        " won’t be seated in later rounds."
    )


def _agree_and_redirect(
    request: HttpRequest, slug: str, service: Callable[..., object], success_message: str
) -> HttpResponse:
    """Agree to the event's terms by this service; first ask if they are above the user's limit."""
    found, role = found_event(request, slug)
    if role is None and not _is_guest_by_link(request, found):
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
    return _agree_and_redirect(request, slug, signing_up.enter, _("Your sign-up is saved."))


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
        question = leaving_question(found, mine)
        return show(request, "question", found, role, question=question)
    is_running = found.status == Event.Status.RUNNING
    done = _("You’ve left the event.") if is_running else _("You’ve withdrawn from the event.")
    flash_result(request, leaving.withdraw(of_request(request), found.pk), done)
    return redirect("event", slug)


@login_required
@require_POST
def rejoin(request: HttpRequest, slug: str) -> HttpResponse:
    """Let the user rejoin the event after leaving it."""
    found, role = found_event(request, slug)
    if role is None and not _is_guest_by_link(request, found):
        raise PermissionDenied
    flash_result(
        request, leaving.rejoin(of_request(request), found.pk), _("You’ve rejoined the event.")
    )
    return redirect("event", slug)


@login_required
@require_POST
def skip_round(request: HttpRequest, slug: str, round_number: int) -> HttpResponse:
    """Let the user skip the next round; this needs no membership."""
    done = _("You’ll skip round %(round)s. After that you’ll get a seat again.")
    return _set_skip(request, slug, round_number, done, skips=True)


@login_required
@require_POST
def play_round(request: HttpRequest, slug: str, round_number: int) -> HttpResponse:
    """Let the user play the next round, which they had chosen to skip."""
    done = _("You’ll get a seat in round %(round)s.")
    return _set_skip(request, slug, round_number, done, skips=False)


def _set_skip(
    request: HttpRequest, slug: str, round_number: int, success_message: str, *, skips: bool
) -> HttpResponse:
    """Store whether the user skips the round, and flash the result."""
    found, role = found_event(request, slug)
    if role is None and _own_entry(request, found) is None:
        raise PermissionDenied
    answer = skipping.set_own_skip(of_request(request), found.pk, round_number, skips=skips)
    flash_result(request, answer, success_message % {"round": round_number})
    return redirect("event", slug)


def _own_entry(request: HttpRequest, event: Event) -> Entry | None:
    """Return the reader's entry in the event; None without one."""
    return event.entries.filter(user=person(request)).first()


def _is_guest_by_link(request: HttpRequest, event: Event) -> bool:
    """Return whether the reader signed up with the event's guest link."""
    mine = _own_entry(request, event)
    return mine is not None and mine.by_link


@login_required
@require_POST
def check_in(request: HttpRequest, slug: str) -> HttpResponse:
    """Check the user in to the event, which agrees to its terms if there is a stake."""
    return _agree_and_redirect(request, slug, checking_in.check_in, _("You’re checked in."))


@login_required
@require_POST
def check_in_player(request: HttpRequest, slug: str, entry_number: int) -> HttpResponse:
    """Check the player with this entry number in, or undo the check-in, as an organizer."""
    found, _role = run_event(request, slug)
    is_here = request.POST.get("here") == "1"
    answer = checking_in.check_in_entrant(
        of_request(request), found.pk, entry_number, is_here=is_here
    )
    name = found.entries.filter(number=entry_number).values_list("name", flat=True).first()
    done = _("%(name)s is checked in.") if is_here else _("%(name)s’s check-in undone.")
    flash_result(request, answer, done % {"name": name or ""})
    return redirect("event_desk", slug)


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


def show_terms(
    request: HttpRequest, event: Event, role: Role | None, entry: Entry | None
) -> HttpResponse:
    """Show the current terms beside those that the user was shown, and ask again.

    The answer is posted to the same address. At most five queries.
    """
    event.refresh_from_db()
    now = terms_now(event)
    offer = offer_of(now, entry)
    before = past_terms(event, terms_in(request.POST) or "")
    return show(
        request,
        "terms",
        event,
        role,
        status=422,
        offer=offer,
        lines=term_lines(now.terms_for(entry), before) if offer else [],
        has_before=before is not None,
        action=request.path,
        back=reverse("event", args=[event.slug]),
    )
