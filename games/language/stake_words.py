"""Texts about the stake of a table, before and during a session."""

from collections.abc import Sequence

from django.utils.translation import gettext_noop

from games.common import money
from games.common.languages import gettext as _
from games.tables.models import Session, Table
from games.tables.stakes import ForPoints, SeatHolder, SessionTerms, why_for_points

_FOR_POINTS = {
    ForPoints.ONE_PERSON: gettext_noop(
        "This game is for points, because you’re playing against bots."
    ),
    ForPoints.BOTS_PLAY: gettext_noop("This game is for points, because bots are playing."),
}


def waiting_stake_label(stake_minor: int, currency: str, bot_money: str, *, bots: bool) -> str:
    """Return the stake of a table that waits, and what changes if bots join.

    :param bots: whether bots take the empty seats
    """
    label = money.stake(stake_minor, currency)
    if not (stake_minor and currency and bots):
        return label
    if bot_money == Table.BotMoney.HOUSE:
        return _(
            "%(stake)s (bots play for the club; if you’re alone with bots, you play for points)"
        ) % {"stake": label}
    return _("%(stake)s, or for points if a bot plays") % {"stake": label}


def stake_label(session: SessionTerms, seats: Sequence[SeatHolder], *, bots: bool) -> str:
    """Return the stake of a session: with the effect of bots while it waits, in short later.

    :param bots: whether bots take the empty seats
    """
    if session.status == Session.Status.WAITING:
        return waiting_stake_label(
            session.stake_minor, session.currency, session.bot_money, bots=bots
        )
    if why_for_points(session, seats) is not None:
        return _("For points")
    return money.stake(session.stake_minor, session.currency)


def stake_note(session: SessionTerms, seats: Sequence[SeatHolder]) -> str:
    """Return a note on whether the session counts for money, if its stake alone does not say so.

    Empty while the session waits, because its players are not known yet.
    """
    if session.status == Session.Status.WAITING:
        return ""
    reason = why_for_points(session, seats)
    if reason is not None:
        return _(_FOR_POINTS[reason]) if reason in _FOR_POINTS else ""
    if any(seat.is_bot for seat in seats):
        return _("The club keeps what bots win and pays what they lose.")
    return ""
