"""Who may see what of the book."""

from accounts.models import User
from tournaments.clubs.models import Membership
from tournaments.clubs.policy import Right, Role, may
from tournaments.ledger.models import Account, ClubBook


def may_see_amounts(person: User | None, club_id: int) -> bool:
    """Tell whether the person sees what everybody in the club has won and owes.

    Organizers do, and members where the club lets all of them. Two queries at most.
    """
    if person is None:
        return False
    held = Membership.objects.filter(club=club_id, user=person).values_list("role", flat=True)
    role = held.first()
    if role is None:
        return False
    if may(Role(role), Right.KEEP_BOOK):
        return True
    return ClubBook.objects.filter(club=club_id, seen_by=ClubBook.SeenBy.MEMBERS).exists()


def may_see_account(person: User | None, account: Account) -> bool:
    """Tell whether the person sees what is in the account: their own, or one of such a club.

    Two queries at most.
    """
    if person is None:
        return False
    if account.user_id == person.pk:
        return True
    return account.club_id is not None and may_see_amounts(person, account.club_id)
