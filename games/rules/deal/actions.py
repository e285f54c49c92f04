"""Actions of players in a deal, and their text notation.

>>> action_text(Play(0, 1)), action_text(Pass(2))
('0 play 3D', '2 pass')
"""

from dataclasses import dataclass

from games.rules.cards import Card, CardError, Cards, card_name, cards_text, parse_card, parse_cards
from games.rules.scoring import SeatNumber


@dataclass(frozen=True, slots=True)
class Play:
    """The player plays cards."""

    seat: SeatNumber
    cards: Cards


@dataclass(frozen=True, slots=True)
class Pass:
    """The player passes: on lead the lead goes on, over their own play the trick ends."""

    seat: SeatNumber


@dataclass(frozen=True, slots=True)
class Redeal:
    """The player shows the hand and asks for a new deal (option `redeal`)."""

    seat: SeatNumber


@dataclass(frozen=True, slots=True)
class Give:
    """The winner of the deal before gives a card back (option `exchange`)."""

    seat: SeatNumber
    card: Card


Action = Play | Pass | Redeal | Give


class ActionError(ValueError):
    """A text that is not an action."""


def action_text(action: Action) -> str:
    """Return an action as text; the inverse of `parse_action`.

    :raises CardError: if its cards do not exist
    """
    match action:
        case Play(seat, cards):
            return f"{seat} play {cards_text(cards)}"
        case Pass(seat):
            return f"{seat} pass"
        case Redeal(seat):
            return f"{seat} redeal"
        case Give(seat, card):
            return f"{seat} give {card_name(card)}"


def parse_action(text: str) -> Action:
    """Return the action that a text names; raise `ActionError`, with the reason, if it is none.

    >>> parse_action("1 give 3D")
    Give(seat=1, card=0)
    """
    seat_text, _, rest = text.partition(" ")
    verb, _, cards = rest.partition(" ")
    if not (seat_text.isascii() and seat_text.isdigit()):
        raise ActionError(f"not a seat: {seat_text!r} in {text!r}")
    seat = int(seat_text)
    try:
        if verb == "play" and cards:
            return Play(seat, parse_cards(cards))
        if verb == "give" and cards:
            return Give(seat, parse_card(cards))
    except CardError as error:
        raise ActionError(f"{error} in {text!r}") from None
    if verb == "pass" and not cards:
        return Pass(seat)
    if verb == "redeal" and not cards:
        return Redeal(seat)
    raise ActionError(f"not an action: {text!r}")
