"""Audit of results against settlements: sessions from their deals, events from their app."""

import logging
from collections import defaultdict
from collections.abc import Iterable, Iterator
from datetime import timedelta
from itertools import groupby

from django.db.models import Exists, OuterRef, Prefetch, Q, QuerySet
from django.utils import timezone

from games.rules.deal.state import Result
from games.tables.models import Action, Deal, Session
from tournaments.ledger import links
from tournaments.ledger.audit.chains import check_chain, not_summing_fault, with_related
from tournaments.ledger.audit.deals import StoredAction, check_deal, pairs_of
from tournaments.ledger.audit.faults import Fault, FaultCode
from tournaments.ledger.audit.scope import BATCH, AuditScope, consistent_read, release
from tournaments.ledger.pending.models import PendingResult
from tournaments.ledger.settling.agreed import covered_part, holder_of_result
from tournaments.ledger.settling.models import Settlement
from tournaments.ledger.settling.services import winnings_of
from tournaments.ledger.settling.settlement import SettlementError
from tournaments.ledger.settling.winnings import Winnings

logger = logging.getLogger(__name__)

#: A session that ended longer ago must be settled: the sweep retries every few seconds.
LATE = timedelta(hours=1)


def check_sessions(scope: AuditScope) -> Iterator[list[Fault]]:
    """Yield faults of sessions: each deal is replayed and compared with the settlements.

    At most twelve queries per batch of sessions.
    """
    settled = Exists(Settlement.objects.filter(session=OuterRef("pk")))
    rows = (
        Session.objects.filter(Q(status=Session.Status.FINISHED) | settled)
        .select_related("table")
        .prefetch_related("seats", "deals", "pending_results")
        .prefetch_related(
            Prefetch("settlements", with_related(Settlement.objects.order_by("number")))
        )
        .order_by("pk")
    )
    if scope.club_id is not None:
        rows = rows.filter(table__club=scope.club_id)
    if scope.since is not None:
        rows = rows.filter(finished_at__gte=scope.since)
    last_id = 0
    while batch := _next_batch(rows, last_id):
        sessions, actions = batch
        last_id = sessions[-1].pk
        faults: list[Fault] = []
        for session in sessions:
            faults += _check_session(session, actions, scope)
        release(sessions)
        yield faults


def _next_batch(
    rows: "QuerySet[Session]", after_id: int
) -> tuple[list[Session], dict[int, list[StoredAction]]] | None:
    """Return the next sessions after this ID, and their actions by deal ID; None at the end."""
    with consistent_read():
        sessions = list(rows.filter(pk__gt=after_id)[:BATCH])
        if not sessions:
            return None
        actions: dict[int, list[StoredAction]] = defaultdict(list)
        texts = Action.objects.filter(deal__session__in=[each.pk for each in sessions])
        for deal, number, text in texts.order_by("deal", "number").values_list(
            "deal", "number", "text"
        ):
            actions[deal].append((number, text))
    return sessions, actions


def _check_session(
    session: Session, actions: dict[int, list[StoredAction]], scope: AuditScope
) -> Iterator[Fault]:
    """Yield the faults of a session, its deals, seats and settlements.

    While it is running, having a settlement is the only fault.
    """
    chain = list(session.settlements.all())
    scope.sessions += 1
    scope.settlements += len(chain)
    if session.status != Session.Status.FINISHED:
        yield _fault(session, FaultCode.SESSION_SETTLED_EARLY)
        return
    for deal in session.deals.all():
        faults, result = check_deal(session, deal, actions.pop(deal.pk, []))
        scope.deals += 1
        yield from faults
        if result is not None:
            _set_result(deal, result)
    yield from _check_seats(session)
    if session.is_part:
        if chain:
            yield _fault(session, FaultCode.SESSION_SETTLED_ALONE)
    elif not chain:
        ended = session.finished_at
        if ended is None or ended < timezone.now() - LATE:
            yield _fault(session, FaultCode.SESSION_UNSETTLED)
    if not chain:
        return
    try:
        winnings = winnings_of(session)
    except (SettlementError, LookupError, TypeError, ValueError):
        # Only if a deal that cannot be replayed is stored with an invalid result.
        winnings = None
        yield not_summing_fault(chain[0])
    pending_results = list(session.pending_results.all())
    is_played = not any(each.accepted_at for each in pending_results)
    if not is_played and any(each.is_correction and not each.is_acceptance for each in chain):
        # A player accepted the result as played, and an organizer corrected it later.
        winnings = None
    yield from check_chain(chain, _agreed_part(winnings, pending_results), is_played=is_played)


