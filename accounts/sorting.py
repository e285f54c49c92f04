"""Sort order of names in every list.

Accents and case are folded, numbers sort by value, signs and spaces only separate words. Latin
letters come before other scripts, and both kinds of kana sort together. Chinese characters sort by
pinyin for readers of Simplified Chinese, by strokes for readers of Traditional Chinese, and by code
point for others. Names that differ only by accents or case stay adjacent, in a fixed order.
"""

import gzip
import os
import unicodedata
from collections.abc import Callable, Iterable
from functools import cache, lru_cache
from itertools import groupby
from pathlib import Path
from typing import Any, Final, Protocol, TypeVar

from django.utils.translation import get_language

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
    """Return the sort key of a name in the reader's language, to be compared by code points.

    >>> sorted(["Zoe", "Émile", "adam", "Åsa", "大文", "Table 10", "Table 2"], key=sort_key)
    ['adam', 'Åsa', 'Émile', 'Table 2', 'Table 10', 'Zoe', '大文']
    """
    if not name.isascii() and (language := get_language() or "").startswith("zh"):
        return _chinese_key(name, "hant" in language)
    return _root_key(name)


@lru_cache(maxsize=4096)
def _chinese_key(name: str, is_traditional: bool) -> str:
    """Return the sort key of a name for readers of Chinese; cached."""
    place = _by_strokes if is_traditional else _by_pinyin
    return _root_key(name, "".join(map(place, unicodedata.normalize("NFKC", name[:_LONGEST]))))


#: Put before what Chinese characters sort by: after letters of other scripts.
_HAN: Final = "\u4e00"


def _by_strokes(character: str) -> str:
    """Return what a character sorts by in Traditional Chinese: its number of strokes."""
    count = _strokes().get(character)
    return character if count is None else f"{_HAN}{count}{character}"


@cache
def _strokes() -> dict[str, int]:
    """Return the number of strokes of each character, from Unihan."""
    text = gzip.decompress(_STROKES.read_bytes()).decode()
    lines = (line.split(" ") for line in text.splitlines())
    return {character: int(count) for count, characters in lines for character in characters}


_STROKES: Final = Path(__file__).parent / "vendor" / "unihan" / "strokes.txt.gz"


def _by_pinyin(character: str) -> str:
    """Return what a character sorts by in Simplified Chinese: its reading with the tone."""
    reading = _pinyin().get(ord(character))
    return character if reading is None else f"{_HAN}{_spelled(reading)}{character}"


@cache
def _pinyin() -> dict[int, str]:
    """Return the readings of each character, the most common first."""
    # Its phrases would take 50 MB and a second; names have few.
    os.environ.setdefault("PYPINYIN_NO_PHRASES", "true")
    from pypinyin.pinyin_dict import pinyin_dict

    return pinyin_dict


def _spelled(readings: str) -> str:
    """Return the first reading in plain letters, with the number of its tone: "lv4"."""
    apart = unicodedata.normalize("NFD", readings.partition(",")[0])
    letters = "".join(each for each in apart if each not in _TONES).replace("u\u0308", "v")
    tone = next((_TONES.index(each) + 1 for each in apart if each in _TONES), 5)
    return f"{letters}{tone}"


#: The accents of the four tones.
_TONES: Final = ("\u0304", "\u0301", "\u030c", "\u0300")


def _root_key(name: str, text: str = "") -> str:
    """Return the sort key of a name, the same in every language.

    :param text: what to sort by in place of the name
    """
    text = unicodedata.normalize("NFKC", text or name[:_LONGEST])
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
    return _root_key(name).encode()[: STORED_LENGTH // 2].hex()


def person_key(person: Named) -> tuple[str, Any]:
    """Return the sort key of a user or other named object: its name, then its primary key."""
    return sort_key(person.shown_name), person.pk


def sorted_by(items: Iterable[T], name: Callable[[T], str]) -> list[T]:
    """Return the items sorted by the name that the function `name` returns for each."""
    return sorted(items, key=lambda each: sort_key(name(each)))
