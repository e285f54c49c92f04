"""Second factors at sign-in, and the encryption of their secrets.

The account library asks for the second factor at each sign-in of a user who has one. Staff need one
to use the administration (``config.administration``); for other members it is optional.

Secrets are stored encrypted: the library calls ``encrypt`` and ``decrypt`` through its adapter.
"""

import base64
import logging
import secrets
from collections.abc import Callable
from typing import Any

from allauth.mfa.models import Authenticator
from allauth.mfa.utils import is_mfa_enabled
from django.db import transaction

from accounts.cipher import Cipher, DecryptionError, is_encrypted
from accounts.models import User

logger = logging.getLogger(__name__)
cipher = Cipher(b"big-two-club: second factors")

#: Recovery codes replace one of these and are not a second factor on their own.
FACTORS = [Authenticator.Type.TOTP, Authenticator.Type.WEBAUTHN]


def has_second_factor(user: User) -> bool:
    """Return whether the user has an authenticator app, passkey or security key. One query.

    Recovery codes alone don't count.
    """
    return bool(is_mfa_enabled(user, FACTORS))


def forget_second_factor(user: User) -> int:
    """Remove all second factors and recovery codes of the user; return the number removed."""
    deleted, _by_model = Authenticator.objects.filter(user=user).delete()
    return int(deleted)


# --- Secrets

#: Keys in the library's data: the secret of an authenticator app, the seed of recovery codes.
SECRET_KEYS = ("secret", "seed")


def encrypt(secret: str) -> str:
    """Return the secret encrypted for storage."""
    return cipher.encrypt(secret)


def decrypt(stored: str) -> str:
    """Return the stored secret decrypted; a random secret if no key decrypts it.

    The user then signs in as after losing the factor: with a passkey, or once the administrator has
    removed it. A secret that is not encrypted was written by an older release that ran alongside
    this one.
    """
    if not is_encrypted(stored):
        return stored
    try:
        return cipher.decrypt(stored)
    except DecryptionError:
        logger.exception("a second factor cannot be decrypted: its key is missing")
        return base64.b32encode(secrets.token_bytes(20)).decode()


def reencrypt_factor(data: dict[str, Any]) -> dict[str, Any]:
    """Return a factor's data with its secrets encrypted again, with the first key.

    :raises DecryptionError: no key decrypts one of the secrets
    """
    return _with_changed_secrets(data, lambda stored: encrypt(_decrypted(stored)))


def decrypt_factor(data: dict[str, Any]) -> dict[str, Any]:
    """Return a factor's data with its secrets decrypted.

    :raises DecryptionError: no key decrypts one of the secrets
    """
    return _with_changed_secrets(data, _decrypted)


@transaction.atomic
def reencrypt_all() -> tuple[int, int]:
    """Encrypt all secrets again with the first key; return the numbers of changed and lost factors.

    A lost one can't be decrypted with any key and stays as it is.

    Locks all rows until it is done, because using a code updates the same column.
    """
    rows = list(Authenticator.objects.select_for_update().exclude(type=Authenticator.Type.WEBAUTHN))
    done = 0
    for row in rows:
        try:
            row.data = reencrypt_factor(row.data)
        except DecryptionError:
            continue
        row.save(update_fields=["data"])
        done += 1
    return done, len(rows) - done


def _decrypted(stored: str) -> str:
    """Return the stored secret decrypted; as it is if an older release stored it as plain text."""
    return cipher.decrypt(stored) if is_encrypted(stored) else stored


def _with_changed_secrets(data: dict[str, Any], change: Callable[[str], str]) -> dict[str, Any]:
    """Return a factor's data with `change` applied to each of its secrets."""
    return {
        name: change(stored) if name in SECRET_KEYS else stored for name, stored in data.items()
    }
