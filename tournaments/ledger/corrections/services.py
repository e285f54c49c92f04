"""Corrections of sessions at a club's tables: immediate, or proposed for confirmation.

An organizer corrects within the limits of the rules and the losers' agreements, until a week after
the end. An organizer who gains by a correction can only propose it: it takes effect when a second
organizer confirms it, or every player who loses by it. A correction above a loser's agreed maximum
is also proposed, and waits until that player agrees to a higher maximum (`consent`).
"""

from collections.abc import Mapping, Sequence
from typing import Final

from django.db import transaction
from django.utils import timezone

from accounts.caller import Caller
from accounts.models import User
from games.agreements.models import Agreement
from games.agreements.selectors import current
from games.common.denials import DeniedError, answering
from games.tables.max_loss import deal_loss
from games.tables.models import Seat, Session
from games.tables.snapshot import rule_set
from tournaments.clubs.models import Club
from tournaments.ledger.access import (
    Answer,
    may_correct_results,
    require_reason,
    require_user,
)
from tournaments.ledger.book.holders import HOUSE, Holder, user_holder
from tournaments.ledger.corrections.consent import (
    CorrectedLoss,
    CorrectionRole,
    agree_to_new_maximums,
    losses_above_maximum,
    notice_params_by_user,
)
from tournaments.ledger.corrections.models import FINAL_AFTER, SessionCorrection, is_final, lapse_of
from tournaments.ledger.denials import LedgerCode
from tournaments.ledger.notices.services import notify_correction
from tournaments.ledger.pending.models import PendingResult
from tournaments.ledger.settling.models import Settlement
from tournaments.ledger.settling.selectors import Access, nets_by_seat
from tournaments.ledger.settling.services import settle_winnings, winnings_of
from tournaments.ledger.settling.settlement import transfers
from tournaments.ledger.settling.winnings import Winnings

#: Upper bound for a seat's result in a session; more is a typing error.
MAX_POINTS: Final = 1_000_000
_Outcome = SessionCorrection.Outcome


@answering
def correct_session(
    caller: Caller, session_id: int, nets: Mapping[int, int], reason: str
) -> Settlement | SessionCorrection:
    """Correct the nets of a session at a club's table, giving a reason.

    Return the new settlement, or the correction if it is only proposed: the organizer gains by it,
    or a player would lose more than the agreed maximum.

    :param nets: points by seat
    """
    user = require_user(caller)
    reason = require_reason(reason)
    session = _settled_session(session_id)
    if session.table.club is None:
        raise DeniedError(LedgerCode.ONLY_IN_CLUBS)
    if not may_correct_results(user, session.table.club):
        raise DeniedError(LedgerCode.NOT_ALLOWED)
    _check_open_club(session)
    seats = list(session.seats.all())
    if set(nets) != {seat.number for seat in seats}:
        raise DeniedError(LedgerCode.NO_SUCH_SEAT)
    if not all(_is_valid_result(each) for each in nets.values()):
        raise DeniedError(LedgerCode.NOT_A_RESULT, most=MAX_POINTS)
    if total := sum(nets.values()):
        raise DeniedError(LedgerCode.NOT_ZERO, sum=total)
    corrected = [nets[seat.number] for seat in seats]
    before = _current_nets(session, seats)
    _check_limits(session, corrected)
    losses = _above_maximum(session, seats, before, corrected)
    own = [place for place, seat in enumerate(seats) if seat.user_id == user.pk]
    if losses or any(corrected[place] > before[place] for place in own):
        with transaction.atomic():
            proposed = SessionCorrection(
                session=session, before=before, nets=corrected, reason=reason, proposed_by=user
            )
            return _propose(proposed, losses)
    with transaction.atomic():
        _replace_open(session, user)
        return _settle_correction(session, corrected, user, reason)


def _settled_session(session_id: int) -> Session:
    """Return a settled session with table, seats and deals, if it is not part of an event.

    :raises DeniedError: if there is none, or it counts for an event
    """
    session = (
        Session.objects.filter(pk=session_id, settlements__number=1)
        .select_related("table")
        .prefetch_related("seats", "deals")
        .first()
    )
    if session is None:
        raise DeniedError(LedgerCode.NO_SETTLEMENT)
    if session.is_part:
        raise DeniedError(LedgerCode.SETTLED_ABOVE)
    return session


