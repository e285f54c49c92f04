"""Results of a session or event in the form the ledger settles."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from tournaments.ledger.book.holders import HOUSE, Holder
from tournaments.ledger.settling.models import Settlement

#: Indexes of two parties: payer and payee.
Pair = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Party:
    """A player or bot in a result: account holder, and name at that time."""

    holder: Holder
    name: str = ""


@dataclass(frozen=True, slots=True)
class Winnings:
    """Each party's win or loss in points, overall and pair by pair.

    Several parties may share a holder, as bots do. Points sum to zero and equal the pairwise sums
    (proven by `tournaments.ledger.settling.settlement.pairwise_debts`).
    """

    source: Settlement.Source
    #: Primary key of the session or event.
    source_id: int
    club_id: int | None
    #: Empty for points, which are settled one for one.
    currency: str
    stake_minor: int
    parties: tuple[Party, ...]
    points: tuple[int, ...]
    #: Points above zero by party indexes.
    pairs: Mapping[Pair, int]
    #: The agreed terms, stored with the settlement.
    terms: dict[str, Any] = field(default_factory=dict)

    @property
    def key(self) -> str:
        """The start of its postings' keys, such as "session-12"."""
        return f"{self.source}-{self.source_id}"

    def by_holder(self) -> dict[Holder, int]:
        """Return the points of each holder, in the order of the parties."""
        found: dict[Holder, int] = {}
        for party, points in zip(self.parties, self.points, strict=True):
            found[party.holder] = found.get(party.holder, 0) + points
        return found

    def pairs_by_holder(self) -> dict[tuple[Holder, Holder], int]:
        """Return the points that each (payer, payee) pair of different holders settles."""
        found: dict[tuple[Holder, Holder], int] = {}
        for (payer, payee), points in self.pairs.items():
            pair = self.parties[payer].holder, self.parties[payee].holder
            if pair[0] != pair[1]:
                found[pair] = found.get(pair, 0) + points
        return found

    def without(self, left_out: Collection[Holder]) -> "Winnings":
        """Return the winnings without these holders, as if they had not played.

        Their wins and losses are removed pair by pair, so that points still sum to zero.
        """
        if not left_out:
            return self
        kept = [at for at, party in enumerate(self.parties) if party.holder not in left_out]
        new = {before: at for at, before in enumerate(kept)}
        points, pairs = [self.points[at] for at in kept], {}
        for (payer, payee), paid in self.pairs.items():
            if payer in new and payee in new:
                pairs[new[payer], new[payee]] = paid
            elif payer in new:
                points[new[payer]] += paid
            elif payee in new:
                points[new[payee]] -= paid
        parties = tuple(self.parties[at] for at in kept)
        return replace(self, parties=parties, points=tuple(points), pairs=pairs)

    def parts_of(self, holder: Holder) -> dict[Holder, int]:
        """Return the points that each other holder won from this one; negative for losses."""
        parts: dict[Holder, int] = {}
        for (payer, payee), points in self.pairs_by_holder().items():
            if payer == holder:
                parts[payee] = parts.get(payee, 0) + points
            elif payee == holder:
                parts[payer] = parts.get(payer, 0) - points
        return {other: points for other, points in parts.items() if points}

    def names(self) -> dict[Holder, str]:
        """Return the names of the parties by holder; empty for the house."""
        return {party.holder: "" if party.holder == HOUSE else party.name for party in self.parties}
