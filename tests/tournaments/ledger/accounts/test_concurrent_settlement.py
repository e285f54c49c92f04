"""Settling a club's carried balances with concurrent changes."""

import pytest

from accounts.caller import Caller
from games.common.denials import Denial
from tests.tournaments.ledger.history import Book, begin
from tests.tournaments.rows import members
from tournaments.ledger.accounts import services
from tournaments.ledger.audit.run import faults_of
from tournaments.ledger.audit.scope import AuditScope
from tournaments.ledger.audit.sentences import fault_texts
from tournaments.ledger.settling.models import Settlement, TakenUp, Transfer

pytestmark = [pytest.mark.django_db, pytest.mark.every_database]


@pytest.fixture
def book() -> Book:
    return begin()


def settle(book: Book, **terms: bool) -> Settlement | Denial:
    return services.settle_club(Caller(book.owner), book.club.pk, "EUR", **terms)


def test_settling_a_club_twice_creates_one_settlement(book):
    """A repeated request, or one by a second organizer."""
    book.session(1)
    book.session(2)
    assert isinstance(settle(book, include_open=True), Settlement)
    assert isinstance(settle(book, include_open=True), Denial)
    assert Settlement.objects.filter(source="club").count() == 1
    assert not TakenUp.objects.filter(transfer__settlement__source="club").exists()


def test_a_club_settlement_includes_newcomers_settled_before_the_lock(book, monkeypatch):
    """Newcomers' session is settled between reading the accounts and locking them."""
    book.keep(settles="season")
    book.session(3)
    late = members("eve", "fay")
    hold = services.lock_accounts

    def interrupted(numbers):
        monkeypatch.setattr(services, "lock_accounts", hold)
        book.session(4, people=[*late, *book.people[:2]])
        return hold(numbers)

    monkeypatch.setattr(services, "lock_accounts", interrupted)
    made = settle(book)
    assert isinstance(made, Settlement)
    assert {each.account.user for each in made.balances.all()} >= set(late)
    assert not [text for faults in faults_of(AuditScope()) for text in fault_texts(faults)]
    assert Transfer.objects.filter(settlement=made).exists()