def _check_open_club(session: Session) -> None:
    """Check that the session's club exists and is not closed.

    :raises DeniedError: if not
    """
    club = session.table.club
    if club is None or not Club.objects.filter(pk=club, closed_at=None).exists():
        raise DeniedError(LedgerCode.CLOSED)


def _current_nets(session: Session, seats: Sequence[Seat]) -> list[int]:
    """Return the session's net points with earlier corrections, in the order of the seats."""
    nets = nets_by_seat(session, seats, [d for d in session.deals.all() if d.nets is not None])
    return [nets[seat.number] for seat in seats]


def _check_limits(session: Session, corrected: Sequence[int]) -> None:
    """Check that no result is pending, a week has not passed and the points are possible.

    :raises DeniedError: if not
    """
    if PendingResult.objects.filter(PendingResult.OPEN, session=session).exists():
        raise DeniedError(LedgerCode.RESULT_WAITS)
    if is_final(session.finished_at, timezone.now()):
        raise DeniedError(LedgerCode.RESULT_FINAL, days=FINAL_AFTER.days)
    lost = deal_loss(rule_set(session.rules), session.max_loss)
    limit = lost * sum(deal.nets is not None for deal in session.deals.all())
    if -min(corrected) > limit:
        raise DeniedError(LedgerCode.BEYOND_RULES, points=-min(corrected), limit=limit)


def _above_maximum(
    session: Session, seats: Sequence[Seat], before: Sequence[int], after: Sequence[int]
) -> list[CorrectedLoss]:
    """Return the players whose loss would exceed their maximum; none for points. Two queries."""
    first = Settlement.objects.get(session=session, number=1)
    if not first.currency:
        return []
    holders = _seat_holders(seats)
    return losses_above_maximum(
        current(Agreement.Subject.SESSION, session.pk),
        dict(zip(holders, before, strict=True)),
        dict(zip(holders, after, strict=True)),
        first.stake_minor,
        dict(zip(holders, (seat.name for seat in seats), strict=True)),
    )


def _seat_holders(seats: Sequence[Seat]) -> list[Holder]:
    """Return the account holder of each seat; the house for bots."""
    return [HOUSE if seat.user_id is None else user_holder(seat.user_id) for seat in seats]


def _settle_correction(
    session: Session, nets: Sequence[int], made_by: User, reason: str
) -> Settlement:
    """Settle the session again with these nets, in the order of the seats; denied if the same."""
    played = winnings_of(session)
    first = Settlement.objects.get(session=session, number=1)
    due = transfers(dict(enumerate(nets)))
    corrected = Winnings(
        source=played.source,
        source_id=played.source_id,
        club_id=played.club_id,
        # As first settled, whatever counts for money today.
        currency=first.currency,
        stake_minor=first.stake_minor,
        parties=played.parties,
        points=tuple(nets),
        pairs={(each.payer, each.payee): each.amount for each in due},
        terms=first.terms,
    )
    done = settle_winnings(corrected, made_by=made_by, reason=reason)
    if done is None:
        raise DeniedError(LedgerCode.SAME_RESULT)
    return done


def _is_valid_result(points: object) -> bool:
    """Return whether the points are an int within plus or minus `MAX_POINTS`."""
    if isinstance(points, bool) or not isinstance(points, int):
        return False
    return abs(points) <= MAX_POINTS


# --- Proposed corrections


def _propose(correction: SessionCorrection, losses: Sequence[CorrectedLoss]) -> SessionCorrection:
    """Store an open correction, end an earlier open one, and notify the users concerned.

    :param losses: players whose agreed maximum it exceeds
    """
    _replace_open(correction.session, correction.proposed_by)
    correction.lapses_at = lapse_of(correction.session.finished_at, timezone.now())
    correction.save()
    notify_correction(correction, extra_params=notice_params_by_user(losses))
    return correction


def _replace_open(session: Session, closed_by: User) -> None:
    """End the session's open correction, if any, as replaced. One statement."""
    older = SessionCorrection.objects.filter(session=session, outcome=_Outcome.OPEN)
    older.update(outcome=_Outcome.REPLACED, closed_by=closed_by, closed_at=timezone.now())


def session_correction_role(
    correction: SessionCorrection, seats: Sequence[Seat], user: User
) -> CorrectionRole:
    """Return a user's possible actions on a session's correction. At most three queries."""
    losses = (
        _above_maximum(correction.session, seats, correction.before, correction.nets)
        if correction.is_open
        else []
    )
    is_organizer = may_correct_results(user, correction.session.table.club)
    return CorrectionRole(
        correction, _seat_holders(seats), user, is_organizer=is_organizer, losses=losses
    )


