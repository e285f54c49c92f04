"""Model of the ledger in plain dicts: what services must answer and the state afterwards.

It uses nothing of the ledger's own code except its denial codes.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache

from tests.tournaments.ledger.settling.test_settlement import fewest_by_partitions
from tournaments.ledger.denials import LedgerCode as Code

#: A user ID, a name, or None for the house.
Who = int | str | None
#: A club ID, or None outside clubs, and a currency.
BookKey = tuple[int | None, str]
Moved = dict[Who, int]

PENDING = ("claimed", "disputed")


@cache
def _fewest(values: tuple[int, ...]) -> int:
    return fewest_by_partitions({str(at): each for at, each in enumerate(values)})


def fewest(nets: Mapping[Who, int]) -> int:
    """Return the fewest payments that settle these nets, by exhaustive search."""
    values = tuple(sorted(filter(None, nets.values())))
    return _fewest(values) if values else 0


@dataclass
class Row:
    """A transfer."""

    key: BookKey
    settlement: int
    payer: Who
    payee: Who
    amount: int
    open: int


@dataclass
class Said:
    """A payment."""

    transfer: int
    kind: str
    amount: int
    status: str
    by: int


@dataclass
class Source:
    """A settled session or event with its current result."""

    name: str
    key: BookKey
    stake: int
    points: Moved
    count: int = 1
    #: Key of its last posting, if any.
    posting: str | None = None


@dataclass
class Settings:
    settles: str = "every"
    limit: int = 0
    currency: str = ""

    def carries(self, currency: str) -> bool:
        if not currency or self.settles == "every":
            return False
        return self.settles == "season" or self.currency == currency


@dataclass
class Shadow:
    #: Roles by club.
    roles: dict[tuple[int, int], str]
    settings: defaultdict[int, Settings] = field(default_factory=lambda: defaultdict(Settings))
    balances: defaultdict[BookKey, Counter[Who]] = field(
        default_factory=lambda: defaultdict(Counter)
    )
    carried: defaultdict[BookKey, Counter[Who]] = field(
        default_factory=lambda: defaultdict(Counter)
    )
    sources: dict[str, Source] = field(default_factory=dict)
    rows: dict[int, Row] = field(default_factory=dict)
    said: dict[int, Said] = field(default_factory=dict)
    #: Postings by key: the kind, and the amounts.
    postings: dict[str, tuple[str, Moved]] = field(default_factory=dict)
    forms: set[tuple[int, int, str, str]] = field(default_factory=set)
    settlements: int = 0
    #: Number of claims and answers per payment.
    records: int = 0

    # --- Permissions

    def is_organizer(self, person: int, club: int | None) -> bool:
        return club is not None and self.roles.get((person, club)) in ("owner", "organizer")

    def can_act_for(self, person: int, who: Who, club: int | None) -> bool:
        return who == person if isinstance(who, int) else self.is_organizer(person, club)

    def has_part(self, person: int, row: Row) -> bool:
        return person in (row.payer, row.payee) or self.is_organizer(person, row.key[0])

    # --- Sessions and events

    def carries(self, key: BookKey) -> bool:
        return key[0] is not None and self.settings[key[0]].carries(key[1])

    def settle(self, name: str, key: BookKey, stake: int, points: Mapping[Who, int]) -> Moved:
        """Settle a result; return the payments due, empty if there are none."""
        source = self.sources[name] = Source(name, key, stake, dict(points))
        return self._settled(source, dict(points))

    def correct(self, name: str, points: Mapping[Who, int]) -> Moved | None:
        """Settle the difference; return None if there is none."""
        source = self.sources[name]
        change = {
            who: points.get(who, 0) - source.points.get(who, 0)
            for who in {**source.points, **points}
        }
        if not any(change.values()):
            return None
        if source.posting is not None:
            moved = {who: -amount for who, amount in self.postings[source.posting][1].items()}
            self._post(f"{source.posting}-reversed", "reversal", source.key, moved)
        source.points, source.count = dict(points), source.count + 1
        return self._settled(source, change)

    def _settled(self, source: Source, change: Moved) -> Moved:
        self.settlements += 1
        whole = {who: points * source.stake for who, points in source.points.items() if points}
        source.posting = f"{source.name}-{source.count}" if whole else None
        if source.posting is not None:
            self._post(source.posting, "settlement", source.key, whole)
        due = {who: points * source.stake for who, points in change.items() if points}
        if not source.key[1]:
            return {}
        if self.carries(source.key):
            self.carried[source.key].update(due)
            return {}
        return due

    def _post(self, name: str, kind: str, key: BookKey, moved: Moved) -> None:
        assert name not in self.postings
        self.postings[name] = kind, moved
        self.balances[key].update(moved)

    # --- Clubs

    def is_ripe(self, key: BookKey) -> bool:
        """Return whether there are carried balances or lists that could be combined."""
        lists = {row.settlement for row in self.rows.values() if row.key == key and row.open}
        return any(self.carried[key].values()) or len(lists) > 1

    def is_due(self, club: int, currency: str) -> bool:
        settings = self.settings[club]
        passed = any(abs(each) > settings.limit for each in self.carried[club, currency].values())
        return settings.settles == "limit" and settings.currency == currency and passed

    def rollable(self, key: BookKey) -> list[int]:
        waiting = {each.transfer for each in self.said.values() if each.status in PENDING}
        return [
            number
            for number, row in self.rows.items()
            if row.key == key and row.open and number not in waiting
        ]

    def settle_club(self, club: int, currency: str, *, include_open: bool = False) -> Moved | None:
        """Create a list; return None if there is nothing to settle."""
        key = (club, currency)
        taken = self.rollable(key) if include_open and currency else []
        carried = {who: amount for who, amount in self.carried[key].items() if amount}
        if not carried and not taken:
            return None
        nets = Counter(carried)
        for number in taken:
            row = self.rows[number]
            nets[row.payer] -= row.open
            nets[row.payee] += row.open
        lists = {self.rows[number].settlement for number in taken}
        if not carried and len(lists) == 1 and fewest(nets) == len(taken):
            return None
        for number in taken:
            self.rows[number].open = 0
        self.carried[key].clear()
        self.settlements += 1
        return dict(nets)

    # --- Payments

    def pending(self, number: int) -> int:
        return sum(
            each.amount
            for each in self.said.values()
            if each.transfer == number and each.status in PENDING
        )

    def why_not_claim(
        self, person: int, number: int, amount: int, *, received: bool
    ) -> Code | None:
        """Return why the user cannot claim or waive this amount, if so."""
        row = self.rows[number]
        free = row.open - self.pending(number)
        if not self.has_part(person, row):
            return Code.NO_TRANSFER
        if received and row.payer == person:
            return Code.OWN_PAYMENT
        side = row.payee if received else row.payer
        if not self.can_act_for(person, side, row.key[0]):
            return Code.NOT_PAYEE if received else Code.NOT_PAYER
        if amount < 1:
            return Code.NOT_AN_AMOUNT
        if not row.open:
            return Code.NOTHING_OPEN
        if amount <= free:
            return None
        return Code.CLAIM_WAITS if received and amount <= row.open else Code.TOO_MUCH

    def claim(self, payment: int, person: int, number: int, kind: str, amount: int) -> None:
        self.said[payment] = Said(number, kind, amount, "claimed", person)
        self.records += 1

    def confirm(self, payment: int) -> None:
        said = self.said[payment]
        row = self.rows[said.transfer]
        kind = "payment" if said.kind == "paid" else "waiver"
        moved = {row.payer: said.amount, row.payee: -said.amount}
        self._post(f"payment-{payment}", kind, row.key, moved)
        row.open -= said.amount
        said.status = "confirmed"
        self.records += 1

    def answer(self, payment: int, status: str) -> None:
        self.said[payment].status = status
        self.records += 1

    def why_not_answer(self, service: str, person: int, payment: int) -> Code | str | None:
        """Return why the user cannot answer, or "already" if it was answered the same way."""
        said = self.said[payment]
        row = self.rows[said.transfer]
        if not self.has_part(person, row):
            return Code.NO_TRANSFER
        return {
            "confirm": self._why_not_confirm,
            "dispute": self._why_not_dispute,
            "withdraw": self._why_not_withdraw,
            "paid": self._why_not_resolve,
            "not_paid": self._why_not_resolve,
        }[service](service, person, said, row)

    def _as_payee(self, person: int, row: Row) -> Code | None:
        if row.payer == person:
            return Code.OWN_PAYMENT
        return None if self.can_act_for(person, row.payee, row.key[0]) else Code.NOT_PAYEE

    def _why_not_confirm(self, _: str, person: int, said: Said, row: Row) -> Code | str | None:
        if why := self._as_payee(person, row):
            return why
        if said.status == "confirmed":
            return "already"
        if said.status not in PENDING:
            return Code.ANSWERED
        return Code.OWN_PAYMENT if said.by == person else None

    def _why_not_dispute(self, _: str, person: int, said: Said, row: Row) -> Code | str | None:
        if why := self._as_payee(person, row):
            return why
        if said.by == person and said.status in PENDING:
            return Code.OWN_PAYMENT
        if said.status == "disputed":
            return "already"
        return None if said.status == "claimed" else Code.ANSWERED

    def _why_not_withdraw(self, _: str, person: int, said: Said, row: Row) -> Code | str | None:
        if not self.can_act_for(person, row.payer, row.key[0]):
            return Code.NOT_PAYER
        if said.status == "withdrawn":
            return "already"
        return None if said.status in PENDING else Code.ANSWERED

    def _why_not_resolve(
        self, service: str, person: int, said: Said, row: Row
    ) -> Code | str | None:
        if row.key[0] is None:
            return Code.NO_ORGANIZER
        if not self.is_organizer(person, row.key[0]):
            return Code.NOT_ALLOWED
        if person in (row.payer, row.payee, said.by):
            return Code.NOT_IMPARTIAL
        if said.status != "disputed":
            return Code.NOT_DISPUTED
        return Code.NOT_PAYEE if service == "paid" and said.kind == "waived" else None

    # --- Invariants

    def billed(self, key: BookKey) -> Counter[Who]:
        """Return each account's net of open transfers."""
        found: Counter[Who] = Counter()
        for row in self.rows.values():
            if row.key == key:
                found[row.payer] -= row.open
                found[row.payee] += row.open
        return found

    def books(self) -> Iterable[BookKey]:
        return list(self.balances)
