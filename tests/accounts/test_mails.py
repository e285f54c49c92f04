"""Mails about changes to an account and about sign-ins with a new browser."""

from urllib.parse import urlsplit

import pytest
from allauth.account.adapter import get_adapter
from allauth.account.models import EmailAddress
from allauth.core import context as library_context
from django.conf import settings as django_settings
from django.core import mail
from django.test import Client, RequestFactory
from django.urls import reverse

from accounts.models import User
from tests.accounts.test_second_factor import PASSWORD, code_for, sign_in

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_rate_limits")]
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0"
HOME = "ada@example.org"


def add_address(user, email: str, **more) -> EmailAddress:
    return EmailAddress.objects.create(user=user, email=email, **{"verified": True, **more})


@pytest.fixture
def ada():
    user = User.objects.create_user("ada", email=HOME, password=PASSWORD)
    add_address(user, HOME, primary=True)
    return user


@pytest.fixture
def browser(ada):
    """A browser in which Ada is signed in and has just confirmed her password."""
    client = Client(headers={"user-agent": FIREFOX})
    sign_in(client, ada)
    client.post(reverse("account_reauthenticate"), {"password": PASSWORD})
    mail.outbox.clear()
    return client


def pop_mail(to: str = HOME) -> str:
    """Return the subject and text of the only mail to that address, and remove it."""
    (found,) = [each for each in mail.outbox if each.to == [to]]
    mail.outbox.remove(found)
    assert "\n" not in found.subject
    return f"{found.subject}\n{found.body}"


def test_a_password_change_is_mailed_with_instructions(browser, settings):
    settings.SITE_URL = "https://club.example"
    new = "three ducks at dusk"
    answer = browser.post(
        reverse("account_change_password"),
        {"oldpassword": PASSWORD, "password1": new, "password2": new},
    )
    assert answer.status_code == 302
    text = pop_mail()
    assert "Your Big Two Club password was changed" in text
    assert "Hi ada," in text
    assert "Browser: Firefox on Linux" in text
    assert "IP address: 127.0.0.1" in text
    assert "https://club.example/accounts/password/reset/" in text
    assert "https://club.example/accounts/sessions/" in text
    assert new not in text
    assert PASSWORD not in text


def test_a_password_reset_is_mailed(ada):
    client = Client()
    client.post(reverse("account_reset_password"), {"email": HOME})
    link = next(word for word in pop_mail().split() if "/password/reset/key/" in word)
    form = client.get(urlsplit(link).path, follow=True)
    new = "three ducks at dusk"
    client.post(form.request["PATH_INFO"], {"password1": new, "password2": new})
    assert "Your Big Two Club password was reset" in pop_mail()


@pytest.mark.every_database
def test_changes_of_email_addresses_are_mailed_to_the_previous_address(browser, ada):
    url, new = reverse("account_email"), "new@example.org"
    browser.post(url, {"action_add": "", "email": new})
    assert f"{new} was added to your account" in pop_mail()
    pop_mail(new)  # the link to confirm it
    EmailAddress.objects.filter(email=new).update(verified=True)
    browser.post(url, {"action_primary": "", "email": new})
    assert f"go to {new} instead of {HOME}" in pop_mail()
    browser.post(url, {"action_remove": "", "email": HOME})
    assert f"{HOME} was removed" in pop_mail(new)
    assert not mail.outbox


@pytest.mark.django_db(transaction=True)
def test_changes_of_the_second_factor_are_mailed_without_its_secret(browser):
    secret = browser.get(reverse("mfa_activate_totp")).context["form"].secret
    for name, sent, said in (
        ("mfa_activate_totp", {"code": code_for(secret)}, "An authenticator app was added"),
        ("mfa_generate_recovery_codes", {}, "New recovery codes were created"),
        ("mfa_deactivate_totp", {}, "The authenticator app was removed"),
    ):
        assert browser.post(reverse(name), sent).status_code == 302
        text = pop_mail()
        assert said in text
        assert secret not in text


