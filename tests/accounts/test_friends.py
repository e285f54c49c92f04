"""Following, blocking, and the privacy of player pages."""

from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction
from django.urls import reverse
from django.utils import timezone

from accounts import friends
from accounts.friends import FollowFault, PageView, Relation
from accounts.models import Block, Follow, User
from accounts.services import close_account, create_guest, mark_seen

pytestmark = pytest.mark.django_db

BOTH = Relation(follows=True, is_followed=True)


@pytest.fixture
def ann():
    return User.objects.create_user("ann", display_name="Ann")


@pytest.fixture
def ben():
    return User.objects.create_user("ben", display_name="Ben")


def befriend(one, other):
    Follow.objects.create(person=one, other=other)
    Follow.objects.create(person=other, other=one)


# --- Following


def test_members_who_follow_each_other_are_friends(ann, ben):
    assert friends.follow(ann, ben) is None
    assert friends.relation(ann, ben) == Relation(follows=True)
    assert friends.relation(ben, ann) == Relation(is_followed=True)
    assert not friends.are_friends(ann.pk, ben.pk)
    assert friends.follow(ben, ann) is None
    assert friends.relation(ann, ben).is_friend
    assert friends.are_friends(ann.pk, ben.pk)
    assert list(friends.friends(ann)) == [ben]
    friends.unfollow(ben, ann)
    assert list(friends.friends(ann)) == []


@pytest.mark.every_database
def test_following_twice_changes_nothing(ann, ben):
    assert friends.follow(ann, ben) is None
    assert friends.follow(ann, ben) is None
    assert Follow.objects.count() == 1


@pytest.mark.parametrize("do", [friends.follow, friends.block])
def test_guests_closed_accounts_and_oneself_cannot_be_followed_or_blocked(ann, ben, do):
    assert do(create_guest(), ann) == FollowFault.FOR_MEMBERS
    assert do(ann, ann) == FollowFault.ONESELF
    assert do(ann, create_guest()) == FollowFault.NOT_THERE
    ben.is_active = False
    assert do(ann, ben) == FollowFault.NOT_THERE
    assert not Follow.objects.exists()
    assert not Block.objects.exists()


def test_the_number_of_followed_members_is_limited(ann, ben, monkeypatch):
    monkeypatch.setattr(friends, "MAX_FOLLOWED", 1)
    cleo = User.objects.create_user("cleo")
    assert friends.follow(ann, ben) is None
    assert friends.follow(ann, cleo) == FollowFault.TOO_MANY
    assert friends.follow(ann, ben) is None


def test_the_number_of_blocked_members_is_limited(ann, ben, monkeypatch):
    monkeypatch.setattr(friends, "MAX_FOLLOWED", 1)
    cleo = User.objects.create_user("cleo")
    assert friends.block(ann, ben) is None
    assert friends.block(ann, cleo) == FollowFault.TOO_MANY
    assert not friends.relation(ann, cleo).blocks
    friends.unblock(ann, ben)
    assert friends.block(ann, cleo) is None


@pytest.mark.every_database
def test_the_database_refuses_members_who_follow_or_block_themselves(ann):
    for kind in (Follow, Block):
        with pytest.raises(IntegrityError), transaction.atomic():
            kind.objects.create(person=ann, other=ann)


# --- Blocking


def test_a_block_ends_following_both_ways_and_prevents_it(ann, ben):
    befriend(ann, ben)
    assert friends.block(ann, ben) is None
    assert not Follow.objects.exists()
    assert friends.relation(ben, ann).is_blocked
    assert friends.follow(ben, ann) == FollowFault.BLOCKED
    assert friends.follow(ann, ben) == FollowFault.NOT_OPEN
    friends.unblock(ann, ben)
    assert friends.follow(ben, ann) is None


def test_a_hidden_member_can_be_followed_only_by_members_they_follow(ann, ben):
    ann.page_for = User.PageFor.NOBODY
    ann.save()
    assert friends.follow(ben, ann) == FollowFault.NOT_THERE
    assert friends.follow(ann, ben) is None
    assert friends.follow(ben, ann) is None


def test_closing_an_account_ends_its_friendships_and_blocks(ann, ben):
    befriend(ann, ben)
    friends.block(ann, User.objects.create_user("rude"))
    assert close_account(ann) == []
    assert not Follow.objects.exists()
    assert not Block.objects.exists()


# --- Privacy of player pages


_FOR = User.PageFor


