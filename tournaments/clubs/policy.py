"""Permissions of the roles in a club. Pure.

`MAY` is the whole policy as data: the page of roles is built from it, and every service checks
`may` before it changes anything.
"""

from collections.abc import Mapping
from enum import StrEnum, auto
from typing import Final


class Role(StrEnum):
    """Roles of members in a club, highest first."""

    OWNER = auto()
    ORGANIZER = auto()
    MEMBER = auto()


class Right(StrEnum):
    """Actions in a club that need permission."""

    # Every member
    SEE_MEMBERS = auto()
    SEE_ACTIVITY = auto()
    PLAY = auto()
    LEAVE = auto()
    # Organizers, who run the club
    INVITE = auto()
    ANSWER_REQUESTS = auto()
    WRITE_NEWS = auto()
    RUN_EVENTS = auto()
    KEEP_RULES = auto()
    KEEP_BOOK = auto()
    PLAY_AGAINST_THE_HOUSE = auto()
    REMOVE = auto()
    # The owner
    CHANGE_CLUB = auto()
    SET_ROLE = auto()
    HAND_OVER = auto()
    CLOSE = auto()


_EVERY_MEMBER = frozenset({Right.SEE_MEMBERS, Right.SEE_ACTIVITY, Right.PLAY})
_ORGANIZERS = _EVERY_MEMBER | {
    Right.INVITE, Right.ANSWER_REQUESTS, Right.WRITE_NEWS, Right.RUN_EVENTS, Right.KEEP_RULES,
    Right.KEEP_BOOK, Right.PLAY_AGAINST_THE_HOUSE, Right.REMOVE,
}  # fmt: skip

#: A club always has an owner, who must transfer or close the club to leave.
MAY: Final[Mapping[Role, frozenset[Right]]] = {
    Role.OWNER: _ORGANIZERS | {Right.CHANGE_CLUB, Right.SET_ROLE, Right.HAND_OVER, Right.CLOSE},
    Role.ORGANIZER: _ORGANIZERS | {Right.LEAVE},
    Role.MEMBER: _EVERY_MEMBER | {Right.LEAVE},
}

#: Rights over another member; they apply only to members with a lower role.
OVER_MEMBERS: Final = frozenset({Right.REMOVE, Right.SET_ROLE, Right.HAND_OVER})
#: The roles that can be assigned; the only owner transfers the club instead.
GIVEN_ROLES: Final = (Role.ORGANIZER, Role.MEMBER)

_HEIGHT: Final = {role: height for height, role in enumerate(reversed(Role))}


def may(role: Role | None, right: Right, over: Role | None = None) -> bool:
    """Return whether the role has the right; False for None, or if `over` isn't lower but must be.

    :param over: the role of the affected member; None to ask whether the role has the right over
        any member

    >>> may(Role.ORGANIZER, Right.REMOVE), may(Role.ORGANIZER, Right.REMOVE, Role.ORGANIZER)
    (True, False)
    """
    if role is None or right not in MAY[role]:
        return False
    return over is None or right not in OVER_MEMBERS or _HEIGHT[over] < _HEIGHT[role]
