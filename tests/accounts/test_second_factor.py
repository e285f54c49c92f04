"""Second factors: optional for members, required for staff, asked for at sign-in."""

import json
from importlib import import_module

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import (
    TOTP,
    format_hotp_value,
    generate_totp_secret,
    hotp_value,
    yield_hotp_counters_from_time,
)
from django.apps import apps
from django.core.cache import cache
from django.core.management import CommandError, call_command
from django.urls import reverse

from accounts.cipher import is_encrypted
from accounts.models import User
from accounts.second_factor import has_second_factor
from accounts.services import create_guest

PASSWORD = "correct horse 9"
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_rate_limits")]


@pytest.fixture
def ada():
    return User.objects.create_user("ada", password=PASSWORD)


def code_for(secret: str) -> str:
    return format_hotp_value(hotp_value(secret, next(iter(yield_hotp_counters_from_time()))))


def add_app(user) -> str:
    """Add an authenticator app to the user's account; return its secret."""
    secret = generate_totp_secret()
    TOTP.activate(user, secret)
    return secret


def sign_in(client, user, **more):
    return client.post(
        reverse("account_login"), {"login": user.username, "password": PASSWORD, **more}
    )


def sign_in_and_reauthenticate(client, user) -> None:
    """Sign in, and confirm the password as for a change of security settings."""
    sign_in(client, user)
    client.post(reverse("account_reauthenticate"), {"password": PASSWORD})


def is_signed_in(client, user) -> bool:
    return client.session.get("_auth_user_id") == str(user.pk)


def test_a_member_who_sets_up_an_app_needs_its_code_to_sign_in(client, ada):
    sign_in_and_reauthenticate(client, ada)
    assert "a stolen password isn’t enough" in client.get(reverse("mfa_index")).content.decode()
    page = client.get(reverse("mfa_activate_totp"))
    secret = page.context["form"].secret
    html = page.content.decode()
    assert secret in html
    assert 'src="data:image/svg+xml;base64,' in html
    wrong = client.post(reverse("mfa_activate_totp"), {"code": "000000"})
    assert "That code isn’t correct" in wrong.content.decode()
    # The same secret is still shown, because the app may have it already.
    assert secret in wrong.content.decode()
    done = client.post(reverse("mfa_activate_totp"), {"code": code_for(secret)})
    assert done.url == reverse("mfa_view_recovery_codes")
    codes = client.get(done.url).context["unused_codes"]
    assert len(codes) == 10
    client.post(reverse("account_logout"))
    cache.clear()

    assert sign_in(client, ada).url == reverse("mfa_authenticate")
    assert not is_signed_in(client, ada)
    wrong = client.post(reverse("mfa_authenticate"), {"code": "000000"})
    assert "That code isn’t correct" in wrong.content.decode()
    client.post(reverse("mfa_authenticate"), {"code": code_for(secret)})
    assert is_signed_in(client, ada)


def test_a_recovery_code_can_be_used_once(client, ada):
    add_app(ada)
    code = RecoveryCodes.activate(ada).get_unused_codes()[0]
    for lets_in in (True, False):
        sign_in(client, ada)
        client.post(reverse("mfa_authenticate"), {"code": code})
        assert is_signed_in(client, ada) == lets_in
        client.post(reverse("account_logout"))


@pytest.mark.every_database
def test_attempts_to_guess_codes_are_limited(client, ada):
    secret = add_app(ada)
    sign_in(client, ada)
    for _ in range(6):
        html = client.post(reverse("mfa_authenticate"), {"code": "000000"}).content.decode()
    assert "Too many sign-in attempts" in html
    client.post(reverse("mfa_authenticate"), {"code": code_for(secret)})
    assert not is_signed_in(client, ada)


def test_a_guest_can_sign_in_to_an_account_with_a_second_factor(client, ada):
    secret = add_app(ada)
    client.force_login(create_guest(), "django.contrib.auth.backends.ModelBackend")
    page = sign_in(client, ada)
    assert page.url == reverse("mfa_authenticate")
    assert client.get(page.url).status_code == 200
    client.post(page.url, {"code": code_for(secret)})
    assert is_signed_in(client, ada)


