"""Registrations for lower packages: the sources of live topics, and stored notices."""

from accounts import profile
from games.live.topics import Source, register
from games.screens.lobby.state import MIN_SECONDS, lobby_state, lobby_versions
from games.screens.notices import home_notices, stored_notices, unseen_at
from games.screens.stake_limits import PART, limits_part
from games.screens.table.state import state_of, table_state
from games.tables import selectors
from games.tables.topics import LOBBY, table_topic


def provide() -> None:
    """Register topics, the profile section and stored notices; called when the apps are ready."""
    register(
        LOBBY.kind, Source(lambda _key: lobby_state(), lobby_versions, min_seconds=MIN_SECONDS)
    )
    register(table_topic(0).kind, Source(table_state, selectors.versions, state_of))
    profile.provide(PART, limits_part)
    home_notices.add(stored_notices, unseen_at)
