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
MIN_SECONDS: Final = 0.5
#: Number of tables cached per process, as data and as rendered lines.
MAX_CACHED_TABLES = 2000
MAX_CACHED_LINES = 4000
#: Placeholder for the forms' CSRF token; random, so no text on the page can equal it.
_TOKEN: Final = secrets.token_hex(16)
#: Seconds for which a cached table may be used. Its stamp covers every change at the table, but not
#: a player who hides the page that their name links to.
FRESH_SECONDS: Final = 60

#: Count readings of the lobby, and drawings made from them.
_frame_numbers = itertools.count()
_drawing_numbers = itertools.count()

_Row = TypeVar("_Row", OpenTable, WatchedTable)
#: A session's number, its stamp, and the period (`FRESH_SECONDS`) in which it was read.
_Key = tuple[int, int, int]
_open: LruCache[_Key, OpenTable] = LruCache(MAX_CACHED_TABLES)
_watched: LruCache[_Key, WatchedTable] = LruCache(MAX_CACHED_TABLES)


# --- What is shown, part by part

#: Elements of a list by their ids, in their order.
Elements = Mapping[str, SafeString]


class LobbyDrawing:
    """The lobby in one language, rendered, for viewers who see the same tables."""

    def __init__(self, online: SafeString, tables: Elements, games: Elements) -> None:
        """Keep the rendered number of users online, and the tables and games by element id."""
        self.number = next(_drawing_numbers)
        self.online = online
        self.tables = tables
        self.games = games
        self._html: SafeString | None = None
        #: Differences, by the number of the drawing that a browser has.
        self._since: dict[int, str] = {}

    @property
    def html(self) -> SafeString:
        """The HTML of both lists and the number online, which replaces what a browser shows."""
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
    """Return the HTML of both lists and the number online, from their rendered parts."""
    return partial(
        f"{FOLDER}/lobby.html", online=online, open=_joined(tables), watched=_joined(games)
    )


def _joined(parts: Iterable[SafeString]) -> SafeString:
    """Return the rendered parts one after the other."""
    return mark_safe("".join(parts))  # noqa: S308  # each of them is


def _changes(list_id: str, before: Elements, now: Elements) -> list[str]:
    """Return the out-of-band elements that turn an earlier list in the browser into this one.

    If lines that stay have changed their order, one element replaces the whole list.
    """
    stay = [key for key in before if key in now]
    if stay != [key for key in now if key in before]:
        # The order changed, which happens only when a table starts another session.
        return [_replacement(list_id, now)]
    news: list[str] = [
        format_html('<li id="{}" hx-swap-oob="delete"></li>', key)
        for key in before
        if key not in now
    ]
    news += [now[key] for key in stay if now[key] != before[key]]
    after = ""
    for is_new, run in itertools.groupby(now, lambda key: key not in before):
        keys = list(run)
        if is_new:
            target = f"afterend:#{after}" if after else f"afterbegin:#{list_id}"
            news.append(_swap(target, (now[key] for key in keys)))
        after = keys[-1]
    return news


def _replacement(list_id: str, elements: Elements) -> SafeString:
    """Return the out-of-band element that replaces the whole content of the list."""
    return _swap(f"innerHTML:#{list_id}", elements.values())


def _swap(target: str, elements: Iterable[SafeString]) -> SafeString:
    """Return an out-of-band element that inserts the elements at an htmx swap target."""
    return format_html('<ul hx-swap-oob="{}">{}</ul>', target, _joined(elements))


# --- The lobby at one moment


