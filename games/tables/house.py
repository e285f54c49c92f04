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
FEWEST_PEOPLE = 2


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
    """Return the most that the club can lose in one session, in minor units. No query.

    Before a transaction that uses it, call `compute_max_losses` or `compute_max_losses_at`.
    """
    return _bots_at_most(terms) * max_session_loss(terms)


def _bots_at_most(terms: MoneyTerms) -> int:
    return max(0, rule_set(terms.rules).players - FEWEST_PEOPLE)


def compute_max_losses(club: int) -> None:
    """Compute the maximum loss per deal at the club's open tables that have no stored value.

    Call it outside transactions, before the club's limit is checked: each search can take 50 ms.
    Only rows of earlier releases lack the value. One query.
    """
    unknown = _counted_sessions().filter(table__club=club, max_loss=None)
    for rules in unknown.order_by().values_list("rules", flat=True):
        max_deal_loss(rule_set(rules))


def compute_max_losses_at(table_id: int) -> None:
    """Compute it for the table and for the club that pays for bots there, if any.

    One or two queries.
    """
    payers = Table.objects.filter(pk=table_id, bot_money=Table.BotMoney.HOUSE, stake_minor__gt=0)
    for club, rules, stored in payers.values_list("club", "rules", "max_loss"):
        assert club is not None, "a constraint says so"
        deal_loss(rule_set(rules), stored)
        compute_max_losses(club)


def check_opening(user: User, terms: HouseTable, *, by_right: bool = True) -> None:
    """Check that the user may open the table and that the club can afford its maximum loss.

    The club's row stays locked until the transaction ends, so that tables opened at the same time
    are counted one after the other. Up to eight queries.

    :param by_right: False if a user with the right has set the terms, as at a club night
    :raises DeniedError: the club does not pay for bots, the user lacks the right, the stake is too
        high or in another currency, or the club could owe more than its limit
    """
    if not is_house_table(terms):
        return
    assert terms.club is not None
    house = clubs.house_of(terms.club, lock=True)
    _raise(_why_not_by(house, terms))
    if by_right and not clubs.may_open_house_tables(user.pk, terms.club):
        raise DeniedError(TableCode.HOUSE_RIGHT)
    assert house is not None
    _raise(_why_above(house, terms.club, adding=max_house_loss(terms)))


def notify_treasurers(user: User, terms: HouseTable) -> None:
    """Tell the club's treasurers that another session can cost the club money."""
    if is_house_table(terms) and terms.club is not None:
        worst = Cost(max_house_loss(terms), terms.currency)
        clubs.house_table_opened(user, terms.club, str(worst))


def why_not_further(table: Table) -> Denial | None:
    """Return why the table cannot have another session; None if it can.

    At a club night table without bots the club risks nothing, since no player there can add bots.
    """
    is_without_bots = table.purpose == Table.Purpose.COUNTS and not table.bots
    if is_without_bots or not is_house_table(table):
        return None
    assert table.club is not None
    return why_not_pay(table.club, table, adding=max_house_loss(table))


def why_not_pay(
    club: int, terms: Stake, *, adding: int, except_event: int | None = None
) -> Denial | None:
    """Return why the club does not pay for bots with these terms; None if it does.

    The club's row stays locked until the transaction ends.

    :param adding: the most that the club can lose with these terms, in minor units
    :param except_event: the id of an event to leave out because ``adding`` includes all of it
    """
    house = clubs.house_of(club, lock=True)
    if denial := _why_not_by(house, terms):
        return denial
    assert house is not None
    return _why_above(house, club, adding=adding, except_event=except_event)


def check_start(table: Table) -> None:
    """Check that a waiting session can start with bots; its maximum loss is counted already.

    :raises DeniedError: the club has stopped paying for bots, or has lowered its limits
    """
    if not is_house_table(table):
        return
    assert table.club is not None
    _raise(why_not_pay(table.club, table, adding=0))


def at_stake(club: int, currency: str) -> int:
    """Return the most that the club can lose at waiting, running and unsettled sessions.

    One query. At waiting tables, every seat beyond two counts as a bot's.
    """
    found = (
        _counted_sessions()
        .filter(table__club=club, currency=currency)
        .annotate(
            bots=Count("seats", filter=Q(seats__user=None)),
            bots_net=Sum("seats__net", filter=Q(seats__user=None), default=0),
        )
    )
    return sum(map(_still_to_lose, found))


def _counted_sessions() -> QuerySet[Session]:
    """Return the sessions in which clubs can still lose money for bots."""
    status = Session.Status
    is_open = Q(status__in=(status.WAITING, status.RUNNING)) | Q(
        status=status.FINISHED, awaits_settlement=True
    )
    is_closed = Q(status=status.WAITING, table__phase=Table.Phase.FINISHED)
    for_money = Session.objects.filter(bot_money=Table.BotMoney.HOUSE, stake_minor__gt=0)
    return for_money.filter(is_open).exclude(is_closed)


def _still_to_lose(session: Session) -> int:
    """Return the most that the club can lose in the session, or its actual loss once it is over."""
    if session.status == Session.Status.FINISHED:
        net: int = session.bots_net  # type: ignore[attr-defined]
        return max(0, -net) * session.stake_minor
    if session.status == Session.Status.WAITING:
        return _bots_at_most(session) * max_session_loss(session)
    bots: int = session.bots  # type: ignore[attr-defined]
    return bots * max_session_loss(session)


def _why_not_by(house: clubs.HouseTerms | None, terms: Stake) -> Denial | None:
    """Return the denial if the club's settings forbid these terms."""
    if house is None:
        return Denial(TableCode.HOUSE_OFF)
    most = Cost(house.max_stake_minor, house.currency)
    if terms.currency != house.currency:
        return Denial(TableCode.HOUSE_CURRENCY, {"most": most})
    if terms.stake_minor > house.max_stake_minor:
        return Denial(TableCode.HOUSE_STAKE, {"most": most})
    return None


def _why_above(
    house: clubs.HouseTerms, club: int, adding: int, except_event: int | None = None
) -> Denial | None:
    """Return the denial if the club could owe more than its limit."""
    could = (
        clubs.house_debt(club, house.currency)
        + at_stake(club, house.currency)
        + clubs.at_stake_in_events(club, house.currency, except_event)
        + adding
    )
    if could <= house.limit_minor:
        return None
    params: Mapping[str, Any] = {
        "could": Cost(could, house.currency),
        "limit": Cost(house.limit_minor, house.currency),
    }
    return Denial(TableCode.HOUSE_LIMIT, params)


def _raise(denial: Denial | None) -> None:
    if denial is not None:
        raise DeniedError(denial.code, **denial.params)
