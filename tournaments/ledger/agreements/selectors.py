"""Queries: a user's agreements, what they cover, and their results."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from django.db.models import Exists, OuterRef, Prefetch, Q, QuerySet, Sum

from accounts.models import User
from games.agreements.models import Agreement
from games.tables.models import Seat, Session
from tournaments.ledger.agreements.links import AgreedEvent, agreed_events, unfinished_events
from tournaments.ledger.models import PendingResult, Posting, PostingLine, Settlement

_Subject = Agreement.Subject
#: The subject of an agreement: its kind and primary key.
Covers = tuple[str, int]


class StatusFilter(StrEnum):
    """Filter by status."""

    ALL = ""
    #: In force, with an unfinished subject.
    OPEN = "open"
    OVER = "over"


def own_agreements(
    user: User, shown: StatusFilter = StatusFilter.ALL, currency: str = ""
) -> QuerySet[Agreement]:
    """Return the user's agreements, newest first.

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
    if shown is not StatusFilter.ALL:
        going_on = Session.objects.filter(
            pk=OuterRef("subject_id"), status__in=(Session.Status.WAITING, Session.Status.RUNNING)
        )
        is_open = Q(withdrawn_at=None, is_replaced=False) & (
            Q(Exists(going_on), subject=_Subject.SESSION)
            | Q(subject=_Subject.EVENT, subject_id__in=unfinished_events())
        )
        found = found.filter(is_open) if shown is StatusFilter.OPEN else found.exclude(is_open)
    return found.order_by("-pk")


def own_agreement(user: User, number: int) -> Agreement | None:
    """Return one of the user's agreements, annotated like `own_agreements`. One query."""
    return own_agreements(user).filter(pk=number).first()


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
    """Related objects that agreement pages show."""

    user: User
    #: With tables, seats and their users.
    sessions: Mapping[int, Session] = field(default_factory=dict)
    events: Mapping[int, AgreedEvent] = field(default_factory=dict)
    #: Amount won or lost under each agreement with ledger lines, by agreement ID.
    amounts: Mapping[int, int] = field(default_factory=dict)
    #: The first settlement of each subject.
    settlements: Mapping[Covers, Settlement] = field(default_factory=dict)
    #: The user's newest pending or answered result for each subject.
    results: Mapping[Covers, PendingResult] = field(default_factory=dict)


def night_sessions(agreement: Agreement) -> list[int]:
    """Return the sessions named by a club-night agreement, newest last."""
    named = agreement.terms.get("sessions")
    if agreement.subject != _Subject.EVENT or not isinstance(named, Mapping):
        return []
    return sorted(int(each) for each in named if str(each).isdecimal())


def related_objects(user: User, agreements: Sequence[Agreement]) -> RelatedObjects:
    """Return the related objects of the agreements.

    At most nine queries, whatever the number of agreements.
    """
    if not agreements:
        return RelatedObjects(user)
    sessions = {each.subject_id for each in agreements if each.subject == _Subject.SESSION}
    events = {each.subject_id for each in agreements if each.subject == _Subject.EVENT}
    wanted = sessions.union(*map(night_sessions, agreements))
    return RelatedObjects(
        user=user,
        sessions=_sessions(wanted) if wanted else {},
        events=agreed_events(events, user) if events else {},
        amounts=_amounts(each.pk for each in agreements),
        settlements=_settlements(sessions, events),
        results=_results(user, sessions, events),
    )


def _sessions(numbers: Iterable[int]) -> dict[int, Session]:
    seats = Prefetch("seats", Seat.objects.order_by("number").select_related("user"))
    rows = Session.objects.filter(pk__in=numbers).select_related("table").prefetch_related(seats)
    return {each.pk: each for each in rows}


def _amounts(agreements: Iterable[int]) -> dict[int, int]:
    results = (Posting.Kind.SETTLEMENT, Posting.Kind.REVERSAL)
    rows = PostingLine.objects.filter(
        agreement__in=list(agreements), posting__kind__in=results
    ).order_by()
    return dict(rows.values_list("agreement").annotate(Sum("amount")))


def _settlements(sessions: Iterable[int], events: Iterable[int]) -> dict[Covers, Settlement]:
    rows = Settlement.objects.filter(
        Q(session__in=list(sessions)) | Q(event__in=list(events)), number=1
    )
    return {_covered(each): each for each in rows}


def _results(
    user: User, sessions: Iterable[int], events: Iterable[int]
) -> dict[Covers, PendingResult]:
    rows = PendingResult.objects.filter(
        Q(session__in=list(sessions)) | Q(event__in=list(events)), user=user
    )
    return {_covered(each): each for each in rows.order_by("pk")}


def _covered(row: Settlement | PendingResult) -> Covers:
    if row.event is not None:
        return _Subject.EVENT.value, row.event
    assert row.session_id is not None
    return _Subject.SESSION.value, row.session_id
