"""Removal of a user's reviews, in the transaction that closes the account."""

from typing import Any

from django.dispatch import receiver

from accounts.models import User
from accounts.signals import account_closed
from games.replays.review.models import DealReview


@receiver(account_closed)
def delete_reviews(sender: Any, user: User, **kwargs: Any) -> None:
    """Delete the closed account's reviews."""
    DealReview.objects.filter(user=user).delete()
