"""Celery task of reviews, in a queue of its own (``config.queues``)."""

from celery import shared_task

from games.replays.review import making


@shared_task
def make_review(review_id: int) -> None:
    """Make the requested review; do nothing if it has been made."""
    making.make_review(review_id)
