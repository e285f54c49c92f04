"""Closing an account: what is the person's own goes, and what others rest on stays."""

import pytest
from django.urls import reverse
from django.utils import timezone

from accounts import services
from accounts.caller import Caller
from accounts.models import StakeLimit, User
from games.tables.models import Seat
from tests.tournaments.rows import finished_session, members
from tournaments.clubs.models import Club, Membership
from tournaments.ledger.models import Transfer
from tournaments.ledger.payees.models import PayeeDetails
from tournaments.ledger.services import receive, settle_session, waive

PASSWORD = "correct horse 9"
pytestmark = pytest.mark.django_db


@pytest.fixture
def ada(client):
    user = User.objects.create_user("ada", "ada@example.org", PASSWORD)
    client.force_login(user)
    return user


def close(client, password=PASSWORD):
    return client.post(reverse("close_account"), {"password": password})


def test_closing_takes_the_name_the_address_and_the_password(client, ada):
    User.objects.filter(pk=ada.pk).update(picture="fox")
    assert close(client).url == reverse("home")
    ada.refresh_from_db()
    assert ada.picture == ""
    assert (ada.email, ada.is_active, ada.has_usable_password()) == ("", False, False)
    assert "ada" not in ada.username + ada.shown_name
    assert "_auth_user_id" not in client.session


def test_another_password_closes_nothing(client, ada):
    response = close(client, "another horse 9")
    assert "That is not your password." in response.content.decode()
    ada.refresh_from_db()
    assert ada.is_active


def test_who_owes_stays_until_it_is_let_go(client, ada):
    """The book keeps its balance: a debt is settled or let go by who is owed, never lost."""
    [bob] = members("bob")
    settle_session(finished_session([ada, bob], (-5, 5), stake_minor=10, currency="EUR").pk)
    response = close(client)
    assert "open balances" in response.content.decode()
    assert services.close_account(ada) != []
    assert services.reasons_to_stay(bob) != []
    owed = Transfer.objects.get()
    assert waive(Caller(bob), owed.pk, 50) is None
    assert close(client).status_code == 302
    assert services.reasons_to_stay(bob) == []


def test_points_keep_nobody(ada):
    [bob] = members("bob")
    settle_session(finished_session([ada, bob], (-5, 5)).pk)
    assert services.close_account(ada) == []
    assert Seat.objects.get(user=ada).name == "ada"


def test_an_owner_hands_the_club_over_first(client, ada):
    club = Club.objects.create(name="Tea House")
    owner = Membership.objects.create(club=club, user=ada, role="owner")
    assert "Tea House" in close(client).content.decode()
    owner.delete()
    Membership.objects.create(club=club, user=ada)
    assert close(client).status_code == 302
    assert not club.memberships.exists()
    assert club.records.get().deed == "left"


def test_who_sits_at_a_table_leaves_it_first(client, club):
    game = club(deals=1)
    assert services.reasons_to_stay(game.user) == ["You have a seat at a table: leave it first."]
    game.finished()
    assert services.reasons_to_stay(game.user) == []


def test_guests_have_nothing_to_close(client):
    guest = services.create_guest()
    client.force_login(guest)
    assert close(client).url == reverse("profile")
    guest.refresh_from_db()
    assert guest.is_active


def test_who_has_played_for_money_that_is_not_settled_stays(ada):
    [bob] = members("bob")
    session = finished_session([ada, bob], (5, -5), stake_minor=10, currency="EUR")
    assert services.reasons_to_stay(ada) != []
    settle_session(session.pk)
    assert services.reasons_to_stay(ada) != []


def test_bank_details_and_limits_go_with_the_account(ada):
    PayeeDetails.objects.create(user=ada, scheme="epc", data="x")
    StakeLimit.objects.create(person=ada, currency="EUR", most_minor=100)
    assert services.close_account(ada) == []
    assert not PayeeDetails.objects.exists()
    assert not StakeLimit.objects.exists()


def test_who_keeps_the_book_of_a_closed_club_alone_stays_while_payments_are_open(ada):
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


def test_organizers_speak_for_who_is_gone(ada):
    """A debt that came to light later is paid all the same."""
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
