"""Let somebody in again who has lost the second factor and the recovery codes."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from accounts.models import User
from accounts.second_factor import forget_second_factor


class Command(BaseCommand):
    help = "Takes away a member's second factor, so that the password alone signs in again."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("username")

    def handle(self, *args: Any, **options: Any) -> None:
        user = User.objects.filter(username=options["username"]).first()
        if user is None:
            raise CommandError(f"There is nobody called {options['username']}.")
        if not forget_second_factor(user):
            raise CommandError(f"{user.username} has no second factor.")
        self.stdout.write(f"{user.username} signs in with the password alone.")
