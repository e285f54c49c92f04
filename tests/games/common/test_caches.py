"""Process caches: limited size, and no older value in place of a newer one."""

from functools import partial

import pytest
from cachetools import TTLCache

from games.common import caches
from games.common.caches import LruCache, SharedCache


@pytest.fixture
def cache(monkeypatch) -> LruCache[str, int]:
    """A cache of two values, removed after the test."""
    monkeypatch.setattr(caches, "_all", [])
    return LruCache(2)


def test_a_cache_returns_a_stored_value(cache):
    assert cache.get("a") is None
    assert cache.put("a", 1) == 1
    assert cache.get("a") == 1


def test_a_full_cache_drops_the_least_recently_used_value(cache):
    cache.put("a", 1)
    cache.put("b", 2)
    cache.get("a")
    cache.put("c", 3)
    assert [cache.get(key) for key in "abc"] == [1, None, 3]


def test_put_newer_does_not_replace_a_newer_value(cache):
    def is_newer(value: int, known: int) -> bool:
        return value > known

    for value, at_hand in ((5, 5), (3, 5), (5, 5), (8, 8)):
        cache.put_newer("a", value, is_newer)
        assert cache.get("a") == at_hand


def test_a_value_expires_unless_it_is_stored_again_in_time(monkeypatch):
    now = [1000.0]
    monkeypatch.setattr(caches, "TTLCache", partial(TTLCache, timer=lambda: now[0]))
    kept: LruCache[str, int] = LruCache(5, 600)
    for key in "ab":
        kept.put(key, 1)
    now[0] += 599
    kept.put("b", 2)
    now[0] += 2
    assert [kept.get(key) for key in "ab"] == [None, 2]


def test_clear_all_empties_all_caches_of_the_process(cache):
    other: LruCache[int, str] = LruCache(5)
    cache.put("a", 1)
    other.put(1, "a")
    caches.clear_all()
    assert (cache.get("a"), other.get(1)) == (None, None)


class Thing:
    """An object with weak references."""


def test_a_shared_cache_keeps_values_that_are_still_referenced():
    kept: SharedCache[int, Thing] = SharedCache(1)
    held = kept.put(1, Thing())
    kept.put(2, Thing())
    assert kept.get(1) is held
    kept.put(3, Thing())
    assert kept.get(2) is None
    del held
    assert kept.get(1) is None
    kept.clear()
    assert kept.get(3) is None


def test_only_a_newer_value_replaces_a_referenced_one():
    kept: SharedCache[int, Thing] = SharedCache(1)
    held = kept.put(1, Thing())
    kept.put(2, Thing())
    kept.put_newer(1, Thing(), lambda value, known: False)
    assert kept.get(1) is held
    kept.put(2, Thing())
    newer = Thing()
    kept.put_newer(1, newer, lambda value, known: True)
    kept.put(2, Thing())
    assert kept.get(1) is newer
