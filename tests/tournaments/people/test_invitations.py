"""Tests of invitations to waiting tables: permission, validity, alerts and pages."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts import friends
from accounts.caller import Caller
from accounts.models import Follow, User
from accounts.notices.models import Notice
from accounts.notices.senders import sender_of, subjects_of
from accounts.services import create_guest, mark_seen
from games.screens.notices import alert_of, notices_for, page_facts
from games.tables.models import Session, Table
from games.tables.services import opening, seating, starting
from tournaments.people import invitations
from tournaments.people.invitations import InviteCode
from tournaments.people.models import TableInvitation

pytestmark = pytest.mark.django_db


def member(name: str) -> User:
    return User.objects.create_user(name, display_name=name.title())


def befriend(one: User, other: User) -> None:
    Follow.objects.create(person=one, other=other)
    Follow.objects.create(person=other, other=one)


@pytest.fixture
def ann(queued) -> User:
    return member("ann")


@pytest.fixture
def ben(ann: User) -> User:
    ben = member("ben")
    befriend(ann, ben)
    return ben


@pytest.fixture
def table(ann: User) -> Table:
    return opening.open_table(ann, joining=Table.Joining.LINK)


def invitations_of(user: User) -> list[TableInvitation]:
    return list(invitations.valid_invitations(user))


def test_an_invitation_ends_when_the_friend_sits_down(ann, ben, table):
    assert invitations.invite(ann, table.slug, ben) is None
    assert [each.made_by for each in invitations_of(ben)] == [ann]
    assert invitations.newest_unopened(ben) == invitations_of(ben)[0]
    assert seating.sit(Caller(ben), table.pk, None) is None
    assert invitations_of(ben) == []
    assert invitations.invite(ann, table.slug, ben) == InviteCode.SITS_THERE


def test_an_invitation_ends_when_the_session_begins(ann, ben, table):
    assert invitations.invite(ann, table.slug, ben) is None
    assert starting.start(Caller(ann), table.pk) is None
    assert invitations_of(ben) == []
    assert invitations.invite(ann, table.slug, ben) == InviteCode.NOT_WAITING


def test_an_invitation_ends_when_the_inviter_stands_up(ann, ben, table):
    cleo = member("cleo")
    assert seating.sit(Caller(cleo), table.pk, None) is None
    assert invitations.invite(ann, table.slug, ben) is None
    assert seating.stand_up(Caller(ann), table.pk) is None
    assert invitations_of(ben) == []


@pytest.mark.parametrize("end", [friends.unfollow, friends.block])
@pytest.mark.parametrize("by_inviter", [True, False])
def test_an_invitation_ends_with_the_friendship(ann, ben, table, end, by_inviter):
    assert invitations.invite(ann, table.slug, ben) is None
    end(*((ann, ben) if by_inviter else (ben, ann)))
    assert invitations_of(ben) == []
    assert invitations.invite(ann, table.slug, ben) == InviteCode.NO_FRIEND


def test_an_old_invitation_is_not_shown(ann, ben, table):
    assert invitations.invite(ann, table.slug, ben) is None
    TableInvitation.objects.update(created_at=timezone.now() - invitations.LIFETIME)
    assert invitations_of(ben) == []


def test_a_friend_who_declined_is_not_invited_again(ann, ben, table):
    cleo = member("cleo")
    befriend(cleo, ben)
    assert seating.sit(Caller(cleo), table.pk, None) is None
    assert invitations.invite(ann, table.slug, ben) is None
    assert invitations.decline(ben, invitations_of(ben)[0].pk)
    assert invitations_of(ben) == []
    for again in (ann, cleo):
        assert invitations.invite(again, table.slug, ben) == InviteCode.ASKED_ALREADY
    assert invitations_of(ben) == []


def test_a_valid_invitation_is_not_repeated_by_another_friend(ann, ben, table):
    cleo = member("cleo")
    befriend(cleo, ben)
    assert seating.sit(Caller(cleo), table.pk, None) is None
    assert invitations.invite(ann, table.slug, ben) is None
    assert invitations.mark_opened(ben, invitations_of(ben)[0].pk) is not None
    for again in (ann, cleo):
        assert invitations.invite(again, table.slug, ben) == InviteCode.ASKED_ALREADY
    assert [each.made_by for each in invitations_of(ben)] == [ann]
    assert invitations.newest_unopened(ben) is None


def test_a_friend_can_renew_an_invitation_whose_inviter_left_the_table(ann, ben, table):
    cleo = member("cleo")
    befriend(cleo, ben)
    assert seating.sit(Caller(cleo), table.pk, None) is None
    assert invitations.invite(ann, table.slug, ben) is None
    assert invitations.mark_opened(ben, invitations_of(ben)[0].pk) is not None
    assert seating.stand_up(Caller(ann), table.pk) is None
    assert invitations.invite(cleo, table.slug, ben) is None
    assert [each.made_by for each in invitations_of(ben)] == [cleo]
    # There is a new alert.
    assert invitations.newest_unopened(ben) is not None


def test_an_old_invitation_can_be_repeated_unless_declined(ann, ben, table):
    assert invitations.invite(ann, table.slug, ben) is None
    TableInvitation.objects.update(created_at=timezone.now() - invitations.LIFETIME)
    assert invitations.invite(ann, table.slug, ben) is None
    assert [each.made_by for each in invitations_of(ben)] == [ann]
    assert invitations.decline(ben, invitations_of(ben)[0].pk)
    TableInvitation.objects.update(created_at=timezone.now() - invitations.LIFETIME)
    assert invitations.invite(ann, table.slug, ben) == InviteCode.ASKED_ALREADY


@pytest.mark.every_database
def test_very_old_invitations_are_deleted(ann, ben, table):
    assert invitations.invite(ann, table.slug, ben) is None
    TableInvitation.objects.update(created_at=timezone.now() - invitations.RETENTION - timedelta(1))
    other = opening.open_table(ann)
    assert invitations.invite(ann, other.slug, ben) is None
    assert TableInvitation.objects.count() == 1


def _stranger(ann, ben, table):
    return ann, table, member("dora")


def _one_sided_follow(ann, ben, table):
    dora = member("dora")
    Follow.objects.create(person=ann, other=dora)
    return ann, table, dora


def _not_seated(ann, ben, table):
    dora = member("dora")
    befriend(dora, ben)
    return dora, table, ben


def _barred_friend(ann, ben, table):
    Table.objects.update(barred=[ben.pk])
    return ann, table, ben


def _arranged_table(ann, ben, table):
    Table.objects.update(is_arranged=True)
    return ann, table, ben


def _club_table(ann, ben, table):
    Table.objects.update(club=77, joining=Table.Joining.MEMBERS)
    return ann, table, ben


def _seats_kept(ann, ben, table):
    Session.objects.update(number=2)
    return ann, table, ben


def _full_table(ann, ben, table):
    for name in ("e", "f", "g"):
        assert seating.sit(Caller(member(name)), table.pk, None) is None
    # The last player to sit down does not begin the session: the host does.
    return ann, table, ben


@pytest.mark.parametrize(
    ("make", "code"),
    [
        (_stranger, InviteCode.NO_FRIEND),
        (_one_sided_follow, InviteCode.NO_FRIEND),
        (_not_seated, InviteCode.NOT_SEATED),
        (_barred_friend, InviteCode.NOT_FOR_THEM),
        (_club_table, InviteCode.NOT_FOR_THEM),
        (_arranged_table, InviteCode.ARRANGED),
        (_seats_kept, InviteCode.SEATS_KEPT),
        (_full_table, InviteCode.FULL),
    ],
)
def test_players_who_cannot_sit_down_cannot_be_invited(ann, ben, table, make, code):
    inviter, at, friend = make(ann, ben, table)
    assert invitations.invite(inviter, at.slug, friend) == code
    assert not TableInvitation.objects.exists()
    assert code.label


def test_the_rate_of_invitations_to_one_friend_is_limited(ann, ben, monkeypatch):
    monkeypatch.setattr(invitations, "RATE_OF_ONE", "2/hour")
    tables = [opening.open_table(ann) for _ in range(3)]
    said = [invitations.invite(ann, each.slug, ben) for each in tables]
    assert said == [None, None, InviteCode.TOO_OFTEN]
    cleo = member("cleo")
    befriend(ann, cleo)
    assert invitations.invite(ann, tables[2].slug, cleo) is None


def test_the_rate_of_a_members_invitations_is_limited(ann, ben, table, monkeypatch):
    monkeypatch.setattr(invitations, "RATE", "1/hour")
    cleo = member("cleo")
    befriend(ann, cleo)
    assert invitations.invite(ann, table.slug, ben) is None
    assert invitations.invite(ann, table.slug, cleo) == InviteCode.TOO_OFTEN


# --- Alerts and notices


def test_an_invited_friend_gets_an_alert_and_a_notice(ann, ben, table):
    assert page_facts(ben).awaits_alert
    assert not page_facts(member("cleo")).awaits_alert
    assert alert_of(ben) is None
    assert invitations.invite(ann, table.slug, ben) is None
    call = alert_of(ben)
    assert call is not None
    assert call.title == "Ann invited you to a table"
    assert call.url == reverse("table_invitation", args=[invitations_of(ben)[0].pk])
    (notice,) = notices_for(ben)
    assert notice.dismiss_url == call.decline_url
    # After the invitation was opened there is no alert, but the home page still lists it.
    assert invitations.mark_opened(ben, invitations_of(ben)[0].pk) is not None
    assert alert_of(ben) is None
    assert len(notices_for(ben)) == 1


def test_a_friend_who_is_playing_gets_no_alert(ann, ben, table):
    own = opening.open_solo_table(ben)
    assert invitations.invite(ann, table.slug, ben) is None
    assert alert_of(ben) is None
    assert len(invitations_of(ben)) == 1
    assert seating.stand_up(Caller(ben), own.pk) is None
    assert alert_of(ben) is not None


# --- Views


def browser(user: User) -> Client:
    client = Client()
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return client


def friends_part(user: User, table: Table, **sent: object) -> tuple[int, str]:
    """Return the list of friends in the table's page, after posting the data if given."""
    client, url = browser(user), reverse("table_friends", args=[table.slug])
    headers = {"HX-Request": "true"}
    answer = client.post(url, sent, headers=headers) if sent else client.get(url, headers=headers)
    return answer.status_code, answer.content.decode()