@pytest.mark.parametrize(
    ("page_for", "stranger", "guest", "member", "friend", "blocked"),
    [
        (_FOR.EVERYBODY, "all", "all", "all", "all", "nothing"),
        (_FOR.MEMBERS, "nothing", "nothing", "all", "all", "nothing"),
        (_FOR.FRIENDS, "nothing", "nothing", "name", "all", "nothing"),
        (_FOR.NOBODY, "nothing", "nothing", "nothing", "name", "nothing"),
    ],
)
def test_the_privacy_setting_decides_how_much_of_a_page_each_reader_sees(
    ann, ben, page_for, stranger, guest, member, friend, blocked
):
    ann.page_for = page_for
    none = friends.STRANGERS
    assert friends.page_view(ann, None, none) == PageView(stranger)
    assert friends.page_view(ann, create_guest(), none) == PageView(guest)
    assert friends.page_view(ann, ben, none) == PageView(member)
    # Following someone grants nothing, but can be ended.
    follows = friends.page_view(ann, ben, Relation(follows=True))
    assert follows == PageView("name" if page_for == _FOR.NOBODY else member)
    assert friends.page_view(ann, ben, BOTH) == PageView(friend)
    assert friends.page_view(ann, ben, Relation(is_blocked=True)) == PageView(blocked)
    assert friends.page_view(ann, ann, none) == PageView.ALL


def test_guests_and_closed_accounts_have_no_page(ann, ben):
    guest = create_guest()
    ann.is_active = False
    for reader in (None, ben, guest, ann):
        assert friends.page_view(guest, reader, BOTH) == PageView.NOTHING
        assert friends.page_view(ann, reader, BOTH) == PageView.NOTHING
    assert not friends.has_page(User(username=".."))


@pytest.mark.parametrize(
    ("online_for", "minutes", "shown"),
    [("friends", 0, True), ("friends", 5, False), ("friends", None, False), ("nobody", 0, False)],
)
def test_a_member_is_shown_online_shortly_after_a_request_unless_hidden(
    ann, online_for, minutes, shown
):
    ann.online_for = online_for
    ann.seen_at = None if minutes is None else timezone.now() - timedelta(minutes=minutes)
    assert friends.is_shown_online(ann) is shown


def test_an_open_page_is_recorded_at_most_once_a_minute(ann, django_assert_num_queries):
    mark_seen(ann)
    assert friends.is_shown_online(ann)
    with django_assert_num_queries(0):
        mark_seen(ann)


def test_the_number_of_queries_for_friend_lists_does_not_grow(ann, django_assert_max_num_queries):
    for number in range(4):
        other = User.objects.create_user(f"p{number}")
        befriend(ann, other)
        Follow.objects.create(person=ann, other=User.objects.create_user(f"q{number}"))
        Follow.objects.create(person=User.objects.create_user(f"r{number}"), other=ann)
        friends.block(ann, User.objects.create_user(f"s{number}"))
    with django_assert_max_num_queries(3):
        lists = friends.friend_lists(ann)
    named = ([each.username[0] for each in kind] for kind in (lists.friends, lists.followed))
    assert [*named] == [["p"] * 4, ["q"] * 4]
    assert [each.username for each in lists.followers] == ["r0", "r1", "r2", "r3"]
    assert [each.username for each in lists.blocked] == ["s0", "s1", "s2", "s3"]


def test_friends_are_listed_even_if_followers_exceed_the_limit(ann, ben, monkeypatch):
    monkeypatch.setattr(friends, "MAX_FOLLOWED", 2)
    befriend(ann, ben)
    for number in range(3):
        Follow.objects.create(person=User.objects.create_user(f"p{number}"), other=ann)
    around = friends.friend_lists(ann)
    assert (around.friends, around.followed) == ([ben], [])
    assert [each.username for each in around.followers] == ["p1", "p2"]


@pytest.mark.parametrize("bond", [{"is_followed": True}, {"follows": True}, {"blocks": True}])
def test_a_member_sees_the_name_of_a_hidden_member_to_unfollow_or_unblock(ann, ben, bond):
    ann.page_for = _FOR.NOBODY
    assert friends.page_view(ann, ben, Relation(**bond)) == PageView.NAME
    assert friends.page_view(ann, ben, Relation(is_blocked=True, **bond)) == PageView.NOTHING


# --- Settings


def test_a_member_can_change_privacy_settings(client, ann):
    client.force_login(ann)
    assert "Save privacy settings" in client.get(reverse("privacy")).content.decode()
    sent = {"page_for": "friends", "online_for": "nobody"}
    assert client.post(reverse("privacy"), sent).url == reverse("privacy")
    ann.refresh_from_db()
    assert (ann.page_for, ann.online_for) == ("friends", "nobody")
    assert ann.display_name == "Ann"


def test_an_unknown_privacy_setting_is_refused(client, ann):
    client.force_login(ann)
    answer = client.post(reverse("privacy"), {"page_for": "aliens", "online_for": "nobody"})
    assert answer.status_code == 422
    ann.refresh_from_db()
    assert (ann.page_for, ann.online_for) == ("members", "friends")


def test_guests_have_no_privacy_settings(client):
    client.force_login(create_guest(), backend="django.contrib.auth.backends.ModelBackend")
    assert client.get(reverse("privacy")).url == reverse("keep_account")
    client.post(reverse("privacy"), {"page_for": "nobody", "online_for": "nobody"})
    assert User.objects.get().page_for == "members"


def test_privacy_settings_require_signing_in(client):
    assert reverse("account_login") in client.post(reverse("privacy"), {}).url
    assert friends.relation(None, User(pk=1)) == friends.STRANGERS
