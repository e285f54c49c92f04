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
    """Sessions, deals, wins and points of two players together, as seen by the first."""

    sessions: int
    deals: int
    won: int
    lost: int
    #: Points that the other player paid, minus points that the first player paid.
    net: int

    @property
    def is_capped(self) -> bool:
        """Return whether older sessions are left out because the maximum number is counted."""
        return self.sessions == COUNTED


def head_to_head(player: User, opponent: User) -> HeadToHead | None:
    """Return the record over the newest 100 shared sessions; None without one. Two queries."""
    seats = {
        session: (own, theirs) for session, own, theirs in _shared_seats(player.pk, opponent.pk)
    }
    return _tally(seats, _finished_deals(list(seats))) if seats else None


@prepared
def _shared_seats(player: int, opponent: int) -> QuerySet[Seat, tuple[Any, ...]]:
    """Return session id and both seat numbers of the newest sessions that both finished."""
    newest = Seat.objects.filter(user=player).order_by("-pk").values("pk")[:LOOKED_THROUGH]
    shared = Seat.objects.filter(
        pk__in=newest, session__status=Session.Status.FINISHED, session__seats__user=opponent
    )
    rows = seals.in_unsealed_sessions(shared).order_by("-pk")
    return rows.values_list("session", "number", "session__seats__number")[:COUNTED]


@prepared
def _finished_deals(sessions: list[int]) -> QuerySet[Deal, tuple[Any, ...]]:
    """Return session id, winner's seat and payments of each finished deal of the sessions."""
    deals = Deal.objects.filter(session__pk__in=sessions, winner__isnull=False)
    return deals.values_list("session", "winner", "pairs")


def _tally(
    seats: dict[int, tuple[int, int]],
    deals: Iterable[tuple[int, int | None, Sequence[tuple[int, int, int]] | None]],
) -> HeadToHead:
    """Return the record over the deals; `seats` maps a session id to both seat numbers."""
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
