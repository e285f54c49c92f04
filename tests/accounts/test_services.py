"""Presence of users, and usernames of guests."""

from itertools import chain, repeat
from types import SimpleNamespace

import pytest

from accounts import services
from accounts.services import count_online, create_guest, mark_seen

pytestmark = [pytest.mark.django_db, pytest.mark.every_database]


def test_users_with_a_recent_request_count_as_online():
    user = create_guest()
    assert count_online() == 0
    mark_seen(user)
    assert count_online() == 1


def test_a_guest_whose_username_is_taken_gets_another_one(monkeypatch):
    drawn = chain(repeat("cafe0001", 3), ["cafe0002"])
    monkeypatch.setattr(services, "secrets", SimpleNamespace(token_hex=lambda _size: next(drawn)))
    made = [create_guest("Ada") for _ in range(2)]
    assert [each.username for each in made] == ["guest-cafe0001", "guest-cafe0002"]
