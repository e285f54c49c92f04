"""Fonts of preview pictures: our own, and fonts of the system for other scripts.

A font without a character would draw a box. So text is drawn with the first font that has each
character, and a word with a character missing in all fonts is left out.
"""

import unicodedata
from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

from django.conf import settings
from django.utils.translation import get_language
from PIL import ImageFont

FONTS = Path(settings.BASE_DIR) / "static" / "vendor" / "fonts"
#: No font has this character, so its image is that of every missing character.
NO_LETTER = "\U0010ffff"
#: Names of the files with Noto Sans CJK, and its fonts for Chinese; the first one is Japanese.
CJK_COLLECTIONS = {Path(path).name for path in settings.CJK_FONTS}
CJK_INDEX = {"zh-hans": 2, "zh-hant": 3}


class Typeface(NamedTuple):
    """A font file and its weight; 0 if it has a single weight."""

    path: str
    weight: int
    #: The font's position in a collection of several.
    position: int = 0


class Run(NamedTuple):
    """Adjacent characters of one font."""

    text: str
    font: ImageFont.FreeTypeFont


def _faces_with_fallbacks(*names: str, weight: int) -> tuple[Typeface, ...]:
    """Return our fonts at that weight, then the fonts named in the settings."""
    index = CJK_INDEX.get(get_language() or "", CJK_INDEX["zh-hant"])
    others = (
        Typeface(path, 0, index if Path(path).name in CJK_COLLECTIONS else 0)
        for path in settings.PICTURE_FONTS
    )
    return (*(Typeface(str(FONTS / name), weight) for name in names), *others)


def display() -> tuple[Typeface, ...]:
    """Return the typefaces for titles, in order of preference: our own, then the system's."""
    return _faces_with_fallbacks(
        "besley-latin.woff2",
        "libre-franklin-latin.woff2",
        "libre-franklin-latin-ext.woff2",
        weight=700,
    )


def text() -> tuple[Typeface, ...]:
    """Return the typefaces for other text, in order of preference: our own, then the system's."""
    return _faces_with_fallbacks(
        "libre-franklin-latin.woff2", "libre-franklin-latin-ext.woff2", weight=500
    )


@cache
def _loaded_font(face: Typeface, size: int) -> ImageFont.FreeTypeFont:
    """Return the font at the face's weight and a size in pixels."""
    font = ImageFont.truetype(face.path, size, index=face.position)
    if face.weight:
        font.set_variation_by_axes([face.weight])
    return font


@lru_cache(maxsize=8192)
def _has_glyph(face: Typeface, letter: str) -> bool:
    """Return whether the font can draw the letter; blanks need no glyph."""
    if letter.isspace():
        return True
    font = _loaded_font(face, 32)
    mask, box = font.getmask2(letter)
    none, none_box = font.getmask2(NO_LETTER)
    return (box, mask.size, bytes(mask)) != (none_box, none.size, bytes(none))


def _face_for(faces: tuple[Typeface, ...], letter: str) -> Typeface | None:
    """Return the first face that has the letter; None if none does."""
    return next((face for face in faces if _has_glyph(face, letter)), None)


def drawable(words: str, faces: tuple[Typeface, ...]) -> str:
    """Return the text without words that have a character missing in all fonts.

    Empty if only punctuation would be left.
    """
    tidy = unicodedata.normalize("NFC", " ".join(words.split()))
    kept = [word for word in tidy.split(" ") if all(_face_for(faces, letter) for letter in word)]
    return " ".join(kept) if any(letter.isalnum() for word in kept for letter in word) else ""


def can_draw(words: str) -> bool:
    """Return whether a title, such as a user's name, can be drawn in full."""
    return drawable(words, display()) == unicodedata.normalize("NFC", " ".join(words.split()))


def runs(words: str, faces: tuple[Typeface, ...], size: int) -> Iterator[Run]:
    """Split drawable text into runs of one font each."""
    for face, letters in groupby(words, lambda letter: _face_for(faces, letter)):
        assert face is not None, words
        yield Run("".join(letters), _loaded_font(face, size))


def width(words: str, faces: tuple[Typeface, ...], size: int) -> float:
    """Return the width of drawable text in pixels."""
    return sum(run.font.getlength(run.text) for run in runs(words, faces, size))
