import pytest

from accounts.models import User
from tests.tournaments.clubs.people import Crew, crew, person
from tests.tournaments.ledger.evening import Evening, evening
from tests.tournaments.ledger.people import Debtors, debtors
from tournaments.clubs.models import Membership


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


@pytest.fixture
def bo(crew: Crew) -> User:
    """Return another member of the club."""
    found = person("bo")
    Membership.objects.create(club=crew.club, user=found)
    return found


@pytest.fixture
def owed(db) -> Debtors:
    return debtors()
