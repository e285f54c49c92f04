"""Encrypt what payees have entered with the newest key."""

from typing import Any

from django.core.management.base import BaseCommand

from tournaments.ledger.payees.services import encrypt_anew


class Command(BaseCommand):
    """Encrypt all details of payees with the first of PAYMENT_KEYS, so that others can go."""

    help = "Encrypts what payees have entered with the first of PAYMENT_KEYS."

    def handle(self, *args: Any, **chosen: Any) -> None:
        """Do it, and say how many there are, and how many no key opens."""
        done, lost = encrypt_anew()
        self.stdout.write(f"{done} encrypted with the first key, {lost} that no key opens")
