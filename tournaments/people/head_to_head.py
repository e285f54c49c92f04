"""What two people have had of each other: sessions, deals, and what passed between them.

Of two who have played together for years the newest sessions are counted, so that the page of a
player costs the same whoever looks at it.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.db.models import QuerySet

from accounts.models import User
from games.common.prepared import prepared
from games.tables import seals
from games.tables.models import Deal, Seat, Session

#: Among so many of the reader's newest sessions those with the other are looked for.
LOOKED_THROUGH: Final = 2000
#: So many sessions together are counted at most.
COUNTED: Final = 100


@dataclass(frozen=True, slots=True)
class HeadToHead:
    """What two people have had of each other, as the first of them sees it."""

    sessions: int
    deals: int
    won: int
    lost: int
    #: What the other has paid the person, less what the person has paid the other, in points.
    net: int

    @property
    def is_full(self) -> bool:
        """Whether there may be older sessions that are not counted."""
        return self.sessions == COUNTED


def head_to_head(person: User, other: User) -> HeadToHead | None:
    """Return what the two have had of each other; None where they never met. Two queries."""
    seats = {session: (own, theirs) for session, own, theirs in _together(person.pk, other.pk)}
    return _counted(seats, _deals(list(seats))) if seats else None


@prepared
def _together(person: int, other: int) -> QuerySet[Seat, tuple[Any, ...]]:
    newest = Seat.objects.filter(user=person).order_by("-pk").values("pk")[:LOOKED_THROUGH]
    met = Seat.objects.filter(
        pk__in=newest, session__status=Session.Status.FINISHED, session__seats__user=other
    )
    rows = seals.in_unsealed_sessions(met).order_by("-pk")
    return rows.values_list("session", "number", "session__seats__number")[:COUNTED]


@prepared
def _deals(sessions: list[int]) -> QuerySet[Deal, tuple[Any, ...]]:
    deals = Deal.objects.filter(session__pk__in=sessions, winner__isnull=False)
    return deals.values_list("session", "winner", "pairs")


def _counted(
    seats: dict[int, tuple[int, int]],
    deals: Iterable[tuple[int, int | None, Sequence[tuple[int, int, int]] | None]],
) -> HeadToHead:
    count = won = lost = net = 0
    for session, winner, pairs in deals:
        own, theirs = seats[session]
        count += 1
        won += winner == own
        lost += winner == theirs
        for payer, payee, points in pairs or ():
            if (payer, payee) == (theirs, own):
                net += points
            elif (payer, payee) == (own, theirs):
                net -= points
    return HeadToHead(len(seats), count, won, lost, net)
