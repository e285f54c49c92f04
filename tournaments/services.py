"""Writes: the only room that posts settlements and ratings."""

import logging
from collections.abc import Callable, Sequence
from datetime import timedelta

from django.db import IntegrityError, transaction
from django.db.models import Prefetch, Q
from django.utils import timezone

from games.models import Deal, Seat, Session
from games.rules.ruleset import RuleSet
from tournaments.families import family
from tournaments.models import (
    Balance,
    Debt,
    RatedSession,
    Rating,
    RatingChange,
    Settlement,
    Transfer,
)
from tournaments.ratings import Standing, rate
from tournaments.settlement import nets_of_deals, settle

logger = logging.getLogger(__name__)

#: A finished session that is not settled or rated after so long has lost its task.
OVERDUE = timedelta(seconds=10)
#: How many players a session has that counts for ratings.
RATED_PLAYERS = 4


def settle_session(session_id: int) -> None:
    """Settle the finished session, once, however often this is called.

    Takes the nets and payments of the session's deals as they are stored, and posts balances,
    debts and transfers in one transaction. The one-to-one row is what makes it happen once.
    """
    session = (
        Session.objects.filter(
            pk=session_id, status=Session.Status.FINISHED, settlement__isnull=True
        )
        .prefetch_related("seats", "deals")
        .first()
    )
    if session is None:
        return
    seats = {seat.number: seat for seat in session.seats.all()}
    deals = [deal for deal in session.deals.all() if deal.nets is not None]
    nets = [list(deal.nets or ()) for deal in deals]
    pairs = [{(payer, payee): paid for payer, payee, paid in deal.pairs or ()} for deal in deals]
    # Points alone are settled one for one.
    stake = session.stake_minor if session.currency else 1
    settled = settle(nets_of_deals(sorted(seats), nets), pairs, stake)
    try:
        with transaction.atomic():
            settlement = Settlement.objects.create(
                session=session, stake_minor=stake, currency=session.currency
            )
            Balance.objects.bulk_create(
                Balance(
                    settlement=settlement, seat=seats[b.player], points=b.points, amount=b.amount
                )
                for b in settled.balances
            )
            Debt.objects.bulk_create(
                Debt(
                    settlement=settlement,
                    payer=seats[d.payer],
                    payee=seats[d.payee],
                    amount=d.amount,
                )
                for d in settled.debts
            )
            Transfer.objects.bulk_create(
                Transfer(
                    settlement=settlement,
                    payer=seats[t.payer],
                    payee=seats[t.payee],
                    amount=t.amount,
                )
                for t in settled.transfers
            )
    except IntegrityError:
        # Somebody else has settled it in the meantime; anything else is an error to be seen.
        if not Settlement.objects.filter(session_id=session_id).exists():
            raise


def rate_session(session_id: int) -> None:
    """Rate the players of the finished session, once, however often this is called.

    Decides whether the session counts, and if so moves the ratings of its four members, in one
    transaction. The one-to-one row is what makes it happen once.
    """
    session = (
        Session.objects.filter(pk=session_id, status=Session.Status.FINISHED, rated__isnull=True)
        .prefetch_related(Prefetch("seats", Seat.objects.select_related("user")))
        .first()
    )
    if session is None:
        return
    seats = list(session.seats.all())
    verdict = _verdict(session, seats)
    try:
        with transaction.atomic():
            RatedSession.objects.create(session=session, verdict=verdict)
            if verdict == RatedSession.Verdict.COUNTS:
                _move_ratings(session, seats)
    except IntegrityError:
        # Somebody else has rated it in the meantime; anything else is an error to be seen.
        if not RatedSession.objects.filter(session_id=session_id).exists():
            raise


def _verdict(session: Session, seats: Sequence[Seat]) -> RatedSession.Verdict:
    """Whether the session counts. A bot that stands in for a person leaves the seat theirs."""
    if len(seats) != RATED_PLAYERS:
        return RatedSession.Verdict.NOT_FOUR
    if any(seat.user is None for seat in seats):
        return RatedSession.Verdict.BOT
    if any(seat.user is not None and seat.user.is_guest for seat in seats):
        return RatedSession.Verdict.GUEST
    if not Deal.objects.filter(session=session, nets__isnull=False).exists():
        # All have equal points, which would pull their ratings together for nothing.
        return RatedSession.Verdict.NOTHING_PLAYED
    return RatedSession.Verdict.COUNTS


def _move_ratings(session: Session, seats: Sequence[Seat]) -> None:
    """Move the players' ratings by their points; inside the caller's transaction.

    Takes the locks of the four ratings, those of missing ones by inserting them, and always in
    the order of people: so two sessions that end at once wait for each other, and never in a
    circle.
    """
    points = {seat.user_id: seat.points for seat in seats if seat.user_id is not None}
    played = family(RuleSet.make(options=session.rules))
    Rating.objects.bulk_create(
        (Rating(user_id=user_id, family=played) for user_id in sorted(points)),
        ignore_conflicts=True,
    )
    locked = Rating.objects.select_for_update().filter(user_id__in=points, family=played)
    ratings = {rating.user_id: rating for rating in locked.order_by("user_id")}
    rated = rate(
        Standing(user_id, points[user_id], rating.skill) for user_id, rating in ratings.items()
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
    """Settle and rate the finished sessions whose task was lost."""
    _do_overdue(settle_session, Q(settlement__isnull=True), "session %s could not be settled")
    _do_overdue(rate_session, Q(rated__isnull=True), "session %s could not be rated")


def _do_overdue(work: Callable[[int], None], undone: Q, complaint: str) -> None:
    """Do the work for the finished sessions that lack it, those first that ended first."""
    overdue = Session.objects.filter(
        undone, status=Session.Status.FINISHED, finished_at__lt=timezone.now() - OVERDUE
    )
    ids = overdue.order_by("finished_at").values_list("pk", flat=True)[:100]
    for session_id in ids:
        try:
            work(session_id)
        except Exception:
            # One session whose sums are wrong must not keep the others waiting.
            logger.exception(complaint, session_id)
