from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TournamentsConfig(AppConfig):
    name = "tournaments"
    verbose_name = _("Tournaments and settlement")

    def ready(self) -> None:
        from tournaments import receivers  # noqa: F401  (connects to the signals of games)
