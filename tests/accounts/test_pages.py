"""Account pages: sign-up, sign-in, sign-out, and guests who keep their games."""

import re

import pytest
from django.core import mail
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from accounts.forms import ProfileForm
from accounts.models import User
from accounts.services import create_guest
from games.tables.models import Seat, Session

PASSWORD = "correct horse 9"
pytestmark = pytest.mark.django_db


@pytest.fixture
def member():
    return User.objects.create_user("ada", "ada@example.org", PASSWORD)


def sign_up(client, url="account_signup", **changes):
    data = {"username": "grace", "email": "", "password1": PASSWORD, "password2": PASSWORD}
    return client.post(reverse(url), {**data, **changes})


@pytest.fixture(autouse=True)
def _optional_email_verification(settings):
    settings.ACCOUNT_SIGNUP_FIELDS = ["username*", "email", "password1*", "password2*"]
    settings.ACCOUNT_EMAIL_VERIFICATION = "optional"


def test_a_user_who_signs_up_without_an_email_address_is_signed_in(client):
    assert sign_up(client).url == reverse("home")
    user = User.objects.get()
    assert (user.username, user.is_guest, user.shown_name) == ("grace", False, "grace")
    assert client.session["_auth_user_id"] == str(user.pk)


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"password1": "12345678", "password2": "12345678"}, "too easy to guess"),
        ({"password1": "short1", "password2": "short1"}, "too short"),
        ({"password2": "something else"}, "same password"),
        ({"username": ""}, "required"),
        ({"username": "ada"}, "already exists"),
        ({"username": "guest"}, "This username isn’t allowed"),
        ({"email": "nonsense"}, "valid email"),
    ],
)
def test_an_invalid_sign_up_shows_the_error(client, member, changes, why):
    response = sign_up(client, **changes)
    assert response.status_code == 200
    assert why in response.content.decode()
    assert User.objects.count() == 1


@pytest.mark.every_database
@pytest.mark.parametrize("name", ["ada", "ada@example.org"])
def test_a_member_can_sign_in_by_name_or_email_address_and_sign_out(client, member, name):
    url = reverse("account_login")
    assert client.post(url, {"login": name, "password": PASSWORD}).url == reverse("home")
    assert client.post(reverse("account_logout")).url == reverse("home")
    assert "_auth_user_id" not in client.session


def test_a_wrong_password_shows_an_error(client, member):
    response = client.post(reverse("account_login"), {"login": "ada", "password": "wrong"})
    assert "Wrong username or password" in response.content.decode()


def test_a_member_can_reset_a_forgotten_password_by_mail(client, member):
    client.post(reverse("account_reset_password"), {"email": "ada@example.org"})
    link = re.search(r"http://\S+(/accounts/password/reset/key/\S+)", mail.outbox[0].body)[1]
    form = client.get(link, follow=True).request["PATH_INFO"]
    new = "another horse 7"
    client.post(form, {"password1": new, "password2": new})
    assert User.objects.get().check_password(new)


PAGES = ["account_login", "account_signup", "account_reset_password"]


@pytest.mark.parametrize("page", PAGES)
def test_account_pages_open_for_visitors(client, page):
    assert client.get(reverse(page)).status_code == 200


@pytest.mark.parametrize("page", ["profile", "account_change_password", "account_email"])
def test_account_settings_open_for_a_member(client, member, page):
    client.force_login(member)
    assert client.get(reverse(page)).status_code == 200


@pytest.mark.parametrize("page", ["account_login", "account_signup", "keep_account"])
def test_a_member_is_redirected_from_sign_in_and_sign_up_pages(client, member, page):
    client.force_login(member)
    assert client.get(reverse(page)).url == reverse("home")


def test_a_member_can_change_the_display_name(client, member):
    client.force_login(member)
    client.post(reverse("profile"), {"display_name": "  Ada   the Great "})
    member.refresh_from_db()
    assert member.shown_name == "Ada the Great"
    html = client.post(reverse("profile"), {"display_name": "x" * 25}).content.decode()
    assert "at most 24" in html


def test_a_guest_who_signs_up_becomes_a_member_and_keeps_the_games(client, club):
    game = club(deals=1)
    session = game.finished()
    client.force_login(game.user)
    assert client.get(reverse("keep_account")).status_code == 200
    assert sign_up(client, "keep_account").url == reverse("home")
    user = User.objects.get()
    assert (user.pk, user.username, user.is_guest) == (game.user.pk, "grace", False)
    assert user.check_password(PASSWORD)
    assert client.session["_auth_user_id"] == str(user.pk)
    assert Session.objects.filter(seats__user=user).get() == session
    assert session.get_absolute_url() in client.get(reverse("home")).content.decode()


def test_a_guest_who_signs_up_while_playing_has_the_new_name_at_the_table(client, club):
    game = club()
    client.force_login(game.user)
    own = Seat.objects.get(user=game.user)
    assert own.name.startswith("Guest")
    revision = game.now().table.revision
    sign_up(client, "keep_account")
    own.refresh_from_db()
    assert own.name == "grace"
    # Open pages are drawn again.
    assert game.now().table.revision > revision


