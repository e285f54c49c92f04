"""Queries: settlements, payments, and a user's debts."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Exists, OuterRef, Prefetch, Q, QuerySet, Sum
from django.utils import timezone

from accounts.models import User
from games.tables import selectors as tables
from games.tables.models import Deal, Seat, Session
from tournaments.clubs import selectors as clubs
from tournaments.clubs.models import Club, Membership
from tournaments.clubs.policy import MAY, Right, Role
from tournaments.ledger.book.account import Account
from tournaments.ledger.book.club_book import ClubBook
from tournaments.ledger.book.services import last_lines
from tournaments.ledger.corrections.models import SessionCorrection
from tournaments.ledger.links import event_parts
from tournaments.ledger.notices.models import LedgerNotice
from tournaments.ledger.payments.models import Payment, PaymentRecord, Reminder
from tournaments.ledger.payments.policy import LedgerReader, Side, Visibility, sides, visibility
from tournaments.ledger.pending.models import PendingResult
from tournaments.ledger.settling.models import Balance, Settlement, TakenUp, Transfer

_Source = Settlement.Source
#: Roles that keep a club's ledger.
KEEPERS = [role.value for role, rights in MAY.items() if Right.KEEP_BOOK in rights]


# --- Settlements


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
    """Return the query for all settlements of the same session or event; a club's alone."""
    if settlement.source == _Source.CLUB:
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
    if settlement.source == _Source.CLUB:
        return False
    left_out = PendingResult.objects.filter(
        source=settlement.source, session=settlement.session_id, event=settlement.event, user=user
    )
    return left_out.exists()


def seen_by(club_id: int | None) -> ClubBook.SeenBy:
    """Return who sees all amounts of the club; outside clubs, the players. At most one query."""
    if club_id is None:
        return ClubBook.SeenBy.INVOLVED
    rows = ClubBook.objects.filter(club=club_id).values_list("seen_by", flat=True)
    return ClubBook.SeenBy(rows.first() or ClubBook.SeenBy.INVOLVED)


def may_see_amounts(user: User | None, club_id: int) -> bool:
    """Return whether the user sees all amounts of the club; False for visitors.

    At most two queries.
    """
    role = clubs.role_of(club_id, user)
    if user is None or role is None:
        return False
    reader = LedgerReader(user.pk, role, may_look=True)
    return visibility(reader, seen_by(club_id), is_for_money=True) == Visibility.EVERYTHING


def may_see_account(user: User | None, account: Account) -> bool:
    """Return whether the account is the user's, or of a club all of whose amounts the user sees.

    At most two queries.
    """
    if user is not None and account.user_id == user.pk:
        return True
    return account.club_id is not None and may_see_amounts(user, account.club_id)


def session_settlement(session_id: int) -> Settlement | None:
    """Return the session's first settlement with relations; None if unsettled. One query."""
    rows = Settlement.objects.select_related("session__table", "club", "made_by")
    return rows.filter(session=session_id, number=1).first()


def seats_and_scored_deals(session_id: int) -> tuple[list[Seat], list[Deal]]:
    """Return the session's seats and its deals with a result, in order. Two queries."""
    deals = Deal.objects.filter(session=session_id, nets__isnull=False)
    return list(Seat.objects.filter(session=session_id)), list(deals.order_by("number", "attempt"))


def session_correction(slug: str, correction_id: int) -> SessionCorrection | None:
    """Return a proposed correction, open or not, with seats; None if there is none. Two queries."""
    found = SessionCorrection.objects.filter(
        pk=correction_id, session__settlements__slug=slug, session__settlements__number=1
    )
    return (
        found.select_related("session__table", "proposed_by", "closed_by")
        .prefetch_related("session__seats")
        .first()
    )


def open_correction(session_id: int) -> SessionCorrection | None:
    """Return the session's correction that waits for confirmation, or None. One query."""
    found = SessionCorrection.objects.filter(
        session=session_id, outcome="", lapses_at__gt=timezone.now()
    )
    return found.select_related("session__table", "proposed_by").first()


# --- Payments


def transfer(transfer_id: int) -> Transfer | None:
    """Return the due payment with its payments and records; None if there is none. Four queries."""
    records = PaymentRecord.objects.select_related("actor").order_by("pk")
    payments = Payment.objects.select_related("claimed_by").order_by("pk")
    rows = Transfer.objects.select_related(
        "settlement__session__table",
        "settlement__club",
        "payer__user",
        "payee__user",
        "taken_up__settlement",
    )
    return (
        rows.filter(pk=transfer_id)
        .prefetch_related(Prefetch("payments", payments), Prefetch("payments__records", records))
        .first()
    )


def reader_of(transfer: Transfer, user: User | None) -> tuple[LedgerReader, frozenset[Side]]:
    """Return the user as the transfer's reader, and the parties they may act for. One query."""
    club = transfer.settlement.club
    role = clubs.role_of(club, user)
    reader = LedgerReader(None if user is None else user.pk, role)
    return reader, sides(reader, transfer.payer, transfer.payee)


def reminders(transfer: Transfer, user: User) -> list[Reminder]:
    """Return the user's reminders of the transfer that are not sent yet. One query."""
    rows = Reminder.objects.filter(transfer=transfer, user=user, done_at=None)
    return list(rows.order_by("is_for_payer"))


def _with_list_relations(rows: QuerySet[Transfer]) -> QuerySet[Transfer]:
    """Return the query with settlement, parties and payments, which lists show."""
    payments = Payment.objects.order_by("pk")
    return rows.select_related(
        "settlement__session__table",
        "settlement__club",
        "payer__user",
        "payee__user",
        "taken_up__settlement",
    ).prefetch_related(Prefetch("payments", payments))


