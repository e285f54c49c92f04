"""The club as the house: who may open tables where it pays for bots, and how much it may owe."""

from collections.abc import Mapping
from typing import Any, Protocol

from django.db.models import Count, Q, QuerySet, Sum

from accounts.models import User
from games.common.denials import Denial, DeniedError
from games.rules.max_loss import max_deal_loss
from games.tables import clubs
from games.tables.denials import TableCode
from games.tables.models import Session, Table
from games.tables.snapshot import rule_set
from games.tables.stakes import Stake
from games.tables.worst import Cost, MoneyTerms, loss_of, worst_case

#: Fewer people than that play for points, so the club pays nobody.
FEWEST_PEOPLE = 2


class HouseTable(MoneyTerms, Protocol):
    """A table, as far as it decides what its club can lose."""

    @property
    def club(self) -> int | None: ...
    @property
    def bot_money(self) -> str: ...


def is_house_table(terms: HouseTable) -> bool:
    """Return whether a club pays for bots at a table by these terms."""
    return bool(
        terms.bot_money == Table.BotMoney.HOUSE and terms.stake_minor and terms.club is not None
    )


def max_house_loss(terms: HouseTable) -> int:
    """Return the most that the club can lose in one session, in minor units. No query.

    Inside of transactions call `find_losses` or `find_losses_at` before these begin.
    """
    return _bots_at_most(terms) * worst_case(terms)


def _bots_at_most(terms: MoneyTerms) -> int:
    return max(0, rule_set(terms.rules).players - FEWEST_PEOPLE)


def find_losses(club: int) -> None:
    """Find out what deals can cost at the club's open tables, where rows do not have it.

    Call it outside of transactions, before the club's bound is asked about: each search can take
    some 50 ms. Rows of earlier releases do not have it. One query.
    """
    unknown = _counted_sessions().filter(table__club=club, max_loss=None)
    for rules in unknown.order_by().values_list("rules", flat=True):
        max_deal_loss(rule_set(rules))


def find_losses_at(table_id: int) -> None:
    """Do the same for the table, and for the club that pays for bots there, if any.

    One query, or two.
    """
    payers = Table.objects.filter(pk=table_id, bot_money=Table.BotMoney.HOUSE, stake_minor__gt=0)
    for club, rules, stored in payers.values_list("club", "rules", "max_loss"):
        assert club is not None, "a constraint says so"
        loss_of(rule_set(rules), stored)
        find_losses(club)


def check_opening(user: User, terms: HouseTable, *, by_right: bool = True) -> None:
    """Check that the user may open the table, and that the club can bear what it may lose there.

    The club's row stays locked until the transaction ends, so that two tables opened at the same
    moment are counted one after the other. Eight queries at most.

    :param by_right: False where someone with the right has set the terms, as at a club night
    :raises DeniedError: the club does not play as the house, the user lacks the right, the stake is
        too high or in another currency, or the club could owe more than its limit
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


def tell_of_session(user: User, terms: HouseTable) -> None:
    """Tell those who keep the club's book that its money is at stake in another session."""
    if is_house_table(terms) and terms.club is not None:
        worst = Cost(max_house_loss(terms), terms.currency)
        clubs.house_table_opened(user, terms.club, str(worst))


def why_not_further(table: Table) -> Denial | None:
    """Return why no further session can be opened at the table; None where it can.

    At a table of a club night without bots, which nobody there can add, the club risks nothing.
    """
    is_without_bots = table.purpose == Table.Purpose.COUNTS and not table.bots
    if is_without_bots or not is_house_table(table):
        return None
    assert table.club is not None
    return why_not_pay(table.club, table, adding=max_house_loss(table))


def why_not_pay(
    club: int, terms: Stake, *, adding: int, but_event: int | None = None
) -> Denial | None:
    """Return why the club does not pay for bots by these terms; None where it does.

    The club's row stays locked until the transaction ends.

    :param adding: the most that the club can lose by them, in minor units
    :param but_event: the number of an event that is not counted: ``adding`` has all of it
    """
    house = clubs.house_of(club, lock=True)
    if denial := _why_not_by(house, terms):
        return denial
    assert house is not None
    return _why_above(house, club, adding=adding, but_event=but_event)


def check_start(table: Table) -> None:
    """Check that a session that waited can begin with bots; what it may cost is counted already.

    :raises DeniedError: the club has stopped playing as the house, or has lowered its bounds
    """
    if not is_house_table(table):
        return
    assert table.club is not None
    _raise(why_not_pay(table.club, table, adding=0))


def at_stake(club: int, currency: str) -> int:
    """Return the most that the club can lose at its tables that wait, play or await settlement.

    One query. At tables that wait, every seat beyond two counts as a bot's.
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
    """Return the sessions at which clubs can still lose money as the house."""
    status = Session.Status
    is_open = Q(status__in=(status.WAITING, status.RUNNING)) | Q(
        status=status.FINISHED, awaits_settlement=True
    )
    is_closed = Q(status=status.WAITING, table__phase=Table.Phase.FINISHED)
    for_money = Session.objects.filter(bot_money=Table.BotMoney.HOUSE, stake_minor__gt=0)
    return for_money.filter(is_open).exclude(is_closed)


def _still_to_lose(session: Session) -> int:
    """Return the most that the club can lose in the session; once it is over, what it lost."""
    if session.status == Session.Status.FINISHED:
        net: int = session.bots_net  # type: ignore[attr-defined]
        return max(0, -net) * session.stake_minor
    if session.status == Session.Status.WAITING:
        return _bots_at_most(session) * worst_case(session)
    bots: int = session.bots  # type: ignore[attr-defined]
    return bots * worst_case(session)


def _why_not_by(house: clubs.HouseTerms | None, terms: Stake) -> Denial | None:
    """Return what of the club's settings forbids to play by these terms."""
    if house is None:
        return Denial(TableCode.HOUSE_OFF)
    most = Cost(house.max_stake_minor, house.currency)
    if terms.currency != house.currency:
        return Denial(TableCode.HOUSE_CURRENCY, {"most": most})
    if terms.stake_minor > house.max_stake_minor:
        return Denial(TableCode.HOUSE_STAKE, {"most": most})
    return None


def _why_above(
    house: clubs.HouseTerms, club: int, adding: int, but_event: int | None = None
) -> Denial | None:
    """Return the denial where the club could come to owe more than its limit."""
    could = (
        clubs.house_debt(club, house.currency)
        + at_stake(club, house.currency)
        + clubs.at_stake_in_events(club, house.currency, but_event)
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
