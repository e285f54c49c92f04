"""Audit of results against settlements: sessions from their deals, events from their app."""

import logging
from collections import defaultdict
from collections.abc import Iterable, Iterator
from datetime import timedelta
from itertools import groupby

from django.db.models import Exists, OuterRef, Prefetch, Q, QuerySet
from django.utils import timezone

from games.rules.deal import Result
from games.tables.models import Action, Deal, Session
from tournaments.ledger import links
from tournaments.ledger.audit.chains import check_chain, not_summing_fault, with_related
from tournaments.ledger.audit.deals import Stored, check_deal, pairs_of
from tournaments.ledger.audit.faults import Fault, FaultCode
from tournaments.ledger.audit.scope import BATCH, AuditScope, consistent_read, release
from tournaments.ledger.models import PendingResult, Settlement
from tournaments.ledger.services.settlements import winnings_of
from tournaments.ledger.settlement import SettlementError
from tournaments.ledger.winnings import Winnings, named_holder, user_holder

logger = logging.getLogger(__name__)

#: A session that ended longer ago must be settled: the sweep retries every few seconds.
LATE = timedelta(hours=1)


def check_sessions(scope: AuditScope) -> Iterator[list[Fault]]:
    """Replay every deal, and compare the results of sessions with their settlements.

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
    last = 0
    while batch := _batch(rows, last):
        sessions, actions = batch
        last = sessions[-1].pk
        faults: list[Fault] = []
        for session in sessions:
            faults += _check_session(session, actions, scope)
        release(sessions)
        yield faults


def _batch(
    rows: "QuerySet[Session]", after: int
) -> tuple[list[Session], dict[int, list[Stored]]] | None:
    with consistent_read():
        sessions = list(rows.filter(pk__gt=after)[:BATCH])
        if not sessions:
            return None
        actions: dict[int, list[Stored]] = defaultdict(list)
        texts = Action.objects.filter(deal__session__in=[each.pk for each in sessions])
        for deal, number, text in texts.order_by("deal", "number").values_list(
            "deal", "number", "text"
        ):
            actions[deal].append((number, text))
    return sessions, actions


def _check_session(
    session: Session, actions: dict[int, list[Stored]], scope: AuditScope
) -> Iterator[Fault]:
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
    waiting = list(session.pending_results.all())
    is_played = not any(each.accepted_at for each in waiting)
    if not is_played and any(each.is_correction and not each.is_acceptance for each in chain):
        # A player accepted the result as played, and an organizer corrected it later.
        winnings = None
    yield from check_chain(chain, _settled_part(winnings, waiting), is_played=is_played)


def _settled_part(winnings: Winnings | None, waiting: Iterable[PendingResult]) -> Winnings | None:
    """Return the winnings without players who have not agreed to their result."""
    left_out = {
        named_holder(each.name) if each.user_id is None else user_holder(each.user_id)
        for each in waiting
        if each.accepted_at is None
    }
    return None if winnings is None else winnings.without(left_out)


def _set_result(deal: Deal, result: Result) -> None:
    """Set the deal's result from its actions; it is not saved."""
    deal.points, deal.nets, deal.pairs = list(result.points), list(result.net), pairs_of(result)


def _check_seats(session: Session) -> Iterator[Fault]:
    """Compare the stored results of seats with the sums of the replayed deals."""
    counted = [deal for deal in session.deals.all() if deal.nets is not None]
    for seat in session.seats.all():
        for what, there, rows in (
            ("points", seat.points, [deal.points or () for deal in counted]),
            ("net", seat.net, [deal.nets or () for deal in counted]),
        ):
            due = sum(row[seat.number] for row in rows if seat.number < len(row))
            if there != due:
                yield _fault(
                    session,
                    FaultCode.SEAT_RESULT,
                    seat=seat.number + 1,
                    what=what,
                    there=there,
                    due=due,
                )


def _fault(session: Session, code: FaultCode, **params: object) -> Fault:
    named = {"session": str(session), **params}
    return Fault(code, "Session", session.pk, session.table.club, named)


def check_events(scope: AuditScope) -> Iterator[list[Fault]]:
    """Compare the results of events, as the events app computes them, with their settlements.

    At most nine queries per batch of events, plus what the events app needs for each.
    """
    rows = Settlement.objects.filter(source=Settlement.Source.EVENT)
    if scope.club_id is not None:
        rows = rows.filter(club=scope.club_id)
    recent = rows if scope.since is None else rows.filter(created_at__gte=scope.since)
    last = 0
    while True:
        with consistent_read():
            later = recent.filter(event__gt=last).order_by("event")
            events = list(later.values_list("event", flat=True).distinct()[:BATCH])
            if not events:
                return
            found = list(with_related(rows.filter(event__in=events).order_by("event", "number")))
            winnings = {event: _event_winnings(event) for event in events}
            waiting: dict[int | None, list[PendingResult]] = defaultdict(list)
            for result in PendingResult.objects.filter(event__in=events):
                waiting[result.event].append(result)
        last = events[-1]
        faults: list[Fault] = []
        for event, chain in groupby(found, lambda each: each.event):
            settlements = list(chain)
            scope.settlements += len(settlements)
            known = winnings[event or 0]
            if isinstance(known, Exception):
                faults.append(not_summing_fault(settlements[0]))
                known = None
            faults += check_chain(
                settlements, _settled_part(known, waiting[event]), is_played=False
            )
        release(found)
        yield faults


def _event_winnings(event: int) -> Winnings | Exception | None:
    """Return the event's result, or the exception that prevented computing it."""
    try:
        return links.event_winnings(event)
    except Exception as error:
        # One broken event must not stop the audit of the rest of the ledger.
        logger.exception("result of event %s cannot be computed", event)
        return error
