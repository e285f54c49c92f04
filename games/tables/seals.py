"""What is held back of tables that play the same packs, and until when.

Whoever knows the cards of a deal could tell those who are still to play it. So until all of these
tables are through with a deal nobody gets its cards to see but those who sit there, at their table
alone; and until all are through with the last one, none of their people writes at another table.
The secret of the packs, of which all of them follow, is shown at the very end.

Everything that shows a deal which is over asks here (``selectors.table_to_look_back``, the
administration), and so do lists of sessions, ratings and the chat. Nothing is stored when a deal
is opened: it follows from what was played, so nothing can be opened too late, too early or twice.
"""

from dataclasses import dataclass

from django.db.models import Exists, Max, OuterRef, Q, QuerySet

from games.tables.models import Seat, Session, Table


@dataclass(frozen=True, slots=True)
class Seal:
    """How far tables with the same packs have come."""

    #: With how many deals, from the first, all are through; None when they are with all of them.
    through: int | None

    @property
    def is_broken(self) -> bool:
        """Whether nothing is held back any more, the secret of the packs included."""
        return self.through is None

    def holds(self, number: int) -> bool:
        """Tell whether the deal of that number is held back."""
        return self.through is not None and number > self.through


#: Of tables whose packs nobody else plays nothing is held back.
UNSEALED = Seal(None)


def seal_of(table: Table) -> Seal:
    """Return how far the tables with this one's packs have come. One query; none where it is alone.

    A table that has ended before its last deal is through with all of them.
    """
    if not table.same_packs:
        return UNSEALED
    behind = (
        Session.objects.filter(table__same_packs=table.same_packs)
        .exclude(status=Session.Status.FINISHED)
        .annotate(through=Max("deals__number", filter=Q(deals__nets__isnull=False)))
        .values_list("through", flat=True)
    )
    come = [through or 0 for through in behind]
    return Seal(min(come)) if come else UNSEALED


def sealed_sessions() -> QuerySet[Session]:
    """Return the sessions of which something is held back, for a subquery."""
    going_on = Session.objects.exclude(status=Session.Status.FINISHED).filter(
        table__same_packs=OuterRef("table__same_packs")
    )
    # Not excluding what is empty: by an index the few are found that are not.
    return Session.objects.filter(Exists(going_on), table__same_packs__gt="")


def unsealed(sessions: QuerySet[Session]) -> QuerySet[Session]:
    """Return those of the sessions of which nothing is held back.

    The same as to leave out `sealed_sessions`, for few sessions among very many: only where a table
    shares its packs are others looked at.
    """
    going_on = Session.objects.exclude(status=Session.Status.FINISHED).filter(
        table__same_packs=OuterRef("table__same_packs")
    )
    return sessions.filter(Q(table__same_packs="") | ~Exists(going_on))


def in_unsealed_sessions(seats: QuerySet[Seat]) -> QuerySet[Seat]:
    """Return those of the seats in whose sessions nothing is held back (`unsealed`)."""
    going_on = Session.objects.exclude(status=Session.Status.FINISHED).filter(
        table__same_packs=OuterRef("session__table__same_packs")
    )
    return seats.filter(Q(session__table__same_packs="") | ~Exists(going_on))


def released_with(session: Session) -> list[int]:
    """Return the finished sessions, by number, of which nothing is held back since this one ended.

    It alone, mostly; where tables play the same packs none at first, and all with the last one.
    """
    if not session.table.same_packs:
        return [session.pk]
    if not seal_of(session.table).is_broken:
        return []
    same = Session.objects.filter(table__same_packs=session.table.same_packs)
    return list(same.values_list("pk", flat=True))


def sits_elsewhere(table_id: int, user_id: int) -> Exists:
    """Return, for a query, whether the person knows packs that another table still plays.

    They sit, or sat, at one of the tables with those packs, which is not this one.
    """
    return Exists(
        Seat.objects.filter(user=user_id, session__in=sealed_sessions().values("pk")).exclude(
            session__table=table_id
        )
    )