def test_the_table_lists_friends_who_are_online(ann, ben, table):
    cleo = member("cleo")
    befriend(ann, cleo)
    mark_seen(ben)
    status, html = friends_part(ann, table)
    assert (status, "Ben" in html, "Cleo" in html) == (200, True, False)
    status, html = friends_part(ann, table, person=ben.pk)
    assert status == 200
    assert "invited" in html
    assert TableInvitation.objects.get().person == ben
    ben.online_for = User.OnlineFor.NOBODY
    ben.save()
    assert "Ben" not in friends_part(ann, table)[1]


@pytest.mark.parametrize("sent", ["", "x", "-1", "9" * 30, "999999"])
def test_an_unknown_user_cannot_be_invited(ann, table, sent):
    status, html = friends_part(ann, table, person=sent)
    assert status == 200
    assert str(InviteCode.NO_FRIEND.label) in html


def test_the_table_stops_polling_if_no_friend_can_be_invited(ann, ben, table):
    assert friends_part(ben, table)[0] == 286
    guest = create_guest()
    assert seating.sit(Caller(guest), table.pk, None) is None
    assert friends_part(guest, table)[0] == 286
    assert starting.start(Caller(ann), table.pk) is None
    assert friends_part(ann, table)[0] == 286


def test_an_invitation_leads_to_the_table_or_is_no_longer_valid(ann, ben, table):
    assert invitations.invite(ann, table.slug, ben) is None
    url = reverse("table_invitation", args=[invitations_of(ben)[0].pk])
    assert browser(ben).get(url).url == table.get_absolute_url()
    assert browser(ann).get(url).url == reverse("home")
    assert starting.start(Caller(ann), table.pk) is None
    client = browser(ben)
    answer = client.get(url, follow=True)
    assert answer.redirect_chain == [(reverse("home"), 302)]
    assert "is no longer valid" in answer.content.decode()