@dataclass(slots=True)
class LobbyFrame:
    """Data of the lobby at one moment for all viewers, and the drawings rendered from it."""

    version: int
    tables: list[OpenTable]
    watched: list[WatchedTable]
    online: int
    #: By viewer, the clubs with listed tables that the viewer belongs to.
    clubs_by_viewer: Mapping[int, frozenset[int]]
    #: By language and by the viewer's clubs that have listed tables.
    drawings: dict[tuple[str | None, frozenset[int]], LobbyDrawing] = field(default_factory=dict)

    @property
    def clubs(self) -> frozenset[int]:
        """The primary keys of the clubs that have tables here."""
        return _clubs_of([*self.tables, *self.watched])

    def drawing_for(self, user_id: int | None) -> LobbyDrawing:
        """Return the rendered lobby for a viewer; a club's tables are visible to members only."""
        club_ids = (
            frozenset[int]() if user_id is None else self.clubs_by_viewer.get(user_id, frozenset())
        )
        key = get_language(), club_ids
        made = self.drawings.get(key)
        if made is None:
            made = self.drawings[key] = self._drawing(club_ids)
        return made

    def open_to(self, club_ids: Collection[int]) -> list[OpenTable]:
        """Return the open tables that a member of just these clubs sees; at most `MAX_LISTED`."""
        return _visible(self.tables, club_ids)[: selectors.MAX_LISTED]

    def watched_by(self, club_ids: Collection[int]) -> list[WatchedTable]:
        """Return the games that a member of just these clubs may watch; at most `MAX_WATCHED`."""
        return _visible(self.watched, club_ids)[: selectors.MAX_WATCHED]

    def _drawing(self, club_ids: frozenset[int]) -> LobbyDrawing:
        """Render the lobby in the active language for a viewer in these clubs."""
        return LobbyDrawing(
            _online_html(self.online),
            {f"open-{each.slug}": _open_element(each) for each in self.open_to(club_ids)},
            {f"game-{each.slug}": _watched_element(each) for each in self.watched_by(club_ids)},
        )


@cached_by_language(MAX_CACHED_LINES)
def _open_element(table: OpenTable) -> SafeString:
    """Return the HTML of an open table in the active language, without a CSRF token; cached."""
    return open_html(line(table, ANYTHING))


@cached_by_language(MAX_CACHED_LINES)
def _watched_element(table: WatchedTable) -> SafeString:
    """Return the HTML of a game to watch in the active language; cached."""
    return watched_html(watch_line(table, ANYTHING))


def open_html(shown: LobbyLine, csrf_token: str = "") -> SafeString:
    """Return the HTML of an open table as an element of the list.

    :param csrf_token: the token for its form, on a page
    """
    return partial(f"{FOLDER}/open_table.html", line=shown, csrf_token=csrf_token)


def watched_html(shown: WatchLine) -> SafeString:
    """Return the HTML of a game to watch as an element of the list."""
    return partial(f"{FOLDER}/watched_table.html", line=shown)


def _online_html(count: int) -> SafeString:
    """Return the element with the number of users online."""
    return partial(f"{FOLDER}/online.html", online=count)


def page_html(
    frame: LobbyFrame, club_ids: Collection[int], lobby_filter: LobbyFilter, csrf_token: str
) -> SafeString:
    """Return the HTML of the lists for a page; tables that the filter excludes are only hidden.

    Its forms have the CSRF token and work without JavaScript.

    :param club_ids: the primary keys of the viewer's clubs
    """
    html = list_html(
        _online_html(frame.online),
        [_open_on_page(each, lobby_filter.hides(each)) for each in frame.open_to(club_ids)],
        [_watched_on_page(each, lobby_filter.hides(each)) for each in frame.watched_by(club_ids)],
    )
    return mark_safe(html.replace(_TOKEN, escape(csrf_token)))  # noqa: S308  # both of them are


@cached_by_language(MAX_CACHED_LINES)
def _open_on_page(table: OpenTable, is_hidden: bool) -> SafeString:
    """Return the HTML of an open table with a placeholder for the CSRF token; cached."""
    return open_html(replace(line(table, ANYTHING), is_hidden=is_hidden), _TOKEN)


@cached_by_language(MAX_CACHED_LINES)
def _watched_on_page(table: WatchedTable, is_hidden: bool) -> SafeString:
    """Return the HTML of a game to watch, hidden if the filter excludes it; cached."""
    return watched_html(replace(watch_line(table, ANYTHING), is_hidden=is_hidden))


