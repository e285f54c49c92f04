"""Keeping texts so that the database, and whoever copies it, cannot read them.

Fernet, of the library `cryptography`: what cannot be read was either tampered with or encrypted
with a key that is no longer there. Keys are derived from secrets of any form, so that none can be
of the wrong one: the first of PAYMENT_KEYS encrypts; all of them decrypt, and the secret key does,
too, so that naming keys later loses nothing.
"""

import base64

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings
from django.utils.encoding import force_bytes

#: Keeps keys for this purpose apart from others of the same secret.
PURPOSE = b"big-two-club: payment details"


class DecryptionError(ValueError):
    """No key at hand opens the text."""


def encrypted(text: str) -> str:
    """Return the text encrypted, in letters and digits."""
    return _keys().encrypt(text.encode()).decode()


def decrypted(token: str) -> str:
    """Return the text that `encrypted` encrypted.

    :raises DecryptionError: if its key is not there any more, or a character of it was changed
    """
    try:
        return _keys().decrypt(token.encode()).decode()
    except InvalidToken as error:
        raise DecryptionError("no key opens these details") from error


def encrypted_anew(token: str) -> str:
    """Return the same text, encrypted with the first key.

    :raises DecryptionError: if no key opens it
    """
    return encrypted(decrypted(token))


def _keys() -> MultiFernet:
    secrets = [*settings.PAYMENT_KEYS, settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]
    return MultiFernet([_key(secret) for secret in secrets])


def _key(secret: str | bytes) -> Fernet:
    derived = HKDF(SHA256(), length=32, salt=None, info=PURPOSE).derive(force_bytes(secret))
    return Fernet(base64.urlsafe_b64encode(derived))