def test_a_sign_in_is_mailed_only_if_the_browser_is_new(ada):
    client = Client(headers={"user-agent": FIREFOX})
    sign_in(client, ada)
    assert "using Firefox on Linux. We haven’t seen this browser" in pop_mail()
    client.post(reverse("account_logout"))
    sign_in(client, ada)
    assert not mail.outbox
    # A browser known for one user is new for another.
    other = User.objects.create_user("bea", password=PASSWORD)
    add_address(other, "bea@example.org", primary=True)
    client.post(reverse("account_logout"))
    sign_in(client, other)
    assert "haven’t seen" in pop_mail("bea@example.org")


def test_signing_up_sends_no_mail_about_a_new_browser(client):
    more = {"username": "carla", "email": "carla@example.org", "password1": PASSWORD}
    client.post(reverse("account_signup"), more)
    assert [each.to for each in mail.outbox] == [["carla@example.org"]]
    assert "haven’t seen" not in mail.outbox[0].body


def test_no_mail_goes_to_an_unverified_address(browser, ada):
    EmailAddress.objects.update(verified=False)
    new = "three ducks at dusk"
    browser.post(
        reverse("account_change_password"),
        {"oldpassword": PASSWORD, "password1": new, "password2": new},
    )
    sign_in(Client(), ada, password=new)
    assert not mail.outbox


def test_the_mail_does_not_quote_the_browsers_user_agent(ada):
    sign_in(Client(headers={"user-agent": "Call 555 http://evil.example/ now"}), ada)
    text = pop_mail()
    assert "evil" not in text
    assert "Browser: unknown" in text


def test_a_password_change_takes_effect_even_if_the_mail_fails(browser, ada, monkeypatch, caplog):
    def broken(*args, **more):
        raise ConnectionRefusedError

    monkeypatch.setattr("django.core.mail.EmailMessage.send", broken)
    new = "three ducks at dusk"
    answer = browser.post(
        reverse("account_change_password"),
        {"oldpassword": PASSWORD, "password1": new, "password2": new},
    )
    assert answer.status_code == 302
    ada.refresh_from_db()
    assert ada.check_password(new)
    assert "failed" in caplog.text


@pytest.mark.parametrize("kind", ["account/email/new_browser", "mfa/email/webauthn_added"])
def test_names_in_mails_are_not_escaped(browser, ada, kind):
    ada.display_name = "Ada & <Bo>"
    request = RequestFactory().get("/", headers={"user-agent": FIREFOX})
    with library_context.request_context(request):
        get_adapter(request).send_notification_mail(kind, ada)
    assert "Hi Ada & <Bo>," in pop_mail()


#: The subject of every mail of the account library, by the prefix of its templates.
SUBJECTS = {
    "account/email/account_already_exists": "You already have a Big Two Club account",
    "account/email/email_added": "New email address on your Big Two Club account",
    "account/email/email_changed": "Your Big Two Club email address was changed",
    "account/email/email_confirmation": "Confirm your email address for Big Two Club",
    "account/email/email_confirmation_signup": "Confirm your email address for Big Two Club",
    "account/email/email_deleted": "Email address removed from your Big Two Club account",
    "account/email/new_browser": "New sign-in to your Big Two Club account",
    "account/email/password_changed": "Your Big Two Club password was changed",
    "account/email/password_reset": "Your Big Two Club password was reset",
    "account/email/password_reset_key": "Reset your Big Two Club password",
    "account/email/password_set": "A password was set for your Big Two Club account",
    "account/email/unknown_account": "No Big Two Club account with this email address",
    "mfa/email/recovery_codes_generated": "New recovery codes for your Big Two Club account",
    "mfa/email/totp_activated": "Authenticator app added to your Big Two Club account",
    "mfa/email/totp_deactivated": "Authenticator app removed from your Big Two Club account",
    "mfa/email/webauthn_added": "Passkey or security key added to your Big Two Club account",
    "mfa/email/webauthn_removed": "Passkey or security key removed from your Big Two Club account",
}
HOST = "127.0.0.1:8301"


