"""The lobby: the tables that wait for people, and games to look on at, as they are listed."""

from dataclasses import dataclass
from typing import NamedTuple

from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.common import money, numbers
from games.common.players import page_of
from games.language import labels
from games.language.stake_words import stake_beforehand
from games.rules.ruleset import RuleSet
from games.screens.question import terms_field
from games.tables import clocks
from games.tables.max_loss import max_session_loss
from games.tables.models import Session, Table
from games.tables.terms import shown_digest


class LobbyPerson(NamedTuple):
    """Somebody who sits at an open table."""

    name: str
    #: See ``accounts.pictures``; empty for none.
    picture: str
    #: The page of the player; empty where there is none.
    url: str


@dataclass(frozen=True, slots=True)
class OpenTable:
    """A table that anyone may join and that has a free seat; no word of it is translated."""

    slug: str
    url: str
    rules_name: str
    host: str
    people: tuple[LobbyPerson, ...]
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
    club_name: str = ""
    #: The digest of the terms that a seat for a stake agrees to; empty for points.
    digest: str = ""

    @property
    def free(self) -> int:
        """How many seats are free."""
        return self.players - len(self.people)


@dataclass(frozen=True, slots=True)
class WatchedTable:
    """A game that goes on where anybody may look on; no word of it is translated."""

    slug: str
    url: str
    rules_name: str
    names: tuple[str, ...]
    players: int
    deal: int
    deals: int
    clock: str
    stake_minor: int
    currency: str
    club: int | None
    #: The number of the table.
    number: int
    #: How many look on.
    watching: int = 0


@dataclass(frozen=True, slots=True)
class WatchLine:
    """A game to look on at, as the lobby lists it, in the reader's language."""

    table: WatchedTable
    names: str
    rules_name: str
    stake: str
    worth: str
    is_hidden: bool


@dataclass(frozen=True, slots=True)
class LobbyFilter:
    """What the address asks for; what is empty, or 0, asks for nothing."""

    players: int = 0
    #: What is played for: ``points`` or ``money``.
    stake: str = ""
    #: The name that a table keeps of its rules.
    rules: str = ""
    clock: str = ""

    def hides(self, table: "OpenTable | WatchedTable") -> bool:
        """Tell whether the table is not what is asked for."""
        worth = "money" if table.currency else "points"
        return (
            self.players not in (0, table.players)
            or self.stake not in ("", worth)
            or self.rules not in ("", table.rules_name)
            or self.clock not in ("", table.clock)
        )


#: Asks for nothing.
ANYTHING = LobbyFilter()


@dataclass(frozen=True, slots=True)
class LobbyLine:
    """An open table as the lobby lists it, in the reader's language."""

    table: OpenTable
    #: What it is called by: its host, or whoever came first.
    title: str
    #: Where one asks for a seat.
    sit_url: str
    rules_name: str
    length: str
    stake: str
    #: What the session can cost one who plays, where it is for money.
    worst: str
    #: What sitting down commits to, in short: what a point is worth; empty for points.
    price: str
    #: The hidden field of its form, which says which terms the list shows.
    terms_field: SafeString
    clock: str
    #: What the clock means.
    clock_meaning: str
    #: ``points`` or ``money``, by which the list is filtered.
    worth: str
    #: One for each free seat.
    chairs: range
    #: Who is there, where there is more to it than the name of the host.
    people: tuple[LobbyPerson, ...]
    #: Whether it is not what the address asks for.
    is_hidden: bool


def watched_table(session: Session) -> WatchedTable:
    """Return the game of a session (``selectors.running_games``)."""
    table = session.table
    return WatchedTable(
        slug=table.slug,
        url=table.get_absolute_url(),
        rules_name=session.rules_name,
        names=tuple(seat.name for seat in session.seats.all()),
        players=len(session.seats.all()),
        deal=session.deal_number or 1,  # type: ignore[attr-defined]
        deals=session.deals_planned,
        clock=table.clock,
        stake_minor=session.stake_minor,
        currency=session.currency,
        club=table.club,
        number=table.pk,
    )


def watch_line(table: WatchedTable, asked: LobbyFilter) -> WatchLine:
    """Return the game as the lobby lists it, in the reader's language."""
    return WatchLine(
        table=table,
        names=numbers.listed(list(table.names)),
        rules_name=labels.rules_label(table.rules_name),
        stake=money.stake(table.stake_minor, table.currency),
        worth="money" if table.currency else "points",
        is_hidden=asked.hides(table),
    )


def open_table(session: Session) -> OpenTable:
    """Return the table of a session that waits (``selectors.waiting_sessions``)."""
    table, seats = session.table, session.seats.all()
    return OpenTable(
        slug=table.slug,
        url=table.get_absolute_url(),
        rules_name=session.rules_name,
        host=next((seat.name for seat in seats if seat.user_id == table.host_id), ""),
        people=tuple(LobbyPerson(seat.name, seat.picture, page_of(seat.user)) for seat in seats),
        players=RuleSet.make(options=session.rules).players,
        deals=session.deals_planned,
        target=session.target,
        clock=table.clock,
        stake_minor=session.stake_minor,
        currency=session.currency,
        bot_money=session.bot_money,
        bots=table.bots,
        worst=max_session_loss(session),
        for_members=table.joining == Table.Joining.MEMBERS,
        club=table.club,
        digest=shown_digest(session, table.clock),
    )


def _url(person: LobbyPerson) -> str:
    return person.url


def line(table: OpenTable, asked: LobbyFilter) -> LobbyLine:
    """Return the table as the lobby lists it, in the reader's language."""
    host = table.host or next((each.name for each in table.people), "")
    return LobbyLine(
        table=table,
        title=_("Table of %(host)s") % {"host": host},
        sit_url=reverse("table_sit", args=[table.slug]),
        rules_name=labels.rules_label(table.rules_name),
        length=labels.length_label(table.deals, table.target),
        stake=stake_beforehand(table.stake_minor, table.currency, table.bot_money, bots=table.bots),
        worst=money.max_loss(table.worst, table.currency),
        price=money.stake(table.stake_minor, table.currency) if table.stake_minor else "",
        terms_field=terms_field(table.digest),
        clock=clocks.label(table.clock),
        clock_meaning=clocks.explained(table.clock),
        worth="money" if table.currency else "points",
        chairs=range(table.free),
        people=table.people if len(table.people) > 1 or any(map(_url, table.people)) else (),
        is_hidden=asked.hides(table),
    )