@pytest.mark.parametrize("name", ["mfa_index", "mfa_list_webauthn", "mfa_add_webauthn"])
def test_second_factor_pages_open_and_have_no_inline_scripts(client, ada, name):
    sign_in_and_reauthenticate(client, ada)
    page = client.get(reverse(name))
    assert page.status_code == 200
    assert "unsafe" not in page["Content-Security-Policy"]
    # Scripts are loaded from our own address; the other elements are data.
    scripts = page.content.decode().split("<script")[1:]
    assert all(" src=" in each[:90] or "application/json" in each[:120] for each in scripts)


#: Meaningless parts of a browser's credential: base64 of {"type":"webauthn.get"}.
CLIENT_DATA = {"clientDataJSON": "eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0"}
EMPTY = {"id": "eA", "rawId": "eA", "type": "public-key"}
SIGNED = {"authenticatorData": "eA", "signature": "eA"}
NONSENSE = [
    json.dumps(EMPTY | {"response": CLIENT_DATA | {"attestationObject": "eA"}}),
    # A user ID that is too large for the database.
    json.dumps(EMPTY | {"response": CLIENT_DATA | SIGNED | {"userHandle": "OTk5" * 8}}),
    "",
    "{",
    "[]",
    "7",
    "null",
    "{}",
    '{"id": 1}',
    '{"response": {}}',
    '{"rawId": "x"}',
]


@pytest.mark.parametrize("credential", NONSENSE)
def test_an_invalid_credential_cannot_be_added_as_a_security_key(client, ada, credential):
    sign_in_and_reauthenticate(client, ada)
    client.get(reverse("mfa_add_webauthn"))
    page = client.post(reverse("mfa_add_webauthn"), {"name": "x", "credential": credential})
    assert page.status_code == 200
    assert page.context["form"].errors
    assert not Authenticator.objects.exists()


@pytest.mark.parametrize("credential", NONSENSE)
def test_an_invalid_credential_cannot_be_used_to_sign_in(client, ada, credential):
    add_app(ada)
    login = reverse("mfa_login_webauthn")
    client.get(login, headers={"accept": "application/json"})
    assert client.post(login, {"credential": credential}).url == reverse("account_login")
    sign_in(client, ada)
    client.get(reverse("mfa_authenticate"))
    page = client.post(reverse("mfa_authenticate"), {"credential": credential})
    assert page.status_code == 200
    assert not is_signed_in(client, ada)


# --- Staff


@pytest.fixture
def chief():
    return User.objects.create_superuser("chief", password=PASSWORD)


def test_staff_without_a_second_factor_must_set_it_up_to_use_the_admin(client, chief):
    sign_in(client, chief)
    page = client.get("/admin/", follow=True)
    assert page.redirect_chain[-1][0] == reverse("mfa_index")
    assert "Set up a second factor to use the administration pages." in page.content.decode()
    add = reverse("admin:accounts_user_add")
    data = {"username": "x", "password1": PASSWORD, "password2": PASSWORD}
    assert client.post(add, data).status_code == 302
    assert not User.objects.filter(username="x").exists()


def test_recovery_codes_alone_are_no_second_factor(client, chief):
    RecoveryCodes.activate(chief)
    client.force_login(chief)
    assert client.get("/admin/").status_code == 302
    assert not has_second_factor(chief)


def test_staff_can_use_the_admin_after_signing_in_with_a_second_factor(client, chief):
    secret = add_app(chief)
    sign_in(client, chief)
    assert client.get("/admin/").status_code == 302
    client.post(reverse("mfa_authenticate"), {"code": code_for(secret)})
    assert client.get("/admin/").status_code == 200


@pytest.mark.every_database
def test_an_operator_can_remove_a_lost_second_factor(client, chief, capsys):
    add_app(chief)
    RecoveryCodes.activate(chief)
    call_command("forget_second_factor", "chief")
    assert "can sign in with the password alone" in capsys.readouterr().out
    assert not Authenticator.objects.exists()
    sign_in(client, chief)
    assert is_signed_in(client, chief)
    with pytest.raises(CommandError, match="chief has no second factor"):
        call_command("forget_second_factor", "chief")
    with pytest.raises(CommandError, match="no user eve"):
        call_command("forget_second_factor", "eve")


