"""Rules for new passwords: long enough, and not among the commonly used ones.

Existing passwords stay valid: the rules apply when a password is chosen, not at sign-in.
"""

import gzip
from functools import cache
from pathlib import Path
from typing import Any

from django.contrib.auth.password_validation import CommonPasswordValidator, MinimumLengthValidator
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

MIN_LENGTH = 12
#: Common passwords; their source: ``accounts/vendor/VENDORED.md``.
COMMON_PASSWORDS_FILE = Path(__file__).parent / "vendor" / "passwords" / "common-passwords.txt.gz"
#: A password that repeats a unit of at most this many characters counts as known.
MAX_REPEATED_LENGTH = 5
#: Minimum number of letters for the core of a password, between other characters, to be looked up.
MIN_CORE_LETTERS = 3


@cache
def known_passwords() -> frozenset[str]:
    """Return the common passwords: those that Django lists and the vendored ones."""
    own = gzip.decompress(COMMON_PASSWORDS_FILE.read_bytes()).decode().split()
    return frozenset(own).union(CommonPasswordValidator().passwords)


def is_known(password: str) -> bool:
    """Return whether the password is a common one, or a simple variation of one.

    Variations: digits and signs around it, or the same text repeated. Any repeated text of up to
    `MAX_REPEATED_LENGTH` characters counts as well.

    >>> is_known("Summer2026!!"), is_known("passwordpassword"), is_known("abcabcabcabc")
    (True, True, True)
    >>> is_known("three ducks at dusk")
    False
    """
    text = password.lower().strip()
    unit = text[: (text + text).find(text, 1)]
    if len(unit) < len(text) and len(unit) <= MAX_REPEATED_LENGTH:
        return True
    return not known_passwords().isdisjoint({text, unit, _core(text), _core(unit)})


def _core(text: str) -> str:
    """Return the text from its first to its last letter; all of it if it has too few letters."""
    at = [index for index, each in enumerate(text) if each.isalpha()]
    return text[at[0] : at[-1] + 1] if len(at) >= MIN_CORE_LETTERS else text


class LengthValidator(MinimumLengthValidator):
    """Password validator that rejects short passwords and suggests four random words."""

    def __init__(self, min_length: int = MIN_LENGTH) -> None:
        super().__init__(min_length)

    def get_error_message(self) -> str:
        """Return the message with the minimum length and the advice to use four random words."""
        return _(
            "This password is too short. Use at least %(length)d characters: four random words are "
            "long enough and easy to remember."
        ) % {"length": self.min_length}

    def get_help_text(self) -> str:
        """Return the rule for the form: the minimum length and the advice."""
        return _("At least %(length)d characters. Four random words work well.") % {
            "length": self.min_length
        }


class KnownPasswordValidator:
    """Password validator that rejects commonly used passwords and simple variations of them."""

    def validate(self, password: str, user: Any = None) -> None:
        """Raise a validation error for a common password or a simple variation of one."""
        if is_known(password):
            raise ValidationError(
                _("This password is too easy to guess. Try a few unrelated words."),
                code="password_too_common",
            )

    def get_help_text(self) -> str:
        """Return the rule for the form."""
        return _("Avoid commonly used passwords.")
