"""Pages of the puzzles. The solution is on a page only after the reader's answer."""

from typing import Any, NamedTuple

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games.common.numbers import whole_number
from games.language.refusals import sentence
from games.puzzles import texts
from games.puzzles.presenter import (
    Place,
    Shown,
    first_of,
    last_step,
    place_of,
    puzzle_page,
    seat_names,
)
from games.puzzles.puzzle import SOLVER, Level, Puzzle, puzzle_of, puzzle_with, puzzles
from games.puzzles.services import (
    Answer,
    Progress,
    answer_to,
    next_puzzle,
    progress,
    store_answer,
)
from games.replays.pages import is_step_only
from games.rules.cards import CardError, Cards, cards_text, parse_cards
from games.rules.deal.judge import judge, judge_pass
from games.rules.deal.refusals import Code, Refusal


class LevelLine(NamedTuple):
    """A level in the list: its name, and how many of its puzzles the reader has answered."""

    value: str
    name: str
    answered: int
    total: int


def puzzle_of_today() -> Puzzle:
    """Return the puzzle of the day, which changes at midnight UTC."""
    return puzzle_of(timezone.now().date())


@never_cache
@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """Show the puzzle of the day, the levels, and the reader's rating."""
    done = progress(request)
    daily = puzzle_of_today()
    context = {
        "daily": daily.number,
        "daily_answer": done.answers.get(daily.number),
        "levels": [_level_line(level, done) for level in Level],
        "done": done,
    }
    return render(request, "games/puzzles/index.html", context)


@never_cache
@require_safe
def today(request: HttpRequest) -> HttpResponse:
    """Redirect to the puzzle of the day."""
    return redirect("puzzle", puzzle_of_today().number)


@never_cache
@require_safe
def following(request: HttpRequest) -> HttpResponse:
    """Redirect to the next unanswered puzzle of ``?level=``, or of any level."""
    requested = request.GET.get("level", "")
    level = Level(requested) if requested in set(Level) else None
    found = next_puzzle(progress(request), level)
    if found is not None:
        return redirect("puzzle", found.number)
    if level is None:
        messages.info(request, _("You’ve answered all puzzles."))
    else:
        messages.info(request, _("You’ve answered all puzzles of this level."))
    return redirect("puzzles")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def puzzle(request: HttpRequest, number: int) -> HttpResponse:
    """Show a puzzle, after the answer also its solution; on POST, answer it.

    A refused answer shows the position again, with the reason and the selected cards.
    """
    found = _puzzle_or_404(number)
    answer = answer_to(request, found)
    if request.method != "POST":
        return _show(request, found, answer)
    # Sent twice, or answered in another tab: the first answer counts.
    if answer is None:
        cards, refusal = answer_of(request, found)
        if refusal:
            return _show(request, found, None, refusal=refusal)
        store_answer(request, found, cards)
    return redirect("puzzle", number)


@never_cache
@require_safe
def own_line(request: HttpRequest, number: int) -> HttpResponse:
    """Show what follows the reader's own answer; the puzzle itself before it."""
    found = _puzzle_or_404(number)
    answer = answer_to(request, found)
    if answer is None or answer.is_right:
        return redirect("puzzle", number)
    return _show(request, found, answer, shown=Shown.OWN)


def answer_of(request: HttpRequest, found: Puzzle) -> tuple[Cards, str]:
    """Return the cards of a sent answer, 0 for a pass, and why the rules refuse it, or ""."""
    is_pass = request.POST.get("do") == "pass"
    cards = 0 if is_pass else _cards(request)
    refusal = _refusal(found, cards, is_pass=is_pass)
    return cards or 0, "" if refusal is None else sentence(refusal, seat_names(found))


def _show(
    request: HttpRequest,
    found: Puzzle,
    answer: Answer | None,
    *,
    shown: Shown = Shown.BEST,
    refusal: str = "",
) -> HttpResponse:
    """Return the page of a puzzle of the app."""
    return render_puzzle(
        request,
        found,
        place_of(found),
        answer,
        shown=shown,
        refusal=refusal,
        is_daily=found.number == puzzle_of_today().number,
        done=None if answer is None or is_step_only(request) else progress(request),
    )


def render_puzzle(
    request: HttpRequest,
    found: Puzzle,
    place: Place,
    answer: Answer | None,
    *,
    shown: Shown = Shown.BEST,
    refusal: str = "",
    **more: Any,
) -> HttpResponse:
    """Return the page of a puzzle, or the part of it with the step that htmx requests.

    :param more: more variables of the template
    """
    step = None
    if answer is not None:
        first = first_of(found, place, answer, shown)
        requested = whole_number(request.GET.get("step", ""), 3)
        step = requested if requested is not None and requested <= last_step(found, first) else None
    is_step = answer is not None and is_step_only(request)
    response = render(
        request,
        "games/puzzles/puzzle.html#step" if is_step else "games/puzzles/puzzle.html",
        {
            "replay": puzzle_page(found, place, answer, shown=shown, step=step),
            "refusal": refusal,
            "selected": cards_text(_cards(request) or 0) if refusal else "",
            "can_pass": judge_pass(found.state, SOLVER) is None,
            **more,
        },
    )
    patch_vary_headers(response, ["HX-Request", "HX-Target"])
    return response


def _cards(request: HttpRequest) -> Cards | None:
    """Return the selected cards; None for a text that is not a set of cards."""
    try:
        return parse_cards(request.POST.get("cards", "")[:200], packs=1)
    except CardError:
        return None


def _refusal(found: Puzzle, cards: Cards | None, *, is_pass: bool) -> Refusal | None:
    """Return the reason why the rules do not allow an answer, or None."""
    if is_pass:
        return judge_pass(found.state, SOLVER)
    if cards is None:
        return Refusal(Code.UNKNOWN_CARDS)
    verdict = judge(found.state, SOLVER, cards)
    return verdict if isinstance(verdict, Refusal) else None


def _puzzle_or_404(number: int) -> Puzzle:
    """Return the puzzle with a number.

    :raises Http404: there is none
    """
    found = puzzle_with(number)
    if found is None:
        raise Http404(_("This puzzle doesn’t exist."))
    return found


def _level_line(level: Level, done: Progress) -> LevelLine:
    """Return a level with the reader's progress."""
    numbers = [each.number for each in puzzles() if each.level is level]
    answered = sum(number in done.answers for number in numbers)
    return LevelLine(level.value, texts.level_name(level), answered, len(numbers))
