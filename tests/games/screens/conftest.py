"""Fixtures: visitors of the pages."""

import pytest

from accounts.models import User


@pytest.fixture
def member(db):
    return User.objects.create_user("ada", password="correct horse 9")
