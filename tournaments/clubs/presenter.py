"""View models of club pages."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from django.conf import settings
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from accounts.models import User, distinct_names
from games.common import money
from games.common.dates import date_format
from games.common.numbers import listed
from games.common.players import page_among_members
from games.common.qr_codes import qr_code
from games.language import labels
from games.language.stake_words import stake_label
from games.rules.ruleset.presets import PRESETS
from games.rules.ruleset.rule_set import RuleSet
from games.tables.models import Session
from tournaments.clubs import selectors
from tournaments.clubs.links import (
    MemberRating,
    closing_obstacles,
    club_tabs,
    departure_warnings,
    member_ratings,
)
from tournaments.clubs.models import Club, ClubRules, Invitation, Membership, News
from tournaments.clubs.policy import Right, Role, assignable_roles, may


@dataclass(frozen=True, slots=True)
class Tab:
    """An item of a club's navigation."""

    name: str
    label: str
    url: str
    is_current: bool
    #: Number of join requests to answer.
    count: int = 0


#: The pages of a club: name, label, URL name, and the right that is needed to see it.
_TABS: tuple[tuple[str, Callable[[], str], str, Right | None], ...] = (
    ("club", lambda: pgettext("organisation", "Club"), "club", None),
    ("members", lambda: _("Members"), "club_members", Right.SEE_MEMBERS),
    ("news", lambda: _("News"), "club_news", Right.SEE_ACTIVITY),
    ("rules", lambda: _("House rules"), "club_rules", Right.SEE_MEMBERS),
    ("invitations", lambda: _("Invitations"), "club_invitations", Right.INVITE),
    ("activity", lambda: _("Activity"), "club_activity", Right.SEE_ACTIVITY),
    ("settings", lambda: _("Settings"), "club_settings", Right.CHANGE_CLUB),
)
#: Pages that a closed club does not have.
_ONLY_OPEN = {"invitations", "settings"}


def club_context(club: Club, role: Role | None, current: str) -> dict[str, Any]:
    """Return what every page of the club shows; `current` names the page. At most one query."""
    waiting = 0
    if may(role, Right.ANSWER_REQUESTS) and club.closed_at is None:
        waiting = selectors.open_requests(club).count()
    return {"club": club, "role": role, "tabs": _navigation_tabs(club, role, current, waiting)}


def _navigation_tabs(club: Club, role: Role | None, current: str, request_count: int) -> list[Tab]:
    """Return a tab for each club page that the role may open; `current` names the open one."""
    found = [
        Tab(
            name,
            label(),
            reverse(address, args=[club.slug]),
            name == current,
            request_count if name == "invitations" else 0,
        )
        for name, label, address, right in _TABS
        if (right is None or may(role, right))
        and not (club.closed_at is not None and name in _ONLY_OPEN)
    ]
    provided = sorted(filter(None, club_tabs(club, role)), key=lambda each: each.order)
    above = [Tab(each.name, each.label, each.url, each.name == current) for each in provided]
    # Events and accounts are used more often than all but the club's own page.
    return [*found[:1], *above, *found[1:]]


# --- The page of a club


@dataclass(frozen=True, slots=True)
class Fact:
    """A row of a club's details."""

    label: str
    value: str
    url: str = ""


def facts(club: Club, member_count: int) -> list[Fact]:
    """Return the details of the club as labelled values, without its name and description."""
    found = [
        Fact(_("Members"), str(member_count)),
        Fact(_("Rules"), *_default_rules(club)),
        Fact(_("Stake"), money.stake(club.stake_minor, club.currency)),
        Fact(_("Language"), str(dict(settings.LANGUAGES).get(club.language, club.language))),
        Fact(_("Local time"), _local_time_label(club)),
    ]
    return found


def _default_rules(club: Club) -> tuple[str, str]:
    """Return (name, page URL) of the club's default rules; of the basic game if they are gone."""
    if club.default_rules in PRESETS:
        name = club.default_rules
        return labels.rules_label(name), reverse("rules_preset", args=[name])
    slug = club.default_rules.removeprefix(ClubRules.CHOICE_PREFIX)
    kept = club.house_rules.filter(slug=slug).first()
    if kept is None:
        return labels.rules_label("pagat"), reverse("rules_preset", args=["pagat"])
    return kept.name, reverse("club_rules_page", args=[club.slug, kept.slug])


