"""Tables with real cards: their score sheets and printable slips."""

from typing import Any, Final

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.caller import of_request
from accounts.guests import person
from games.common.denials import Denial
from games.common.numbers import whole_number
from tournaments.clubs.policy import Right, Role, may
from tournaments.events.core import selectors
from tournaments.events.core.denial_texts import sentence
from tournaments.events.core.denials import EventCode
from tournaments.events.core.format_input import rules_at
from tournaments.events.core.locking import Answer
from tournaments.events.core.models import Event
from tournaments.events.core.pages import found_event, run_event, show
from tournaments.events.corrections.models import EventCorrection
from tournaments.events.event_page.open_questions import unanswered_questions
from tournaments.events.paper import locked_sheet, score_sheet
from tournaments.events.paper.deal import PaperError
from tournaments.events.paper.forms import PaperForm
from tournaments.events.paper.models import PaperDeal, written_deal
from tournaments.events.paper.services import (
    close_table,
    confirm_deal,
    dispute_deal,
    paper_deal_records,
    paper_table,
    write_deal,
)
from tournaments.events.paper.slips import slips_of
from tournaments.events.rounds.models import EventRound, EventTable
from tournaments.events.settling.settled import settled_part, settlement_facts

#: Denials that mean the user has no access to the action at all.
_FORBIDDEN: Final = (EventCode.NOT_ALLOWED, EventCode.NOT_YOUR_TABLE, EventCode.UNKNOWN)


class _Reader:
    """A request for a score sheet: the table, the user's rights, and the form for a deal."""

    def __init__(self, request: HttpRequest, slug: str, event_table_id: int) -> None:
        """Find the table; raise Http404 if there is none or it is not played with real cards."""
        self.request = request
        self.event, self.role = found_event(request, slug)
        row = paper_table(self.event, event_table_id)
        if row is None or row.table_id is not None:
            raise Http404(_("This table doesn’t exist."))
        self.row: EventTable = row
        self.user = person(request)
        self.names = [seat.player_name for seat in row.seats.all()]
        self.rules = rules_at(self.event, len(self.names))
        self.may_run = may(self.role, Right.RUN_EVENTS)
        own = None if self.user is None else self.user.pk
        self.plays = any(seat.player_id == own for seat in row.seats.all() if own is not None)

    @property
    def is_over(self) -> bool:
        """Return whether the result is in: all deals are confirmed, or the table was ended."""
        return self.row.finished_at is not None

    def deal(self, number: int) -> PaperDeal | None:
        """Return the entered deal with this number; None before it is entered."""
        return next((each for each in self.row.paper_deals.all() if each.number == number), None)

    def is_closed_for(self, deal: PaperDeal | None) -> bool:
        """Return whether a new deal, which is None, comes too late: the table or event is over."""
        return deal is None and (self.is_over or self.event.finished_at is not None)

    def as_organizer(self, deal: PaperDeal | None) -> bool:
        """Return whether the user could enter this deal only as an organizer."""
        return not self.plays or self.is_over or (deal is not None and deal.is_confirmed)

    def number_to_enter(self) -> int:
        """Return the number of the deal to enter: the requested, a disputed, or the next one."""
        asked = whole_number(self.request.GET.get("deal"), 3)
        coming = len(self.row.paper_deals.all()) + 1
        if asked and asked < coming:
            return asked
        deals = self.row.paper_deals.all()
        back = (each.number for each in deals if each.disputed_by_id is not None)
        return next(back, coming)

    def empty_form(self) -> PaperForm | None:
        """Return the form for the deal to enter; None if there is none for the reader."""
        number = self.number_to_enter()
        deal = self.deal(number)
        if number > self.event.deals or self.is_closed_for(deal):
            return None
        if self.as_organizer(deal) and not self.may_run:
            return None
        return self._form(None, deal, {"deal": number, "version": deal.version if deal else 0})

    def filled_form(self) -> PaperForm:
        """Return the form for the posted deal, bound to the request's data."""
        number = whole_number(self.request.POST.get("deal"), 3) or 0
        return self._form(self.request.POST, self.deal(number), {})

    def _form(self, data: Any, deal: PaperDeal | None, initial: dict[str, int]) -> PaperForm:
        """Return the form for a deal, or for a new one if `deal` is None."""
        as_organizer = self.as_organizer(deal)
        return PaperForm(
            data,
            rules=self.rules,
            names=self.names,
            written=None if deal is None or data is not None else written_deal(deal.written),
            says_why=as_organizer and self.may_run,
            reason="" if deal is not None else _("From the table’s paper slip."),
            initial=initial,
        )

    def page(
        self,
        form: PaperForm | None,
        preview: score_sheet.Preview | None = None,
        status: int = 200,
        **context: Any,
    ) -> HttpResponse:
        """Render the score sheet with the form and a preview of the scored deal."""
        own = None if self.user is None else self.user.pk
        steps = paper_deal_records(self.row)
        page = score_sheet.paper_page(self.event, self.row, steps, own, may_run=self.may_run)
        is_changed = form is not None and self.deal(_form_number(form)) is not None
        return show(
            self.request,
            "paper",
            self.event,
            self.role,
            status=status,
            page=page,
            form=form,
            form_number=_form_number(form) if form is not None else 0,
            is_changed=is_changed,
            preview=preview,
            plays=self.plays,
            asked=unanswered_questions(self.event, self.user),
            settled=settled_part(
                settlement_facts(self.event), self.user, self.role, is_in_it=self.plays
            ),
            **context,
        )


