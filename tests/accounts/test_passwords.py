"""Rules for new passwords; existing passwords stay valid."""

import pytest
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st

from accounts.models import User
from accounts.passwords import COMMON_PASSWORDS_FILE, is_known, known_passwords

OLD, NEW = "Passw0rd!", "three ducks at dusk"


@pytest.mark.parametrize("password", [OLD, "summer2026", "elevensigns"])
def test_a_short_password_is_refused_with_the_required_length(password):
    with pytest.raises(ValidationError, match="Use at least 12 characters"):
        validate_password(password)


@pytest.mark.parametrize(
    "password",
    [
        "1qaz2wsx3edc",
        "Password1234!",
        "Summer2026!!!",
        "...letmein...",
        "passwordpassword",
        "DRAGONdragonDragon",
        "abcabcabcabc",
        "aaaaaaaaaaaaaaa",
        "monkey1monkey1",
    ],
)
def test_passwords_that_are_easy_to_guess_are_refused(password):
    with pytest.raises(ValidationError, match="too easy to guess"):
        validate_password(password)


@pytest.mark.parametrize(
    "password",
    [NEW, "correct horse 9", "四個字一個接一個的密碼很好", "7$k9#2@1%4^8", "kT9-wq.82_Lm"],
)
def test_long_uncommon_passwords_are_accepted(password):
    validate_password(password)


@given(st.sampled_from(sorted(known_passwords())), st.text("0123456789!.-_ ", max_size=8))
def test_digits_and_symbols_around_a_known_password_do_not_hide_it(known, signs):
    if len(known) >= 3 and known.isalpha():
        assert is_known(known + signs)
        assert is_known((signs + known).upper())
    assert is_known(known)


def test_the_vendored_list_extends_djangos_list_of_common_passwords():
    assert len(known_passwords()) > 55_000
    assert COMMON_PASSWORDS_FILE.with_name("LICENSE-zxcvbn-ts-language-common.txt").is_file()


@pytest.mark.django_db
def test_a_user_can_sign_in_with_an_old_short_password_but_not_choose_one(client, settings):
    settings.ACCOUNT_EMAIL_VERIFICATION = "optional"
    user = User.objects.create_user("ada", password=OLD)
    page = client.post(reverse("account_login"), {"login": "ada", "password": OLD})
    assert page.url == reverse("home")
    change = {"oldpassword": OLD, "password1": "summer2026", "password2": "summer2026"}
    html = client.post(reverse("account_change_password"), change).content.decode()
    assert "Use at least 12 characters" in html
    client.post(reverse("account_change_password"), change | {"password1": NEW, "password2": NEW})
    user.refresh_from_db()
    assert user.check_password(NEW)
