"""Lines for a user's lists of running and finished sessions."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum, auto

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from accounts.models import User
from games.common import money, numbers
from games.common.slots import Shelf
from games.language import labels
from games.language.scores import money_of
from games.language.stake_words import stake_label
from games.tables import selectors
from games.tables.listed import ListedSession
from games.tables.models import Session
from games.tables.stakes import counts_for_money


class NotOwed(StrEnum):
    """Reasons why a player's result in a session is not owed."""

    #: The player has not accepted it yet.
    WAITS = auto()
    #: The player declined it or did not answer in time.
    NOT_ACCEPTED = auto()


#: Returns which of a user's results are not owed. Arguments: the user's number and the numbers of
#: finished sessions played for money. Result: the reason by session number.
not_owed: Shelf[[int, Collection[int]], Mapping[int, NotOwed]] = Shelf()


def session_title(session: ListedSession, user: User) -> str:
    """Return a title such as "5 deals with Mei, Bruno and Ada", without the user's own name.

    A finished session is named by the deals that were played; those without a winner don't count.
    """
    other_names = [seat.name for seat in session.seats if seat.user_id != user.pk]
    count = session.deals_planned
    if session.status == Session.Status.FINISHED:
        count = sum(seat.deals_won for seat in session.seats) or count
    if not other_names:
        return labels.deals_label(count)
    return labels.game_label(count, other_names)


@dataclass(frozen=True, slots=True)
class SessionLine:
    """Texts of a running or finished session, for a user's own list."""

    url: str
    title: str
    detail: str
    when: datetime | None
    your_turn: bool = False
    #: The table's slug if it is a game against bots, which the user can quit.
    leave_slug: str = ""
    #: What the user won or lost, in money or points.
    result: str = ""
    #: Why the result is not owed; empty if it is.
    not_owed: str = ""
    place: str = ""


def running_line(session: ListedSession, user: User) -> SessionLine:
    """Return the line of an unfinished session on its player's home page."""
    own_seat, is_waiting = session.seat_of(user.pk), session.status == Session.Status.WAITING
    return SessionLine(
        url=session.table_url,
        title=session_title(session, user),
        detail=_("Waiting for players")
        if is_waiting
        else stake_label(session, session.seats, bots=session.bots),
        when=session.started_at,
        your_turn=session.turn == own_seat.number,
        result="" if is_waiting else money.points(own_seat.net, sign=True),
        leave_slug=session.slug if is_against_bots(session) else "",
    )


def is_against_bots(session: ListedSession) -> bool:
    """Return whether the session is running with one user and bots, not arranged by an event."""
    if session.status != Session.Status.RUNNING or session.is_arranged:
        return False
    return sum(seat.user_id is not None for seat in session.seats) == 1


def game_to_continue(sessions: Iterable[ListedSession], user: User) -> ListedSession | None:
    """Return the user's game against bots to continue, first one where it is their turn, or None.

    :param sessions: the user's unfinished sessions, newest first
    """
    games = [session for session in sessions if is_against_bots(session)]
    turns = [each for each in games if each.turn == each.seat_of(user.pk).number]
    return next(iter(turns or games), None)


def finished_lines(sessions: Collection[ListedSession], user: User) -> list[SessionLine]:
    """Return the lines of finished sessions with the user's results.

    At most three queries; none if all sessions were for points.
    """
    for_money = [each.pk for each in sessions if counts_for_money(each, each.seats)]
    reasons: dict[int, NotOwed] = {}
    for answer in not_owed(user.pk, for_money) if for_money else ():
        reasons |= answer
    return [_finished_line(each, user, reasons.get(each.pk)) for each in sessions]


def _finished_line(session: ListedSession, user: User, reason: NotOwed | None) -> SessionLine:
    """Return the line of a finished session; `reason` is None if its result is owed."""
    own_seat, seats = session.seat_of(user.pk), session.seats
    place = selectors.final_places(seats)[own_seat.number]
    return SessionLine(
        url=session.url,
        title=session_title(session, user),
        detail=stake_label(session, seats, bots=session.bots),
        when=session.finished_at,
        result=_result_text(session, own_seat.net),
        not_owed="" if reason is None else _not_owed_text(reason),
        place=pgettext("ordinal place", "%(place)s of %(seats)d")
        % {"place": numbers.ordinal(place), "seats": len(seats)},
    )


def _not_owed_text(reason: NotOwed) -> str:
    """Return the words for why a result is not owed."""
    return _("waiting for you to accept") if reason is NotOwed.WAITS else _("not accepted")


def _result_text(session: ListedSession, net: int) -> str:
    """Return the net as an amount of money or, in a session for points, as points, with a sign."""
    if counts_for_money(session, session.seats):
        return money_of(session, net)
    return money.points(net, sign=True)
