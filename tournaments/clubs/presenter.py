"""Clubs as pages show them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from django.conf import settings
from django.http import HttpRequest
from django.templatetags.static import static
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from accounts.models import User, told_apart
from games.common import money
from games.common.players import page_among_members
from games.language import labels
from games.language.stake_words import stake_label
from games.rules.ruleset import PRESETS, RuleSet
from games.tables.models import Session
from tournaments.clubs import selectors
from tournaments.clubs.links import (
    MemberRating,
    closing_obstacles,
    club_tabs,
    departure_warnings,
    member_ratings,
)
from tournaments.clubs.models import Club, ClubRecord, ClubRules, Invitation, Membership
from tournaments.clubs.pictures import Picture
from tournaments.clubs.policy import Right, Role, may
from tournaments.clubs.sentences import (
    invitation_label,
    record_sentence,
    right_sentence,
    role_label,
)


@dataclass(frozen=True, slots=True)
class Tab:
    """A page of a club, as its navigation names it."""

    name: str
    label: str
    url: str
    is_current: bool
    #: What waits there.
    count: int = 0


@dataclass(frozen=True, slots=True)
class ClubHead:
    """What stands above every page of a club."""

    name: str
    slug: str
    url: str
    picture: str
    place: str
    is_closed: bool
    #: The reader's role; empty for somebody outside.
    role: str
    tabs: list[Tab]


#: The pages of a club: name, label, address, and what one must be allowed to do to see it.
_TABS: tuple[tuple[str, Callable[[], str], str, Right | None], ...] = (
    ("club", lambda: _("Club"), "club", None),
    ("members", lambda: _("Members"), "club_members", Right.SEE_MEMBERS),
    ("news", lambda: _("News"), "club_news", Right.SEE_HISTORY),
    ("rules", lambda: _("House rules"), "club_rules", Right.SEE_MEMBERS),
    ("invitations", lambda: _("Invitations"), "club_invitations", Right.INVITE),
    ("history", lambda: _("History"), "club_history", Right.SEE_HISTORY),
    ("settings", lambda: _("Settings"), "club_settings", Right.CHANGE_CLUB),
)
#: Where nothing can be done any more once a club is closed.
_ONLY_OPEN = {"invitations", "settings"}
#: Before which the pages stand that rooms above provide.
_ABOVE_BEFORE = ("invitations", "history")


def picture_url(picture: str) -> str:
    """Return where a club's picture is; one that is gone is the first."""
    known = picture if picture in Picture.values else Picture.values[0]
    return static(f"img/clubs/{known}.svg")


def club_head(club: Club, role: Role | None, current: str) -> ClubHead:
    """Return what stands above the page of that name. At most one query."""
    waiting = 0
    if may(role, Right.ANSWER_REQUESTS) and club.closed_at is None:
        waiting = selectors.open_requests(club).count()
    return ClubHead(
        name=club.name,
        slug=club.slug,
        url=club.get_absolute_url(),
        picture=picture_url(club.picture),
        place=club.place,
        is_closed=club.closed_at is not None,
        role=role_label(role) if role else "",
        tabs=_tabs(club, role, current, waiting),
    )


def _tabs(club: Club, role: Role | None, current: str, waiting: int) -> list[Tab]:
    found = [
        Tab(
            name,
            label(),
            reverse(address, args=[club.slug]),
            name == current,
            waiting if name == "invitations" else 0,
        )
        for name, label, address, right in _TABS
        if (right is None or may(role, right))
        and not (club.closed_at is not None and name in _ONLY_OPEN)
    ]
    above = [
        Tab(each.name, each.label, each.url, each.name == current)
        for each in club_tabs(club, role)
        if each is not None
    ]
    # What members look at stands before what is rarely opened.
    places = (at for at, each in enumerate(found) if each.name in _ABOVE_BEFORE)
    place = next(places, len(found))
    return [*found[:place], *above, *found[place:]]


# --- Lists of clubs


@dataclass(frozen=True, slots=True)
class ClubCard:
    """A club in a list."""

    name: str
    url: str
    picture: str
    place: str
    members: int
    #: The reader's role, where it has one.
    role: str
    is_closed: bool
    #: The beginning of its description.
    about: str


def club_card(club: Club, members: int, role: str = "") -> ClubCard:
    """Return the club as lists show it."""
    return ClubCard(
        name=club.name,
        url=club.get_absolute_url(),
        picture=picture_url(club.picture),
        place=club.place,
        members=members,
        role=role_label(role) if role else "",
        is_closed=club.closed_at is not None,
        about=club.description,
    )


def own_cards(user: User) -> list[ClubCard]:
    """Return the person's clubs. One query."""
    return [
        club_card(each.club, each.member_count, each.role)  # type: ignore[attr-defined]
        for each in selectors.own_memberships(user)
    ]


@dataclass(frozen=True, slots=True)
class WaitingInvitation:
    """An invitation by name, as whom it is for sees it."""

    club: str
    picture: str
    url: str
    by: str
    ends_at: datetime
    accept_url: str
    decline_url: str


