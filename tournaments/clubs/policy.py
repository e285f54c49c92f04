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
    #: Keeps the club's ledger; there can be several.
    TREASURER = auto()
    MEMBER = auto()


class Right(StrEnum):
    """Actions in a club that need permission."""

    # Every member
    SEE_MEMBERS = auto()
    SEE_ACTIVITY = auto()
    PLAY = auto()
    LEAVE = auto()
    # Treasurers and organizers
    KEEP_BOOK = auto()
    # Treasurers and the owner, as these details decide where payments to the club go
    SET_PAYMENT_DETAILS = auto()
    # Organizers, who run the club
    INVITE = auto()
    ANSWER_REQUESTS = auto()
    WRITE_NEWS = auto()
    RUN_EVENTS = auto()
    KEEP_RULES = auto()
    CORRECT_RESULTS = auto()
    PLAY_AGAINST_THE_HOUSE = auto()
    NAME_TREASURER = auto()
    NOTE = auto()
    REMOVE = auto()
    # The owner
    CHANGE_CLUB = auto()
    SET_ROLE = auto()
    HAND_OVER = auto()
    CLOSE = auto()


_EVERY_MEMBER = frozenset({Right.SEE_MEMBERS, Right.SEE_ACTIVITY, Right.PLAY})
_KEEPERS = _EVERY_MEMBER | {Right.KEEP_BOOK}
_ORGANIZERS = _KEEPERS | {
    Right.INVITE, Right.ANSWER_REQUESTS, Right.WRITE_NEWS, Right.RUN_EVENTS, Right.KEEP_RULES,
    Right.CORRECT_RESULTS, Right.PLAY_AGAINST_THE_HOUSE, Right.NAME_TREASURER, Right.NOTE,
    Right.REMOVE,
}  # fmt: skip

#: A club always has an owner, who must transfer or close the club to leave.
MAY: Final[Mapping[Role, frozenset[Right]]] = {
    Role.OWNER: _ORGANIZERS | {
        Right.SET_PAYMENT_DETAILS, Right.CHANGE_CLUB, Right.SET_ROLE, Right.HAND_OVER, Right.CLOSE,
    },
    Role.ORGANIZER: _ORGANIZERS | {Right.LEAVE},
    Role.TREASURER: _KEEPERS | {Right.SET_PAYMENT_DETAILS, Right.LEAVE},
    Role.MEMBER: _EVERY_MEMBER | {Right.LEAVE},
}  # fmt: skip

#: Rights over another member; they apply only to members with a lower role.
OVER_MEMBERS: Final = frozenset(
    {Right.REMOVE, Right.NOTE, Right.NAME_TREASURER, Right.SET_ROLE, Right.HAND_OVER}
)
#: The roles that can be assigned; the only owner transfers the club instead.
GIVEN_ROLES: Final = (Role.ORGANIZER, Role.TREASURER, Role.MEMBER)

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


def right_to_assign(before: Role, after: Role) -> Right:
    """Return the right that is needed to change a member's role from `before` to `after`.

    >>> right_to_assign(Role.MEMBER, Role.TREASURER).value
    'name_treasurer'
    """
    return Right.SET_ROLE if Role.ORGANIZER in (before, after) else Right.NAME_TREASURER


def assignable_roles(role: Role, over: Role) -> list[Role]:
    """Return the roles that a user with this role can give to a member with the role `over`.

    >>> assignable_roles(Role.ORGANIZER, Role.MEMBER)
    [<Role.TREASURER: 'treasurer'>]
    """
    return [
        each
        for each in GIVEN_ROLES
        if each is not over and may(role, right_to_assign(over, each), over)
    ]
