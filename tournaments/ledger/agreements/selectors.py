"""Queries of agreement pages: all of a user's agreements, also replaced and withdrawn ones."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from django.db.models import Exists, OuterRef, Prefetch, Q, QuerySet, Sum

from accounts.models import User
from games.agreements.models import Agreement
from games.tables.models import Seat, Session
from tournaments.ledger.bills.models import Bill
from tournaments.ledger.book.models import Posting, PostingLine
from tournaments.ledger.dues.models import Dues
from tournaments.ledger.links import AgreedEvent, agreed_events, unfinished_events
from tournaments.ledger.pending.models import PendingResult
from tournaments.ledger.settling.models import Settlement

_Subject = Agreement.Subject
#: The subject of an agreement: its kind and primary key.
SubjectKey = tuple[str, int]


class StatusFilter(StrEnum):
    """Filter of the agreement list: all, current (in force and not over) or past."""

    ALL = ""
    #: In force, with an unfinished subject.
    OPEN = "open"
    OVER = "over"


def own_agreements(
    user: User, status: StatusFilter = StatusFilter.ALL, currency: str = ""
) -> QuerySet[Agreement]:
    """Return the query for the user's agreements, newest first, by default also past ones.

    Each is annotated with ``is_replaced``: whether the user has a newer agreement to the same
    subject.
    """
    newer = Agreement.objects.filter(
        user=user,
        subject=OuterRef("subject"),
        subject_id=OuterRef("subject_id"),
        answers_for=OuterRef("answers_for"),
        pk__gt=OuterRef("pk"),
        withdrawn_at=None,
    )
    found = Agreement.objects.filter(user=user).annotate(is_replaced=Exists(newer))
    if currency:
        found = found.filter(currency=currency)
    if status is not StatusFilter.ALL:
        going_on = Session.objects.filter(pk=OuterRef("subject_id"), status__in=Session.GOING_ON)
        is_open = Q(withdrawn_at=None, is_replaced=False) & (
            Q(Exists(going_on), subject=_Subject.SESSION)
            | Q(subject=_Subject.EVENT, subject_id__in=unfinished_events())
            | Q(subject=_Subject.DUES)
            | Q(subject=_Subject.BILL, subject_id__in=Bill.objects.filter(outcome="").values("pk"))
        )
        found = found.filter(is_open) if status is StatusFilter.OPEN else found.exclude(is_open)
    return found.order_by("-pk")


def own_agreement(user: User, agreement_id: int) -> Agreement | None:
    """Return the user's agreement with this ID, annotated like `own_agreements`. One query."""
    return own_agreements(user).filter(pk=agreement_id).first()


def agreement_before(agreement: Agreement) -> Agreement | None:
    """Return the user's previous agreement to the same subject, withdrawn or not. One query."""
    same = Agreement.objects.filter(
        user=agreement.user_id,
        subject=agreement.subject,
        subject_id=agreement.subject_id,
        answers_for=agreement.answers_for,
        pk__lt=agreement.pk,
    )
    return same.order_by("-pk").first()


def currencies_of(user: User) -> list[str]:
    """Return the currencies of the user's agreements, sorted. One query."""
    rows = Agreement.objects.filter(user=user).order_by("currency")
    return list(rows.values_list("currency", flat=True).distinct())


@dataclass(frozen=True, slots=True)
class RelatedObjects:
    """Sessions, events, amounts, settlements and results that agreement pages show."""

    user: User
    #: With tables, seats and their users.
    sessions: Mapping[int, Session] = field(default_factory=dict)
    events: Mapping[int, AgreedEvent] = field(default_factory=dict)
    #: With their clubs.
    dues: Mapping[int, Dues] = field(default_factory=dict)
    bills: Mapping[int, Bill] = field(default_factory=dict)
    #: Amount won or lost under each agreement with ledger lines, by agreement ID.
    amounts: Mapping[int, int] = field(default_factory=dict)
    #: The first settlement of each subject.
    settlements: Mapping[SubjectKey, Settlement] = field(default_factory=dict)
    #: The user's newest pending or answered result for each subject.
    results: Mapping[SubjectKey, PendingResult] = field(default_factory=dict)


