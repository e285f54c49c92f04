"""Names of roles and rights, and sentences of the activity log, in the reader's language.

Templates load the filters as ``clubs``.
"""

from collections.abc import Sequence

from django.template import Library
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, pgettext

from games.common import money
from games.common.numbers import listed
from games.tables.max_loss import Cost
from tournaments.clubs.models import ClubRecord, Invitation
from tournaments.clubs.policy import Right, Role, may

register = Library()

RIGHTS: dict[Right, str] = {
    Right.SEE_MEMBERS: gettext_noop("See members, their ratings and attendance"),
    Right.SEE_ACTIVITY: gettext_noop("Read the club’s news and activity"),
    Right.PLAY: gettext_noop("Open and join club tables"),
    Right.LEAVE: gettext_noop("Leave the club"),
    Right.INVITE: gettext_noop("Invite players and revoke invitations"),
    Right.ANSWER_REQUESTS: gettext_noop("Approve and decline join requests"),
    Right.WRITE_NEWS: gettext_noop("Post, edit and delete news"),
    Right.RUN_EVENTS: gettext_noop("Create and run events"),
    Right.KEEP_RULES: gettext_noop("Add and remove house rules"),
    Right.KEEP_BOOK: gettext_noop(
        "Keep the club’s ledger: cash payments, reminders, dues, disputes and settlements"
    ),
    Right.SET_PAYMENT_DETAILS: gettext_noop(
        "Set the payment details to which members pay what they owe the club"
    ),
    Right.CORRECT_RESULTS: gettext_noop("Correct results of club games"),
    Right.PLAY_AGAINST_THE_HOUSE: gettext_noop(
        "Open tables where the club pays for bots, if the club’s settings allow it (any member can"
        " join these tables)"
    ),
    Right.NAME_TREASURER: gettext_noop("Appoint and dismiss treasurers"),
    Right.NOTE: gettext_noop(
        "Download the list of members, and keep notes on members with a lower role"
    ),
    Right.REMOVE: gettext_noop("Remove members with a lower role"),
    Right.CHANGE_CLUB: gettext_noop("Edit the club’s profile, default rules and settings"),
    Right.SET_ROLE: gettext_noop("Appoint and dismiss organizers"),
    Right.HAND_OVER: gettext_noop("Transfer the club to another member"),
    Right.CLOSE: gettext_noop("Close the club"),
}

_SETTING_LABELS = {
    "name": gettext_noop("the name"),
    "picture": gettext_noop("the picture"),
    "description": gettext_noop("the description"),
    "place": gettext_noop("the location"),
    "time_zone": gettext_noop("the time zone"),
    "language": gettext_noop("the language"),
    "default_rules": gettext_noop("the default rules"),
    "stake_minor": gettext_noop("the default stake"),
    "currency": gettext_noop("the currency"),
    "plays_house": gettext_noop("whether the club pays for bots"),
    "house_currency": gettext_noop("the currency at tables with bots"),
    "house_stake_minor": gettext_noop("the maximum stake at tables with bots"),
    "house_limit_minor": gettext_noop("the limit on what the club may owe"),
    "takes_requests": gettext_noop("whether players can ask to join"),
    "is_listed": gettext_noop("whether the club appears in the list of clubs"),
}

