"""Queries: settlements, what a reader may see of them, and what was played."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db.models import Prefetch, QuerySet, Sum

from accounts.models import User
from games.tables import selectors as tables
from games.tables.models import Deal, Seat, Session
from tournaments.clubs import selectors as clubs
from tournaments.ledger.access import LedgerReader, Visibility, seen_by, visibility
from tournaments.ledger.links import event_parts
from tournaments.ledger.payments.models import Payment
from tournaments.ledger.pending.models import PendingResult
from tournaments.ledger.settling.models import Balance, Settlement, TakenUp, Transfer


@dataclass(frozen=True, slots=True)
class Access:
    """Visibility of a settlement to a reader, and the reader's role and part in it."""

    reader: LedgerReader
    visibility: Visibility
    #: Whether the reader may see the session's deals.
    sees_deals: bool = False


def settlement(slug: str) -> Settlement | None:
    """Return the settlement with club, session and table; None if there is none. One query."""
    rows = Settlement.objects.select_related("session__table", "club", "made_by")
    return rows.filter(slug=slug).first()


def family(settlement: Settlement) -> QuerySet[Settlement]:
    """Return the query for all settlements of the same session or event; others alone."""
    if not settlement.is_of_game:
        return Settlement.objects.filter(pk=settlement.pk)
    rows = Settlement.objects.filter(
        source=settlement.source, session=settlement.session, event=settlement.event
    )
    return rows.order_by("number")


def family_with_relations(settlement: Settlement) -> list[Settlement]:
    """Return the settlements of the same session or event with everything their page shows.

    Seven queries for any number of payments and of earlier payments rolled in.
    """
    payments = Payment.objects.order_by("pk")
    transfers = Transfer.objects.select_related(
        "payer__user", "payee__user", "taken_up__settlement"
    )
    taken_up = TakenUp.objects.order_by("pk").select_related("transfer__settlement")
    rows = family(settlement).select_related("club", "made_by", "session__table")
    return list(
        rows.prefetch_related(
            "balances__account",
            "debts",
            Prefetch("transfers", transfers),
            Prefetch("transfers__payments", payments),
            Prefetch("took_up", taken_up),
        )
    )


def access_to(settlement: Settlement, user: User | None) -> Access:
    """Return what the user may see of the settlement; its club and session are prefetched.

    It is hidden from all users while other tables still play the same deals
    (``games.tables.seals``). A player with a pending result counts as involved. At most seven
    queries.
    """
    role = clubs.role_of(settlement.club, user)
    sees_deals, may_look = False, role is not None
    if settlement.session is not None:
        session = settlement.session
        table = tables.table_to_review(session.table.slug, session.number, user)
        if table is None and session.table.same_packs:
            return Access(LedgerReader(), Visibility.NOTHING)
        sees_deals = may_look = table is not None
    elif settlement.event is not None:
        may_look = event_parts(settlement.event, user) is not None
    reader = LedgerReader(
        user_id=None if user is None else user.pk,
        role=role,
        is_involved=user is not None and _is_involved(settlement, user),
        may_look=may_look,
    )
    seen = visibility(reader, seen_by(settlement.club_id), is_for_money=bool(settlement.currency))
    return Access(reader, seen, sees_deals)


def _is_involved(settlement: Settlement, user: User) -> bool:
    """Return whether the user has a balance in it or a correction of it, or a pending result.

    At most two queries.
    """
    rows = Balance.objects.filter(settlement__in=family(settlement).order_by(), account__user=user)
    if rows.exists():
        return True
    if not settlement.is_of_game:
        return False
    left_out = PendingResult.objects.filter(
        source=settlement.source, session=settlement.session_id, event=settlement.event, user=user
    )
    return left_out.exists()


def session_settlement(session_id: int) -> Settlement | None:
    """Return the session's first settlement with relations; None if unsettled. One query."""
    rows = Settlement.objects.select_related("session__table", "club", "made_by")
    return rows.filter(session=session_id, number=1).first()


def seats_and_scored_deals(session_id: int) -> tuple[list[Seat], list[Deal]]:
    """Return the session's seats and its deals with a result, in order. Two queries."""
    deals = Deal.objects.filter(session=session_id, nets__isnull=False)
    return list(Seat.objects.filter(session=session_id)), list(deals.order_by("number", "attempt"))


def event_ids(settlements: Iterable[Settlement]) -> Sequence[int]:
    """Return the event IDs of the settlements, ascending."""
    return sorted({each.event for each in settlements if each.event is not None})


def nets_by_seat(session: Session, seats: Sequence[Seat], deals: Iterable[Deal]) -> dict[int, int]:
    """Return the session's net points by seat number, from 0, including corrections. One query.

    All bots share an account, so corrections of bots are added to the first bot's seat.
    """
    found = {seat.number: 0 for seat in seats}
    for deal in deals:
        for seat, net in zip(seats, deal.nets or (), strict=True):
            found[seat.number] += net
    played_by: dict[int | None, list[int]] = {}
    for seat in seats:
        played_by.setdefault(seat.user_id, []).append(seat.number)
    rows = Balance.objects.filter(settlement__session=session).order_by()
    settled = rows.values_list("account__user").annotate(sum=Sum("points"))
    for user, points in settled:
        places = played_by.get(user, [])
        if places:
            found[places[0]] += points - sum(found[place] for place in places)
    return found
