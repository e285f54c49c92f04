"""Slots and shelves: functions provided by a higher package."""

import pytest

from games.common.slots import Shelf, Slot


def test_a_slot_returns_what_its_provider_returns():
    slot: Slot[[int], str] = Slot("numbers as text")
    slot.fill(lambda number: f"no. {number}")
    assert slot(number=3) == "no. 3"


def test_a_slot_uses_its_last_provider():
    slot: Slot[[], str] = Slot("a word")
    slot.fill(lambda: "first")
    slot.fill(lambda: "last")
    assert slot() == "last"


def test_an_empty_slot_says_what_is_missing():
    slot: Slot[[], str] = Slot("a number as text")
    with pytest.raises(LookupError, match="no provider for a number as text"):
        slot()


def test_a_shelf_calls_each_provider_once_in_order():
    shelf: Shelf[[int], int] = Shelf()
    assert shelf(5) == []

    def double(number: int) -> int:
        return number * 2

    def square(number: int) -> int:
        return number**2

    for provider in (double, square, double):
        shelf.put(provider)
    assert shelf(5) == [10, 25]
