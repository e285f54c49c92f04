"""Removal of a user's answers to puzzles, in the transaction that closes the account."""

from typing import Any

from django.dispatch import receiver

from accounts.models import User
from accounts.signals import account_closed
from games.puzzles.models import PuzzleResult


@receiver(account_closed)
def delete_results(sender: Any, user: User, **kwargs: Any) -> None:
    """Delete the closed account's answers."""
    PuzzleResult.objects.filter(user=user).delete()
