"""What a new password must be: long, and none that everybody tries first.

Whoever has an older one keeps it: these are asked when a password is chosen, never when somebody
signs in.
"""

import gzip
from functools import cache
from pathlib import Path
from typing import Any

from django.contrib.auth.password_validation import CommonPasswordValidator, MinimumLengthValidator
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

LENGTH = 12
#: What lies in the folder, and where it is from: ``accounts/vendor/VENDORED.md``.
KNOWN = Path(__file__).parent / "vendor" / "passwords" / "common-passwords.txt.gz"
#: What is repeated must be longer than this to count for anything.
SHORT = 5
#: So many letters make a word.
FEW = 3


@cache
def known_passwords() -> frozenset[str]:
    """Return the passwords that are tried first: those that Django knows, and the vendored ones."""
    own = gzip.decompress(KNOWN.read_bytes()).decode().split()
    return frozenset(own).union(CommonPasswordValidator().passwords)


def is_known(password: str) -> bool:
    """Tell whether the password is tried early by whoever guesses.

    So is a known one with digits and signs around it, and one several times over.

    >>> is_known("Summer2026!!"), is_known("passwordpassword"), is_known("abcabcabcabc")
    (True, True, True)
    >>> is_known("three ducks at dusk")
    False
    """
    text = password.lower().strip()
    unit = text[: (text + text).find(text, 1)]
    if len(unit) < len(text) and len(unit) <= SHORT:
        return True
    return not known_passwords().isdisjoint({text, unit, _letters(text), _letters(unit)})


def _letters(text: str) -> str:
    """Return the text from its first letter to its last, unless that is next to nothing."""
    at = [index for index, each in enumerate(text) if each.isalpha()]
    return text[at[0] : at[-1] + 1] if len(at) >= FEW else text


class LengthValidator(MinimumLengthValidator):
    """Refuses what is short, and says what is long and easy to remember."""

    def __init__(self, min_length: int = LENGTH) -> None:
        super().__init__(min_length)

    def get_error_message(self) -> str:
        return _(
            "This password is too short: it needs %(length)d characters. Four words one after the "
            "other are long enough, and easy to remember."
        ) % {"length": self.min_length}

    def get_help_text(self) -> str:
        return _("At least %(length)d characters; four words one after the other will do.") % {
            "length": self.min_length
        }


class KnownPasswordValidator:
    """Refuses passwords that are tried first."""

    def validate(self, password: str, user: Any = None) -> None:
        if is_known(password):
            raise ValidationError(
                _(
                    "This password is too common: others have it, too, and it is tried first by "
                    "whoever guesses. Take words that nobody would say together."
                ),
                code="password_too_common",
            )

    def get_help_text(self) -> str:
        return _("None that others have, too.")
