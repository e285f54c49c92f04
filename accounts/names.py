"""What people may be called: nobody passes for somebody else, or for the club.

Two names are alike where their skeletons are the same (Unicode Technical Standard 39): letters that
look alike count as one, and so do small and large ones, l, I and 1. Real names of all scripts stay
possible, also beside each other; what is refused is a word whose letters are of several scripts,
unless they are written together anywhere.
"""

import re
import unicodedata
from collections.abc import Callable
from enum import Enum
from functools import cache
from itertools import groupby

from confusable_homoglyphs import categories
from confusable_homoglyphs.confusables import confusables_data

#: Columns hold so much of a skeleton.
SKELETON_LENGTH = 200
#: So many marks may be left on a letter where all that can be were put into the letter itself.
MOST_MARKS = 2
#: Scripts whose letters have more marks than that by themselves are left alone below so many.
MOST_MARKS_ANYWHERE = 4
FEW_MARKS = {"LATIN", "GREEK", "CYRILLIC", "COMMON", "INHERITED"}
#: Written together: Chinese, Japanese and Korean, each with Latin.
TOGETHER = (
    {"LATIN", "HAN", "HIRAGANA", "KATAKANA"},
    {"LATIN", "HAN", "BOPOMOFO"},
    {"LATIN", "HAN", "HANGUL"},
)
#: Who speaks for the club, or for nobody.
RESERVED = (
    "admin", "administrator", "moderator", "mod", "staff", "support", "help", "helpdesk", "system",
    "root", "security", "official", "club", "bigtwo", "bigtwoclub", "bot", "guest", "gone",
    "nobody", "everybody", "anonymous", "somebodywholeft", "me",
)  # fmt: skip
#: What names of guests and of those who left begin with.
RESERVED_BEGINNING = re.compile(r"(guest|gone)[\s_.-]", re.IGNORECASE)


class NameFlaw(Enum):
    """Why a name will not do."""

    UNSEEN = "unseen"
    MARKS = "marks"
    MIXED = "mixed"
    RESERVED = "reserved"


@cache
def _looks_like(letter: str) -> str:
    """Return what stands for the letter and for all that look like it."""
    alike = [each["c"].strip("\u200e") for each in confusables_data.get(letter, ())]
    if len(alike) != 1:
        # None looks like it, or it stands for many itself.
        return letter
    other = str(alike[0])
    stands_for_many = len(confusables_data.get(other, ())) > 1
    return other if stands_for_many else min(letter, other)


def skeleton(name: str) -> str:
    """Return what is the same for all names that look alike.

    >>> skeleton("Alice") == skeleton("\u0430lice") == skeleton("AIice")
    True
    """
    text = unicodedata.normalize("NFKC", name)
    for change in (_alike, str.casefold, _alike, str.casefold):
        text = unicodedata.normalize("NFD", change(text))
    seen = "".join(each for each in text if each.isprintable() and not each.isspace())
    return seen.replace("i", "l").replace("1", "l").replace("0", "o")[:SKELETON_LENGTH]


def _alike(text: str) -> str:
    return "".join(_looks_like(each) for each in unicodedata.normalize("NFD", text))


def fault(name: str) -> NameFlaw | None:
    """Return why nobody may be called so; None where they may."""
    checks: tuple[tuple[NameFlaw, Callable[[str], bool]], ...] = (
        (NameFlaw.UNSEEN, _has_unseen),
        (NameFlaw.MARKS, _has_many_marks),
        (NameFlaw.MIXED, _is_mixed),
        (NameFlaw.RESERVED, is_reserved),
    )
    return next((why for why, applies in checks if applies(name)), None)


def is_reserved(name: str) -> bool:
    """Tell whether the name is the club's own, or one that the club gives."""
    if RESERVED_BEGINNING.match(unicodedata.normalize("NFKC", name)):
        return True
    letters = "".join(each for each in name if each.isalnum())
    return skeleton(letters.rstrip("0123456789")) in _reserved()


@cache
def _reserved() -> frozenset[str]:
    return frozenset(map(skeleton, RESERVED))


#: They join the parts of a picture (emoji), and are seen with it.
JOINERS = "\u200d\ufe0e\ufe0f"
#: Letters and signs that show nothing.
BLANKS = "\u115f\u1160\u3164\uffa0\u2800\u034f\u17b4\u17b5"


def _has_unseen(name: str) -> bool:
    return any(
        each in BLANKS
        or (each in JOINERS and (not at or unicodedata.category(name[at - 1]) not in PICTURES))
        or (each not in JOINERS and not each.isprintable() and not each.isspace())
        for at, each in enumerate(name)
    ) or not any(each.isprintable() and not each.isspace() for each in name)


#: Categories of pictures, their shades, and what joins them.
PICTURES = {"So", "Sk", "Cf", "Mn"}


def _has_many_marks(name: str) -> bool:
    marks, script, before = 0, "COMMON", ""
    for each in unicodedata.normalize("NFC", name):
        category = unicodedata.category(each)
        if category == "Me":
            return True
        if category != "Mn" or each in JOINERS:
            marks, script, before = 0, str(categories.alias(each)), ""
            continue
        marks += 1
        most = MOST_MARKS if script in FEW_MARKS else MOST_MARKS_ANYWHERE
        if marks > most or each == before:
            return True
        before = each
    return False


def _is_mixed(name: str) -> bool:
    """Tell whether a word has letters of scripts that are not written together."""
    text = unicodedata.normalize("NFKC", name)
    for is_word, letters in groupby(text, key=lambda each: each.isalnum() or _is_mark(each)):
        if not is_word:
            continue
        scripts = {str(categories.alias(each)) for each in letters} - {"COMMON", "INHERITED"}
        if len(scripts) > 1 and not any(scripts <= together for together in TOGETHER):
            return True
    return False


def _is_mark(each: str) -> bool:
    return unicodedata.category(each).startswith("M")
