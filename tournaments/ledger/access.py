"""Access to ledgers: who manages a club's, and who sees its amounts.

Pages and sockets use it to decide what to show; services to permit an action.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from enum import StrEnum, auto
from typing import TypeAlias

from django.db import transaction

from accounts.caller import Caller
from accounts.models import User
from games.common.denials import Denial, DeniedError, calling_user
from games.common.wording import checked_reason
from tournaments.clubs.models import Club
from tournaments.clubs.policy import MAY, Right, Role, may
from tournaments.clubs.selectors import role_of
from tournaments.ledger.book.models import Account, ClubBook
from tournaments.ledger.denials import LedgerCode
from tournaments.ledger.settling.models import Settlement

#: Roles that keep a club's ledger.
KEEPERS = [role.value for role, rights in MAY.items() if Right.KEEP_BOOK in rights]
#: Result of a service: None on success, or the denial.
Answer: TypeAlias = Denial | None


class Visibility(StrEnum):
    """Part of a settlement that a reader may see: all, its existence only, or nothing."""

    #: Not even its existence.
    NOTHING = auto()
    #: Its existence, without amounts.
    NO_AMOUNTS = auto()
    EVERYTHING = auto()


@dataclass(frozen=True, slots=True)
class LedgerReader:
    """A user as reader of a settlement: role in its club, part in it, and access to the game."""

    #: None for an anonymous reader.
    user_id: int | None = None
    #: In the settlement's club, if any.
    role: Role | None = None
    #: Whether the reader won or lost something in it.
    is_involved: bool = False
    #: Whether the reader may see the session or event, or is a club member.
    may_look: bool = False

    @property
    def keeps_book(self) -> bool:
        """Return whether the reader keeps the ledger of the settlement's club."""
        return may(self.role, Right.KEEP_BOOK)

    @property
    def corrects_results(self) -> bool:
        """Return whether the reader may correct results of the settlement's club."""
        return may(self.role, Right.CORRECT_RESULTS)


def visibility(reader: LedgerReader, seen_by: ClubBook.SeenBy, *, is_for_money: bool) -> Visibility:
    """Return how much of a settlement the reader may see: all, its existence, or nothing.

    Everyone who may see the game sees points. Amounts of money are for the players, those who
    keep the club's ledger, and its members if the club allows it.
    """
    if reader.user_id is not None and (reader.is_involved or reader.keeps_book):
        return Visibility.EVERYTHING
    among_members = seen_by == ClubBook.SeenBy.MEMBERS and reader.role is not None
    if reader.may_look and (among_members or not is_for_money):
        return Visibility.EVERYTHING
    return Visibility.NO_AMOUNTS if reader.may_look else Visibility.NOTHING


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
    role = role_of(club_id, user)
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


def require_user(caller: Caller) -> User:
    """Return the calling user; raise `DeniedError` without one."""
    return calling_user(caller, LedgerCode.UNKNOWN)


def keeps_book(user: User, club_id: int | None) -> bool:
    """Return whether the user may manage the club's ledger; False outside clubs."""
    return may(role_of(club_id, user), Right.KEEP_BOOK)


def may_correct_results(user: User, club_id: int | None) -> bool:
    """Return whether the user may correct results of the club's games; False outside clubs."""
    return may(role_of(club_id, user), Right.CORRECT_RESULTS)


def check_keeper(user: User, club_id: int) -> None:
    """Check that the user may manage the club's ledger.

    :raises DeniedError: if not
    """
    if not keeps_book(user, club_id):
        raise DeniedError(LedgerCode.NOT_ALLOWED)


def acts_for(user: User, account: Account) -> bool:
    """Return whether the account is the user's, or the user acts for it as keeper.

    Keepers of a club's ledger act for the club account, for players without a user account, and
    for former users.
    """
    if account.user is not None and account.user.is_active:
        return account.user_id == user.pk
    return keeps_book(user, account.club_id)


def require_reason(reason: str) -> str:
    """Return the reason without surrounding spaces; it must have a letter.

    :raises DeniedError: if it is empty or has no letter
    """
    return checked_reason(
        reason,
        Settlement.REASON_LENGTH,
        missing_code=LedgerCode.NO_REASON,
        flaw_code=LedgerCode.WORDING_FLAWED,
    )


@contextmanager
def locked_club(caller: Caller, club_id: int, right: Right) -> Iterator[tuple[Club, User]]:
    """Yield the open club, with its row locked, and the calling user, who has the right in it.

    :raises DeniedError: the club is closed, or the user lacks the right
    """
    person = require_user(caller)
    with transaction.atomic():
        club = Club.objects.select_for_update().filter(pk=club_id).first()
        if club is None or not may(role_of(club, person), right):
            raise DeniedError(LedgerCode.NOT_ALLOWED)
        if club.closed_at is not None:
            raise DeniedError(LedgerCode.CLOSED)
        yield club, person
