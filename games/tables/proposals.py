"""Proposals at a table, their voters, and rematch answers."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any

from django.utils import timezone

from games.common.numbers import whole_number
from games.tables.snapshot import AnySession, SeatFacts, Setting

#: Prefix of a proposal that a bot stands in; the number of the seat follows.
STAND_IN = "stand_in:"
PAUSE, END = "pause", "end"
#: How long a proposal is open for votes.
VOTING = timedelta(seconds=60)
#: How long the table shows that a proposal did not pass.
OUTCOME_SHOWN = timedelta(seconds=20)


def played_by_bots(seats: Iterable[SeatFacts]) -> list[int]:
    """Return the seat numbers that bots play: their own, and those of users with a stand-in."""
    return [seat.number for seat in seats if seat.is_bot or seat.stand_in]


def voters(seats: Sequence[SeatFacts], proposal: str) -> list[SeatFacts]:
    """Return the seats whose players may vote on the proposal.

    An early end concerns every player who has not quit, even while a bot stands in for them. Every
    other proposal is up to the players who play themselves, except the player it is about.
    """
    people = [seat for seat in seats if seat.user_id and seat.left_at is None]
    if proposal == END:
        return people
    about = seat_about(proposal)
    return [seat for seat in people if not seat.stand_in and seat.number != about]


def seat_about(proposal: str) -> int | None:
    """Return the number of the seat for which the proposal wants a bot; None for others."""
    is_stand_in = proposal.startswith(STAND_IN)
    return whole_number(proposal.removeprefix(STAND_IN)) if is_stand_in else None


def lapses_at(session: AnySession, proposal: str) -> datetime | None:
    """Return when voting on the proposal ends; None if no end is stored for it."""
    ends = session.vote_ends.get(proposal)
    return None if ends is None else datetime.fromisoformat(ends)


def open_votes(session: AnySession) -> Mapping[str, Sequence[int]]:
    """Return the proposals that have not lapsed, each with the numbers of the seats that agree."""
    now = timezone.now()
    found = {}
    for proposal, agreed in session.votes.items():
        ends = lapses_at(session, proposal)
        if ends is None or now < ends:
            found[proposal] = agreed
    return found


@dataclass(frozen=True, slots=True)
class Rematch:
    """Answers of a finished session's players to a rematch: seats with a yes, a no, or none yet."""

    #: In the order of the answers; the first seat asked for the rematch.
    yes: tuple[int, ...]
    no: tuple[int, ...]
    #: Seats of users who have neither answered nor quit.
    awaited: tuple[int, ...]
    #: Seats whose players have confirmed a maximum loss above their own limit.
    agreed: tuple[int, ...] = ()
    #: For each yes to a stake, the digest of the terms on the player's page.
    terms: Mapping[int, str] = field(default_factory=dict)

    def with_answer(
        self, seat: int, *, is_yes: bool, is_agreed: bool = False, terms: str | None = None
    ) -> "Rematch":
        """Return these answers with a yes or no of the seat in place of its earlier answer.

        :param is_agreed: whether the player has confirmed a maximum loss above their limit
        :param terms: the digest of the terms that a yes is for
        """
        others = self.without(seat)
        awaited = tuple(number for number in others.awaited if number != seat)
        if is_yes:
            agreed = (*others.agreed, seat) if is_agreed else others.agreed
            digests = {**others.terms, seat: terms} if terms else others.terms
            yes = (*others.yes, seat)
            return replace(others, yes=yes, awaited=awaited, agreed=agreed, terms=digests)
        return replace(others, no=(*others.no, seat), awaited=awaited)

    def without(self, seat: int) -> "Rematch":
        """Return these answers without that of the seat, which is awaited again.

        Without the last yes the votes against are dropped too.
        """
        yes = tuple(number for number in self.yes if number != seat)
        # A no answers a question that has been withdrawn.
        is_withdrawn = bool(self.yes) and not yes
        no = () if is_withdrawn else tuple(number for number in self.no if number != seat)
        awaited = self.awaited if seat in self.awaited else (*self.awaited, seat)
        agreed = tuple(number for number in self.agreed if number != seat)
        terms = {number: digest for number, digest in self.terms.items() if number != seat}
        return Rematch(yes, no, awaited, agreed, terms)

    @property
    def stored(self) -> dict[str, Any]:
        """The answers as JSON data for ``Session.again``."""
        kept = {"yes": self.yes, "no": self.no, "agreed": self.agreed}
        stored: dict[str, Any] = {said: list(seats) for said, seats in kept.items() if seats}
        if self.terms:
            stored["terms"] = {str(seat): digest for seat, digest in self.terms.items()}
        return stored


def rematch_of(setting: Setting) -> Rematch:
    """Return the stored answers to a rematch, with users who have not answered as awaited."""
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
