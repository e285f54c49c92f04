"""What a process keeps at hand: so much and no more, and never an older value for a newer one."""

import pytest

from games.common import caches
from games.common.caches import Kept


@pytest.fixture
def kept(monkeypatch) -> Kept[str, int]:
    """Two values at most, in a cache that is gone again after the test."""
    monkeypatch.setattr(caches, "_all", [])
    return Kept(2)


def test_what_is_kept_is_at_hand(kept):
    assert kept.get("a") is None
    assert kept.keep("a", 1) == 1
    assert kept.get("a") == 1


def test_what_was_not_asked_for_longest_goes_first(kept):
    kept.keep("a", 1)
    kept.keep("b", 2)
    kept.get("a")
    kept.keep("c", 3)
    assert [kept.get(key) for key in "abc"] == [1, None, 3]


def test_a_newer_value_stays_and_an_older_one_goes(kept):
    def is_newer(value: int, known: int) -> bool:
        return value > known

    for value, at_hand in ((5, 5), (3, 5), (5, 5), (8, 8)):
        kept.keep_newer("a", value, is_newer)
        assert kept.get("a") == at_hand


def test_a_process_can_forget_all_that_it_keeps(kept):
    other: Kept[int, str] = Kept(5)
    kept.keep("a", 1)
    other.keep(1, "a")
    caches.forget_all()
    assert (kept.get("a"), other.get(1)) == (None, None)