def _local_time_label(club: Club) -> str:
    """Return the club's current time of day and its zone, as text."""
    try:
        zone = ZoneInfo(club.time_zone)
    except (ZoneInfoNotFoundError, ValueError):
        return club.time_zone
    here = date_format(timezone.localtime(timezone.now(), zone), "TIME_FORMAT")
    return _("%(time)s (%(zone)s)") % {
        "time": here,
        "zone": club.time_zone.rsplit("/", 1)[-1].replace("_", " "),
    }


@dataclass(frozen=True, slots=True)
class TableLine:
    """A waiting or running table of the club in texts, with its number of free seats."""

    url: str
    title: str
    names: str
    terms: str
    #: Number of free seats; 0 for a running table.
    free: int


def table_lines(club: Club) -> list[TableLine]:
    """Return the newest waiting and running tables of the club as lines. Two queries."""
    return [_table_line(session) for session in selectors.open_sessions(club)]


def _table_line(session: Session) -> TableLine:
    """Return the line of the session's table, with its seated players, terms and free seats."""
    seats = list(session.seats.all())
    names = [seat.name for seat in seats]
    players = RuleSet.make(options=session.rules).players
    waits = session.status == Session.Status.WAITING
    host = next(
        (each.name for each in seats if each.user_id == session.table.host_id),
        next(iter(names), ""),
    )
    terms = (
        labels.rules_label(session.rules_name),
        labels.length_label(session.deals_planned, session.target),
        stake_label(session, seats, bots=session.table.bots),
    )
    return TableLine(
        url=session.table.get_absolute_url(),
        title=_("%(host)s’s table") % {"host": host},
        names=listed(names),
        terms=" · ".join(terms),
        free=players - len(names) if waits else 0,
    )


# --- Members


@dataclass(frozen=True, slots=True)
class MemberLine:
    """A member in the club's list, with rating, attendance, and the link to manage them."""

    membership: Membership
    #: The name, distinct from those of other members.
    name: str
    #: The player's page; empty if there is none.
    url: str
    is_own: bool
    rating: MemberRating | None
    attendance: selectors.Attendance
    #: Page to manage the member; empty if the reader may not.
    manage_url: str
    #: The organizers' note, if the reader may see it.
    note: str


def member_lines(club: Club, reader: User, role: Role) -> list[MemberLine]:
    """Return the lines of all members, for a reader with this role. Three queries in total."""
    found = selectors.members(club)
    ratings = member_ratings([each.user_id for each in found])
    attended = selectors.attendance(club)
    names = distinct_names(each.user for each in found)
    nothing = selectors.Attendance(0, None)
    return [
        MemberLine(
            membership=each,
            name=names[each.user_id],
            url=page_among_members(each.user),
            is_own=each.user_id == reader.pk,
            rating=ratings.get(each.user_id),
            attendance=attended.get(each.user_id, nothing),
            manage_url=_manage_url(club, role, each),
            note=each.note if may(role, Right.NOTE, Role(each.role)) else "",
        )
        for each in found
    ]


def _manage_url(club: Club, role: Role, target: Membership) -> str:
    """Return the page that manages the target's membership; empty if the role may not."""
    if club.closed_at is not None or not may(role, Right.REMOVE, Role(target.role)):
        return ""
    return reverse("club_member", args=[club.slug, target.user_id])


@dataclass(frozen=True, slots=True)
class InvitationLine:
    """An open invitation, with its address to share and the QR code of that address."""

    invitation: Invitation
    #: Empty for an invitation by username, which is answered on the site.
    address: str
    #: Empty for an invitation that has a single recipient.
    code: str


def invitation_lines(club: Club, site: str) -> list[InvitationLine]:
    """Return the club's open invitations as lines. One query.

    :param site: the address of the site, without a slash at its end
    """
    return [_invitation_line(each, site) for each in selectors.open_invitations(club)]


def _invitation_line(invitation: Invitation, site: str) -> InvitationLine:
    """Return the line of an open invitation."""
    if invitation.way == Invitation.Way.NAME:
        return InvitationLine(invitation, "", "")
    address = site + reverse("club_join", args=[invitation.token])
    is_for_several = invitation.way == Invitation.Way.LINK
    return InvitationLine(invitation, address, qr_code(address) if is_for_several else "")


@dataclass(frozen=True, slots=True)
class Question:
    """A confirmation page for an action with consequences."""

    title: str
    #: The consequences.
    sentences: Sequence[str]
    #: Empty if the action is not possible now; the sentences say why.
    button: str
    back: str
    back_url: str
    #: Value of ``do`` that the button sends; empty for none.
    action: str = ""


