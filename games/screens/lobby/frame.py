"""The lobby's lists at one moment, and the HTML that brings browsers up to date.

Reading takes two steps: first the listed tables with a version stamp each, then only the tables not
cached under that stamp. Each table is rendered once per language. A browser gets the whole list
first and then only tables that were added, removed or changed; that difference is computed once for
all viewers who see the same clubs' tables.
"""

import itertools
import secrets
import threading
import time
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, TypeVar

from django.utils.html import escape, format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from accounts import services as accounts
from games.common.caches import LruCache
from games.common.languages import cached_by_language
from games.common.partials import partial
from games.live.spectator_counts import spectator_counts
from games.screens.lobby.presenter import (
    ANYTHING,
    LobbyFilter,
    LobbyLine,
    OpenTable,
    WatchedTable,
    WatchLine,
    line,
    open_table,
    watch_line,
    watched_table,
)
from games.tables import clubs, selectors
from games.tables.models import Session
from games.tables.selectors import Listed

#: Folder of the lobby's partials.
FOLDER: Final = "games/screens/lobby"
#: Minimum time between two updates of a browser, in seconds.
REST: Final = 0.5
#: Number of tables cached per process, as data and as rendered lines.
KEPT_TABLES = 2000
KEPT_LINES = 4000
#: Placeholder for the forms' CSRF token; random, so no text on the page can equal it.
_TOKEN: Final = secrets.token_hex(16)
#: Seconds for which a cached table may be used. Its stamp covers every change at the table, but not
#: a player who hides the page that their name links to.
FRESH: Final = 60

#: Count readings of the lobby, and drawings made from them.
_looks = itertools.count()
_drawings = itertools.count()

_Row = TypeVar("_Row", OpenTable, WatchedTable)
#: A session's number, its stamp, and the period (`FRESH`) in which it was read.
_Key = tuple[int, int, int]
_open: LruCache[_Key, OpenTable] = LruCache(KEPT_TABLES)
_watched: LruCache[_Key, WatchedTable] = LruCache(KEPT_TABLES)


# --- What is shown, part by part

#: Elements of a list by their ids, in their order.
Elements = Mapping[str, SafeString]


class LobbyDrawing:
    """The lobby in one language, for viewers who see the same tables."""

    def __init__(self, online: SafeString, tables: Elements, games: Elements) -> None:
        self.number = next(_drawings)
        self.online = online
        self.tables = tables
        self.games = games
        self._html: SafeString | None = None
        #: Differences, by the number of the drawing that a browser has.
        self._since: dict[int, str] = {}

    @property
    def html(self) -> SafeString:
        """The whole list, which replaces what a browser shows."""
        if self._html is None:
            self._html = list_html(self.online, self.tables.values(), self.games.values())
        return self._html

    def since(self, before: "LobbyDrawing") -> str:
        """Return the HTML that turns an earlier drawing into this one; empty if nothing changed."""
        made = self._since.get(before.number)
        if made is None:
            news: list[str] = [] if self.online == before.online else [self.online]
            news += _changes("lobby-tables", before.tables, self.tables)
            news += _changes("lobby-games", before.games, self.games)
            made = self._since[before.number] = "".join(news)
        return made


def list_html(
    online: SafeString, tables: Iterable[SafeString], games: Iterable[SafeString]
) -> SafeString:
    """Return the whole list from its rendered parts."""
    return partial(
        f"{FOLDER}/lobby.html", online=online, open=_joined(tables), watched=_joined(games)
    )


def _joined(parts: Iterable[SafeString]) -> SafeString:
    return mark_safe("".join(parts))  # noqa: S308  # each of them is


def _changes(name: str, before: Elements, now: Elements) -> list[str]:
    """Return the out-of-band elements that turn an earlier list into this one."""
    stay = [each for each in before if each in now]
    if stay != [each for each in now if each in before]:
        # The order changed, which happens only when a table starts another session.
        return [_whole(name, now)]
    news: list[str] = [
        format_html('<li id="{}" hx-swap-oob="delete"></li>', each)
        for each in before
        if each not in now
    ]
    news += [now[each] for each in stay if now[each] != before[each]]
    after = ""
    for is_new, some in itertools.groupby(now, lambda each: each not in before):
        names = list(some)
        if is_new:
            where = f"afterend:#{after}" if after else f"afterbegin:#{name}"
            news.append(_put(where, (now[each] for each in names)))
        after = names[-1]
    return news


def _whole(name: str, now: Elements) -> SafeString:
    return _put(f"innerHTML:#{name}", now.values())


def _put(where: str, elements: Iterable[SafeString]) -> SafeString:
    return format_html('<ul hx-swap-oob="{}">{}</ul>', where, _joined(elements))


# --- The lobby at one moment


@dataclass(slots=True)
class LobbyFrame:
    """The tables of the lobby at one moment, and the drawings made from them."""

    version: int
    tables: list[OpenTable]
    watched: list[WatchedTable]
    online: int
    #: By viewer, the clubs with listed tables that the viewer belongs to.
    members: Mapping[int, frozenset[int]]
    #: By language and by the viewer's clubs that have listed tables.
    drawings: dict[tuple[str | None, frozenset[int]], LobbyDrawing] = field(default_factory=dict)

    @property
    def clubs(self) -> frozenset[int]:
        """The numbers of the clubs that have tables here."""
        return _clubs([*self.tables, *self.watched])

    def drawing_for(self, user_id: int | None) -> LobbyDrawing:
        """Return the list for a viewer; tables of a club are visible to its members only."""
        own = frozenset[int]() if user_id is None else self.members.get(user_id, frozenset())
        key = get_language(), own
        made = self.drawings.get(key)
        if made is None:
            made = self.drawings[key] = self._drawing(own)
        return made

    def open_to(self, own: Collection[int]) -> list[OpenTable]:
        """Return the open tables visible to members of those clubs."""
        return _seen(self.tables, own)[: selectors.MOST_LISTED]

    def watched_by(self, own: Collection[int]) -> list[WatchedTable]:
        """Return the games to watch visible to members of those clubs."""
        return _seen(self.watched, own)[: selectors.MOST_WATCHED]

    def _drawing(self, own: frozenset[int]) -> LobbyDrawing:
        return LobbyDrawing(
            _online(self.online),
            {f"open-{each.slug}": _open_element(each) for each in self.open_to(own)},
            {f"game-{each.slug}": _watched_element(each) for each in self.watched_by(own)},
        )


