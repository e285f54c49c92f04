"""The language of notices and mails to a user."""

from accounts.models import User


def language_for(user: User, otherwise: str) -> str:
    """Return the code of the user's language if it is known, else the given one.

    Users have no language of their own yet, so this is the only place to change.
    """
    return otherwise
