"""Spectator counts: in one process, in several, and after one has ended."""

import pytest
from django.core.cache import cache

from games.live.spectator_counts import MAX_PROCESSES, SpectatorCounts

pytestmark = pytest.mark.every_database


@pytest.fixture(autouse=True)
def _quiet():
    places = [f"onlookers.{number}" for number in range(MAX_PROCESSES)]
    cache.delete_many(places)
    yield
    cache.delete_many(places)


def test_a_spectator_with_several_pages_counts_once():
    here = SpectatorCounts()
    for who in ("1", "1", "2"):
        here.add(7, who)
    assert here.count(7) == 2
    here.remove(7, "1")
    assert here.count(7) == 2
    here.remove(7, "1")
    here.remove(7, "2")
    assert (here.count(7), here.count(8)) == (0, 0)


def test_processes_add_up_each_others_counts():
    one, other = SpectatorCounts(), SpectatorCounts()
    one.add(7, "1")
    other.add(7, "2")
    other.add(8, "2")
    for each in (one, other, one):
        each.exchange()
    assert (one.count(7), one.count(8)) == (2, 1)
    assert (other.count(7), other.count(8)) == (2, 1)
    other.remove(7, "2")
    for each in (other, one):
        each.exchange()
    assert one.count(7) == 1


def test_the_counts_of_an_ended_process_expire():
    one, other = SpectatorCounts(), SpectatorCounts()
    other.add(7, "2")
    for each in (other, one):
        each.exchange()
    assert one.count(7) == 1
    # What it said has expired.
    cache.delete("onlookers.0")
    one.exchange()
    assert one.count(7) == 0


def test_a_process_whose_slot_was_taken_takes_another():
    silent, other = SpectatorCounts(), SpectatorCounts()
    silent.add(7, "1")
    silent.exchange()
    cache.delete("onlookers.0")
    other.add(7, "2")
    other.exchange()
    for each in (silent, other, silent):
        each.exchange()
    assert (silent.count(7), other.count(7)) == (2, 2)


def test_a_process_without_a_free_slot_counts_its_own_spectators():
    for number in range(MAX_PROCESSES):
        cache.set(f"onlookers.{number}", {"name": str(number), "counts": {}}, 60)
    late = SpectatorCounts()
    late.add(7, "1")
    late.exchange()
    assert late.count(7) == 1
