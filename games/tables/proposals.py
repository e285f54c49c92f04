"""What people at a table propose, who has a say in it, and for which seats bots play."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any

from django.utils import timezone

from games.tables.snapshot import AnySession, SeatFacts, Setting

#: Before the number of a seat, in a proposal: that a bot should stand in there.
STAND_IN = "stand_in:"
PAUSE, END = "pause", "end"
#: How long a proposal waits for everybody's voice.
VOTING = timedelta(seconds=60)
#: So long it is said of a proposal that it came to nothing.
OUTCOME_SHOWN = timedelta(seconds=20)


def played_by_bots(seats: Iterable[SeatFacts]) -> list[int]:
    """Return the seats that bots play for: their own, and those of people who are away."""
    return [seat.number for seat in seats if seat.is_bot or seat.stand_in]


def voters(seats: Sequence[SeatFacts], proposal: str) -> list[SeatFacts]:
    """Return the seats whose players have a say in a proposal.

    An early end concerns every player who has not left for good, also where a bot plays for them
    just now. Anything else is up to those who play themselves, except the player it is about.
    """
    people = [seat for seat in seats if seat.user_id and seat.left_at is None]
    if proposal == END:
        return people
    about = seat_about(proposal)
    return [seat for seat in people if not seat.stand_in and seat.number != about]


def seat_about(proposal: str) -> int | None:
    """Return the number of the seat that a proposal is about, if it is about one."""
    number = proposal.removeprefix(STAND_IN)
    return int(number) if proposal.startswith(STAND_IN) and number.isdecimal() else None


def lapses_at(session: AnySession, proposal: str) -> datetime | None:
    """Return when a proposal lapses; None for one from before there was a limit."""
    ends = session.vote_ends.get(proposal)
    return None if ends is None else datetime.fromisoformat(ends)


def open_votes(session: AnySession) -> Mapping[str, Sequence[int]]:
    """Return for each proposal that has not lapsed the seats that agree to it."""
    now = timezone.now()
    found = {}
    for proposal, agreed in session.votes.items():
        ends = lapses_at(session, proposal)
        if ends is None or now < ends:
            found[proposal] = agreed
    return found


@dataclass(frozen=True, slots=True)
class Rematch:
    """Who of a finished session's people would play another one, by their seats."""

    #: In the order in which they said so: the first has asked.
    yes: tuple[int, ...]
    no: tuple[int, ...]
    #: The people who have not answered and have not left.
    awaited: tuple[int, ...]
    #: Who said yes to a worst case above their own limit, having been asked about it.
    agreed: tuple[int, ...] = ()
    #: For each yes to a stake the digest of the terms that the player's page showed.
    terms: Mapping[int, str] = field(default_factory=dict)

    def with_answer(
        self, seat: int, *, is_yes: bool, is_agreed: bool = False, terms: str | None = None
    ) -> "Rematch":
        """Return it with the answer of a seat, which may have agreed to the worst case.

        :param terms: the digest of the terms that a yes is to
        """
        rest = self.without(seat)
        awaited = tuple(each for each in rest.awaited if each != seat)
        if is_yes:
            agreed = (*rest.agreed, seat) if is_agreed else rest.agreed
            shown = {**rest.terms, seat: terms} if terms else rest.terms
            yes = (*rest.yes, seat)
            return replace(rest, yes=yes, awaited=awaited, agreed=agreed, terms=shown)
        return replace(rest, no=(*rest.no, seat), awaited=awaited)

    def without(self, seat: int) -> "Rematch":
        """Return it as it is while the seat has not answered."""
        yes = tuple(each for each in self.yes if each != seat)
        # The answers were to a question that is taken back.
        is_taken_back = bool(self.yes) and not yes
        no = () if is_taken_back else tuple(each for each in self.no if each != seat)
        awaited = self.awaited if seat in self.awaited else (*self.awaited, seat)
        agreed = tuple(each for each in self.agreed if each != seat)
        terms = {each: digest for each, digest in self.terms.items() if each != seat}
        return Rematch(yes, no, awaited, agreed, terms)

    @property
    def stored(self) -> dict[str, Any]:
        """What is stored of it."""
        kept = {"yes": self.yes, "no": self.no, "agreed": self.agreed}
        stored: dict[str, Any] = {said: list(seats) for said, seats in kept.items() if seats}
        if self.terms:
            stored["terms"] = {str(seat): digest for seat, digest in self.terms.items()}
        return stored


def rematch_of(setting: Setting) -> Rematch:
    """Return who would play another session after the one of the setting, which is over."""
    again = setting.session.again
    yes, no = tuple(again.get("yes", ())), tuple(again.get("no", ()))
    return Rematch(
        yes,
        no,
        tuple(
            seat.number
            for seat in setting.seats
            if seat.user_id and seat.left_at is None and seat.number not in (*yes, *no)
        ),
        tuple(again.get("agreed", ())),
        {int(seat): digest for seat, digest in again.get("terms", {}).items()},
    )