def _form_number(form: PaperForm) -> int:
    """Return the number of the deal in the form; 0 for an invalid value."""
    return whole_number(form["deal"].value(), 3) or 0


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def table(request: HttpRequest, slug: str, event_table_id: int) -> HttpResponse:
    """Show the score sheet of a table; a posted deal is first shown with its score, then saved."""
    reader = _Reader(request, slug, event_table_id)
    if request.method != "POST":
        return reader.page(reader.empty_form())
    if not (reader.plays or reader.may_run):
        raise PermissionDenied
    if reader.is_closed_for(reader.deal(_posted_deal(reader)["deal"])):
        messages.error(request, EventCode.NO_NEW_DEALS.label)
        return reader.page(None, status=422)
    form = reader.filled_form()
    if not form.is_valid():
        return reader.page(form, status=422)
    said = form.cleaned_data
    if "save" not in request.POST or said["seen"] != form.digest():
        return _previewed(reader, form)
    answer = write_deal(
        of_request(request),
        reader.event.pk,
        reader.row.pk,
        said["deal"],
        form.written(),
        version=said["version"],
        reason=said.get("reason", ""),
    )
    if isinstance(answer, Denial):
        _check_allowed(answer)
        form.add_error(None, sentence(answer))
        return _Reader(request, slug, event_table_id).page(form, status=422)
    done = _("Deal %(number)s saved.")
    if isinstance(answer, EventCorrection):
        done = _("Correction of deal %(number)s proposed. The players have been notified.")
    messages.success(request, done % {"number": said["deal"]})
    return redirect("event_paper", slug, event_table_id)


def _previewed(reader: _Reader, form: PaperForm) -> HttpResponse:
    """Show the form with the scored deal, or with why the deal is impossible; nothing is saved."""
    try:
        preview = score_sheet.preview_of(
            reader.rules, form.cleaned_data["deal"], form.written(), reader.names
        )
    except PaperError as error:
        form.add_error(None, sentence(locked_sheet.denial_of_paper_error(error, reader.names)))
        return reader.page(form, status=422)
    return reader.page(form, preview, seen=form.digest())


def _check_allowed(answer: Denial) -> None:
    """Raise PermissionDenied if the denial means that the user has no access to the action."""
    if answer.code in _FORBIDDEN:
        raise PermissionDenied


@login_required
@require_POST
def act(request: HttpRequest, slug: str, event_table_id: int, act: str) -> HttpResponse:
    """Confirm or dispute a deal, or end the table early: "confirm", "object" or "close"."""
    reader = _Reader(request, slug, event_table_id)
    acts = {"confirm": _confirm, "object": _dispute, "close": _close}
    if act not in acts:
        raise Http404
    if not (reader.plays or reader.may_run):
        raise PermissionDenied
    answer, done = acts[act](reader)
    if isinstance(answer, Denial):
        _check_allowed(answer)
        messages.error(request, sentence(answer))
        fresh = _Reader(request, slug, event_table_id)
        typed = request.POST.get("text", "")
        return fresh.page(fresh.empty_form(), status=422, failed=act, failed_text=typed)
    messages.success(request, done)
    return redirect("event_paper", slug, event_table_id)


def _posted_deal(reader: _Reader) -> dict[str, int]:
    """Return the posted numbers "deal" and "version" of a deal, each 0 if invalid."""
    posted = reader.request.POST
    return {name: whole_number(posted.get(name), 5) or 0 for name in ("deal", "version")}


def _confirm(reader: _Reader) -> tuple[Answer, str]:
    """Confirm the posted deal; return the service's answer and the success message."""
    posted = _posted_deal(reader)
    answer = confirm_deal(
        of_request(reader.request),
        reader.event.pk,
        reader.row.pk,
        posted["deal"],
        version=posted["version"],
        reason=reader.request.POST.get("text", ""),
    )
    return answer, _("Deal %(number)s confirmed.") % {"number": posted["deal"]}


def _dispute(reader: _Reader) -> tuple[Answer, str]:
    """Dispute the posted deal; return the service's answer and the success message."""
    posted = _posted_deal(reader)
    answer = dispute_deal(
        of_request(reader.request),
        reader.event.pk,
        reader.row.pk,
        posted["deal"],
        version=posted["version"],
        text=reader.request.POST.get("text", ""),
    )
    return answer, _("Deal %(number)s disputed. It has to be entered again.") % {
        "number": posted["deal"]
    }


def _close(reader: _Reader) -> tuple[Answer, str]:
    """End the table early; return the service's answer and the success message."""
    answer = close_table(
        of_request(reader.request),
        reader.event.pk,
        reader.row.pk,
        reader.request.POST.get("text", ""),
    )
    return answer, _("Table ended. Its confirmed deals count.")


@login_required
@never_cache
@require_safe
def slips(request: HttpRequest, slug: str, round_number: int) -> HttpResponse:
    """Show the slips of a round, ready to be printed."""
    found, role = run_event(request, slug)
    row = next((each for each in selectors.rounds(found) if each.number == round_number), None)
    if row is None or row.status == EventRound.Status.PROPOSED or not found.is_on_paper:
        raise Http404(_("There is nothing to print for this round."))
    return _slip_page(request, found, role, row)


def _slip_page(request: HttpRequest, event: Event, role: Role, row: EventRound) -> HttpResponse:
    """Render the page with the slips of the round for printing."""
    sheet = slips_of(event, row, request.build_absolute_uri)
    return show(request, "slips", event, role, sheet=sheet)