@cached_by_language(KEPT_LINES)
def _open_element(table: OpenTable) -> SafeString:
    return open_html(line(table, ANYTHING))


@cached_by_language(KEPT_LINES)
def _watched_element(table: WatchedTable) -> SafeString:
    return watched_html(watch_line(table, ANYTHING))


def open_html(shown: LobbyLine, csrf_token: str = "") -> SafeString:
    """Return an open table as an element of the list.

    :param csrf_token: the token for its form, on a page
    """
    return partial(f"{FOLDER}/open_table.html", line=shown, csrf_token=csrf_token)


def watched_html(shown: WatchLine) -> SafeString:
    """Return a game to watch as an element of the list."""
    return partial(f"{FOLDER}/watched_table.html", line=shown)


def _online(count: int) -> SafeString:
    return partial(f"{FOLDER}/online.html", online=count)


def page_html(
    frame: LobbyFrame, own: Collection[int], asked: LobbyFilter, csrf_token: str
) -> SafeString:
    """Return the list as part of a page; works without JavaScript.

    :param own: the numbers of the viewer's clubs
    :param asked: the filter
    """
    html = list_html(
        _online(frame.online),
        [_open_on_page(each, asked.hides(each)) for each in frame.open_to(own)],
        [_watched_on_page(each, asked.hides(each)) for each in frame.watched_by(own)],
    )
    return mark_safe(html.replace(_TOKEN, escape(csrf_token)))  # noqa: S308  # both of them are


@cached_by_language(KEPT_LINES)
def _open_on_page(table: OpenTable, is_hidden: bool) -> SafeString:
    """Return an open table for any page, with a placeholder for the CSRF token."""
    return open_html(replace(line(table, ANYTHING), is_hidden=is_hidden), _TOKEN)


@cached_by_language(KEPT_LINES)
def _watched_on_page(table: WatchedTable, is_hidden: bool) -> SafeString:
    return watched_html(replace(watch_line(table, ANYTHING), is_hidden=is_hidden))


def _seen(tables: Iterable[_Row], own: Collection[int]) -> list[_Row]:
    return [each for each in tables if each.club is None or each.club in own]


def _clubs(tables: Iterable[OpenTable | WatchedTable]) -> frozenset[int]:
    return frozenset(each.club for each in tables if each.club is not None)


# --- Reading


def lobby_frame() -> LobbyFrame:
    """Return the lobby as it is now.

    Three queries; two more for new or changed tables, two for new or changed games, and two if
    clubs have tables.
    """
    version = next(_looks)
    tables = [each for each in _tables() if each.free]
    watched = _games()
    among, readers = _clubs([*tables, *watched]), _readers()
    members: Mapping[int, frozenset[int]] = {}
    if among:
        names = clubs.club_names(among)
        tables = [
            each if each.club is None else replace(each, club_name=names.get(each.club, ""))
            for each in tables
        ]
        members = clubs.memberships_among(readers, among) if readers else {}
    return LobbyFrame(version, tables, watched, accounts.count_online(), members)


def _tables() -> list[OpenTable]:
    return _rows(
        selectors.listed_open(),
        _open,
        selectors.waiting_sessions,
        lambda session: (session.table.version, open_table(session)),
    )


def _games() -> list[WatchedTable]:
    rows = _rows(
        selectors.listed_games(),
        _watched,
        selectors.running_games,
        lambda session: (session.table.revision, watched_table(session)),
    )
    # Spectators are not part of the table's stamp.
    return [_with_spectators(row) for row in rows]


def _with_spectators(row: WatchedTable) -> WatchedTable:
    watching = spectator_counts().count(row.number)
    return replace(row, watching=watching) if watching else row


def _rows(
    listed: Sequence[Listed],
    kept: LruCache[_Key, _Row],
    read: Callable[[Iterable[int]], list[Session]],
    make: Callable[[Session], tuple[int, _Row]],
) -> list[_Row]:
    """Return the listed rows; read only those that are not cached."""
    lately = int(time.monotonic() // FRESH)
    found = {number: kept.get((number, stamp, lately)) for number, stamp in listed}
    missing = [number for number, row in found.items() if row is None]
    for session in read(missing) if missing else ():
        stamp, row = make(session)
        found[session.pk] = kept.put((session.pk, stamp, lately), row)
    return [row for row in found.values() if row is not None]


def lobby_versions(keys: Collection[int]) -> dict[int, int]:
    """Return a version newer than any before: the lobby has none and is always read again."""
    return {key: next(_looks) for key in keys}


# --- Viewers

_looking: Counter[int] = Counter()
_lock = threading.Lock()


def enter(user_id: int) -> None:
    """Start reading the clubs of the user, who opened a lobby page."""
    with _lock:
        _looking[user_id] += 1


def leave(user_id: int) -> None:
    """Stop reading the clubs of the user when their last lobby page closes."""
    with _lock:
        _looking[user_id] -= 1
        if _looking[user_id] <= 0:
            del _looking[user_id]


def _readers() -> list[int]:
    with _lock:
        return list(_looking)
