"""Opens tables of several kinds, which together have every kind of timed step."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from accounts.caller import Caller
from accounts.models import User
from benchmarks.load.tables import RULES, Visitor, members, signed_in
from games.rules.ruleset.rule_set import RuleSet
from games.tables.models import Table
from games.tables.services import core, opening, seating, starting
from games.tables.terms import shown_digest

SEATS = 4
#: Sessions are short, so that faults also hit their ends.
DEALS = 2


class OpenTable(NamedTuple):
    """A table whose first deal has been dealt."""

    table_id: int
    slug: str
    visitors: tuple[Visitor, ...]
    #: User IDs of those who never move.
    absent: frozenset[int]
    #: Digest of the terms that the table's page shows; empty for points.
    terms: str


def open_tables(count: int, first: int = 0) -> list[OpenTable]:
    """Open `count` tables, in turn: for money, with bots, with a clock, with watched bots.

    :param first: number of tables opened before, to continue the turn
    """
    made = (_open_for_money, _open_with_bots, _open_with_clock, _open_watched)
    users = members(count * SEATS)
    return [
        made[(first + number) % len(made)](users[number * SEATS : (number + 1) * SEATS])
        for number in range(count)
    ]


def _open_for_money(users: Sequence[User]) -> OpenTable:
    """Open a table for a stake."""
    return _open_and_start(users, stake_minor=10, currency="EUR")


def _open_with_bots(users: Sequence[User]) -> OpenTable:
    """Open a table for two of the users, with bots in the other seats."""
    return _open_and_start(users[:2], bots=True)


def _open_with_clock(users: Sequence[User]) -> OpenTable:
    """Open a table where one player never moves, so that the clock runs out and a bot stands in."""
    return _open_and_start(users, absent=1, clock="blitz", stake_minor=10, currency="EUR")


def _open_watched(users: Sequence[User]) -> OpenTable:
    """Open a table with bots in all seats; its host gets up and watches."""
    opened = _open_and_start(users[:1], bots=True, deals_planned=50)
    _assert_done(seating.stand_up(Caller(users[0]), opened.table_id))
    return opened


def _open_and_start(users: Sequence[User], *, absent: int = 0, **terms: Any) -> OpenTable:
    """Open a table for the users, seat them all, and start its session."""
    asked: dict[str, Any] = {
        "deals_planned": DEALS, "seating": Table.Seating.CHOSEN, "bots": False, **terms
    }  # fmt: skip
    rules = RuleSet.make(RULES, {"players": SEATS})
    table = opening.open_table(users[0], rules=rules, rules_name=RULES, **asked)
    shown = shown_digest(table, table.clock)
    for number, user in enumerate(users[1:], 1):
        _assert_done(seating.sit(Caller(user), table.pk, number, terms=shown))
    _assert_done(starting.start(Caller(users[0]), table.pk))
    away = frozenset(user.pk for user in users[len(users) - absent :])
    return OpenTable(table.pk, table.slug, tuple(map(signed_in, users)), away, shown)


def _assert_done(answer: core.Answer) -> None:
    """Assert that the service did what was asked."""
    assert answer is None, answer
