"""Settling a session: once and completely."""

from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from accounts.models import User
from games.tables.models import Session
from tests.tournaments.rows import finished_session, members
from tournaments.ledger import tasks
from tournaments.ledger.book.holders import holder_names
from tournaments.ledger.book.models import Account, PostingLine
from tournaments.ledger.settling.models import Balance, Debt, Settlement, Transfer
from tournaments.ledger.settling.services import settle_session, sweep

pytestmark = pytest.mark.django_db


@pytest.fixture
def people():
    return members("ann", "bob", "cy", "dee")


@pytest.fixture
def finished(people):
    """Return a finished session of two deals at 25 pence a point."""
    return finished_session(
        people, (-3, -22, -8, 33), (10, -4, -2, -4), stake_minor=25, currency="GBP"
    )


def balances() -> dict[str, int]:
    """Return all balances by name; the house has none."""
    return {
        account.user.username if account.user else account.name: last.after
        for account in Account.objects.select_related("user")
        if (last := account.lines.order_by("number").last()) is not None
    }


def test_a_running_session_is_not_settled(club):
    session = club(deals=2).session_row()
    settle_session(session.pk)
    assert not Settlement.objects.exists()


def test_settling_an_unknown_session_does_nothing():
    settle_session(999)


def test_an_event_session_is_not_settled_on_its_own(finished):
    Session.objects.update(is_part=True)
    settle_session(finished.pk)
    Session.objects.update(finished_at=timezone.now() - timedelta(minutes=1))
    sweep()
    assert not Settlement.objects.exists()


@pytest.mark.every_database
def test_a_finished_session_is_settled_only_once(finished):
    for _ in range(3):
        tasks.settle_session(finished.pk)
    assert Settlement.objects.count() == 1
    assert Balance.objects.count() == PostingLine.objects.count() == 4


def test_balances_are_the_nets_at_the_stake_and_sum_to_zero(finished):
    settle_session(finished.pk)
    found = {each.name: (each.points, each.amount) for each in Balance.objects.all()}
    assert found == {"ann": (7, 175), "bob": (-26, -650), "cy": (-10, -250), "dee": (29, 725)}
    assert balances() == {"ann": 175, "bob": -650, "cy": -250, "dee": 725}


def test_the_next_session_continues_from_the_balances(finished, people):
    settle_session(finished.pk)
    ann, bob = people[:2]
    again = finished_session([ann, bob], (-7, 7), stake_minor=100, currency="GBP")
    settle_session(again.pk)
    assert balances() == {"ann": -525, "bob": 50, "cy": -250, "dee": 725}
    lines = PostingLine.objects.filter(account__user=ann).order_by("number")
    assert [(each.number, each.amount, each.after) for each in lines] == [
        (1, 175, 175),
        (2, -700, -525),
    ]


def test_each_currency_has_its_own_ledger(finished, people):
    settle_session(finished.pk)
    settle_session(finished_session(people[:2], (1, -1), stake_minor=500, currency="JPY").pk)
    settle_session(finished_session(people[:2], (6, -6)).pk)
    ann = Account.objects.filter(user=people[0])
    found = {each.currency: each.lines.get().after for each in ann}
    assert found == {"GBP": 175, "JPY": 500, "": 6}


@pytest.mark.every_database
def test_a_debt_can_exceed_32_bits(people):
    """The highest stake with cents, lost often, exceeds 32 bits."""
    session = finished_session(
        people, (3000, -1000, -1000, -1000), stake_minor=999_900, currency="IDR"
    )
    settle_session(session.pk)
    assert max(b.amount for b in Balance.objects.all()) == 2_999_700_000
    assert sum(t.amount for t in Transfer.objects.all()) == 2_999_700_000


@pytest.mark.parametrize("kind", [Debt, Transfer])
def test_paying_every_debt_brings_all_balances_to_zero(finished, kind):
    settle_session(finished.pk)
    left = {balance.account_id: balance.amount for balance in Balance.objects.all()}
    for line in kind.objects.all():
        left[line.payer_id] += line.amount
        left[line.payee_id] -= line.amount
    assert set(left.values()) == {0}


