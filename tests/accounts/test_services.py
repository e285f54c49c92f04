"""Presence of users."""

import pytest

from accounts.services import create_guest, online, seen

pytestmark = [pytest.mark.django_db, pytest.mark.every_database]


def test_people_who_were_seen_a_moment_ago_are_online():
    user = create_guest()
    assert online() == 0
    seen(user)
    assert online() == 1
