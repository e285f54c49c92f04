"""Registrations for lower packages: page addresses and the sources of live topics."""

from django.urls import reverse

from accounts import profile
from games.live.topics import Source, register
from games.screens.lobby.frame import MIN_SECONDS, lobby_frame, lobby_versions
from games.screens.stake_limits import PART, limits_part
from games.screens.table.frame import frame, frame_of
from games.tables import links, selectors
from games.tables.topics import LOBBY, table_topic


def _table_page(slug: str) -> str:
    """Return the URL of the table's page."""
    return reverse("table", args=[slug])


def _play_now_page() -> str:
    """Return the URL to which forms for a quick game are sent."""
    return reverse("play_now")


def _session_page(slug: str, number: int) -> str:
    """Return the URL of the page of a finished session."""
    return reverse("session", args=[slug, number])


def provide() -> None:
    """Register page URLs, live topics and the profile section; called when the apps are ready."""
    register(
        LOBBY.kind, Source(lambda _key: lobby_frame(), lobby_versions, min_seconds=MIN_SECONDS)
    )
    register(table_topic(0).kind, Source(frame, selectors.versions, frame_of))
    links.table_page.fill(_table_page)
    links.play_now_page.fill(_play_now_page)
    links.session_page.fill(_session_page)
    profile.provide(PART, limits_part)
