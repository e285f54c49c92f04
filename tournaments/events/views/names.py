"""Members are entered from a list: it is looked at first, and then those are who can be."""

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
from tournaments.clubs.policy import Role
from tournaments.events import selectors, services
from tournaments.events.denials import sentence
from tournaments.events.forms.roll import RollForm, fault_words
from tournaments.events.models import Event
from tournaments.events.name_list import NamedLine, resolved
from tournaments.events.services.terms import is_for_money
from tournaments.events.views.common import run_event, show

#: What the press says that enters those who can be entered.
ENTER = "enter"


@dataclass(frozen=True, slots=True)
class FaultyLine:
    """A line that names nobody who can be entered, and why."""

    line: int
    text: str
    why: str


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def names(request: HttpRequest, slug: str) -> HttpResponse:
    """Look at a list of members, or enter those of it who can be entered."""
    found, role = run_event(request, slug)
    if request.method != "POST":
        return show(
            request, "names", found, role, form=RollForm(), is_invitation=is_for_money(found)
        )
    form = RollForm(request.POST, request.FILES)
    if not form.is_valid():
        return show(request, "names", found, role, status=422, form=form)
    lines = _lines(found, form)
    wanted = {each.person: each.seed for each in lines if each.person is not None}
    if request.POST.get("act") != ENTER or not wanted:
        return _looked_at(request, found, role, form, lines)
    answer = services.enter_members(of_request(request), found.pk, wanted)
    if isinstance(answer, Denial):
        form.add_error(None, sentence(answer))
        return _looked_at(request, found, role, form, _lines(found, form))
    messages.success(request, _told(answer))
    wrong = [each for each in lines if each.fault is not None]
    return _looked_at(request, found, role, form, wrong) if wrong else redirect("event_desk", slug)


def _lines(event: Event, form: RollForm) -> list[NamedLine]:
    return resolved(form.cleaned_data["list"].lines, selectors.known_people(event))


def _told(done: services.Enrolled) -> str:
    if done.invited:
        return ngettext(
            "%(count)d member is invited, and has a place after accepting.",
            "%(count)d members are invited, and have a place after accepting.",
            done.invited,
        ) % {"count": done.invited}
    said = ngettext(
        "%(count)d member has entered.", "%(count)d members have entered.", done.entered
    ) % {"count": done.entered}
    if done.waiting:
        said += " " + ngettext(
            "%(count)d of them waits for a place.",
            "%(count)d of them wait for a place.",
            done.waiting,
        ) % {"count": done.waiting}
    return said


def _looked_at(
    request: HttpRequest, event: Event, role: Role, form: RollForm, lines: list[NamedLine]
) -> HttpResponse:
    """Show who would be entered and which lines are to be mended; the list stays in its field."""
    right = [each for each in lines if each.fault is None]
    wrong = [each for each in lines if each.fault is not None]
    # Who is entered is off the list; what is to be mended stays.
    text = form.cleaned_data["text"] if right else form.cleaned_data["list"].text_of(wrong)
    return show(
        request,
        "names",
        event,
        role,
        status=422 if wrong or form.errors else 200,
        form=RollForm(initial={"text": text}),
        text=text,
        errors=form.non_field_errors(),
        right=right,
        wrong=[FaultyLine(each.line, each.text, fault_words(each)) for each in wrong],
        is_looked_at=True,
        is_invitation=is_for_money(event),
    )
