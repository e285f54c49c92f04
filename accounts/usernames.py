"""Rules for usernames."""

import re
from typing import Final

from django.core.exceptions import ValidationError
from django.core.validators import RegexValidator
from django.utils.deconstruct import deconstructible
from django.utils.translation import gettext_lazy as _

#: The pattern for browsers, equal to `UsernameValidator.regex`: letters and digits of any script.
USERNAME_PATTERN: Final = r"[\p{L}\p{N}_.+\-]+"
#: Older usernames may contain an @ and still work for signing in.
RULE: Final = _("Letters, digits and . - _ + only.")


@deconstructible
class UsernameValidator(RegexValidator):
    """Validator of usernames: letters, digits and . - _ +, but no @, as email addresses have."""

    regex = r"^[\w.+-]+\Z"
    message = RULE
    flags = 0

    def __call__(self, value: object) -> None:
        """Check the username.

        :raises ValidationError: it contains an @ or another character that is not allowed
        """
        if "@" in str(value):
            said = _(
                "Usernames can’t contain @, because they could be mistaken for email addresses."
            )
            raise ValidationError(said, code="at_sign")
        super().__call__(value)


def suggested_username(name: str) -> str:
    """Return a name as a valid username: lower case, dots for spaces, other characters dropped.

    May be empty or taken.

    >>> suggested_username("Ann  Chan!")
    'ann.chan'
    """
    kept = re.sub(r"[^\w.+\-\s]", "", name.casefold())
    return re.sub(r"\s+", ".", kept.strip())
