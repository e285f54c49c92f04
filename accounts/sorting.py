"""The order of names in every list: one sort key, whatever the reader's language.

Accents and case are folded, numbers count by their value, signs and blanks only divide words; after
Latin letters come those of other scripts, both kinds of kana in one order, Chinese characters
by their place in Unicode. Names that differ by accents or case alone follow each other, in an order
that never changes.
"""

import unicodedata
from collections.abc import Callable, Iterable
from itertools import groupby
from typing import Any, Final, Protocol, TypeVar

#: Letters that Unicode does not take apart, as what they sort.
_LETTERS: Final = str.maketrans(
    {
        "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ħ": "h",
        "ı": "i", "ĸ": "k", "ŋ": "n", "ŧ": "t", "ƒ": "f", "ə": "e", "ɓ": "b", "ɗ": "d", "ƙ": "k",
        "ɔ": "o", "ɛ": "e", "ɣ": "g", "ʋ": "v", "ɖ": "d", "ɨ": "i", "ʉ": "u",
        # Ukrainian, Belarusian, Serbian and Macedonian, beside the letters that they follow.
        "і": "и", "є": "е", "ґ": "г", "ј": "и", "ђ": "д", "ћ": "т", "љ": "л", "њ": "н", "џ": "ч",
        "ʻ": "", "ʼ": "", "'": "", "’": "", "\u30fc": "",
    }
    # Katakana, as hiragana.
    | {chr(letter): chr(letter - 0x60) for letter in range(0x30A1, 0x30F7)}
)  # fmt: skip
#: How long a stored key is at most.
STORED_LENGTH: Final = 240
#: Between the words of a key, and before the name itself, which decides where all else is equal.
_BLANK, _END = " ", "\x1f"
#: So many characters of a name are folded: no name is longer.
_LONGEST: Final = 400


class Named(Protocol):
    """A person, as lists show them."""

    @property
    def pk(self) -> Any:
        """The number of the person."""

    @property
    def shown_name(self) -> str:
        """The name that everybody sees."""


T = TypeVar("T")
P = TypeVar("P", bound=Named)


def sort_key(name: str) -> str:
    """Return a text by whose code points names are in order.

    >>> sorted(["Zoe", "Émile", "adam", "Åsa", "大文", "Table 10", "Table 2"], key=sort_key)
    ['adam', 'Åsa', 'Émile', 'Table 2', 'Table 10', 'Zoe', '大文']
    """
    text = unicodedata.normalize("NFKC", name[:_LONGEST])
    folded = unicodedata.normalize("NFD", unicodedata.normalize("NFD", text).casefold())
    letters = "".join(each for each in folded if not unicodedata.combining(each))
    parts = [
        _number(run) if kind == "digit" else _BLANK if kind == "sign" else "".join(run)
        for kind, run in groupby(letters.translate(_LETTERS), key=_kind)
    ]
    return f"{''.join(parts).strip(_BLANK) or _LAST}{_END}{text.casefold()}{_END}{name}"


#: Before names without a letter or digit, which come last.
_LAST: Final = "\U0010fffd"


def _kind(character: str) -> str:
    if character.isdecimal():
        return "digit"
    # Vowel signs of Indian scripts are marks, and part of the word.
    is_letter = character.isalnum() or unicodedata.category(character).startswith("M")
    return "letter" if is_letter else "sign"


def _number(digits: Iterable[str]) -> str:
    """Return a number as text that sorts by value: how many digits it has, and these."""
    plain = "".join(str(unicodedata.decimal(each)) for each in digits).lstrip("0")
    return f"0{chr(0x100 + len(plain))}{plain}"


def by_name(people: Iterable[P]) -> list[P]:
    """Return the people by the names that lists show of them."""
    return sorted(people, key=person_key)


def stored_sort_key(name: str) -> str:
    """Return a key for a column: the same order in every database, whatever its collation."""
    return sort_key(name).encode()[: STORED_LENGTH // 2].hex()


def person_key(person: Named) -> tuple[str, Any]:
    """Return where the person comes in a list of names."""
    return sort_key(person.shown_name), person.pk


def sorted_by(items: Iterable[T], name: Callable[[T], str]) -> list[T]:
    """Return the items by their names."""
    return sorted(items, key=lambda each: sort_key(name(each)))