def test_points_are_posted_but_never_paid(people):
    settle_session(finished_session(people, (-3, -22, -8, 33)).pk)
    assert balances() == {"ann": -3, "bob": -22, "cy": -8, "dee": 33}
    assert Debt.objects.exists()
    assert not Transfer.objects.exists()


def test_a_player_alone_with_bots_plays_for_points(people):
    """All bots share an account, which outside clubs has only points."""
    session = finished_session(
        [people[0], None, None, None], (-3, -22, -8, 33), stake_minor=100, currency="HKD"
    )
    settle_session(session.pk)
    settled = Settlement.objects.get()
    assert (settled.currency, settled.stake_minor) == ("", 1)
    assert balances() == {"ann": -3, "": 3}


def test_nothing_is_posted_if_no_player_won_or_lost(people):
    settle_session(
        finished_session(people[:2], (5, -5), (-5, 5), stake_minor=10, currency="EUR").pk
    )
    assert Settlement.objects.get().posting is None
    assert not PostingLine.objects.exists()
    assert [each.amount for each in Balance.objects.all()] == [0, 0]


def test_terms_are_frozen_in_the_settlement(finished):
    settle_session(finished.pk)
    terms = Settlement.objects.get().terms
    assert terms["rules"] == finished.rules
    assert (terms["stake_minor"], terms["currency"], terms["played"]) == (25, "GBP", 2)


@pytest.mark.every_database
def test_settling_needs_a_constant_number_of_queries(people, django_assert_max_num_queries):
    few = finished_session(people[:2], (1, -1), stake_minor=5, currency="EUR")
    many = finished_session(
        members("eve", "fay", "gus", "hal"), *[(9, -4, -3, -2)] * 30, stake_minor=5, currency="EUR"
    )
    for session in (few, many):
        with django_assert_max_num_queries(26):
            settle_session(session.pk)


def test_the_end_of_a_session_queues_its_settlement(
    club, django_capture_on_commit_callbacks, monkeypatch
):
    asked: list[int] = []
    monkeypatch.setattr(tasks.settle_session, "delay", asked.append)
    monkeypatch.setattr("tournaments.ledger.receivers.settle_session", tasks.settle_session)
    game = club(deals=1)
    with django_capture_on_commit_callbacks(execute=True):
        session = game.finished()
    assert asked == [session.pk]


def test_the_sweep_settles_sessions_whose_task_was_lost(finished):
    sweep()
    assert not Settlement.objects.exists()  # its task may still run
    Session.objects.update(finished_at=timezone.now() - timedelta(minutes=1))
    sweep()
    sweep()
    assert Settlement.objects.count() == 1


@pytest.mark.every_database
def test_a_session_that_does_not_add_up_does_not_block_the_others(people, caplog):
    wrong, right = (finished_session(people[:2], (1, -1)) for _ in range(2))
    wrong.deals.update(nets=[1, 1])
    Session.objects.update(finished_at=timezone.now() - timedelta(minutes=1))
    sweep()
    assert Settlement.objects.get().session == right
    assert "settle_session failed" in caplog.text


@pytest.mark.every_database
def test_the_database_refuses_transfers_of_zero_and_to_the_payer(finished):
    settle_session(finished.pk)
    settlement = Settlement.objects.get()
    one, two = Account.objects.all()[:2]
    for payer, payee, amount in ((one, two, 0), (one, one, 5)):
        with pytest.raises(IntegrityError), transaction.atomic():
            Transfer.objects.create(
                settlement=settlement, payer=payer, payee=payee, amount=amount, open_amount=amount
            )


def test_usernames_distinguish_account_holders_with_the_same_name(db):
    people = [User.objects.create_user(f"mei_{each}", display_name="Mei") for each in "ab"]
    held = [Account.objects.create(kind=Account.Kind.PERSON, user=each) for each in people]
    assert list(holder_names(held).values()) == ["Mei (mei_a)", "Mei (mei_b)"]
    assert holder_names(held[:1]) == {held[0].pk: "Mei"}
