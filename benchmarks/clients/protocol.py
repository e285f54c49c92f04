"""Messages between a browser at a table and the server, and a copy of the deal."""

import json
import re
from typing import NamedTuple

from games.bots.lowest import lowest
from games.rules import record
from games.rules.cards import card_name, cards_text
from games.rules.deal.actions import Action, Give, Pass, Play, action_text, parse_action
from games.rules.deal.apply import apply
from games.rules.deal.refusals import Refusal
from games.rules.deal.state import DealState
from games.rules.view import view

#: Of the pulse: one element that a message may contain.
_ATTRIBUTE = re.compile(rb'data-(version|position-id|turn|phase)="([^"]*)"')

#: In the answer to a user who asked for something that is not allowed.
REFUSED_MARK = b'id="refusal"'
#: In the answer to a request for hints.
HINTS_MARK = b'data-hints="'


class Pulse(NamedTuple):
    """State that a page shows: version, phase and position of its table."""

    version: int
    #: Numbers of session, deal, attempt and actions; empty before the first deal.
    position: tuple[int, ...]
    turn: int | None
    phase: str


def pulse_of(message: bytes) -> Pulse | None:
    """Return the pulse in the message, or None if it has none."""
    at = message.rfind(b'id="pulse"')
    if at < 0:
        return None
    element = message[at : message.find(b">", at)]
    found = dict(_ATTRIBUTE.findall(element))
    position, turn = found[b"position-id"], found[b"turn"]
    return Pulse(
        version=int(found[b"version"]),
        position=tuple(map(int, position.split(b"."))) if position else (),
        turn=int(turn) if turn else None,
        phase=found[b"phase"].decode(),
    )


def is_refusal(message: bytes) -> bool:
    """Return whether the message says why a request was refused."""
    return REFUSED_MARK in message


def position_text(position: tuple[int, ...]) -> str:
    """Return the position in the form that browsers send."""
    return ".".join(map(str, position))


def selection_mark(cards: str) -> bytes:
    """Return the part by which the answer to a selection of cards is recognized."""
    return f'data-selection="{cards}"'.encode()


def message_of(action: Action, position: str) -> str:
    """Return the message that a browser sends for the action at the given position."""
    match action:
        case Play(_seat, cards):
            asked = {"do": "play", "cards": cards_text(cards)}
        case Give(_seat, card):
            asked = {"do": "give", "cards": card_name(card)}
        case Pass():
            asked = {"do": "pass"}
        case _:
            raise AssertionError(f"no message for {action_text(action)}")
    return json.dumps({**asked, "moment": position})


class Mirror:
    """A deal, replayed locally by the same rules."""

    def __init__(self, start: str) -> None:
        #: State after the actions so far.
        self.state: DealState = record.replay(start)

    @property
    def actions(self) -> int:
        """Number of actions so far."""
        return len(self.state.actions)

    def choice(self) -> Action:
        """Return the cheapest legal play of the seat to act; a pass if it has none."""
        assert self.state.turn is not None, "the deal is over"
        return lowest(view(self.state, self.state.turn))

    def take(self, action: Action) -> None:
        """Apply the action."""
        after = apply(self.state, action)
        assert not isinstance(after, Refusal), f"{action_text(action)}: {after}"
        self.state = after

    def follow(self, texts: list[str]) -> None:
        """Apply the actions that are new in `texts`, which lists all actions of the deal."""
        for text in texts[self.actions :]:
            self.take(parse_action(text))

    def hand(self, seat: int) -> str:
        """Return the seat's cards, in the notation."""
        return cards_text(self.state.hands[seat])
