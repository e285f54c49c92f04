"""Command that recomputes all ratings from the finished sessions."""

from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from tournaments.ratings.recalculation import recalculate


class Command(BaseCommand):
    """Compute all ratings again from the sessions that count, in the order in which they ended."""

    help = (
        "Recomputes all ratings by rating every session that counts again, in the order in which "
        "they ended. Which sessions count was decided when they were first rated and does not "
        "change. Changes are only saved if everything succeeds; sessions that end in the meantime "
        "are rated afterwards."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare the options."""
        parser.add_argument(
            "--dry-run", action="store_true", help="only print how many ratings would change"
        )

    def handle(self, *args: Any, dry_run: bool, **chosen: Any) -> None:
        """Rate the sessions again, or only try it (--dry-run), and print the numbers of changes."""
        done = recalculate(dry_run=dry_run)
        self.stdout.write(
            f"{done.sessions} sessions rated again; {done.places} places and {done.ratings} "
            f"ratings {'would change' if dry_run else 'changed'}."
        )
