"""View models of the friends page: friends, followers and blocked members, with their tables."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

from accounts import friends
from accounts.friends import FriendLists, is_shown_online
from accounts.models import User, distinct_names
from accounts.sorting import sorted_by_name
from games.common.players import page_among_friends
from games.language import labels
from games.tables import clubs
from games.tables.models import Seat, Session, Table
from tournaments.people import invitations
from tournaments.people.models import TableInvitation


@dataclass(frozen=True, slots=True)
class FriendPlace:
    """A table at which a friend sits, if the reader may open it."""

    url: str
    rules: str
    #: Whether the table is waiting for players, so that the reader can join.
    is_waiting: bool


@dataclass(frozen=True, slots=True)
class FriendLine:
    """A member in a list of the friends page: name, picture, and for friends what they do now."""

    number: int
    username: str
    name: str
    #: See ``accounts.pictures``; empty for none.
    picture: str
    url: str
    is_online: bool = False
    place: FriendPlace | None = None
    #: Answer to an invitation to the reader's table (`TableInvitation.Answer`); empty if none.
    answer: str = ""
    #: Whether the member can be invited to it.
    may_invite: bool = False


@dataclass(frozen=True, slots=True)
class InvitationLine:
    """A valid invitation to the reader: its id, the sender's name and the name of the rules."""

    number: int
    by: str
    rules: str


@dataclass(frozen=True, slots=True)
class OwnTable:
    """The waiting table at which the reader sits."""

    slug: str
    url: str


@dataclass(frozen=True, slots=True)
class FriendsPage:
    """The friends page: lists of members, the reader's invitations, and the table to invite to."""

    friends: list[FriendLine]
    followed: list[FriendLine]
    followers: list[FriendLine]
    blocked: list[FriendLine]
    invitations: list[InvitationLine]
    #: Table to which the reader can invite friends, or None.
    table: OwnTable | None

    @property
    def online(self) -> int:
        """Number of friends who are online."""
        return sum(each.is_online for each in self.friends)


class OnlineFriends(NamedTuple):
    """The friends who are online, and the slug of the reader's table that they can be invited to.

    The slug is None if the reader has no such table.
    """

    lines: list[FriendLine]
    table: str | None


def friends_page(reader: User) -> FriendsPage:
    """Return the content of the friends page. At most nine queries, for any number of friends."""
    around = friends.friend_lists(reader)
    own = invitations.own_waiting_session(reader)
    may_invite = own is not None and invitations.inviter_denial(own, reader) is None
    return FriendsPage(
        friends=_friend_lines(around, reader, own if may_invite else None),
        followed=plain_lines(around.followed),
        followers=plain_lines(around.followers),
        blocked=plain_lines(around.blocked),
        invitations=[_invitation_line(each) for each in invitations.valid_invitations(reader)],
        table=OwnTable(own.table.slug, own.table.get_absolute_url())
        if own and may_invite
        else None,
    )


def plain_lines(people: Iterable[User]) -> list[FriendLine]:
    """Return lines of members who aren't friends, with names that tell them apart."""
    found = list(people)
    names = distinct_names(found)
    return [replace(_plain_line(each), name=names[each.pk]) for each in found]


def _plain_line(person: User) -> FriendLine:
    """Return the line of a member who isn't a friend, so without online status."""
    return FriendLine(
        person.pk, person.username, person.shown_name, person.picture, page_among_friends(person)
    )


def friends_to_invite(reader: User, session: Session) -> list[FriendLine]:
    """Return the online friends who don't sit at the session's table, for the page of the table.

    Two queries, and one for earlier invitations.
    """
    seated = {seat.user_id for seat in session.seats.all()}
    about = [each for each in friends.friends(reader) if is_shown_online(each)]
    free = sorted_by_name(each for each in about if each.pk not in seated)
    answers = invitations.answers_of(session, [each.pk for each in free]) if free else {}
    names = distinct_names(free)
    return [_friend_line(each, names[each.pk], {}, answers, may_invite=True) for each in free]


def online_friends(reader: User) -> OnlineFriends:
    """Return the friends who are online, for the home page. At most seven queries."""
    about = sorted_by_name(each for each in friends.friends(reader) if is_shown_online(each))
    if not about:
        return OnlineFriends([], None)
    own = invitations.own_waiting_session(reader)
    may_invite = own is not None and invitations.inviter_denial(own, reader) is None
    lines = _friend_lines(FriendLists(about, [], [], []), reader, own if may_invite else None)
    return OnlineFriends(lines, own.table.slug if own is not None and may_invite else None)


def _friend_lines(
    friend_lists: FriendLists, reader: User, own_session: Session | None
) -> list[FriendLine]:
    """Return the friends, online ones first, with their tables and answers to an invitation."""
    online = [each.pk for each in friend_lists.friends if is_shown_online(each)]
    places = _places(online, reader) if online else {}
    seated: set[int | None] = set()
    answers: dict[int, str] = {}
    if own_session is not None and online:
        seated = {seat.user_id for seat in own_session.seats.all()}
        answers = invitations.answers_of(own_session, online)
    names = distinct_names(friend_lists.friends)
    lines = [
        _friend_line(
            each,
            names[each.pk],
            places,
            answers,
            may_invite=own_session is not None and each.pk not in seated,
        )
        for each in friend_lists.friends
    ]
    return sorted(lines, key=lambda line: not line.is_online)


def _friend_line(
    friend: User,
    name: str,
    places: Mapping[int, FriendPlace],
    answers: Mapping[int, str],
    *,
    may_invite: bool,
) -> FriendLine:
    """Return a friend's line; table and answer are looked up by the friend's user id."""
    is_online = is_shown_online(friend)
    answer = answers.get(friend.pk, "")
    return FriendLine(
        number=friend.pk,
        username=friend.username,
        name=name,
        picture=friend.picture,
        url=page_among_friends(friend),
        is_online=is_online,
        place=places.get(friend.pk) if is_online else None,
        answer=answer,
        may_invite=may_invite and is_online and not answer,
    )


def _places(user_ids: Collection[int], reader: User) -> dict[int, FriendPlace]:
    """Return by user id their tables that the reader may open, except those joined by link.

    Players share a link themselves. At most two queries.
    """
    seats = Seat.objects.filter(
        user__in=user_ids, left_at=None, session__status__in=Session.GOING_ON
    )
    listed = seats.exclude(session__table__joining=Table.Joining.LINK)
    found = list(listed.select_related("session__table").order_by("pk"))
    own: frozenset[int] = frozenset()
    if any(seat.session.table.club is not None for seat in found):
        own = clubs.memberships(reader.pk)
    places: dict[int, FriendPlace] = {}
    for seat in found:
        session, table = seat.session, seat.session.table
        waits = session.status == Session.Status.WAITING
        may_look = (table.club is None or table.club in own) and (waits or table.spectators)
        if may_look and seat.user_id is not None:
            places[seat.user_id] = FriendPlace(
                table.get_absolute_url(), labels.rules_label(session.rules_name), waits
            )
    return places


def _invitation_line(invitation: TableInvitation) -> InvitationLine:
    """Return the line of an invitation, with the name of its sender and the rules."""
    return InvitationLine(
        invitation.pk,
        invitation.made_by.shown_name,
        labels.rules_label(invitation.session.rules_name),
    )
