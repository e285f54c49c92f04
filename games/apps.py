"""Django app of tables and play; registers what its packages provide."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class GamesConfig(AppConfig):
    name = "games"
    verbose_name = _("Tables")

    def ready(self) -> None:
        from games.agreements import export as own_agreements
        from games.chat import export as own_lines
        from games.chat import provides as chat
        from games.chat import receivers as after_writers  # noqa: F401

        # Connects receivers for users and their browser sessions.
        from games.live import users  # noqa: F401
        from games.puzzles import export as own_answers
        from games.puzzles import provides as puzzles
        from games.puzzles import receivers as after_solvers  # noqa: F401
        from games.replays.review import export as own_reviews
        from games.replays.review import receivers as review_receivers  # noqa: F401
        from games.screens import provides as screens
        from games.tables import export as own_seats
        from games.tables import receivers  # noqa: F401

        screens.provide()
        chat.provide()
        puzzles.provide()
        own_seats.provide()
        own_lines.provide()
        own_agreements.provide()
        own_reviews.provide()
        own_answers.provide()
