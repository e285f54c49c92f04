"""Creating an account: username rules, one password field, and a guest's games."""

import re

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth import SESSION_KEY
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from accounts.models import User
from accounts.services import create_guest
from accounts.usernames import suggested_username

PASSWORD = "correct horse 9"
BACKEND = "django.contrib.auth.backends.ModelBackend"
pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _optional_email_verification(settings):
    settings.ACCOUNT_SIGNUP_FIELDS = ["username*", "email", "password1*"]
    settings.ACCOUNT_EMAIL_VERIFICATION = "optional"


@pytest.fixture(autouse=True)
def _no_rate_limits():
    """Reset the library's sign-up limit, which is stored in the cache across tests."""
    yield
    cache.clear()


def sign_up(client, url="account_signup", **changes):
    data = {"username": "grace", "email": "", "password1": PASSWORD}
    return client.post(reverse(url), {**data, **changes}, follow=True)


@pytest.mark.parametrize("url", ["account_signup", "keep_account"])
def test_the_form_shows_which_characters_a_username_can_contain(client, url):
    if url == "keep_account":
        client.force_login(create_guest(), backend=BACKEND)
    html = client.get(reverse(url)).content.decode()
    assert "Letters, digits and . - _ + only." in html
    assert html.count('type="password"') == 1
    assert "Show password" in html


def test_a_user_enters_the_password_only_once(client):
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
def test_a_username_with_spaces_gets_a_valid_suggestion(client, name, instead):
    html = sign_up(client, username=name).content.decode()
    assert f"How about “{instead}”?" in html
    # The entries are still there, and there is no second error by the library.
    assert "Enter a valid username" not in html
    assert not User.objects.exists()
    assert sign_up(client, username=instead).redirect_chain
    assert User.objects.get().username == instead


@pytest.mark.parametrize("name", ["..", "@@", "-+", "a/b", "<b>"])
def test_an_invalid_username_is_refused(client, name):
    assert not sign_up(client, username=name).redirect_chain
    assert not User.objects.exists()


def test_no_username_is_suggested_for_symbols_alone():
    assert suggested_username("! ?") == ""


@pytest.mark.every_database
@pytest.mark.parametrize("url", ["account_signup", "keep_account"])
def test_a_guest_who_signs_up_sees_that_the_games_are_saved(client, url):
    guest = create_guest()
    client.force_login(guest, backend=BACKEND)
    html = sign_up(client, url).content.decode()
    assert "Account created. Your guest games are saved." in html
    assert "Signed in as" not in html
    assert User.objects.get().pk == guest.pk


def test_a_visitor_who_signs_up_sees_no_message_about_saved_games(client):
    html = sign_up(client).content.decode()
    assert "guest games" not in html
    assert "Signed in as" in html


def test_a_guest_keeps_the_name_they_typed(client):
    client.force_login(create_guest("Ben"), backend=BACKEND)
    assert 'value="ben"' in client.get(reverse("keep_account")).content.decode()
    sign_up(client, "keep_account", username="ben")
    assert User.objects.get().shown_name == "Ben"


def test_a_guest_with_a_name_of_the_site_or_like_a_members_gets_the_username(client):
    User.objects.create_user("ann", display_name="Ann")
    for name in ("", "Ann"):
        guest = create_guest(name)
        client.force_login(guest, backend=BACKEND)
        username = f"grace{guest.pk}"
        sign_up(client, "keep_account", username=username)
        guest.refresh_from_db()
        assert guest.shown_name == username


def test_the_link_to_confirm_an_address_leads_on_to_the_page(client, settings, mailoutbox):
    settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory"
    for next_url, kept in (("/tables/abc/", True), ("https://example.org/", False)):
        mailoutbox.clear()
        name = f"grace{kept}"
        client.logout()
        sign_up(client, username=name, email=f"{name}@example.org", next=next_url)
        [sent] = mailoutbox
        link = confirmation_link(sent)
        assert link.endswith("/?next=%2Ftables%2Fabc%2F") == kept
        page = client.get(link)
        answer = client.post(link, {"next": page.context["redirect_field_value"] or ""})
        assert (answer.url == next_url) == kept


def confirmation_link(mail) -> str:
    return re.search(r"http://testserver(/accounts/confirm-email/\S+)", mail.body)[1]


def is_signed_in(client) -> bool:
    return SESSION_KEY in client.session


@pytest.mark.parametrize("where", ["signed up here", "another browser", "waits for another"])
def test_confirming_signs_in_only_in_the_browser_that_signed_up(settings, mailoutbox, where):
    settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory"
    own, other = Client(), Client()
    sign_up(own, username="grace", email="grace@example.org")
    link = confirmation_link(mailoutbox[0])
    if where == "waits for another":
        sign_up(other, username="olga", email="olga@example.org")
    browser = own if where == "signed up here" else other
    assert not is_signed_in(browser)
    browser.post(link)
    assert EmailAddress.objects.get(verified=True).email == "grace@example.org"
    assert is_signed_in(browser) == (where == "signed up here")
    assert not is_signed_in(other)


def test_a_link_that_was_used_signs_no_one_in(settings, mailoutbox):
    settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory"
    own = Client()
    sign_up(own, username="grace", email="grace@example.org")
    link = confirmation_link(mailoutbox[0])
    Client().post(link)
    assert own.post(link).status_code == 404
    assert not is_signed_in(own)


@pytest.mark.parametrize("page", ["account_signup", "keep_account"])
def test_a_blank_field_has_one_message_which_is_the_sites(client, page):
    if page == "keep_account":
        client.force_login(create_guest(), backend=BACKEND)
    assert "novalidate" in client.get(reverse(page)).content.decode()
    html = client.post(reverse(page), {"username": "", "password1": PASSWORD}).content.decode()
    assert html.count("This field is required.") == 1
