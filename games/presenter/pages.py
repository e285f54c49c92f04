"""Pages besides the table: lists of sessions, a finished session, a table's rules."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import prefetch_related_objects
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from games import money, texts
from games.models import Seat, Session, Table
from games.presenter.scores import deal_result, final_of, money_of, sheet_of
from games.prose import differences, prose
from games.replay_deals import states_of
from games.rules.ruleset import RuleSet


def session_title(session: Session, user: User) -> str:
    """ "5 deals with Mei, Bruno and Ada" """
    others = [seat.name for seat in session.seats.all() if seat.user_id != user.pk]
    count = session.deals_planned
    if not others:
        return ngettext("%(count)d deal", "%(count)d deals", count) % {"count": count}
    return ngettext("%(count)d deal with %(names)s", "%(count)d deals with %(names)s", count) % {
        "count": count,
        "names": texts.listed(others),
    }


@dataclass(frozen=True, slots=True)
class SessionLine:
    """One session in a list of a person's own."""

    url: str
    title: str
    detail: str
    when: datetime | None
    your_turn: bool = False
    result: str = ""
    money: str = ""


def running_line(session: Session, user: User) -> SessionLine:
    """A session that goes on, as its player's front page lists it."""
    mine = _own_seat(session, user)
    return SessionLine(
        url=session.table.get_absolute_url(),
        title=session_title(session, user),
        detail=_("Waiting for players")
        if session.status == Session.Status.WAITING
        else money.stake(session.stake_minor, session.currency),
        when=session.started_at,
        your_turn=session.table.turn == mine.number,
    )


def finished_line(session: Session, user: User) -> SessionLine:
    """A session that is over, with what came of it for this player."""
    mine = _own_seat(session, user)
    place = 1 + sum(other.points > mine.points for other in session.seats.all())
    return SessionLine(
        url=session.get_absolute_url(),
        title=session_title(session, user),
        detail=money.stake(session.stake_minor, session.currency),
        when=session.finished_at,
        result=f"{texts.ordinal(place)}, {money.points(mine.points)}",
        money=money_of(session, mine.net) or "",
    )


def _own_seat(session: Session, user: User) -> Seat:
    return next(seat for seat in session.seats.all() if seat.user_id == user.pk)


def session_page(session: Session) -> dict[str, Any]:
    """A finished session: standing, score sheet, and every deal. Replays each deal.

    The actions of all deals are read in one query.
    """
    seats = list(session.seats.all())
    deals = [deal for deal in session.deals.all() if deal.nets is not None]
    prefetch_related_objects(deals, "actions")
    results = []
    for deal in deals:
        state = states_of(deal, deal.actions.all())[-1]
        assert state.result is not None
        results.append(deal_result(deal.number, state.rules, state.result, seats, session))
    final = final_of(session, session.table, seats)
    return {
        "session": session,
        "rules_name": texts.rules_label(session.rules_name),
        "final": final,
        "sheet": sheet_of(session, seats, deals),
        "deals": results,
        "stake_label": money.stake(session.stake_minor, session.currency),
        "settlement_url": final.settlement_url,
    }


def rules_of(table: Table) -> dict[str, Any]:
    """The rules that a table plays by, in words."""
    rules = RuleSet.make(options=table.rules)
    return {
        "table": table,
        "rules_name": texts.rules_label(table.rules_name),
        "differences": differences(rules),
        "chapters": prose(rules),
    }
