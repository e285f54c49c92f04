"""Reauthentication: asking for the password or second factor again before a sensitive action.

The library asks, and accepts the answer for some minutes. The submitted form waits in the session,
encrypted, so that the user need not enter it again.
"""

import json
import time
from collections.abc import Mapping
from typing import Any

from allauth.account.internal.flows.reauthentication import (
    is_reauthentication_required,
    stash_and_reauthenticate,
)
from django.http import HttpRequest, HttpResponse

from accounts.cipher import Cipher, DecryptionError

cipher = Cipher(b"big-two-club: what waits for the password")
#: Seconds after which a waiting form is dropped: the user no longer expects it to be carried out.
MAX_WAIT = 1800


def is_due(request: HttpRequest) -> bool:
    """Return whether the user must confirm their identity again."""
    return bool(is_reauthentication_required(request, app="accounts"))


def reauthenticate_first(
    request: HttpRequest, callback: str, sent: Mapping[str, Any]
) -> HttpResponse:
    """Redirect to the password prompt, after which the callback continues with the sent data.

    :param callback: dotted path of a function that takes the request and what `waiting_data` reads
    """
    record = {"of": request.user.pk, "at": time.time(), "sent": sent}
    stored = {"sealed": cipher.encrypt(json.dumps(record))}
    response: HttpResponse = stash_and_reauthenticate(request, stored, callback)
    return response


def waiting_data(request: HttpRequest, stored: Mapping[str, str]) -> dict[str, Any] | None:
    """Return the form data that waited for the password.

    None if it waited too long, is another user's, or no key decrypts it.
    """
    try:
        record = json.loads(cipher.decrypt(stored["sealed"]))
    except DecryptionError:
        return None
    if record["of"] != request.user.pk or time.time() - record["at"] > MAX_WAIT:
        return None
    sent: dict[str, Any] = record["sent"]
    return sent
