"""Bot speed: thinking time of bots and the wait before the next deal."""

from typing import NamedTuple

from django.conf import settings

from games.tables.models import Table
from games.tables.snapshot import SeatFacts


class Factors(NamedTuple):
    """Factors of a bot speed for the configured times: thinking, and between two deals."""

    #: Factor for ``BOT_DELAY``.
    thinking: float
    #: Factor for ``NEXT_DEAL_SECONDS``.
    between: float


FACTORS: dict[str, Factors] = {
    Table.Pace.RELAXED: Factors(1.6, 1.5),
    Table.Pace.NORMAL: Factors(1.0, 1.0),
    Table.Pace.FAST: Factors(0.28, 0.25),
}


def thinking_seconds(pace: str) -> tuple[float, float]:
    """Return the shortest and longest thinking time of a bot in seconds, for a `Table.Pace`."""
    shortest, longest = settings.BOT_DELAY
    factor = FACTORS[pace].thinking
    return shortest * factor, longest * factor


def seconds_between_deals(pace: str) -> float:
    """Return the seconds before the next deal starts automatically, for a `Table.Pace`."""
    return float(settings.NEXT_DEAL_SECONDS) * FACTORS[pace].between


def has_other_players(seats: tuple[SeatFacts, ...], own_seat: SeatFacts) -> bool:
    """Return whether a user other than `own_seat`'s has a seat and has not quit."""
    return any(
        seat.user_id is not None and seat.left_at is None for seat in seats if seat != own_seat
    )
