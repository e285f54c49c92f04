"""Command for a user who has lost the second factor and the recovery codes."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from accounts.models import User
from accounts.second_factor import forget_second_factor


class Command(BaseCommand):
    """Remove a user's second factors and recovery codes."""

    help = "Remove a user's second factor, so that the password alone is enough to sign in."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the username."""
        parser.add_argument("username")

    def handle(self, *args: Any, **options: Any) -> None:
        """Remove them, or end with an error if the user has none or does not exist."""
        user = User.objects.filter(username=options["username"]).first()
        if user is None:
            raise CommandError(f"There is no user {options['username']}.")
        if not forget_second_factor(user):
            raise CommandError(f"{user.username} has no second factor.")
        self.stdout.write(f"Removed. {user.username} can sign in with the password alone.")