_DEEDS: dict[str, str] = {
    ClubRecord.Deed.FOUNDED: gettext_noop("%(who)s created the club."),
    ClubRecord.Deed.CHANGED: gettext_noop("%(who)s changed the club’s settings: %(what)s."),
    ClubRecord.Deed.CLOSED: gettext_noop("%(who)s closed the club."),
    ClubRecord.Deed.LEFT: gettext_noop("%(who)s left the club."),
    ClubRecord.Deed.REMOVED: gettext_noop("%(who)s removed %(whom)s."),
    ClubRecord.Deed.DECLINED: gettext_noop("%(who)s declined %(whom)s’s request to join."),
    ClubRecord.Deed.HANDED: gettext_noop("%(who)s transferred the club to %(whom)s."),
    ClubRecord.Deed.NEWS: gettext_noop("%(who)s posted “%(title)s”."),
    ClubRecord.Deed.NEWS_CHANGED: gettext_noop("%(who)s edited the post “%(title)s”."),
    ClubRecord.Deed.NO_NEWS: gettext_noop("%(who)s deleted the post “%(title)s”."),
    ClubRecord.Deed.RULES: gettext_noop("%(who)s added the house rules “%(name)s”."),
    ClubRecord.Deed.NO_RULES: gettext_noop("%(who)s removed the house rules “%(name)s”."),
    ClubRecord.Deed.HOUSE: gettext_noop(
        "%(who)s opened a table where the club pays for bots (maximum loss: %(worst)s)."
    ),
    ClubRecord.Deed.DUES: gettext_noop("%(who)s set the club’s dues to %(worst)s."),
    ClubRecord.Deed.NO_DUES: gettext_noop("%(who)s ended the club’s dues."),
    ClubRecord.Deed.PAYEE: gettext_noop("%(who)s changed the club’s payment details."),
    ClubRecord.Deed.NO_PAYEE: gettext_noop("%(who)s removed payment details of the club."),
    ClubRecord.Deed.FEE: gettext_noop("%(who)s set the entry fee of “%(name)s” to %(worst)s."),
    ClubRecord.Deed.NO_FEE: gettext_noop("%(who)s removed the entry fee of “%(name)s”."),
    ClubRecord.Deed.CASH: gettext_noop("%(who)s recorded a cash payment of %(worst)s."),
    ClubRecord.Deed.NO_CASH: gettext_noop("%(who)s withdrew a recorded payment of %(worst)s."),
    "house-event": gettext_noop(
        "%(who)s saved “%(name)s”, which could cost the club up to %(worst)s."
    ),
    "joined-link": gettext_noop("%(who)s joined using an invitation link."),
    "joined-name": gettext_noop("%(who)s accepted an invitation and joined."),
    "joined-mail": gettext_noop("%(who)s accepted an email invitation and joined."),
    "joined-request": gettext_noop("%(who)s approved %(whom)s’s request to join."),
    "invited-link": gettext_noop("%(who)s created an invitation link."),
    "invited-name": gettext_noop("%(who)s invited %(whom)s."),
    "invited-mail": gettext_noop("%(who)s sent an email invitation."),
    "revoked-link": gettext_noop("%(who)s revoked an invitation link."),
    "revoked-name": gettext_noop("%(who)s revoked %(whom)s’s invitation."),
    "revoked-mail": gettext_noop("%(who)s revoked an email invitation."),
    "role-organizer": gettext_noop("%(who)s made %(whom)s an organizer."),
    "role-treasurer": gettext_noop("%(who)s made %(whom)s a treasurer."),
    "role-member": gettext_noop("%(who)s made %(whom)s a regular member."),
}


@register.filter
def runs_events(role: str) -> bool:
    """Return whether a member with this role, empty for none, may create and run events."""
    return bool(role) and may(Role(role), Right.RUN_EVENTS)


@register.filter
def role_label(role: Role | str) -> str:
    """Return the name of a role."""
    return {
        Role.OWNER: pgettext("role", "Owner"),
        Role.ORGANIZER: pgettext("role", "Organizer"),
        Role.TREASURER: pgettext("role", "Treasurer"),
        Role.MEMBER: pgettext("role", "Member"),
    }[Role(role)]


@register.filter
def right_sentence(right: Right) -> str:
    """Return a sentence that says what users with the right may do."""
    return _(RIGHTS[right])


@register.filter
def record_sentence(record: ClubRecord) -> str:
    """Return the entry of a club's activity log as a sentence."""
    params = record.params
    detail = params.get("way") or params.get("role")
    names = {
        "who": record.actor.shown_name,
        "whom": record.subject.shown_name if record.subject else "",
        "title": params.get("title", ""),
        "name": params.get("name", ""),
        "worst": _max_loss_text(str(params.get("worst", ""))),
        "what": _changed_settings(str(params.get("what", "")).split()),
    }
    key = f"{record.deed}-{detail}" if detail else record.deed
    return _(_DEEDS[key]) % names


def house_sentence(record: ClubRecord) -> str:
    """Return a sentence on a table or event that can cost the club money, with the maximum loss."""
    if "event" in record.params:
        return record_sentence(record)
    worst = _max_loss_text(str(record.params.get("worst", "")))
    said = _("%(who)s opened a table where the club could lose up to %(worst)s.")
    return said % {"who": record.actor.shown_name, "worst": worst}


def _max_loss_text(stored_cost: str) -> str:
    """Return the stored maximum loss as a formatted amount; empty if it can't be parsed."""
    cost = Cost.parse(stored_cost)
    return "" if cost is None else money.amount(*cost)


def _changed_settings(fields: Sequence[str]) -> str:
    """Return the labels of the changed fields of a club, listed in one text."""
    return listed([_(_SETTING_LABELS[name]) for name in fields])


@register.filter
def invitation_label(invitation: Invitation) -> str:
    """Return the name or address of the invitee, or what a link is called."""
    if invitation.invitee is not None:
        return invitation.invitee.shown_name
    return invitation.email or _("Anyone with the link")


@register.filter
def way_label(invitation: Invitation) -> str:
    """Return a label for how the invitation was sent: by link, username or email."""
    return {
        Invitation.Way.LINK: _("By link"),
        Invitation.Way.NAME: _("By username"),
        Invitation.Way.MAIL: _("By email"),
    }[Invitation.Way(invitation.way)]
