"""How long bots seem to think at a table, and how long its next deal is waited for."""

from typing import NamedTuple

from django.conf import settings

from games.tables.models import Table
from games.tables.snapshot import SeatFacts


class Factors(NamedTuple):
    """By how much a pace is slower than the settings of the club say."""

    #: Of ``BOT_DELAY``.
    thinking: float
    #: Of ``NEXT_DEAL_SECONDS``.
    between: float


FACTORS: dict[str, Factors] = {
    Table.Pace.RELAXED: Factors(1.6, 1.5),
    Table.Pace.NORMAL: Factors(1.0, 1.0),
    Table.Pace.FAST: Factors(0.28, 0.25),
}


def thinking_seconds(pace: str) -> tuple[float, float]:
    """Return how many seconds a bot seems to think at least and at most."""
    least, most = settings.BOT_DELAY
    factor = FACTORS[pace].thinking
    return least * factor, most * factor


def seconds_between_deals(pace: str) -> float:
    """Return how many seconds there are between two deals where a person is asked to be ready."""
    return float(settings.NEXT_DEAL_SECONDS) * FACTORS[pace].between


def has_other_players(seats: tuple[SeatFacts, ...], mine: SeatFacts) -> bool:
    """Tell whether another person has a seat there, be it that a bot stands in for them."""
    return any(seat.user_id is not None and seat.left_at is None for seat in seats if seat != mine)
