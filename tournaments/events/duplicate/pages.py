"""Duplicate rounds: words for the packs, comparison, side-by-side replays, shuffle check."""

import secrets
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.caller import of_request
from accounts.guests import person
from games.common.denials import Denial
from tournaments.clubs.policy import Role
from tournaments.events.core import selectors
from tournaments.events.core.denial_texts import sentence
from tournaments.events.core.denials import EventCode
from tournaments.events.core.format_input import plays_same_packs
from tournaments.events.core.models import Event
from tournaments.events.core.pages import found_event, show
from tournaments.events.duplicate.comparison import round_comparison
from tournaments.events.duplicate.packs_page import coming_words, packs_page
from tournaments.events.duplicate.selectors import SameRound, same_round
from tournaments.events.duplicate.services import add_round_word
from tournaments.events.duplicate.shuffle_proof import proof_data
from tournaments.events.duplicate.side_by_side import side_by_side_page
from tournaments.events.entries.models import Entry

_LONGEST_WORD = 200


@login_required
@require_POST
def word(request: HttpRequest, slug: str, round_number: int) -> HttpResponse:
    """Save the user's word for the packs of the coming round, or change it."""
    found, role = found_event(request, slug)
    if role is None:
        raise PermissionDenied
    typed = request.POST.get("word", "").strip()[:_LONGEST_WORD]
    # Words of a shuffle have only letters and digits, so several are written as one.
    joined = "".join(typed.split())
    commitment = request.POST.get("commitment", "")[:_LONGEST_WORD]
    answer = add_round_word(of_request(request), found.pk, round_number, joined, commitment)
    if not isinstance(answer, Denial):
        messages.success(request, _("Word saved. You can change it until the round starts."))
        return redirect("event", slug)
    if answer.code == EventCode.NOT_ENTERED:
        raise PermissionDenied
    if answer.code != EventCode.NO_WORD:
        messages.error(request, sentence(answer))
        return redirect("event", slug)
    entries, own = _entries_and_own_number(request, found)
    part = coming_words(found, entries, own)
    return show(
        request,
        "word",
        found,
        role,
        status=422,
        words=part,
        typed=typed,
        problem=sentence(answer),
    )


@never_cache
@require_safe
def compare(request: HttpRequest, slug: str, round_number: int) -> HttpResponse:
    """Show each seat's result compared with the same seat at the other tables."""
    found, role, played = _event_and_round(request, slug, round_number)
    _entries_of, own = _entries_and_own_number(request, found)
    return show(request, "compare", found, role, round=round_comparison(played, own))


@never_cache
@require_safe
def side_by_side(
    request: HttpRequest, slug: str, round_number: int, deal_number: int
) -> HttpResponse:
    """Show the replays of two tables side by side."""
    found, role, played = _event_and_round(request, slug, round_number)
    _entries_of, own = _entries_and_own_number(request, found)
    page = side_by_side_page(played, deal_number, request.GET.dict(), own)
    if page is None:
        raise Http404(_("This deal will be shown once all tables have finished it."))
    return show(request, "side_by_side", found, role, page=page)


@never_cache
@require_safe
def packs(request: HttpRequest, slug: str, round_number: int) -> HttpResponse:
    """Show the shuffle check of a round: do all tables' packs follow from its secret and words?"""
    found, role, played = _event_and_round(request, slug, round_number)
    entries, own = _entries_and_own_number(request, found)
    names = {each.number: each for each in entries}
    return show(request, "packs", found, role, page=packs_page(played, names, own))


@require_safe
def packs_file(request: HttpRequest, slug: str, round_number: int) -> HttpResponse:
    """Send as JSON the data with which the packs of a round can be checked independently."""
    _found, _role, played = _event_and_round(request, slug, round_number)
    if not played.seal.is_broken:
        raise Http404(_("The secret will be shown once all tables have finished."))
    response = JsonResponse(
        proof_data(played), json_dumps_params={"indent": 1, "ensure_ascii": False}
    )
    name = f"big-two-{slug}-round-{round_number}.json"
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


def drawn_word() -> str:
    """Return a random word that can't be guessed, as a suggestion."""
    return secrets.token_hex(16)


def _event_and_round(
    request: HttpRequest, slug: str, round_number: int
) -> tuple[Event, Role | None, SameRound]:
    """Return the event, the reader's role in its club, and the published round.

    :raises Http404: there is no such round, or its tables have different packs
    """
    found, role = found_event(request, slug)
    played = same_round(found, round_number) if plays_same_packs(found) else None
    if played is None:
        raise Http404(_("This round doesn’t exist."))
    return found, role, played


def _entries_and_own_number(request: HttpRequest, event: Event) -> tuple[list[Entry], int]:
    """Return all entries, and the number of the reader's own entry or 0."""
    entries: list[Any] = selectors.entries(event)
    user = person(request)
    own = next((each.number for each in entries if user and each.user_id == user.pk), 0)
    return entries, own
