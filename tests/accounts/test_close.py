"""Closing an account: personal data is deleted, and data that others need stays."""

import re

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.urls import reverse
from django.utils import timezone

from accounts import pages, services
from accounts.caller import Caller
from accounts.models import StakeLimit, User
from games.chat.models import Chat, ChatLine, Mute, Report
from games.tables.models import Seat, Table
from games.tables.services import resting, seating
from tests.tournaments.honest import honest_session
from tests.tournaments.rows import finished_session, members
from tournaments.clubs.models import Club, Membership
from tournaments.ledger.audit.run import faults_of
from tournaments.ledger.audit.scope import AuditScope
from tournaments.ledger.payees.models import PayeeDetails
from tournaments.ledger.payments.services import receive, waive
from tournaments.ledger.settling.models import Transfer
from tournaments.ledger.settling.services import settle_session

PASSWORD = "correct horse 9"
pytestmark = pytest.mark.django_db


@pytest.fixture
def ada(client):
    user = User.objects.create_user("ada", "ada@example.org", PASSWORD)
    client.force_login(user)
    return user


def close(client, password=PASSWORD):
    return client.post(reverse("close_account"), {"password": password})


def test_closing_an_account_removes_name_email_address_and_password(client, ada):
    User.objects.filter(pk=ada.pk).update(picture="fox")
    assert close(client).url == reverse("home")
    ada.refresh_from_db()
    assert ada.picture == ""
    assert (ada.email, ada.is_active, ada.has_usable_password()) == ("", False, False)
    assert re.fullmatch(r"gone-[0-9a-f]{12}", ada.username)
    assert re.fullmatch(r"Former player \d{4}", ada.shown_name)
    assert "_auth_user_id" not in client.session


def test_an_account_that_is_closed_already_stays_as_it_is(client, ada):
    assert services.close_account(ada) == []
    ada.refresh_from_db()
    assert services.close_account(ada) == []
    assert User.objects.get().username == ada.username


def test_email_addresses_and_second_factors_are_deleted_with_the_account(ada):
    EmailAddress.objects.create(user=ada, email="ada@example.org", verified=True, primary=True)
    Authenticator.objects.create(user=ada, type="totp", data={})
    assert services.close_account(ada) == []
    assert not EmailAddress.objects.exists()
    assert not Authenticator.objects.exists()


def test_an_account_is_not_closed_with_a_wrong_password(client, ada):
    response = close(client, "another horse 9")
    assert "Wrong password." in response.content.decode()
    ada.refresh_from_db()
    assert ada.is_active


def test_a_user_who_owes_money_cannot_close_the_account_until_it_is_waived(client, ada):
    """The ledger stays balanced: a debt is paid or waived by the payee, never lost."""
    [bob] = members("bob")
    settle_session(finished_session([ada, bob], (-5, 5), stake_minor=10, currency="EUR").pk)
    response = close(client)
    assert "You still owe money" in response.content.decode()
    assert services.close_account(ada) != []
    assert services.reasons_to_stay(bob) != []
    owed = Transfer.objects.get()
    assert waive(Caller(bob), owed.pk, 50) is None
    assert close(client).status_code == 302
    assert services.reasons_to_stay(bob) == []


def test_a_user_who_lost_only_points_can_close_the_account(ada):
    [bob] = members("bob")
    settle_session(finished_session([ada, bob], (-5, 5)).pk)
    assert services.close_account(ada) == []
    seat = Seat.objects.get(user=ada)
    assert (seat.net, "ada" in seat.name) == (-5, False)


def test_the_owner_of_a_club_must_transfer_it_before_closing_the_account(client, ada):
    club = Club.objects.create(name="Tea House")
    owner = Membership.objects.create(club=club, user=ada, role="owner")
    assert "Tea House" in close(client).content.decode()
    owner.delete()
    Membership.objects.create(club=club, user=ada)
    assert close(client).status_code == 302
    assert not club.memberships.exists()
    assert club.records.get().deed == "left"


