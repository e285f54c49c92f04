"""Queries: pending results, for those who can answer and those who would be paid."""

from collections.abc import Collection, Iterable, Mapping
from datetime import datetime

from django.db.models import Q, QuerySet

from accounts.models import User
from games.screens.session_lines import NotOwed
from games.tables.models import Seat
from tournaments.clubs.models import Club, Membership
from tournaments.ledger.access import KEEPERS
from tournaments.ledger.links import SettledEvent, settled_events
from tournaments.ledger.pending.models import PendingResult
from tournaments.ledger.settling.models import Settlement

_Source = Settlement.Source


def _with_related(rows: QuerySet[PendingResult]) -> QuerySet[PendingResult]:
    """Return the query with session, table, club and user, newest first."""
    return rows.select_related("session__table", "club", "user").order_by("-pk")


def waiting_for_id(user_id: int, _now: datetime | None = None) -> QuerySet[PendingResult]:
    """Return the query for the pending results that the user with this ID can answer.

    These are the user's own, and those of players without a user account in clubs whose ledger the
    user manages.
    """
    keeps = Membership.objects.filter(user=user_id, role__in=KEEPERS).values("club")
    return PendingResult.objects.filter(
        PendingResult.OPEN, Q(user=user_id) | Q(user=None, club__in=keeps)
    )


def waiting_for(user: User) -> QuerySet[PendingResult]:
    """Return the query for the pending results that the user can answer, newest first."""
    return _with_related(waiting_for_id(user.pk))


def waiting_for_others(user: User) -> QuerySet[PendingResult]:
    """Return the query for results of the user's games outside clubs that others must answer.

    In clubs, keepers see them.
    """
    played = Seat.objects.filter(user=user).values("session")
    rows = PendingResult.objects.filter(PendingResult.OPEN, club=None, session__in=played)
    return _with_related(rows.exclude(user=user))


def results_not_owed(user_id: int, session_ids: Collection[int]) -> dict[int, NotOwed]:
    """Return why the user's results are not owed: unanswered or not accepted, by session ID.

    One query.
    """
    rows = PendingResult.objects.filter(user=user_id, session__in=session_ids, accepted_at=None)
    return {row.session_id: why_not_owed(row) for row in rows if row.session_id is not None}


def event_results_not_owed(user_id: int) -> dict[int, NotOwed]:
    """Return why the user's results are not owed: unanswered or not accepted, by event ID.

    One query.
    """
    rows = PendingResult.objects.filter(user=user_id, event__isnull=False, accepted_at=None)
    return {row.event: why_not_owed(row) for row in rows if row.event is not None}


def why_not_owed(row: PendingResult) -> NotOwed:
    """Return the reason why a result is not owed: still unanswered, or not accepted."""
    return NotOwed.WAITS if row.is_open else NotOwed.NOT_ACCEPTED


def result_by_id(result_id: int) -> PendingResult | None:
    """Return the result with this primary key; None if there is none. One query."""
    return _with_related(PendingResult.objects.filter(pk=result_id)).first()


def of_club(club: Club) -> QuerySet[PendingResult]:
    """Return the query for the club's pending results, newest first."""
    return _with_related(PendingResult.objects.filter(PendingResult.OPEN, club=club))


def of_settlement(settlement: Settlement) -> QuerySet[PendingResult]:
    """Return the query for unaccepted results of the settlement's session or event.

    They are in order of creation. There are none for a club's settlement.
    """
    if settlement.source == _Source.CLUB:
        return PendingResult.objects.none()
    rows = PendingResult.objects.filter(
        source=settlement.source,
        session=settlement.session_id,
        event=settlement.event,
        accepted_at=None,
    )
    return _with_related(rows).order_by("pk")


def first_settlement(row: PendingResult) -> Settlement | None:
    """Return the first settlement of the result's session or event, or None. One query."""
    rows = Settlement.objects.filter(source=row.source, session=row.session_id, event=row.event)
    return rows.filter(number=1).first()


def first_settlements(rows: Collection[PendingResult]) -> QuerySet[Settlement]:
    """Return the query for the first settlements of the results' sessions or events."""
    sessions = [row.session_id for row in rows if row.session_id is not None]
    events = [row.event for row in rows if row.event is not None]
    return Settlement.objects.filter(Q(session__in=sessions) | Q(event__in=events), number=1)


def settlement_pages(rows: Iterable[PendingResult]) -> dict[int, str]:
    """Return the URLs of the results' settlements by result ID, if settled. One query."""
    found = list(rows)
    settlements = first_settlements(found)
    pages = {(each.session_id, each.event): each.get_absolute_url() for each in settlements}
    return {
        row.pk: pages[row.session_id, row.event]
        for row in found
        if (row.session_id, row.event) in pages
    }


def events_of(rows: Iterable[PendingResult]) -> Mapping[int, SettledEvent]:
    """Return the events of the results by event ID. At most one query."""
    numbers = {row.event for row in rows if row.event is not None}
    return settled_events(numbers) if numbers else {}