def _transfers_of(user: User) -> QuerySet[Transfer]:
    """Return the query for the due payments that the user makes or receives."""
    return Transfer.objects.filter(Q(payer__user=user) | Q(payee__user=user))


def open_transfers(user: User) -> list[Transfer]:
    """Return the user's open transfers with parties and payments, oldest first. Two queries."""
    rows = _transfers_of(user).filter(open_amount__gt=0)
    return list(_with_list_relations(rows).order_by("settlement__created_at", "pk"))


def closed_transfers(user: User) -> QuerySet[Transfer]:
    """Return the query for the user's paid, waived or rolled-over due payments, newest first."""
    return _with_list_relations(_transfers_of(user).filter(open_amount=0)).order_by(
        "-settlement__created_at", "-pk"
    )


def awaiting_answer(user: User) -> QuerySet[Transfer]:
    """Return the query for due payments with a claim that the user can answer, oldest first."""
    return _with_list_relations(awaiting_answer_by_id(user.pk)).order_by(
        "settlement__created_at", "pk"
    )


def awaiting_answer_by_id(user_id: int, _now: datetime | None = None) -> QuerySet[Transfer]:
    """Return the query for due payments with a claim that the user with this ID can answer.

    Payments to the user; and as an organizer, payments to the club or to players without a user
    account, and disputes between others.
    """
    keeps = Membership.objects.filter(user=user_id, role__in=KEEPERS).values("club")
    claimed = Q(status=Payment.Status.CLAIMED) & ~Q(claimed_by=user_id)
    for_others = ~Q(transfer__payee__kind=Account.Kind.PERSON) | Q(
        transfer__payee__user__is_active=False
    )
    to_the_club = for_others & Q(transfer__payee__club__in=keeps)
    theirs = Q(transfer__payee__user=user_id) | (to_the_club & ~Q(transfer__payer__user=user_id))
    disputed = Q(status=Payment.Status.DISPUTED, transfer__payer__club__in=keeps)
    of_others = ~Q(transfer__payer__user=user_id) & ~Q(transfer__payee__user=user_id)
    waiting = Payment.objects.filter((claimed & theirs) | (disputed & of_others))
    return Transfer.objects.filter(pk__in=waiting.values("transfer"))


def totals(user: User) -> Mapping[str, tuple[int, int]]:
    """Return (amount the user owes, amount owed to the user) by currency, in minor units.

    Two queries.
    """
    found: dict[str, list[int]] = {}
    for index, party in enumerate(("payer", "payee")):
        rows = Transfer.objects.filter(open_amount__gt=0, **{f"{party}__user": user}).order_by()
        for currency, amount in rows.values_list("settlement__currency").annotate(
            sum=Sum("open_amount")
        ):
            found.setdefault(currency, [0, 0])[index] = amount
    return {currency: (owes, owed) for currency, (owes, owed) in sorted(found.items())}


def has_open_balance(user: User) -> bool:
    """Return whether the user owes or is owed money, or may from a running game. Four queries.

    A user with a zero balance can still have payments both ways, and running games for money are
    not in the ledger yet.
    """
    own = Account.objects.filter(user=user).exclude(currency="").values_list("pk", flat=True)
    if any(line.after for line in last_lines(own).values()):
        return True
    # Also if the user left and a bot plays on.
    unsettled = Session.objects.filter(
        seats__user=user, is_part=False, settlements__isnull=True
    ).exclude(Q(currency="") | Q(status=Session.Status.WAITING))
    return _transfers_of(user).filter(open_amount__gt=0).exists() or unsettled.exists()


def left_without_keeper(user: User) -> Club | None:
    """Return a closed club with open payments whose only organizer is the user, or None. One query.

    The owner of an open club cannot leave; in a closed club no new organizer can be appointed.
    """
    kept = Membership.objects.filter(role__in=KEEPERS, user__is_active=True)
    others = kept.filter(club=OuterRef("pk")).exclude(user=user)
    still_open = Transfer.objects.filter(settlement__club=OuterRef("pk"), open_amount__gt=0)
    return (
        Club.objects.filter(closed_at__isnull=False, pk__in=kept.filter(user=user).values("club"))
        .filter(Exists(still_open), ~Exists(others))
        .first()
    )


def event_ids(settlements: Iterable[Settlement]) -> Sequence[int]:
    """Return the event IDs of the settlements, ascending."""
    return sorted({each.event for each in settlements if each.event is not None})


def roles_of(user: User) -> dict[int, Role]:
    """Return the user's roles by club ID. One query."""
    rows = Membership.objects.filter(user=user).values_list("club", "role")
    return {club: Role(role) for club, role in rows}


# --- Notices


def unseen_notices(user: User) -> QuerySet[LedgerNotice]:
    """Return the query for the user's notices not dismissed, newest first; no pending results."""
    rows = unseen_notices_by_id(user.pk)
    return rows.select_related("settlement__session__table", "settlement__club", "transfer")


def unseen_notices_by_id(user_id: int, _now: datetime | None = None) -> QuerySet[LedgerNotice]:
    """Return the query for the notices that the user with this ID has not dismissed.

    Pending results are left out: they are shown as long as they wait
    (``tournaments.ledger.pending``).
    """
    keeps = Membership.objects.filter(user=user_id, role__in=KEEPERS).values("club")
    # Former organizers get no more notices about payments of others.
    theirs = (
        Q(transfer=None)
        | Q(transfer__payer__user=user_id)
        | Q(transfer__payee__user=user_id)
        | Q(settlement__club__in=keeps)
    )
    rows = LedgerNotice.objects.filter(theirs, user=user_id, seen_at=None)
    return rows.exclude(kind=LedgerNotice.Kind.PENDING)
