"""Creating an account: username rules, one password field, and a guest's games."""

import pytest
from django.core.cache import cache
from django.urls import reverse

from accounts.models import User
from accounts.services import create_guest
from accounts.usernames import suggested_username

PASSWORD = "correct horse 9"
BACKEND = "django.contrib.auth.backends.ModelBackend"
pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _optional_mail(settings):
    settings.ACCOUNT_SIGNUP_FIELDS = ["username*", "email", "password1*"]
    settings.ACCOUNT_EMAIL_VERIFICATION = "optional"


@pytest.fixture(autouse=True)
def _uncounted():
    """Reset the library's sign-up limit, which is stored in the cache across tests."""
    yield
    cache.clear()


def sign_up(client, url="account_signup", **changes):
    data = {"username": "grace", "email": "", "password1": PASSWORD}
    return client.post(reverse(url), {**data, **changes}, follow=True)


@pytest.mark.parametrize("url", ["account_signup", "keep_account"])
def test_the_form_says_what_a_user_name_is_made_of(client, url):
    if url == "keep_account":
        client.force_login(create_guest(), backend=BACKEND)
    html = client.get(reverse(url)).content.decode()
    assert "Letters, digits and . - _ + only." in html
    assert html.count('type="password"') == 1
    assert "Show password" in html


def test_the_password_is_typed_once(client):
    sign_up(client)
    user = User.objects.get()
    assert user.check_password(PASSWORD)


@pytest.mark.parametrize(
    ("name", "instead"),
    [
        ("Ann Chan", "ann.chan"),
        ("ann\u00a0 b", "ann.b"),
        ("李 小龍", "李.小龍"),
        ("O'Neil Jr!", "oneil.jr"),
    ],
)
def test_a_name_with_blanks_is_answered_with_one_that_would_do(client, name, instead):
    html = sign_up(client, username=name).content.decode()
    assert f"How about “{instead}”?" in html
    # The entries are still there, and there is no second error by the library.
    assert "Enter a valid username" not in html
    assert not User.objects.exists()
    assert sign_up(client, username=instead).redirect_chain
    assert User.objects.get().username == instead


@pytest.mark.parametrize("name", ["..", "@@", "-+", "a/b", "<b>"])
def test_a_name_that_is_none_is_refused(client, name):
    assert not sign_up(client, username=name).redirect_chain
    assert not User.objects.exists()


def test_what_would_do_may_be_nothing():
    assert suggested_username("! ?") == ""


@pytest.mark.every_database
@pytest.mark.parametrize("url", ["account_signup", "keep_account"])
def test_a_guest_is_told_that_the_games_were_kept(client, url):
    guest = create_guest()
    client.force_login(guest, backend=BACKEND)
    html = sign_up(client, url).content.decode()
    assert "Account created. Your guest games are saved." in html
    assert "Signed in as" not in html
    assert User.objects.get().pk == guest.pk


def test_whoever_was_no_guest_is_told_nothing_of_games(client):
    html = sign_up(client).content.decode()
    assert "guest games" not in html
    assert "Signed in as" in html
