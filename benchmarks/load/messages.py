"""Parts of the messages exchanged with the server that the benchmark reads and writes.

Among other content, a message may have the pulse: one element with these data attributes.
"""

import re
from typing import NamedTuple

_ATTRIBUTE = re.compile(rb'data-(version|position-id|turn|phase)="([^"]*)"')

#: In the answer to a user who asked for something that is not allowed.
REFUSED_MARK = b'id="refusal"'


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


#: In the answer to a request for hints.
HINTS_MARK = b'data-hints="'
