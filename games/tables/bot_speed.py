"""Bot speed: thinking time of bots and the wait before the next deal."""

from typing import NamedTuple

from django.conf import settings

from games.tables.models import Table
from games.tables.snapshot import SeatFacts


class Factors(NamedTuple):
    """Factors by which a bot speed slows down the configured times."""

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
    """Return the minimum and maximum thinking time of a bot in seconds."""
    least, most = settings.BOT_DELAY
    factor = FACTORS[pace].thinking
    return least * factor, most * factor


def seconds_between_deals(pace: str) -> float:
    """Return the seconds between two deals when a user is asked to be ready."""
    return float(settings.NEXT_DEAL_SECONDS) * FACTORS[pace].between


def has_other_players(seats: tuple[SeatFacts, ...], mine: SeatFacts) -> bool:
    """Return whether another user still has a seat, even if a bot stands in for them."""
    return any(seat.user_id is not None and seat.left_at is None for seat in seats if seat != mine)
