"""Command that deletes outdated data."""

from typing import Any

from django.core.management.base import BaseCommand

from tournaments.cleanup import clean_up


class Command(BaseCommand):
    """Delete outdated data now, as every night, and print the number of rows per kind."""

    help = "Deletes data that is older than the settings allow (docs/SETTINGS.md), and reports it."

    def handle(self, *args: Any, **chosen: Any) -> None:
        """Delete, and report the number per kind."""
        for name, count in clean_up():
            self.stdout.write(f"{name}: {count}")
