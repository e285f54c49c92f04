"""Adding members from a list, after a preview: the form and its page."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any, Final

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, gettext_noop, ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.caller import of_request
from games.common.denials import Denial
from games.common.languages import paragraph
from tournaments.clubs.member_picker import MembersField, picker_members
from tournaments.clubs.models import Membership
from tournaments.clubs.policy import Role
from tournaments.events.core.denial_texts import sentence
from tournaments.events.core.models import Event
from tournaments.events.core.pages import run_event, show
from tournaments.events.core.selectors import declined_entries
from tournaments.events.entries.last_players import last_players
from tournaments.events.entries.models import Entry
from tournaments.events.entries.name_list import (
    MOST_BYTES,
    MOST_LINES,
    KnownPerson,
    ListFault,
    NamedLine,
    NameFault,
    NameListError,
    decoded_text,
    name_list,
    resolve_lines,
)
from tournaments.events.entries.planned_players import forget_planned, planned_players
from tournaments.events.entries.signing_up import EnrolmentCounts, enter_members
from tournaments.events.terms.selectors import is_for_money

_LIST_FAULTS: Final = {
    ListFault.EMPTY: gettext_noop("The list is empty. Enter at least one member."),
    ListFault.TOO_LONG: gettext_noop("The limit is %(lines)s lines. Split the list into parts."),
    ListFault.TOO_LARGE: gettext_noop("The limit is %(kilobytes)s KB. Split the list into parts."),
}
_NAME_FAULTS: Final = {
    NameFault.UNREADABLE: gettext_noop("Unreadable characters. Save the file as UTF-8."),
    NameFault.NO_NAME: gettext_noop("The name is missing."),
    NameFault.SEED_WRONG: gettext_noop(
        "“%(about)s” isn’t a seed. Seeds are whole numbers starting at 1."
    ),
    NameFault.TWICE: gettext_noop("Same member as on line %(about)s."),
    NameFault.NOT_A_MEMBER: gettext_noop("No club member has this name, username or email."),
    NameFault.SEVERAL: gettext_noop(
        "This could be any of these members: %(about)s. Select the right one above, or enter a"
        " username or email that only one of them has."
    ),
    NameFault.ENTERED: gettext_noop("Already signed up."),
    NameFault.INVITED: gettext_noop("Already invited, but hasn’t answered yet."),
    NameFault.DECLINED: gettext_noop("Declined the invitation, but can still sign up."),
    NameFault.LEFT: gettext_noop("Left the event and can’t rejoin."),
}


def fault_words(line: NamedLine) -> str:
    """Return the sentence for the error of a line in a list of members; it must have one."""
    assert line.fault is not None
    return _(_NAME_FAULTS[line.fault]) % {"about": line.about}


class NameListForm(forms.Form):
    """Form for a list of members, as an uploaded file or as text."""

    file = forms.FileField(
        label=gettext_lazy("File"),
        required=False,
        allow_empty_file=True,
        widget=forms.FileInput(attrs={"accept": ".csv,text/csv,text/plain"}),
        help_text=gettext_lazy("A CSV file in UTF-8, which any spreadsheet app can save."),
    )
    text = forms.CharField(
        label=gettext_lazy("List"),
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 12, "spellcheck": "false", "autocomplete": "off"}),
        help_text=gettext_lazy(
            "One member per line: name, username or email, optionally followed by a comma and a"
            " seed."
        ),
    )

    def clean(self) -> dict[str, Any]:
        """Parse the uploaded file, or else the text, into `list`; add an error if impossible."""
        cleaned = super().clean() or {}
        try:
            if cleaned.get("file"):
                cleaned["text"] = decoded_text(cleaned["file"].read(MOST_BYTES + 1))
            cleaned["list"] = name_list(cleaned.get("text") or "")
        except NameListError as error:
            said = {"lines": MOST_LINES, "kilobytes": MOST_BYTES // 1024}
            self.add_error(None, _(_LIST_FAULTS[error.fault]) % said)
        return cleaned


class PickMembersForm(forms.Form):
    """Form in which members of the club are selected."""

    members = MembersField(label=gettext_lazy("Members"))

    def __init__(self, data: Any = None, *, event: Event, chosen: Collection[int] = ()) -> None:
        super().__init__(data, initial={"members": list(chosen)})
        faults = {each.person: each.fault for each in known_people(event) if each.fault is not None}
        said = {person: _(_NAME_FAULTS[fault]) for person, fault in faults.items()}
        field = self.fields["members"]
        assert isinstance(field, MembersField)
        last = last_players(event.club, before=event)
        field.offer(picker_members(event.club, said), last.members)


#: Values of the buttons that add the selected members, and the valid members of the list.
PICK, ENTER = "pick", "enter"


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
    """Add or invite selected members, or preview a list of them and add those who can be."""
    found, role = run_event(request, slug)
    if request.method != "POST":
        chosen = planned_players(request, found)
        return _form_page(request, found, role, PickMembersForm(event=found, chosen=chosen))
    if request.POST.get("act") == PICK:
        return _pick(request, found, role)
    form = NameListForm(request.POST, request.FILES)
    if not form.is_valid():
        return show(
            request,
            "name_list",
            found,
            role,
            status=422,
            form=form,
            pick_form=PickMembersForm(event=found),
            is_invitation=is_for_money(found),
            is_list_open=True,
        )
    lines = _resolved_lines(found, form)
    wanted = {each.person: each.seed for each in lines if each.person is not None}
    if request.POST.get("act") != ENTER or not wanted:
        return _preview_page(request, found, role, form, lines)
    answer = enter_members(of_request(request), found.pk, wanted, is_from_list=True)
    if isinstance(answer, Denial):
        form.add_error(None, sentence(answer))
        return _preview_page(request, found, role, form, _resolved_lines(found, form))
    messages.success(request, _added_message(answer))
    wrong = [each for each in lines if each.fault is not None]
    return (
        _preview_page(request, found, role, form, wrong) if wrong else redirect("event_desk", slug)
    )


def _form_page(
    request: HttpRequest, event: Event, role: Role, pick_form: PickMembersForm
) -> HttpResponse:
    """Show the members to select, with an empty list."""
    return show(
        request,
        "name_list",
        event,
        role,
        status=422 if pick_form.is_bound else 200,
        form=NameListForm(),
        pick_form=pick_form,
        is_invitation=is_for_money(event),
    )


def _pick(request: HttpRequest, event: Event, role: Role) -> HttpResponse:
    """Add or invite the selected members, and go to the desk."""
    pick_form = PickMembersForm(request.POST, event=event)
    if pick_form.is_valid():
        seeds = dict.fromkeys(pick_form.cleaned_data["members"])
        answer = enter_members(of_request(request), event.pk, seeds)
        if not isinstance(answer, Denial):
            forget_planned(request, event)
            messages.success(request, _added_message(answer))
            return redirect("event_desk", event.slug)
        pick_form.add_error(None, sentence(answer))
    return _form_page(request, event, role, pick_form)


def _resolved_lines(event: Event, form: NameListForm) -> list[NamedLine]:
    """Return the lines of the form's list with the member or fault of each."""
    return resolve_lines(form.cleaned_data["list"].lines, known_people(event))


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
        pick_form=PickMembersForm(event=event),
        is_looked_at=True,
        is_list_open=True,
        is_invitation=is_for_money(event),
    )


def known_people(event: Event) -> list[KnownPerson]:
    """Return the members of the event's club, each with why they can't be added. Two queries."""
    entered = {each.user_id: each for each in event.entries.exclude(user=None)}
    declined = declined_entries(event, list(entered.values()))
    members = Membership.objects.filter(club=event.club_id).select_related("user")
    return [
        KnownPerson(
            person=each.user_id,
            username=each.user.username,
            email=each.user.email,
            shown=each.user.shown_name,
            fault=_obstacle_to_adding(event, entered.get(each.user_id), declined),
        )
        for each in members.order_by("pk")
    ]


def _obstacle_to_adding(
    event: Event, entry: Entry | None, declined: Collection[int]
) -> NameFault | None:
    """Return the reason why a member can't be added to the event; None if they can."""
    if entry is None:
        return None
    if entry.status == Entry.Status.INVITED:
        return NameFault.INVITED
    if entry.status != Entry.Status.WITHDRAWN:
        return NameFault.ENTERED
    if entry.number in declined:
        return NameFault.DECLINED
    is_back_too_late = event.status == Event.Status.RUNNING and entry.left is not None
    return NameFault.LEFT if is_back_too_late else None