def waiting_invitations(user: User) -> list[WaitingInvitation]:
    """Return the invitations that wait for the person's answer. One query."""
    return [waiting_invitation(each) for each in selectors.invitations_of(user)]


def waiting_invitation(invitation: Invitation) -> WaitingInvitation:
    """Return the invitation as whom it is for sees it."""
    return WaitingInvitation(
        club=invitation.club.name,
        picture=picture_url(invitation.club.picture),
        url=invitation.club.get_absolute_url(),
        by=invitation.made_by.shown_name,
        ends_at=invitation.ends_at,
        accept_url=reverse("club_join", args=[invitation.token]),
        decline_url=reverse("club_decline", args=[invitation.token]),
    )


# --- The page of a club


@dataclass(frozen=True, slots=True)
class Fact:
    """One thing that a club says of itself."""

    label: str
    value: str
    url: str = ""


def facts(club: Club, members: int) -> list[Fact]:
    """Return what the club says of itself, besides its name and description."""
    found = [
        Fact(_("Members"), str(members)),
        Fact(_("Rules"), *_rules(club)),
        Fact(_("Stake"), money.stake(club.stake_minor, club.currency)),
        Fact(_("Language"), str(dict(settings.LANGUAGES).get(club.language, club.language))),
        Fact(_("Time there now"), _local_time(club)),
    ]
    return found


def _rules(club: Club) -> tuple[str, str]:
    if club.default_rules in PRESETS:
        name = club.default_rules
        return labels.rules_label(name), reverse("rules_preset", args=[name])
    slug = club.default_rules.removeprefix(ClubRules.CHOICE_PREFIX)
    kept = club.house_rules.filter(slug=slug).first()
    if kept is None:
        return labels.rules_label("pagat"), reverse("rules_preset", args=["pagat"])
    return kept.name, reverse("club_rules_page", args=[club.slug, kept.slug])


def _local_time(club: Club) -> str:

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
    """A table of the club that waits or goes on."""

    url: str
    title: str
    names: str
    terms: str
    #: How many seats are free; 0 for a table that plays.
    free: int


def table_lines(club: Club) -> list[TableLine]:
    """Return the club's tables that wait or go on. Two queries."""
    return [_table_line(session) for session in selectors.open_sessions(club)]


def _table_line(session: Session) -> TableLine:
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
        title=_("Table of %(host)s") % {"host": host},
        names=", ".join(names),
        terms=" · ".join(terms),
        free=players - len(names) if waits else 0,
    )


# --- Members


@dataclass(frozen=True, slots=True)
class MemberLine:
    """A member in the list."""

    name: str
    #: The page of the player; empty where there is none.
    url: str
    #: See ``accounts.pictures``; empty for none.
    picture: str
    hue: int
    role: str
    is_plain: bool
    is_own: bool
    joined_at: datetime
    rating: MemberRating | None
    sessions: int
    last: datetime | None
    #: Where something can be done to them; empty where the reader may not.
    manage_url: str


def member_lines(club: Club, reader: User, role: Role) -> list[MemberLine]:
    """Return all members. Three queries, however many they are."""
    found = selectors.members(club)
    ratings = member_ratings([each.user_id for each in found])
    attended = selectors.attendance(club)
    names = told_apart(each.user for each in found)
    nothing = selectors.Attendance(0, None)
    lines = []
    for each in found:
        came = attended.get(each.user_id, nothing)
        lines.append(
            MemberLine(
                name=names[each.user_id],
                url=page_among_members(each.user),
                picture=each.user.picture,
                hue=each.user_id % 4,
                role=role_label(each.role),
                is_plain=each.role == Role.MEMBER,
                is_own=each.user_id == reader.pk,
                joined_at=each.joined_at,
                rating=ratings.get(each.user_id),
                sessions=came.sessions,
                last=came.last,
                manage_url=_manage_url(club, role, each),
            )
        )
    return lines


