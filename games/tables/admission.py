"""Who may take a seat at a table, before anything else is looked at."""

from collections.abc import Collection

from accounts.models import User
from games.tables import clubs
from games.tables.denials import TableCode
from games.tables.models import Table
from games.tables.snapshot import TableFacts


def why_no_guests(table: Table | TableFacts) -> TableCode | None:
    """Return why only people with an account take a seat; None where guests do, too."""
    if table.currency:
        return TableCode.MONEY_FOR_MEMBERS
    if table.joining == Table.Joining.MEMBERS:
        return TableCode.MEMBERS_ONLY
    return None


def why_outside(table: Table | TableFacts, user: User | None) -> TableCode | None:
    """Return why the person is none of those whom the table is for; None where they are.

    Members are those of the club that the table was opened in. Tables from before there were clubs
    have none: there a member is whoever has an account, which ``why_no_guests`` says.
    """
    if table.club is None or (user is not None and table.club in clubs.memberships(user.pk)):
        return None
    return TableCode.CLUB_MEMBERS_ONLY


def why_kept(user: User | None, kept_for: Collection[int] | None) -> TableCode | None:
    """Return why the person cannot have a seat that is kept for others; None where they can."""
    if kept_for is None or (user is not None and user.pk in kept_for):
        return None
    return TableCode.SEATS_KEPT
