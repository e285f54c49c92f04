"""Remove what is too old, and say what it was."""

from typing import Any

from django.core.management.base import BaseCommand

from tournaments.cleanup import clean_up


class Command(BaseCommand):
    """Do what is done every night by itself."""

    help = "Removes what is older than the settings say (docs/SETTINGS.md), and says what it was."

    def handle(self, *args: Any, **chosen: Any) -> None:
        """Remove, and tell of each kind."""
        for name, count in clean_up():
            self.stdout.write(f"{name}: {count}")
