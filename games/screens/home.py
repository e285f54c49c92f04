"""The home page."""

import secrets
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.guests import person
from accounts.models import User
from games.lessons.presenter import lesson_line
from games.screens.forms import PacedTableForm, RulesForm, SoloTableForm
from games.screens.notices import notices_for
from games.screens.session_lines import finished_lines, game_to_continue, running_line
from games.tables import listed


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
    """Return the template context of the home page: form, notices, and the user's sessions."""
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
    lesson = lesson_line(user)
    return {
        "lesson": lesson,
        # The lesson is offered prominently to players without a finished game.
        "is_newcomer": not finished and lesson is None,
        "form": form,
        "opening_key": opening_key,
        "notices": notices_for(user),
        "continue_url": going_on.table_url if going_on else "",
        "running": [running_line(session, user) for session in running],
        "finished": finished_lines(finished, user),
    }
