"""What a deal looks like from outside: its seats, the play to beat, what holds for a while.

The table and the replay show the same; each adds what it alone knows.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from games.common.languages import cached_by_language
from games.common.languages import gettext as _
from games.language import labels
from games.language.card_faces import CardFace, play_faces
from games.rules.cards import Cards
from games.rules.combinations import Combination
from games.rules.deal import Pass, Play
from games.rules.view import View


class Sitter(Protocol):
    """Who has a seat, as far as everybody knows."""

    @property
    def number(self) -> int: ...
    @property
    def name(self) -> str: ...
    @property
    def picture(self) -> str: ...
    @property
    def is_bot(self) -> bool: ...


@dataclass(frozen=True, slots=True)
class LastPlay:
    """What a seat last laid in this trick."""

    cards: list[CardFace]
    label: str


@dataclass(frozen=True, slots=True)
class ToBeat:
    """The play that lies on the table."""

    cards: list[CardFace]
    label: str
    name: str
    seat: int


@dataclass(frozen=True, slots=True)
class Notice:
    """Something that holds at the table for a while, and the cards it is about."""

    text: str
    cards: list[CardFace]


@dataclass(frozen=True, slots=True)
class SeatView:
    """A seat as everybody sees it at one moment of a deal."""

    number: int
    name: str
    #: See ``accounts.pictures``; empty for none.
    picture: str
    is_bot: bool
    #: How many cards it holds.
    cards: int
    #: Whether it dealt this deal.
    is_dealer: bool
    is_turn: bool
    is_winner: bool
    passed: bool
    locked: bool
    #: What is said of a seat that takes no part in the trick any more.
    passing: str
    last: LastPlay | None
    last_is_top: bool
    #: What the table announces of this seat: "Last card!", "Two cards left!", or nothing.
    call: str
    #: How it went out: "Out", or where play goes on "Out first"; nothing while it holds cards.
    out: str


def seat_views(
    seen: View, sitters: Iterable[Sitter], plays: Sequence[Combination | None] | None = None
) -> list[SeatView]:
    """Return the seats as everybody sees them, in the order of the sitters.

    :param plays: what the plays so far were, where that is known (``labels.plays``)
    """
    plays = labels.plays(seen) if plays is None else plays
    first = seen.trick_start
    # Within a trick nobody plays the same cards twice.
    called = {
        (action.seat, action.cards): play
        for action, play in zip(seen.history[first:], plays[first:], strict=True)
        if isinstance(action, Play) and play is not None
    }
    return [_seat_view(seen, sitter, called) for sitter in sitters]


def _seat_view(
    seen: View, sitter: Sitter, called: Mapping[tuple[int, Cards], Combination]
) -> SeatView:
    number = sitter.number
    last = seen.last[number]
    laid = None
    if isinstance(last, Play):
        play = called[number, last.cards]
        laid = LastPlay(play_faces(play), labels.combination_label(play))
    return SeatView(
        number=number,
        name=sitter.name,
        picture=sitter.picture,
        is_bot=sitter.is_bot,
        cards=seen.counts[number],
        is_dealer=number == seen.dealer,
        is_turn=number == seen.turn,
        is_winner=seen.result is not None and seen.result.winner == number,
        passed=isinstance(last, Pass),
        locked=number in seen.locked,
        passing=_passing(isinstance(last, Pass), number in seen.locked),
        last=laid,
        last_is_top=laid is not None and number == seen.owner,
        call=call(seen, number),
        out=_out(seen, number),
    )


@cached_by_language(20)
def _passing(has_passed: bool, is_locked: bool) -> str:
    if has_passed:
        return _("Passed for this trick") if is_locked else _("Passed")
    return _("Out of this trick") if is_locked else ""


def _out(seen: View, number: int) -> str:
    if number not in seen.out:
        return ""
    if not seen.rules.play_on:
        return _("Out")
    place = seen.out.index(number) + 1
    known = {1: _("Out first"), 2: _("Out second"), 3: _("Out third")}
    return known.get(place) or _("Out, as number %(place)d") % {"place": place}


def call(seen: View, seat: int) -> str:
    """Return what the table announces of a seat, if anything (option `last_card_call`)."""
    if seen.over or seat not in seen.announced:
        return ""
    return _("Last card!") if seen.counts[seat] == 1 else _("Two cards left!")


def to_beat(seen: View, names: Sequence[str]) -> ToBeat | None:
    """Return the play that lies on the table, if one does."""
    if seen.top is None or seen.owner is None:
        return None
    label = labels.combination_label(seen.top)
    return ToBeat(play_faces(seen.top), label, names[seen.owner], seen.owner)


def last_play(seen: View, names: Sequence[str]) -> ToBeat | None:
    """Return the play that was the last action, though it may lie there no more."""
    last = seen.history[-1] if seen.history else None
    play = labels.plays(seen)[-1] if isinstance(last, Play) else None
    if last is None or play is None:
        return None
    return ToBeat(play_faces(play), labels.combination_label(play), names[last.seat], last.seat)
