"""Browser sessions: the list, ending one or all others, and expiry."""

import time
from datetime import timedelta

import pytest
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.conf import settings as club
from django.contrib.sessions.models import Session
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts import sessions
from accounts.caller import DAY, of_session
from accounts.models import User
from accounts.services import close_account, create_guest
from accounts.sessions import UPDATE_SEEN_AFTER
from tests.rigging import with_second_factor

PASSWORD = "correct horse 9"
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
SAFARI = (
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 "
    "(KHTML, like Gecko) Version/17.0 Mobile/15E148 Safari/604.1"
)
pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _no_rate_limits(settings):
    settings.ACCOUNT_EMAIL_VERIFICATION = "optional"
    cache.clear()
    yield
    cache.clear()


@pytest.fixture
def ada():
    return User.objects.create_user("ada", password=PASSWORD)


def signed_in(user, browser: str = FIREFOX, address: str = "10.1.1.1") -> Client:
    client = Client(HTTP_USER_AGENT=browser, REMOTE_ADDR=address)
    client.post(reverse("account_login"), {"login": user.username, "password": PASSWORD})
    assert is_signed_in(client)
    return client


def is_signed_in(client) -> bool:
    return client.get(reverse("profile")).status_code == 200


def listed_sessions(client) -> list:
    return client.get(reverse("sessions")).context["sessions"]


def test_the_list_shows_browser_system_ip_address_and_the_current_session(ada):
    here, phone = signed_in(ada), signed_in(ada, SAFARI, "10.2.2.2")
    first, second = listed_sessions(here)
    assert (first.browser, first.system, first.address) == ("Firefox", "Linux", "10.1.1.1")
    assert (second.browser, second.system, second.address) == ("Mobile Safari", "iOS", "10.2.2.2")
    assert (first.is_current, second.is_current) == (True, False)
    html = phone.get(reverse("sessions")).content.decode()
    assert "Mobile Safari on iOS" in html
    assert "IP address: 10.1.1.1" in html


def test_a_browser_without_a_user_agent_is_listed_as_unknown(ada):
    html = signed_in(ada, "").get(reverse("sessions")).content.decode()
    assert "Unknown browser" in html
    assert len(listed_sessions(signed_in(ada, "<script>alert(1)</script>" * 40))) == 2


def test_a_member_can_sign_out_one_other_browser(ada):
    here, phone, desk = (signed_in(ada) for _ in range(3))
    (other,) = (row for row in UserSession.objects.all()
                if row.session_key == phone.session.session_key)  # fmt: skip
    page = here.post(reverse("end_session", args=[other.pk]), follow=True)
    assert "Browser signed out" in page.content.decode()
    assert [is_signed_in(each) for each in (here, phone, desk)] == [True, False, True]
    assert len(listed_sessions(here)) == 2


def test_a_member_can_sign_out_all_other_browsers_at_once(ada):
    here, *others = (signed_in(ada) for _ in range(3))
    page = here.post(reverse("end_other_sessions"), follow=True)
    assert "2 other browsers signed out" in page.content.decode()
    assert [is_signed_in(each) for each in (here, *others)] == [True, False, False]


@pytest.mark.every_database
def test_a_member_cannot_see_or_end_another_members_sessions(ada):
    mine = signed_in(ada)
    eve = signed_in(User.objects.create_user("eve", password=PASSWORD))
    (row,) = UserSession.objects.filter(user=ada)
    eve.post(reverse("end_session", args=[row.pk]))
    eve.post(reverse("end_other_sessions"))
    assert is_signed_in(mine)
    assert len(listed_sessions(eve)) == 1


def test_ending_the_current_or_an_unknown_session_has_no_effect(ada):
    here = signed_in(ada)
    (row,) = UserSession.objects.filter(user=ada)
    for pk in (row.pk, 10**15):
        assert here.post(reverse("end_session", args=[pk])).url == reverse("sessions")
    assert is_signed_in(here)


@pytest.mark.every_database
def test_a_password_change_ends_all_other_sessions(ada):
    here, phone = signed_in(ada), signed_in(ada)
    new = "three ducks at dusk"
    change = {"oldpassword": PASSWORD, "password1": new, "password2": new}
    here.post(reverse("account_change_password"), change)
    assert not is_signed_in(phone)
    assert [each.is_current for each in listed_sessions(here)] == [True]


def test_the_number_of_queries_does_not_grow_with_the_list_of_sessions(
    ada, django_assert_max_num_queries
):
    here = signed_in(ada)
    listed_sessions(here)
    for _ in range(2):
        # The user, the user's session rows, and the header's data.
        with django_assert_max_num_queries(4):
            listed_sessions(here)
        for _ in range(4):
            signed_in(ada)


@pytest.mark.parametrize("name", ["sessions", "end_other_sessions"])
def test_guests_and_visitors_have_no_list_of_sessions(client, name):
    method = client.post if name == "end_other_sessions" else client.get
    assert method(reverse(name)).url.startswith(reverse("account_login"))
    client.force_login(create_guest(), "django.contrib.auth.backends.ModelBackend")
    assert method(reverse(name)).url == reverse("keep_account")


# --- Expiry


def backdate(client, **days: float) -> None:
    """Move the session's stored times back by a number of days."""
    session = client.session
    for name, ago in days.items():
        session[name] = int(time.time() - ago * DAY)
    session.save()


@pytest.mark.parametrize(
    ("begun", "seen", "stays"),
    [
        (59.9, 0, True),
        (29.9, 29.9, True),
        (60.1, 0, False),
        (30.1, 30.1, False),
        (40, 30.1, False),
    ],
)
def test_a_session_ends_when_it_is_too_old_or_idle_for_too_long(ada, begun, seen, stays):
    assert (club.SESSION_DAYS, club.SESSION_IDLE_DAYS) == (60, 30)
    client = signed_in(ada)
    backdate(client, begun=begun, seen=seen)
    key = client.session.session_key
    # An open socket follows the same rules.
    assert (of_session(ada, key).person() is not None) == stays
    assert is_signed_in(client) == stays


def test_the_use_of_a_session_is_recorded_at_intervals(ada):
    client = signed_in(ada)
    began = client.session["begun"]
    backdate(client, begun=50, seen=20)
    UserSession.objects.update(last_seen_at="2020-01-01T00:00:00Z")
    assert is_signed_in(client)
    assert time.time() - client.session["seen"] < UPDATE_SEEN_AFTER
    assert client.session["begun"] < began
    assert timezone.now() - UserSession.objects.get().last_seen_at < timedelta(minutes=1)
    noted = dict(client.session)
    assert is_signed_in(client)
    assert dict(client.session) == noted


def test_a_session_of_an_older_release_remains_valid_and_is_listed(ada):
    client = signed_in(ada)
    UserSession.objects.all().delete()
    session = client.session
    del session["begun"], session["seen"]
    session.save()
    assert is_signed_in(client)
    assert client.session["begun"] == client.session["seen"]
    assert len(listed_sessions(client)) == 1


def test_a_listed_session_is_deleted_with_the_session_and_with_the_account(ada):
    old, new = signed_in(ada), signed_in(ada)
    keys = [each.session.session_key for each in (old, new)]
    Session.objects.filter(pk=keys[0]).update(expire_date=timezone.now() - timedelta(days=1))
    sessions.forget_sessions(keys, timezone.now())
    assert [row.session_key for row in UserSession.objects.all()] == keys[1:]
    with_second_factor(ada)
    assert close_account(ada) == []
    assert not UserSession.objects.exists()
    assert not Authenticator.objects.exists()
