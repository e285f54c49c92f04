"""Encrypted texts can't be read without a key, and keys can be rotated."""

import pytest

from accounts.cipher import Cipher, DecryptionError, is_encrypted

cipher = Cipher(b"tests")


@pytest.fixture(autouse=True)
def _keys(settings):
    settings.SECRET_KEY, settings.PAYMENT_KEYS = "the secret key", []


def test_an_encrypted_text_can_be_decrypted_and_reveals_nothing():
    token = cipher.encrypt("DE89370400440532013000, Ann Müller")
    assert cipher.decrypt(token) == "DE89370400440532013000, Ann Müller"
    assert "DE89" not in token
    assert token != cipher.encrypt("DE89370400440532013000, Ann Müller")


def test_encrypted_texts_are_recognized():
    assert is_encrypted(cipher.encrypt(""))
    assert not is_encrypted("GAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA")
    assert not is_encrypted("0a" * 40)


def test_a_text_cannot_be_decrypted_by_a_cipher_for_another_purpose():
    with pytest.raises(DecryptionError):
        Cipher(b"others").decrypt(cipher.encrypt("x"))


def test_a_text_cannot_be_decrypted_with_another_key(settings):
    token = cipher.encrypt("x")
    settings.SECRET_KEY = "another secret key"
    with pytest.raises(DecryptionError):
        cipher.decrypt(token)


@pytest.mark.parametrize("at", [0, 20, -2])
def test_a_text_that_was_altered_cannot_be_decrypted(at):
    token = cipher.encrypt("x")
    changed = list(token)
    changed[at] = "A" if changed[at] != "A" else "B"
    with pytest.raises(DecryptionError):
        cipher.decrypt("".join(changed))


def test_texts_can_still_be_decrypted_after_payment_keys_are_set(settings):
    token = cipher.encrypt("x")
    settings.PAYMENT_KEYS = ["a key of its own"]
    assert cipher.decrypt(token) == "x"


def test_texts_are_encrypted_with_the_first_key(settings):
    settings.PAYMENT_KEYS = ["new", "old"]
    token = cipher.encrypt("x")
    settings.PAYMENT_KEYS = ["new"]
    assert cipher.decrypt(token) == "x"
    settings.PAYMENT_KEYS = ["old"]
    with pytest.raises(DecryptionError):
        cipher.decrypt(token)


def test_a_reencrypted_text_can_be_decrypted_with_the_new_key_alone(settings):
    settings.PAYMENT_KEYS = ["old"]
    token = cipher.encrypt("x")
    settings.PAYMENT_KEYS = ["new", "old"]
    token = cipher.reencrypt(token)
    settings.PAYMENT_KEYS = ["new"]
    assert cipher.decrypt(token) == "x"
