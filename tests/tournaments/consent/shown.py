"""Model of what each user was shown when pressing a button, compared with the ledger.

It does not know agreements: a user who pressed a button for a session or event was shown a maximum
loss, and must not lose more there. A user who never did must neither owe nor win anything.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from typing import NamedTuple

from django.db.models import Count, Exists, OuterRef, Q, Sum
from django.db.models.functions import Coalesce

from tournaments.events.core.models import Event
from tournaments.ledger.audit.faults import FaultCode
from tournaments.ledger.audit.run import faults_of
from tournaments.ledger.audit.scope import AuditScope
from tournaments.ledger.book.models import Account, PostingLine
from tournaments.ledger.payments.models import Payment
from tournaments.ledger.pending.models import PendingResult
from tournaments.ledger.settling.models import Balance, Debt, Settlement, Transfer

#: Audit faults of deals that a test wrote as rows.
OF_ROWS = {
    FaultCode.DEAL_UNREADABLE,
    FaultCode.DEAL_NOT_OVER,
    FaultCode.DEAL_ACTION_MISSING,
    FaultCode.DEAL_RESULT,
}


class Played(NamedTuple):
    """A session or event, identified as in postings."""

    kind: str
    number: int


class Shown(NamedTuple):
    """What a page showed: a maximum loss and the terms behind it."""

    max_loss: int
    stake: int
    currency: str
    #: Other terms behind the loss: rules, deals, penalties.
    others: str = ""


def others_of(event: Event) -> str:
    """Return the terms of an event's loss other than the stake and the number of rounds."""
    said = (event.rules, event.deals, event.penalty_limit, event.sit_out_points, event.cards)
    return repr(said)


#: A player: a user ID, or the name of a player without a user account.
Who = int | str