def test_a_seated_player_must_leave_the_table_before_closing_the_account(client, club):
    game = club(deals=1)
    assert services.reasons_to_stay(game.user) == [
        "You’re still seated at a table. Leave the table before you close your account."
    ]
    game.finished()
    assert services.reasons_to_stay(game.user) == []


def test_guests_have_no_account_to_close(client):
    guest = services.create_guest()
    client.force_login(guest)
    assert close(client).url == reverse("profile")
    guest.refresh_from_db()
    assert guest.is_active


def test_a_player_of_an_unsettled_session_cannot_close_the_account(ada):
    [bob] = members("bob")
    session = finished_session([ada, bob], (5, -5), stake_minor=10, currency="EUR")
    assert services.reasons_to_stay(ada) != []
    settle_session(session.pk)
    assert services.reasons_to_stay(ada) != []


def test_payment_details_and_stake_limits_are_deleted_with_the_account(ada):
    PayeeDetails.objects.create(user=ada, scheme="epc", data="x")
    StakeLimit.objects.create(person=ada, currency="EUR", most_minor=100)
    assert services.close_account(ada) == []
    assert not PayeeDetails.objects.exists()
    assert not StakeLimit.objects.exists()


def test_the_only_bookkeeper_of_a_closed_club_stays_while_payments_are_open(ada):
    ann, bob = members("ann", "bob")
    club = Club.objects.create(name="Tea House")
    Membership.objects.create(club=club, user=ada, role="owner")
    settle_session(
        finished_session([ann, bob], (5, -5), club=club, stake_minor=10, currency="EUR").pk
    )
    Club.objects.update(closed_at=timezone.now())
    [why] = services.reasons_to_stay(ada)
    assert "Tea House" in why
    other = Membership.objects.create(club=club, user=ann, role="organizer")
    assert services.reasons_to_stay(ada) == []
    other.delete()
    assert waive(Caller(ann), Transfer.objects.get().pk, 50) is None
    assert services.reasons_to_stay(ada) == []


def test_organizers_can_mark_payments_to_a_former_player_as_received(ada):
    """A debt that is found later is still paid."""
    ann, bob = members("ann", "bob")
    club = Club.objects.create(name="Tea House")
    Membership.objects.create(club=club, user=ada, role="owner")
    settle_session(
        finished_session([ann, bob], (5, -5), club=club, stake_minor=10, currency="EUR").pk
    )
    number = Transfer.objects.get().pk
    assert receive(Caller(ada), number, 50) is not None
    ann.is_active = False
    ann.save()
    assert receive(Caller(ada), number, 50) is None


def test_finished_sessions_keep_a_former_player_under_another_name(ada):
    [bob] = members("bob")
    sessions = [
        finished_session([ada, bob], (-5, 5), stake_minor=10, currency="EUR"),
        finished_session([ada, bob], (7, -7)),
    ]
    for session in sessions:
        settle_session(session.pk)
    User.objects.filter(pk=ada.pk).update(picture="fox")
    Seat.objects.filter(user=ada).update(picture="fox")
    assert waive(Caller(bob), Transfer.objects.get(settlement__currency="EUR").pk, 50) is None
    before = [(table.version, table.revision) for table in Table.objects.order_by("pk")]
    assert services.close_account(ada) == []
    ada.refresh_from_db()
    seats = Seat.objects.filter(user=ada).order_by("pk")
    assert [(seat.name, seat.picture, seat.net) for seat in seats] == [
        (ada.shown_name, "", -5),
        (ada.shown_name, "", 7),
    ]
    assert ada.shown_name.startswith("Former player ")
    assert set(Seat.objects.filter(user=bob).values_list("name", flat=True)) == {"bob"}
    after = [(table.version, table.revision) for table in Table.objects.order_by("pk")]
    assert after == [(version + 1, revision + 1) for version, revision in before]


