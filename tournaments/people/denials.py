"""Why somebody is not invited to a table, and the sentences for all that is refused here."""

from enum import StrEnum, auto
from typing import Final

from django.utils.translation import gettext, gettext_noop

from accounts.friends import FollowFault


class InviteCode(StrEnum):
    """Why an invitation was not made."""

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
    InviteCode.NOT_WAITING: gettext_noop("This table does not wait for people any more."),
    InviteCode.NOT_SEATED: gettext_noop("Only who sits at a table invites people to it."),
    InviteCode.ARRANGED: gettext_noop("Nobody is invited to the tables of an event."),
    InviteCode.SEATS_KEPT: gettext_noop("The seats are kept for those who played before."),
    InviteCode.FULL: gettext_noop("All seats are taken."),
    InviteCode.NO_FRIEND: gettext_noop("You invite those who follow you and whom you follow."),
    InviteCode.NOT_FOR_THEM: gettext_noop("They cannot sit down at this table."),
    InviteCode.SITS_THERE: gettext_noop("They sit at this table."),
    InviteCode.ASKED_ALREADY: gettext_noop("They have been asked to this table."),
    InviteCode.TOO_OFTEN: gettext_noop("That was too often. Wait a while before you ask again."),
    FollowFault.FOR_MEMBERS: gettext_noop("Make an account to follow players."),
    FollowFault.ONESELF: gettext_noop("That is you."),
    FollowFault.NOT_THERE: gettext_noop("There is no such player, or they cannot be followed."),
    FollowFault.NOT_OPEN: gettext_noop("You have blocked them. Unblock them first."),
    FollowFault.BLOCKED: gettext_noop("There is no such player, or they cannot be followed."),
    FollowFault.TOO_MANY: gettext_noop("You follow, or block, as many people as one can."),
}


def sentence(code: InviteCode | FollowFault) -> str:
    """Return why something was refused, in the reader's language."""
    return gettext(_SENTENCES[code])
