"""Registrations for lower packages: topics, closed pages, and stored notices."""

from accounts.notices import senders
from games.live.presence import users_gone
from games.live.topics import Source, register
from games.screens.lobby.state import MIN_SECONDS, lobby_state, lobby_versions
from games.screens.notices import home_notices, stored_notices, unseen_at, waiting
from games.screens.table.state import state_of, table_state
from games.tables import selectors
from games.tables.services import absences
from games.tables.topics import LOBBY, table_topic
from games.tables.turns import TurnSender


def provide() -> None:
    """Register what lower packages call or show; called when the apps are ready."""
    register(
        LOBBY.kind, Source(lambda _key: lobby_state(), lobby_versions, min_seconds=MIN_SECONDS)
    )
    register(table_topic(0).kind, Source(table_state, selectors.versions, state_of))
    senders.register(TurnSender())
    users_gone.fill(absences.note_gone_users)
    home_notices.add(stored_notices, unseen_at)
    waiting.add(unseen_at)