def test_closing_an_account_changes_no_net_and_keeps_the_ledger_valid(ada):
    [bob, ann, eve] = members("bob", "ann", "eve")
    session = honest_session([ada, bob, ann, eve], stake_minor=10, currency="EUR")
    settle_session(session.pk)
    for transfer in Transfer.objects.all():
        payee = Caller(transfer.payee.user)
        assert waive(payee, transfer.pk, transfer.open_amount) is None
    nets = list(session.seats.order_by("number").values_list("net", flat=True))
    assert services.close_account(ada) == []
    assert list(session.seats.order_by("number").values_list("net", flat=True)) == nets
    assert list(faults_of(AuditScope())) == []


def test_a_bot_plays_on_for_a_player_who_left_and_closed_the_account(club):
    game = club(deals=2)
    shown = game.now().seats[0].name
    assert game.ask(0, seating.stand_up) is None
    assert services.close_account(game.user) == []
    resting.watch(game.table.pk)
    here = game.bots()
    assert here.seats[0].name != shown
    game.play_deal_move_by_move()
    assert game.finished().status == "finished"


def test_chat_messages_of_a_closed_account_are_deleted_unless_reported(club, ada):
    game = club()
    session = game.session_row()
    lines = [
        ChatLine.objects.create(session=session, user=user, name=str(user), text=text)
        for user, text in ((ada, "a"), (ada, "b"), (game.user, "c"))
    ]
    Report.objects.create(line=lines[1], user=game.user)
    Mute.objects.create(user=game.user, muted=ada)
    version = Chat.objects.get().version
    assert services.close_account(ada) == []
    ada.refresh_from_db()
    kept = [(line.name, line.text) for line in ChatLine.objects.order_by("pk")]
    assert kept == [(ada.shown_name, "b"), (str(game.user), "c")]
    assert not Mute.objects.exists()
    assert Chat.objects.get().version == version + 1


@pytest.mark.every_database
def test_attempts_to_guess_the_password_are_limited(client, ada, monkeypatch):
    monkeypatch.setattr(pages, "ATTEMPT_RATE", "2/hour")
    answers = [close(client, "wrong").status_code for _ in range(2)]
    assert answers == [200, 200]
    assert close(client).status_code == 429
    assert client.post(reverse("export_account"), {"password": PASSWORD}).status_code == 429
    ada.refresh_from_db()
    assert ada.is_active


# --- By an administrator


def delete(admin_client, *people):
    if len(people) == 1:
        url = reverse("admin:accounts_user_delete", args=[people[0].pk])
        return admin_client.post(url, {"post": "yes"})
    chosen = {"action": "delete_selected", "_selected_action": [each.pk for each in people]}
    return admin_client.post(reverse("admin:accounts_user_changelist"), chosen | {"post": "yes"})


def test_deleting_users_in_the_admin_closes_their_accounts(admin_client, ada):
    ann, bob = members("ann", "bob")
    settle_session(finished_session([ada, bob], (-5, 5)).pk)
    page = admin_client.get(reverse("admin:accounts_user_delete", args=[ada.pk]))
    assert page.status_code == 200
    assert delete(admin_client, ada).status_code == 302
    assert delete(admin_client, ann, bob).status_code == 302
    for person in (ada, ann, bob):
        person.refresh_from_db()
        assert (person.is_active, person.shown_name[:14]) == (False, "Former player ")


def test_the_admin_shows_why_an_account_cannot_be_closed(admin_client, ada):
    [bob] = members("bob")
    settle_session(finished_session([ada, bob], (-5, 5), stake_minor=10, currency="EUR").pk)
    page = admin_client.get(reverse("admin:accounts_user_delete", args=[ada.pk]))
    assert "You still owe money" in page.content.decode()
    assert delete(admin_client, ada).status_code == 200
    ada.refresh_from_db()
    assert ada.is_active
