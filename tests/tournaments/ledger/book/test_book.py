"""The general ledger: the database rejects anything that would make it wrong."""

import pytest
from django.db import DatabaseError, connection, transaction

from tests.tournaments.rows import finished_session, members
from tournaments.ledger.book.models import Account, Posting, PostingLine
from tournaments.ledger.settling.models import Settlement, Transfer
from tournaments.ledger.settling.services import settle_session

pytestmark = [pytest.mark.django_db, pytest.mark.every_database]


@pytest.fixture
def accounts() -> list[Account]:
    """Return the accounts of two players: one is owed 50 euros, the other owes it."""
    one, two = members("ann", "bob")
    session = finished_session([one, two], (5, -5), stake_minor=10, currency="EUR")
    settle_session(session.pk)
    return list(Account.objects.order_by("user__username"))


def write_posting(
    *lines: tuple[Account, int, int, int], key: str = "made-up", currency: str = "EUR"
):
    PostingLine.objects.bulk_create(
        PostingLine(
            posting_id=key,
            account=account,
            amount=amount,
            number=number,
            after=after,
            needs_agreement=True,
            agreement=account.user.agreements.get(),
        )
        for account, amount, number, after in lines
    )
    Posting.objects.create(key=key, kind=Posting.Kind.PAYMENT, currency=currency)


def refused(*lines: tuple[Account, int, int, int], **named: str) -> bool:
    try:
        with transaction.atomic():
            write_posting(*lines, **named)
            # Force deferred constraints: tests are rolled back, not committed.
            connection.check_constraints()
    except DatabaseError:
        return True
    return False


def test_a_balanced_posting_that_continues_both_accounts_is_accepted(accounts):
    ann, bob = accounts
    assert not refused((ann, -20, 2, 30), (bob, 20, 2, -30))


def test_a_posting_that_does_not_balance_is_refused(accounts):
    ann, bob = accounts
    assert refused((ann, -20, 2, 30), (bob, 19, 2, -31))
    assert refused((ann, -20, 2, 30))
    assert refused()


def test_a_line_that_does_not_continue_the_previous_line_is_refused(accounts):
    ann, bob = accounts
    assert refused((ann, -20, 2, 31), (bob, 20, 2, -30))
    assert refused((ann, -20, 3, 30), (bob, 20, 2, -30))
    assert refused((ann, -20, 1, -20), (bob, 20, 2, -30))


def test_a_line_in_another_currency_is_refused(accounts):
    ann, bob = accounts
    assert refused((ann, -20, 2, 30), (bob, 20, 2, -30), currency="GBP")


def test_lines_cannot_be_added_to_an_existing_posting(accounts):
    posting = Posting.objects.get()
    eve, fay = (
        Account.objects.create(kind="person", user=user, currency="EUR")
        for user in members("eve", "fay")
    )
    for account, amount in ((eve, 5), (fay, -5)):
        with pytest.raises(DatabaseError), transaction.atomic():
            PostingLine.objects.create(
                posting=posting, account=account, amount=amount, number=1, after=amount
            )


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE tournaments_postingline SET amount = amount + 1",
        "DELETE FROM tournaments_postingline",
        "UPDATE tournaments_posting SET currency = 'GBP'",
        "DELETE FROM tournaments_posting",
        "UPDATE tournaments_account SET user_id = NULL",
        "UPDATE tournaments_settlement SET stake_minor = 1",
        "DELETE FROM tournaments_settlement",
        "UPDATE tournaments_balance SET amount = 0",
        "UPDATE tournaments_debt SET amount = 1",
        "UPDATE tournaments_transfer SET amount = 1",
        "DELETE FROM tournaments_transfer",
        "UPDATE tournaments_transfer SET open_amount = 51",
    ],
)
def test_sql_run_by_the_app_cannot_change_the_ledger(accounts, statement):
    with (
        pytest.raises(DatabaseError),
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute(statement)


@pytest.mark.parametrize("model", [Account, Posting, PostingLine, Settlement, Transfer])
def test_models_cannot_change_the_ledger(accounts, model):
    row = model.objects.first()
    for forbidden in (
        row.save,
        row.delete,
        model.objects.all().delete,
        lambda: model.objects.update(pk=row.pk),
        lambda: model.objects.bulk_update([row], ["pk"]),
    ):
        with pytest.raises(TypeError):
            forbidden()
