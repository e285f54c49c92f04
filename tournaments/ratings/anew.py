"""Working all ratings out anew, after what decides the places of a session has changed."""

from collections.abc import Iterator
from typing import NamedTuple

from django.db import transaction
from django.db.models import Prefetch

from games.tables.models import Deal, Session
from games.tables.selectors import places_of
from tournaments.ratings.models import RatedSession, Rating, RatingChange
from tournaments.ratings.skill import Placing, Skill, rate

#: So many sessions are in memory at once, and so many rows in a statement.
CHUNK = 500

_Held = dict[tuple[int, str], Skill]


class RatedAnew(NamedTuple):
    """What came of it."""

    #: How many sessions count.
    sessions: int
    #: How many places in them are others than before.
    places: int
    #: How many ratings are.
    ratings: int


def rate_anew(*, dry_run: bool = False) -> RatedAnew:
    """Rate all sessions that count again, in the order in which they were rated first.

    Whether a session counts, and its family of rules, was decided then and stays. One transaction:
    it holds the locks of all ratings, so that sessions which end meanwhile are rated afterwards.

    :param dry_run: whether to change nothing, and only say what would
    """
    with transaction.atomic():
        # Twice: whoever was rated for the first time before the locks were held is in the second.
        # The sessions last, so that none is missing by which one of these ratings came about.
        list(Rating.objects.select_for_update().order_by("user_id"))
        ratings = list(Rating.objects.select_for_update().order_by("user_id"))
        counting = RatedSession.objects.filter(verdict=RatedSession.Verdict.COUNTS)
        numbers = list(counting.order_by("pk").values_list("session_id", flat=True))
        held: _Held = {}
        places = 0
        for sessions in _in_order(numbers):
            changed = [change for session in sessions for change in _changes(session, held)]
            places += sum(change.place != old for change, old in changed)
            RatingChange.objects.bulk_update(
                [change for change, _old in changed],
                ["place", "mu_before", "sigma_before", "mu_after", "sigma_after"],
                batch_size=CHUNK,
            )
        moved = [rating for rating in ratings if _move(rating, held)]
        Rating.objects.bulk_update(moved, ["mu", "sigma"], batch_size=CHUNK)
        if dry_run:
            transaction.set_rollback(True)
    return RatedAnew(len(numbers), places, len(moved))


def _in_order(numbers: list[int]) -> Iterator[list[Session]]:
    """Give the sessions chunk by chunk, with what places and changes need. Four queries a chunk."""
    for start in range(0, len(numbers), CHUNK):
        chunk = numbers[start : start + CHUNK]
        deals = Deal.objects.filter(nets__isnull=False).only("session", "winner")
        found = Session.objects.filter(pk__in=chunk).prefetch_related(
            "seats", Prefetch("deals", deals), "rating_changes"
        )
        known = {session.pk: session for session in found}
        yield [known[number] for number in chunk]


def _changes(session: Session, held: _Held) -> Iterator[tuple[RatingChange, int]]:
    """Rate the session; give the changes that are others now, each with its place before."""
    seats = list(session.seats.all())
    place_of = places_of(seats, session.deals.all())
    places = {seat.user_id: place_of[seat.number] for seat in seats}
    changes = {change.user_id: change for change in session.rating_changes.all()}
    rated = rate(
        Placing(user_id, places[user_id], held.get((user_id, change.family), Skill()))
        for user_id, change in sorted(changes.items())
    )
    for each in rated:
        change = changes[each.player]
        held[each.player, change.family] = each.after
        if (each.place, each.before, each.after) == (change.place, change.before, change.after):
            continue
        old, change.place = change.place, each.place
        change.mu_before, change.sigma_before = each.before.mu, each.before.sigma
        change.mu_after, change.sigma_after = each.after.mu, each.after.sigma
        yield change, old


def _move(rating: Rating, held: _Held) -> bool:
    """Bring the rating to what it is now; tell whether it was another."""
    skill = held.get((rating.user_id, rating.family), Skill())
    if rating.skill == skill:
        return False
    rating.mu, rating.sigma = skill.mu, skill.sigma
    return True
