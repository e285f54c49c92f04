"""Reasons for which services of clubs deny a request, as codes and as messages."""

from enum import auto

from accounts.flaws import flaw_sentence
from games.common.denials import Denial, LabelledCode, labelled
from games.common.numbers import listed


class ClubCode(LabelledCode):
    """Reasons for a denial; comments name parameters that the message doesn't show."""

    # The user
    UNKNOWN = labelled("Sign in first.")
    NO_GUESTS = labelled("Guests can’t join a club. Create an account first.")
    NO_CLUB = labelled("This club doesn’t exist.")
    CLOSED = labelled("This club is closed and can’t be changed.")
    NOT_A_MEMBER = labelled("You’re not a member of this club.")
    NOT_ALLOWED = labelled("Your role in this club doesn’t allow this.")
    # Clubs
    NAMELESS = labelled("Enter a club name with at least one letter or digit.")
    #: ``flaw``
    WORDING_FLAWED = auto()
    OWNS_TOO_MANY = labelled("You own %(most)d clubs, the maximum. Transfer or close one first.")
    HOUSE_UNBOUNDED = labelled(
        "To pay for bots, the club needs a currency, a maximum stake and a limit on its debt."
    )
    TOO_MANY_FOR_HEIR = labelled("This member already owns %(most)d clubs, the maximum.")
    FULL = labelled("This club is full. It has %(most)d members, the maximum.")
    # Invitations
    ENDS_TOO_SOON = labelled("Choose between 1 and 90 days.")
    TOO_MANY_USES = labelled("Choose between 1 and %(most)d uses.")
    TOO_MANY_INVITATIONS = labelled(
        "You have %(most)d open invitations to this club, the maximum. Revoke one first."
    )
    UNKNOWN_USERNAME = labelled(
        "No account has that name. Check the spelling, or send a link instead."
    )
    #: ``names``: usernames
    NAMESAKES = labelled(
        "Several players have that name. Enter the username of the one you mean: %(names)s."
    )
    MEMBER_ALREADY = labelled("%(name)s is already a member.")
    INVITED_ALREADY = labelled("%(name)s has already been invited.")
    DECLINED_RECENTLY = labelled(
        "%(name)s recently declined an invitation to this club. You can send another invitation"
        " %(days)d days after %(name)s declined."
    )
    TOO_MANY_NAMES = labelled(
        "You’ve tried too many usernames. Try again in an hour, or send a link instead."
    )
    NO_MAIL = labelled("This site can’t send email. Send a link instead.")
    TOO_MANY_MAILS = labelled("You’ve sent too many email invitations today. Send a link instead.")
    NO_INVITATION = labelled("This invitation doesn’t exist.")
    ENDED = labelled("This invitation has expired. Ask for a new one.")
    USED_UP = labelled("This invitation has no uses left. Ask for a new one.")
    REVOKED = labelled("This invitation was revoked.")
    YOU_ARE_IN = labelled("You’re already a member of this club.")
    REMOVED_BEFORE = labelled(
        "You were removed from this club. To rejoin, ask to join or get an invitation by username."
    )
    TERMS_CHANGED = labelled("Check what members agree to, then join.")
    # Requests
    TAKES_NO_REQUESTS = labelled("You need an invitation to join this club.")
    ASKED_ALREADY = labelled("You’ve already asked to join. An organizer will reply.")
    TOO_MANY_REQUESTS = labelled(
        "You have %(most)d open requests to join clubs, the maximum. Withdraw one first."
    )
    ANSWERED_ALREADY = labelled("This request has already been answered.")
    # Members
    NO_SUCH_MEMBER = labelled("This player isn’t a member of the club.")
    NOT_OVER_THEM = labelled("You can only manage members whose role is below yours.")
    OWNER_STAYS = labelled(
        "Owners can’t leave. Transfer the club to another member or close it first."
    )
    STILL_RUNNING = labelled("End these events before you close the club: %(names)s.")
    NO_SUCH_ROLE = labelled("Choose a role: organizer, treasurer or member.")
    # News and rules
    NOTHING_WRITTEN = labelled("Enter a title and a message.")
    NO_SUCH_NEWS = labelled("This post no longer exists.")
    NO_SUCH_RULES = labelled("These house rules don’t exist or were deleted.")
    RULES_THERE = labelled("The club already has house rules called “%(name)s”.")
    TOO_MANY_RULES = labelled(
        "The club already has %(most)d sets of house rules, the maximum. Remove a set first."
    )


def denial_sentence(denial: Denial) -> str:
    """Return the message for a denial by a club's service, in the reader's language."""
    if denial.code == ClubCode.WORDING_FLAWED:
        return flaw_sentence(denial.params.get("flaw"))
    params, names = denial.params, denial.params.get("names")
    if isinstance(names, tuple):
        params = {**params, "names": listed(names)}
    return ClubCode(denial.code).label % params
