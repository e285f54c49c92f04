"""What the bench reads of the messages that the club sends, and what it sends itself.

Whatever else a message has, the pulse is one element with these data attributes.
"""

import re
from typing import NamedTuple

_ATTRIBUTE = re.compile(rb'data-(version|moment|turn|phase)="([^"]*)"')

#: What an answer has to somebody who did what may not be done.
REFUSED_MARK = b'id="refusal"'


class Pulse(NamedTuple):
    """How far a page has come."""

    version: int
    #: The session's number, the deal's, its attempt and its actions; empty before the first deal.
    moment: tuple[int, ...]
    turn: int | None
    phase: str


def pulse_of(message: bytes) -> Pulse | None:
    """Return how far the message brings a page, or None where it has nothing of that."""
    at = message.rfind(b'id="pulse"')
    if at < 0:
        return None
    element = message[at : message.find(b">", at)]
    found = dict(_ATTRIBUTE.findall(element))
    moment, turn = found[b"moment"], found[b"turn"]
    return Pulse(
        version=int(found[b"version"]),
        moment=tuple(map(int, moment.split(b"."))) if moment else (),
        turn=int(turn) if turn else None,
        phase=found[b"phase"].decode(),
    )


def is_refusal(message: bytes) -> bool:
    """Tell whether the message says why something was not done."""
    return REFUSED_MARK in message


def moment_text(moment: tuple[int, ...]) -> str:
    """Return the moment as browsers send it back."""
    return ".".join(map(str, moment))


def selection_mark(cards: str) -> bytes:
    """Return what the answer to a choice of cards has."""
    return f'data-selection="{cards}"'.encode()


#: What the answer to a request for hints has.
HINTS_MARK = b'data-hints="'
