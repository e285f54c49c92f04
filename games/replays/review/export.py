"""A user's reviews, for the download of their data."""

from typing import Any

from django.db.models import QuerySet

from accounts import export
from accounts.models import User
from games.replays.review.models import DealReview
from games.tables.models import Session
from games.tables.seals import unsealed


def _reviews(user: User) -> QuerySet[DealReview]:
    """Return the query for the user's reviews, except in sessions whose packs are still played."""
    sessions = unsealed(Session.objects.filter(deals__reviews__user=user))
    own = DealReview.objects.filter(user=user, deal__session__in=sessions.values("pk"))
    return own.select_related("deal__session__table")


def _row_data(review: DealReview) -> dict[str, Any]:
    """Return the exported values of a review, by the name of the field in the export."""
    deal = review.deal
    return {
        "table": deal.session.table.slug,
        "session": deal.session.number,
        "deal": deal.number,
        "seat": review.seat,
        "status": review.status,
        "requested_at": review.requested_at,
        "made_at": review.made_at,
        "weights": review.weights,
        "decisions": review.decisions,
        "puzzles": review.endings,
    }


def provide() -> None:
    """Register reviews in the data export; called when the apps are ready."""
    export.provide("reviews", export.pages(_reviews, _row_data))
