"""Lines of the lobby: open tables and games to watch."""

from dataclasses import dataclass
from typing import NamedTuple

from django.urls import reverse
from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.common import money, numbers
from games.common.players import page_of
from games.language import labels
from games.language.stake_words import waiting_stake_label
from games.rules.ruleset.rule_set import RuleSet
from games.screens.question import terms_field
from games.tables import clocks
from games.tables.max_loss import max_session_loss
from games.tables.models import Session, Table
from games.tables.terms import shown_digest


class LobbyPerson(NamedTuple):
    """A player seated at an open table."""

    name: str
    #: See ``accounts.pictures``; empty for none.
    picture: str
    #: The player's page; empty if there is none.
    url: str


@dataclass(frozen=True, slots=True)
class OpenTable:
    """Data of an open table for the lobby, for all viewers and languages alike."""

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
    #: Whether bots take the empty seats.
    bots: bool
    #: The maximum loss of a player in the session, in minor units.
    worst: int
    #: Whether guests can't sit down, and the number of the club whose members alone see the table.
    for_members: bool
    club: int | None
    club_name: str = ""
    #: Digest of the terms that taking a seat agrees to; empty for points.
    digest: str = ""

    @property
    def free(self) -> int:
        """The number of empty seats."""
        return self.players - len(self.people)


@dataclass(frozen=True, slots=True)
class WatchedTable:
    """Data of a running game open to spectators, for all viewers and languages alike."""

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
    #: The table's number.
    number: int
    #: The number of spectators.
    watching: int = 0


@dataclass(frozen=True, slots=True)
class WatchLine:
    """Texts of a game to watch, for its line of the lobby in the reader's language."""

    table: WatchedTable
    names: str
    rules_name: str
    stake: str
    worth: str
    is_hidden: bool


@dataclass(frozen=True, slots=True)
class LobbyFilter:
    """The filter from the query string; empty values and 0 match everything."""

    players: int = 0
    #: ``points`` or ``money``.
    stake: str = ""
    #: The stored name of a table's rules.
    rules: str = ""
    clock: str = ""

    def hides(self, table: "OpenTable | WatchedTable") -> bool:
        """Return whether the filter excludes the table."""
        worth = "money" if table.currency else "points"
        return (
            self.players not in (0, table.players)
            or self.stake not in ("", worth)
            or self.rules not in ("", table.rules_name)
            or self.clock not in ("", table.clock)
        )


#: The filter that matches everything.
ANYTHING = LobbyFilter()


@dataclass(frozen=True, slots=True)
class LobbyLine:
    """Texts of an open table, for its line of the lobby in the reader's language."""

    table: OpenTable
    #: Named after its host, or else its first player.
    title: str
    #: Target of the form for a seat.
    sit_url: str
    rules_name: str
    length: str
    stake: str
    #: The maximum loss in words; empty for points.
    worst: str
    #: The stake shown on the button; empty for points.
    price: str
    #: Hidden field with the digest of the terms that the list shows.
    terms_field: SafeString
    clock: str
    #: The clock explained in a sentence.
    clock_meaning: str
    #: ``points`` or ``money``, for the filter.
    worth: str
    #: One item per empty seat.
    chairs: range
    #: The players as HTML with links, unless only the host is there without a page.
    people: SafeString
    #: Whether the filter excludes it.
    is_hidden: bool


def watched_table(session: Session) -> WatchedTable:
    """Return the lobby's data of a running session, as ``selectors.running_games`` reads it."""
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


def watch_line(table: WatchedTable, lobby_filter: LobbyFilter) -> WatchLine:
    """Return the texts of a game to watch in the active language, and whether it is hidden."""
    return WatchLine(
        table=table,
        names=numbers.listed(list(table.names)),
        rules_name=labels.rules_label(table.rules_name),
        stake=money.stake(table.stake_minor, table.currency),
        worth="money" if table.currency else "points",
        is_hidden=lobby_filter.hides(table),
    )


def open_table(session: Session) -> OpenTable:
    """Return the lobby's data of a waiting session, as ``selectors.waiting_sessions`` reads it."""
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


def _profile_url(person: LobbyPerson) -> str:
    """Return the URL of the player's page; empty if there is none."""
    return person.url


def _person_html(person: LobbyPerson) -> SafeString:
    """Return the player's name as HTML, with a link to their page if there is one."""
    if not person.url:
        return conditional_escape(person.name)
    return format_html('<a class="player-link" href="{}">{}</a>', person.url, person.name)


def line(table: OpenTable, lobby_filter: LobbyFilter) -> LobbyLine:
    """Return the texts of an open table in the active language, and whether it is hidden."""
    host = table.host or next((person.name for person in table.people), "")
    return LobbyLine(
        table=table,
        title=_("%(host)s’s table") % {"host": host},
        sit_url=reverse("table_sit", args=[table.slug]),
        rules_name=labels.rules_label(table.rules_name),
        length=labels.length_label(table.deals, table.target),
        stake=waiting_stake_label(
            table.stake_minor, table.currency, table.bot_money, bots=table.bots
        ),
        worst=money.max_loss(table.worst, table.currency),
        price=money.stake(table.stake_minor, table.currency) if table.stake_minor else "",
        terms_field=terms_field(table.digest),
        clock=clocks.label(table.clock),
        clock_meaning=clocks.explained(table.clock),
        worth="money" if table.currency else "points",
        chairs=range(table.free),
        people=numbers.listed_html([_person_html(each) for each in table.people])
        if len(table.people) > 1 or any(map(_profile_url, table.people))
        else SafeString(),
        is_hidden=lobby_filter.hides(table),
    )