def night_session_ids(agreement: Agreement) -> list[int]:
    """Return the session IDs in a club-night agreement, ascending; empty for other agreements."""
    named = agreement.terms.get("sessions")
    if agreement.subject != _Subject.EVENT or not isinstance(named, Mapping):
        return []
    return sorted(int(each) for each in named if str(each).isdecimal())


def related_objects(user: User, agreements: Sequence[Agreement]) -> RelatedObjects:
    """Return the sessions, events, amounts, settlements and results of the agreements.

    At most eleven queries for any number of agreements.
    """
    if not agreements:
        return RelatedObjects(user)
    session_ids = {each.subject_id for each in agreements if each.subject == _Subject.SESSION}
    event_ids = {each.subject_id for each in agreements if each.subject == _Subject.EVENT}
    dues_ids = {each.subject_id for each in agreements if each.subject == _Subject.DUES}
    bill_ids = {each.subject_id for each in agreements if each.subject == _Subject.BILL}
    all_session_ids = session_ids.union(*map(night_session_ids, agreements))
    return RelatedObjects(
        user=user,
        sessions=_sessions_by_id(all_session_ids) if all_session_ids else {},
        events=agreed_events(event_ids, user) if event_ids else {},
        dues=Dues.objects.select_related("club").in_bulk(dues_ids) if dues_ids else {},
        bills=Bill.objects.select_related("club").in_bulk(bill_ids) if bill_ids else {},
        amounts=_amounts_by_agreement(each.pk for each in agreements),
        settlements=_first_settlements(session_ids, event_ids),
        results=_results_by_subject(user, session_ids, event_ids),
    )


def _sessions_by_id(session_ids: Iterable[int]) -> dict[int, Session]:
    """Return the sessions with table, seats and users by session ID. Three queries."""
    seats = Prefetch("seats", Seat.objects.order_by("number").select_related("user"))
    rows = (
        Session.objects.filter(pk__in=session_ids).select_related("table").prefetch_related(seats)
    )
    return {session.pk: session for session in rows}


def _amounts_by_agreement(agreement_ids: Iterable[int]) -> dict[int, int]:
    """Return the amount won or lost under each settled agreement, by its ID. One query."""
    results = (Posting.Kind.SETTLEMENT, Posting.Kind.REVERSAL)
    rows = PostingLine.objects.filter(
        agreement__in=list(agreement_ids), posting__kind__in=results
    ).order_by()
    return dict(rows.values_list("agreement").annotate(Sum("amount")))


def _first_settlements(
    session_ids: Iterable[int], event_ids: Iterable[int]
) -> dict[SubjectKey, Settlement]:
    """Return the sessions' and events' first settlements, uncorrected, by (kind, ID). One query."""
    rows = Settlement.objects.filter(
        Q(session__in=list(session_ids)) | Q(event__in=list(event_ids)), number=1
    )
    return {_subject_key(each): each for each in rows}


def _results_by_subject(
    user: User, session_ids: Iterable[int], event_ids: Iterable[int]
) -> dict[SubjectKey, PendingResult]:
    """Return the user's newest pending or answered results by (kind, ID). One query."""
    rows = PendingResult.objects.filter(
        Q(session__in=list(session_ids)) | Q(event__in=list(event_ids)), user=user
    )
    return {_subject_key(each): each for each in rows.order_by("pk")}


def _subject_key(row: Settlement | PendingResult) -> SubjectKey:
    """Return the kind and ID of the event or session that the row belongs to."""
    if row.event is not None:
        return _Subject.EVENT.value, row.event
    assert row.session_id is not None
    return _Subject.SESSION.value, row.session_id
