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


def test_a_person_counts_once_with_however_many_pages():
    here = SpectatorCounts()
    for who in ("1", "1", "2"):
        here.add(7, who)
    assert here.count(7) == 2
    here.remove(7, "1")
    assert here.count(7) == 2
    here.remove(7, "1")
    here.remove(7, "2")
    assert (here.count(7), here.count(8)) == (0, 0)


def test_processes_hear_of_each_other():
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


def test_a_process_that_is_gone_is_forgotten():
    one, other = SpectatorCounts(), SpectatorCounts()
    other.add(7, "2")
    for each in (other, one):
        each.exchange()
    assert one.count(7) == 1
    # What it said has expired.
    cache.delete("onlookers.0")
    one.exchange()
    assert one.count(7) == 0


def test_whose_place_was_taken_takes_another():
    silent, other = SpectatorCounts(), SpectatorCounts()
    silent.add(7, "1")
    silent.exchange()
    cache.delete("onlookers.0")
    other.add(7, "2")
    other.exchange()
    for each in (silent, other, silent):
        each.exchange()
    assert (silent.count(7), other.count(7)) == (2, 2)


def test_more_processes_than_places_count_themselves():
    for number in range(MAX_PROCESSES):
        cache.set(f"onlookers.{number}", {"name": str(number), "counts": {}}, 60)
    late = SpectatorCounts()
    late.add(7, "1")
    late.exchange()
    assert late.count(7) == 1