@answering
def confirm_session_correction(
    caller: Caller, correction_id: int, *, terms: str | None = None
) -> Answer:
    """Confirm a proposed correction; it takes effect once all necessary users have confirmed.

    :param terms: the terms shown to a user who agrees to a higher maximum (`shown_terms`)
    """
    user = require_user(caller)
    with transaction.atomic():
        correction = _open_correction(correction_id)
        session = _settled_session(correction.session_id)
        _check_open_club(session)
        seats = list(session.seats.all())
        role = session_correction_role(correction, seats, user)
        if not role.may_confirm:
            raise DeniedError(LedgerCode.NOT_YOURS_TO_CONFIRM)
        is_enough = role.is_enough
        if not role.agree(terms):
            raise DeniedError(LedgerCode.RESULT_CHANGED)
        if not is_enough:
            correction.save(update_fields=["agreed_by", "agreed_terms"])
            return None
        before = _current_nets(session, seats)
        if before != correction.before:
            raise DeniedError(LedgerCode.CORRECTION_OUTDATED)
        _check_limits(session, correction.nets)
        agree_to_new_maximums(role.losses, Agreement.Subject.SESSION, session.pk)
        _close_correction(correction, _Outcome.CONFIRMED, user)
        _settle_correction(session, correction.nets, correction.proposed_by, correction.reason)
    return None


@answering
def decline_session_correction(caller: Caller, correction_id: int) -> Answer:
    """Decline a proposed correction: the result does not change."""
    user = require_user(caller)
    with transaction.atomic():
        correction = _open_correction(correction_id)
        seats = list(correction.session.seats.all())
        if not session_correction_role(correction, seats, user).is_concerned:
            raise DeniedError(LedgerCode.NOT_YOURS_TO_CONFIRM)
        _close_correction(correction, _Outcome.DECLINED, user)
        notify_correction(correction, declined_by=user)
    return None


def _open_correction(correction_id: int) -> SessionCorrection:
    """Return an open correction with its row locked.

    :raises DeniedError: if there is none, or it was answered or has lapsed
    """
    rows = SessionCorrection.objects.select_for_update(of=("self",))
    found = (
        rows.filter(pk=correction_id, outcome=_Outcome.OPEN, lapses_at__gt=timezone.now())
        .select_related("session__table", "proposed_by")
        .first()
    )
    if found is None:
        raise DeniedError(LedgerCode.NO_CORRECTION)
    return found


def _close_correction(
    correction: SessionCorrection, outcome: SessionCorrection.Outcome, closed_by: User
) -> None:
    """End the correction with this outcome, and save it."""
    correction.outcome, correction.closed_by, correction.closed_at = (
        outcome,
        closed_by,
        timezone.now(),
    )
    answers = ["agreed_by", "agreed_terms"]
    correction.save(update_fields=["outcome", "closed_by", "closed_at", *answers])


def lapse_corrections() -> None:
    """End the corrections that were not confirmed in time. One statement."""
    now = timezone.now()
    due = SessionCorrection.objects.filter(outcome=_Outcome.OPEN, lapses_at__lte=now)
    due.update(outcome=_Outcome.LAPSED, closed_at=now)


# --- What pages ask


def may_correct(settlement: Settlement, access: Access) -> bool:
    """Return whether the reader can correct the result here.

    Only organizers can, only sessions at a club's table, and only within a week.
    """
    if settlement.session is None or is_final(settlement.session.finished_at, timezone.now()):
        return False
    return settlement.source == Settlement.Source.SESSION and access.reader.corrects_results


def session_correction(slug: str, correction_id: int) -> SessionCorrection | None:
    """Return a proposed correction, open or not, with seats; None if there is none. Two queries."""
    found = SessionCorrection.objects.filter(
        pk=correction_id, session__settlements__slug=slug, session__settlements__number=1
    )
    return (
        found.select_related("session__table", "proposed_by", "closed_by")
        .prefetch_related("session__seats")
        .first()
    )


def open_correction(session_id: int) -> SessionCorrection | None:
    """Return the session's correction that waits for confirmation, or None. One query."""
    found = SessionCorrection.objects.filter(
        session=session_id, outcome="", lapses_at__gt=timezone.now()
    )
    return found.select_related("session__table", "proposed_by").first()