def test_the_list_contains_the_subject_of_every_mail():
    folder = django_settings.BASE_DIR / "templates"
    found = [str(path.relative_to(folder)) for path in folder.glob("*/email/*_subject.txt")]
    assert sorted(path.removesuffix("_subject.txt") for path in found) == sorted(SUBJECTS)


@pytest.mark.parametrize("kind", SUBJECTS)
def test_every_mail_names_the_site_of_the_settings(ada, kind, settings):
    settings.SITE_URL = "https://club.example"
    request = RequestFactory().get("/", headers={"user-agent": FIREFOX, "host": HOST})
    link = f"http://{HOST}/accounts/link/"
    context = {
        "user": ada,
        "added_email": "new@example.org",
        "deleted_email": "new@example.org",
        "from_email": "old@example.org",
        "to_email": "new@example.org",
        "activate_url": link,
        "password_reset_url": link,
        "signup_url": link,
    }
    with library_context.request_context(request):
        adapter = get_adapter(request)
        if kind.endswith(("exists", "confirmation", "signup", "reset_key", "unknown_account")):
            adapter.send_mail(kind, HOME, context)
        else:
            adapter.send_notification_mail(kind, ada, context)
    (sent,) = mail.outbox
    assert sent.subject == SUBJECTS[kind]
    assert sent.from_email.startswith("Big Two Club <")
    assert sent.body.startswith("Hi")
    assert sent.body.endswith("--\nBig Two Club\nhttps://club.example")
    # The request's host is only ever part of a link on a line of its own.
    assert HOST not in sent.body.replace(f"\n{link}\n", "\n\n")
    assert (
        "ignore this email" in sent.body or "If this wasn’t you, reset your password:" in sent.body
    )
    assert "{" not in sent.body
    assert "\n\n\n" not in sent.body
    [(html, kind)] = sent.alternatives
    assert kind == "text/html"
    assert html.count("Big Two Club</a>") == 1
    assert HOST not in html.replace(link, "")
    assert "You’re getting this email" in html or "ignore this email" in html


def test_mails_differ_for_addresses_with_and_without_an_account(client, ada, settings):
    settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory"
    client.post(reverse("account_reset_password"), {"email": "nobody@example.org"})
    assert "no account at Big Two Club has this email address" in pop_mail("nobody@example.org")
    client.post(reverse("account_reset_password"), {"email": HOME})
    text = pop_mail()
    assert "Your username is ada." in text
    assert "your password stays the same" in text
    more = {"username": "carla", "email": HOME, "password1": PASSWORD}
    client.post(reverse("account_signup"), more)
    assert "an account with this email address already exists" in pop_mail()
    more = {"username": "dora", "email": "dora@example.org", "password1": PASSWORD}
    client.post(reverse("account_signup"), more)
    text = pop_mail("dora@example.org")
    assert "Hi dora," in text
    assert "Welcome to Big Two Club" in text


@pytest.mark.parametrize(
    ("path", "form", "button"),
    [
        ("account_email", {"action_add": "", "email": "new@example.org"}, "Confirm email address"),
        ("account_reset_password", {"email": HOME}, "Choose new password"),
    ],
)
def test_confirmations_and_resets_have_html_with_one_button(browser, path, form, button):
    client = browser if path == "account_email" else Client()
    client.post(reverse(path), form)
    [made] = [each for each in mail.outbox if each.to == [form["email"]]]
    assert "Big Two Club" in made.subject
    [(html, mime)] = made.alternatives
    assert mime == "text/html"
    assert " ".join(html.split()).count(f"> {button} </a>") == 1
    [address] = [line for line in made.body.splitlines() if line.startswith("http://testserver/")]
    assert f'href="{address}"' in html
    assert "Hi ada," in " ".join(html.split())
