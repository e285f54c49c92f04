"""Results of a session or event in the form the ledger settles."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from operator import add, sub
from typing import Any, NamedTuple

from tournaments.ledger.book.holders import HOUSE, Holder
from tournaments.ledger.settling.models import Settlement

#: Indexes of two parties: payer and payee.
Pair = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Party:
    """A player or bot in a result: account holder, and name at that time."""

    holder: Holder
    name: str = ""


class Result(NamedTuple):
    """A holder's result: points, and the entry fee and prize in minor units."""

    points: int
    fee: int = 0
    prize: int = 0

    def plus(self, other: "Result") -> "Result":
        """Return the sum of two results, part by part."""
        return Result(*map(add, self, other))

    def minus(self, other: "Result") -> "Result":
        """Return the difference from another result, part by part."""
        return Result(*map(sub, self, other))

    def amount(self, stake_minor: int) -> int:
        """Return what the holder won, or below zero lost, in minor units."""
        return self.points * stake_minor - self.fee + self.prize


@dataclass(frozen=True, slots=True)
class Winnings:
    """Each party's win or loss in points, overall and pair by pair, with fees and prizes.

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
    #: Entry fees that parties owe the club, and prizes it owes them, in minor units by party index.
    fees: Mapping[int, int] = field(default_factory=dict)
    prizes: Mapping[int, int] = field(default_factory=dict)
    #: Whether all payments go to the club or come from it.
    through_club: bool = False
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

    def results_by_holder(self) -> dict[Holder, Result]:
        """Return the results of all holders, in the order of the parties.

        The club's fee and prize are the opposite of all others', so that each part sums to zero.
        """
        fees, prizes = self._by_holder(self.fees), self._by_holder(self.prizes)
        return {
            holder: Result(points, fees.get(holder, 0), prizes.get(holder, 0))
            for holder, points in self.by_holder().items()
        }

    def _by_holder(self, amounts: Mapping[int, int]) -> dict[Holder, int]:
        """Return amounts, given by party index, by holder; the club has the opposite of all."""
        if not amounts:
            return {}
        found = {HOUSE: -sum(amounts.values())}
        for at, amount in amounts.items():
            holder = self.parties[at].holder
            found[holder] = found.get(holder, 0) + amount
        return found

    def amounts_by_holder(self) -> dict[Holder, int]:
        """Return what each holder won or lost in minor units, in the order of the parties."""
        results = self.results_by_holder()
        return {holder: each.amount(self.stake_minor) for holder, each in results.items()}

    def debts_by_holder(self) -> dict[tuple[Holder, Holder], int]:
        """Return the minor units that each (payer, payee) pair of different holders settles."""
        found: dict[tuple[Holder, Holder], int] = {}

        def add_debt(payer: Holder, payee: Holder, amount: int) -> None:
            """Add an amount owed by one holder to another."""
            if payer != payee and amount:
                found[payer, payee] = found.get((payer, payee), 0) + amount

        for (payer, payee), points in self.pairs.items():
            holders = self.parties[payer].holder, self.parties[payee].holder
            add_debt(*holders, points * self.stake_minor)
        for at, fee in self.fees.items():
            add_debt(self.parties[at].holder, HOUSE, fee)
        for at, prize in self.prizes.items():
            add_debt(HOUSE, self.parties[at].holder, prize)
        return found

    def without(self, left_out: Collection[Holder]) -> "Winnings":
        """Return the winnings without these holders, as if they had not played.

        Their wins and losses are removed pair by pair, so that points still sum to zero. Their fees
        and prizes are removed, too; other prizes stay the same.
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
        return replace(
            self,
            parties=tuple(self.parties[at] for at in kept),
            points=tuple(points),
            pairs=pairs,
            fees={new[at]: fee for at, fee in self.fees.items() if at in new},
            prizes={new[at]: prize for at, prize in self.prizes.items() if at in new},
        )

    def parts_of(self, holder: Holder) -> dict[Holder, int]:
        """Return the minor units that each other holder won from this one; negative for losses."""
        parts: dict[Holder, int] = {}
        for (payer, payee), amount in self.debts_by_holder().items():
            if payer == holder:
                parts[payee] = parts.get(payee, 0) + amount
            elif payee == holder:
                parts[payer] = parts.get(payer, 0) - amount
        return {other: amount for other, amount in parts.items() if amount}

    def names(self) -> dict[Holder, str]:
        """Return the names of the parties by holder; empty for the house."""
        return {party.holder: "" if party.holder == HOUSE else party.name for party in self.parties}
