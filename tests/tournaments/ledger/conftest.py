import pytest

from tests.tournaments.ledger.evening import Evening, evening


@pytest.fixture(name="evening")
def _evening(db) -> Evening:
    return evening()


@pytest.fixture
def carried(db) -> Evening:
    """The same where the club keeps running balances."""
    return evening(carries=True)
