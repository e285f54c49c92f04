"""Strengths of the bots at a table: which one plays in a seat, and which ones may be chosen.

A table has one strength for all its bots, and others for single seats if the host wants that. A
blank strength is that of events and stand-ins. Seats of older sessions have the name of a bot
without a strength, which plays on.
"""

from collections.abc import Iterable, Mapping
from typing import Final, Protocol

from games.bots.strengths import FOR_MONEY, OFFERED, STAND_IN, Strength
from games.common.denials import DeniedError
from games.tables import house
from games.tables.denials import TableCode
from games.tables.snapshot import Snapshot

#: The picture of each strength's character (``accounts.pictures``), stored with its seats.
PICTURES: Final[Mapping[str, str]] = {
    Strength.BEGINNER: "hen",
    Strength.CASUAL: "panda",
    Strength.CLUB: "fox",
    Strength.STRONG: "owl",
    Strength.MASTER: "tiger",
}


#: The strengths that play by the network (``games.bots.net``).
BY_NETWORK: Final = frozenset({Strength.STRONG.value, Strength.MASTER.value})


class BotStrengths(Protocol):
    """A table: the fields with the strengths of its bots."""

    @property
    def bot_strength(self) -> str: ...
    @property
    def seat_strengths(self) -> Mapping[str, str]: ...


class StrengthTerms(BotStrengths, house.HouseTable, Protocol):
    """A table: the fields that decide which strengths its bots may have."""


def strength_at(table: BotStrengths, number: int) -> str:
    """Return the strength of the bot that takes the seat with that number."""
    return table.seat_strengths.get(str(number)) or table.bot_strength or STAND_IN.value


def plays_by_network(snapshot: Snapshot) -> bool:
    """Return whether a bot at the table plays by the network, or will if it takes a free seat."""
    bots = {seat.bot for seat in snapshot.seats}
    if snapshot.table.bots and snapshot.newest is None:
        bots |= {strength_at(snapshot.table, number) for number in snapshot.setting.free_seats}
    return not bots.isdisjoint(BY_NETWORK)


def picture_of(strength: str) -> str:
    """Return the key of the character's picture; empty for a bot without one."""
    return PICTURES.get(strength, "")


def strengths_for(*, is_money: bool) -> tuple[Strength, ...]:
    """Return the strengths that may be chosen, the weakest first; fewer if a club pays for bots."""
    return tuple(each for each in OFFERED if not is_money or each in FOR_MONEY)


def check_strengths(table: StrengthTerms, chosen: Iterable[str]) -> None:
    """Check that these strengths may be chosen for bots at the table; a blank one always may.

    :raises DeniedError: one is unknown, or not allowed where a club pays for bots
    """
    is_money = house.is_house_table(table)
    for code in chosen:
        if code and code not in OFFERED:
            raise DeniedError(TableCode.NO_STRENGTH)
        if code and code not in strengths_for(is_money=is_money):
            raise DeniedError(TableCode.HOUSE_STRENGTH)
