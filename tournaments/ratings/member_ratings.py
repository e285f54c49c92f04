"""Ratings of several users, for lists of members."""

from collections.abc import Collection

from tournaments.ratings.models import Rating
from tournaments.ratings.skill import Skill


def most_played_ratings(user_ids: Collection[int]) -> dict[int, Skill]:
    """Return by user id the rating in the family with the most sessions. One query."""
    found = Rating.objects.filter(user_id__in=user_ids, sessions__gte=1)
    # Later ratings of a user replace earlier ones, so the one with the most sessions stays.
    return {each.user_id: each.skill for each in found.order_by("sessions", "-pk")}
