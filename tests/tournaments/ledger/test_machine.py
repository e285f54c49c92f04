"""State machine: whatever users do, the ledger equals a model of plain dicts.

It calls the real services on the real database, and updates a model (``shadow``). After each step
the whole ledger is compared with it.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection, transaction
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from accounts.caller import Caller
from accounts.models import User
from accounts.notices.models import Notice
from games.common.denials import Denial
from tests.agreements import settle_agreed
from tests.proofs import WHOLE, size
from tests.tournaments.ledger.corrections.rows import correct
from tests.tournaments.ledger.shadow import PENDING, BookKey, Moved, Row, Shadow, Who, fewest
from tests.tournaments.rows import finished_session
from tournaments.clubs.models import Club, Membership
from tournaments.ledger.accounts.services import (
    carried_balances,
    change_book,
    settle_club,
    settle_due,
    settle_season,
)
from tournaments.ledger.book.holders import HOUSE, Holder, named_holder, user_holder
from tournaments.ledger.book.models import Account, ClubBook, Posting, PostingLine
from tournaments.ledger.corrections.services import correct_session
from tournaments.ledger.denials import LedgerCode as Code
from tournaments.ledger.denials import denial_text
from tournaments.ledger.payments import locking
from tournaments.ledger.payments.models import Payment, PaymentRecord
from tournaments.ledger.payments.selectors import has_open_balance
from tournaments.ledger.payments.services import (
    ask_to_waive,
    claim,
    confirm,
    dispute,
    receive,
    resolve,
    waive,
    withdraw,
)
from tournaments.ledger.settling.models import Balance, Settlement, TakenUp, Transfer
from tournaments.ledger.settling.services import settle_session, settle_winnings
from tournaments.ledger.settling.winnings import Party, Winnings

CURRENCIES = ("EUR", "JPY", "KWD")
#: Maximum number of open payments; beyond it all are paid.
MANY = 6
#: A player without a user account, in either club.
NAME = "Wing"
#: Roles by club. Sam is in none but plays too.
ROLES = {
    "Harbour": {"olga": "owner", "oscar": "organizer", "mei": "member", "bo": "member"},
    "Hill": {"bo": "owner", "olga": "member", "kim": "organizer"},
}
PEOPLE = ("olga", "oscar", "mei", "bo", "kim", "sam")

nets = st.integers(-30, 30)
currencies = st.sampled_from(("EUR", "EUR", "EUR", "JPY", "KWD", ""))
absurd = st.sampled_from((-1, 0, 2**63, 10**9))
seldom = st.sampled_from((False, False, False, False, True))


def founded() -> tuple[list[User], list[Club]]:
    """Return the users and the clubs with their members."""
    people = {name: User.objects.create_user(name) for name in PEOPLE}
    clubs = [Club.objects.create(name=name) for name in ROLES]
    for club in clubs:
        for name, role in ROLES[club.name].items():
            Membership.objects.create(club=club, user=people[name], role=role)
    return list(people.values()), clubs


def zero_sum(data: st.DataObject, count: int) -> list[int]:
    drawn = data.draw(st.lists(nets, min_size=count - 1, max_size=count - 1))
    return [*drawn, -sum(drawn)]


def holder(who: Who) -> Holder:
    if who is None:
        return HOUSE
    return user_holder(who) if isinstance(who, int) else named_holder(who)


def who_of(account: Account) -> Who:
    return account.user_id or account.name or None


def in_a_chain(points: list[int]) -> dict[tuple[int, int], int]:
    """Return payments from each player to the next that add up to the points."""
    pairs = {}
    passed = 0
    for at, each in enumerate(points[:-1]):
        passed -= each
        if passed:
            pairs[(at, at + 1) if passed > 0 else (at + 1, at)] = abs(passed)
    return pairs


class Clubs(RuleBasedStateMachine):
    """Two clubs, and players outside them."""

    people: list[User]
    clubs: list[Club]

    def __init__(self) -> None:
        super().__init__()
        self.undone = transaction.atomic()
        self.undone.__enter__()
        self.events = 0
        self.users = {each.pk: each for each in self.people}
        by_name = {each.username: each.pk for each in self.people}
        self.shadow = Shadow(
            roles={
                (by_name[name], club.pk): role
                for club in self.clubs
                for name, role in ROLES[club.name].items()
            }
        )

    def teardown(self) -> None:
        transaction.set_rollback(True)
        self.undone.__exit__(None, None, None)

    # --- Random choices

    def some_caller(self, data: st.DataObject, likely: list[Who]) -> int:
        """Return the caller: mostly a user with permission."""
        people = [each for each in likely if isinstance(each, int)]
        if not people or data.draw(seldom):
            return data.draw(st.sampled_from(list(self.users)), label="who asks")
        return data.draw(st.sampled_from(people), label="who asks")

    def some_transfer(self, data: st.DataObject) -> int:
        numbers = [number for number, row in self.shadow.rows.items() if row.open]
        if not numbers or data.draw(seldom):
            numbers = list(self.shadow.rows)
        return data.draw(st.sampled_from(numbers), label="transfer")

    def some_amount(self, data: st.DataObject, row: Row, number: int) -> int:
        free = row.open - self.shadow.pending(number)
        if data.draw(seldom):
            return data.draw(absurd, label="amount")
        parts = (max(free // 2, 1), max(free, 1), max(free // 3, 1), free + 1, row.open)
        return data.draw(st.sampled_from(parts), label="amount")

    def some_book(self, data: st.DataObject) -> tuple[Club, str]:
        if data.draw(seldom):
            club = data.draw(st.sampled_from(self.clubs), label="club")
            return club, data.draw(st.sampled_from((*CURRENCIES, "XXX", "")), label="currency")
        books = [(club, "EUR") for club in self.clubs]
        books += [(c, key[1]) for key in self.shadow.books() for c in self.clubs if c.pk == key[0]]
        return data.draw(st.sampled_from(books), label="book")

    def caller(self, person: int) -> Caller:
        return Caller(self.users[person])

    def organizers(self, club: int | None) -> list[Who]:
        return [each for each in self.users if self.shadow.is_organizer(each, club)]

    # --- Comparisons

    def refused(self, call: Callable[[], Any], why: Code) -> None:
        """Check that the service denies it with a message and changes nothing."""
        before = self.traces()
        answer = call()
        assert isinstance(answer, Denial), (answer, why)
        assert answer.code == why
        assert denial_text(answer)
        assert self.traces() == before

    def without_effect(self, call: Callable[[], Any]) -> None:
        """Check that nothing changes because it was done already."""
        lasting = self.traces()[2:]
        assert call() is None
        assert self.traces()[2:] == lasting

    def traces(self) -> list[Any]:
        return [
            list(Settlement.objects.order_by("pk").values_list("pk", "version")),
            Notice.objects.count(),
            PaymentRecord.objects.count(),
            list(Payment.objects.order_by("pk").values_list("pk", "status", "amount")),
            PostingLine.objects.count(),
            list(Transfer.objects.order_by("pk").values_list("pk", "open_amount")),
            TakenUp.objects.count(),
        ]

    def listed(self, due: Moved, key: BookKey) -> None:
        """Check that the newest settlement bills exactly this, in as few payments as possible."""
        made = Settlement.objects.order_by("pk").last()
        assert made is not None
        assert (made.club_id, made.currency, made.is_shortest) == (*key, True)
        new = list(made.transfers.select_related("payer", "payee"))
        gained: Counter[Who] = Counter()
        for row in new:
            payer, payee = who_of(row.payer), who_of(row.payee)
            assert row.amount == row.open_amount > 0
            self.shadow.rows[row.pk] = Row(key, made.pk, payer, payee, row.amount, row.amount)
            gained[payer] -= row.amount
            gained[payee] += row.amount
        assert gained == Counter(due)
        assert len(new) == fewest(due)
        assert len(new) <= max(sum(map(bool, due.values())) - 1, 0)

    def balances_of_newest(self) -> Moved:
        rows = Balance.objects.select_related("account")
        newest = Settlement.objects.order_by("pk").values("pk").last()
        assert newest is not None
        return {who_of(each.account): each.amount for each in rows.filter(settlement=newest["pk"])}

    # --- Sessions and events

    @initialize(
        data=st.data(),
        ways=st.tuples(*[st.sampled_from(("season", "limit", "every"))] * 2),
    )
    def an_evening(self, data: st.DataObject, ways: tuple[str, str]) -> None:
        """Start with two clubs that settle differently, and some games and payments."""
        for club, settles in zip(self.clubs, ways, strict=True):
            kept = self.shadow.settings[club.pk]
            kept.settles, kept.limit, kept.currency = settles, 100 * (settles == "limit"), "EUR"
            ClubBook.objects.create(
                club=club, settles=settles, limit_minor=kept.limit, limit_currency=kept.currency
            )
        for _ in range(3):
            self.a_session_ends(data)
        self.an_event_ends(data)
        for kind in ("paid", "waived"):
            if self.shadow.rows:
                self._claim_or_receive(data, kind, received=False)
        if self.shadow.said:
            self._answer(data, "dispute")

    @rule(data=st.data())
    def a_session_ends(self, data: st.DataObject) -> None:
        club = data.draw(st.sampled_from((None, *self.clubs)), label="club")
        currency = data.draw(currencies, label="currency")
        stake = data.draw(st.sampled_from((1, 5, 250)), label="stake") if currency else 0
        seats = data.draw(
            st.lists(st.sampled_from(list(self.users)), min_size=2, max_size=4, unique=True)
        )
        # Only in a club can the house stand for a bot; elsewhere such a session is for points.
        bots = data.draw(st.sampled_from((0, 0, 1))) if len(seats) < 4 else 0
        has_house = bool(bots and club) and data.draw(st.booleans(), label="house")
        people = [self.users[each] for each in seats] + [None] * bots
        count = data.draw(st.integers(1, 2))
        deals = [zero_sum(data, len(people)) for _ in range(count)]
        self._play(people, deals, club, stake, currency, has_house=has_house)

    def _play(
        self,
        people: list[User | None],
        deals: list[list[int]],
        club: Club | None,
        stake: int,
        currency: str,
        *,
        has_house: bool,
    ) -> None:
        session = finished_session(
            people,
            *deals,
            club=club,
            stake_minor=stake,
            currency=currency,
            bot_money="house" if has_house else "points",
        )
        settle_session(session.pk)
        key = (club and club.pk, currency if all(people) or has_house else "")
        totals = [sum(seat) for seat in zip(*deals, strict=True)]
        points = dict(zip([each and each.pk for each in people], totals, strict=True))
        name = f"session-{session.pk}"
        due = self.shadow.settle(name, key, stake if key[1] else 1, points)
        self.listed(due, key)

    @rule(data=st.data())
    def the_same_players_win_it_back(self, data: st.DataObject) -> None:
        """Cancel an earlier result, which random choices rarely do."""
        sources = [each for each in self.shadow.sources.values() if "session" in each.name]
        source = data.draw(st.sampled_from(sources), label="of")
        people = [self.users[who] if isinstance(who, int) else None for who in source.points]
        club = next((each for each in self.clubs if each.pk == source.key[0]), None)
        nets = [-points for points in source.points.values()]
        stake = source.stake * bool(source.key[1])
        has_house = club is not None and None in people
        self._play(people, [nets], club, stake, source.key[1], has_house=has_house)

    @rule(data=st.data())
    def an_event_ends(self, data: st.DataObject) -> None:
        club = data.draw(st.sampled_from(self.clubs), label="club")
        currency = data.draw(currencies, label="currency")
        self.events += 1
        key = (club.pk, currency)
        stake = data.draw(st.sampled_from((1, 40)), label="stake") if currency else 1
        parties, points = self._entrants(data)
        winnings = self._winnings(key, stake, parties, points)
        assert settle_agreed(winnings) is not None
        due = self.shadow.settle(f"event-{self.events}", key, stake, self._by(parties, points))
        self.listed(due, key)

    def _entrants(self, data: st.DataObject) -> tuple[list[Who], list[int]]:
        people: list[Who] = data.draw(
            st.lists(st.sampled_from([*self.users, NAME]), min_size=2, max_size=6, unique=True)
        )
        parties = people + [None] * data.draw(st.integers(0, 2), label="bots")
        return parties, zero_sum(data, len(parties))

    @staticmethod
    def _by(parties: list[Who], points: list[int]) -> Moved:
        found: Counter[Who] = Counter()
        for who, each in zip(parties, points, strict=True):
            found[who] += each
        return found

    def _winnings(
        self, key: BookKey, stake: int, parties: list[Who], points: list[int], event: int = 0
    ) -> Winnings:
        return Winnings(
            source=Settlement.Source.EVENT,
            source_id=event or self.events,
            club_id=key[0],
            currency=key[1],
            stake_minor=stake,
            parties=tuple(Party(holder(each), str(each or "Bot")) for each in parties),
            points=tuple(points),
            pairs=in_a_chain(points),
        )

    @precondition(lambda self: self.shadow.sources)
    @rule(data=st.data())
    def a_task_runs_twice(self, data: st.DataObject) -> None:
        name = data.draw(st.sampled_from(list(self.shadow.sources)), label="of")
        kind, number = name.split("-")
        source = self.shadow.sources[name]
        if kind == "session":
            self.without_effect(lambda: settle_session(int(number)))
            return
        parties, points = self._entrants(data)
        again = self._winnings(source.key, source.stake, parties, points, int(number))
        self.without_effect(lambda: settle_winnings(again))

    @precondition(lambda self: any("session" in name for name in self.shadow.sources))
    @rule(data=st.data())
    def a_session_is_corrected(self, data: st.DataObject) -> None:
        names = [name for name in self.shadow.sources if "session" in name]
        name = data.draw(st.sampled_from(names), label="of")
        source = self.shadow.sources[name]
        asks = self.some_caller(data, self.organizers(source.key[0]))
        seats = list(source.points)
        now = list(source.points.values())
        points = data.draw(st.sampled_from((now, None, None))) or zero_sum(data, len(seats))

        def corrects(**named: Any) -> Any:
            given = {"nets": dict(enumerate(points)), "reason": "a slip", **named}
            return correct_session(self.caller(asks), int(name.split("-")[1]), **given)

        if source.key[0] is None:
            self.refused(corrects, Code.ONLY_IN_CLUBS)
            return
        if not self.shadow.is_organizer(asks, source.key[0]):
            self.refused(corrects, Code.NOT_ALLOWED)
            return
        self.refused(lambda: corrects(reason=" "), Code.NO_REASON)
        uneven = {**dict(enumerate(points)), 0: points[0] + 1}
        self.refused(lambda: corrects(nets=uneven), Code.NOT_ZERO)
        by_seat = dict(zip(seats, points, strict=True))
        due = self.shadow.correct(name, by_seat)
        if due is None:
            self.refused(corrects, Code.SAME_RESULT)
            return
        given = dict(enumerate(points))
        made = correct(self.caller(asks), int(name.split("-")[1]), given, "a slip")
        assert made.is_correction
        self.listed(due, source.key)

    @precondition(lambda self: self.events)
    @rule(data=st.data())
    def an_event_is_corrected(self, data: st.DataObject) -> None:
        event = data.draw(st.integers(1, self.events), label="event")
        source = self.shadow.sources[f"event-{event}"]
        parties, points = self._entrants(data)
        winnings = self._winnings(source.key, source.stake, parties, points, event)
        made = settle_agreed(winnings, made_by=self.people[0], reason="a slip")
        due = self.shadow.correct(f"event-{event}", self._by(parties, points))
        assert (made is None) == (due is None)
        if due is not None:
            self.listed(due, source.key)
        again = settle_winnings(winnings, made_by=self.people[0], reason="a slip")
        assert again is None

    # --- Payments

    @precondition(lambda self: self.shadow.rows)
    @rule(data=st.data())
    def a_payer_marks_a_payment(self, data: st.DataObject) -> None:
        self._claim_or_receive(data, "paid", received=False)

    @precondition(lambda self: self.shadow.rows)
    @rule(data=st.data())
    def a_payer_requests_a_waiver(self, data: st.DataObject) -> None:
        self._claim_or_receive(data, "waived", received=False)

    @precondition(lambda self: self.shadow.rows)
    @rule(data=st.data(), kind=st.sampled_from(("paid", "waived")))
    def a_payee_records_a_payment_or_waiver(self, data: st.DataObject, kind: str) -> None:
        self._claim_or_receive(data, kind, received=True)

    def _claim_or_receive(self, data: st.DataObject, kind: str, *, received: bool) -> None:
        number = self.some_transfer(data)
        row = self.shadow.rows[number]
        side = row.payee if received else row.payer
        likely = [side] if isinstance(side, int) else self.organizers(row.key[0])
        asks = self.some_caller(data, likely)
        amount = self.some_amount(data, row, number)
        form_key = data.draw(st.sampled_from(("", "", "a", "b")), label="form")
        service = {
            ("paid", False): claim,
            ("paid", True): receive,
            ("waived", False): ask_to_waive,
            ("waived", True): waive,
        }[kind, received]

        def says() -> Any:
            return service(
                self.caller(asks), number, amount, locking.PaymentDetails(form_key=form_key)
            )

        form = (asks, number, kind, form_key)
        if form_key and form in self.shadow.forms and self.shadow.has_part(asks, row):
            self.without_effect(says)
            return
        why = self.shadow.why_not_claim(asks, number, amount, received=received)
        if why is not None:
            self.refused(says, why)
            return
        assert says() is None
        (made,) = Payment.objects.exclude(pk__in=self.shadow.said)
        self.shadow.claim(made.pk, asks, number, kind, amount)
        if received:
            self.shadow.confirm(made.pk)
        if form_key:
            self.shadow.forms.add(form)
            self.without_effect(says)

    @precondition(lambda self: self.shadow.said)
    @rule(data=st.data())
    def a_claim_is_confirmed(self, data: st.DataObject) -> None:
        self._answer(data, "confirm")

    @precondition(lambda self: self.shadow.said)
    @rule(data=st.data())
    def a_claim_is_disputed(self, data: st.DataObject) -> None:
        self._answer(data, "dispute")

    @precondition(lambda self: self.shadow.said)
    @rule(data=st.data())
    def a_claim_is_withdrawn(self, data: st.DataObject) -> None:
        self._answer(data, "withdraw")

    @precondition(lambda self: any(x.status == "disputed" for x in self.shadow.said.values()))
    @rule(data=st.data(), answer=st.sampled_from(("paid", "not_paid")))
    def an_organizer_resolves(self, data: st.DataObject, answer: str) -> None:
        self._answer(data, answer)

    def _answer(self, data: st.DataObject, answer: str) -> None:
        waiting = "disputed" if "paid" in answer else PENDING
        likely = [n for n, each in self.shadow.said.items() if each.status in waiting]
        payments = list(self.shadow.said) if not likely or data.draw(seldom) else likely
        number = data.draw(st.sampled_from(payments), label="payment")
        row = self.shadow.rows[self.shadow.said[number].transfer]
        sides = {"confirm": row.payee, "dispute": row.payee, "withdraw": row.payer}
        side = sides.get(answer)
        organizers = self.organizers(row.key[0])
        asks = self.some_caller(data, [side] if isinstance(side, int) else organizers)

        def says() -> Any:
            caller = self.caller(asks)
            if answer == "confirm":
                return confirm(caller, number)
            if answer == "dispute":
                return dispute(caller, number, "never came")
            if answer == "withdraw":
                return withdraw(caller, number)
            return resolve(caller, number, is_paid=answer == "paid", reason="asked both")

        why = self.shadow.why_not_answer(answer, asks, number)
        if why == "already":
            self.without_effect(says)
            return
        if isinstance(why, Code):
            self.refused(says, why)
            return
        assert says() is None
        if answer in ("confirm", "paid"):
            self.shadow.confirm(number)
        else:
            status = {"dispute": "disputed", "withdraw": "withdrawn", "not_paid": "rejected"}
            self.shadow.answer(number, status[answer])

    # --- Clubs

    @rule(data=st.data(), settles=st.sampled_from(("every", "season", "limit")))
    def the_way_of_settling_changes(self, data: st.DataObject, settles: str) -> None:
        club, currency = self.some_book(data)
        limit = data.draw(st.sampled_from((20, 400)), label="limit")
        if data.draw(seldom):
            settles, limit = data.draw(
                st.sampled_from((("limit", 0), ("soon", 20), ("limit", 2**63)))
            )
        asks = self.some_caller(data, self.organizers(club.pk))

        def changes() -> Any:
            return change_book(
                self.caller(asks),
                club.pk,
                settles=settles,
                seen_by="members",
                limit_minor=limit,
                limit_currency=currency,
            )

        if not self.shadow.is_organizer(asks, club.pk):
            self.refused(changes, Code.NOT_ALLOWED)
        elif settles == "soon":
            self.refused(changes, Code.NO_SUCH_CHOICE)
        elif settles == "limit" and (limit not in (20, 400) or currency not in CURRENCIES):
            self.refused(changes, Code.NO_LIMIT)
        else:
            assert changes() is None
            kept = self.shadow.settings[club.pk]
            kept.settles = settles
            kept.limit, kept.currency = (limit, currency) if settles == "limit" else (0, "")

    @rule(data=st.data())
    def roles_change(self, data: st.DataObject) -> None:
        changing = [each for each in self.shadow.roles.items() if each[1] != "owner"]
        (person, club), role = data.draw(st.sampled_from(changing), label="whose")
        role = "member" if role == "organizer" else "organizer"
        Membership.objects.filter(user=person, club=club).update(role=role)
        self.shadow.roles[person, club] = role

    @rule(data=st.data(), include_open=st.sampled_from((True, True, False)))
    def an_organizer_settles_the_club(self, data: st.DataObject, include_open: bool) -> None:
        ripe = [key for key in self.shadow.books() if all(key) and self.shadow.is_ripe(key)]
        if not ripe or data.draw(seldom):
            club, currency = self.some_book(data)
        else:
            number, currency = data.draw(st.sampled_from(ripe), label="book")
            club = next(each for each in self.clubs if each.pk == number)
        self._settle_club(
            self.some_caller(data, self.organizers(club.pk)),
            club,
            currency,
            include_open=include_open,
        )

    @precondition(lambda self: any(all(key) for key in self.shadow.books()))
    @rule(data=st.data())
    def all_balances_are_won_back(self, data: st.DataObject) -> None:
        """Bring every balance to zero, so that open and carried amounts cancel in one list."""
        books = [key for key in self.shadow.books() if all(key)]
        key = data.draw(st.sampled_from(books), label="book")
        parties = list(self.shadow.balances[key])
        points = [-self.shadow.balances[key][who] for who in parties]
        self.events += 1
        assert settle_agreed(self._winnings(key, 1, parties, points)) is not None
        back = self._by(parties, points)
        self.listed(self.shadow.settle(f"event-{self.events}", key, 1, back), key)
        club = next(each for each in self.clubs if each.pk == key[0])
        keeper = next(each for each in self.users if self.shadow.is_organizer(each, club.pk))
        self._settle_club(keeper, club, key[1], include_open=True)

    def _settle_club(self, asks: int, club: Club, currency: str, *, include_open: bool) -> None:
        def settles() -> Any:
            return settle_club(self.caller(asks), club.pk, currency, include_open=include_open)

        if not self.shadow.is_organizer(asks, club.pk):
            self.refused(settles, Code.NOT_ALLOWED)
            return
        due = self.shadow.settle_club(club.pk, currency, include_open=include_open)
        if due is None:
            self.refused(settles, Code.NOTHING_TO_SETTLE)
            return
        assert isinstance(made := settles(), Settlement), made
        assert self.balances_of_newest() == due
        self.listed(due, (club.pk, currency))
        self.refused(settles, Code.NOTHING_TO_SETTLE)

    @rule(data=st.data())
    def a_loss_limit_is_checked(self, data: st.DataObject) -> None:
        club, currency = self.some_book(data)
        is_due = self.shadow.is_due(club.pk, currency)
        made = settle_due(club.pk, currency)
        assert (made is not None) == is_due
        if is_due:
            self.listed(self.shadow.settle_club(club.pk, currency) or {}, (club.pk, currency))

    @rule(data=st.data())
    def a_season_closes(self, data: st.DataObject) -> None:
        club, _ = self.some_book(data)
        before = set(Settlement.objects.values_list("pk", flat=True))
        settle_season(club.pk, None)
        settle_season(club.pk, None)
        made = Settlement.objects.exclude(pk__in=before)
        if self.shadow.settings[club.pk].settles != "season":
            assert not made
            return
        lists = {each.currency: each for each in made}
        assert len(lists) == len(made)
        for currency in CURRENCIES:
            due = self.shadow.settle_club(club.pk, currency)
            assert (currency in lists) == (due is not None)
            if due is not None:
                self._season_listed(lists[currency], due)

    def _season_listed(self, made: Settlement, due: Moved) -> None:
        key = (made.club_id, made.currency)
        gained: Counter[Who] = Counter()
        for row in made.transfers.select_related("payer", "payee"):
            payer, payee = who_of(row.payer), who_of(row.payee)
            self.shadow.rows[row.pk] = Row(key, made.pk, payer, payee, row.amount, row.amount)
            gained[payer] -= row.amount
            gained[payee] += row.amount
        assert gained == Counter(due)

    @precondition(lambda self: sum(row.open > 0 for row in self.shadow.rows.values()) > MANY)
    @rule()
    def all_debts_are_paid(self) -> None:
        """Confirm every claim and receive every open payment: nobody owes anything."""
        for key in [key for key in self.shadow.books() if key[0] is not None]:
            asks = self.organizers(key[0])[0]
            due = self.shadow.settle_club(*key)
            answer = settle_club(self.caller(asks), *key)
            assert isinstance(answer, Denial) == (due is None)
            if due is not None:
                self.listed(due, key)
        for number, said in self.shadow.said.items():
            if said.status in PENDING:
                self._withdrawn(number)
        for number, row in self.shadow.rows.items():
            if row.open:
                self._received(number, row)
        for key, balances in self.shadow.balances.items():
            assert not key[1] or not any(balances.values()), key
        assert not any(has_open_balance(each) for each in self.people)

    def _permitted_user(self, who: Who, key: BookKey, but: Who = None) -> int:
        if isinstance(who, int):
            return who
        found = next(each for each in self.organizers(key[0]) if each != but)
        assert isinstance(found, int)
        return found

    def _withdrawn(self, number: int) -> None:
        row = self.shadow.rows[self.shadow.said[number].transfer]
        speaker = self.caller(self._permitted_user(row.payer, row.key))
        assert withdraw(speaker, number) is None
        self.shadow.answer(number, "withdrawn")

    def _received(self, number: int, row: Row) -> None:
        if not isinstance(row.payee, int) and self.organizers(row.key[0]) == [row.payer]:
            # The only organizer owes the house: another one is needed.
            self._one_more_organizer(row.key[0])
        asks = self._permitted_user(row.payee, row.key, but=row.payer)
        assert receive(self.caller(asks), number, row.open) is None
        (made,) = Payment.objects.exclude(pk__in=self.shadow.said)
        self.shadow.claim(made.pk, asks, number, "paid", row.open)
        self.shadow.confirm(made.pk)

    def _one_more_organizer(self, club: int | None) -> None:
        person = next(
            p for (p, c), role in self.shadow.roles.items() if (c, role) == (club, "member")
        )
        Membership.objects.filter(user=person, club=club).update(role="organizer")
        assert club is not None
        self.shadow.roles[person, club] = "organizer"

    # --- Invariants after every step

    @invariant()
    def each_result_is_posted_once_and_nothing_else(self) -> None:
        accounts = {each.pk: each for each in Account.objects.all()}
        found: defaultdict[str, Moved] = defaultdict(dict)
        running: Counter[int] = Counter()
        numbers: Counter[int] = Counter()
        books: defaultdict[BookKey, Counter[Who]] = defaultdict(Counter)
        for line in PostingLine.objects.order_by("number"):
            account = accounts[line.account_id]
            found[line.posting_id][who_of(account)] = line.amount
            numbers[account.pk] += 1
            running[account.pk] += line.amount
            assert (line.number, line.after) == (numbers[account.pk], running[account.pk])
            books[account.club_id, account.currency][who_of(account)] = line.after
        kinds = {each.key: (each.kind, each.reverses_id) for each in Posting.objects.all()}
        assert {key: (kinds[key][0], moved) for key, moved in found.items()} == self.shadow.postings
        assert len(kinds) == len(found)
        for key, (kind, reverses) in kinds.items():
            assert reverses == (key.removesuffix("-reversed") if kind == "reversal" else None)
        for key, balances in self.shadow.balances.items():
            assert books[key] == balances
            assert sum(balances.values()) == 0
        if connection.vendor == "postgresql":
            connection.check_constraints()

    @invariant()
    def open_amounts_are_the_unpaid_ones(self) -> None:
        found = dict(Transfer.objects.values_list("pk", "open_amount"))
        assert found == {number: row.open for number, row in self.shadow.rows.items()}
        assert Settlement.objects.count() == self.shadow.settlements
        said = {each.pk: each.status for each in Payment.objects.all()}
        assert said == {number: each.status for number, each in self.shadow.said.items()}
        assert PaymentRecord.objects.count() == self.shadow.records
        for number, row in self.shadow.rows.items():
            assert 0 <= self.shadow.pending(number) <= row.open <= row.amount

    @invariant()
    def balances_are_open_and_carried_amounts(self) -> None:
        for key in self.shadow.books():
            if not key[1]:
                continue
            billed = self.shadow.billed(key)
            carried = self.shadow.carried[key]
            assert key[0] is not None or not carried
            balances = self.shadow.balances[key]
            for who in {*billed, *carried, *balances}:
                assert balances[who] == billed[who] + carried[who]

    @invariant()
    def a_club_stores_its_carried_amounts(self) -> None:
        for club, currency in self.shadow.books():
            if club is not None and currency:
                found = carried_balances(club, currency)
                assert sorted(filter(None, found.carried.values())) == sorted(
                    filter(None, self.shadow.carried[club, currency].values())
                )


@pytest.mark.proof
@pytest.mark.django_db
def test_the_ledger_stays_correct_whatever_users_do() -> None:
    class Machine(Clubs):
        people, clubs = founded()

    run_state_machine_as_test(
        Machine,
        settings=settings(
            deadline=None,
            max_examples=size("book: histories"),
            stateful_step_count=size("book: steps of a history"),
            suppress_health_check=list(HealthCheck),
            # In CI failures are not shrunk, which takes minutes.
            phases=[each for each in Phase if WHOLE or each not in (Phase.shrink, Phase.explain)],
        ),
    )