@dataclass
class Shadow:
    """Everything shown to each player."""

    last: dict[tuple[Who, Played], Shown] = field(default_factory=dict)
    #: Everything shown to a user for a session or event, in order.
    all: dict[tuple[Who, Played], set[Shown]] = field(default_factory=lambda: defaultdict(set))
    #: Events of club nights by their sessions.
    nights: dict[int, int] = field(default_factory=dict)
    #: Maximums agreed to in case a correction takes effect, by correction.
    promised: dict[tuple[str, int], dict[tuple[Who, Played], int]] = field(
        default_factory=lambda: defaultdict(dict)
    )

    def press(self, who: Who, played: Played, shown: Shown) -> None:
        self.last[who, played] = shown
        self.all[who, played].add(shown)

    def promise(self, correction: tuple[str, int], who: Who, played: Played, most: int) -> None:
        """Record that the user agreed to this loss in case the correction takes effect."""
        self.promised[correction][who, played] = most

    def take_effect(self, correction: tuple[str, int]) -> None:
        """Record that a correction takes effect, with the agreements given for it."""
        for (who, played), most in self.promised.pop(correction, {}).items():
            last = self.last[who, played]
            self.press(who, played, last._replace(max_loss=max(most, last.max_loss)))

    def forget(self, who: Who, played: Played) -> None:
        """Record that the user withdrew from it."""
        self.last.pop((who, played), None)

    def most(self, who: Who, played: Played) -> int | None:
        """Return the maximum loss of a player there; None if the player never pressed a button for

        it.

        At a club night it is the sum over the sessions where the player sat down.
        """
        found = self.last.get((who, played))
        sessions = [
            self.last[who, Played("session", number)].max_loss
            for number, event in self.nights.items()
            if played == ("event", event) and (who, Played("session", number)) in self.last
        ]
        if found is None and not sessions:
            return None
        # A pending result is accepted as a whole.
        return found.max_loss if found is not None else sum(sessions)

    def terms(self, who: Who, played: Played) -> set[Shown]:
        """Return all terms shown to the user for it."""
        found = set(self.all.get((who, played), ()))
        for number, event in self.nights.items():
            if played == ("event", event):
                found |= self.all.get((who, Played("session", number)), set())
        return found

    @property
    def pressed(self) -> set[Who]:
        return {who for who, _ in self.all}

    # --- Invariants after every step

    def check(self) -> None:
        """Compare the ledger with what was shown."""
        self._check_lines()
        self._check_lists()
        self._check_waiting()

    def _check_lines(self) -> None:
        money = PostingLine.objects.exclude(account__currency="").exclude(
            account__kind=Account.Kind.HOUSE
        )
        lines = list(
            money.values_list(
                "posting",
                "posting__kind",
                "amount",
                "account__user",
                "account__name",
                "account__currency",
                "agreement__user",
                "agreement__terms",
                "posting__settlement__stake_minor",
            )
        )
        sums: Counter[tuple[Who, Played]] = Counter()
        for key, kind, amount, user, name, currency, by, terms, stake in lines:
            who: Who = user or name
            assert who in self.pressed, (who, key)
            assert by is not None, "a line of money is agreed to"
            assert by == (user or by), "by its own user"
            if kind not in ("settlement", "reversal"):
                continue
            name_of, number = key.split("-")[:2]
            played = Played(name_of, int(number))
            sums[who, played] += amount
            if stake is not None:
                self._check_terms(who, played, terms, stake, currency)
        for (who, played), amount in sums.items():
            if not amount:
                continue
            most = self.most(who, played)
            assert most is not None, (who, played, amount, "has pressed nothing for it")
            assert amount >= -most, (who, played, amount, most)

    def _check_terms(
        self, who: Who, played: Played, terms: dict[str, object], stake: int, currency: str
    ) -> None:
        """Check that a line is settled on terms that its user was shown."""
        shown = self.terms(who, played)
        known = {(each.stake, each.currency) for each in shown}
        assert (stake, currency) in known, (who, played, stake, currency, shown)
        assert terms["stake_minor"] == stake, (who, played, terms["stake_minor"], stake)
        last = self.last.get((who, played))
        if last is not None and last.others:
            event = Event.objects.get(pk=played.number)
            assert last.others == others_of(event), (who, played, last.others, others_of(event))

    def _check_lists(self) -> None:
        """Check that payment lists only name players who pressed a button for it."""
        for rows in (Debt.objects, Transfer.objects, Balance.objects):
            money = rows.exclude(settlement__currency="")
            sides = ("account",) if rows is Balance.objects else ("payer", "payee")
            for side in sides:
                found = money.exclude(**{f"{side}__kind": Account.Kind.HOUSE}).values_list(
                    "settlement__source",
                    "settlement__session",
                    "settlement__event",
                    f"{side}__user",
                    f"{side}__name",
                )
                for source, session, event, user, name in found.distinct():
                    who: Who = user or name
                    assert who in self.pressed, (who, rows.model.__name__)
                    if source in ("session", "event"):
                        played = Played(source, session or event)
                        assert self.terms(who, played), (who, played, rows.model.__name__)
        said = Payment.objects.values_list("transfer__payer__user", "transfer__payee__user")
        assert {each for pair in said.distinct() for each in pair if each} <= self.pressed

    def _check_waiting(self) -> None:
        """Check that pending results are in no balance and no list.

        A result that was declined or has lapsed can be settled once it is corrected.
        """
        corrected = Settlement.objects.filter(
            source=OuterRef("source"),
            number__gt=1,
            is_acceptance=False,
            created_at__gt=Coalesce(OuterRef("declined_at"), OuterRef("lapsed_at")),
        ).filter(Q(session=OuterRef("session")) | Q(event=OuterRef("event")))
        waiting = (
            PendingResult.objects.filter(accepted_at=None)
            .exclude(Exists(corrected))
            .values_list("source", "session", "event", "user", "name", "currency")
        )
        for source, session, event, user, name, currency in waiting:
            named = {"user": user} if user else {"user": None, "name": name}
            of_it = {"source": source, "session": session, "event": event}
            own = Account.objects.filter(currency=currency, **named)
            kept = Balance.objects.filter(
                account__in=own, **{f"settlement__{key}": value for key, value in of_it.items()}
            )
            assert not kept.aggregate(sum=Sum("amount"))["sum"], (user or name, of_it)
            listed: Counter[str] = Counter()
            for made in Settlement.objects.filter(**of_it):
                for model in (Debt, Transfer):
                    rows = model.objects.filter(settlement=made)
                    paid = rows.filter(payer__in=own).aggregate(sum=Sum("amount"))["sum"] or 0
                    got = rows.filter(payee__in=own).aggregate(sum=Sum("amount"))["sum"] or 0
                    listed[model.__name__] += got - paid
            assert not any(listed.values()), (user or name, of_it, listed)

    def check_audit(self) -> None:
        """Check that the audit only finds deals without actions."""
        found = [fault for faults in faults_of(AuditScope()) for fault in faults]
        left = [each for each in found if each.code not in OF_ROWS]
        assert not left, left
        assert (
            not PendingResult.objects.filter(accepted_at=None)
            .values("user", "event")
            .annotate(count=Count("pk"))
            .filter(count__gt=1, event__isnull=False, user__isnull=False)
        )
