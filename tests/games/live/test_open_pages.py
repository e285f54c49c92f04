"""Open pages: in one process, in several, and after one has ended."""

import pytest
from django.core.cache import cache

from games.live import open_pages
from games.live.open_pages import GONE_SECONDS, MAX_PROCESSES, OpenPages

pytestmark = pytest.mark.every_database


@pytest.fixture(autouse=True)
def _quiet():
    places = [f"onlookers.{number}" for number in range(MAX_PROCESSES)]
    cache.delete_many(places)
    yield
    cache.delete_many(places)


def test_a_spectator_with_several_pages_counts_once():
    here = OpenPages()
    for who in ("1", "1", "2"):
        here.add_spectator(7, who)
    assert here.spectator_count(7) == 2
    here.remove_spectator(7, "1")
    assert here.spectator_count(7) == 2
    here.remove_spectator(7, "1")
    here.remove_spectator(7, "2")
    assert (here.spectator_count(7), here.spectator_count(8)) == (0, 0)


def test_processes_add_up_each_others_counts():
    one, other = OpenPages(), OpenPages()
    one.add_spectator(7, "1")
    other.add_spectator(7, "2")
    other.add_spectator(8, "2")
    for each in (one, other, one):
        each.exchange()
    assert (one.spectator_count(7), one.spectator_count(8)) == (2, 1)
    assert (other.spectator_count(7), other.spectator_count(8)) == (2, 1)
    other.remove_spectator(7, "2")
    for each in (other, one):
        each.exchange()
    assert one.spectator_count(7) == 1


def test_the_counts_of_an_ended_process_expire():
    one, other = OpenPages(), OpenPages()
    other.add_spectator(7, "2")
    for each in (other, one):
        each.exchange()
    assert one.spectator_count(7) == 1
    # What it said has expired.
    cache.delete("onlookers.0")
    one.exchange()
    assert one.spectator_count(7) == 0


def test_a_process_whose_slot_was_taken_takes_another():
    silent, other = OpenPages(), OpenPages()
    silent.add_spectator(7, "1")
    silent.exchange()
    cache.delete("onlookers.0")
    other.add_spectator(7, "2")
    other.exchange()
    for each in (silent, other, silent):
        each.exchange()
    assert (silent.spectator_count(7), other.spectator_count(7)) == (2, 2)


def test_a_process_without_a_free_slot_counts_its_own_spectators():
    for number in range(MAX_PROCESSES):
        cache.set(f"onlookers.{number}", {"name": str(number), "counts": {}}, 60)
    late = OpenPages()
    late.add_spectator(7, "1")
    late.exchange()
    assert late.spectator_count(7) == 1


class Clock:
    """A monotonic clock that only tests advance."""

    def __init__(self) -> None:
        self.at = 0.0

    def monotonic(self) -> float:
        return self.at


@pytest.fixture
def clock(monkeypatch) -> Clock:
    made = Clock()
    monkeypatch.setattr(open_pages, "time", made)
    return made


def test_a_user_is_gone_some_seconds_after_the_last_page_was_closed(clock):
    here = OpenPages()
    for _ in range(2):
        here.open(1)
    here.close(1)
    clock.at += GONE_SECONDS
    assert here.take_gone() == set()
    here.close(1)
    clock.at += GONE_SECONDS - 1
    assert here.take_gone() == set()
    clock.at += 1
    assert here.take_gone() == {1}
    # Once.
    assert here.take_gone() == set()


def test_a_user_who_opens_another_page_in_time_is_not_gone(clock):
    here = OpenPages()
    here.open(1)
    here.close(1)
    clock.at += 3
    here.open(1)
    clock.at += GONE_SECONDS
    assert here.take_gone() == set()


def test_a_user_with_a_page_in_another_process_is_not_gone(clock):
    one, other = OpenPages(), OpenPages()
    one.open(1)
    one.close(1)
    other.open(1)
    for each in (one, other, one):
        each.exchange()
    clock.at += GONE_SECONDS
    assert one.take_gone() == set()
    other.close(1)
    clock.at += GONE_SECONDS
    assert other.take_gone() == {1}


def test_the_users_of_a_killed_process_are_gone_unless_another_one_serves_them(clock):
    one, other, killed = OpenPages(), OpenPages(), OpenPages()
    for user in (1, 2):
        killed.open(user)
    for each in (killed, one, other):
        each.exchange()
    # What it said has expired; one of its users has come back to another process.
    cache.delete("onlookers.0")
    other.open(2)
    for each in (one, other, one):
        each.exchange()
    assert one.take_gone() == set()
    clock.at += GONE_SECONDS
    assert one.take_gone() == {1}


def test_users_of_other_processes_are_kept_while_the_cache_is_down(clock, monkeypatch):
    one, other = OpenPages(), OpenPages()
    other.open(1)
    for each in (other, one):
        each.exchange()
    cache.delete("onlookers.0")
    monkeypatch.setattr(type(cache), "is_away", True, raising=False)
    one.exchange()
    clock.at += GONE_SECONDS
    assert one.take_gone() == set()
