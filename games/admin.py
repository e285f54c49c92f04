"""Administration of the app; each package registers its own models."""

from games.agreements import admin as agreements
from games.chat import admin as chat
from games.rulebook import admin as rulebook
from games.tables import admin as tables

__all__ = ["agreements", "chat", "rulebook", "tables"]
