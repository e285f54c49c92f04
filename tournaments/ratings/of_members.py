"""The ratings of some people at once, for lists of them elsewhere."""

from collections.abc import Collection

from tournaments.ratings.models import Rating
from tournaments.ratings.skill import Skill


def best_ratings(user_ids: Collection[int]) -> dict[int, Skill]:
    """Return for each of the people, who has one, the rating of most sessions. One query."""
    found = Rating.objects.filter(user_id__in=user_ids, sessions__gte=1)
    # The last one of a person stays, which is the one of most sessions.
    return {each.user_id: each.skill for each in found.order_by("sessions", "-pk")}
