"""Checks of whether a user may take a seat at a table."""

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
    """Return the code why only users with an account can take a seat; None if guests can too.

    The reasons are a stake, and a table for members.
    """
    if table.currency:
        return TableCode.MONEY_FOR_MEMBERS
    if table.joining == Table.Joining.MEMBERS:
        return TableCode.MEMBERS_ONLY
    return None


def why_not_member(table: Table | TableFacts, user: User | None) -> TableCode | None:
    """Return the code if the table is for a club that the user is not in; otherwise None.

    Tables opened before clubs existed have no club; there every user with an account is a member
    (``why_no_guests``).
    """
    if table.club is None or (user is not None and table.club in clubs.memberships(user.pk)):
        return None
    return TableCode.CLUB_MEMBERS_ONLY


def why_reserved(user: User | None, reserved_for: Collection[int] | None) -> TableCode | None:
    """Return the code if seats are reserved and not for the user; otherwise None.

    :param reserved_for: ids of the users for whom they are reserved; None if they are not
    """
    if reserved_for is None or (user is not None and user.pk in reserved_for):
        return None
    return TableCode.SEATS_RESERVED


def why_above_limit(user: User, cost: Cost, agreed: Cost | None = None) -> Denial | None:
    """Return why the user has to confirm first: the maximum loss is above their own limit.

    None if it is not, if they have confirmed that loss, or for points.

    No query if the session is for points; one query otherwise.

    :param cost: the maximum loss of the session
    :param agreed: the maximum loss that the user has confirmed, if any
    """
    if not cost.minor or (agreed is not None and agreed.covers(cost)):
        return None
    limit = stake_limits.limit_in(user.pk, cost.currency)
    if limit is None or cost.minor <= limit:
        return None
    return Denial(TableCode.ABOVE_LIMIT, {"worst": cost, "limit": Cost(limit, cost.currency)})


def check_limit(user: User, terms: MoneyTerms, agreed: Cost | None) -> None:
    """Check that the session's maximum loss needs no confirmation by the user, or has it.

    Each session is confirmed separately, both by its host and by players who sit down. The terms of
    a waiting table do not change, so a seated player cannot be brought above their limit later.

    :raises DeniedError: the session could cost the user more than their limit
    """
    cost = Cost(max_session_loss(terms), terms.currency)
    if denial := why_above_limit(user, cost, agreed):
        raise DeniedError(denial.code, **denial.params)
