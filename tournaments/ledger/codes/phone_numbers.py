"""Telephone numbers as people write them: digits of any script, and what stands between them.

Pure. Country codes are those of ITU-T Recommendation E.164: none is the beginning of another, so a
number that begins with a plus tells its country without any sign in between.
"""

import re
import unicodedata
from typing import Final

#: The country codes of one and of two digits; all others have three.
_SHORT_CODES: Final = """
    1 7 20 27 30 31 32 33 34 36 39 40 41 43 44 45 46 47 48 49 51 52 53 54 55 56 57 58 60 61 62 63
    64 65 66 81 82 84 86 90 91 92 93 94 95 98
"""
_CODE: Final = re.compile("|".join([*_SHORT_CODES.split(), "[2-9][0-9]{2}"]))
#: What people write between groups of digits, besides blanks, dashes and brackets.
_SEPARATORS: Final = "._/·・･•‧∙。'’~\N{MINUS SIGN}\N{WAVE DASH}"
#: Links to a telephone number begin so.
_LINK: Final = re.compile(r"\s*tel:", re.IGNORECASE)


def spaced_number(typed: str) -> str:
    """Return a telephone number with ASCII digits, and with one blank for each other separator.

    Copied numbers have invisible marks for the direction of writing. A zero in brackets is only
    dialled within the country.

    >>> spaced_number("＋８５２－６７８９．１２３４"), spaced_number("【852】6789/1234")
    ('+852 6789 1234', '852 6789 1234')
    """
    text = _LINK.sub("", unicodedata.normalize("NFKC", typed), count=1)
    plain = "".join(map(_plain, re.sub(r"\(\s*0\s*\)", " ", text)))
    return re.sub(r"\+ +", "+", " ".join(plain.split()))


def _plain(sign: str) -> str:
    digit = unicodedata.decimal(sign, None)
    if digit is not None:
        return str(digit)
    category = unicodedata.category(sign)
    if category == "Cf":
        return ""
    return " " if sign in _SEPARATORS or category in {"Pd", "Ps", "Pe", "Zs", "Zl"} else sign


def country_and_number(digits: str) -> tuple[str, str]:
    """Return the country code with which the digits begin, and the others.

    >>> country_and_number("85366123456"), country_and_number("14155552671")
    (('853', '66123456'), ('1', '4155552671'))
    """
    found = _CODE.match(digits)
    code = found[0] if found else ""
    return code, digits.removeprefix(code)
