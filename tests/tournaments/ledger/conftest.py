import pytest

from tests.tournaments.clubs.people import Crew, crew


@pytest.fixture(name="crew")
def _crew(db) -> Crew:
    return crew()
