"""Django admin of the app; each package registers its own models."""

from tournaments.clubs import admin as clubs
from tournaments.ledger import admin as ledger
from tournaments.ratings import admin as ratings

__all__ = ["clubs", "ledger", "ratings"]