def _visible(tables: Iterable[_Row], club_ids: Collection[int]) -> list[_Row]:
    """Return the tables that belong to no club or to one of these."""
    return [each for each in tables if each.club is None or each.club in club_ids]


def _clubs_of(tables: Iterable[OpenTable | WatchedTable]) -> frozenset[int]:
    """Return the ids of the clubs that the tables belong to."""
    return frozenset(each.club for each in tables if each.club is not None)


# --- Reading


def lobby_frame() -> LobbyFrame:
    """Read tables with a free seat, games to watch, and the clubs of this process's lobby viewers.

    Three queries; two more for new or changed tables, two for new or changed games, and two if
    clubs have tables.
    """
    version = next(_frame_numbers)
    tables = [each for each in _open_tables() if each.free]
    watched = _watched_games()
    club_ids, viewer_ids = _clubs_of([*tables, *watched]), _viewer_ids()
    clubs_by_viewer: Mapping[int, frozenset[int]] = {}
    if club_ids:
        names = clubs.club_names(club_ids)
        tables = [
            each if each.club is None else replace(each, club_name=names.get(each.club, ""))
            for each in tables
        ]
        clubs_by_viewer = clubs.memberships_among(viewer_ids, club_ids) if viewer_ids else {}
    return LobbyFrame(version, tables, watched, accounts.count_online(), clubs_by_viewer)


def _open_tables() -> list[OpenTable]:
    """Return the open tables; read only those that are new or changed."""
    return _rows(
        selectors.listed_open(),
        _open,
        selectors.waiting_sessions,
        lambda session: (session.table.version, open_table(session)),
    )


def _watched_games() -> list[WatchedTable]:
    """Return the games to watch with their spectators; read only new or changed games."""
    rows = _rows(
        selectors.listed_games(),
        _watched,
        selectors.running_games,
        lambda session: (session.table.revision, watched_table(session)),
    )
    # Spectators are not part of the table's stamp.
    return [_with_spectators(row) for row in rows]


def _with_spectators(row: WatchedTable) -> WatchedTable:
    """Return the game with its current number of spectators."""
    watching = spectator_counts().count(row.number)
    return replace(row, watching=watching) if watching else row


def _rows(
    listed: Sequence[Listed],
    row_cache: LruCache[_Key, _Row],
    read: Callable[[Iterable[int]], list[Session]],
    make_row: Callable[[Session], tuple[int, _Row]],
) -> list[_Row]:
    """Return the rows of the listed sessions; read and make only those that are not cached.

    :param read: returns the sessions with these numbers
    :param make_row: returns a session's stamp and its row
    """
    lately = int(time.monotonic() // FRESH_SECONDS)
    found = {number: row_cache.get((number, stamp, lately)) for number, stamp in listed}
    missing = [number for number, row in found.items() if row is None]
    for session in read(missing) if missing else ():
        stamp, row = make_row(session)
        found[session.pk] = row_cache.put((session.pk, stamp, lately), row)
    return [row for row in found.values() if row is not None]


def lobby_versions(keys: Collection[int]) -> dict[int, int]:
    """Return a new version for each key, so that the lobby, which has none, is always read."""
    return {key: next(_frame_numbers) for key in keys}


# --- Viewers

_page_counts: Counter[int] = Counter()
_lock = threading.Lock()


def enter(user_id: int) -> None:
    """Count one more lobby page of the user in this process, whose clubs are read from then on."""
    with _lock:
        _page_counts[user_id] += 1


def leave(user_id: int) -> None:
    """Count one lobby page of the user less; after the last one, their clubs are not read."""
    with _lock:
        _page_counts[user_id] -= 1
        if _page_counts[user_id] <= 0:
            del _page_counts[user_id]


def _viewer_ids() -> list[int]:
    """Return the ids of the users with an open lobby page in this process."""
    with _lock:
        return list(_page_counts)
