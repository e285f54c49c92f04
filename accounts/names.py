"""What people may be called: nobody passes for somebody else, or for the club.

Two names are alike where their skeletons are the same (Unicode Technical Standard 39): letters that
look alike count as one, and so do small and large ones, l, I and 1. Real names of all scripts stay
possible, also beside each other; what is refused is a word whose letters are of several scripts,
unless they are written together anywhere.

Titles (of clubs, events, seasons, house rules, news) go through the same checks; only the words
that are kept for the club may stand in them, and they have a letter or a digit. Sentences (reasons)
and longer texts (descriptions, news, remarks) need signs that names have no use for, such as the
joiners of Persian and the marks that tell the direction: in them only what turns the text around
them is refused, and a text of which nothing is seen. A reason has a letter or a digit besides.
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


_ADDRESS = re.compile(r"\w@\w[\w-]*\.\w")


class NameFlaw(Enum):
    """Why a name will not do."""

    UNSEEN = "unseen"
    MARKS = "marks"
    MIXED = "mixed"
    RESERVED = "reserved"
    #: It reads as an e-mail address.
    ADDRESS = "address"
    #: There is no letter and no digit in it.
    LETTERLESS = "letterless"
    #: Of a text: nothing of it is seen.
    BLANK = "blank"
    #: Of a text: it turns the direction of what stands around it.
    TURNED = "turned"


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
    seen = "".join(
        each
        for each in text
        if each.isprintable() and not each.isspace() and not _shows_nothing(each)
    )
    return seen.replace("i", "l").replace("1", "l").replace("0", "o")[:SKELETON_LENGTH]


def _alike(text: str) -> str:
    return "".join(_looks_like(each) for each in unicodedata.normalize("NFD", text))


_Checks = tuple[tuple[NameFlaw, Callable[[str], bool]], ...]


def fault(name: str) -> NameFlaw | None:
    """Return why nobody may be called so; None where they may."""
    checks: _Checks = (
        (NameFlaw.UNSEEN, _has_unseen),
        (NameFlaw.MARKS, _has_many_marks),
        (NameFlaw.MIXED, _is_mixed),
        (NameFlaw.RESERVED, is_reserved),
        (NameFlaw.ADDRESS, _is_address),
    )
    return _first(checks, name)


def title_fault(title: str) -> NameFlaw | None:
    """Return why a club, an event, rules or news cannot have the title; None where they can.

    >>> title_fault("鋤大弟 Night"), title_fault("Café Cup")
    (None, None)
    """
    checks: _Checks = (
        (NameFlaw.UNSEEN, _has_unseen),
        (NameFlaw.MARKS, _has_many_marks),
        (NameFlaw.MIXED, _is_mixed),
        (NameFlaw.LETTERLESS, _has_no_letter),
    )
    return _first(checks, title)


def text_fault(text: str) -> NameFlaw | None:
    """Return why the text cannot be shown beside others; None where it can, or is empty."""
    checks: _Checks = ((NameFlaw.TURNED, _turns), (NameFlaw.BLANK, _is_blank))
    return _first(checks, text) if text else None


def reason_fault(text: str) -> NameFlaw | None:
    """Return why the sentence is no reason; None where it is one."""
    checks: _Checks = (
        (NameFlaw.TURNED, _turns),
        (NameFlaw.BLANK, _is_blank),
        (NameFlaw.LETTERLESS, _has_no_letter),
    )
    return _first(checks, text)


def _first(checks: _Checks, text: str) -> NameFlaw | None:
    return next((why for why, applies in checks if applies(text)), None)


def is_reserved(name: str) -> bool:
    """Tell whether the name is the club's own, or one that the club gives."""
    if RESERVED_BEGINNING.match(unicodedata.normalize("NFKC", name)):
        return True
    text = unicodedata.normalize("NFKC", name)
    letters = "".join(each for each in text if each.isalnum())
    return skeleton(letters.rstrip("0123456789")) in _reserved()


@cache
def _reserved() -> frozenset[str]:
    return frozenset(map(skeleton, RESERVED))


#: They join the parts of a picture (emoji), and are seen with it.
JOINERS = "\u200d\ufe0e\ufe0f"
#: Letters and signs that show nothing, though they count as letters or signs.
BLANKS = (
    "\u115f\u1160\u3164\uffa0\u2800\u034f\u17b4\u17b5\ufffc\U00013441\U00013442\U00016fe4\U0001d159"
)
#: They choose a form of the letter or picture before them, and show nothing by themselves.
SELECTORS = re.compile("[\u180b-\u180d\u180f\ufe00-\ufe0f\U000e0100-\U000e01ef]")
#: It keeps letters apart that would be joined; after these, it is seen by what they look like.
NON_JOINER, VIRAMA = "\u200c", 9
#: They turn the direction of all that follows them, names and times of other people included.
DIRECTION_OVERRIDES = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def _shows_nothing(each: str) -> bool:
    return each in BLANKS or SELECTORS.match(each) is not None


def _is_seen(each: str) -> bool:
    """Tell whether the character shows something by itself."""
    if not each.isprintable() or each.isspace() or _shows_nothing(each):
        return False
    return not _is_mark(each)


def _has_no_letter(text: str) -> bool:
    # Letters that only modify others look like signs: the Arabic stretch of a line, apostrophes.
    return not any(
        each.isalnum() and _is_seen(each) and unicodedata.category(each) != "Lm" for each in text
    )


def _is_address(name: str) -> bool:
    """Tell whether the name reads as an e-mail address, which may be that of a member."""
    return _ADDRESS.search(unicodedata.normalize("NFKC", name)) is not None


def _is_blank(text: str) -> bool:
    return not any(map(_is_seen, text))


def _turns(text: str) -> bool:
    """Tell whether the text turns its surroundings, or has what is neither text nor line break."""
    return any(
        each in DIRECTION_OVERRIDES
        or (unicodedata.category(each) in {"Cc", "Cs"} and not each.isspace())
        for each in text
    )


def _has_unseen(name: str) -> bool:
    return _is_blank(name) or any(
        _is_unseen(each, name[at - 1] if at else "") for at, each in enumerate(name)
    )


def _is_unseen(each: str, before: str) -> bool:
    """Tell whether nothing is seen of the character where it stands."""
    if each in BLANKS:
        return True
    if each in JOINERS:
        return not before or unicodedata.category(before) not in PICTURES
    if each == NON_JOINER and before:
        # As in the Persian name of Ali-Reza, and in half letters of Indian scripts.
        return str(categories.alias(before)) != "ARABIC" and unicodedata.combining(before) != VIRAMA
    if SELECTORS.match(each):
        # Rare forms of Chinese characters, in Japanese names, and of Mongolian letters.
        return not before or str(categories.alias(before)) not in {"HAN", "MONGOLIAN"}
    return not each.isprintable() and not each.isspace()


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
