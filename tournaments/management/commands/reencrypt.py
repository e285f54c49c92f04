"""Command that encrypts all encrypted data again with the newest key."""

from typing import Any

from django.core.management.base import BaseCommand

from accounts.notices.push.protocol import reencrypt_key
from accounts.second_factor import reencrypt_all
from tournaments.ledger.payees.services import reencrypt


class Command(BaseCommand):
    """Encrypt all encrypted data with the first of PAYMENT_KEYS, so that the others can go."""

    help = "Encrypts payment details, second factors and the push key with the first key."

    def handle(self, *args: Any, **chosen: Any) -> None:
        """Encrypt, and print how many items were encrypted and how many no key can decrypt."""
        for what, change in (
            ("payment details", reencrypt),
            ("second factors", reencrypt_all),
            ("push key", reencrypt_key),
        ):
            done, lost = change()
            self.stdout.write(
                f"{what}: {done} encrypted with the first key, {lost} that no key can decrypt"
            )
