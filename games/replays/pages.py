"""Pages of a finished deal: replay, downloads and shuffle check."""

from pathlib import Path
from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe
from django_htmx.middleware import HtmxDetails

from accounts import guests
from games.common.numbers import whole_number
from games.replays import export as replay_files
from games.replays import presenter
from games.replays.review.services import seat_to_review
from games.replays.shuffle_check import check_of, sentences
from games.tables.history import FinishedDeal, finished_deal
from games.tables.stakes import is_shown_money

#: The part of the page that changes with each step; htmx requests it by this name.
STAGE = "replay-stage"
CHECK_SCRIPT = Path(settings.BASE_DIR) / "docs" / "check_shuffle.py"


@require_safe
def replay(request: HttpRequest, slug: str, number: int, deal: int) -> HttpResponse:
    """Show the deal at ``?step=``, viewed from ``?seat=``, by default the user's own seat.

    An invalid number gives the default, with a message.
    """
    finished = deal_or_404(request, slug, number, deal)
    own_seat = seat_to_review(finished, guests.person(request))
    context = {**replay_context(request, finished), "may_review": own_seat is not None}
    is_step = is_step_only(request)
    template = "games/replays/replay.html#step" if is_step else "games/replays/replay.html"
    response = render(request, template, context)
    patch_vary_headers(response, ["HX-Request", "HX-Target"])
    return response


def replay_context(request: HttpRequest, finished: FinishedDeal) -> dict[str, Any]:
    """Return the context of the replay at the requested step and seat.

    An invalid number gives the default, with a message.
    """
    step, no_step = _requested_number(request, "step", len(finished.actions), 0)
    own_seat = seat_to_review(finished, guests.person(request)) or 0
    seat, no_seat = _requested_number(request, "seat", len(finished.seats) - 1, own_seat)
    problems = []
    if no_step:
        problem = _("This deal has no step “%(step)s”. Showing the start.")
        problems.append(problem % {"step": no_step})
    if no_seat:
        problem = _("This table has no seat “%(seat)s”. Showing %(name)s’s view.")
        problems.append(problem % {"seat": no_seat, "name": finished.names[seat]})
    with_money = _is_shown_money(request, finished)
    return {
        "replay": presenter.replay_of(finished, step, seat, with_money=with_money),
        "problems": problems,
    }


def is_step_only(request: HttpRequest) -> bool:
    """Return whether htmx requests only the part of a replay that changes with each step."""
    htmx: HtmxDetails = request.htmx  # type: ignore[attr-defined]
    return htmx.target == STAGE and not htmx.history_restore_request


@require_safe
def text_record(request: HttpRequest, slug: str, number: int, deal: int) -> HttpResponse:
    """Send the deal as a text record for download."""
    finished = deal_or_404(request, slug, number, deal)
    response = HttpResponse(
        replay_files.as_text(finished), content_type="text/plain; charset=utf-8"
    )
    return _as_attachment(response, finished, "txt")


@require_safe
def json_record(request: HttpRequest, slug: str, number: int, deal: int) -> HttpResponse:
    """Send the deal as JSON for download."""
    finished = deal_or_404(request, slug, number, deal)
    response = JsonResponse(
        replay_files.as_data(finished), json_dumps_params={"indent": 1, "ensure_ascii": False}
    )
    return _as_attachment(response, finished, "json")


@require_safe
def shuffle_check(request: HttpRequest, slug: str, number: int, deal: int) -> HttpResponse:
    """Show whether the deal follows from its secret and words.

    ``?noted=`` is the fingerprint (SHA-256) that the table showed the viewer before the deal.
    """
    finished = deal_or_404(request, slug, number, deal)
    context = {
        "check": check_of(finished, request.GET.get("noted", "")[:200]),
        "addresses": presenter.addresses(finished),
        "sentences": sentences(),
        "filename": _file_name(finished, "json"),
    }
    return render(request, "games/replays/check.html", context)


@require_safe
def check_script(request: HttpRequest) -> HttpResponse:
    """Send the script that checks a downloaded deal offline."""
    script = CHECK_SCRIPT.read_text(encoding="utf-8")
    response = HttpResponse(script, content_type="text/x-python; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{CHECK_SCRIPT.name}"'
    return response


def deal_or_404(request: HttpRequest, slug: str, number: int, deal: int) -> FinishedDeal:
    """Return the finished deal of an address.

    :raises Http404: the deal doesn't exist, isn't finished, or the user can't see it
    """
    finished = finished_deal(slug, number, deal, guests.person(request))
    if finished is None:
        raise Http404(_("This deal doesn’t exist, isn’t finished yet or is private."))
    return finished


def _requested_number(
    request: HttpRequest, name: str, max_number: int, default: int
) -> tuple[int, str]:
    """Return the number in a query parameter and "", or the default and the invalid text.

    Numbers go from 0 to `max_number`; a missing parameter gives the default and "".
    """
    requested = request.GET.get(name, "")
    if not requested:
        return default, ""
    number = whole_number(requested, 8)
    if number is None or number > max_number:
        return default, requested[:40]
    return number, ""


def _is_shown_money(request: HttpRequest, finished: FinishedDeal) -> bool:
    """Return whether the user may see the session's amounts of money."""
    user = guests.person(request)
    return is_shown_money(finished.session, finished.seats, user.pk if user else None)


def _as_attachment(response: HttpResponse, finished: FinishedDeal, extension: str) -> HttpResponse:
    """Return the response as a download of a file with this name extension."""
    name = _file_name(finished, extension)
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


def _file_name(finished: FinishedDeal, extension: str) -> str:
    """Return the name of a download of the deal."""
    return f"big-two-{finished.shuffle_id.replace('/', '-')}.{extension}"
