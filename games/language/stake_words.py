"""What a point is worth at a table in words: before a session, and from its start."""

from collections.abc import Sequence

from django.utils.translation import gettext_noop

from games.common import money
from games.common.languages import gettext as _
from games.tables.models import Session, Table
from games.tables.stakes import ForPoints, SeatHolder, SessionTerms, why_not

_FOR_POINTS = {
    ForPoints.ONE_PERSON: gettext_noop("This session is for points: against bots nobody pays."),
    ForPoints.BOTS_PLAY: gettext_noop("This session is for points: bots play."),
}


def stake_beforehand(stake_minor: int, currency: str, bot_money: str, *, bots: bool) -> str:
    """Return what a point will be worth at a table that waits, and what bots will change of it.

    :param bots: whether bots take the seats that stay free
    """
    label = money.stake(stake_minor, currency)
    if not (stake_minor and currency and bots):
        return label
    if bot_money == Table.BotMoney.HOUSE:
        return _("%(stake)s; what bots win or lose is the club's (alone with bots: for points)") % {
            "stake": label
        }
    return _("%(stake)s between people; with a bot at the table it is for points") % {
        "stake": label
    }


def stake_label(session: SessionTerms, seats: Sequence[SeatHolder], *, bots: bool) -> str:
    """Return what a point is worth in the session: with its terms while it waits, else in short.

    :param bots: whether bots take the seats that stay free
    """
    if session.status == Session.Status.WAITING:
        return stake_beforehand(session.stake_minor, session.currency, session.bot_money, bots=bots)
    if why_not(session, seats) is not None:
        return _("For points")
    return money.stake(session.stake_minor, session.currency)


def stake_note(session: SessionTerms, seats: Sequence[SeatHolder]) -> str:
    """Return whether the session counts, in a sentence, where its stake alone does not say that.

    Nothing while it waits: who will have its seats is open.
    """
    if session.status == Session.Status.WAITING:
        return ""
    reason = why_not(session, seats)
    if reason is not None:
        return _(_FOR_POINTS[reason]) if reason in _FOR_POINTS else ""
    if any(seat.is_bot for seat in seats):
        return _("What the bots win or lose is the club's.")
    return ""
