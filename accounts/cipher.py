"""Encryption of stored texts, so that a copy of the database does not reveal them.

Uses Fernet of the library `cryptography`: a text that can't be decrypted was tampered with, or its
key is missing. Keys are derived from secrets of any format. The first of PAYMENT_KEYS encrypts; all
of them decrypt, and so does SECRET_KEY, so that PAYMENT_KEYS can be set later without losing data.
"""

import base64
from dataclasses import dataclass

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from django.conf import settings
from django.utils.encoding import force_bytes

#: Prefix of every encrypted text: the format version and the leading zeros of the time.
ENCRYPTED_PREFIX = "gAAAAA"


class DecryptionError(ValueError):
    """No available key decrypts the text."""


def is_encrypted(text: str) -> bool:
    """Return whether the text has the prefix of an encrypted text."""
    return text.startswith(ENCRYPTED_PREFIX)


@dataclass(frozen=True, slots=True)
class Cipher:
    """Encrypts and decrypts texts for one purpose; texts for another purpose are not decrypted."""

    #: Separates keys for this purpose from others derived from the same secret.
    purpose: bytes

    def encrypt(self, text: str) -> str:
        """Return the text encrypted, as URL-safe base64."""
        return self._keys().encrypt(text.encode()).decode()

    def decrypt(self, token: str) -> str:
        """Return the text that was encrypted with `encrypt`.

        :raises DecryptionError: its key is missing, or the token was changed
        """
        try:
            return self._keys().decrypt(token.encode()).decode()
        except InvalidToken as error:
            raise DecryptionError("no key decrypts this text") from error

    def reencrypt(self, token: str) -> str:
        """Return the same text, encrypted with the first key.

        :raises DecryptionError: no key decrypts it
        """
        return self.encrypt(self.decrypt(token))

    def _keys(self) -> MultiFernet:
        """Return the keys made from all secrets; the first one encrypts, each decrypts."""
        secrets = [*settings.PAYMENT_KEYS, settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]
        return MultiFernet([self._key(secret) for secret in secrets])

    def _key(self, secret: str | bytes) -> Fernet:
        """Return the key for this purpose made from a secret."""
        hkdf = HKDF(SHA256(), length=32, salt=None, info=self.purpose)
        return Fernet(base64.urlsafe_b64encode(hkdf.derive(force_bytes(secret))))
