from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TournamentsConfig(AppConfig):
    name = "tournaments"
    verbose_name = _("Tournaments and settlement")

    def ready(self) -> None:
        from tournaments.ledger import provides

        # The receivers connect to the signals of games.
        from tournaments.ledger import receivers as ledger  # noqa: F401
        from tournaments.ratings import receivers as ratings  # noqa: F401

        provides.provide()
