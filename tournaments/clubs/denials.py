"""Why something is not done in a club, in codes and in words."""

from enum import StrEnum, auto

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from accounts.flaws import flaw_sentence
from games.common.denials import Denial
from games.common.numbers import listed


class ClubCode(StrEnum):
    """Reasons; what their sentences need stands beside them."""

    # Who asks
    UNKNOWN = auto()
    NO_GUESTS = auto()
    NO_CLUB = auto()
    CLOSED = auto()
    NOT_A_MEMBER = auto()
    NOT_ALLOWED = auto()
    # Clubs
    NAMELESS = auto()
    #: ``flaw``
    WORDING_FLAWED = auto()
    #: ``most``
    OWNS_TOO_MANY = auto()
    HOUSE_UNBOUNDED = auto()
    #: ``most``
    TOO_MANY_FOR_HEIR = auto()
    #: ``most``
    FULL = auto()
    # Invitations
    ENDS_TOO_SOON = auto()
    #: ``most``
    TOO_MANY_USES = auto()
    #: ``most``
    TOO_MANY_INVITATIONS = auto()
    NOBODY_OF_THAT_NAME = auto()
    #: ``name``
    MEMBER_ALREADY = auto()
    #: ``name``
    INVITED_ALREADY = auto()
    #: ``name``, ``days``
    DECLINED_RECENTLY = auto()
    TOO_MANY_NAMES = auto()
    NO_MAIL = auto()
    TOO_MANY_MAILS = auto()
    NO_INVITATION = auto()
    ENDED = auto()
    USED_UP = auto()
    REVOKED = auto()
    YOU_ARE_IN = auto()
    REMOVED_BEFORE = auto()
    # Requests
    TAKES_NO_REQUESTS = auto()
    ASKED_ALREADY = auto()
    #: ``most``
    TOO_MANY_REQUESTS = auto()
    ANSWERED_ALREADY = auto()
    # Members
    NO_SUCH_MEMBER = auto()
    NOT_OVER_THEM = auto()
    OWNER_STAYS = auto()
    #: ``names``
    STILL_RUNNING = auto()
    NO_SUCH_ROLE = auto()
    # News and rules
    NOTHING_WRITTEN = auto()
    NO_SUCH_NEWS = auto()
    NO_SUCH_RULES = auto()
    #: ``name``
    RULES_THERE = auto()
    #: ``most``
    TOO_MANY_RULES = auto()


_SENTENCES = {
    ClubCode.UNKNOWN: gettext_noop("Sign in first."),
    ClubCode.NO_GUESTS: gettext_noop(
        "Guests cannot belong to a club. Make an account, then try again."
    ),
    ClubCode.NO_CLUB: gettext_noop("There is no such club."),
    ClubCode.CLOSED: gettext_noop("This club is closed; nothing changes in it any more."),
    ClubCode.STILL_RUNNING: gettext_noop(
        "These events still run: %(names)s. End them first, then close the club."
    ),
    ClubCode.NOT_A_MEMBER: gettext_noop("You are not a member of this club."),
    ClubCode.NOT_ALLOWED: gettext_noop("Your role in this club does not allow that."),
    ClubCode.NAMELESS: gettext_noop("Give the club a name of letters or digits."),
    ClubCode.OWNS_TOO_MANY: gettext_noop(
        "You own %(most)d clubs, which is the most. Hand one over, or close one, first."
    ),
    ClubCode.HOUSE_UNBOUNDED: gettext_noop(
        "A club that pays for bots needs a currency, a highest stake and a limit of what it may"
        " owe."
    ),
    ClubCode.TOO_MANY_FOR_HEIR: gettext_noop("They own %(most)d clubs already, which is the most."),
    ClubCode.FULL: gettext_noop("The club has %(most)d members, which is the most."),
    ClubCode.ENDS_TOO_SOON: gettext_noop("An invitation lasts between one day and ninety."),
    ClubCode.TOO_MANY_USES: gettext_noop("A link can be used between once and %(most)d times."),
    ClubCode.TOO_MANY_INVITATIONS: gettext_noop(
        "You have %(most)d open invitations to this club, which is the most. Revoke some first."
    ),
    ClubCode.NOBODY_OF_THAT_NAME: gettext_noop(
        "Nobody with an account has that username. Ask them for it, or send them a link."
    ),
    ClubCode.MEMBER_ALREADY: gettext_noop("%(name)s is a member already."),
    ClubCode.INVITED_ALREADY: gettext_noop("%(name)s is invited already."),
    ClubCode.DECLINED_RECENTLY: gettext_noop(
        "%(name)s has declined an invitation to this club recently. You can invite a member again"
        " %(days)d days after a no."
    ),
    ClubCode.TOO_MANY_NAMES: gettext_noop(
        "You have tried as many usernames as you can in an hour. Send a link instead."
    ),
    ClubCode.NO_MAIL: gettext_noop("No e-mail can be sent from here. Send a link yourself."),
    ClubCode.TOO_MANY_MAILS: gettext_noop(
        "You have sent as many e-mails as one person can in a day. Send a link yourself."
    ),
    ClubCode.NO_INVITATION: gettext_noop("There is no such invitation."),
    ClubCode.ENDED: gettext_noop("This invitation has ended. Ask for a new one."),
    ClubCode.USED_UP: gettext_noop(
        "This invitation was used as often as it could be. Ask for a new one."
    ),
    ClubCode.REVOKED: gettext_noop("This invitation was revoked."),
    ClubCode.YOU_ARE_IN: gettext_noop("You are a member of this club already."),
    ClubCode.REMOVED_BEFORE: gettext_noop(
        "You were removed from this club. It takes an invitation to you by name, or a request."
    ),
    ClubCode.TAKES_NO_REQUESTS: gettext_noop("This club is joined by invitation only."),
    ClubCode.ASKED_ALREADY: gettext_noop("You have asked to join; the answer is still to come."),
    ClubCode.TOO_MANY_REQUESTS: gettext_noop(
        "You have asked to join %(most)d clubs and wait for their answers, which is the most."
    ),
    ClubCode.ANSWERED_ALREADY: gettext_noop("Somebody has answered this request already."),
    ClubCode.NO_SUCH_MEMBER: gettext_noop("They are not a member of this club, or no longer."),
    ClubCode.NOT_OVER_THEM: gettext_noop("You can do that only to members of a lower role."),
    ClubCode.OWNER_STAYS: gettext_noop(
        "The owner cannot leave. Hand the club over to another member first, or close it."
    ),
    ClubCode.NO_SUCH_ROLE: gettext_noop("There is no such role to give."),
    ClubCode.NOTHING_WRITTEN: gettext_noop("Write a title and a text."),
    ClubCode.NO_SUCH_NEWS: gettext_noop("This news item no longer exists."),
    ClubCode.NO_SUCH_RULES: gettext_noop("These house rules do not exist, or were deleted."),
    ClubCode.RULES_THERE: gettext_noop("The club has house rules called “%(name)s” already."),
    ClubCode.TOO_MANY_RULES: gettext_noop("The club has %(most)d house rules, which is the most."),
}


def denial_sentence(denial: Denial) -> str:
    """Return why it is not done, in one sentence or two."""
    if denial.code == ClubCode.WORDING_FLAWED:
        return flaw_sentence(denial.params.get("flaw"))
    params, names = denial.params, denial.params.get("names")
    if isinstance(names, tuple):
        params = {**params, "names": listed(names)}
    return _(_SENTENCES[ClubCode(denial.code)]) % params