def test_a_guest_who_fails_to_sign_up_stays_the_same_guest(client, member):
    guest = create_guest()
    client.force_login(guest)
    assert "already exists" in sign_up(client, "keep_account", username="ada").content.decode()
    guest.refresh_from_db()
    assert guest.is_guest
    assert client.session["_auth_user_id"] == str(guest.pk)


def test_a_visitor_without_a_guest_account_is_redirected_to_sign_up(client):
    assert client.get(reverse("keep_account")).url == reverse("account_signup")


def test_each_guest_is_a_separate_user():
    assert create_guest().pk != create_guest().pk


# --- Administration


@pytest.fixture
def admin():
    return User.objects.create_superuser("root-of-all", password=PASSWORD)


def test_the_admin_uses_the_clubs_own_sign_in(client, admin):
    page = client.get(reverse("admin:login"), {"next": "/admin/games/"})
    assert page.url.startswith(reverse("account_login"))
    page = client.post(page.url, {"login": "root-of-all", "password": PASSWORD})
    assert page.url == "/admin/games/"


def test_wrong_passwords_for_an_admin_account_are_limited(client, admin):
    cache.clear()
    url = client.get("/admin/login/", {"next": "/admin/"}).url
    for _ in range(5):
        client.post(url, {"login": "root-of-all", "password": "wrong"})
    page = client.post(url, {"login": "root-of-all", "password": PASSWORD})
    assert "Too many sign-in attempts" in page.content.decode()
    client.post("/admin/login/", {"username": "root-of-all", "password": PASSWORD})
    assert "_auth_user_id" not in client.session


@pytest.mark.parametrize("page", ["account_email", "account_set_password"])
def test_a_guest_cannot_trigger_mails(client, page):
    guest = create_guest()
    client.force_login(guest, "django.contrib.auth.backends.ModelBackend")
    assert client.get(reverse(page)).url == reverse("keep_account")
    data = {
        "action_add": "",
        "email": "stranger@example.org",
        "password1": PASSWORD,
        "password2": PASSWORD,
    }
    assert client.post(reverse(page), data).url == reverse("keep_account")
    assert mail.outbox == []
    guest.refresh_from_db()
    assert not guest.has_usable_password()


def sign_in_outcome(client, password: str, address: str) -> str:
    page = client.post(
        reverse("account_login"), {"login": "ada", "password": password}, REMOTE_ADDR=address
    )
    return "in" if page.status_code == 302 else page.content.decode()


def test_failed_attempts_from_another_address_do_not_lock_a_member_out(client, db):
    cache.clear()
    User.objects.create_user("ada", password="correct horse 9")
    for _ in range(6):
        said = sign_in_outcome(client, "wrong", "10.9.9.9")
    assert "Too many sign-in attempts" in said
    assert sign_in_outcome(client, "correct horse 9", "10.1.1.1") == "in"


def test_guessing_from_many_addresses_is_limited_except_in_known_browsers(client, db):
    cache.clear()
    User.objects.create_user("ada", password="correct horse 9")
    own = Client()
    assert sign_in_outcome(own, "correct horse 9", "10.1.1.1") == "in"
    own.post(reverse("account_logout"))
    said = [sign_in_outcome(client, "wrong", f"10.2.0.{at}") for at in range(52)]
    assert "Too many sign-in attempts" not in said[40]
    assert "Too many sign-in attempts" in said[51]
    assert "Too many sign-in attempts" in sign_in_outcome(client, "correct horse 9", "10.1.1.1")
    assert sign_in_outcome(own, "correct horse 9", "10.1.1.1") == "in"
    # An exception's text that is not one of our messages is not shown.
    client.cookies["known-here"] = own.cookies["known-here"].value + "x"
    assert "Too many sign-in attempts" in sign_in_outcome(client, "correct horse 9", "10.3.3.3")


def test_a_member_cannot_open_the_admin(client, member):
    client.force_login(member)
    assert client.get("/admin/", follow=True).status_code == 403


def test_a_failed_sign_in_is_logged_without_the_password(client, member, caplog):
    client.post(reverse("account_login"), {"login": "ada", "password": "very secret"})
    (line,) = [each for each in caplog.records if each.name == "security"]
    assert line.levelname == "WARNING"
    assert line.getMessage().startswith(f"sign_in_failed: user {member.pk} from 127.0.0.1")
    assert "very secret" not in caplog.text


def test_saving_the_profile_does_not_overwrite_other_fields():
    """A password that was changed in another window at the same time must stay."""
    user = User.objects.create_user("lena", password="the old one")
    form = ProfileForm({"display_name": "Lena"}, instance=User.objects.get(pk=user.pk))
    user.set_password("the new one")
    user.save()
    form.save()
    user.refresh_from_db()
    assert user.display_name == "Lena"
    assert user.check_password("the new one")
