"""Maximum loss: the most that a session can cost a player, whatever happens.

The maximum loss of a deal is computed once, before the table is opened, and stored with it: the
search can take a while, and pages show the number often.

It is an upper bound based on `games.rules.worst`: every deal costs the most that a deal can. With a
target score, the session ends with the deal that reaches it, so the loss before that deal is below
the target. Losses of a bot that stands in for a user are that user's and are counted.
"""

from collections.abc import Mapping
from typing import Any, Final, NamedTuple, Protocol, Self

from games.common.numbers import whole_number
from games.rules.max_loss import max_deal_loss
from games.rules.ruleset.rule_set import RuleSet
from games.tables.snapshot import rule_set

#: The largest value of a column for a loss, in both databases.
MAX_STORED: Final = 2**63 - 1


class MoneyTerms(Protocol):
    """A table, a session, or the facts of one: the fields that decide the maximum loss."""

    @property
    def rules(self) -> Mapping[str, Any]: ...
    @property
    def deals_planned(self) -> int: ...
    @property
    def target(self) -> int | None: ...
    @property
    def stake_minor(self) -> int: ...
    @property
    def currency(self) -> str: ...
    @property
    def max_loss(self) -> int | None: ...


class Cost(NamedTuple):
    """An amount of money: a maximum loss, or the loss that a user has confirmed.

    Its text form, which pages send back, is ``"31200 HKD"``.
    """

    minor: int
    currency: str

    def __str__(self) -> str:
        return f"{self.minor} {self.currency}"

    @classmethod
    def parse(cls, text: str) -> Self | None:
        """Return the amount in a text such as ``"31200 HKD"``; None if there is none."""
        minor, _blank, currency = text[:30].partition(" ")
        number = whole_number(minor)
        return None if number is None or len(currency) != 3 else cls(number, currency)

    def covers(self, cost: "Cost") -> bool:
        """Return whether a yes to this amount is also a yes to the other, an equal or lower one."""
        return self.currency == cost.currency and self.minor >= cost.minor


def storable_loss(rules: RuleSet) -> int | None:
    """Return the maximum loss of a deal in points, to be stored; None if too high to store.

    Call it outside transactions: it can take 50 ms.
    """
    loss = max_deal_loss(rules)
    return loss if loss <= MAX_STORED else None


def deal_loss(rules: RuleSet, stored: int | None) -> int:
    """Return the maximum loss of a deal in points: the stored one, or else a computed one."""
    return max_deal_loss(rules) if stored is None else stored


def points_of_deals(max_deal_points: int, deals: int, target: int | None) -> int:
    """Return the most points that a seat can lose in a session, given the most in one deal.

    :param target: the target score, with which the session ends earlier; None without one
    """
    all_lost = deals * max_deal_points
    return all_lost if target is None else min(all_lost, target - 1 + max_deal_points)


def max_session_loss(terms: MoneyTerms) -> int:
    """Return the most that a session with these terms can cost one seat, in minor units.

    0 for points. No query.
    """
    if not terms.currency or not terms.stake_minor:
        return 0
    loss = max_deal_loss(rule_set(terms.rules)) if terms.max_loss is None else terms.max_loss
    return points_of_deals(loss, terms.deals_planned, terms.target) * terms.stake_minor
