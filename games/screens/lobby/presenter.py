"""The lobby: the tables that wait for people, and how many people are about."""

import itertools
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.template.loader import render_to_string
from django.utils.translation import get_language

from accounts import services as accounts
from games.common import money
from games.language import labels
from games.language.stake_words import stake_beforehand
from games.rules.ruleset import RuleSet
from games.tables import clocks, clubs, selectors
from games.tables.models import Session, Table
from games.tables.worst import worst_case

#: Counts looks at the lobby.
_looks = itertools.count()


@dataclass(frozen=True, slots=True)
class OpenTable:
    """A table that anyone may join and that has a free seat; no word of it is translated."""

    slug: str
    url: str
    rules_name: str
    host: str
    names: list[str]
    players: int
    deals: int
    target: int | None
    clock: str
    stake_minor: int
    currency: str
    bot_money: str
    #: Whether bots take the seats that stay free.
    bots: bool
    #: The most that the session can cost one who plays.
    worst: int
    #: Whether guests cannot sit down, and the club whose members alone see the table.
    for_members: bool
    club: int | None
    club_name: str

    @property
    def free(self) -> int:
        """How many seats are free."""
        return self.players - len(self.names)


@dataclass(frozen=True, slots=True)
class LobbyLine:
    """An open table as the lobby lists it, in the reader's language."""

    table: OpenTable
    #: By what it is called: its host, or whoever came first.
    host: str
    rules_name: str
    length: str
    stake: str
    #: What the session can cost one who plays, where it is for money.
    worst: str
    clock: str
    #: ``points`` or ``money``, by which the list is filtered.
    worth: str
    #: One for each free seat.
    chairs: range
    #: Who is there, where that is more than the host.
    names: str
    #: Whether it is not what the address asks for.
    is_hidden: bool


@dataclass(slots=True)
class LobbyFrame:
    """The lobby as everybody sees it, and the list by language."""

    version: int
    tables: list[OpenTable]
    online: int
    #: By language, and by the clubs that the reader belongs to among those that have tables here.
    lists: dict[tuple[str | None, frozenset[int]], str] = field(default_factory=dict)

    @property
    def clubs(self) -> frozenset[int]:
        """The numbers of the clubs that have tables here."""
        return frozenset(table.club for table in self.tables if table.club is not None)

    def html(self, own: frozenset[int]) -> str:
        """Return the list in the reader's language, to be put in the place of an older one.

        :param own: the numbers of the clubs that the reader belongs to
        """
        key = get_language(), own & self.clubs
        made = self.lists.get(key)
        if made is None:
            context = lobby_context(self, own) | {"oob": True}
            made = self.lists[key] = render_to_string("games/screens/lobby.html#list", context)
        return made


def lobby_frame() -> LobbyFrame:
    """Return the lobby as it is now. Three queries, and one more where clubs have tables."""
    return LobbyFrame(next(_looks), open_tables(), accounts.online())


def lobby_versions(keys: Collection[int]) -> dict[int, int]:
    """Return a newer version than any: the lobby has none, and is always looked at again."""
    return {key: next(_looks) for key in keys}


def lobby_context(
    lobby: LobbyFrame, own: frozenset[int], players: int = 0, worth: str = ""
) -> dict[str, Any]:
    """Return what the list shows in the reader's language.

    :param own: the numbers of the clubs that the reader belongs to
    :param players: how many the tables are to be for; 0 for any number
    :param worth: what they are to be played for: ``points``, ``money``, or anything
    """
    shown = [table for table in lobby.tables if table.club is None or table.club in own]
    lines = [_line(table, players, worth) for table in shown]
    return {"lines": lines, "online": lobby.online}


def open_tables() -> list[OpenTable]:
    """Return the listed tables that have a free seat, the newest first."""
    sessions = selectors.open_tables()
    numbers = {session.table.club for session in sessions if session.table.club is not None}
    names = clubs.club_names(numbers) if numbers else {}
    return [table for session in sessions if (table := _open_table(session, names)).free]


def _open_table(session: Session, club_names: Mapping[int, str]) -> OpenTable:
    table, seats = session.table, session.seats.all()
    return OpenTable(
        slug=table.slug,
        url=table.get_absolute_url(),
        rules_name=session.rules_name,
        host=next((seat.name for seat in seats if seat.user_id == table.host_id), ""),
        names=[seat.name for seat in seats],
        players=RuleSet.make(options=session.rules).players,
        deals=session.deals_planned,
        target=session.target,
        clock=table.clock,
        stake_minor=session.stake_minor,
        currency=session.currency,
        bot_money=session.bot_money,
        bots=table.bots,
        worst=worst_case(session),
        for_members=table.joining == Table.Joining.MEMBERS,
        club=table.club,
        club_name="" if table.club is None else club_names.get(table.club, ""),
    )


def _line(table: OpenTable, players: int, asked: str) -> LobbyLine:
    worth = "money" if table.currency else "points"
    return LobbyLine(
        table=table,
        host=table.host or next(iter(table.names), ""),
        rules_name=labels.rules_label(table.rules_name),
        length=labels.length_label(table.deals, table.target),
        stake=stake_beforehand(table.stake_minor, table.currency, table.bot_money, bots=table.bots),
        worst=money.worst(table.worst, table.currency),
        clock=clocks.label(table.clock),
        worth=worth,
        chairs=range(table.free),
        names=", ".join(table.names) if len(table.names) > 1 else "",
        is_hidden=players not in (0, table.players) or asked not in ("", worth),
    )