def news_deletion_question(club: Club, post: News) -> Question:
    """Return the confirmation for an organizer who deletes a news post."""
    return Question(
        title=_("Delete “%(title)s”?") % {"title": post.title},
        sentences=[_("Members won’t see the post anymore. You can’t undo this.")],
        button=_("Delete post"),
        back=_("Keep post"),
        back_url=reverse("club_news", args=[club.slug]),
    )


def leaving_question(club: Club, user: User, role: Role) -> Question:
    """Return the confirmation for a member who leaves the club."""
    sentences = [
        _(
            "You’ll lose access to the club’s tables, member list and news. To rejoin, you’ll need"
            " an invitation or an approved join request."
        )
    ]
    if role is Role.TREASURER:
        sentences.append(_("You’ll no longer be a treasurer."))
    elif role is not Role.MEMBER:
        sentences.append(_("You’ll no longer be an organizer."))
    sentences += _departure_consequences(club, user)
    return Question(
        title=_("Leave %(club)s?") % {"club": club.name},
        sentences=sentences,
        button=_("Leave club"),
        back=_("Stay in club"),
        back_url=club.get_absolute_url(),
    )


def removal_question(club: Club, target: Membership) -> Question:
    """Return the confirmation for removing the target from the club."""
    name = target.user.shown_name
    sentences = [
        _(
            "%(name)s will lose access to the club’s tables. To rejoin, %(name)s will need an"
            " invitation by username or an approved join request."
        )
        % {"name": name}
    ]
    if target.role == Role.TREASURER:
        sentences.append(_("%(name)s will no longer be a treasurer.") % {"name": name})
    elif target.role != Role.MEMBER:
        sentences.append(_("%(name)s will no longer be an organizer.") % {"name": name})
    return Question(
        title=_("Remove %(name)s?") % {"name": name},
        sentences=[*sentences, *_departure_consequences(club, target.user)],
        button=_("Remove member"),
        back=_("Keep member"),
        back_url=reverse("club_member", args=[club.slug, target.user_id]),
        action="remove",
    )


def transfer_question(club: Club, target: Membership) -> Question:
    """Return the confirmation for making the target the new owner of the club."""
    name = target.user.shown_name
    return Question(
        title=_("Transfer %(club)s to %(name)s?") % {"club": club.name, "name": name},
        sentences=[
            _(
                "%(name)s will become the owner, who can change the settings, appoint organizers"
                " and close the club."
            )
            % {"name": name},
            _("You’ll become an organizer. Only %(name)s will be able to transfer the club back.")
            % {"name": name},
            _("Debts, seats and event sign-ups won’t change."),
        ],
        button=_("Transfer club"),
        back=_("Keep ownership"),
        back_url=reverse("club_member", args=[club.slug, target.user_id]),
        action="hand-over",
    )


def _departure_consequences(club: Club, user: User) -> list[str]:
    """Return sentences on further consequences when the user's membership ends."""
    said = [_("Games in progress can still be finished.")]
    said += [each for found in departure_warnings(club, user) for each in found]
    return said


def closing_sentences(club: Club) -> list[str]:
    """Return sentences on the consequences for money and events when the club closes."""
    return [each for found in departure_warnings(club, None) for each in found]


def closing_obstacle_sentences(club: Club) -> list[str]:
    """Return sentences that say why the club can't be closed now; empty if it can."""
    return [each for found in closing_obstacles(club) for each in found]


@dataclass(frozen=True, slots=True)
class MemberActions:
    """Actions that the reader may take on a member: change the role, remove, transfer the club."""

    #: The roles that the member can get instead, each with the label of its button.
    other_roles: Sequence[tuple[str, str]]
    may_remove: bool
    may_hand_over: bool


def _set_role_label(role: Role) -> str:
    """Return the label of the button that gives a member this role."""
    if role is Role.ORGANIZER:
        return _("Make organizer")
    if role is Role.TREASURER:
        return _("Make treasurer")
    return _("Make regular member")


def member_actions(role: Role, target: Membership) -> MemberActions:
    """Return the actions that a user with this role may take on the target's membership."""
    theirs = Role(target.role)
    return MemberActions(
        other_roles=[
            (each.value, _set_role_label(each)) for each in assignable_roles(role, theirs)
        ],
        may_remove=may(role, Right.REMOVE, theirs),
        may_hand_over=may(role, Right.HAND_OVER, theirs),
    )


def allowed_roles() -> list[tuple[Right, list[bool]]]:
    """Return each right, and for each role whether it has the right."""
    return [(right, [may(role, right) for role in Role]) for right in Right]
