"""Statistics of one person: what many deals come to."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Tally:
    """What deals come to; `best` and `worst` are nets, which all rules have in common."""

    sessions: int
    deals: int
    won: int
    net: int
    best: int
    worst: int

    @property
    def win_share(self) -> float:
        return self.won / self.deals

    @property
    def average_net(self) -> float:
        return self.net / self.deals


def together(tallies: Collection[Tally]) -> Tally | None:
    """Return what all come to; None where there are none, for there is nothing to divide by."""
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
    """Return the names of the tallies; those with most deals first, then by name."""
    return sorted(tallies, key=lambda name: (-tallies[name].deals, name))
