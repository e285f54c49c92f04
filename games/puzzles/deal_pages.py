"""Pages of the puzzles from a user's own finished deals, for that user alone."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.guests import person
from accounts.models import User
from games.puzzles import texts
from games.puzzles.endings import DealPuzzle, deal_puzzle, store_answer
from games.puzzles.pages import answer_of, render_puzzle
from games.puzzles.presenter import Place, Shown
from games.replays.pages import deal_or_404
from games.rules.ruleset.presets import PRESETS
from games.tables.history import FinishedDeal


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def puzzle(request: HttpRequest, slug: str, number: int, deal: int, step: int) -> HttpResponse:
    """Show a puzzle from the user's deal, after the answer also its solution; on POST, answer it.

    404 for all but the player whose review has the puzzle, and while they can't open the replay.

    One query besides those of a replay; an answer takes two more.
    """
    finished, user, found = _puzzle_or_404(request, slug, number, deal, step)
    if request.method != "POST":
        return _show(request, finished, found, step)
    # Sent twice, or answered in another tab: the first answer counts.
    if found.answer is None:
        cards, refusal = answer_of(request, found.puzzle)
        if refusal:
            return _show(request, finished, found, step, refusal=refusal)
        store_answer(finished, user, step, cards)
    return redirect("deal_puzzle", slug, number, deal, step)


@never_cache
@require_safe
def line(
    request: HttpRequest, slug: str, number: int, deal: int, step: int, *, shown: Shown
) -> HttpResponse:
    """Show what follows another action than the best one; the puzzle itself before the answer."""
    finished, _user, found = _puzzle_or_404(request, slug, number, deal, step)
    if found.answer is None:
        return redirect("deal_puzzle", slug, number, deal, step)
    return _show(request, finished, found, step, shown)


def _show(
    request: HttpRequest,
    finished: FinishedDeal,
    found: DealPuzzle,
    step: int,
    shown: Shown = Shown.BEST,
    *,
    refusal: str = "",
) -> HttpResponse:
    """Return the page of a puzzle from a deal."""
    place = _place_of(finished, found, step)
    return render_puzzle(request, found.puzzle, place, found.answer, shown=shown, refusal=refusal)


def _place_of(finished: FinishedDeal, found: DealPuzzle, step: int) -> Place:
    """Return the name and addresses of a puzzle from a deal."""
    slug, rules_name = finished.table.slug, finished.session.rules_name
    deal = [slug, finished.session.number, finished.deal.number]
    return Place(
        texts.deal_puzzle_name(finished.deal.number),
        "-".join(map(str, ["puzzle", *deal, step])),
        {
            Shown.BEST: reverse("deal_puzzle", args=[*deal, step]),
            **{
                shown: reverse(f"deal_puzzle_{shown}", args=[*deal, step])
                for shown in (Shown.OWN, Shown.PLAYED)
            },
        },
        reverse("rules_preset", args=[rules_name])
        if rules_name in PRESETS
        else reverse("table_rules", args=[slug]),
        found.played,
        reverse("deal_review", args=deal),
    )


def _puzzle_or_404(
    request: HttpRequest, slug: str, number: int, deal: int, step: int
) -> tuple[FinishedDeal, User, DealPuzzle]:
    """Return the finished deal, the user, and the user's puzzle at a step of it.

    :raises Http404: there is none, or the user can't see it
    """
    finished = deal_or_404(request, slug, number, deal)
    user = person(request)
    found = None if user is None else deal_puzzle(finished, user, step)
    if user is None or found is None:
        raise Http404(_("This puzzle doesn’t exist."))
    return finished, user, found
