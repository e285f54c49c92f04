"""Presence of users."""

import pytest

from accounts.services import count_online, create_guest, mark_seen

pytestmark = [pytest.mark.django_db, pytest.mark.every_database]


def test_people_who_were_seen_a_moment_ago_are_online():
    user = create_guest()
    assert count_online() == 0
    mark_seen(user)
    assert count_online() == 1
