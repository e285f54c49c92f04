"""Following, blocking and privacy of player pages.

Two members who follow each other are friends. Blocking ends following in both directions. Guests
can neither follow nor be followed, because they last only as long as their browser session.
"""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum, auto

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet, TextChoices
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import Block, Follow, User
from accounts.names import skeleton
from accounts.services import ONLINE_WINDOW
from accounts.sorting import sorted_by_name

#: Maximum number of members that one member follows, and blocks.
MAX_FOLLOWED = 500


class FollowFault(TextChoices):
    """A reason why a member can't be followed or blocked, with its message."""

    FOR_MEMBERS = "for_members", _("Create an account to follow players.")
    ONESELF = "oneself", _("You can’t follow or block yourself.")
    NOT_THERE = "not_there", _("This player doesn’t exist or can’t be followed.")
    NOT_OPEN = "not_open", _("You’ve blocked this player. Unblock the player first.")
    BLOCKED = "blocked", _("This player doesn’t exist or can’t be followed.")
    TOO_MANY = (
        "too_many",
        _(
            "You’ve followed or blocked the maximum number of players. Unfollow or unblock a player"
            " first."
        ),
    )


@dataclass(frozen=True, slots=True)
class Relation:
    """The follows and blocks between a viewer and another member."""

    follows: bool = False
    is_followed: bool = False
    blocks: bool = False
    #: The other member blocks the viewer.
    is_blocked: bool = False

    @property
    def is_friend(self) -> bool:
        """Return whether they follow each other."""
        return self.follows and self.is_followed

    @property
    def is_any(self) -> bool:
        """Return whether either follows the other, or the viewer blocks the other."""
        return self.follows or self.is_followed or self.blocks


#: The relation of two members without any connection.
STRANGERS = Relation()


def relation(person: User | None, other: User) -> Relation:
    """Return the follows and blocks between two users; none for guests and visitors.

    At most two queries.
    """
    if person is None or person.is_guest or person.pk == other.pk:
        return STRANGERS
    either = Q(person=person, other=other) | Q(person=other, other=person)
    followers = set(Follow.objects.filter(either).values_list("person", flat=True))
    blockers = set(Block.objects.filter(either).values_list("person", flat=True))
    return Relation(
        follows=person.pk in followers,
        is_followed=other.pk in followers,
        blocks=person.pk in blockers,
        is_blocked=other.pk in blockers,
    )


def blocks_by_mail(email: str, other: User) -> bool:
    """Return whether a user with that email address blocks the other. One query.

    Addresses that are not confirmed count as well.
    """
    own = Q(person__email__iexact=email) | Q(person__emailaddress__email__iexact=email)
    return Block.objects.filter(own, other=other).exists()


class PageView(StrEnum):
    """The part of a player page that a viewer may see: nothing, the name, or all."""

    #: As if the account didn't exist.
    NOTHING = auto()
    #: The name only, to follow or block the member; the rest is hidden from the viewer.
    NAME = auto()
    ALL = auto()


def page_view(owner: User, reader: User | None, ties: Relation) -> PageView:
    """Return the part of the owner's player page that the reader may see.

    Guests and closed accounts have no page.
    """
    if not has_address(owner):
        return PageView.NOTHING
    if reader is not None and reader.pk == owner.pk:
        return PageView.ALL
    if ties.is_blocked:
        return PageView.NOTHING
    if owner.page_for == User.PageFor.NOBODY:
        # An existing connection can still be ended.
        return PageView.NAME if ties.is_any else PageView.NOTHING
    if owner.page_for == User.PageFor.EVERYBODY or ties.is_friend:
        return PageView.ALL
    if reader is None or reader.is_guest:
        return PageView.NOTHING
    return PageView.ALL if owner.page_for == User.PageFor.MEMBERS else PageView.NAME


def has_page(user: User) -> bool:
    """Return whether the user has a player page that others can see."""
    return has_address(user) and user.page_for != User.PageFor.NOBODY


def has_address(user: User) -> bool:
    """Return whether the user's page has an address; guests and closed accounts have none."""
    # A path of dots alone would mean a parent folder to browsers.
    return user.is_active and not user.is_guest and bool(user.username.strip("."))


# --- Reads


def friends(user: User) -> QuerySet[User]:
    """Return the query for the user's friends: active members with follows in both directions."""
    return friends_of(user.pk)


def friends_of(user_id: int, _now: datetime | None = None) -> QuerySet[User]:
    """Return the query for the friends of the user with that primary key.

    :param _now: not used; this is also a hint for alerts, which get the time
    """
    back = Follow.objects.filter(person=OuterRef("pk"), other=user_id)
    return User.objects.filter(Exists(back), followers__person=user_id, is_active=True)


