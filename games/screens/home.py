"""The home page."""

import secrets
from typing import Any, Final

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.safestring import SafeString
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.guests import person, signed_in_user
from accounts.models import User
from games.common.slots import Shelf
from games.lessons.presenter import lesson_line
from games.screens.forms import PacedTableForm, RulesForm, SoloTableForm
from games.screens.notices import earlier_notices, notices_for
from games.screens.session_lines import finished_lines, game_to_continue, running_line
from games.tables import listed, selectors

#: Maximum number of notices and of finished games on the home page; other pages have all.
MAX_NOTICES: Final = 4
MAX_FINISHED: Final = 5
#: Finished games per page of the list of all.
PAGE_LENGTH: Final = 30

#: Take the request of a signed-in user and return a section of the home page; empty for none.
home_parts: Shelf[[HttpRequest], SafeString] = Shelf()


@never_cache  # The Back button must not show a form with a used key
@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Show the home page; ``?rules=`` preselects rules in its form."""
    form = table_form(person(request), preselected=request.GET.get("rules", ""))
    return render(request, "games/screens/home.html", home_context(request, form))


def table_form(user: User | None, data: Any = None, preselected: str = "") -> RulesForm:
    """Return the form for a quick game; visitors and guests can't choose a stake or length.

    :param data: the submitted values; None for a new form
    :param preselected: the rules chosen at first
    """
    kind = PacedTableForm if user is None or user.is_guest else SoloTableForm
    return kind(data, reader=user, preselected=preselected)


def home_context(request: HttpRequest, form: RulesForm) -> dict[str, object]:
    """Return the template context of the home page.

    Form, notices, the user's sessions, and the sections of higher packages.
    """
    user = person(request)
    opening_key = secrets.token_urlsafe(16)
    if user is None:
        return {
            "form": form,
            "running": [],
            "finished": [],
            "opening_key": opening_key,
            "is_newcomer": True,
        }
    running = listed.running_sessions(user)
    going_on = game_to_continue(running, user)
    finished = listed.finished_sessions(user)
    notices = notices_for(user)
    lesson = lesson_line(user)
    return {
        "lesson": lesson,
        # The lesson is offered prominently to players without a finished game.
        "is_newcomer": not finished and lesson is None,
        "form": form,
        "opening_key": opening_key,
        "notices": notices[:MAX_NOTICES],
        "more_notices": len(notices[MAX_NOTICES:]),
        "continue_url": going_on.table_url if going_on else "",
        "running": [running_line(session, user) for session in running],
        "finished": finished_lines(finished[:MAX_FINISHED], user),
        "has_more_finished": len(finished) > MAX_FINISHED,
        "parts": [part for part in home_parts(request) if part],
    }


@login_required
@never_cache
@require_safe
def notices(request: HttpRequest) -> HttpResponse:
    """Show all notices: those that wait for the user, then earlier ones."""
    user = signed_in_user(request)
    if user.is_guest:
        return redirect("home")
    context = {"notices": notices_for(user), "earlier": earlier_notices(user)}
    return render(request, "games/screens/notices.html", context)


@login_required
@require_safe
def games(request: HttpRequest) -> HttpResponse:
    """Show all finished games of the user, in pages."""
    user = signed_in_user(request)
    found = Paginator(
        selectors.finished_sessions(user.pk).values_list("pk", flat=True), PAGE_LENGTH
    )
    page = found.get_page(request.GET.get("page"))
    lines = finished_lines(listed.sessions_by_id(page), user)
    return render(request, "games/screens/games.html", {"page": page, "finished": lines})
