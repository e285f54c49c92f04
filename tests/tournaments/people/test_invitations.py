"""Tests of invitations to waiting tables: permission, validity, alerts and pages."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts import friends
from accounts.caller import Caller
from accounts.models import Follow, User
from accounts.services import create_guest, mark_seen
from games.screens.notices import alert_of, awaits_alert, notices_for
from games.tables import services
from games.tables.models import Session, Table
from tournaments.people import invitations
from tournaments.people.denials import InviteCode, sentence
from tournaments.people.models import TableInvitation

pytestmark = [pytest.mark.django_db, pytest.mark.every_database]


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
    return services.open_table(ann, joining=Table.Joining.LINK)


def of(user: User) -> list[TableInvitation]:
    return list(invitations.valid_invitations(user))


def test_a_friend_is_asked_sits_down_and_is_asked_no_more(ann, ben, table):
    assert invitations.invite(ann, table.slug, ben) is None
    assert [each.made_by for each in of(ben)] == [ann]
    assert invitations.newest_unopened(ben) == of(ben)[0]
    assert services.sit(Caller(ben), table.pk, None) is None
    assert of(ben) == []
    assert invitations.invite(ann, table.slug, ben) == InviteCode.SITS_THERE


def test_it_lapses_when_the_table_begins(ann, ben, table):
    assert invitations.invite(ann, table.slug, ben) is None
    assert services.start(Caller(ann), table.pk) is None
    assert of(ben) == []
    assert invitations.invite(ann, table.slug, ben) == InviteCode.NOT_WAITING


def test_it_lapses_when_its_maker_stands_up(ann, ben, table):
    cleo = member("cleo")
    assert services.sit(Caller(cleo), table.pk, None) is None
    assert invitations.invite(ann, table.slug, ben) is None
    assert services.stand_up(Caller(ann), table.pk) is None
    assert of(ben) == []


@pytest.mark.parametrize("end", [friends.unfollow, friends.block])
@pytest.mark.parametrize("by_inviter", [True, False])
def test_it_lapses_with_the_friendship(ann, ben, table, end, by_inviter):
    assert invitations.invite(ann, table.slug, ben) is None
    end(*((ann, ben) if by_inviter else (ben, ann)))
    assert of(ben) == []
    assert invitations.invite(ann, table.slug, ben) == InviteCode.NO_FRIEND


def test_nobody_is_told_of_an_old_one(ann, ben, table):
    assert invitations.invite(ann, table.slug, ben) is None
    TableInvitation.objects.update(created_at=timezone.now() - invitations.LIFETIME)
    assert of(ben) == []


def test_who_said_no_is_not_asked_again(ann, ben, table):
    cleo = member("cleo")
    befriend(cleo, ben)
    assert services.sit(Caller(cleo), table.pk, None) is None
    assert invitations.invite(ann, table.slug, ben) is None
    assert invitations.decline(ben, of(ben)[0].pk)
    assert of(ben) == []
    for again in (ann, cleo):
        assert invitations.invite(again, table.slug, ben) == InviteCode.ASKED_ALREADY
    assert of(ben) == []


def test_one_that_holds_is_not_made_again_by_another(ann, ben, table):
    cleo = member("cleo")
    befriend(cleo, ben)
    assert services.sit(Caller(cleo), table.pk, None) is None
    assert invitations.invite(ann, table.slug, ben) is None
    assert invitations.mark_opened(ben, of(ben)[0].pk) is not None
    for again in (ann, cleo):
        assert invitations.invite(again, table.slug, ben) == InviteCode.ASKED_ALREADY
    assert [each.made_by for each in of(ben)] == [ann]
    assert invitations.newest_unopened(ben) is None


def test_one_whose_maker_has_gone_is_taken_over(ann, ben, table):
    cleo = member("cleo")
    befriend(cleo, ben)
    assert services.sit(Caller(cleo), table.pk, None) is None
    assert invitations.invite(ann, table.slug, ben) is None
    assert invitations.mark_opened(ben, of(ben)[0].pk) is not None
    assert services.stand_up(Caller(ann), table.pk) is None
    assert invitations.invite(cleo, table.slug, ben) is None
    assert [each.made_by for each in of(ben)] == [cleo]
    # There is a new alert.
    assert invitations.newest_unopened(ben) is not None


def test_one_that_is_too_old_is_made_anew(ann, ben, table):
    assert invitations.invite(ann, table.slug, ben) is None
    TableInvitation.objects.update(created_at=timezone.now() - invitations.LIFETIME)
    assert invitations.invite(ann, table.slug, ben) is None
    assert [each.made_by for each in of(ben)] == [ann]
    assert invitations.decline(ben, of(ben)[0].pk)
    TableInvitation.objects.update(created_at=timezone.now() - invitations.LIFETIME)
    assert invitations.invite(ann, table.slug, ben) == InviteCode.ASKED_ALREADY


def test_what_is_of_no_use_any_more_goes(ann, ben, table):
    assert invitations.invite(ann, table.slug, ben) is None
    TableInvitation.objects.update(created_at=timezone.now() - invitations.RETENTION - timedelta(1))
    other = services.open_table(ann)
    assert invitations.invite(ann, other.slug, ben) is None
    assert TableInvitation.objects.count() == 1


def _stranger(ann, ben, table):
    return ann, table, member("dora")


def _one_sided(ann, ben, table):
    dora = member("dora")
    Follow.objects.create(person=ann, other=dora)
    return ann, table, dora


def _not_seated(ann, ben, table):
    dora = member("dora")
    befriend(dora, ben)
    return dora, table, ben


def _barred(ann, ben, table):
    Table.objects.update(barred=[ben.pk])
    return ann, table, ben


def _arranged(ann, ben, table):
    Table.objects.update(is_arranged=True)
    return ann, table, ben


def _of_a_club(ann, ben, table):
    Table.objects.update(club=77, joining=Table.Joining.MEMBERS)
    return ann, table, ben


def _kept(ann, ben, table):
    Session.objects.update(number=2)
    return ann, table, ben


def _full(ann, ben, table):
    for name in ("e", "f", "g"):
        assert services.sit(Caller(member(name)), table.pk, None) is None
    # The last player to sit down does not begin the session: the host does.
    return ann, table, ben


@pytest.mark.parametrize(
    ("make", "code"),
    [
        (_stranger, InviteCode.NO_FRIEND),
        (_one_sided, InviteCode.NO_FRIEND),
        (_not_seated, InviteCode.NOT_SEATED),
        (_barred, InviteCode.NOT_FOR_THEM),
        (_of_a_club, InviteCode.NOT_FOR_THEM),
        (_arranged, InviteCode.ARRANGED),
        (_kept, InviteCode.SEATS_KEPT),
        (_full, InviteCode.FULL),
    ],
)
def test_who_is_not_asked(ann, ben, table, make, code):
    inviter, at, friend = make(ann, ben, table)
    assert invitations.invite(inviter, at.slug, friend) == code
    assert not TableInvitation.objects.exists()
    assert sentence(code)


def test_one_does_not_ask_all_the_time(ann, ben, monkeypatch):
    monkeypatch.setattr(invitations, "RATE_OF_ONE", "2/hour")
    tables = [services.open_table(ann) for _ in range(3)]
    said = [invitations.invite(ann, each.slug, ben) for each in tables]
    assert said == [None, None, InviteCode.TOO_OFTEN]
    cleo = member("cleo")
    befriend(ann, cleo)
    assert invitations.invite(ann, tables[2].slug, cleo) is None


def test_one_does_not_ask_everybody(ann, ben, table, monkeypatch):
    monkeypatch.setattr(invitations, "RATE", "1/hour")
    cleo = member("cleo")
    befriend(ann, cleo)
    assert invitations.invite(ann, table.slug, ben) is None
    assert invitations.invite(ann, table.slug, cleo) == InviteCode.TOO_OFTEN


# --- Alerts and notices


def test_the_person_hears_of_it_wherever_they_are(ann, ben, table):
    assert awaits_alert(ben)
    assert not awaits_alert(member("cleo"))
    assert alert_of(ben) is None
    assert invitations.invite(ann, table.slug, ben) is None
    call = alert_of(ben)
    assert call is not None
    assert call.title == "Ann invited you to a table"
    assert call.url == reverse("table_invitation", args=[of(ben)[0].pk])
    (notice,) = notices_for(ben)
    assert notice.press_url == call.decline_url
    # After the invitation was opened there is no alert, but the home page still lists it.
    assert invitations.mark_opened(ben, of(ben)[0].pk) is not None
    assert alert_of(ben) is None
    assert len(notices_for(ben)) == 1


def test_who_plays_is_not_called_away(ann, ben, table):
    own = services.open_solo_table(ben)
    assert invitations.invite(ann, table.slug, ben) is None
    assert alert_of(ben) is None
    assert len(of(ben)) == 1
    assert services.stand_up(Caller(ben), own.pk) is None
    assert alert_of(ben) is not None


# --- Views


def browser(user: User) -> Client:
    client = Client()
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return client


def part(user: User, table: Table, **sent: object) -> tuple[int, str]:
    """Return the list of friends in the table's page, after posting the data if given."""
    client, url = browser(user), reverse("table_friends", args=[table.slug])
    headers = {"HX-Request": "true"}
    answer = client.post(url, sent, headers=headers) if sent else client.get(url, headers=headers)
    return answer.status_code, answer.content.decode()


