"""Rules for money: whether a session is for money, and who sees amounts.

A bot cannot pay. With a bot at the table a session is for points or, if a club pays for bots, their
wins and losses are the club's. Fewer than two users cannot pay each other. Everything that shows or
posts money asks here and looks at the current seats: a bot that stands in for a user plays for that
user's money.
"""

from collections.abc import Sequence
from enum import StrEnum, auto
from typing import Protocol

from games.tables.models import Table


class SessionTerms(Protocol):
    """A session: the fields about its stake."""

    @property
    def stake_minor(self) -> int: ...
    @property
    def currency(self) -> str: ...
    @property
    def bot_money(self) -> str: ...
    @property
    def status(self) -> str: ...


class SeatHolder(Protocol):
    """A seat: the fields about its holder."""

    @property
    def user_id(self) -> int | None: ...
    @property
    def is_bot(self) -> bool: ...


class ForPoints(StrEnum):
    """Reasons why a session is for points: no stake, only one user, or bots play.

    ``games.language.stake_words`` has the sentences.
    """

    NO_STAKE = auto()
    ONE_PERSON = auto()
    BOTS_PLAY = auto()


class Stake(Protocol):
    """A table or a session: the fields about its stake."""

    @property
    def stake_minor(self) -> int: ...
    @property
    def currency(self) -> str: ...


def has_stake(terms: Stake) -> bool:
    """Return whether there is a stake, so that a session is for money if enough users play."""
    return bool(terms.currency and terms.stake_minor)


class NumberedSession(Protocol):
    """A session: its number at the table."""

    @property
    def number(self) -> int: ...


def asks_each_player(terms: Stake, session: NumberedSession) -> bool:
    """Return whether the session, before its start, needs a yes from every player.

    Only a further session (not the first at its table) for a stake does.
    """
    return session.number > 1 and has_stake(terms)


def why_for_points(session: SessionTerms, seats: Sequence[SeatHolder]) -> ForPoints | None:
    """Return why a started session is for points; None if it is for money."""
    if not has_stake(session):
        return ForPoints.NO_STAKE
    if sum(seat.user_id is not None for seat in seats) < 2:
        return ForPoints.ONE_PERSON
    if session.bot_money != Table.BotMoney.HOUSE and any(seat.is_bot for seat in seats):
        return ForPoints.BOTS_PLAY
    return None


def counts_for_money(session: SessionTerms, seats: Sequence[SeatHolder]) -> bool:
    """Return whether wins and losses in a started session are money, not only points."""
    return why_for_points(session, seats) is None


def is_shown_money(session: SessionTerms, seats: Sequence[SeatHolder], user_id: int | None) -> bool:
    """Return whether the user sees amounts of money in the session: only its players do.

    Every viewer sees points and the stake.
    """
    sits = user_id is not None and any(seat.user_id == user_id for seat in seats)
    return sits and counts_for_money(session, seats)
