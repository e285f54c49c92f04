"""Public view of a deal: its seats, the play to beat and standing notices.

Shared by the table and the replay, which each add their own details.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from django.utils.translation import pgettext

from games.common.languages import cached_by_language
from games.common.languages import gettext as _
from games.language import labels
from games.language.card_faces import CardFace, play_faces
from games.rules.cards import Cards
from games.rules.combinations import Combination
from games.rules.deal import Pass, Play
from games.rules.view import View


class SeatedPlayer(Protocol):
    """The public facts about the player in a seat."""

    @property
    def number(self) -> int:
        """Seat number, from 0."""
        ...

    @property
    def name(self) -> str: ...
    @property
    def picture(self) -> str: ...
    @property
    def is_bot(self) -> bool: ...


@dataclass(frozen=True, slots=True)
class LastPlay:
    """A seat's latest play in the current trick."""

    cards: list[CardFace]
    label: str


@dataclass(frozen=True, slots=True)
class ToBeat:
    """The play on the table that the next one must beat."""

    cards: list[CardFace]
    label: str
    name: str
    seat: int


@dataclass(frozen=True, slots=True)
class Notice:
    """A standing notice, such as who deals, with the cards it mentions."""

    text: str
    cards: list[CardFace]


@dataclass(frozen=True, slots=True)
class SeatView:
    """A seat as every viewer sees it at one point of a deal."""

    number: int
    name: str
    #: See ``accounts.pictures``; empty for none.
    picture: str
    is_bot: bool
    #: Number of cards in hand.
    cards: int
    #: Whether it dealt this deal.
    is_dealer: bool
    is_turn: bool
    is_winner: bool
    passed: bool
    locked: bool
    #: "Passed" or "Out of this trick"; empty while the seat can still play.
    passing: str
    last: LastPlay | None
    last_is_top: bool
    #: Last-card call: "Last card!", "Two cards left!", or empty.
    call: str
    #: "Out", or "Out first" under rules that play on; empty while the seat holds cards.
    out: str


def seat_views(
    seen: View, players: Iterable[SeatedPlayer], plays: Sequence[Combination | None] | None = None
) -> list[SeatView]:
    """Return the public view of the seats, in the order of the players.

    :param plays: the result of ``labels.plays``, if known
    """
    plays = labels.plays(seen) if plays is None else plays
    first = seen.trick_start
    # Within a trick no cards are played twice.
    called = {
        (action.seat, action.cards): play
        for action, play in zip(seen.history[first:], plays[first:], strict=True)
        if isinstance(action, Play) and play is not None
    }
    return [_seat_view(seen, player, called) for player in players]


def _seat_view(
    seen: View, player: SeatedPlayer, called: Mapping[tuple[int, Cards], Combination]
) -> SeatView:
    number = player.number
    last = seen.last[number]
    laid = None
    if isinstance(last, Play):
        play = called[number, last.cards]
        laid = LastPlay(play_faces(play), labels.combination_label(play))
    return SeatView(
        number=number,
        name=player.name,
        picture=player.picture,
        is_bot=player.is_bot,
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
        return _("Passed for this trick") if is_locked else pgettext("a player", "Passed")
    return _("Out of this trick") if is_locked else ""


def _out(seen: View, number: int) -> str:
    if number not in seen.out:
        return ""
    if not seen.rules.play_on:
        return pgettext("a player without cards", "Out")
    place = seen.out.index(number) + 1
    known = {1: _("Out first"), 2: _("Out second"), 3: _("Out third")}
    return known.get(place) or _("Out in %(place)dth place") % {"place": place}


def call(seen: View, seat: int) -> str:
    """Return the last-card call for a seat, or an empty string (option `last_card_call`)."""
    if seen.over or seat not in seen.announced:
        return ""
    return _("Last card!") if seen.counts[seat] == 1 else _("Two cards left!")


def to_beat(seen: View, names: Sequence[str]) -> ToBeat | None:
    """Return the play to beat, or None at the start of a trick."""
    if seen.top is None or seen.owner is None:
        return None
    label = labels.combination_label(seen.top)
    return ToBeat(play_faces(seen.top), label, names[seen.owner], seen.owner)


def last_play(seen: View, names: Sequence[str]) -> ToBeat | None:
    """Return the last action if it was a play, even if its trick has ended; otherwise None."""
    last = seen.history[-1] if seen.history else None
    play = labels.plays(seen)[-1] if isinstance(last, Play) else None
    if last is None or play is None:
        return None
    return ToBeat(play_faces(play), labels.combination_label(play), names[last.seat], last.seat)
