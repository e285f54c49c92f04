"""The page of the lobby."""

import secrets

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts import services as accounts
from accounts.guests import person
from games.rulebook.house_rules import players_asked
from games.screens.lobby.presenter import lobby_context, lobby_frame
from games.tables import clubs

#: For how many people tables are.
NUMBERS = (2, 3, 4)


@never_cache  # Back must not bring up a form whose key was used
@require_safe
def lobby(request: HttpRequest) -> HttpResponse:
    """Show the open tables, kept up to date over a socket of their own."""
    user = person(request)
    if user is not None:
        accounts.seen(user)
    stake = request.GET.get("stake", "")
    stake = stake if stake in ("points", "money") else ""
    players = players_asked(request.GET)
    frame = lobby_frame()
    own = clubs.memberships(user.pk) if user is not None and frame.clubs else frozenset()
    context = lobby_context(frame, own, players, stake) | {
        "opening_key": secrets.token_urlsafe(16),
        "numbers": NUMBERS,
        "players": players,
        "stake": stake,
    }
    return render(request, "games/screens/lobby.html", context)
