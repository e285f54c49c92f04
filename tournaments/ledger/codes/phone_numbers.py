"""Parsing of typed phone numbers: digits of any script, with any separators.

Country codes follow ITU-T Recommendation E.164: none is a prefix of another, so a number with a
plus needs no separator after its country code.
"""

import re
import unicodedata
from typing import Final

#: Country codes of one or two digits; all others have three.
_SHORT_CODES: Final = """
    1 7 20 27 30 31 32 33 34 36 39 40 41 43 44 45 46 47 48 49 51 52 53 54 55 56 57 58 60 61 62 63
    64 65 66 81 82 84 86 90 91 92 93 94 95 98
"""
_CODE: Final = re.compile("|".join([*_SHORT_CODES.split(), "[2-9][0-9]{2}"]))
#: Separators between groups of digits, in addition to spaces, dashes and brackets.
_SEPARATORS: Final = "._/·・･•‧∙。'’~\N{MINUS SIGN}\N{WAVE DASH}"
#: Prefix of phone links.
_LINK: Final = re.compile(r"\s*tel:", re.IGNORECASE)


def spaced_number(typed: str) -> str:
    """Return a phone number in ASCII digits, with one space for each separator.

    Removes invisible text-direction marks, which copied numbers contain, and a zero in brackets,
    which is dialled only within the country.

    >>> spaced_number("＋８５２－６７８９．１２３４"), spaced_number("【852】6789/1234")
    ('+852 6789 1234', '852 6789 1234')
    """
    text = _LINK.sub("", unicodedata.normalize("NFKC", typed), count=1)
    plain = "".join(map(_plain_character, re.sub(r"\(\s*0\s*\)", " ", text)))
    return re.sub(r"\+ +", "+", " ".join(plain.split()))


def _plain_character(character: str) -> str:
    """Return an ASCII digit for a digit, a space for a separator, and "" for invisible marks."""
    digit = unicodedata.decimal(character, None)
    if digit is not None:
        return str(digit)
    category = unicodedata.category(character)
    if category == "Cf":
        return ""
    return (
        " " if character in _SEPARATORS or category in {"Pd", "Ps", "Pe", "Zs", "Zl"} else character
    )


def country_and_number(digits: str) -> tuple[str, str]:
    """Return the country code at the start of the digits, and the rest; no code if unknown.

    >>> country_and_number("85366123456"), country_and_number("14155552671")
    (('853', '66123456'), ('1', '4155552671'))
    """
    found = _CODE.match(digits)
    code = found[0] if found else ""
    return code, digits.removeprefix(code)
