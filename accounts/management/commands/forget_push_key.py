"""Command for a site whose push key can no longer be decrypted."""

from typing import Any

from django.core.management.base import BaseCommand

from accounts.notices.push.protocol import forget_key


class Command(BaseCommand):
    """Delete the push key and all devices that subscribed with it."""

    help = "Delete the push key and all push devices; users have to turn on push messages again."

    def handle(self, *args: Any, **options: Any) -> None:
        """Delete them, and print the number of devices."""
        count = forget_key()
        self.stdout.write(f"Deleted the push key and {count} devices.")
