"""Formats are tested with quick seatings; the search for good ones has its own tests."""

import pytest

from tests.tournaments.pairing.formats.plays import plain_seat_groups, plain_seat_rounds
from tournaments.pairing.formats.plan import planned_seatings
from tournaments.pairing.seating import seaters


@pytest.fixture(autouse=True)
def planned(monkeypatch):
    """Return the plans made so far: players, rounds and rounds played before each."""
    plans = []

    def seat_rounds(entrants, rounds, way, *, history=(), **named):
        plans.append((len(entrants), rounds, len(history)))
        return plain_seat_rounds(entrants, rounds, way, history=history, **named)

    monkeypatch.setattr(seaters, "seat_rounds", seat_rounds)
    monkeypatch.setattr(seaters, "seat_groups", plain_seat_groups)
    planned_seatings.cache_clear()
    yield plans
    planned_seatings.cache_clear()
