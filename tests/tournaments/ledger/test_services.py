"""Settling a session: once, whole, and right."""

from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from games.tables.models import Seat, Session
from tournaments.ledger import services, tasks
from tournaments.ledger.models import Balance, Debt, Settlement, Transfer
from tournaments.ledger.presenter import settlement_sheet

pytestmark = pytest.mark.django_db


@pytest.fixture
def finished(club):
    """A finished session of two deals at 25 pence a point."""
    return club(deals=2, stake_minor=25, currency="GBP").finished()


def test_a_running_session_is_not_settled(club):
    session = club(deals=2).session_row()
    services.settle_session(session.pk)
    assert not Settlement.objects.exists()


def test_an_unknown_session_is_no_error():
    services.settle_session(999)


def test_a_finished_session_is_settled_once_however_often_it_is_tried(finished):
    for _ in range(3):
        tasks.settle_session(finished.pk)
    assert Settlement.objects.count() == 1
    assert Balance.objects.count() == 4


def test_balances_are_the_nets_at_the_stake_and_sum_to_zero(finished):
    services.settle_session(finished.pk)
    seats = {seat.pk: seat for seat in Seat.objects.filter(session=finished)}
    balances = Balance.objects.all()
    assert {b.seat_id: b.points for b in balances} == {pk: s.net for pk, s in seats.items()}
    assert {b.seat_id: b.amount for b in balances} == {pk: 25 * s.net for pk, s in seats.items()}
    assert sum(b.amount for b in balances) == 0


def test_a_debt_may_be_longer_than_the_stake_allows_for_a_point(club):
    """The highest stake of a currency with cents, lost often: more than 32 bits hold."""
    session = club(deals=1, stake_minor=999_900, currency="IDR").finished()
    deal = session.deals.get()
    deal.nets, deal.pairs = [3000, -1000, -1000, -1000], [[n, 0, 1000] for n in (1, 2, 3)]
    deal.save()
    services.settle_session(session.pk)
    assert max(b.amount for b in Balance.objects.all()) == 2_999_700_000
    assert sum(t.amount for t in Transfer.objects.all()) == 2_999_700_000


@pytest.mark.parametrize("kind", [Debt, Transfer])
def test_paying_every_line_brings_everybody_to_zero(finished, kind):
    services.settle_session(finished.pk)
    left = {balance.seat_id: balance.amount for balance in Balance.objects.all()}
    for line in kind.objects.all():
        left[line.payer_id] += line.amount
        left[line.payee_id] -= line.amount
    assert set(left.values()) == {0}


def test_the_short_list_needs_at_most_one_payment_less_than_players(finished):
    services.settle_session(finished.pk)
    assert Transfer.objects.count() <= 3


def test_points_only_are_settled_in_points(club):
    session = club(deals=1).finished()
    services.settle_session(session.pk)
    for balance in Balance.objects.all():
        assert balance.amount == balance.points
    sheet = settlement_sheet(session.pk)
    assert all(line.money == "" for line in sheet.nets)
    assert all("point" in line.amount for line in sheet.transfers)


def test_a_settlement_reads_in_words(finished):
    assert settlement_sheet(finished.pk) is None
    services.settle_session(finished.pk)
    sheet = settlement_sheet(finished.pk)
    assert all("£" in line.amount for line in sheet.transfers)
    assert all("owes" in sentence and "£" in sentence for sentence in sheet.reckoning)
    assert [line.name for line in sheet.nets] == [seat.name for seat in finished.seats.all()]


def test_the_end_of_a_session_asks_for_its_settlement(
    club, django_capture_on_commit_callbacks, monkeypatch
):
    asked: list[int] = []
    monkeypatch.setattr(tasks.settle_session, "delay", asked.append)
    monkeypatch.setattr("tournaments.ledger.receivers.settle_session", tasks.settle_session)
    game = club(deals=1)
    with django_capture_on_commit_callbacks(execute=True):
        session = game.finished()
    assert asked == [session.pk]


def test_the_sweep_settles_what_a_lost_task_left(finished):
    services.sweep()
    assert not Settlement.objects.exists()  # its task may still come
    Session.objects.update(finished_at=timezone.now() - timedelta(minutes=1))
    services.sweep()
    services.sweep()
    assert Settlement.objects.count() == 1


def test_one_session_that_does_not_add_up_does_not_keep_the_others_waiting(club, caplog):
    wrong, right = (club(deals=1).finished() for _ in range(2))
    wrong.deals.update(nets=[1, 1, 1, 1])
    Session.objects.update(finished_at=timezone.now() - timedelta(minutes=1))
    services.sweep()
    assert Settlement.objects.get().session == right
    assert "settle_session failed" in caplog.text


def test_the_database_refuses_debts_of_nothing_and_to_oneself(finished):
    services.settle_session(finished.pk)
    settlement = Settlement.objects.get()
    one, two = Seat.objects.filter(session=finished)[:2]
    Transfer.objects.all().delete()
    for payer, payee, amount in ((one, two, 0), (one, one, 5)):
        with pytest.raises(IntegrityError), transaction.atomic():
            Transfer.objects.create(settlement=settlement, payer=payer, payee=payee, amount=amount)
