"""Reasons for which an invitation or a change of following is denied, and their messages."""

from enum import StrEnum, auto
from typing import Final

from django.utils.translation import gettext, gettext_noop

from accounts.friends import FollowFault


class InviteCode(StrEnum):
    """Reasons for which an invitation to a table was not sent."""

    NOT_WAITING = auto()
    NOT_SEATED = auto()
    ARRANGED = auto()
    SEATS_KEPT = auto()
    FULL = auto()
    NO_FRIEND = auto()
    NOT_FOR_THEM = auto()
    SITS_THERE = auto()
    ASKED_ALREADY = auto()
    TOO_OFTEN = auto()


_SENTENCES: Final[dict[InviteCode | FollowFault, str]] = {
    InviteCode.NOT_WAITING: gettext_noop("This table is no longer waiting for players."),
    InviteCode.NOT_SEATED: gettext_noop("Only players seated at this table can invite others."),
    InviteCode.ARRANGED: gettext_noop("You can’t invite players to an event’s table."),
    InviteCode.SEATS_KEPT: gettext_noop("The seats are reserved for the previous players."),
    InviteCode.FULL: gettext_noop("All seats are taken."),
    InviteCode.NO_FRIEND: gettext_noop(
        "You can only invite friends: players you follow who also follow you."
    ),
    InviteCode.NOT_FOR_THEM: gettext_noop("This player can’t join this table."),
    InviteCode.SITS_THERE: gettext_noop("This player is already at this table."),
    InviteCode.ASKED_ALREADY: gettext_noop("This player has already been invited to this table."),
    InviteCode.TOO_OFTEN: gettext_noop("You’ve sent too many invitations. Try again later."),
    FollowFault.FOR_MEMBERS: gettext_noop("Create an account to follow players."),
    FollowFault.ONESELF: gettext_noop("You can’t follow or block yourself."),
    FollowFault.NOT_THERE: gettext_noop("This player doesn’t exist or can’t be followed."),
    FollowFault.NOT_OPEN: gettext_noop("You’ve blocked this player. Unblock the player first."),
    FollowFault.BLOCKED: gettext_noop("This player doesn’t exist or can’t be followed."),
    FollowFault.TOO_MANY: gettext_noop(
        "You’ve followed or blocked the maximum number of players. Unfollow or unblock a player"
        " first."
    ),
}


def sentence(code: InviteCode | FollowFault) -> str:
    """Return the message for a denial, in the reader's language."""
    return gettext(_SENTENCES[code])
