"""Usernames can't contain @; old ones that do still sign in, and email addresses come first."""

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth import authenticate
from django.core.cache import cache
from django.core.exceptions import ValidationError
from django.core.management import CommandError, call_command
from django.urls import reverse

from accounts.models import User
from accounts.services import create_guest

PASSWORD = "correct horse 9"
BACKEND = "django.contrib.auth.backends.ModelBackend"
pytestmark = [pytest.mark.django_db, pytest.mark.every_database]
SAID = "Usernames can’t contain @"


@pytest.fixture(autouse=True)
def _optional_email_verification(settings):
    settings.ACCOUNT_SIGNUP_FIELDS = ["username*", "email", "password1*"]
    settings.ACCOUNT_EMAIL_VERIFICATION = "optional"
    yield
    cache.clear()


@pytest.fixture
def mei():
    user = User.objects.create_user("mei", email="mei@example.org", password=PASSWORD)
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    return user


@pytest.fixture
def old():
    """A user with an old username that contains an @."""
    return User.objects.create_user("old@example.org", password=PASSWORD)


@pytest.mark.parametrize("url", ["account_signup", "keep_account"])
@pytest.mark.parametrize("name", ["mei@example.org", "@mei", "mei@", "m@i"])
def test_a_user_cannot_choose_a_username_with_an_at_sign(client, mei, url, name):
    if url == "keep_account":
        client.force_login(create_guest(), backend=BACKEND)
    data = {"username": name, "email": "", "password1": PASSWORD}
    html = client.post(reverse(url), data).content.decode()
    assert SAID in html
    assert f'value="{name}"' in html
    assert not User.objects.filter(username=name).exists()


def test_a_user_cannot_choose_a_username_with_a_full_width_at_sign(client):
    data = {"username": "mei＠example.org", "email": "", "password1": PASSWORD}
    assert client.post(reverse("account_signup"), data).status_code == 200
    assert not User.objects.exists()


def test_the_command_line_creates_no_username_with_an_at_sign(capsys):
    with pytest.raises(CommandError, match=SAID):
        call_command(
            "createsuperuser", username="root@example.org", email="r@example.org", interactive=False
        )
    with pytest.raises(ValidationError, match=SAID):
        User(username="a@b", password="x").full_clean()


def post_change(admin_client, user, **values):
    url = reverse("admin:accounts_user_change", args=[user.pk])
    form = admin_client.get(url).context["adminform"].form
    data = {name: form[name].value() for name in form.fields}
    joined = data.pop("date_joined")
    data |= {"date_joined_0": joined.strftime("%Y-%m-%d"), "date_joined_1": "12:00:00"}
    data |= {"last_login_0": "", "last_login_1": ""}
    data = {name: value for name, value in (data | values).items() if value not in (None, False)}
    return admin_client.post(url, data)


def test_the_admin_gives_no_username_with_an_at_sign_and_keeps_old_ones(admin_client, mei, old):
    page = post_change(admin_client, mei, username="mei@example.org")
    assert SAID in page.content.decode()
    mei.refresh_from_db()
    assert mei.username == "mei"
    assert post_change(admin_client, old, display_name="Old Lee").status_code == 302
    old.refresh_from_db()
    assert (old.username, old.display_name) == ("old@example.org", "Old Lee")
    assert SAID in post_change(admin_client, old, username="older@example.org").content.decode()
    data = {"username": "x@example.org", "password1": PASSWORD, "password2": PASSWORD}
    page = admin_client.post(reverse("admin:accounts_user_add"), data | {"usable_password": "true"})
    assert SAID in page.content.decode()


def sign_in(client, login, password=PASSWORD):
    client.post(reverse("account_login"), {"login": login, "password": password})
    return client.session.get("_auth_user_id")


def test_a_user_can_sign_in_with_an_old_username_with_an_at_sign(client, old):
    assert sign_in(client, "old@example.org") == str(old.pk)


def test_an_email_address_signs_in_the_member_who_owns_it(client, mei):
    """One user's old username is another user's email address, with the same password."""
    other = User.objects.create_user("mei@example.org", password=PASSWORD)
    assert sign_in(client, "mei@example.org") == str(mei.pk)
    assert authenticate(None, username="mei@example.org", password=PASSWORD) == mei
    other.set_password("three ducks at dusk")
    other.save()
    client.logout()
    assert sign_in(client, "mei@example.org", "three ducks at dusk") == str(other.pk)
