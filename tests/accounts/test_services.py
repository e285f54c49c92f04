"""Presence of users."""

import pytest

from accounts.services import count_online, create_guest, mark_seen

pytestmark = [pytest.mark.django_db, pytest.mark.every_database]


def test_users_with_a_recent_request_count_as_online():
    user = create_guest()
    assert count_online() == 0
    mark_seen(user)
    assert count_online() == 1
