"""Django app of clubs, events, ledger and ratings; registers what its packages provide."""

from typing import Any

from django.apps import AppConfig
from django.db.models.signals import post_migrate, pre_migrate
from django.utils.translation import gettext_lazy as _


class TournamentsConfig(AppConfig):
    name = "tournaments"
    verbose_name = _("Tournaments and settlements")

    def ready(self) -> None:
        from tournaments import export
        from tournaments.clubs import provides as clubs
        from tournaments.clubs import receivers as after_members  # noqa: F401
        from tournaments.clubs.links import member_ratings
        from tournaments.events import provides as events
        from tournaments.events import receivers as after_event_tables  # noqa: F401
        from tournaments.ledger import provides as ledger

        # The receivers connect to the signals of games.
        from tournaments.ledger import receivers as after_sessions  # noqa: F401
        from tournaments.people import provides as people
        from tournaments.ratings import receivers as after_rated_sessions  # noqa: F401
        from tournaments.ratings.rating_list import most_played_ratings

        pre_migrate.connect(_drop_guards, sender=self)
        post_migrate.connect(_create_guards, sender=self)
        clubs.provide()
        ledger.provide()
        events.provide()
        people.provide()
        export.provide()
        # Sibling packages must not import each other, so the app connects them.
        member_ratings.fill(most_played_ratings)


def _drop_guards(sender: Any, using: str, **kwargs: Any) -> None:
    """Drop the ledger's triggers, so that migrations can alter its tables."""
    from tournaments.ledger.book import guards

    guards.drop_triggers(using)


def _create_guards(sender: Any, using: str, **kwargs: Any) -> None:
    """Create the ledger's triggers, which prevent changes of its rows."""
    from tournaments.ledger.book import guards

    guards.create_triggers(using)
