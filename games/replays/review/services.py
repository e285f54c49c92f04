"""Requests and reads of a player's own reviews."""

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from games.replays.review import tasks
from games.replays.review.models import DealReview
from games.tables.history import FinishedDeal


def seat_to_review(finished: FinishedDeal, user: User | None) -> int | None:
    """Return the number of the seat that the user held in the deal; None without one."""
    if user is None:
        return None
    return next((seat.number for seat in finished.seats if seat.user_id == user.pk), None)


def own_review(finished: FinishedDeal, user: User) -> DealReview | None:
    """Return the user's own review of the deal; None if it wasn't requested. One query."""
    return DealReview.objects.filter(deal=finished.deal, user=user).first()


def request_review(finished: FinishedDeal, seat: int, user: User) -> None:
    """Request the user's review of the deal; again if it failed or is overdue.

    :param finished: a deal that the user may see (``games.tables.history``)
    :param seat: the user's seat
    """
    with transaction.atomic():
        review, is_new = DealReview.objects.get_or_create(
            deal=finished.deal, seat=seat, defaults={"user": user}
        )
        if not is_new:
            if not review.can_be_requested_again:
                return
            review.status, review.requested_at = DealReview.Status.MAKING, timezone.now()
            review.save(update_fields=["status", "requested_at"])
        transaction.on_commit(lambda: tasks.make_review.delay(review.pk), robust=True)
