"""Manual seating of the coming round, its balance, and check-in by organizers."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.caller import of_request
from games.common.denials import Denial
from tournaments.clubs.policy import Role
from tournaments.events.core import selectors
from tournaments.events.core.denials import sentence
from tournaments.events.core.models import Event
from tournaments.events.core.pages import flash_result, run_event, show
from tournaments.events.entries.models import Entry
from tournaments.events.entries.services import check_in_entrant
from tournaments.events.manual_seating import seating_form
from tournaments.events.manual_seating.balance import balance_of, plans_ahead
from tournaments.events.manual_seating.forms import ArrangedSeating, read_seating, seating_text
from tournaments.events.rounds import proposal, tables
from tournaments.events.rounds.models import EventRound
from tournaments.pairing.rounds import Seating


def _proposed_round(event: Event) -> EventRound | None:
    """Return the proposed round of the event; None without one."""
    return event.rounds.filter(status=EventRound.Status.PROPOSED).first()


def _entries_by_number(event: Event) -> dict[int, Entry]:
    """Return the entries of the event by their numbers."""
    return {each.number: each for each in selectors.entries(event)}


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def seats(request: HttpRequest, slug: str) -> HttpResponse:
    """Show and take the form for manual seating of the coming round; it is saved as a whole."""
    found, role = run_event(request, slug)
    row, names = _proposed_round(found), _entries_by_number(found)
    if row is None:
        messages.error(request, _("There’s no proposed seating to edit."))
        return redirect("event_desk", slug)
    if request.method != "POST":
        return _manual_seating_page(request, (found, role), row, names)
    arranged = read_seating(request.POST, row.seated, _names_by_number(names))
    if arranged.problems:
        return _manual_seating_page(request, (found, role), row, names, arranged)
    answer = proposal.seat_by_hand(
        of_request(request),
        found.pk,
        arranged.seating,
        arranged.reason,
        made_from=arranged.made_from,
    )
    if not isinstance(answer, Denial):
        messages.success(request, _("Seating saved."))
        return redirect("event_desk", slug)
    found.refresh_from_db()
    row = _proposed_round(found)
    if row is None:
        messages.error(request, sentence(answer))
        return redirect("event_desk", slug)
    return _manual_seating_page(request, (found, role), row, names, arranged, denial=answer)


def _names_by_number(names: dict[int, Entry]) -> dict[int, str]:
    """Return the names of the entries by their numbers."""
    return {number: each.name for number, each in names.items()}


def _manual_seating_page(
    request: HttpRequest,
    run: tuple[Event, Role],
    row: EventRound,
    entries: dict[int, Entry],
    arranged: ArrangedSeating | None = None,
    *,
    denial: Denial | None = None,
) -> HttpResponse:
    """Render the form for manual seating, with an arrangement that was denied or is invalid."""
    event, current = run[0], row.seated
    shown, made_from, changes, problems = current, current, [], []
    if arranged is not None:
        shown, problems = arranged.seating, list(arranged.problems)
        made_from = arranged.made_from or current
    if denial is not None:
        problems.append(sentence(denial))
    if made_from != current:
        changes = seating_form.seat_changes(made_from, current, entries)
        if denial is not None:
            # The arrangement is kept for players still in the round; posting it again saves it.
            shown, made_from = seating_form.fit_seating(shown, current), current
    is_whole = arranged is None or not arranged.problems
    return show(
        request,
        "seats",
        *run,
        status=200 if arranged is None else 422,
        round=tables.round_part(event, row, entries, 0),
        hand=seating_form.manual_seating_part(shown, made_from, entries),
        made_from=seating_text(made_from),
        reason="" if arranged is None else arranged.reason,
        problems=problems,
        changes=changes,
        balance=balance_of(event, shown, entries) if is_whole else None,
    )


@login_required
@require_POST
def preview_balance(request: HttpRequest, slug: str) -> HttpResponse:
    """Send the balance of a posted manual seating as an HTML fragment; nothing is saved."""
    found, _role = run_event(request, slug)
    row, names = _proposed_round(found), _entries_by_number(found)
    problems, balance, is_old = [], None, True
    if row is not None:
        arranged = read_seating(request.POST, row.seated, _names_by_number(names))
        problems, is_old = list(arranged.problems), arranged.made_from != row.seated
        if not problems:
            balance = balance_of(found, arranged.seating, names)
    context = {"problems": problems, "balance": balance, "is_old": is_old}
    return render(request, "tournaments/events/balance.html", context)


@login_required
@never_cache
@require_safe
def balance(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the balance of the rounds, including those planned ahead."""
    found, role = run_event(request, slug)
    rows = list(found.rounds.order_by("-number")[:1])
    if not rows:
        messages.error(request, _("No round has been seated yet."))
        return redirect("event_desk", slug)
    row, names = rows[0], _entries_by_number(found)
    seating: Seating = row.seated
    is_proposed = row.status == EventRound.Status.PROPOSED
    return show(
        request,
        "balance_page",
        found,
        role,
        round=tables.round_part(found, row, names, 0),
        balance=balance_of(found, seating, names, is_published=not is_proposed),
        plan=balance_of(found, seating, names, with_planned=True, is_published=not is_proposed)
        if plans_ahead(found)
        else None,
    )


@login_required
@require_POST
def check_in_player(request: HttpRequest, slug: str, entry_number: int) -> HttpResponse:
    """Check the player with this entry number in, or undo the check-in, as an organizer."""
    found, _role = run_event(request, slug)
    is_here = request.POST.get("here") == "1"
    answer = check_in_entrant(of_request(request), found.pk, entry_number, is_here=is_here)
    name = found.entries.filter(number=entry_number).values_list("name", flat=True).first()
    done = _("%(name)s is checked in.") if is_here else _("%(name)s’s check-in undone.")
    flash_result(request, answer, done % {"name": name or ""})
    return redirect("event_desk", slug)
