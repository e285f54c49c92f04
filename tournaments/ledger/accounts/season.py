"""Queries: results of a club's players by day of play."""

from collections.abc import Generator, Sequence
from contextlib import closing
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, Final
from zoneinfo import ZoneInfo

from django.db.models import Case, QuerySet, Sum, Value, When

from accounts.models import User
from tournaments.clubs.models import Club
from tournaments.ledger.settling.models import Balance, Settlement
from tournaments.ledger.statements.period import Period
from tournaments.ledger.statements.texts import reader_zone

#: Maximum number of days in a chart; the last ones are shown.
MAX_DAYS: Final = 60
#: Sources of wins and losses. Club settlements only move balances.
_PLAYED: Final = (Settlement.Source.SESSION, Settlement.Source.EVENT)


@dataclass(frozen=True, slots=True)
class PlayedDays:
    """Days of play in a period, oldest first, in the club's time zone."""

    days: Sequence[date]
    #: Whether earlier days were left out.
    is_cut: bool


def played_days(
    club: Club, currency: str, period: Period, *, only_user: User | None = None
) -> PlayedDays:
    """Return the last days, at most 60, on which a session or event was settled or corrected.

    One query.

    :param only_user: only days on which this user won or lost
    """
    zone, days = reader_zone(), list[date]()
    with closing(
        _settled_times(_played_settlements(club, currency, period, zone, only_user))
    ) as moments:
        day_start: datetime | None = None
        for moment in moments:
            if day_start is not None and moment >= day_start:
                continue
            if len(days) == MAX_DAYS:
                return PlayedDays(days[::-1], is_cut=True)
            days.append(moment.astimezone(zone).date())
            day_start = _day_start(days[-1], zone)
    return PlayedDays(days[::-1], is_cut=False)


def _played_settlements(
    club: Club, currency: str, period: Period, zone: ZoneInfo, only_user: User | None
) -> QuerySet[Settlement]:
    """Return the query for the settlements of sessions and events in the period."""
    rows = Settlement.objects.filter(club=club, currency=currency, source__in=_PLAYED)
    start, end = period.bounds(zone)
    if start is not None:
        rows = rows.filter(created_at__gte=start)
    if end is not None:
        rows = rows.filter(created_at__lt=end)
    if only_user is not None:
        rows = rows.filter(
            pk__in=Balance.objects.filter(account__user=only_user).values("settlement")
        )
    return rows


def _settled_times(rows: QuerySet[Settlement]) -> Generator[datetime, None, None]:
    """Yield the settlements' times, newest first."""
    # Newest first, as indexed; reads no further than needed.
    yield from rows.order_by("-created_at").values_list("created_at", flat=True).iterator()


def won_by_day(
    club: Club, currency: str, days: Sequence[date], *, only_user: User | None = None
) -> dict[int, dict[int, int]]:
    """Return {account ID: {index of the day: amount won}}, negative for losses. At most one query.

    :param days: the days returned by `played_days`
    :param only_user: only this user's account
    """
    if not days:
        return {}
    zone = reader_zone()
    start, end = Period(days[0], days[-1]).bounds(zone)
    rows = Balance.objects.filter(
        settlement__club=club,
        settlement__currency=currency,
        settlement__source__in=_PLAYED,
        settlement__created_at__gte=start,
        settlement__created_at__lt=end,
    )
    if only_user is not None:
        rows = rows.filter(account__user=only_user)
    day_starts = [_day_start(each, zone) for each in days]
    sums = (
        rows.annotate(evening=_day_index_case(day_starts, 0, len(days)))
        .order_by()
        .values_list("account", "evening")
        .annotate(Sum("amount"))
    )
    found: dict[int, dict[int, int]] = {}
    for account, evening, amount in sums:
        found.setdefault(account, {})[evening] = amount
    return found


def _day_start(day: date, zone: ZoneInfo) -> datetime:
    """Return the day's start in the time zone."""
    start = Period(first=day).bounds(zone)[0]
    assert start is not None
    return start


def _day_index_case(day_starts: Sequence[datetime], first: int, last: int) -> Any:
    """Return an expression for a settlement's day index, from `first` up to before `last`.

    Binary search, because on SQLite a time-zone conversion calls Python for each row.
    """
    if last - first == 1:
        return Value(first)
    middle = (first + last) // 2
    return Case(
        When(
            settlement__created_at__lt=day_starts[middle],
            then=_day_index_case(day_starts, first, middle),
        ),
        default=_day_index_case(day_starts, middle, last),
    )
