"""Parsing of typed amounts: the currency sign is split off and the number read.

A blank or an apostrophe can only separate thousands. A point or a comma either separates thousands
or is the decimal sign; how often it occurs, which other separator there is and how many digits
follow decide which, except for a single one before exactly three digits.
"""

import re
import unicodedata
from dataclasses import dataclass
from decimal import Decimal
from enum import Enum, auto
from functools import lru_cache

from babel import Locale
from babel.numbers import get_decimal_symbol, get_group_symbol

#: Number of digits between two thousands separators.
_THOUSANDS = 3
#: Replacements for typed characters: minus signs, apostrophes, the signs of other scripts.
_SAME = {
    **dict.fromkeys("−‐‑‒–—﹣－", "-"),
    # The Arabic thousands separator is never a decimal sign.
    **dict.fromkeys("’‘ʼ´`′＇٬", "'"),
    **dict.fromkeys("。｡．٫", "."),
    **dict.fromkeys("，﹐،", ","),
}
_SEPARATORS = ".,' "
_TYPED = re.compile(
    r"(?P<before>[^0-9]*?)(?P<number>[.,]?[0-9](?:[0-9.,' ]*[0-9])?)(?P<after>[^0-9]*)"
)
#: "5.–": no decimals, as in Swiss prices.
_NO_DECIMALS = re.compile(r"[.,]-+")


class NumberFault(Enum):
    """Reasons why a text is not a number."""

    NOT_A_NUMBER = auto()
    TOO_MANY_DECIMALS = auto()


class NumberTextError(ValueError):
    """The error for a text that is not a number, or has more decimals than allowed."""

    def __init__(self, fault: NumberFault, reading: Decimal | None = None) -> None:
        super().__init__(str(fault))
        self.fault = fault
        #: The number if its last separator can be a thousands separator.
        self.reading = reading


@dataclass(frozen=True, slots=True)
class TypedAmount:
    """A typed amount, split into a number without sign and the texts around it."""

    is_negative: bool
    #: Digits and the separators ``.,'`` and blank.
    number: str
    #: Signs or names of currencies.
    signs: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Conventions:
    """Number format of a language."""

    decimal_sign: str
    group_sign: str
    #: Whether all groups except the last have two digits: 12,34,567.
    is_indian: bool


@lru_cache(maxsize=64)
def conventions(locale: str) -> Conventions:
    """Return the language's number format, with the separators that this module knows."""
    grouping = Locale.parse(locale).decimal_formats[None].grouping
    decimal_sign, group_sign = (
        _normalized(sign, {"٬": ","}).strip() or " "
        for sign in (get_decimal_symbol(locale), get_group_symbol(locale))
    )
    return Conventions(decimal_sign, group_sign, grouping[1] == 2)


def split_amount(text: str, locale: str) -> TypedAmount | None:
    """Split a typed amount into minus, number and the texts around it, such as a currency.

    None if there is no number or more than one.
    """
    number_format = conventions(locale)
    language_signs = {
        sign: known
        for sign, known in ((number_format.decimal_sign, "."), (number_format.group_sign, ","))
        if sign not in _SEPARATORS
    }
    found = _TYPED.fullmatch(_normalized(text, language_signs).strip())
    if found is None:
        return None
    before, number, after = found["before"], found["number"], found["after"]
    if number[0] in ".," and (before[-1:].isalpha() or before.endswith("/")):
        # "Rp.500": an abbreviation.
        before, number = before + number[0], number[1:]
    # "5.-" is not negative.
    is_closed = _NO_DECIMALS.match(after)
    after = after[is_closed.end() :] if is_closed else after
    is_negative = before.count("-") == 1
    before = before.replace("-", "", 1)
    if not is_negative and before.startswith("+"):
        before = before[1:]
    signs = tuple(sign.strip() for sign in (before, after) if sign.strip())
    return TypedAmount(is_negative, number, signs)


def _normalized(text: str, language_signs: dict[str, str]) -> str:
    """Return the text with ASCII digits, separators and blanks, without invisible characters.

    Superscript and circled numbers are not digits: 12⁵⁰ is not 1250.
    """
    known = (language_signs.get(each) or _SAME.get(each, each) for each in text)
    usual = "".join(
        each if _is_superscript_or_circled(each) else unicodedata.normalize("NFKC", each)
        for each in known
    )
    plain = []
    for each in usual:
        digit = unicodedata.decimal(each, None)
        if digit is not None:
            plain.append(str(digit))
        elif each.isspace():
            plain.append(" ")
        elif unicodedata.category(each) != "Cf":
            plain.append(_SAME.get(each, each))
    return "".join(plain)