def test_a_friend_can_decline_an_invitation(ann, ben, table):
    assert invitations.invite(ann, table.slug, ben) is None
    url = reverse("table_invitation_decline", args=[invitations_of(ben)[0].pk])
    assert browser(ben).post(url, {"next": "//elsewhere.example/"}).url == reverse("home")
    assert invitations_of(ben) == []
    assert browser(ben).post(url, {"next": reverse("friends")}).url == reverse("friends")


def test_a_check_for_a_user_without_invitations_takes_one_query(django_assert_max_num_queries):
    ann = member("ann")
    with django_assert_max_num_queries(1):
        assert alert_of(ann) is None


def test_the_home_page_invites_a_friend_to_the_own_table(ann, ben, table):
    mark_seen(ben)
    page = Client()
    page.force_login(ann)
    home = page.get("/").content.decode()
    assert "Friends online" in home
    target = reverse("table_friends", args=[table.slug])
    assert target in home
    assert page.post(target, {"person": str(ben.pk), "next": "/"}).url == "/"
    assert [each.made_by for each in invitations_of(ben)] == [ann]
    assert page_facts(ben).waiting == 1
    assert target not in page.get("/").content.decode(), "a friend is invited once"


def test_a_table_opened_for_a_friend_invites_them(ann, ben):
    mark_seen(ben)
    page = Client()
    page.force_login(ann)
    address = f"{reverse('table_new')}?friend={ben.pk}"
    assert address in page.get("/").content.decode()
    assert f'name="friend" value="{ben.pk}"' in page.get(address).content.decode()
    page.post(
        reverse("table_new"),
        {
            "deals": "1",
            "clock": "none",
            "joining": "link",
            "seating": "drawn",
            "friend": str(ben.pk),
        },
    )
    assert [each.made_by for each in invitations_of(ben)] == [ann]
    stranger = member("cleo")
    page.post(
        reverse("table_new"),
        {
            "deals": "1",
            "clock": "none",
            "joining": "link",
            "seating": "drawn",
            "friend": str(stranger.pk),
        },
    )
    assert not invitations_of(stranger)
    assert Table.objects.count() == 2


# --- Notices, for mails and push messages


def test_an_invited_friend_gets_a_notice_until_the_invitation_is_answered(ann, ben, table):
    invitations.invite(ann, table.slug, ben)
    [notice] = Notice.objects.filter(user=ben)
    [subject] = subjects_of([notice]).values()
    sender = sender_of(notice.kind)
    assert sender.text(notice, subject).title == "Ann invited you to a table"
    assert not sender.is_outdated(notice, subject)
    assert len(notices_for(ben)) == 1, "the home page shows the invitation once"
    invitations.decline(ben, subject.pk)
    [subject] = subjects_of([notice]).values()
    assert sender.is_outdated(notice, subject)
