"""Two members, and the house rules of one of them."""

import pytest

from accounts.models import User
from games.rulebook import house_rules
from tests.games.rulebook.support import RULES


@pytest.fixture
def ada(db):
    return User.objects.create_user("ada", password="correct horse 9")


@pytest.fixture
def bo(db):
    return User.objects.create_user("bo", password="correct horse 9")


@pytest.fixture
def friday(ada):
    return house_rules.save(ada, "Friday", "hong_kong", RULES)
