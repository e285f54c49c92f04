"""Pages of corrections: an organizer corrects a result, players answer a proposed correction."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.caller import of_request
from accounts.guests import person
from games.common.dates import date_format
from games.common.denials import Denial
from tournaments.clubs.models import zone_of
from tournaments.events.core.denial_texts import sentence
from tournaments.events.core.models import Event
from tournaments.events.core.pages import flash_result, found_event, run_event, show
from tournaments.events.core.words import signed
from tournaments.events.corrections import services
from tournaments.events.corrections.forms import CorrectForm
from tournaments.events.corrections.models import EventCorrection
from tournaments.events.rounds.models import EventSeat, EventTable
from tournaments.ledger.corrections.consent import CorrectionRole
from tournaments.ledger.corrections.texts import (
    AnswerPart,
    CorrectedSeat,
    answer_part,
    closed_sentence,
    waiting_sentences,
)


@dataclass(frozen=True, slots=True)
class CorrectionPart:
    """A proposed correction in texts, as one reader sees it and can answer it."""

    title: str
    seats: Sequence[CorrectedSeat]
    by: str
    reason: str
    #: Its state, and who can answer it.
    sentences: Sequence[str]
    answer: AnswerPart


def correction_part(
    event: Event,
    correction: EventCorrection,
    seats: Sequence[EventSeat],
    role: CorrectionRole,
) -> CorrectionPart:
    """Return the correction for the reader. No query: table, round and deal must be fetched."""
    row = correction.event_table
    place = {"round": row.round.number, "table": row.number}
    if correction.deal is None:
        title = _("Round %(round)s, table %(table)s: proposed correction") % place
    else:
        place["deal"] = correction.deal.number
        title = _("Round %(round)s, table %(table)s, deal %(deal)s: proposed correction") % place
    waits = correction.is_open and correction.lapses_at > timezone.now()
    return CorrectionPart(
        title=title,
        seats=[
            CorrectedSeat(
                name=_("A bot") if seat.entry is None else seat.entry.name,
                before=signed(before),
                after=signed(after),
                is_changed=before != after,
            )
            for seat, before, after in zip(seats, correction.before, correction.nets, strict=True)
        ],
        by=correction.proposed_by.shown_name,
        reason=correction.reason,
        sentences=_waiting_sentences(event, correction, role)
        if waits
        else [closed_sentence(correction)],
        answer=answer_part(role, waits=waits),
    )


def _waiting_sentences(
    event: Event, correction: EventCorrection, role: CorrectionRole
) -> list[str]:
    """Return sentences on who can answer the open correction and when it takes effect or lapses."""
    zone = zone_of(event.club)
    if correction.takes_effect_at is None:
        return waiting_sentences(correction, role, zone)
    said = _(
        "The correction takes effect when a player at the table or another organizer confirms it."
        " If no player declines it, it takes effect automatically on %(when)s."
    )
    local = timezone.localtime(correction.takes_effect_at, zone)
    return [said % {"when": date_format(local, "SHORT_DATETIME_FORMAT")}]


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def correction(request: HttpRequest, slug: str, correction_id: int) -> HttpResponse:
    """Show a proposed correction to the users concerned; take their answer."""
    found, role = found_event(request, slug)
    held, user = services.correction(found, correction_id), person(request)
    if held is None or user is None:
        raise Http404(_("This correction doesn’t exist."))
    seats = services.correction_seats(held)
    reader = services.correction_role(held, found, seats, user)
    if not reader.is_concerned:
        raise PermissionDenied
    if request.method != "POST":
        part = correction_part(found, held, seats, reader)
        return show(request, "correction", found, role, part=part)
    caller = of_request(request)
    if request.POST.get("do") == "confirm":
        terms = request.POST.get("terms")
        answer = services.confirm_correction(caller, found.pk, held.pk, terms=terms)
        flash_result(request, answer, _("Correction confirmed."))
    else:
        answer = services.decline_correction(caller, found.pk, held.pk)
        flash_result(request, answer, _("Correction declined."))
    return redirect("event_correction", slug, correction_id)


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
