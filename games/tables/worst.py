"""The worst case of a session: the most that it can cost one who plays, whatever happens.

What a deal can cost is found out once, before the table is opened, and stored with it: the search
can take a while, and pages show the number often.

It is a bound that rests on `games.rules.max_loss`: every deal costs the most that a deal can. Where
there is a target score, the session ends with the deal that reaches it: before that deal nobody has
lost as much. What a bot loses that stands in for somebody is that person's, and is counted.
"""

from collections.abc import Mapping
from typing import Any, Final, NamedTuple, Protocol, Self

from games.rules.max_loss import max_deal_loss
from games.rules.ruleset import RuleSet
from games.tables.snapshot import rule_set

#: The highest number that a column for a loss can hold, in both databases.
MOST_STORED: Final = 2**63 - 1


class MoneyTerms(Protocol):
    """What decides the worst case: a table, a session, or the facts of one."""

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
    """So much money: what something costs at most, and what somebody has said yes to.

    As a text, which forms keep and send back: ``"31200 HKD"``.
    """

    minor: int
    currency: str

    def __str__(self) -> str:
        return f"{self.minor} {self.currency}"

    @classmethod
    def parse(cls, text: str) -> Self | None:
        """Return the amount that the text names, if it names one."""
        minor, _blank, currency = text[:30].partition(" ")
        if minor.isascii() and minor.isdecimal() and len(currency) == 3:
            return cls(int(minor), currency)
        return None

    def covers(self, other: "Cost") -> bool:
        """Tell whether who said yes to this has said yes to the other."""
        return self.currency == other.currency and self.minor >= other.minor


def stored_loss(rules: RuleSet) -> int | None:
    """Return the most that a deal can cost, to be stored; None where it is too high for a column.

    Call it outside of transactions: it can take some 50 ms.
    """
    loss = max_deal_loss(rules)
    return loss if loss <= MOST_STORED else None


def loss_of(rules: RuleSet, stored: int | None) -> int:
    """Return the most that a deal can cost: what is stored or, without that, what is found."""
    return max_deal_loss(rules) if stored is None else stored


def worst_points(rules: RuleSet, deals: int, target: int | None) -> int:
    """Return the most points that so many deals can cost one who plays them all."""
    return points_of_deals(max_deal_loss(rules), deals, target)


def points_of_deals(loss: int, deals: int, target: int | None) -> int:
    """Return the same, where ``loss`` is the most that one deal can cost."""
    all_lost = deals * loss
    return all_lost if target is None else min(all_lost, target - 1 + loss)


def worst_case(terms: MoneyTerms) -> int:
    """Return the most that a session by these terms can cost one seat, in minor units.

    0 where it is for points. No query.
    """
    if not terms.currency or not terms.stake_minor:
        return 0
    loss = max_deal_loss(rule_set(terms.rules)) if terms.max_loss is None else terms.max_loss
    return points_of_deals(loss, terms.deals_planned, terms.target) * terms.stake_minor
