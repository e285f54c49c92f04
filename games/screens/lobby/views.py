"""The lobby page."""

import secrets

from django.http import HttpRequest, HttpResponse, QueryDict
from django.middleware.csrf import get_token
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts import services as accounts
from accounts.guests import person
from accounts.sorting import sorted_by
from games.language import labels
from games.rulebook.house_rules import NUMBERS_OF_PLAYERS, players_asked
from games.rules.ruleset import PRESETS
from games.screens.lobby.frame import LobbyFrame, lobby_frame, page_html
from games.screens.lobby.presenter import LobbyFilter
from games.tables import clocks, clubs


@never_cache  # The Back button must not show a form with a used key
@require_safe
def lobby(request: HttpRequest) -> HttpResponse:
    """Show the open tables; a socket keeps them up to date."""
    user = person(request)
    if user is not None:
        accounts.mark_seen(user)
    asked = _asked(request.GET)
    frame = lobby_frame()
    own = clubs.memberships(user.pk) if user is not None and frame.clubs else frozenset()
    context = {
        "list": page_html(frame, own, asked, get_token(request)),
        "opening_key": secrets.token_urlsafe(16),
        "numbers": sorted(NUMBERS_OF_PLAYERS),
        "asked": asked,
        "rules": _rules_choices(frame, asked),
        "clocks": [(name, clocks.label(name)) for name in clocks.CLOCKS],
    }
    return render(request, "games/screens/lobby.html", context)


def _asked(sent: QueryDict) -> LobbyFilter:
    """Return the filter in the query string; invalid values are ignored."""
    stake, clock = sent.get("stake", ""), sent.get("clock", "")
    return LobbyFilter(
        players=players_asked(sent),
        stake=stake if stake in ("points", "money") else "",
        rules=sent.get("rules", "")[:60],
        clock=clock if clock in clocks.CLOCKS else "",
    )


def _rules_choices(frame: LobbyFrame, asked: LobbyFilter) -> list[tuple[str, str]]:
    """Return the rules to filter by: the presets, and any others played at the listed tables."""
    here = {table.rules_name for table in frame.tables if table.club is None}
    here |= {table.rules_name for table in frame.watched if table.club is None}
    names = {*PRESETS, *here, asked.rules} - {""}
    return sorted_by(((name, labels.rules_label(name)) for name in names), lambda each: each[1])
