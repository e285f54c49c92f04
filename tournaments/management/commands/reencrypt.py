"""Command that encrypts all encrypted data again with the newest key."""

from typing import Any

from django.core.management.base import BaseCommand

from accounts.second_factor import reencrypt_all
from tournaments.ledger.payees.services import reencrypt


class Command(BaseCommand):
    """Encrypt all encrypted data with the first of PAYMENT_KEYS, so that the others can go."""

    help = "Encrypts payment details and second factors with the first of PAYMENT_KEYS."

    def handle(self, *args: Any, **chosen: Any) -> None:
        """Encrypt, and print how many items were encrypted and how many no key can decrypt."""
        for what, change in (
            ("payment details", reencrypt),
            ("second factors", reencrypt_all),
        ):
            done, lost = change()
            self.stdout.write(
                f"{what}: {done} encrypted with the first key, {lost} that no key can decrypt"
            )
