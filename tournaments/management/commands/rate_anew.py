"""Work all ratings out anew, as if every session were rated today."""

from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from tournaments.ratings.anew import rate_anew


class Command(BaseCommand):
    """Rate all finished sessions again in the order in which they ended."""

    help = (
        "Rates every session that counts once more, by what its players won, in the order in "
        "which the sessions ended. What counts was decided when a session was first rated, and "
        "stays. Nothing is changed unless the whole of it succeeds; sessions that end meanwhile "
        "are rated afterwards."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare what can be chosen."""
        parser.add_argument(
            "--dry-run", action="store_true", help="only say how many ratings would change"
        )

    def handle(self, *args: Any, dry_run: bool, **chosen: Any) -> None:
        """Rate, and say what came of it."""
        done = rate_anew(dry_run=dry_run)
        self.stdout.write(
            f"{done.sessions} sessions rated anew; {done.places} places and {done.ratings} "
            f"ratings {'would change' if dry_run else 'changed'}."
        )
