"""What each role of a club may do: the one place that decides it. Pure.

`MAY` is the whole policy, as data: the page of roles is made from it, and every service asks
`may` before it does anything.
"""

from collections.abc import Mapping
from enum import StrEnum, auto
from typing import Final


class Role(StrEnum):
    """The roles, the highest first."""

    OWNER = auto()
    ORGANIZER = auto()
    MEMBER = auto()


class Right(StrEnum):
    """What somebody may be allowed to do in a club."""

    # What belongs to every member
    SEE_MEMBERS = auto()
    SEE_HISTORY = auto()
    PLAY = auto()
    LEAVE = auto()
    # What keeps a club going
    INVITE = auto()
    ANSWER_REQUESTS = auto()
    WRITE_NEWS = auto()
    RUN_EVENTS = auto()
    KEEP_RULES = auto()
    KEEP_BOOK = auto()
    PLAY_AGAINST_THE_HOUSE = auto()
    REMOVE = auto()
    # What the club stands or falls with
    CHANGE_CLUB = auto()
    SET_ROLE = auto()
    HAND_OVER = auto()
    CLOSE = auto()


_EVERYBODY = frozenset({Right.SEE_MEMBERS, Right.SEE_HISTORY, Right.PLAY})
_ORGANIZERS = _EVERYBODY | {
    Right.INVITE, Right.ANSWER_REQUESTS, Right.WRITE_NEWS, Right.RUN_EVENTS, Right.KEEP_RULES,
    Right.KEEP_BOOK, Right.PLAY_AGAINST_THE_HOUSE, Right.REMOVE,
}  # fmt: skip

#: A club always has its owner: who wants to leave hands it over before, or closes it.
MAY: Final[Mapping[Role, frozenset[Right]]] = {
    Role.OWNER: _ORGANIZERS | {Right.CHANGE_CLUB, Right.SET_ROLE, Right.HAND_OVER, Right.CLOSE},
    Role.ORGANIZER: _ORGANIZERS | {Right.LEAVE},
    Role.MEMBER: _EVERYBODY | {Right.LEAVE},
}

#: Rights over another member; they reach only those of a lower role.
OVER_MEMBERS: Final = frozenset({Right.REMOVE, Right.SET_ROLE, Right.HAND_OVER})
#: The roles that can be given; a club has one owner, who hands it over.
GIVEN_ROLES: Final = (Role.ORGANIZER, Role.MEMBER)

_HEIGHT: Final = {role: height for height, role in enumerate(reversed(Role))}


def may(role: Role | None, right: Right, over: Role | None = None) -> bool:
    """Tell whether somebody of that role may do it; without a role, nobody may do anything.

    :param over: the role of the member whom it is done to; without one, whether there is
        anybody at all to whom it may be done

    >>> may(Role.ORGANIZER, Right.REMOVE), may(Role.ORGANIZER, Right.REMOVE, Role.ORGANIZER)
    (True, False)
    """
    if role is None or right not in MAY[role]:
        return False
    return over is None or right not in OVER_MEMBERS or _HEIGHT[over] < _HEIGHT[role]
