"""What a username is made of."""

import re
from typing import Final

from django.core.exceptions import ValidationError
from django.core.validators import RegexValidator
from django.utils.deconstruct import deconstructible
from django.utils.translation import gettext_lazy as _

#: The same for browsers; letters and digits of any script.
USERNAME_PATTERN: Final = r"[\p{L}\p{N}_.+\-]+"
#: Usernames that were chosen before this rule, and have an @, still sign in.
RULE: Final = _("Letters, digits and . - _ +, without blanks and without @.")


@deconstructible
class UsernameValidator(RegexValidator):
    """Take letters, digits and a few signs; no @, with which a username reads as an address."""

    regex = r"^[\w.+-]+\Z"
    message = RULE
    flags = 0

    def __call__(self, value: object) -> None:
        """Check the username.

        :raises ValidationError: it has an @, or another sign that no username has
        """
        if "@" in str(value):
            said = _("A username has no @: it could be taken for the e-mail address of a member.")
            raise ValidationError(said, code="at_sign")
        super().__call__(value)


def without_blanks(name: str) -> str:
    """Return a username that is like the name, of what a username may be made of.

    >>> without_blanks("Ann  Chan!")
    'ann.chan'
    """
    kept = re.sub(r"[^\w.+\-\s]", "", name.casefold())
    return re.sub(r"\s+", ".", kept.strip())
