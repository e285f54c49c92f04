"""Reasons for which services of clubs deny a request, as codes and as messages."""

from enum import StrEnum, auto

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from accounts.flaws import flaw_sentence
from games.common.denials import Denial
from games.common.numbers import listed


class ClubCode(StrEnum):
    """Reasons for a denial; the comments name the parameters of their messages."""

    # The user
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
    UNKNOWN_USERNAME = auto()
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
    ClubCode.NO_GUESTS: gettext_noop("Guests can’t join a club. Create an account first."),
    ClubCode.NO_CLUB: gettext_noop("This club doesn’t exist."),
    ClubCode.CLOSED: gettext_noop("This club is closed and can’t be changed."),
    ClubCode.STILL_RUNNING: gettext_noop("End these events before you close the club: %(names)s."),
    ClubCode.NOT_A_MEMBER: gettext_noop("You’re not a member of this club."),
    ClubCode.NOT_ALLOWED: gettext_noop("Your role in this club doesn’t allow this."),
    ClubCode.NAMELESS: gettext_noop("Enter a club name with at least one letter or digit."),
    ClubCode.OWNS_TOO_MANY: gettext_noop(
        "You own %(most)d clubs, the maximum. Transfer or close one first."
    ),
    ClubCode.HOUSE_UNBOUNDED: gettext_noop(
        "To pay for bots, the club needs a currency, a maximum stake and a limit on its debt."
    ),
    ClubCode.TOO_MANY_FOR_HEIR: gettext_noop(
        "This member already owns %(most)d clubs, the maximum."
    ),
    ClubCode.FULL: gettext_noop("This club is full. It has %(most)d members, the maximum."),
    ClubCode.ENDS_TOO_SOON: gettext_noop("Choose between 1 and 90 days."),
    ClubCode.TOO_MANY_USES: gettext_noop("Choose between 1 and %(most)d uses."),
    ClubCode.TOO_MANY_INVITATIONS: gettext_noop(
        "You have %(most)d open invitations to this club, the maximum. Revoke one first."
    ),
    ClubCode.UNKNOWN_USERNAME: gettext_noop(
        "No account has that username. Check the spelling, or send a link instead."
    ),
    ClubCode.MEMBER_ALREADY: gettext_noop("%(name)s is already a member."),
    ClubCode.INVITED_ALREADY: gettext_noop("%(name)s has already been invited."),
    ClubCode.DECLINED_RECENTLY: gettext_noop(
        "%(name)s recently declined an invitation to this club. You can send another invitation"
        " %(days)d days after %(name)s declined."
    ),
    ClubCode.TOO_MANY_NAMES: gettext_noop(
        "You’ve tried too many usernames. Try again in an hour, or send a link instead."
    ),
    ClubCode.NO_MAIL: gettext_noop("This site can’t send email. Send a link instead."),
    ClubCode.TOO_MANY_MAILS: gettext_noop(
        "You’ve sent too many email invitations today. Send a link instead."
    ),
    ClubCode.NO_INVITATION: gettext_noop("This invitation doesn’t exist."),
    ClubCode.ENDED: gettext_noop("This invitation has expired. Ask for a new one."),
    ClubCode.USED_UP: gettext_noop("This invitation has no uses left. Ask for a new one."),
    ClubCode.REVOKED: gettext_noop("This invitation was revoked."),
    ClubCode.YOU_ARE_IN: gettext_noop("You’re already a member of this club."),
    ClubCode.REMOVED_BEFORE: gettext_noop(
        "You were removed from this club. To rejoin, ask to join or get an invitation by username."
    ),
    ClubCode.TAKES_NO_REQUESTS: gettext_noop("You need an invitation to join this club."),
    ClubCode.ASKED_ALREADY: gettext_noop("You’ve already asked to join. An organizer will reply."),
    ClubCode.TOO_MANY_REQUESTS: gettext_noop(
        "You have %(most)d open requests to join clubs, the maximum. Withdraw one first."
    ),
    ClubCode.ANSWERED_ALREADY: gettext_noop("This request has already been answered."),
    ClubCode.NO_SUCH_MEMBER: gettext_noop("This player isn’t a member of the club."),
    ClubCode.NOT_OVER_THEM: gettext_noop("You can only manage members whose role is below yours."),
    ClubCode.OWNER_STAYS: gettext_noop(
        "Owners can’t leave. Transfer the club to another member or close it first."
    ),
    ClubCode.NO_SUCH_ROLE: gettext_noop("Choose a role: organizer or member."),
    ClubCode.NOTHING_WRITTEN: gettext_noop("Enter a title and a message."),
    ClubCode.NO_SUCH_NEWS: gettext_noop("This post no longer exists."),
    ClubCode.NO_SUCH_RULES: gettext_noop("These house rules don’t exist or were deleted."),
    ClubCode.RULES_THERE: gettext_noop("The club already has house rules called “%(name)s”."),
    ClubCode.TOO_MANY_RULES: gettext_noop(
        "The club already has %(most)d sets of house rules, the maximum. Remove a set first."
    ),
}


def denial_sentence(denial: Denial) -> str:
    """Return the message for a denial by a club's service, in the reader's language."""
    if denial.code == ClubCode.WORDING_FLAWED:
        return flaw_sentence(denial.params.get("flaw"))
    params, names = denial.params, denial.params.get("names")
    if isinstance(names, tuple):
        params = {**params, "names": listed(names)}
    return _(_SENTENCES[ClubCode(denial.code)]) % params
