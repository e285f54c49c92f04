"""Keeping texts so that the database, and whoever copies it, cannot read them.

Fernet, of the library `cryptography`: what cannot be read was either tampered with or encrypted
with a key that is no longer there. Keys are derived from secrets of any form, so that none can be
of the wrong one: the first of PAYMENT_KEYS encrypts; all of them decrypt, and the secret key does,
too, so that naming keys later loses nothing.
"""

import base64
from dataclasses import dataclass

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings
from django.utils.encoding import force_bytes

#: What every encrypted text begins with: the version of the format, and zeros of the time.
BEGINNING = "gAAAAA"


class DecryptionError(ValueError):
    """No key at hand opens the text."""


def is_encrypted(text: str) -> bool:
    """Tell whether a cipher has made the text, by how it begins."""
    return text.startswith(BEGINNING)


@dataclass(frozen=True, slots=True)
class Cipher:
    """Encrypts and decrypts texts of one kind; what is of another kind it does not open."""

    #: Keeps keys for this kind apart from others of the same secret.
    purpose: bytes

    def encrypted(self, text: str) -> str:
        """Return the text encrypted, in letters and digits."""
        return self._keys().encrypt(text.encode()).decode()

    def decrypted(self, token: str) -> str:
        """Return the text that `encrypted` encrypted.

        :raises DecryptionError: if its key is not there any more, or a character of it was changed
        """
        try:
            return self._keys().decrypt(token.encode()).decode()
        except InvalidToken as error:
            raise DecryptionError("no key opens this") from error

    def encrypted_anew(self, token: str) -> str:
        """Return the same text, encrypted with the first key.

        :raises DecryptionError: if no key opens it
        """
        return self.encrypted(self.decrypted(token))

    def _keys(self) -> MultiFernet:
        secrets = [*settings.PAYMENT_KEYS, settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]
        return MultiFernet([self._key(secret) for secret in secrets])

    def _key(self, secret: str | bytes) -> Fernet:
        hkdf = HKDF(SHA256(), length=32, salt=None, info=self.purpose)
        return Fernet(base64.urlsafe_b64encode(hkdf.derive(force_bytes(secret))))
