"""Who is asking: whether a browser's session still speaks for the person it was opened by."""

from importlib import import_module

from django.conf import settings
from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY
from django.utils.crypto import constant_time_compare

from accounts.models import User


def still_signed_in(user: User, session_key: str | None) -> bool:
    """Whether the session lives and is still this person's.

    A socket outlives the request that opened it; signing out elsewhere must end what it may do.
    """
    if session_key is None:
        return False
    store = import_module(settings.SESSION_ENGINE).SessionStore(session_key)
    # The hash changes with the password: who changes it signs all other browsers out.
    return str(store.get(SESSION_KEY)) == str(user.pk) and constant_time_compare(
        store.get(HASH_SESSION_KEY, ""), user.get_session_auth_hash()
    )
