"""Encrypted texts can't be read without a key, and keys can be rotated."""

import pytest

from accounts.cipher import Cipher, DecryptionError, is_encrypted

cipher = Cipher(b"tests")


@pytest.fixture(autouse=True)
def _keys(settings):
    settings.SECRET_KEY, settings.PAYMENT_KEYS = "the secret key", []


def test_what_is_encrypted_is_decrypted_and_says_nothing():
    token = cipher.encrypt("DE89370400440532013000, Ann Müller")
    assert cipher.decrypt(token) == "DE89370400440532013000, Ann Müller"
    assert "DE89" not in token
    assert token != cipher.encrypt("DE89370400440532013000, Ann Müller")


def test_what_is_encrypted_can_be_told_from_what_is_not():
    assert is_encrypted(cipher.encrypt(""))
    assert not is_encrypted("GAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA")
    assert not is_encrypted("0a" * 40)


def test_what_is_of_one_kind_is_not_opened_as_another():
    with pytest.raises(DecryptionError):
        Cipher(b"others").decrypt(cipher.encrypt("x"))


def test_another_key_opens_nothing(settings):
    token = cipher.encrypt("x")
    settings.SECRET_KEY = "another secret key"
    with pytest.raises(DecryptionError):
        cipher.decrypt(token)


@pytest.mark.parametrize("at", [0, 20, -2])
def test_what_was_changed_is_not_decrypted(at):
    token = cipher.encrypt("x")
    changed = list(token)
    changed[at] = "A" if changed[at] != "A" else "B"
    with pytest.raises(DecryptionError):
        cipher.decrypt("".join(changed))


def test_naming_keys_later_loses_nothing(settings):
    token = cipher.encrypt("x")
    settings.PAYMENT_KEYS = ["a key of its own"]
    assert cipher.decrypt(token) == "x"


def test_the_first_key_encrypts(settings):
    settings.PAYMENT_KEYS = ["new", "old"]
    token = cipher.encrypt("x")
    settings.PAYMENT_KEYS = ["new"]
    assert cipher.decrypt(token) == "x"
    settings.PAYMENT_KEYS = ["old"]
    with pytest.raises(DecryptionError):
        cipher.decrypt(token)


def test_a_key_is_changed_step_by_step(settings):
    settings.PAYMENT_KEYS = ["old"]
    token = cipher.encrypt("x")
    settings.PAYMENT_KEYS = ["new", "old"]
    token = cipher.reencrypt(token)
    settings.PAYMENT_KEYS = ["new"]
    assert cipher.decrypt(token) == "x"
