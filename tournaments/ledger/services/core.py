"""What all services of the ledger share: who is asking, and what they may do."""

from typing import TypeAlias

from accounts.caller import Caller
from accounts.models import User
from games.common.denials import Denial, DeniedError
from games.common.wording import checked_reason
from tournaments.clubs.models import Membership
from tournaments.clubs.policy import Right, Role, may
from tournaments.ledger.denials import LedgerCode
from tournaments.ledger.models import Account

#: What a service answers: None when it was done, or why not.
Answer: TypeAlias = Denial | None

REASON_LENGTH = 300


def known(caller: Caller) -> User:
    """Return the person who asks.

    :raises DeniedError: somebody unknown, or a browser whose session has ended
    """
    person = caller.person()
    if person is None:
        raise DeniedError(LedgerCode.UNKNOWN)
    return person


def keeps_book(person: User, club_id: int | None) -> bool:
    """Tell whether the person keeps the club's book. At most one query."""
    if club_id is None:
        return False
    roles = Membership.objects.filter(club=club_id, user=person).values_list("role", flat=True)
    role = roles.first()
    return role is not None and may(Role(role), Right.KEEP_BOOK)


def check_organizer(person: User, club_id: int) -> None:
    """Check that the person keeps the club's book.

    :raises DeniedError: they do not
    """
    if not keeps_book(person, club_id):
        raise DeniedError(LedgerCode.NOT_ALLOWED)


def acts_for(person: User, account: Account) -> bool:
    """Tell whether the person speaks for the account: their own, or one that the club looks after.

    Organizers speak for the house, for those who are known by name alone, and for who is gone.
    """
    if account.user is not None and account.user.is_active:
        return account.user_id == person.pk
    return keeps_book(person, account.club_id)


def said_why(reason: str) -> str:
    """Return the reason that somebody gave.

    :raises DeniedError: they gave none, or one without a letter
    """
    return checked_reason(
        reason, REASON_LENGTH, missing=LedgerCode.NO_REASON, flawed=LedgerCode.WORDING_FLAWED
    )
