"""What is kept cannot be read without a key, and keys can be changed."""

import pytest

from tournaments.ledger.payees import cipher
from tournaments.ledger.payees.cipher import SealError


@pytest.fixture(autouse=True)
def _keys(settings):
    settings.SECRET_KEY, settings.PAYMENT_KEYS = "the secret key", []


def test_what_is_sealed_is_opened_and_says_nothing():
    token = cipher.sealed("DE89370400440532013000, Ann Müller")
    assert cipher.opened(token) == "DE89370400440532013000, Ann Müller"
    assert "DE89" not in token
    assert token != cipher.sealed("DE89370400440532013000, Ann Müller")


def test_another_key_opens_nothing(settings):
    token = cipher.sealed("x")
    settings.SECRET_KEY = "another secret key"
    with pytest.raises(SealError):
        cipher.opened(token)


@pytest.mark.parametrize("at", [0, 20, -2])
def test_what_was_changed_is_not_opened(at):
    token = cipher.sealed("x")
    changed = list(token)
    changed[at] = "A" if changed[at] != "A" else "B"
    with pytest.raises(SealError):
        cipher.opened("".join(changed))


def test_naming_keys_later_loses_nothing(settings):
    token = cipher.sealed("x")
    settings.PAYMENT_KEYS = ["a key of its own"]
    assert cipher.opened(token) == "x"


def test_the_first_key_seals(settings):
    settings.PAYMENT_KEYS = ["new", "old"]
    token = cipher.sealed("x")
    settings.PAYMENT_KEYS = ["new"]
    assert cipher.opened(token) == "x"
    settings.PAYMENT_KEYS = ["old"]
    with pytest.raises(SealError):
        cipher.opened(token)


def test_a_key_is_changed_step_by_step(settings):
    settings.PAYMENT_KEYS = ["old"]
    token = cipher.sealed("x")
    settings.PAYMENT_KEYS = ["new", "old"]
    token = cipher.sealed_anew(token)
    settings.PAYMENT_KEYS = ["new"]
    assert cipher.opened(token) == "x"
