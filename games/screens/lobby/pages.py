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
from games.rulebook.house_rules import NUMBERS_OF_PLAYERS, requested_players
from games.rules.ruleset.presets import PRESETS
from games.screens.lobby.live import page_html
from games.screens.lobby.presenter import LobbyFilter
from games.screens.lobby.state import LobbyState, lobby_state
from games.tables import clocks, clubs


@never_cache  # The Back button must not show a form with a used key
@require_safe
def lobby(request: HttpRequest) -> HttpResponse:
    """Show the open tables and the games to watch; a socket keeps them up to date."""
    user = person(request)
    if user is not None:
        accounts.mark_seen(user)
    lobby_filter = _filter_from(request.GET)
    state = lobby_state()
    club_ids = clubs.memberships(user.pk) if user is not None and state.clubs else frozenset()
    context = {
        "list": page_html(state, club_ids, lobby_filter, get_token(request)),
        "opening_key": secrets.token_urlsafe(16),
        "numbers": sorted(NUMBERS_OF_PLAYERS),
        "asked": lobby_filter,
        "rules": _rules_choices(state, lobby_filter),
        "clocks": [(name, clocks.label(name)) for name in clocks.CLOCKS],
    }
    return render(request, "games/screens/lobby.html", context)


def _filter_from(query: QueryDict) -> LobbyFilter:
    """Return the filter in the query string; invalid values are ignored."""
    stake, clock = query.get("stake", ""), query.get("clock", "")
    return LobbyFilter(
        players=requested_players(query),
        stake=stake if stake in ("points", "money") else "",
        rules=query.get("rules", "")[:60],
        clock=clock if clock in clocks.CLOCKS else "",
    )


def _rules_choices(state: LobbyState, lobby_filter: LobbyFilter) -> list[tuple[str, str]]:
    """Return the choices of rules to filter by, as stored names and labels, sorted by label.

    They are the presets, the rules of listed tables of no club, and the chosen ones.
    """
    here = {table.rules_name for table in state.tables if table.club is None}
    here |= {table.rules_name for table in state.watched if table.club is None}
    names = {*PRESETS, *here, lobby_filter.rules} - {""}
    return sorted_by(((name, labels.rules_label(name)) for name in names), lambda each: each[1])