# --- Secrets


def stored_secrets() -> list[str]:
    """Return all stored secrets as text."""
    rows = Authenticator.objects.values_list("data", flat=True)
    return [value for data in rows for value in data.values() if isinstance(value, str)]


def recovery_codes(user) -> list[str]:
    return Authenticator.objects.get(user=user, type="recovery_codes").wrap().generate_codes()


def accepts(user, secret: str) -> bool:
    cache.clear()
    factor = Authenticator.objects.get(user=user, type="totp")
    return bool(factor.wrap().validate_code(code_for(secret)))


def store_unencrypted(user) -> str:
    """Store an unencrypted secret, as an old release did; return it."""
    secret = generate_totp_secret()
    Authenticator.objects.create(user=user, type="totp", data={"secret": secret})
    codes = {"seed": "ab" * 40, "used_mask": 5, "viewed_at": 1.5}
    Authenticator.objects.create(user=user, type="recovery_codes", data=codes)
    return secret


def test_secrets_of_second_factors_are_stored_encrypted(ada):
    secret = add_app(ada)
    RecoveryCodes.activate(ada)
    assert len(stored_secrets()) == 2
    assert all(is_encrypted(each) for each in stored_secrets())
    assert accepts(ada, secret)
    assert recovery_codes(ada) == recovery_codes(ada)


@pytest.mark.every_database
@pytest.mark.every_database
def test_the_migration_encrypts_existing_secrets_which_remain_valid(ada):
    secret = store_unencrypted(ada)
    codes = recovery_codes(ada)
    migration = import_module("accounts.migrations.0009_sealed_second_factors")
    for change in (migration.seal, migration.seal):
        change(apps, None)
        assert all(is_encrypted(each) for each in stored_secrets())
        assert accepts(ada, secret)
        assert recovery_codes(ada) == codes
    data = Authenticator.objects.get(type="recovery_codes").data
    assert (data["used_mask"], data["viewed_at"]) == (5, 1.5)
    migration.unseal(apps, None)
    assert set(stored_secrets()) == {secret, "ab" * 40}


@pytest.mark.every_database
def test_an_unencrypted_secret_written_by_an_old_release_remains_valid(ada):
    secret = store_unencrypted(ada)
    assert accepts(ada, secret)


def test_no_code_is_accepted_when_the_encryption_key_is_missing(client, ada, settings, caplog):
    settings.PAYMENT_KEYS = ["a key that will go"]
    secret = add_app(ada)
    code = RecoveryCodes.activate(ada).get_unused_codes()[0]
    settings.PAYMENT_KEYS = []
    for each in (code_for(secret), code, "000000"):
        sign_in(client, ada)
        assert client.post(reverse("mfa_authenticate"), {"code": each}).status_code == 200
        assert not is_signed_in(client, ada)
    assert "its key is missing" in caplog.text


@pytest.mark.every_database
def test_reencrypt_includes_second_factors(ada, settings, capsys):
    settings.PAYMENT_KEYS = ["old"]
    secret = add_app(ada)
    RecoveryCodes.activate(ada)
    codes = recovery_codes(ada)
    settings.PAYMENT_KEYS = ["gone"]
    add_app(User.objects.create_user("bea"))
    settings.PAYMENT_KEYS = ["new", "old"]
    call_command("reencrypt")
    assert "2 encrypted with the first key, 1 that" in capsys.readouterr().out
    settings.PAYMENT_KEYS = ["new"]
    assert accepts(ada, secret)
    assert recovery_codes(ada) == codes


# --- Reauthentication


def test_a_change_of_sign_in_settings_requires_the_password_again(client, ada):
    client.force_login(ada)
    page = client.post(reverse("account_email"), {"action_add": "", "email": "new@example.org"})
    assert page.url.startswith(reverse("account_reauthenticate"))
    assert not ada.emailaddress_set.exists()
    said = client.post(page.url, {"password": PASSWORD})
    assert said.status_code == 302
    # The form sent before the password prompt is carried out now.
    assert ada.emailaddress_set.get().email == "new@example.org"
