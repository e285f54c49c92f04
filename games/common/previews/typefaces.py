"""The letters of pictures: the club's own faces, and for other scripts what the machine has.

A face that lacks a letter would draw a box; so words are drawn letter by letter with the first
face that has it, and words of which a letter is nowhere are not drawn at all.
"""

import unicodedata
from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

from django.conf import settings
from PIL import ImageFont

FONTS = Path(settings.BASE_DIR) / "static" / "vendor" / "fonts"
#: No face has a letter there: what it draws is what it draws for every letter that it lacks.
NO_LETTER = "\U0010ffff"


class Typeface(NamedTuple):
    """A file of letters and how bold they are; 0 where it has one weight alone."""

    path: str
    weight: int


class Run(NamedTuple):
    """Neighbouring letters of one face."""

    text: str
    font: ImageFont.FreeTypeFont


def _own(*names: str, weight: int) -> tuple[Typeface, ...]:
    others = (Typeface(path, 0) for path in settings.PICTURE_FONTS)
    return (*(Typeface(str(FONTS / name), weight) for name in names), *others)


def display() -> tuple[Typeface, ...]:
    """Return the faces of titles, the first choice first."""
    return _own(
        "besley-latin.woff2",
        "libre-franklin-latin.woff2",
        "libre-franklin-latin-ext.woff2",
        weight=700,
    )


def text() -> tuple[Typeface, ...]:
    """Return the faces of all other words."""
    return _own("libre-franklin-latin.woff2", "libre-franklin-latin-ext.woff2", weight=500)


@cache
def _font(face: Typeface, size: int) -> ImageFont.FreeTypeFont:
    font = ImageFont.truetype(face.path, size)
    if face.weight:
        font.set_variation_by_axes([face.weight])
    return font


@lru_cache(maxsize=8192)
def _has(face: Typeface, letter: str) -> bool:
    if letter.isspace():
        return True
    font = _font(face, 32)
    mask, box = font.getmask2(letter)
    none, none_box = font.getmask2(NO_LETTER)
    return (box, mask.size, bytes(mask)) != (none_box, none.size, bytes(none))


def _face_of(faces: tuple[Typeface, ...], letter: str) -> Typeface | None:
    return next((face for face in faces if _has(face, letter)), None)


def drawable(words: str, faces: tuple[Typeface, ...]) -> str:
    """Return the words as they can be drawn: without those of which a letter is nowhere.

    Empty where nothing but punctuation would be left.
    """
    tidy = unicodedata.normalize("NFC", " ".join(words.split()))
    kept = [word for word in tidy.split(" ") if all(_face_of(faces, letter) for letter in word)]
    return " ".join(kept) if any(letter.isalnum() for word in kept for letter in word) else ""


def can_write(words: str) -> bool:
    """Tell whether a title can have the words as they are, such as somebody's name."""
    return drawable(words, display()) == unicodedata.normalize("NFC", " ".join(words.split()))


def runs(words: str, faces: tuple[Typeface, ...], size: int) -> Iterator[Run]:
    """Split drawable words into runs of one face each."""
    for face, letters in groupby(words, lambda letter: _face_of(faces, letter)):
        assert face is not None, words
        yield Run("".join(letters), _font(face, size))


def width(words: str, faces: tuple[Typeface, ...], size: int) -> float:
    """Return how wide the drawable words are, in pixels."""
    return sum(run.font.getlength(run.text) for run in runs(words, faces, size))
