"""Encrypt all that is kept encrypted with the newest key."""

from typing import Any

from django.core.management.base import BaseCommand

from accounts.second_factor import seal_all_anew
from tournaments.ledger.payees.services import reencrypt


class Command(BaseCommand):
    """Encrypt all that is encrypted with the first of PAYMENT_KEYS, so that others can go."""

    help = "Encrypts what payees have entered, and second factors, with the first of PAYMENT_KEYS."

    def handle(self, *args: Any, **chosen: Any) -> None:
        """Do it, and say how many there are of each, and how many no key opens."""
        for what, change in (
            ("details of payees", reencrypt),
            ("second factors with codes", seal_all_anew),
        ):
            done, lost = change()
            self.stdout.write(
                f"{what}: {done} encrypted with the first key, {lost} that no key opens"
            )
