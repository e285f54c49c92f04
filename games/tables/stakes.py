"""Whether a session counts for money, and who is shown amounts of it.

A bot has no purse. With one at the table a session is for points or, where a club is the house,
what bots win or lose is the house's. Where fewer than two people have a seat nobody could pay
anybody. Everything that shows or posts money asks here, and goes by who has the seats now: a bot
that stands in for a person plays for that person's purse.
"""

from collections.abc import Sequence
from enum import StrEnum, auto
from typing import Protocol

from games.tables.models import Table


class SessionTerms(Protocol):
    """A session, whatever else is known of it."""

    @property
    def stake_minor(self) -> int: ...
    @property
    def currency(self) -> str: ...
    @property
    def bot_money(self) -> str: ...
    @property
    def status(self) -> str: ...


class SeatHolder(Protocol):
    """A seat, whatever else is known of it."""

    @property
    def user_id(self) -> int | None: ...
    @property
    def is_bot(self) -> bool: ...


class ForPoints(StrEnum):
    """Why a session is for points alone; ``games.language.stake_words`` has the sentences."""

    NO_STAKE = auto()
    ONE_PERSON = auto()
    BOTS_PLAY = auto()


class Stake(Protocol):
    """A table or a session, as far as what a point is worth there."""

    @property
    def stake_minor(self) -> int: ...
    @property
    def currency(self) -> str: ...


def has_stake(terms: Stake) -> bool:
    """Return whether a point is worth money, as long as enough people play."""
    return bool(terms.currency and terms.stake_minor)


class NumberedSession(Protocol):
    """A session, as far as which one it is at its table."""

    @property
    def number(self) -> int: ...


def asks_each_player(terms: Stake, session: NumberedSession) -> bool:
    """Return whether the session, while it waits, needs a yes of every player to begin."""
    return session.number > 1 and has_stake(terms)


def why_not(session: SessionTerms, seats: Sequence[SeatHolder]) -> ForPoints | None:
    """Return why a session that has begun does not count for money; None where it does."""
    if not has_stake(session):
        return ForPoints.NO_STAKE
    if sum(seat.user_id is not None for seat in seats) < 2:
        return ForPoints.ONE_PERSON
    if session.bot_money != Table.BotMoney.HOUSE and any(seat.is_bot for seat in seats):
        return ForPoints.BOTS_PLAY
    return None


def counts_for_money(session: SessionTerms, seats: Sequence[SeatHolder]) -> bool:
    """Return whether what people win or lose in a session that has begun is money."""
    return why_not(session, seats) is None


def is_shown_money(session: SessionTerms, seats: Sequence[SeatHolder], user_id: int | None) -> bool:
    """Return whether the person is shown amounts of the session: those who play it are.

    Anybody who may look sees points, and what a point is worth.
    """
    sits = user_id is not None and any(seat.user_id == user_id for seat in seats)
    return sits and counts_for_money(session, seats)
