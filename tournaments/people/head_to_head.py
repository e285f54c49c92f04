"""Head-to-head record of two players: sessions, deals, and points paid to each other.

Only the newest sessions are counted, so that a player's page costs the same for every reader.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.db.models import QuerySet

from accounts.models import User
from games.common.prepared import prepared
from games.tables import seals
from games.tables.models import Deal, Seat, Session

#: Number of the player's newest sessions that are searched for the opponent.
LOOKED_THROUGH: Final = 2000
#: Maximum number of sessions counted.
COUNTED: Final = 100


@dataclass(frozen=True, slots=True)
class HeadToHead:
    """Head-to-head record, from the first player's point of view."""

    sessions: int
    deals: int
    won: int
    lost: int
    #: Points that the other player paid, minus points that the first player paid.
    net: int

    @property
    def is_full(self) -> bool:
        """Whether older sessions may have been left out."""
        return self.sessions == COUNTED


def head_to_head(person: User, other: User) -> HeadToHead | None:
    """Return the head-to-head record; None if the two never played together. Two queries."""
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
