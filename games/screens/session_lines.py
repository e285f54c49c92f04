"""Sessions as lines of a person's own lists."""

from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from games.common import money, numbers
from games.language import labels
from games.language.scores import money_of
from games.language.stake_words import stake_label
from games.tables import selectors
from games.tables.models import Seat, Session
from games.tables.stakes import counts_for_money


def session_title(session: Session, user: User) -> str:
    """Return "5 deals with Mei, Bruno and Ada"."""
    others = [seat.name for seat in session.seats.all() if seat.user_id != user.pk]
    count = session.deals_planned
    if not others:
        return labels.deals_label(count)
    return ngettext("%(count)d deal with %(names)s", "%(count)d deals with %(names)s", count) % {
        "count": count,
        "names": numbers.listed(others),
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
    """Return a session that goes on, as its player's front page lists it."""
    mine = _own_seat(session, user)
    return SessionLine(
        url=session.table.get_absolute_url(),
        title=session_title(session, user),
        detail=_("Waiting for players")
        if session.status == Session.Status.WAITING
        else stake_label(session, list(session.seats.all()), bots=session.table.bots),
        when=session.started_at,
        your_turn=session.table.turn == mine.number,
    )


def finished_line(session: Session, user: User) -> SessionLine:
    """Return a session that is over, with what came of it for this player."""
    mine, seats = _own_seat(session, user), list(session.seats.all())
    place = selectors.places_of(seats, session.deals.all())[mine.number]
    return SessionLine(
        url=session.get_absolute_url(),
        title=session_title(session, user),
        detail=stake_label(session, seats, bots=session.table.bots),
        when=session.finished_at,
        result=_("%(place)s, %(points)s")
        % {"place": numbers.ordinal(place), "points": money.points(mine.net, sign=True)},
        money=money_of(session, mine.net) if counts_for_money(session, seats) else "",
    )


def _own_seat(session: Session, user: User) -> Seat:
    return next(seat for seat in session.seats.all() if seat.user_id == user.pk)
