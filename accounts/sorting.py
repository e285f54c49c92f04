"""Sort order of names in every list: one sort key for all languages.

Accents and case are folded, numbers sort by value, signs and spaces only separate words. Latin
letters come before other scripts, both kinds of kana sort together, and Chinese characters sort by
code point. Names that differ only by accents or case stay adjacent, in a fixed order.
"""

import unicodedata
from collections.abc import Callable, Iterable
from itertools import groupby
from typing import Any, Final, Protocol, TypeVar

#: Letters that Unicode doesn't decompose, with the letters that they sort as.
_LETTERS: Final = str.maketrans(
    {
        "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ħ": "h",
        "ı": "i", "ĸ": "k", "ŋ": "n", "ŧ": "t", "ƒ": "f", "ə": "e", "ɓ": "b", "ɗ": "d", "ƙ": "k",
        "ɔ": "o", "ɛ": "e", "ɣ": "g", "ʋ": "v", "ɖ": "d", "ɨ": "i", "ʉ": "u",
        # Ukrainian, Belarusian, Serbian and Macedonian letters, next to those that they follow.
        "і": "и", "є": "е", "ґ": "г", "ј": "и", "ђ": "д", "ћ": "т", "љ": "л", "њ": "н", "џ": "ч",
        "ʻ": "", "ʼ": "", "'": "", "’": "", "\u30fc": "",
    }
    # Katakana as hiragana.
    | {chr(letter): chr(letter - 0x60) for letter in range(0x30A1, 0x30F7)}
)  # fmt: skip
#: Maximum length of a stored key.
STORED_LENGTH: Final = 240
#: Separators: between words, and before the name itself, which breaks ties.
_BLANK, _END = " ", "\x1f"
#: Maximum number of characters folded; no name is longer.
_LONGEST: Final = 400


class Named(Protocol):
    """A user or another object that lists show by name."""

    @property
    def pk(self) -> Any:
        """The primary key."""

    @property
    def shown_name(self) -> str:
        """The name shown to others."""


T = TypeVar("T")
P = TypeVar("P", bound=Named)


def sort_key(name: str) -> str:
    """Return the sort key of a name, to be compared by code points.

    >>> sorted(["Zoe", "Émile", "adam", "Åsa", "大文", "Table 10", "Table 2"], key=sort_key)
    ['adam', 'Åsa', 'Émile', 'Table 2', 'Table 10', 'Zoe', '大文']
    """
    text = unicodedata.normalize("NFKC", name[:_LONGEST])
    folded = unicodedata.normalize("NFD", unicodedata.normalize("NFD", text).casefold())
    letters = "".join(each for each in folded if not unicodedata.combining(each))
    parts = [
        _number(run) if kind == "digit" else _BLANK if kind == "sign" else "".join(run)
        for kind, run in groupby(letters.translate(_LETTERS), key=_character_kind)
    ]
    return f"{''.join(parts).strip(_BLANK) or _LAST}{_END}{text.casefold()}{_END}{name}"


#: Prefix of names without a letter or digit, which come last.
_LAST: Final = "\U0010fffd"


def _character_kind(character: str) -> str:
    """Return "digit", "letter" or "sign"."""
    if character.isdecimal():
        return "digit"
    # Vowel signs of Indic scripts are marks and part of the word.
    is_letter = character.isalnum() or unicodedata.category(character).startswith("M")
    return "letter" if is_letter else "sign"


def _number(digits: Iterable[str]) -> str:
    """Return a number as text that sorts by value: its number of digits, then the digits."""
    plain = "".join(str(unicodedata.decimal(each)) for each in digits).lstrip("0")
    return f"0{chr(0x100 + len(plain))}{plain}"


def sorted_by_name(people: Iterable[P]) -> list[P]:
    """Return the users, or other named objects, sorted by their shown names."""
    return sorted(people, key=person_key)


def stored_sort_key(name: str) -> str:
    """Return a sort key for a column, with the same order under every database collation."""
    return sort_key(name).encode()[: STORED_LENGTH // 2].hex()


def person_key(person: Named) -> tuple[str, Any]:
    """Return the sort key of a user or other named object: its name, then its primary key."""
    return sort_key(person.shown_name), person.pk


def sorted_by(items: Iterable[T], name: Callable[[T], str]) -> list[T]:
    """Return the items sorted by the name that the function `name` returns for each."""
    return sorted(items, key=lambda each: sort_key(name(each)))
