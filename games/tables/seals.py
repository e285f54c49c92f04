"""Sealed deals: what is kept back while tables play the same packs (duplicate play).

A player who knows the cards of a deal could tell players who have not played it yet. So a deal
stays sealed until all tables with its pack have played it: only the players at a table see its
cards, and only at their table. Until all tables have played their last deal, their players cannot
chat at other tables. The secret of the packs, from which all packs follow, is published at the very
end.

Everything that shows finished deals checks the seal (``selectors.table_to_review``, the
administration), and so do session lists, ratings and the chat. The seal is not stored: it follows
from the deals that have been played, so it cannot be lifted too late, too early or twice.
"""

from dataclasses import dataclass

from django.db.models import Exists, Max, OuterRef, Q, QuerySet

from games.tables.models import Seat, Session, Table


@dataclass(frozen=True, slots=True)
class Seal:
    """Number of deals that all tables with the same packs have played; later deals are sealed."""

    #: Number of deals, from the first, that all tables have played; None once all are played.
    through: int | None

    @property
    def is_broken(self) -> bool:
        """Return whether nothing is kept back, including the secret of the packs."""
        return self.through is None

    def holds(self, number: int) -> bool:
        """Return whether the deal with that number in the session is sealed."""
        return self.through is not None and number > self.through


#: The seal of a table whose packs no other table plays.
UNSEALED = Seal(None)


def seal_of(table: Table) -> Seal:
    """Return the seal of the table: how many deals all tables with its packs have played.

    A table that ended before its last deal counts as having played all deals.

    One query; none if no other table has these packs.
    """
    if not table.same_packs:
        return UNSEALED
    behind = (
        Session.objects.filter(table__same_packs=table.same_packs)
        .exclude(status=Session.Status.FINISHED)
        .annotate(through=Max("deals__number", filter=Q(deals__nets__isnull=False)))
        .values_list("through", flat=True)
    )
    completed = [through or 0 for through in behind]
    return Seal(min(completed)) if completed else UNSEALED


def sealed_sessions() -> QuerySet[Session]:
    """Return the query for all sessions whose packs an unfinished session plays."""
    going_on = Session.objects.exclude(status=Session.Status.FINISHED).filter(
        table__same_packs=OuterRef("table__same_packs")
    )
    # "> ''" uses the index to find the few non-empty values; excluding '' would not.
    return Session.objects.filter(Exists(going_on), table__same_packs__gt="")


def unsealed(sessions: QuerySet[Session]) -> QuerySet[Session]:
    """Return the query limited to sessions whose packs no unfinished session plays.

    Equivalent to excluding `sealed_sessions`, but faster for few sessions out of many: other tables
    are looked at only for tables that share their packs.
    """
    going_on = Session.objects.exclude(status=Session.Status.FINISHED).filter(
        table__same_packs=OuterRef("table__same_packs")
    )
    return sessions.filter(Q(table__same_packs="") | ~Exists(going_on))


def in_unsealed_sessions(seats: QuerySet[Seat]) -> QuerySet[Seat]:
    """Return the query limited to seats of sessions that are not sealed (`unsealed`)."""
    going_on = Session.objects.exclude(status=Session.Status.FINISHED).filter(
        table__same_packs=OuterRef("session__table__same_packs")
    )
    return seats.filter(Q(session__table__same_packs="") | ~Exists(going_on))


def released_with(session: Session) -> list[int]:
    """Return the ids of the sessions that the end of this finished session has unsealed.

    Usually only this session. If tables play the same packs, none until the last one ends, then
    all.
    """
    if not session.table.same_packs:
        return [session.pk]
    if not seal_of(session.table).is_broken:
        return []
    same = Session.objects.filter(table__same_packs=session.table.same_packs)
    return list(same.values_list("pk", flat=True))


def has_sealed_seat_elsewhere(table_id: int, user_id: int) -> Exists:
    """Return an SQL condition: the user has or had a seat at another table with sealed packs.

    Sealed packs are still played at some table, so the user must not talk about them.
    """
    return Exists(
        Seat.objects.filter(user=user_id, session__in=sealed_sessions().values("pk")).exclude(
            session__table=table_id
        )
    )
