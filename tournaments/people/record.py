"""A player's record for other readers: totals, places, newest sessions and events won.

It has no amounts of money, and lists only sessions that the reader may open.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from babel.numbers import format_percent
from django.db.models import Count, Exists, OuterRef, Q, QuerySet, Subquery, Sum
from django.urls import reverse

from accounts.models import User
from accounts.notices.models import Notice
from games.common import numbers
from games.common.prepared import prepared
from games.language import labels
from games.screens.session_lines import session_title
from games.tables import listed, seals, selectors
from games.tables.listed import ListedSession
from games.tables.models import Seat, Session, Table
from tournaments.events.core.models import Event
from tournaments.events.notices.kinds import EventKind
from tournaments.ratings.models import RatingChange
from tournaments.ratings.statistics import signed_average

#: Number of the newest sessions that are counted, to keep every page fast.
COUNTED: Final = 1000
#: Number of the newest sessions that are searched for those that the reader may open.
LOOKED_THROUGH: Final = 300
#: Maximum number of sessions and of events listed.
LISTED: Final = 10


@dataclass(frozen=True, slots=True)
class Totals:
    """Totals of a player's newest sessions: sessions, deals, wins, and averages as texts."""

    sessions: int
    deals: int
    won: int
    win_share: str
    average_net: str

    @property
    def is_capped(self) -> bool:
        """Return whether older sessions are left out because the maximum number is counted."""
        return self.sessions == COUNTED


def totals(player: User) -> Totals | None:
    """Return totals of the player's newest 1000 sessions; None before the first. One query."""
    sums = _session_sums.first(player.pk)
    if sums is None or not sums[1]:
        return None
    sessions, deals, won, net = sums
    return Totals(
        sessions=sessions,
        deals=deals,
        won=won,
        win_share=str(format_percent(won / deals, locale=numbers.locale())),
        average_net=signed_average(net / deals),
    )


@prepared
def _session_sums(player: int) -> QuerySet[Seat, tuple[Any, ...]]:
    """Return in one row the player's number of sessions, deals and wins, and the net points."""
    newest = Seat.objects.filter(pk__in=_visible_seats(player).values("pk")[:COUNTED])
    # All seats are of the same player, so this is one row or none.
    summed = (
        newest.order_by()
        .values_list("user")
        .annotate(Count("pk"), Sum("deals_played"), Sum("deals_won"), Sum("net"))
    )
    return summed.values_list("pk__count", "deals_played__sum", "deals_won__sum", "net__sum")


def _visible_seats(player: int) -> QuerySet[Seat]:
    """Return the player's seats in finished sessions with unsealed results, newest first."""
    seats = Seat.objects.filter(user=player, session__status=Session.Status.FINISHED)
    return seals.in_unsealed_sessions(seats).order_by("-pk")


@dataclass(frozen=True, slots=True)
class PlaceCount:
    """A place as text, and the number of sessions in which a player took it."""

    place: str
    count: int


def place_counts(player: User) -> list[PlaceCount]:
    """Return the player's number of rated sessions by place. One query."""
    return [
        PlaceCount(numbers.place_label(place), count)
        for place, count in _counts_by_place(player.pk)
    ]


@prepared
def _counts_by_place(player: int) -> QuerySet[RatingChange, tuple[Any, ...]]:
    """Return each place that the player took, with the number of rated sessions."""
    counted = RatingChange.objects.filter(user=player).values("place").order_by("place")
    return counted.annotate(count=Count("pk")).values_list("place", "count")


@dataclass(frozen=True, slots=True)
class RecentLine:
    """A session that the reader may open, with the player's result."""

    url: str
    title: str
    rules: str
    when: datetime | None
    place: str
    #: Points won, or lost if negative.
    net: int


def recent_sessions(player: User, reader: User | None) -> list[RecentLine]:
    """Return up to 10 sessions, at public tables with spectators or played by the reader.

    They are the newest ones of the player. Others at tables of a club or tables joined by link are
    left out. Three queries.
    """
    session_ids = (
        _public_sessions(player.pk) if reader is None else _sessions_open_to(player.pk, reader.pk)
    )
    return [_recent_line(session, player) for session in listed.sessions_by_id(session_ids)]


#: Condition for sessions that any visitor may open.
_OPEN = Q(
    session__table__joining=Table.Joining.ANYONE,
    session__table__spectators=True,
    session__table__club=None,
)


@prepared
def _public_sessions(player: int) -> QuerySet[Seat, int]:
    """Return the ids of the player's newest sessions that any visitor may open."""
    return _newest_sessions(player, _OPEN)


@prepared
def _sessions_open_to(player: int, reader: int) -> QuerySet[Seat, int]:
    """Return the ids of the player's newest sessions that the reader may open."""
    sat = Seat.objects.filter(session=OuterRef("session"), user=reader)
    return _newest_sessions(player, _OPEN | Q(Exists(sat)))


def _newest_sessions(player: int, condition: Q) -> QuerySet[Seat, int]:
    """Return up to 10 ids of those of the player's newest 300 sessions that meet the condition."""
    seats = Seat.objects.filter(pk__in=_visible_seats(player).values("pk")[:LOOKED_THROUGH])
    return seats.filter(condition).order_by("-pk").values_list("session", flat=True)[:LISTED]


def _recent_line(session: ListedSession, player: User) -> RecentLine:
    """Return the session with the player's place and net points."""
    own = session.seat_of(player.pk)
    return RecentLine(
        url=session.url,
        title=session_title(session, player),
        rules=labels.rules_label(session.rules_name),
        when=session.finished_at,
        place=numbers.place_label(selectors.final_places(session.seats)[own.number]),
        net=own.net,
    )


@dataclass(frozen=True, slots=True)
class WonEvent:
    """An event that the player won."""

    name: str
    club: str
    url: str
    when: datetime
    is_shared: bool
    entrants: int


def events_won(player: User) -> list[WonEvent]:
    """Return the newest 10 events of listed, open clubs that the player has won. One query.

    They are read from the results notices that players get when an event ends or is corrected.
    """
    return [
        WonEvent(
            name=name,
            club=club,
            url=reverse("event", args=[slug]),
            when=starts_at,
            is_shared=bool(result.get("shared")),
            entrants=int(result.get("of", 0)),
        )
        for name, club, slug, starts_at, result in _events_won(player.pk)
    ]


@prepared
def _events_won(player: int) -> QuerySet[Event, tuple[str, str, str, datetime, dict[str, Any]]]:
    """Return the player's won events of listed clubs, newest first, with the notice's details."""
    told = Notice.objects.filter(user=player, kind=EventKind.RESULTS, params__place=1)
    result = Subquery(told.filter(subject_id=OuterRef("pk")).values("params")[:1])
    won = Event.objects.filter(
        pk__in=told.values("subject_id"), club__is_listed=True, club__closed_at=None
    )
    return won.order_by("-starts_at").values_list(
        "name", "club__name", "slug", "starts_at", result
    )[:LISTED]
