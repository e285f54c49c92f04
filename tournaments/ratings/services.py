"""Services that rate finished sessions."""

from collections.abc import Sequence
from datetime import datetime

from django.db import IntegrityError, transaction
from django.db.models import Exists, OuterRef, Prefetch, QuerySet
from django.utils import timezone

from games.common.prepared import prepared
from games.rules.ruleset.rule_set import RuleSet
from games.tables import seals
from games.tables.models import Deal, Seat, Session
from games.tables.selectors import places_of
from tournaments.lost_tasks import marked, redo_lost_work
from tournaments.ratings.families import family
from tournaments.ratings.models import RatedSession, Rating, RatingChange
from tournaments.ratings.skill import Placing, rate

#: Number of players in a session that counts for ratings.
RATED_PLAYERS = 4


def rate_session(session_id: int) -> None:
    """Rate the players of a finished session once; do nothing while its result is still hidden.

    A result is hidden (the session is sealed) while other tables play the same cards; a changed
    rating would reveal it. Decides whether the session counts, and if so updates the ratings of its
    four members, in one transaction. The one-to-one row ensures that it happens only once.
    """
    session = (
        Session.objects.filter(pk=session_id, status=Session.Status.FINISHED, rated__isnull=True)
        .exclude(pk__in=seals.sealed_sessions().values("pk"))
        .prefetch_related(Prefetch("seats", Seat.objects.select_related("user")))
        .first()
    )
    if session is None:
        return
    seats = list(session.seats.all())
    deals = list(session.deals.filter(nets__isnull=False).only("session", "winner"))
    verdict = _verdict(seats, deals)
    try:
        with transaction.atomic():
            RatedSession.objects.create(session=session, verdict=verdict)
            if verdict == RatedSession.Verdict.COUNTS:
                _update_ratings(session, seats, deals)
    except IntegrityError:
        # Another process has rated it; any other error is raised.
        if not RatedSession.objects.filter(session_id=session_id).exists():
            raise


def _verdict(seats: Sequence[Seat], deals: Sequence[Deal]) -> RatedSession.Verdict:
    """Return whether the session counts, or why not. Stand-in bots don't change a seat's user."""
    if len(seats) != RATED_PLAYERS:
        return RatedSession.Verdict.NOT_FOUR
    if any(seat.user is None for seat in seats):
        return RatedSession.Verdict.BOT
    if any(seat.user is not None and seat.user.is_guest for seat in seats):
        return RatedSession.Verdict.GUEST
    if not deals:
        # All would share first place, which would pull their ratings together without any play.
        return RatedSession.Verdict.NOTHING_PLAYED
    return RatedSession.Verdict.COUNTS


def _update_ratings(session: Session, seats: Sequence[Seat], deals: Sequence[Deal]) -> None:
    """Update the players' ratings by their places, inside the caller's transaction.

    Inserts missing ratings and locks all four in the order of user ids, so two sessions that end at
    the same time can't deadlock.
    """
    place_of = places_of(seats, deals)
    places = {seat.user_id: place_of[seat.number] for seat in seats if seat.user_id is not None}
    played = family(RuleSet.make(options=session.rules))
    Rating.objects.bulk_create(
        (Rating(user_id=user_id, family=played) for user_id in sorted(places)),
        ignore_conflicts=True,
    )
    locked = Rating.objects.select_for_update().filter(user_id__in=places, family=played)
    ratings = {rating.user_id: rating for rating in locked.order_by("user_id")}
    rated = rate(
        Placing(user_id, places[user_id], rating.skill) for user_id, rating in ratings.items()
    )
    now = timezone.now()
    for each in rated:
        rating = ratings[each.player]
        rating.mu, rating.sigma = each.after.mu, each.after.sigma
        rating.sessions += 1
        rating.updated_at = now
    Rating.objects.bulk_update(ratings.values(), ["mu", "sigma", "sessions", "updated_at"])
    RatingChange.objects.bulk_create(
        RatingChange(
            session=session,
            user_id=each.player,
            family=played,
            place=each.place,
            mu_before=each.before.mu,
            sigma_before=each.before.sigma,
            mu_after=each.after.mu,
            sigma_after=each.after.sigma,
        )
        for each in rated
    )


def sweep() -> None:
    """Rate finished sessions whose rating task was lost."""
    redo_lost_work(rate_session, "awaits_rating", _sessions_awaiting_rating)


@prepared
def _sessions_awaiting_rating(now: datetime) -> QuerySet[Session, tuple[int, bool]]:
    """Return (session id, whether it is rated) for those flagged `awaits_rating` for too long."""
    done = Exists(RatedSession.objects.filter(session=OuterRef("pk")))
    return marked("awaits_rating", done, seals.unsealed(Session.objects.all()), now)
