"""The lobby: the tables that wait for people, and how many people are about."""

import itertools
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts import services as accounts
from games import clocks, money, selectors, texts
from games.models import Session, Table
from games.rules.ruleset import RuleSet

#: Counts looks at the lobby.
_looks = itertools.count()


@dataclass(frozen=True, slots=True)
class LobbyTable:
    """An open table as the lobby lists it."""

    slug: str
    url: str
    rules_name: str
    host: str
    names: list[str]
    free: int
    players: int
    stake_label: str
    clock_label: str
    length_label: str
    for_points: bool
    for_members: bool


def lobby_context() -> dict[str, Any]:
    """The open tables and the people online. Three queries."""
    return {"tables": open_tables(), "online": accounts.online()}


class LobbyFrame(NamedTuple):
    """The lobby as everybody sees it, ready to be put in the place of an older one."""

    version: int
    html: str


def lobby_frame() -> LobbyFrame:
    """The lobby as it is now."""
    html = render_to_string("games/partials/lobby_list.html", {**lobby_context(), "oob": True})
    return LobbyFrame(next(_looks), html)


def open_tables() -> list[LobbyTable]:
    """The tables that anyone may join and that have a free seat, the newest first."""
    return [line for session in selectors.open_tables() if (line := _line(session)).free]


def _line(session: Session) -> LobbyTable:
    table = session.table
    names = [seat.name for seat in session.seats.all()]
    players = RuleSet.make(options=session.rules).players
    host = next((s.name for s in session.seats.all() if s.user_id == table.host_id), "")
    return LobbyTable(
        slug=table.slug,
        url=table.get_absolute_url(),
        rules_name=texts.rules_label(session.rules_name),
        host=host,
        names=names,
        free=players - len(names),
        players=players,
        stake_label=money.stake(session.stake_minor, session.currency),
        clock_label=clocks.label(table.clock),
        length_label=_length(session),
        for_points=not session.currency,
        for_members=table.joining == Table.Joining.MEMBERS,
    )


def _length(session: Session) -> str:
    deals = ngettext("%(count)d deal", "%(count)d deals", session.deals_planned) % {
        "count": session.deals_planned
    }
    if session.target is None:
        return deals
    return _("%(deals)s, or to %(target)d points") % {"deals": deals, "target": session.target}
