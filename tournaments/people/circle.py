"""The page of friends: who is about, where they sit, and what can be done."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from accounts import friends
from accounts.friends import Circle, is_shown_online
from accounts.models import User, told_apart
from accounts.sorting import by_name
from games.common.players import page_among_friends
from games.language import labels
from games.tables import clubs
from games.tables.models import Seat, Session, Table
from tournaments.people import invitations
from tournaments.people.models import TableInvitation


@dataclass(frozen=True, slots=True)
class FriendPlace:
    """A table at which a friend sits, and that the reader may look at."""

    url: str
    rules: str
    #: Whether it waits for people, so that the reader may sit down.
    is_waiting: bool


@dataclass(frozen=True, slots=True)
class FriendLine:
    """Somebody around the reader."""

    number: int
    username: str
    name: str
    #: See ``accounts.pictures``; empty for none.
    picture: str
    url: str
    is_online: bool = False
    place: FriendPlace | None = None
    #: What became of an invitation to the reader's own table: a value of its answers, or empty.
    asked: str = ""
    #: Whether they can be asked to it.
    may_ask: bool = False

    @property
    def hue(self) -> int:
        """The colour of their picture."""
        return self.number % 4


@dataclass(frozen=True, slots=True)
class AskedLine:
    """An invitation of the reader's that holds."""

    number: int
    by: str
    rules: str


@dataclass(frozen=True, slots=True)
class OwnTable:
    """The table at which the reader waits for people."""

    slug: str
    url: str


@dataclass(frozen=True, slots=True)
class CirclePage:
    """All that the page of friends shows."""

    friends: list[FriendLine]
    followed: list[FriendLine]
    followers: list[FriendLine]
    blocked: list[FriendLine]
    invitations: list[AskedLine]
    #: To which friends can be asked; None where there is none.
    table: OwnTable | None

    @property
    def online(self) -> int:
        """How many friends are about."""
        return sum(each.is_online for each in self.friends)


def circle_page(reader: User) -> CirclePage:
    """Return what the page of friends shows. Nine queries at most, however many they are."""
    around = friends.circle(reader)
    own = invitations.own_waiting_session(reader)
    may_ask = own is not None and invitations.why_nobody(own, reader) is None
    return CirclePage(
        friends=_friend_lines(around, reader, own if may_ask else None),
        followed=_lines_of(around.followed),
        followers=_lines_of(around.followers),
        blocked=_lines_of(around.blocked),
        invitations=[_asked_line(each) for each in invitations.standing(reader)],
        table=OwnTable(own.table.slug, own.table.get_absolute_url()) if own and may_ask else None,
    )


def _lines_of(people: Sequence[User]) -> list[FriendLine]:
    names = told_apart(people)
    return [replace(line_of(each), name=names[each.pk]) for each in people]


def line_of(person: User) -> FriendLine:
    """Return somebody who is no friend: of whom it is not said whether they are about."""
    return FriendLine(
        person.pk, person.username, person.shown_name, person.picture, page_among_friends(person)
    )


def friends_to_ask(reader: User, session: Session) -> list[FriendLine]:
    """Return the friends who are about and do not sit there, for the table's own page.

    Two queries, and one for who was asked already.
    """
    seated = {seat.user_id for seat in session.seats.all()}
    about = [each for each in friends.friends(reader) if is_shown_online(each)]
    free = by_name(each for each in about if each.pk not in seated)
    answers = invitations.asked(session, [each.pk for each in free]) if free else {}
    names = told_apart(free)
    return [_friend_line(each, names[each.pk], {}, answers, may_ask=True) for each in free]


def _friend_lines(around: Circle, reader: User, own: Session | None) -> list[FriendLine]:
    online = [each.pk for each in around.friends if is_shown_online(each)]
    places = _places(online, reader) if online else {}
    seated: set[int | None] = set()
    answers: dict[int, str] = {}
    if own is not None and online:
        seated = {seat.user_id for seat in own.seats.all()}
        answers = invitations.asked(own, online)
    names = told_apart(around.friends)
    lines = [
        _friend_line(
            each,
            names[each.pk],
            places,
            answers,
            may_ask=own is not None and each.pk not in seated,
        )
        for each in around.friends
    ]
    return sorted(lines, key=lambda line: not line.is_online)


def _friend_line(
    friend: User,
    name: str,
    places: Mapping[int, FriendPlace],
    answers: Mapping[int, str],
    *,
    may_ask: bool,
) -> FriendLine:
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
        asked=answer,
        may_ask=may_ask and is_online and not answer,
    )


def _places(people: Collection[int], reader: User) -> dict[int, FriendPlace]:
    """Return the tables of those of the people who sit at one that the reader may look at.

    Not tables that are joined by a link alone: a link is given by those who have it. Two queries
    at most.
    """
    going_on = (Session.Status.WAITING, Session.Status.RUNNING)
    seats = Seat.objects.filter(user__in=people, left_at=None, session__status__in=going_on)
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


def _asked_line(invitation: TableInvitation) -> AskedLine:
    return AskedLine(
        invitation.pk,
        invitation.made_by.shown_name,
        labels.rules_label(invitation.session.rules_name),
    )
