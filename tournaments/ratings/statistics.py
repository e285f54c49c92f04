"""Statistics of one person: what many deals come to."""

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class DealResult:
    """What one deal of a finished session brought the person."""

    session: int
    rules_name: str
    won: bool
    points: int
    net: int


@dataclass(frozen=True, slots=True)
class Tally:
    """What deals come to; `best` and `worst` are nets, which all rules have in common."""

    sessions: int
    deals: int
    won: int
    points: int
    net: int
    best: int
    worst: int

    @property
    def win_share(self) -> float:
        return self.won / self.deals

    @property
    def average_points(self) -> float:
        return self.points / self.deals

    @property
    def average_net(self) -> float:
        return self.net / self.deals


def tally(results: Iterable[DealResult]) -> Tally | None:
    """Count the deals; None where there are none, for there is nothing to divide by."""
    deals = list(results)
    if not deals:
        return None
    return Tally(
        sessions=len({deal.session for deal in deals}),
        deals=len(deals),
        won=sum(deal.won for deal in deals),
        points=sum(deal.points for deal in deals),
        net=sum(deal.net for deal in deals),
        best=max(deal.net for deal in deals),
        worst=min(deal.net for deal in deals),
    )


def by_rules(results: Iterable[DealResult]) -> dict[str, Tally]:
    """Return the tally of each name of rules; those with most deals first, then by name."""
    groups: dict[str, list[DealResult]] = {}
    for deal in results:
        groups.setdefault(deal.rules_name, []).append(deal)
    counted = {name: counts for name, deals in groups.items() if (counts := tally(deals))}
    return dict(sorted(counted.items(), key=lambda item: (-item[1].deals, item[0])))
