"""Without the shared cache, pages and sign-in work, and limits hold in each process."""

import logging
import time
from types import SimpleNamespace

import pytest
from django.core.cache import cache
from django.core.cache.backends.redis import RedisCacheClient
from django.test import Client
from django.urls import reverse

from accounts import limits
from accounts.models import User
from config.patches import caches

pytestmark = pytest.mark.every_database

NOBODY_THERE = "redis://127.0.0.1:1/0"


@pytest.fixture
def unavailable_cache(settings):
    """A shared cache that does not respond."""
    settings.CACHES = {
        "default": {"BACKEND": "config.patches.caches.SharedCache", "LOCATION": NOBODY_THERE}
    }


def test_an_unavailable_cache_is_empty_and_stores_nothing(unavailable_cache, caplog):
    with caplog.at_level(logging.WARNING):
        cache.set("a", 1)
        assert cache.get("a") is None
        assert cache.get("a", 7) == 7
        # No request is taken for the repetition of another.
        assert cache.add("a", 1)
        assert cache.get_many(["a", "b"]) == {}
        assert cache.set_many({"a": 1}) == []
        assert "a" not in cache
        assert not cache.touch("a")
        assert not cache.delete("a")
        cache.delete_many(["a"])
        assert cache.incr("a") == 1
        cache.clear()
    assert [record.getMessage()[:20] for record in caplog.records] == ["shared cache is down"]


def test_the_cache_is_used_again_when_it_is_back(unavailable_cache, monkeypatch):
    assert cache.get("a", 7) == 7
    monkeypatch.setattr(RedisCacheClient, "get", lambda self, key, default: 5)
    # Not immediately, because each request to a silent cache would wait.
    assert cache.get("a", 7) == 7
    monkeypatch.setattr(caches, "time", SimpleNamespace(monotonic=lambda: time.monotonic() + 2))
    assert cache.get("a", 7) == 5


@pytest.mark.django_db
def test_pages_open_and_users_can_sign_in_and_out_without_the_cache(unavailable_cache, settings):
    settings.ACCOUNT_EMAIL_VERIFICATION = "optional"
    User.objects.create_user("ada", password="correct horse 9")
    client = Client()
    answer = client.post(reverse("account_login"), {"login": "ada", "password": "correct horse 9"})
    assert answer.status_code == 302
    assert "ada" in client.get(reverse("home")).content.decode()
    assert client.post(reverse("account_logout")).status_code == 302
    assert client.get(reverse("home")).status_code == 200
    assert "_auth_user_id" not in client.session


def test_rate_limits_apply_in_each_process_without_redis(settings):
    settings.REDIS_URL = NOBODY_THERE
    limits._limiter.cache_clear()
    try:
        assert limits.within("2/hour", "test", "ada")
        assert limits.within("2/hour", "test", "ada")
        assert not limits.within("2/hour", "test", "ada")
        assert limits.within("2/hour", "test", "bo")
        assert 0 < limits.seconds_left("2/hour", "test", "ada") <= 3600
    finally:
        limits._own_limiter().storage.reset()
        limits._limiter.cache_clear()


def test_the_cache_reports_that_it_is_unavailable():
    shared = caches.SharedCache("redis://127.0.0.1:1/0", {})
    assert not shared.is_away
    shared.get("x")
    assert shared.is_away
