"""Recalculation of all ratings, after a change of how places in a session are decided."""

from collections.abc import Iterator
from typing import NamedTuple

from django.db import transaction
from django.db.models import Prefetch

from games.tables.models import Deal, Session
from games.tables.selectors import places_of
from tournaments.ratings.models import RatedSession, Rating, RatingChange
from tournaments.ratings.skill import Placing, Skill, rate

#: Number of sessions in memory, and of rows per statement.
CHUNK = 500

_Skills = dict[tuple[int, str], Skill]


class RecalculationCounts(NamedTuple):
    """Numbers of sessions that count, and of places and ratings that a recalculation changed."""

    #: Number of sessions that count.
    sessions: int
    #: Number of changed places in them.
    places: int
    #: Number of changed ratings.
    ratings: int


def recalculate(*, dry_run: bool = False) -> RecalculationCounts:
    """Rate all counting sessions again, in the order of their first rating; return what changed.

    Whether a session counts and its family of rules are not decided again. Runs in one transaction
    that locks all ratings, so sessions that end during it are rated afterwards.

    :param dry_run: whether to roll back and only return the numbers of changes
    """
    with transaction.atomic():
        # Queried twice: the second result includes ratings that were inserted while the first
        # query waited for locks. Sessions are queried last, so that all of these ratings' sessions
        # are included.
        list(Rating.objects.select_for_update().order_by("user_id"))
        ratings = list(Rating.objects.select_for_update().order_by("user_id"))
        counting = RatedSession.objects.filter(verdict=RatedSession.Verdict.COUNTS)
        numbers = list(counting.order_by("pk").values_list("session_id", flat=True))
        skills: _Skills = {}
        places = 0
        for sessions in _sessions_in_order(numbers):
            changed = [
                change for session in sessions for change in _updated_changes(session, skills)
            ]
            places += sum(change.place != old for change, old in changed)
            RatingChange.objects.bulk_update(
                [change for change, _old in changed],
                ["place", "mu_before", "sigma_before", "mu_after", "sigma_after"],
                batch_size=CHUNK,
            )
        moved = [rating for rating in ratings if _update_rating(rating, skills)]
        Rating.objects.bulk_update(moved, ["mu", "sigma"], batch_size=CHUNK)
        if dry_run:
            transaction.set_rollback(True)
    return RecalculationCounts(len(numbers), places, len(moved))


def _sessions_in_order(session_ids: list[int]) -> Iterator[list[Session]]:
    """Yield the sessions in this order, in chunks, with seats, deals and rating changes."""
    for start in range(0, len(session_ids), CHUNK):
        chunk = session_ids[start : start + CHUNK]
        deals = Deal.objects.filter(nets__isnull=False).only("session", "winner")
        found = Session.objects.filter(pk__in=chunk).prefetch_related(
            "seats", Prefetch("deals", deals), "rating_changes"
        )
        known = {session.pk: session for session in found}
        yield [known[number] for number in chunk]


def _updated_changes(session: Session, skills: _Skills) -> Iterator[tuple[RatingChange, int]]:
    """Rate the session again and update `skills`; yield each modified change with its old place."""
    seats = list(session.seats.all())
    place_of = places_of(seats, session.deals.all())
    places = {seat.user_id: place_of[seat.number] for seat in seats}
    changes = {change.user_id: change for change in session.rating_changes.all()}
    rated = rate(
        Placing(user_id, places[user_id], skills.get((user_id, change.family), Skill()))
        for user_id, change in sorted(changes.items())
    )
    for each in rated:
        change = changes[each.player]
        skills[each.player, change.family] = each.after
        if (each.place, each.before, each.after) == (change.place, change.before, change.after):
            continue
        old, change.place = change.place, each.place
        change.mu_before, change.sigma_before = each.before.mu, each.before.sigma
        change.mu_after, change.sigma_after = each.after.mu, each.after.sigma
        yield change, old


def _update_rating(rating: Rating, skills: _Skills) -> bool:
    """Set the rating to its recalculated skill; return whether it has changed."""
    skill = skills.get((rating.user_id, rating.family), Skill())
    if rating.skill == skill:
        return False
    rating.mu, rating.sigma = skill.mu, skill.sigma
    return True
