"""Tables where a club pays for bots: who may open them, and how much the club may owe."""

from collections.abc import Mapping
from typing import Any, Protocol

from django.db.models import Count, Q, QuerySet, Sum

from accounts.models import User
from games.common.denials import Denial, DeniedError
from games.rules.max_loss import max_deal_loss
from games.tables import clubs
from games.tables.denials import TableCode
from games.tables.max_loss import Cost, MoneyTerms, deal_loss, max_session_loss
from games.tables.models import Session, Table
from games.tables.snapshot import rule_set
from games.tables.stakes import Stake

#: With fewer users the session is for points, so the club pays nothing.
MIN_USERS = 2


class HouseTable(MoneyTerms, Protocol):
    """A table: the fields that decide what its club can lose."""

    @property
    def club(self) -> int | None: ...
    @property
    def bot_money(self) -> str: ...


def is_house_table(terms: HouseTable) -> bool:
    """Return whether a club pays for bots at a table with these terms."""
    return bool(
        terms.bot_money == Table.BotMoney.HOUSE and terms.stake_minor and terms.club is not None
    )


def max_house_loss(terms: HouseTable) -> int:
    """Return the most that the club can lose for bots in one session, in minor units. No query.

    Before a transaction that uses it, call `compute_max_losses` or `compute_max_losses_at`.
    """
    return _max_bots(terms) * max_session_loss(terms)


def _max_bots(terms: MoneyTerms) -> int:
    """Return the most bots that can play in a session for money with these rules."""
    return max(0, rule_set(terms.rules).players - MIN_USERS)


def compute_max_losses(club: int) -> None:
    """Compute maximum losses per deal that the club's unsettled sessions lack; cached, not stored.

    Call it outside transactions, before the club's limit is checked: each search can take 50 ms.
    Only rows of earlier releases lack the value. One query.
    """
    unknown = _counted_sessions().filter(table__club=club, max_loss=None)
    for rules in unknown.order_by().values_list("rules", flat=True):
        max_deal_loss(rule_set(rules))


def compute_max_losses_at(table_id: int) -> None:
    """Compute and cache maximum losses of a table and all sessions where its club pays for bots.

    Does nothing if no club pays for bots at the table. One or two queries.
    """
    payers = Table.objects.filter(pk=table_id, bot_money=Table.BotMoney.HOUSE, stake_minor__gt=0)
    for club, rules, stored in payers.values_list("club", "rules", "max_loss"):
        assert club is not None, "a constraint says so"
        deal_loss(rule_set(rules), stored)
        compute_max_losses(club)


def check_opening(user: User, terms: HouseTable, *, is_right_required: bool = True) -> None:
    """Check that the user may open a table where a club pays for bots, and that it can afford that.

    Nothing is checked for other tables.

    The club's row stays locked until the transaction ends, so that tables opened at the same time
    are counted one after the other. Up to eight queries.

    :param is_right_required: False if a user with the right has set the terms, as at a club night
    :raises DeniedError: the club does not pay for bots, the user lacks the right, the stake is too
        high or in another currency, or the club could owe more than its limit
    """
    if not is_house_table(terms):
        return
    assert terms.club is not None
    house = clubs.house_of(terms.club, lock=True)
    _raise_if_denied(_why_terms_forbidden(house, terms))
    if is_right_required and not clubs.may_open_house_tables(user.pk, terms.club):
        raise DeniedError(TableCode.HOUSE_RIGHT)
    assert house is not None
    _raise_if_denied(_why_over_limit(house, terms.club, added_loss=max_house_loss(terms)))


def notify_treasurers(user: User, terms: HouseTable) -> None:
    """Notify the club's treasurers if a new session with these terms can cost the club money."""
    if is_house_table(terms) and terms.club is not None:
        worst = Cost(max_house_loss(terms), terms.currency)
        clubs.house_table_opened(user, terms.club, str(worst))


def why_not_further(table: Table) -> Denial | None:
    """Return why the club does not pay for bots in a further session there; None if it may start.

    Also None if no club pays for bots there.

    At a club night table without bots the club risks nothing, since no player there can add bots.
    """
    is_without_bots = table.purpose == Table.Purpose.COUNTS and not table.bots
    if is_without_bots or not is_house_table(table):
        return None
    assert table.club is not None
    return why_not_pay(table.club, table, added_loss=max_house_loss(table))


