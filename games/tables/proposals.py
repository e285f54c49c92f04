"""What people at a table propose, who has a say in it, and for which seats bots play."""

from collections.abc import Iterable, Sequence

from games.tables.snapshot import SeatFacts

#: Before the number of a seat, in a proposal: that a bot should stand in there.
STAND_IN = "stand_in:"
PAUSE, END = "pause", "end"


def played_by_bots(seats: Iterable[SeatFacts]) -> list[int]:
    """Return the seats that bots play for: their own, and those of people who are away."""
    return [seat.number for seat in seats if seat.is_bot or seat.stand_in]


def voters(seats: Sequence[SeatFacts], proposal: str) -> list[SeatFacts]:
    """Return who has a say in a proposal: the people who are there, but for the one it is about."""
    about = seat_about(proposal)
    return [seat for seat in seats if seat.user_id and not seat.stand_in and seat.number != about]


def seat_about(proposal: str) -> int | None:
    """Return the number of the seat that a proposal is about, if it is about one."""
    number = proposal.removeprefix(STAND_IN)
    return int(number) if proposal.startswith(STAND_IN) and number.isdecimal() else None
