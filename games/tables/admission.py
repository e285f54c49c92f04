"""Who may take a seat at a table, before anything else is looked at."""

from collections.abc import Collection

from accounts import stake_limits
from accounts.models import User
from games.common.denials import Denial, DeniedError
from games.tables import clubs
from games.tables.denials import TableCode
from games.tables.max_loss import Cost, MoneyTerms, max_session_loss
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


def why_above_limit(person: User, cost: Cost, agreed: Cost | None = None) -> Denial | None:
    """Return why the person is asked first: it could cost more than their own limit.

    Where it is for points there is nothing to ask; otherwise one query.

    :param cost: the worst case of what they are about to play
    :param agreed: the worst case that they have said yes to, where they have
    """
    if not cost.minor or (agreed is not None and agreed.covers(cost)):
        return None
    limit = stake_limits.limit_in(person.pk, cost.currency)
    if limit is None or cost.minor <= limit:
        return None
    return Denial(TableCode.ABOVE_LIMIT, {"worst": cost, "limit": Cost(limit, cost.currency)})


def check_limit(person: User, terms: MoneyTerms, agreed: Cost | None) -> None:
    """Check that a session by these terms needs no yes of the person's, or has it.

    Every session is asked about anew, whoever opens it or sits down at it. What a table plays for
    does not change while it waits, so nobody who sits there can be brought over their limit later.

    :raises DeniedError: it could cost the person more than their limit
    """
    cost = Cost(max_session_loss(terms), terms.currency)
    if denial := why_above_limit(person, cost, agreed):
        raise DeniedError(denial.code, **denial.params)
