"""The lobby's lists at one moment.

Reading takes two steps: first the listed tables with a version stamp each, then only the tables not
cached under that stamp.
"""

import itertools
import threading
import time
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, TypeVar

from accounts import services as accounts
from games.common.caches import LruCache
from games.live.open_pages import open_pages
from games.screens.lobby.presenter import OpenTable, WatchedTable, open_table, watched_table
from games.tables import clubs, selectors
from games.tables.models import Session
from games.tables.selectors import Listed

#: Minimum time between two updates of a browser, in seconds.
MIN_SECONDS: Final = 0.5
#: Number of tables cached per process.
MAX_CACHED_TABLES = 2000
#: Seconds for which a cached table may be used. Its stamp covers every change at the table, but not
#: a player who hides the page that their name links to.
FRESH_SECONDS: Final = 60

#: Counts readings of the lobby.
_reading_numbers = itertools.count()

_Row = TypeVar("_Row", OpenTable, WatchedTable)
#: A session's number, its stamp, and the period (`FRESH_SECONDS`) in which it was read.
_Key = tuple[int, int, int]
_open: LruCache[_Key, OpenTable] = LruCache(MAX_CACHED_TABLES)
_watched: LruCache[_Key, WatchedTable] = LruCache(MAX_CACHED_TABLES)


# --- The lobby at one moment


@dataclass(frozen=True, slots=True)
class LobbyState:
    """The lobby at one moment, for all viewers."""

    version: int
    tables: list[OpenTable]
    watched: list[WatchedTable]
    online: int
    #: By viewer, the clubs with listed tables that the viewer belongs to.
    clubs_by_viewer: Mapping[int, frozenset[int]]

    @property
    def clubs(self) -> frozenset[int]:
        """The primary keys of the clubs that have tables here."""
        return _clubs_of([*self.tables, *self.watched])

    def clubs_of(self, user_id: int | None) -> frozenset[int]:
        """Return the clubs with tables here that a lobby viewer belongs to, by primary key."""
        none = frozenset[int]()
        return none if user_id is None else self.clubs_by_viewer.get(user_id, none)

    def open_to(self, club_ids: Collection[int]) -> list[OpenTable]:
        """Return the open tables that a member of just these clubs sees; at most `MAX_LISTED`."""
        return _visible(self.tables, club_ids)[: selectors.MAX_LISTED]

    def watched_by(self, club_ids: Collection[int]) -> list[WatchedTable]:
        """Return the games that a member of just these clubs may watch; at most `MAX_WATCHED`."""
        return _visible(self.watched, club_ids)[: selectors.MAX_WATCHED]


def _visible(tables: Iterable[_Row], club_ids: Collection[int]) -> list[_Row]:
    """Return the tables that belong to no club or to one of these."""
    return [each for each in tables if each.club is None or each.club in club_ids]


def _clubs_of(tables: Iterable[OpenTable | WatchedTable]) -> frozenset[int]:
    """Return the ids of the clubs that the tables belong to."""
    return frozenset(each.club for each in tables if each.club is not None)


# --- Reading


def lobby_state() -> LobbyState:
    """Read tables with a free seat, games to watch, and the clubs of this process's lobby viewers.

    Three queries; two more for new or changed tables, two for new or changed games, and two if
    clubs have tables.
    """
    version = next(_reading_numbers)
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
    return LobbyState(version, tables, watched, accounts.count_online(), clubs_by_viewer)


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
    watching = open_pages().spectator_count(row.number)
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
    return {key: next(_reading_numbers) for key in keys}


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
