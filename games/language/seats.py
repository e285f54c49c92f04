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
from games.language.bots import bot_description, bot_label, bot_title
from games.language.card_faces import CardFace, play_faces
from games.rules.cards import Cards
from games.rules.combinations.kinds import Combination
from games.rules.deal.actions import Pass, Play
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
    def bot(self) -> str:
        """Name of the bot that owns the seat; empty for a user's seat."""
        ...


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
    #: What a bot is called beside its name, such as "Club bot", and its character and style in one
    #: line; both empty for a user's seat.
    bot: str
    bot_description: str
    #: The name, and for a bot what it is.
    title: str
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
    view: View, players: Iterable[SeatedPlayer], plays: Sequence[Combination | None] | None = None
) -> list[SeatView]:
    """Return the public view of the seats, in the order of the players.

    :param plays: the result of ``labels.plays``, if known
    """
    plays = labels.plays(view) if plays is None else plays
    first = view.trick_start
    # Within a trick no cards are played twice.
    called = {
        (action.seat, action.cards): play
        for action, play in zip(view.history[first:], plays[first:], strict=True)
        if isinstance(action, Play) and play is not None
    }
    return [_seat_view(view, player, called) for player in players]


def _seat_view(
    view: View, player: SeatedPlayer, combinations: Mapping[tuple[int, Cards], Combination]
) -> SeatView:
    """Return the public view of one seat."""
    number = player.number
    last = view.last[number]
    # A player on turn can play again, even after a pass in this trick.
    has_passed = isinstance(last, Pass) and number != view.turn
    last_play_shown = None
    if isinstance(last, Play):
        play = combinations[number, last.cards]
        last_play_shown = LastPlay(play_faces(play), labels.combination_label(play))
    return SeatView(
        number=number,
        name=player.name,
        picture=player.picture,
        bot=bot_label(player.bot),
        bot_description=bot_description(player.bot),
        title=bot_title(player.name, player.bot),
        cards=view.counts[number],
        is_dealer=number == view.dealer,
        is_turn=number == view.turn,
        is_winner=view.result is not None and view.result.winner == number,
        passed=has_passed,
        locked=number in view.locked,
        passing=_passing_text(has_passed, number in view.locked),
        last=last_play_shown,
        last_is_top=last_play_shown is not None and number == view.owner,
        call=call(view, number),
        out=_out_text(view, number),
    )


@cached_by_language(20)
def _passing_text(has_passed: bool, is_locked: bool) -> str:
    """Return the text on a player's pass, also after being locked out; empty without one."""
    if has_passed:
        return _("Passed for this trick") if is_locked else pgettext("a player", "Passed")
    return _("Out of this trick") if is_locked else ""


def _out_text(view: View, number: int) -> str:
    """Return the text on a player without cards, with the place if play goes on, or empty."""
    if number not in view.out:
        return ""
    if not view.rules.play_on:
        return pgettext("a player without cards", "Out")
    place = view.out.index(number) + 1
    known = {1: _("Out first"), 2: _("Out second"), 3: _("Out third")}
    return known.get(place) or _("Out in %(place)dth place") % {"place": place}


def call(view: View, seat: int) -> str:
    """Return the last-card call for a seat (option `last_card_call`); empty also after the deal."""
    if view.over or seat not in view.announced:
        return ""
    return _("Last card!") if view.counts[seat] == 1 else _("Two cards left!")


def to_beat(view: View, names: Sequence[str]) -> ToBeat | None:
    """Return the play to beat, or None at the start of a trick."""
    if view.top is None or view.owner is None:
        return None
    label = labels.combination_label(view.top)
    return ToBeat(play_faces(view.top), label, names[view.owner], view.owner)


def last_play(view: View, names: Sequence[str]) -> ToBeat | None:
    """Return the last action, as shown to beat, if it was a play, even if its trick has ended."""
    last = view.history[-1] if view.history else None
    play = labels.plays(view)[-1] if isinstance(last, Play) else None
    if last is None or play is None:
        return None
    return ToBeat(play_faces(play), labels.combination_label(play), names[last.seat], last.seat)
