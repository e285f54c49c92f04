"""A ledger with history: sessions, corrections, all kinds of payments, carried balances."""

from dataclasses import dataclass
from typing import Any

from accounts.caller import Caller
from accounts.models import User
from tests.tournaments.honest import honest_session
from tests.tournaments.ledger.corrections.rows import correct
from tests.tournaments.rows import members
from tournaments.clubs.models import Club, Membership
from tournaments.ledger.accounts.services import change_book, settle_club
from tournaments.ledger.payments import services
from tournaments.ledger.payments.models import Payment
from tournaments.ledger.settling.models import Settlement, Transfer
from tournaments.ledger.settling.services import settle_session


@dataclass
class Book:
    """The club and its members."""

    club: Club
    owner: User
    people: list[User]

    def session(self, seed: int, **terms: Any) -> Settlement:
        """Play and settle a session of the four members at a club table."""
        terms = {"club": self.club, "stake_minor": 10, "currency": "EUR", **terms}
        people = terms.pop("people", self.people)
        session = honest_session(people, seed=seed, **terms)
        settle_session(session.pk)
        return Settlement.objects.get(session=session)

    def keep(self, **terms: Any) -> None:
        """Set when the club settles."""
        done(change_book(Caller(self.owner), self.club.pk, seen_by="involved", **terms))

    def correct(self, settlement: Settlement, step: int, reason: str = "Miscounted.") -> None:
        """Correct the result in favour of the first seat, at the cost of the second."""
        seats = {seat.number: seat.net for seat in settlement.session.seats.order_by("number")}
        seats[0] += step
        seats[1] -= step
        correct(Caller(self.owner), settlement.session_id, seats, reason)


def done(answer: object) -> None:
    assert answer is None, answer


def claim(transfer: Transfer, amount: int, *, waive: bool = False) -> Payment:
    """Let the payer mark this amount as paid."""
    said = services.ask_to_waive if waive else services.claim
    done(said(Caller(transfer.payer.user), transfer.pk, amount))
    return transfer.payments.latest("pk")


def confirm(payment: Payment) -> None:
    done(services.confirm(Caller(payment.transfer.payee.user), payment.pk))


def begin() -> Book:
    """Return a club of four, one of whom is its owner."""
    people = members("ann", "bob", "cy", "dee")
    club = Club.objects.create(name="Harbour Club")
    for user in people:
        role = "owner" if user is people[0] else "member"
        Membership.objects.create(club=club, user=user, role=role)
    return Book(club, people[0], people)


def mixed() -> Book:
    """Return a ledger with every kind of entry."""
    book = begin()
    ann, bob, _cy, dee = book.people
    # Outside clubs: for money, for points, with bots.
    outside = honest_session(book.people, seed=2, stake_minor=25, currency="GBP")
    settle_session(outside.pk)
    points = honest_session([ann, None, None, None], seed=3)
    settle_session(points.pk)
    # In the club: paid, in parts, waived, disputed, withdrawn, corrected twice.
    first = book.session(4)
    transfers = list(first.transfers.select_related("payer__user", "payee__user"))
    confirm(claim(transfers[0], 1))
    confirm(claim(transfers[0], transfers[0].amount - 1, waive=True))
    done(services.withdraw(Caller(transfers[1].payer.user), claim(transfers[1], 2).pk))
    disputed = claim(transfers[1], 3)
    done(services.dispute(Caller(transfers[1].payee.user), disputed.pk, "Nothing came."))
    book.correct(first, 30)
    book.correct(first, 5)
    book.session(5, people=[ann, bob, None, dee])
    book.session(6, currency="", stake_minor=0)
    # Carried over and settled together with open payments; carried over again.
    book.keep(settles="season")
    book.session(7)
    carried = book.session(8)
    book.correct(carried, -4)
    made = settle_club(Caller(ann), book.club.pk, "EUR", include_open=True)
    assert isinstance(made, Settlement), made
    confirm(claim(made.transfers.select_related("payer__user", "payee__user")[0], 7))
    book.session(9)
    assert isinstance(settle_club(Caller(ann), book.club.pk, "EUR"), Settlement)
    book.session(10)
    return book
