"""The lobby in browsers: its parts, and the socket that sends their changes."""

import secrets
from collections.abc import Collection, Iterable
from dataclasses import replace
from typing import Final

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

from games.common.languages import cached_by_language
from games.common.partials import partial
from games.live.consumer import Message
from games.live.parts import Element, ElementList, Parts
from games.live.topics import Topic
from games.screens.alerts import AlertedConsumer
from games.screens.lobby.presenter import (
    ANYTHING,
    LobbyFilter,
    LobbyLine,
    OpenTable,
    WatchedTable,
    WatchLine,
    line,
    watch_line,
)
from games.screens.lobby.state import LobbyState, enter, leave
from games.tables.topics import LOBBY

#: Folder of the lobby's partials.
FOLDER: Final = "games/screens/lobby"
#: Number of lines cached per process.
MAX_CACHED_LINES = 4000
#: Placeholder for the forms' CSRF token; random, so no text on the page can equal it.
_TOKEN: Final = secrets.token_hex(16)


class LobbyConsumer(AlertedConsumer):
    """Socket of one open lobby page, which gets the lists and then their changes."""

    _is_entered = False

    async def connect(self) -> None:
        """Accept the socket and watch the lobby, with the tables of the user's clubs."""
        await self.accept()
        if await self.attend():
            if self.user is not None:
                # Before the first reading, so that it includes the user's clubs.
                self._is_entered = True
                enter(self.user.pk)
            await self.watch(LOBBY)

    async def leave(self) -> None:
        """Also count one lobby page of the user less, so that their clubs are no longer read."""
        if self._is_entered and self.user is not None:
            self._is_entered = False
            leave(self.user.pk)
        await super().leave()

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Ignore messages from the browser; none has a meaning here."""

    def message_for(self, topic: Topic, state: LobbyState) -> Message:
        """Return the whole list first, later only what changed."""
        club_ids = state.clubs_of(self.user.pk if self.user else None)
        return Message(self.page.news("lobby", self.parts(topic, state, club_ids, lobby_parts)))


# --- Parts


def lobby_parts(state: LobbyState, club_ids: frozenset[int], before: Parts | None) -> Parts:
    """Return the lobby's parts for viewers in these clubs, in the active language."""
    tables = {f"open-{each.slug}": _open_element(each) for each in state.open_to(club_ids)}
    games = {f"game-{each.slug}": _watched_element(each) for each in state.watched_by(club_ids)}
    online = _online_html(state.online)
    return Parts(
        {
            "online": Element(state.online, online),
            "tables": ElementList("lobby-tables", tables),
            "games": ElementList("lobby-games", games),
        },
        whole=lambda: _lobby_html(online, tables.values(), games.values()),
    )


def _lobby_html(
    online: SafeString, tables: Iterable[SafeString], games: Iterable[SafeString]
) -> SafeString:
    """Return the HTML of both lists and the number online, from their rendered parts."""
    return partial(
        f"{FOLDER}/lobby.html", online=online, open=_joined(tables), watched=_joined(games)
    )


def _joined(parts: Iterable[SafeString]) -> SafeString:
    """Return the rendered parts one after the other."""
    return mark_safe("".join(parts))  # noqa: S308  # each of them is


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
    state: LobbyState, club_ids: Collection[int], lobby_filter: LobbyFilter, csrf_token: str
) -> SafeString:
    """Return the HTML of the lists for a page; tables that the filter excludes are only hidden.

    Its forms have the CSRF token and work without JavaScript.

    :param club_ids: the primary keys of the viewer's clubs
    """
    html = _lobby_html(
        _online_html(state.online),
        [_open_on_page(each, lobby_filter.hides(each)) for each in state.open_to(club_ids)],
        [_watched_on_page(each, lobby_filter.hides(each)) for each in state.watched_by(club_ids)],
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
