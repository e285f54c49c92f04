"""Adding members from a list, after a preview."""

from dataclasses import dataclass

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.caller import of_request
from games.common.denials import Denial
from games.common.languages import paragraph
from tournaments.clubs.policy import Role
from tournaments.events.core import selectors
from tournaments.events.core.denials import sentence
from tournaments.events.core.models import Event
from tournaments.events.core.pages import run_event, show
from tournaments.events.entries.name_list import NamedLine, resolve_lines
from tournaments.events.entries.name_list_form import NameListForm, fault_words
from tournaments.events.entries.services import EnrolmentCounts, enter_members
from tournaments.events.terms.selectors import is_for_money

#: Value of the button that adds the valid members.
ENTER = "enter"


@dataclass(frozen=True, slots=True)
class FaultyLine:
    """A line of the list that can't be used: its number, its text and a sentence why."""

    line: int
    text: str
    why: str


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def names(request: HttpRequest, slug: str) -> HttpResponse:
    """Preview a list of members to add to the event, or add or invite those who can be."""
    found, role = run_event(request, slug)
    if request.method != "POST":
        return show(
            request,
            "name_list",
            found,
            role,
            form=NameListForm(),
            is_invitation=is_for_money(found),
        )
    form = NameListForm(request.POST, request.FILES)
    if not form.is_valid():
        return show(request, "name_list", found, role, status=422, form=form)
    lines = _resolved_lines(found, form)
    wanted = {each.person: each.seed for each in lines if each.person is not None}
    if request.POST.get("act") != ENTER or not wanted:
        return _preview_page(request, found, role, form, lines)
    answer = enter_members(of_request(request), found.pk, wanted)
    if isinstance(answer, Denial):
        form.add_error(None, sentence(answer))
        return _preview_page(request, found, role, form, _resolved_lines(found, form))
    messages.success(request, _added_message(answer))
    wrong = [each for each in lines if each.fault is not None]
    return (
        _preview_page(request, found, role, form, wrong) if wrong else redirect("event_desk", slug)
    )


def _resolved_lines(event: Event, form: NameListForm) -> list[NamedLine]:
    """Return the lines of the form's list with the member or fault of each."""
    return resolve_lines(form.cleaned_data["list"].lines, selectors.known_people(event))


def _added_message(result: EnrolmentCounts) -> str:
    """Return how many members were invited, or added and put on the waiting list."""
    if result.invited:
        return ngettext(
            "Invited %(count)d member. Members get a place when they accept.",
            "Invited %(count)d members. Members get a place when they accept.",
            result.invited,
        ) % {"count": result.invited}
    added = ngettext("Added %(count)d member.", "Added %(count)d members.", result.entered) % {
        "count": result.entered
    }
    if not result.waiting:
        return added
    waiting = ngettext(
        "%(count)d of these members is on the waiting list.",
        "%(count)d of these members are on the waiting list.",
        result.waiting,
    ) % {"count": result.waiting}
    return paragraph(added, waiting)


def _preview_page(
    request: HttpRequest, event: Event, role: Role, form: NameListForm, lines: list[NamedLine]
) -> HttpResponse:
    """Show who would be added and which lines need fixing; the list stays in its field."""
    right = [each for each in lines if each.fault is None]
    wrong = [each for each in lines if each.fault is not None]
    # Members who were added are off the list; lines to fix stay in it.
    text = form.cleaned_data["text"] if right else form.cleaned_data["list"].text_with(wrong)
    return show(
        request,
        "name_list",
        event,
        role,
        status=422 if wrong or form.errors else 200,
        form=NameListForm(initial={"text": text}),
        text=text,
        errors=form.non_field_errors(),
        right=right,
        wrong=[FaultyLine(each.line, each.text, fault_words(each)) for each in wrong],
        is_looked_at=True,
        is_invitation=is_for_money(event),
    )
