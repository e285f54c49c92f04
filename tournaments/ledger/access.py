"""Shared by all ledger services: identity and permissions of the caller."""

from typing import TypeAlias

from accounts.caller import Caller
from accounts.models import User
from games.common.denials import Denial, DeniedError, calling_user
from games.common.wording import checked_reason
from tournaments.clubs.policy import Right, may
from tournaments.clubs.selectors import role_of
from tournaments.ledger.book.account import Account
from tournaments.ledger.denials import LedgerCode
from tournaments.ledger.settling.models import Settlement

#: Result of a service: None on success, or the denial.
Answer: TypeAlias = Denial | None


def require_user(caller: Caller) -> User:
    """Return the calling user; raise `DeniedError` without one."""
    return calling_user(caller, LedgerCode.UNKNOWN)


def keeps_book(user: User, club_id: int | None) -> bool:
    """Return whether the user may manage the club's ledger; False outside clubs."""
    return may(role_of(club_id, user), Right.KEEP_BOOK)


def check_organizer(user: User, club_id: int) -> None:
    """Check that the user may manage the club's ledger.

    :raises DeniedError: if not
    """
    if not keeps_book(user, club_id):
        raise DeniedError(LedgerCode.NOT_ALLOWED)


def acts_for(user: User, account: Account) -> bool:
    """Return whether the account is the user's, or the user acts for it as organizer.

    Organizers act for the club account, for players without a user account, and for former users.
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
