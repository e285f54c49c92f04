"""What was played, and how it was settled: sessions from their deals on, events by their rooms."""

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
from tournaments.ledger.audit.chains import check_chain, does_not_add_up, with_all
from tournaments.ledger.audit.deals import Stored, check_deal, pairs_of
from tournaments.ledger.audit.faults import Fault, FaultCode
from tournaments.ledger.audit.scope import BATCH, AuditScope, let_go, one_moment
from tournaments.ledger.models import PendingResult, Settlement
from tournaments.ledger.services.settlements import winnings_of
from tournaments.ledger.settlement import SettlementError
from tournaments.ledger.winnings import Winnings, by_name, person

logger = logging.getLogger(__name__)

#: A session that ended longer ago is settled, or there is something wrong with it: the sweep tries
#: it every few seconds.
LATE = timedelta(hours=1)


def check_sessions(scope: AuditScope) -> Iterator[list[Fault]]:
    """Play every deal again, and compare what sessions came to with how they were settled.

    At most twelve queries for each batch of sessions.
    """
    settled = Exists(Settlement.objects.filter(session=OuterRef("pk")))
    rows = (
        Session.objects.filter(Q(status=Session.Status.FINISHED) | settled)
        .select_related("table")
        .prefetch_related("seats", "deals", "pending_results")
        .prefetch_related(Prefetch("settlements", with_all(Settlement.objects.order_by("number"))))
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
        let_go(sessions)
        yield faults


def _batch(
    rows: "QuerySet[Session]", after: int
) -> tuple[list[Session], dict[int, list[Stored]]] | None:
    with one_moment():
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
            _put(deal, result)
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
        # Only where a deal that cannot be played again is kept with a result that cannot be.
        winnings = None
        yield does_not_add_up(chain[0])
    waiting = list(session.pending_results.all())
    is_played = not any(each.accepted_at for each in waiting)
    if not is_played and any(each.is_correction and not each.is_acceptance for each in chain):
        # Somebody accepted what they had played, and an organizer then corrected it.
        winnings = None
    yield from check_chain(chain, _settled_part(winnings, waiting), is_played=is_played)


def _settled_part(winnings: Winnings | None, waiting: Iterable[PendingResult]) -> Winnings | None:
    """Return the winnings without those of players who have not agreed to their result."""
    left_out = {
        by_name(each.name) if each.user_id is None else person(each.user_id)
        for each in waiting
        if each.accepted_at is None
    }
    return None if winnings is None else winnings.without(left_out)


def _put(deal: Deal, result: Result) -> None:
    """Let the deal say what its actions came to, whatever is stored; it is not saved."""
    deal.points, deal.nets, deal.pairs = list(result.points), list(result.net), pairs_of(result)


def _check_seats(session: Session) -> Iterator[Fault]:
    """Compare what is stored of seats with the sums of the deals, as they were played again."""
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
    """Compare what events came to, as their room counts it, with how they were settled.

    At most nine queries for each batch of events, and what their room needs for each of them.
    """
    rows = Settlement.objects.filter(source=Settlement.Source.EVENT)
    if scope.club_id is not None:
        rows = rows.filter(club=scope.club_id)
    recent = rows if scope.since is None else rows.filter(created_at__gte=scope.since)
    last = 0
    while True:
        with one_moment():
            later = recent.filter(event__gt=last).order_by("event")
            events = list(later.values_list("event", flat=True).distinct()[:BATCH])
            if not events:
                return
            found = list(with_all(rows.filter(event__in=events).order_by("event", "number")))
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
                faults.append(does_not_add_up(settlements[0]))
                known = None
            faults += check_chain(
                settlements, _settled_part(known, waiting[event]), is_played=False
            )
        let_go(found)
        yield faults


def _event_winnings(event: int) -> Winnings | Exception | None:
    """Return what the event came to, or why its room cannot count it."""
    try:
        return links.event_winnings(event)
    except Exception as error:
        # One event that cannot be counted must not keep the rest of the book from being looked at.
        logger.exception("what event %s came to cannot be counted", event)
        return error
