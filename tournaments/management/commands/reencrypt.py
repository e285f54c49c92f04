"""Re-encrypt all encrypted data with the newest key."""

from typing import Any

from django.core.management.base import BaseCommand

from accounts.second_factor import seal_all_anew
from tournaments.ledger.payees.services import reencrypt


class Command(BaseCommand):
    """Re-encrypt with the first of PAYMENT_KEYS, so that older keys can be removed."""

    help = "Re-encrypts payment details and second factors with the first of PAYMENT_KEYS."

    def handle(self, *args: Any, **chosen: Any) -> None:
        """Re-encrypt everything; print how many succeeded, and how many no key could decrypt."""
        for what, change in (
            ("details of payees", reencrypt),
            ("second factors with codes", seal_all_anew),
        ):
            done, lost = change()
            self.stdout.write(
                f"{what}: {done} encrypted with the first key, {lost} that no key opens"
            )