def test_the_table_lists_friends_who_are_online(ann, ben, table):
    cleo = member("cleo")
    befriend(ann, cleo)
    mark_seen(ben)
    status, html = part(ann, table)
    assert (status, "Ben" in html, "Cleo" in html) == (200, True, False)
    status, html = part(ann, table, person=ben.pk)
    assert status == 200
    assert "invited" in html
    assert TableInvitation.objects.get().person == ben
    ben.online_for = User.OnlineFor.NOBODY
    ben.save()
    assert "Ben" not in part(ann, table)[1]


@pytest.mark.parametrize("sent", ["", "x", "-1", "9" * 30, "999999"])
def test_whoever_is_not_there_is_not_asked(ann, table, sent):
    status, html = part(ann, table, person=sent)
    assert status == 200
    assert sentence(InviteCode.NO_FRIEND) in html


def test_the_table_stops_asking_where_nobody_can_be_invited(ann, ben, table):
    assert part(ben, table)[0] == 286
    guest = create_guest()
    assert services.sit(Caller(guest), table.pk, None) is None
    assert part(guest, table)[0] == 286
    assert services.start(Caller(ann), table.pk) is None
    assert part(ann, table)[0] == 286


def test_the_invited_goes_to_the_table_or_hears_that_it_is_too_late(ann, ben, table):
    assert invitations.invite(ann, table.slug, ben) is None
    url = reverse("table_invitation", args=[of(ben)[0].pk])
    assert browser(ben).get(url).url == table.get_absolute_url()
    assert browser(ann).get(url).url == reverse("home")
    assert services.start(Caller(ann), table.pk) is None
    client = browser(ben)
    answer = client.get(url, follow=True)
    assert answer.redirect_chain == [(reverse("home"), 302)]
    assert "is no longer valid" in answer.content.decode()


def test_an_invitation_is_declined(ann, ben, table):
    assert invitations.invite(ann, table.slug, ben) is None
    url = reverse("table_invitation_decline", args=[of(ben)[0].pk])
    assert browser(ben).post(url, {"next": "//elsewhere.example/"}).url == reverse("home")
    assert of(ben) == []
    assert browser(ben).post(url, {"next": reverse("friends")}).url == reverse("friends")


def test_whoever_is_wanted_nowhere_is_known_by_one_statement(django_assert_max_num_queries):
    ann = member("ann")
    with django_assert_max_num_queries(1):
        assert alert_of(ann) is None