def are_friends(user_id: int, other_id: int) -> bool:
    """Return whether the users with these keys follow each other. One query."""
    either = Q(person=user_id, other=other_id) | Q(person=other_id, other=user_id)
    return Follow.objects.filter(either).count() == 2


def is_shown_online(friend: User) -> bool:
    """Return whether a friend is online and shows it to friends."""
    if friend.online_for == User.OnlineFor.NOBODY or friend.seen_at is None:
        return False
    return friend.seen_at > timezone.now() - ONLINE_WINDOW


@dataclass(frozen=True, slots=True)
class FriendLists:
    """The members connected with a member, each in one list, sorted by name."""

    friends: list[User]
    #: Followed by the member, without following back.
    followed: list[User]
    #: Following the member, without being followed back.
    followers: list[User]
    blocked: list[User]


def friend_lists(user: User) -> FriendLists:
    """Return the active members connected with the user. Three queries in all cases.

    Of followers who are not followed back, only the newest `MAX_FOLLOWED` are listed.
    """
    back = Follow.objects.filter(person=OuterRef("other"), other=user)
    follows = Follow.objects.filter(person=user, other__is_active=True).select_related("other")
    followed = list(follows.annotate(is_back=Exists(back)))
    only = Follow.objects.filter(other=user, person__is_active=True).select_related("person")
    ahead = Follow.objects.filter(person=user, other=OuterRef("person"))
    followers = only.exclude(Exists(ahead)).order_by("-pk")[:MAX_FOLLOWED]
    blocks = Block.objects.filter(person=user, other__is_active=True).select_related("other")
    return FriendLists(
        friends=sorted_by_name(each.other for each in followed if each.is_back),
        followed=sorted_by_name(each.other for each in followed if not each.is_back),
        followers=sorted_by_name(each.person for each in followers),
        blocked=sorted_by_name(each.other for each in blocks),
    )


def members_called(name: str, reader: User) -> QuerySet[User]:
    """Return the query for members whose username or display name contains the name, by username.

    Letters that look alike count as equal. Members whose page is hidden from the reader are left
    out.
    """
    mark = skeleton(name)
    alike = Q(username_skeleton__contains=mark) | Q(display_skeleton__contains=mark)
    blocked = Block.objects.filter(person=OuterRef("pk"), other=reader)
    shown = ~Q(page_for=User.PageFor.NOBODY) & ~Exists(blocked)
    found = User.objects.filter(alike, shown, is_guest=False, is_active=True)
    return found.exclude(pk=reader.pk).order_by("username")


# --- Writes


def follow(person: User, other: User) -> FollowFault | None:
    """Make the person follow the other; return the reason if that is not allowed, or None."""
    if fault := _follow_fault(person, other):
        return fault
    with transaction.atomic():
        # Following and blocking both take this lock, so that they can't run at the same time.
        _lock(person, other)
        ties = relation(person, other)
        if ties.is_blocked:
            return FollowFault.BLOCKED
        if ties.blocks:
            return FollowFault.NOT_OPEN
        if page_view(other, person, ties) == PageView.NOTHING and not ties.is_followed:
            return FollowFault.NOT_THERE
        if not ties.follows and Follow.objects.filter(person=person).count() >= MAX_FOLLOWED:
            return FollowFault.TOO_MANY
        Follow.objects.get_or_create(person=person, other=other)
    return None


def unfollow(person: User, other: User) -> None:
    """Make the person stop following the other."""
    Follow.objects.filter(person=person, other=other).delete()


def block(person: User, other: User) -> FollowFault | None:
    """Make the person block the other; return the reason if that is not allowed, or None.

    Ends following in both directions; the other is not told.
    """
    if fault := _follow_fault(person, other):
        return fault
    with transaction.atomic():
        _lock(person, other)
        if Block.objects.filter(person=person).count() >= MAX_FOLLOWED:
            return FollowFault.TOO_MANY
        Block.objects.get_or_create(person=person, other=other)
        either = Q(person=person, other=other) | Q(person=other, other=person)
        Follow.objects.filter(either).delete()
    return None


def unblock(person: User, other: User) -> None:
    """Make the person stop blocking the other."""
    Block.objects.filter(person=person, other=other).delete()


def _follow_fault(person: User, other: User) -> FollowFault | None:
    """Return why the person can't follow or block the other: a guest, oneself, a closed account.

    None if allowed; blocks, privacy and the maximum are not checked here.
    """
    if person.is_guest:
        return FollowFault.FOR_MEMBERS
    if person.pk == other.pk:
        return FollowFault.ONESELF
    if other.is_guest or not other.is_active:
        return FollowFault.NOT_THERE
    return None


def _lock(person: User, other: User) -> None:
    """Lock both users' rows, always in the same order, until the transaction ends."""
    both = User.objects.select_for_update().filter(pk__in=(person.pk, other.pk)).order_by("pk")
    list(both.values_list("pk", flat=True))
