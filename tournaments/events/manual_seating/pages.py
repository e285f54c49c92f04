"""Manual seating of the coming round, and its balance."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.caller import of_request
from accounts.sorting import sorted_by
from games.common.denials import Denial
from tournaments.clubs.policy import Role
from tournaments.events.core import selectors
from tournaments.events.core.denial_texts import sentence
from tournaments.events.core.models import Event
from tournaments.events.core.pages import run_event, show
from tournaments.events.desk.busy import busy_lines
from tournaments.events.entries.models import Entry
from tournaments.events.manual_seating.balance import balance_of, plans_ahead
from tournaments.events.manual_seating.forms import ArrangedSeating, read_seating, seating_text
from tournaments.events.manual_seating.services import seat_by_hand
from tournaments.events.rounds import tables
from tournaments.events.rounds.models import EventRound
from tournaments.events.rounds.selectors import busy_in_proposal
from tournaments.pairing.rounds import Occupant, Seating

#: With more players than this, places are text fields: a list for each makes a heavy page.
MOST_IN_A_LIST = 80


@dataclass(frozen=True, slots=True)
class ManualPlace:
    """A seat at a table, or a place to sit out."""

    #: The name of its form field.
    field: str
    label: str
    value: str
    #: The player's name; the word for a bot if the seat is empty.
    name: str
    is_out: bool = False


@dataclass(frozen=True, slots=True)
class ManualTable:
    """A table with its places in the order of play."""

    number: int
    places: Sequence[ManualPlace]


@dataclass(frozen=True, slots=True)
class ManualSeating:
    """Form for seating a round manually: the places of tables, and the players to choose from."""

    tables: Sequence[ManualTable]
    out: Sequence[ManualPlace]
    #: All players of the round: number and name.
    people: Sequence[tuple[str, str]]
    has_lists: bool


def manual_seating_part(
    seating: Seating, original: Seating, names: Mapping[int, Entry]
) -> ManualSeating:
    """Return the places of a seating, with one extra free place to sit out.

    :param seating: the seating as arranged
    :param original: the seating whose players belong to the round
    """
    people = sorted_by({*original.seated, *original.out}, lambda number: names[number].name)
    return ManualSeating(
        tables=[
            ManualTable(
                number,
                [
                    ManualPlace(
                        field=f"seat-{number}-{seat}",
                        label=_("Table %(table)s, seat %(seat)s")
                        % {"table": number, "seat": seat + 1},
                        value=_field_value(each),
                        name=_("A bot") if each is None else _player_label(names, each),
                    )
                    for seat, each in enumerate(table)
                ],
            )
            for number, table in enumerate(seating.tables, 1)
        ],
        out=[
            ManualPlace(
                field=f"out-{place}",
                label=_("Sitting out, place %(place)s") % {"place": place + 1},
                value=_field_value(each),
                name="" if each is None else _player_label(names, each),
                is_out=True,
            )
            for place, each in enumerate([*seating.out, None])
        ],
        people=[(str(each), _player_label(names, each)) for each in people],
        has_lists=len(people) <= MOST_IN_A_LIST,
    )


def _field_value(number: Occupant) -> str:
    """Return the value of a place's form field; empty for a free place."""
    return "" if number is None else str(number)


def _player_label(names: Mapping[int, Entry], number: int) -> str:
    """Return the number of the entry with the player's name."""
    return f"{number} · {names[number].name}"


def seat_changes(before: Seating, after: Seating, names: Mapping[int, Entry]) -> list[str]:
    """Return a line of text for each player whose place differs between the two seatings."""
    places_before, places_after = _place_labels(before), _place_labels(after)
    return [
        _("%(name)s: %(before)s, now %(now)s")
        % {
            "name": names[each].name,
            "before": places_before.get(each, _("not in the round")),
            "now": places_after.get(each, _("not in the round")),
        }
        for each in sorted({*places_before, *places_after})
        if each in names and places_before.get(each) != places_after.get(each)
    ]


def _place_labels(seating: Seating) -> dict[int, str]:
    """Return by number of the entry where the player sits, or that they sit out."""
    found = {each: _("sitting out") for each in seating.out}
    for number, table in enumerate(seating.tables, 1):
        for seat, each in enumerate(table, 1):
            if each is not None:
                found[each] = _("table %(table)s, seat %(seat)s") % {"table": number, "seat": seat}
    return found


def fit_seating(arranged: Seating, current: Seating) -> Seating:
    """Return a manual seating with bots for players who have gone; new players sit out.

    If the number or size of tables has changed, the current seating is returned instead.
    """
    players = {*current.seated, *current.out}
    if [len(table) for table in arranged.tables] != [len(table) for table in current.tables]:
        return current
    tables = tuple(
        tuple(each if each in players else None for each in table) for table in arranged.tables
    )
    placed = {each for table in tables for each in table if each is not None}
    out = {*(each for each in arranged.out if each in players), *(players - placed)} - placed
    return Seating(tables, tuple(sorted(out)))


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
    answer = seat_by_hand(
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
        changes = seat_changes(made_from, current, entries)
        if denial is not None:
            # The arrangement is kept for players still in the round; posting it again saves it.
            shown, made_from = fit_seating(shown, current), current
    is_whole = arranged is None or not arranged.problems
    return show(
        request,
        "seats",
        *run,
        status=200 if arranged is None else 422,
        round=tables.round_part(event, row, entries, 0),
        hand=manual_seating_part(shown, made_from, entries),
        made_from=seating_text(made_from),
        reason="" if arranged is None else arranged.reason,
        problems=problems,
        changes=changes,
        busy=busy_lines(event, busy_in_proposal(event)),
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
