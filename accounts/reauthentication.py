"""Asking once more for the password, or for a second factor, before something that matters.

The library asks, and remembers for some minutes that somebody has answered. What they had sent
waits meanwhile in the session, encrypted, so that nothing has to be typed again.
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
#: What was sent so long ago, in seconds, is not done any more: nobody thinks of it.
WAITS = 1800


def is_due(request: HttpRequest) -> bool:
    """Tell whether it was not said of late that it is still the person who signed in."""
    return bool(is_reauthentication_required(request, app="accounts"))


def asked_first(request: HttpRequest, callback: str, sent: Mapping[str, Any]) -> HttpResponse:
    """Lead to where it is asked; the callback goes on from there with what was sent.

    :param callback: the path of a function of the request and of what `waiting` reads
    """
    kept = {"of": request.user.pk, "at": time.time(), "sent": sent}
    waits = {"sealed": cipher.encrypted(json.dumps(kept))}
    response: HttpResponse = stash_and_reauthenticate(request, waits, callback)
    return response


def waiting(request: HttpRequest, waits: Mapping[str, str]) -> dict[str, Any] | None:
    """Return what was sent before it was asked; None where it is too old, or nobody's here."""
    try:
        kept = json.loads(cipher.decrypted(waits["sealed"]))
    except DecryptionError:
        return None
    if kept["of"] != request.user.pk or time.time() - kept["at"] > WAITS:
        return None
    sent: dict[str, Any] = kept["sent"]
    return sent
