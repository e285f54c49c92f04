"""The second factor at sign-in: who has one, and who must.

The account library asks for it at each sign-in of whoever has one. Staff must have one before the
administration opens (``config.administration``); members may.

What codes are made of is kept encrypted: the library asks ``sealed`` and ``opened`` by its adapter.
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

#: Recovery codes stand in for one of these and are none by themselves.
FACTORS = [Authenticator.Type.TOTP, Authenticator.Type.WEBAUTHN]


def has_second_factor(user: User) -> bool:
    """Tell whether the person is asked for more than the password. Costs a query."""
    return bool(is_mfa_enabled(user, FACTORS))


def forget_second_factor(user: User) -> int:
    """Take away all that the person was asked for besides the password; return how many it were."""
    deleted, _by_model = Authenticator.objects.filter(user=user).delete()
    return int(deleted)


# --- What codes are made of

#: Under which names the library keeps it: the secret of an app, and the seed of codes to keep.
SECRETS = ("secret", "seed")


def sealed(secret: str) -> str:
    """Return the secret as it is kept."""
    return cipher.encrypted(secret)


def opened(kept: str) -> str:
    """Return the secret that is kept so; one that no key opens is answered with one that fits none.

    Who has it then signs in as if it were lost: with a passkey, or once an operator has taken it
    away. What is not encrypted was written by an older release that ran beside this one.
    """
    if not is_encrypted(kept):
        return kept
    try:
        return cipher.decrypted(kept)
    except DecryptionError:
        logger.exception("a second factor cannot be read: its key is gone")
        return base64.b32encode(secrets.token_bytes(20)).decode()


def sealed_anew(data: dict[str, Any]) -> dict[str, Any]:
    """Return what the library keeps of one factor with its secrets encrypted by the first key.

    :raises DecryptionError: if no key opens one of them
    """
    return _each_secret(data, lambda kept: sealed(_read(kept)))


def unsealed(data: dict[str, Any]) -> dict[str, Any]:
    """Return it with its secrets as they are.

    :raises DecryptionError: if no key opens one of them
    """
    return _each_secret(data, _read)


@transaction.atomic
def seal_all_anew() -> tuple[int, int]:
    """Encrypt all secrets with the first key; return how many were, and how many no key opens.

    Holds all rows until it is done: a code that is used meanwhile is noted in the same place.
    """
    rows = list(Authenticator.objects.select_for_update().exclude(type=Authenticator.Type.WEBAUTHN))
    done = 0
    for row in rows:
        try:
            row.data = sealed_anew(row.data)
        except DecryptionError:
            continue
        row.save(update_fields=["data"])
        done += 1
    return done, len(rows) - done


def _read(kept: str) -> str:
    return cipher.decrypted(kept) if is_encrypted(kept) else kept


def _each_secret(data: dict[str, Any], change: Callable[[str], str]) -> dict[str, Any]:
    return {name: change(kept) if name in SECRETS else kept for name, kept in data.items()}