def why_not_pay(
    club: int, terms: Stake, *, added_loss: int, except_event: int | None = None
) -> Denial | None:
    """Return why the club does not pay for bots with these terms; None if it does.

    Checks the club's currency, highest stake and limit of debt, not a user's rights.

    The club's row stays locked until the transaction ends.

    :param added_loss: the most that the club can lose with these terms, in minor units
    :param except_event: the id of an event to leave out because `added_loss` includes it
    """
    house = clubs.house_of(club, lock=True)
    if denial := _why_terms_forbidden(house, terms):
        return denial
    assert house is not None
    return _why_over_limit(house, club, added_loss=added_loss, except_event=except_event)


def check_start(table: Table) -> None:
    """Check that the club, if it pays for bots at the waiting table, still does with these terms.

    The session's maximum loss is counted already.

    :raises DeniedError: the club has stopped paying for bots, or has lowered its limits
    """
    if not is_house_table(table):
        return
    assert table.club is not None
    _raise_if_denied(why_not_pay(table.club, table, added_loss=0))


def at_stake(club: int, currency: str) -> int:
    """Return the most that the club can still lose for bots in its sessions, in minor units.

    Losses that are not settled yet are included. At waiting tables, every seat beyond two counts as
    a bot's. One query.
    """
    found = (
        _counted_sessions()
        .filter(table__club=club, currency=currency)
        .annotate(
            bots=Count("seats", filter=Q(seats__user=None)),
            bots_net=Sum("seats__net", filter=Q(seats__user=None), default=0),
        )
    )
    return sum(map(_possible_loss, found))


def _counted_sessions() -> QuerySet[Session]:
    """Return the query for waiting, running and unsettled sessions where a club pays for bots."""
    status = Session.Status
    is_open = Q(status__in=Session.GOING_ON) | Q(status=status.FINISHED, awaits_settlement=True)
    is_closed = Q(status=status.WAITING, table__phase=Table.Phase.FINISHED)
    for_money = Session.objects.filter(bot_money=Table.BotMoney.HOUSE, stake_minor__gt=0)
    return for_money.filter(is_open).exclude(is_closed)


def _possible_loss(session: Session) -> int:
    """Return the most that the club can lose in the session, or its actual loss once it is over."""
    if session.status == Session.Status.FINISHED:
        net: int = session.bots_net  # type: ignore[attr-defined]
        return max(0, -net) * session.stake_minor
    if session.status == Session.Status.WAITING:
        return _max_bots(session) * max_session_loss(session)
    bots: int = session.bots  # type: ignore[attr-defined]
    return bots * max_session_loss(session)


def _why_terms_forbidden(house: clubs.HouseTerms | None, terms: Stake) -> Denial | None:
    """Return the denial if the club does not pay for bots, or not for this stake; else None."""
    if house is None:
        return Denial(TableCode.HOUSE_OFF)
    max_stake = Cost(house.max_stake_minor, house.currency)
    if terms.currency != house.currency:
        return Denial(TableCode.HOUSE_CURRENCY, {"most": max_stake})
    if terms.stake_minor > house.max_stake_minor:
        return Denial(TableCode.HOUSE_STAKE, {"most": max_stake})
    return None


def _why_over_limit(
    house: clubs.HouseTerms, club: int, added_loss: int, except_event: int | None = None
) -> Denial | None:
    """Return the denial if the club could then owe more than its limit; otherwise None."""
    possible_debt = (
        clubs.house_debt(club, house.currency)
        + at_stake(club, house.currency)
        + clubs.at_stake_in_events(club, house.currency, except_event)
        + added_loss
    )
    if possible_debt <= house.limit_minor:
        return None
    params: Mapping[str, Any] = {
        "could": Cost(possible_debt, house.currency),
        "limit": Cost(house.limit_minor, house.currency),
    }
    return Denial(TableCode.HOUSE_LIMIT, params)


def _raise_if_denied(denial: Denial | None) -> None:
    """Raise the denial as an error if there is one."""
    if denial is not None:
        raise DeniedError(denial.code, **denial.params)
