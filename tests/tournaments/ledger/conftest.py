import pytest

from tests.tournaments.clubs.people import Crew, crew
from tests.tournaments.ledger.evening import Evening, evening


@pytest.fixture(name="crew")
def _crew(db) -> Crew:
    return crew()


@pytest.fixture(name="evening")
def _evening(db) -> Evening:
    return evening()


@pytest.fixture
def carried(db) -> Evening:
    """Return the same for a club that carries balances over."""
    return evening(carries=True)
