"""What a session or an event came to, as the ledger takes it, wherever it was played."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from tournaments.ledger.models import Account, Settlement

#: A pair of places among the parties: who pays, who is paid.
Pair = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Holder:
    """Whose account it is: a person's, somebody's who is known by name, or the house's."""

    kind: Account.Kind
    user_id: int | None = None
    name: str = ""

    def account(self, club_id: int | None, currency: str) -> Account:
        """Return the row that is the holder's account, not stored yet."""
        return Account(
            kind=self.kind,
            user_id=self.user_id,
            name=self.name,
            club_id=club_id,
            currency=currency,
        )


#: Who stands for bots, for what is given and taken by decision.
HOUSE: Final = Holder(Account.Kind.HOUSE)


def person(user_id: int) -> Holder:
    """Return the holder of a person's account."""
    return Holder(Account.Kind.PERSON, user_id=user_id)


def by_name(name: str) -> Holder:
    """Return the holder of the account of somebody who is known by name alone."""
    return Holder(Account.Kind.NAME, name=name)


def holder_of(account: Account) -> Holder:
    """Return whose account it is; the inverse of `Holder.account`."""
    return Holder(Account.Kind(account.kind), account.user_id, account.name)


@dataclass(frozen=True, slots=True)
class Party:
    """Somebody who won or lost, under the name that they had."""

    holder: Holder
    name: str = ""


@dataclass(frozen=True, slots=True)
class Winnings:
    """What everybody won or lost in points, and how it came about pair by pair.

    Several parties may have one holder, as bots do. Points sum to zero, and pair by pair they come
    to the same (`tournaments.ledger.settlement.reckoning` proves it).
    """

    source: Settlement.Source
    #: The number of the session or of the event.
    source_id: int
    club_id: int | None
    #: Empty for points, which are settled one for one.
    currency: str
    stake_minor: int
    parties: tuple[Party, ...]
    points: tuple[int, ...]
    #: Points, above zero, by places among the parties.
    pairs: Mapping[Pair, int]
    #: What all had agreed to, for the settlement to name.
    terms: dict[str, Any] = field(default_factory=dict)

    @property
    def key(self) -> str:
        """What postings of it are called."""
        return f"{self.source}-{self.source_id}"

    def by_holder(self) -> dict[Holder, int]:
        """Return the points of each holder, in the order of the parties."""
        found: dict[Holder, int] = {}
        for party, points in zip(self.parties, self.points, strict=True):
            found[party.holder] = found.get(party.holder, 0) + points
        return found

    def pairs_by_holder(self) -> dict[tuple[Holder, Holder], int]:
        """Return what passed between holders; what passed between two bots is nobody's debt."""
        found: dict[tuple[Holder, Holder], int] = {}
        for (payer, payee), points in self.pairs.items():
            pair = self.parties[payer].holder, self.parties[payee].holder
            if pair[0] != pair[1]:
                found[pair] = found.get(pair, 0) + points
        return found

    def without(self, left_out: Collection[Holder]) -> "Winnings":
        """Return the same as if these holders had not played: all that passed by them is left out.

        What others won from them, or lost to them, is taken out pair by pair, so that the points
        still sum to zero.
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
        """Return the points that each other holder has won from this one; below zero: lost."""
        parts: dict[Holder, int] = {}
        for (payer, payee), points in self.pairs_by_holder().items():
            if payer == holder:
                parts[payee] = parts.get(payee, 0) + points
            elif payee == holder:
                parts[payer] = parts.get(payer, 0) - points
        return {other: points for other, points in parts.items() if points}

    def names(self) -> dict[Holder, str]:
        """Return what holders were called; the house has no name of its own."""
        return {party.holder: "" if party.holder == HOUSE else party.name for party in self.parties}
