"""Totals of a player's deals. Pure."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Tally:
    """Totals of a player's deals; `best` and `worst` are nets, comparable between rules."""

    sessions: int
    deals: int
    won: int
    net: int
    best: int
    worst: int

    @property
    def win_share(self) -> float:
        """Share of deals won, from 0 to 1."""
        return self.won / self.deals

    @property
    def average_net(self) -> float:
        """Average net points per deal."""
        return self.net / self.deals


def combined(tallies: Collection[Tally]) -> Tally | None:
    """Return the sum of the tallies; None if there are none, as averages would divide by zero."""
    if not tallies:
        return None
    return Tally(
        sessions=sum(each.sessions for each in tallies),
        deals=sum(each.deals for each in tallies),
        won=sum(each.won for each in tallies),
        net=sum(each.net for each in tallies),
        best=max(each.best for each in tallies),
        worst=min(each.worst for each in tallies),
    )


def most_played(tallies: Mapping[str, Tally]) -> list[str]:
    """Return the names of the tallies, those with the most deals first, then by name."""
    return sorted(tallies, key=lambda name: (-tallies[name].deals, name))