def _agreed_part(
    winnings: Winnings | None, pending_results: Iterable[PendingResult]
) -> Winnings | None:
    """Return the winnings without players whose results were not accepted; None for None.

    A player who accepted may have to wait for another one who didn't. One query if there are both.
    """
    if winnings is None:
        return None
    results = list(pending_results)
    left_out = {holder_of_result(result) for result in results if result.accepted_at is None}
    if left_out and any(result.accepted_at for result in results):
        return covered_part(winnings, left_out).winnings
    return winnings.without(left_out)


def _set_result(deal: Deal, result: Result) -> None:
    """Set the deal's result from its actions; it is not saved."""
    deal.points, deal.nets, deal.pairs = list(result.points), list(result.net), pairs_of(result)


def _check_seats(session: Session) -> Iterator[Fault]:
    """Yield a fault for each seat whose stored result is not the sum of the replayed deals."""
    counted = [deal for deal in session.deals.all() if deal.nets is not None]
    for seat in session.seats.all():
        for field, stored, rows in (
            ("points", seat.points, [deal.points or () for deal in counted]),
            ("net", seat.net, [deal.nets or () for deal in counted]),
        ):
            total = sum(row[seat.number] for row in rows if seat.number < len(row))
            if stored != total:
                yield _fault(
                    session,
                    FaultCode.SEAT_RESULT,
                    seat=seat.number + 1,
                    what=field,
                    there=stored,
                    due=total,
                )


def _fault(session: Session, code: FaultCode, **params: object) -> Fault:
    """Return a fault of the session, with its name as a parameter."""
    message_params = {"session": str(session), **params}
    return Fault(code, "Session", session.pk, session.table.club, message_params)


def check_events(scope: AuditScope) -> Iterator[list[Fault]]:
    """Yield faults of settled events: settlements that differ from results by the events app.

    At most nine queries per batch of events, plus what the events app needs for each.
    """
    rows = Settlement.objects.filter(source=Settlement.Source.EVENT)
    if scope.club_id is not None:
        rows = rows.filter(club=scope.club_id)
    recent = rows if scope.since is None else rows.filter(created_at__gte=scope.since)
    last_id = 0
    while True:
        with consistent_read():
            later = recent.filter(event__gt=last_id).order_by("event")
            events = list(later.values_list("event", flat=True).distinct()[:BATCH])
            if not events:
                return
            found = list(with_related(rows.filter(event__in=events).order_by("event", "number")))
            winnings = {event: _event_winnings(event) for event in events}
            pending_results: dict[int | None, list[PendingResult]] = defaultdict(list)
            for result in PendingResult.objects.filter(event__in=events):
                pending_results[result.event].append(result)
        last_id = events[-1]
        faults: list[Fault] = []
        for event, chain in groupby(found, lambda each: each.event):
            settlements = list(chain)
            scope.settlements += len(settlements)
            event_result = winnings[event or 0]
            if isinstance(event_result, Exception):
                faults.append(not_summing_fault(settlements[0]))
                event_result = None
            faults += check_chain(
                settlements, _agreed_part(event_result, pending_results[event]), is_played=False
            )
        release(found)
        yield faults


def _event_winnings(event: int) -> Winnings | Exception | None:
    """Return the event's result, None if unknown, or the exception that prevented computing it."""
    try:
        return links.event_winnings(event)
    except Exception as error:
        # One broken event must not stop the audit of the rest of the ledger.
        logger.exception("result of event %s cannot be computed", event)
        return error
