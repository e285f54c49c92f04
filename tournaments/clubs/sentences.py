"""Clubs in the reader's language: what each right means, and what was done."""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, pgettext

from games.common import money
from games.common.numbers import listed
from games.tables.max_loss import Cost
from tournaments.clubs.models import ClubRecord, Invitation
from tournaments.clubs.policy import Right, Role

RIGHTS: dict[Right, str] = {
    Right.SEE_MEMBERS: gettext_noop("See who is a member, with ratings and attendance"),
    Right.SEE_HISTORY: gettext_noop("Read the club's news and its history"),
    Right.PLAY: gettext_noop("Open tables for members, see them and join them"),
    Right.LEAVE: gettext_noop("Leave the club"),
    Right.INVITE: gettext_noop("Invite people, and revoke invitations"),
    Right.ANSWER_REQUESTS: gettext_noop("Answer those who ask to join"),
    Right.WRITE_NEWS: gettext_noop("Write news, and remove them"),
    Right.RUN_EVENTS: gettext_noop("Make events and run them at the desk"),
    Right.KEEP_RULES: gettext_noop("Adopt house rules for the club, and drop them"),
    Right.KEEP_BOOK: gettext_noop(
        "Keep the club's book: accounts, disputes, settling, corrections"
    ),
    Right.PLAY_AGAINST_THE_HOUSE: gettext_noop(
        "Open tables at which the club pays for bots, where its settings allow that; all members"
        " may sit down there"
    ),
    Right.REMOVE: gettext_noop("Remove members of a lower role"),
    Right.CHANGE_CLUB: gettext_noop("Change what the club says of itself and plays by"),
    Right.SET_ROLE: gettext_noop("Make organizers of members, and members of organizers"),
    Right.HAND_OVER: gettext_noop("Hand the club over to another member"),
    Right.CLOSE: gettext_noop("Close the club"),
}

_WHAT = {
    "name": gettext_noop("its name"),
    "picture": gettext_noop("its picture"),
    "description": gettext_noop("its description"),
    "place": gettext_noop("its place"),
    "time_zone": gettext_noop("its time zone"),
    "language": gettext_noop("its language"),
    "default_rules": gettext_noop("its rules"),
    "stake_minor": gettext_noop("its stake"),
    "currency": gettext_noop("its currency"),
    "plays_house": gettext_noop("whether it pays for bots"),
    "house_currency": gettext_noop("the currency in which it pays for bots"),
    "house_stake_minor": gettext_noop("the highest stake at which it pays for bots"),
    "house_limit_minor": gettext_noop("the most that it may owe for bots"),
    "takes_requests": gettext_noop("whether people may ask to join"),
    "is_listed": gettext_noop("whether it is listed"),
}

_DEEDS: dict[str, str] = {
    ClubRecord.Deed.FOUNDED: gettext_noop("%(who)s founded the club."),
    ClubRecord.Deed.CHANGED: gettext_noop("%(who)s changed %(what)s."),
    ClubRecord.Deed.CLOSED: gettext_noop("%(who)s closed the club."),
    ClubRecord.Deed.LEFT: gettext_noop("%(who)s left."),
    ClubRecord.Deed.REMOVED: gettext_noop("%(who)s removed %(whom)s."),
    ClubRecord.Deed.DECLINED: gettext_noop("%(who)s did not let %(whom)s in."),
    ClubRecord.Deed.HANDED: gettext_noop("%(who)s handed the club over to %(whom)s."),
    ClubRecord.Deed.NEWS: gettext_noop("%(who)s wrote news: “%(title)s”."),
    ClubRecord.Deed.NEWS_CHANGED: gettext_noop("%(who)s changed the news “%(title)s”."),
    ClubRecord.Deed.NO_NEWS: gettext_noop("%(who)s removed the news “%(title)s”."),
    ClubRecord.Deed.RULES: gettext_noop("%(who)s adopted the house rules “%(name)s”."),
    ClubRecord.Deed.NO_RULES: gettext_noop("%(who)s dropped the house rules “%(name)s”."),
    ClubRecord.Deed.HOUSE: gettext_noop(
        "%(who)s opened a table at which the club pays for bots: %(worst)s at worst."
    ),
    "house-event": gettext_noop(
        "%(who)s made or changed “%(name)s”: it could cost the club %(worst)s."
    ),
    "joined-link": gettext_noop("%(who)s joined by a link."),
    "joined-name": gettext_noop("%(who)s joined, having been invited."),
    "joined-mail": gettext_noop("%(who)s joined, having been invited by e-mail."),
    "joined-request": gettext_noop("%(who)s let %(whom)s in, who had asked."),
    "invited-link": gettext_noop("%(who)s made a link to join by."),
    "invited-name": gettext_noop("%(who)s invited %(whom)s."),
    "invited-mail": gettext_noop("%(who)s invited somebody by e-mail."),
    "revoked-link": gettext_noop("%(who)s revoked a link."),
    "revoked-name": gettext_noop("%(who)s revoked the invitation of %(whom)s."),
    "revoked-mail": gettext_noop("%(who)s revoked an invitation by e-mail."),
    "role-organizer": gettext_noop("%(who)s made %(whom)s an organizer."),
    "role-member": gettext_noop("%(who)s made %(whom)s a member without other duties."),
}


def role_label(role: Role | str) -> str:
    """Return what a role is called."""
    return {
        Role.OWNER: pgettext("role", "Owner"),
        Role.ORGANIZER: pgettext("role", "Organizer"),
        Role.MEMBER: pgettext("role", "Member"),
    }[Role(role)]


def right_sentence(right: Right) -> str:
    """Return what somebody with the right may do."""
    return _(RIGHTS[right])


def record_sentence(record: ClubRecord) -> str:
    """Return who did what, in one sentence."""
    params = record.params
    detail = params.get("way") or params.get("role")
    names = {
        "who": record.actor.shown_name,
        "whom": record.subject.shown_name if record.subject else "",
        "title": params.get("title", ""),
        "name": params.get("name", ""),
        "worst": _worst(str(params.get("worst", ""))),
        "what": _changes(str(params.get("what", "")).split()),
    }
    key = f"{record.deed}-{detail}" if detail else record.deed
    return _(_DEEDS[key]) % names


def house_sentence(record: ClubRecord) -> str:
    """Return who opened a table or made an event that can cost the club money, and how much."""
    if "event" in record.params:
        return record_sentence(record)
    worst = _worst(str(record.params.get("worst", "")))
    said = _("%(who)s opened a table: the club could lose %(worst)s.")
    return said % {"who": record.actor.shown_name, "worst": worst}


def _worst(text: str) -> str:
    cost = Cost.parse(text)
    return "" if cost is None else money.amount(*cost)


def _changes(names: Sequence[str]) -> str:
    return listed([_(_WHAT[name]) for name in names])


def invitation_label(invitation: Invitation) -> str:
    """Return whom the invitation is for."""
    if invitation.invitee is not None:
        return invitation.invitee.shown_name
    return invitation.email or _("Whoever has the link")