def _manage_url(club: Club, role: Role, other: Membership) -> str:
    if club.closed_at is not None or not may(role, Right.REMOVE, Role(other.role)):
        return ""
    return reverse("club_member", args=[club.slug, other.user_id])


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked before something that has consequences."""

    title: str
    #: What follows.
    sentences: Sequence[str]
    #: Empty where it cannot be done now: the sentences say why.
    button: str
    back: str
    back_url: str
    #: What the button sends as ``do``; empty for nothing.
    deed: str = ""


def leaving_question(club: Club, user: User, role: Role) -> Question:
    """Return what follows for a member who leaves the club."""
    sentences = [
        _(
            "You will not see its tables, its members and its news any more. To come back you need"
            " an invitation, or ask to join."
        )
    ]
    if role is not Role.MEMBER:
        sentences.append(_("You stop being an organizer."))
    sentences += _departing(club, user)
    return Question(
        title=_("Leave %(club)s?") % {"club": club.name},
        sentences=sentences,
        button=_("Leave the club"),
        back=_("Stay"),
        back_url=club.get_absolute_url(),
    )


def removal_question(club: Club, other: Membership) -> Question:
    """Return what follows when the member is removed."""
    name = other.user.shown_name
    sentences = [
        _(
            "%(name)s will not see the club's tables any more. Only an invitation by name, or a"
            " request of theirs, lets them in again."
        )
        % {"name": name}
    ]
    if other.role != Role.MEMBER:
        sentences.append(_("They stop being an organizer."))
    return Question(
        title=_("Remove %(name)s?") % {"name": name},
        sentences=[*sentences, *_departing(club, other.user)],
        button=_("Remove"),
        back=_("Keep as a member"),
        back_url=reverse("club_member", args=[club.slug, other.user_id]),
        deed="remove",
    )


def handing_question(club: Club, other: Membership) -> Question:
    """Return what follows when the club is handed over to the member."""
    name = other.user.shown_name
    return Question(
        title=_("Hand %(club)s over to %(name)s?") % {"club": club.name, "name": name},
        sentences=[
            _(
                "%(name)s becomes the owner, who changes its settings, names organizers and can"
                " close it."
            )
            % {"name": name},
            _("You stay as an organizer, and only %(name)s can give the club back.")
            % {"name": name},
            _("Debts, seats and entries stay as they are."),
        ],
        button=_("Hand it over"),
        back=_("Keep the club"),
        back_url=reverse("club_member", args=[club.slug, other.user_id]),
        deed="hand-over",
    )


def _departing(club: Club, user: User) -> list[str]:
    """Return what else follows when the user is no longer a member."""
    said = [_("A session that has begun is played to its end.")]
    said += [each for found in departure_warnings(club, user) for each in found]
    return said


def closing_sentences(club: Club) -> list[str]:
    """Return what follows for money and events when the club closes."""
    return [each for found in departure_warnings(club, None) for each in found]


def closing_obstacle_sentences(club: Club) -> list[str]:
    """Return why the club cannot be closed now; empty where it can."""
    return [each for found in closing_obstacles(club) for each in found]


@dataclass(frozen=True, slots=True)
class Managing:
    """What the reader may do to a member."""

    name: str
    role: str
    #: The role that they can be given instead, and what its button says; empty where none.
    other_role: str
    other_label: str
    may_remove: bool
    may_hand_over: bool


def _giving(role: Role) -> str:
    if role is Role.ORGANIZER:
        return _("Make them an organizer")
    return _("Make them a member without other duties")


def managing(role: Role, other: Membership) -> Managing:
    """Return what somebody of that role may do to the member."""
    theirs = Role(other.role)
    instead = Role.MEMBER if theirs is Role.ORGANIZER else Role.ORGANIZER
    may_set = may(role, Right.SET_ROLE, theirs)
    return Managing(
        name=other.user.shown_name,
        role=role_label(theirs),
        other_role=instead.value if may_set else "",
        other_label=_giving(instead) if may_set else "",
        may_remove=may(role, Right.REMOVE, theirs),
        may_hand_over=may(role, Right.HAND_OVER, theirs),
    )


# --- Roles


@dataclass(frozen=True, slots=True)
class RightLine:
    """One right, and which of the roles have it, in their order."""

    sentence: str
    allowed: list[bool]


def role_labels() -> list[str]:
    """Return what the roles are called, the highest first."""
    return [role_label(role) for role in Role]


def right_lines() -> list[RightLine]:
    """Return the policy as a table."""
    return [
        RightLine(right_sentence(right), [may(role, right) for role in Role]) for right in Right
    ]


# --- Invitations and history


@dataclass(frozen=True, slots=True)
class InvitationLine:
    """An open invitation, as those see it who may call it back."""

    share_id: str
    whom: str
    way: str
    by: str
    url: str
    uses: int
    most_uses: int
    ends_at: datetime
    revoke_url: str


def invitation_lines(club: Club, request: HttpRequest) -> list[InvitationLine]:
    """Return the open invitations. One query."""
    found = selectors.open_invitations(club).select_related("made_by", "invitee")
    return [
        InvitationLine(
            share_id=f"share-{each.pk}",
            whom=invitation_label(each),
            way=capfirst(each.get_way_display()),
            by=each.made_by.shown_name,
            # An invitation by name is answered by whom it is for, and needs no link.
            url=request.build_absolute_uri(reverse("club_join", args=[each.token]))
            if each.way != Invitation.Way.NAME
            else "",
            uses=each.uses,
            most_uses=each.most_uses,
            ends_at=each.ends_at,
            revoke_url=reverse("club_revoke", args=[club.slug, each.pk]),
        )
        for each in found
    ]


@dataclass(frozen=True, slots=True)
class RecordLine:
    """What somebody did."""

    at: datetime
    sentence: str


def record_line(record: ClubRecord) -> RecordLine:
    """Return the record in words."""
    return RecordLine(record.at, record_sentence(record))