def _is_superscript_or_circled(character: str) -> bool:
    """Return whether the character is a number that is not a decimal digit."""
    return unicodedata.category(character) == "No"


def readings(
    number: str, locale: str, decimals: int, *, groups_by_point: bool = False
) -> tuple[Decimal, ...]:
    """Return the possible values of a number: one, or two with the thousands reading first.

    :param number: as in `TypedAmount`
    :param decimals: maximum number of decimals
    :param groups_by_point: whether a point is known to separate thousands
    :raises NumberTextError: it is not a number, or has more decimals
    """
    separators = [each for each in number if each in _SEPARATORS]
    groups = re.split(r"[.,' ]", number)
    if not separators:
        return (Decimal(number),)
    last, whole = separators[-1], "".join(groups)
    number_format = conventions(locale)
    if len(set(separators)) == 1 and (len(separators) > 1 or last in "' "):
        if not _are_thousands(groups, number_format):
            raise NumberTextError(NumberFault.NOT_A_NUMBER)
        return (Decimal(whole),)
    if len(separators) > 1:
        # The last one is the decimal sign.
        if last in "' " or len(set(separators[:-1])) > 1 or last in separators[:-1]:
            raise NumberTextError(NumberFault.NOT_A_NUMBER)
        if not _are_thousands(groups[:-1], number_format):
            raise NumberTextError(NumberFault.NOT_A_NUMBER)
        return (_decimal("".join(groups[:-1]), groups[-1], decimals),)
    first_digits, last_digits = groups
    if (
        len(last_digits) != _THOUSANDS
        or not first_digits.strip("0")
        or len(first_digits) > _THOUSANDS
    ):
        return (_decimal(first_digits, last_digits, decimals),)
    return _two_readings(
        first_digits, last_digits, last, number_format, decimals, groups_by_point=groups_by_point
    )


def _two_readings(
    first_digits: str,
    last_digits: str,
    separator: str,
    number_format: Conventions,
    decimals: int,
    *,
    groups_by_point: bool,
) -> tuple[Decimal, ...]:
    """Return the one or two values of a number with a separator before three digits.

    There is only one if the text follows the reader's own format for amounts of the currency.
    """
    thousands = Decimal(first_digits + last_digits)
    has_three = decimals == _THOUSANDS
    if has_three and separator == number_format.decimal_sign:
        return (_decimal(first_digits, last_digits, decimals),)
    is_group_sign = separator == number_format.group_sign or (groups_by_point and separator == ".")
    if is_group_sign and not has_three:
        return (thousands,)
    try:
        return (thousands, _decimal(first_digits, last_digits, decimals))
    except NumberTextError as error:
        raise NumberTextError(error.fault, thousands) from None


def _are_thousands(groups: list[str], number_format: Conventions) -> bool:
    """Return whether the groups have the lengths that thousands separators leave: 1,234,567.

    In Indian formats also 12,34,567.
    """
    first, *others = groups
    if len(groups) == 1:
        return True
    if not first or first.startswith("0"):
        return False
    if len(first) <= _THOUSANDS and all(len(each) == _THOUSANDS for each in others):
        return True
    *middle, end = others
    return (
        number_format.is_indian
        and len(first) <= 2
        and all(len(each) == 2 for each in middle)
        and len(end) == _THOUSANDS
    )


def _decimal(integer_digits: str, decimal_digits: str, decimals: int) -> Decimal:
    """Return the number with these digits; raise an error if it has more than `decimals` decimals.

    Three decimals are accepted if the superfluous ones are zeros; other superfluous zeros are
    refused, because some places group digits differently.

    :raises NumberTextError: it has more decimals
    """
    if len(decimal_digits) > decimals and (
        len(decimal_digits) != _THOUSANDS or decimal_digits[decimals:].strip("0")
    ):
        raise NumberTextError(NumberFault.TOO_MANY_DECIMALS)
    return Decimal(f"{integer_digits or 0}.{decimal_digits}")
