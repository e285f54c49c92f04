"""How much of this process one person may take, and one address: open sockets, messages a second.

An address may be a whole club's evening in one room, so it may take many times what a person may.
Each process counts what it serves itself; a person whose pages are served by several may have as
many at each of them.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from django.conf import settings


@dataclass(frozen=True, slots=True)
class Share:
    """Somebody who is counted, with the most that they may take."""

    name: str
    sockets: int
    #: In a second.
    messages: int


def share_of_person(user_id: int) -> Share:
    """Return what one person may take, with all open pages together."""
    return Share(f"person {user_id}", settings.PERSON_SOCKETS, settings.PERSON_MESSAGES)


def share_of_address(address: str) -> Share:
    """Return what all browsers of one address may take together."""
    return Share(f"address {address}", settings.ADDRESS_SOCKETS, settings.ADDRESS_MESSAGES)


@dataclass(slots=True)
class Crowd:
    """Who has sockets open in this process; belongs to the thread of its event loop."""

    _sockets: Counter[str] = field(default_factory=Counter)
    _second: int = 0
    #: How many messages came in that second.
    _messages: Counter[str] = field(default_factory=Counter)

    def enter(self, shares: Sequence[Share]) -> bool:
        """Count a socket, where all that it is counted for have room; tell whether they had."""
        if any(self._sockets[share.name] >= share.sockets for share in shares):
            return False
        self._sockets.update(share.name for share in shares)
        return True

    def leave(self, shares: Sequence[Share]) -> None:
        """Count the socket no longer."""
        for share in shares:
            self._sockets[share.name] -= 1
            if self._sockets[share.name] <= 0:
                del self._sockets[share.name]

    def is_flood(self, shares: Sequence[Share], now: float) -> bool:
        """Count a message; tell whether somebody sends more in this second than they may.

        :param now: seconds of a clock that only goes forward
        """
        if int(now) != self._second:
            self._second = int(now)
            self._messages.clear()
        self._messages.update([share.name for share in shares])
        return any(self._messages[share.name] > share.messages for share in shares)


_crowd = Crowd()


def crowd() -> Crowd:
    """Return that of this process."""
    return _crowd
