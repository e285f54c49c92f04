"""Rules for names: no user can imitate another user or the site's staff.

Two names look alike if their skeletons are equal (Unicode Technical Standard 39): letters that look
alike count as equal, as do upper and lower case, and l, I and 1. Names in every script are allowed,
including words of different scripts; a word is rejected if it mixes scripts that no language writes
together.

Titles (of clubs, events, seasons, house rules, news) have the same rules, except that they may
contain reserved words and need a letter or a digit. Sentences (reasons) and longer texts
(descriptions, news, notes) need characters that names don't, such as Persian joiners and direction
marks. In them, only characters that change the direction of the surrounding text, and texts without
a visible character, are rejected; a reason also needs a letter or a digit.
"""

import re
import unicodedata
from collections.abc import Callable
from enum import Enum
from functools import cache
from itertools import groupby

from confusable_homoglyphs import categories
from confusable_homoglyphs.confusables import confusables_data

#: Maximum length of a stored skeleton.
SKELETON_LENGTH = 200
#: Combining marks allowed per letter after Unicode normalization (NFC).
MAX_MARKS = 2
#: Combining marks allowed per letter in scripts that use more of them than `FEW_MARK_SCRIPTS` do.
MAX_MARKS_OTHER_SCRIPTS = 4
FEW_MARK_SCRIPTS = {"LATIN", "GREEK", "CYRILLIC", "COMMON", "INHERITED"}
#: Scripts that may be mixed in a word: Chinese, Japanese and Korean, each with Latin.
COMPATIBLE_SCRIPTS = (
    {"LATIN", "HAN", "HIRAGANA", "KATAKANA"},
    {"LATIN", "HAN", "BOPOMOFO"},
    {"LATIN", "HAN", "HANGUL"},
)
#: Names that would pass for staff, for the site, or for no particular user.
RESERVED = (
    "admin", "administrator", "moderator", "mod", "staff", "support", "help", "helpdesk", "system",
    "root", "security", "official", "club", "bigtwo", "bigtwoclub", "bot", "bots", "thebots",
    "guest", "gone",
    "nobody", "everybody", "anonymous", "formerplayer", "somebodywholeft", "me",
    # The same in other languages.
    "管理員", "管理员", "版主", "客服", "系統", "系统", "官方", "機器人", "机器人", "電腦", "电脑",
    "電腦玩家", "电脑玩家",
    "訪客", "访客", "遊客", "游客", "匿名", "前玩家", "前會員", "前会员", "已離開的玩家",
    "已离开的玩家",
    "pengelola", "bantuan", "sistem", "resmi", "tamu", "anonim", "mantanpemain", "parabot",
    "tagapamahala", "tulong", "opisyal", "bisita", "panauhin", "datingmanlalaro", "datingplayer",
    "mgabot",
)  # fmt: skip
#: Beginnings of the names of guests and of closed accounts, in the languages of the site.
RESERVED_BEGINNING = re.compile(
    r"(guest|gone|tamu|bisita|mantan pemain|dating manlalaro)[\s_.-]"
    r"|訪客|访客|遊客|游客|前玩家",
    re.IGNORECASE,
)


_ADDRESS = re.compile(r"\w@\w[\w-]*\.\w")


class NameFlaw(Enum):
    """A reason why a name or text is rejected."""

    UNSEEN = "unseen"
    MARKS = "marks"
    MIXED = "mixed"
    RESERVED = "reserved"
    #: It looks like an email address.
    ADDRESS = "address"
    #: It has no letter and no digit.
    LETTERLESS = "letterless"
    #: For texts: it has no visible character.
    BLANK = "blank"
    #: For texts: it changes the writing direction of its surroundings.
    TURNED = "turned"


@cache
def _representative(letter: str) -> str:
    """Return the representative of all letters that look like this one."""
    similar = [each["c"].strip("\u200e") for each in confusables_data.get(letter, ())]
    if len(similar) != 1:
        # No letter looks like it, or it is itself the representative of several.
        return letter
    other = str(similar[0])
    is_representative = len(confusables_data.get(other, ())) > 1
    return other if is_representative else min(letter, other)


def skeleton(name: str) -> str:
    """Return the name's skeleton, which is equal for all names that look alike.

    >>> skeleton("Alice") == skeleton("\u0430lice") == skeleton("AIice")
    True
    """
    text = unicodedata.normalize("NFKC", name)
    for change in (_with_representatives, str.casefold, _with_representatives, str.casefold):
        text = unicodedata.normalize("NFD", change(text))
    seen = "".join(
        each
        for each in text
        if each.isprintable() and not each.isspace() and not _is_blank_or_selector(each)
    )
    return seen.replace("i", "l").replace("1", "l").replace("0", "o")[:SKELETON_LENGTH]


def _with_representatives(text: str) -> str:
    """Return the text decomposed, each letter replaced by its representative."""
    return "".join(_representative(each) for each in unicodedata.normalize("NFD", text))


_Checks = tuple[tuple[NameFlaw, Callable[[str], bool]], ...]


def name_fault(name: str) -> NameFlaw | None:
    """Return the flaw for which the name is rejected as a user's name; None if it is allowed."""
    checks: _Checks = (
        (NameFlaw.UNSEEN, _has_invisible),
        (NameFlaw.MARKS, _has_many_marks),
        (NameFlaw.MIXED, _mixes_scripts),
        (NameFlaw.RESERVED, is_reserved),
        (NameFlaw.ADDRESS, _is_address),
    )
    return _first_flaw(checks, name)


def title_fault(title: str) -> NameFlaw | None:
    """Return the flaw for which the text is rejected as a title; None if it is allowed.

    >>> title_fault("鋤大弟 Night"), title_fault("Café Cup")
    (None, None)
    """
    checks: _Checks = (
        (NameFlaw.UNSEEN, _has_invisible),
        (NameFlaw.MARKS, _has_many_marks),
        (NameFlaw.MIXED, _mixes_scripts),
        (NameFlaw.LETTERLESS, _has_no_letter),
    )
    return _first_flaw(checks, title)


def text_fault(text: str) -> NameFlaw | None:
    """Return the flaw for which the text can't be shown; None if it can, or is empty."""
    checks: _Checks = ((NameFlaw.TURNED, _changes_direction), (NameFlaw.BLANK, _is_blank))
    return _first_flaw(checks, text) if text else None


def reason_fault(text: str) -> NameFlaw | None:
    """Return the flaw for which the text is rejected as a reason; None if it is allowed."""
    checks: _Checks = (
        (NameFlaw.TURNED, _changes_direction),
        (NameFlaw.BLANK, _is_blank),
        (NameFlaw.LETTERLESS, _has_no_letter),
    )
    return _first_flaw(checks, text)


def _first_flaw(checks: _Checks, text: str) -> NameFlaw | None:
    """Return the flaw of the first check that applies to the text; None if none does."""
    return next((flaw for flaw, applies in checks if applies(text)), None)


def is_reserved(name: str) -> bool:
    """Return whether the name is reserved for the site, for guests or for closed accounts."""
    if RESERVED_BEGINNING.match(unicodedata.normalize("NFKC", name)):
        return True
    text = unicodedata.normalize("NFKC", name)
    letters = "".join(each for each in text if each.isalnum())
    return skeleton(letters.rstrip("0123456789")) in _reserved_skeletons()


@cache
def _reserved_skeletons() -> frozenset[str]:
    """Return the skeletons of the reserved names."""
    return frozenset(map(skeleton, RESERVED))


#: Characters that join the parts of an emoji.
JOINERS = "\u200d\ufe0e\ufe0f"
#: Invisible characters that Unicode classifies as letters or symbols.
BLANKS = (
    "\u115f\u1160\u3164\uffa0\u2800\u034f\u17b4\u17b5\ufffc\U00013441\U00013442\U00016fe4\U0001d159"
)
#: Variation selectors: they change the preceding character and are invisible themselves.
SELECTORS = re.compile("[\u180b-\u180d\u180f\ufe00-\ufe0f\U000e0100-\U000e01ef]")
#: Zero-width non-joiner, and the combining class after which it has a visible effect.
NON_JOINER, VIRAMA = "\u200c", 9
#: Characters that change the writing direction of the text after them, other names included.
DIRECTION_OVERRIDES = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def _is_blank_or_selector(character: str) -> bool:
    """Return whether the character is always invisible, or only changes the previous one."""
    return character in BLANKS or SELECTORS.match(character) is not None


def _is_visible(character: str) -> bool:
    """Return whether the character is visible on its own."""
    if not character.isprintable() or character.isspace() or _is_blank_or_selector(character):
        return False
    return not _is_mark(character)


def _has_no_letter(text: str) -> bool:
    """Return whether the text has no visible letter or digit."""
    # Modifier letters (Lm) look like signs: the Arabic tatweel, apostrophes.
    return not any(
        each.isalnum() and _is_visible(each) and unicodedata.category(each) != "Lm" for each in text
    )


def _is_address(name: str) -> bool:
    """Return whether the name looks like an email address, which may be another member's."""
    return _ADDRESS.search(unicodedata.normalize("NFKC", name)) is not None


def _is_blank(text: str) -> bool:
    """Return whether the text has no visible character."""
    return not any(map(_is_visible, text))


def _changes_direction(text: str) -> bool:
    """Return whether the text changes the writing direction, or has control characters."""
    return any(
        each in DIRECTION_OVERRIDES
        or (unicodedata.category(each) in {"Cc", "Cs"} and not each.isspace())
        for each in text
    )


def _has_invisible(name: str) -> bool:
    """Return whether the name has an invisible character, or no visible one."""
    return _is_blank(name) or any(
        _is_invisible_after(each, name[at - 1] if at else "") for at, each in enumerate(name)
    )


def _is_invisible_after(character: str, previous: str) -> bool:
    """Return whether the character is invisible after the character `previous`."""
    if character in BLANKS:
        return True
    if character in JOINERS:
        return not previous or unicodedata.category(previous) not in EMOJI_CATEGORIES
    if character == NON_JOINER and previous:
        # Visible in Persian, as in Ali-Reza, and in half letters of Indic scripts.
        return (
            str(categories.alias(previous)) != "ARABIC"
            and unicodedata.combining(previous) != VIRAMA
        )
    if SELECTORS.match(character):
        # Visible after Chinese characters (rare forms in Japanese names) and Mongolian letters.
        return not previous or str(categories.alias(previous)) not in {"HAN", "MONGOLIAN"}
    return not character.isprintable() and not character.isspace()


#: Unicode categories of emoji, of their skin tones, and of the characters that join them.
EMOJI_CATEGORIES = {"So", "Sk", "Cf", "Mn"}


def _has_many_marks(name: str) -> bool:
    """Return whether a letter has too many combining marks, or the same one twice."""
    marks, script, previous = 0, "COMMON", ""
    for each in unicodedata.normalize("NFC", name):
        category = unicodedata.category(each)
        if category == "Me":
            return True
        if category != "Mn" or each in JOINERS:
            marks, script, previous = 0, str(categories.alias(each)), ""
            continue
        marks += 1
        limit = MAX_MARKS if script in FEW_MARK_SCRIPTS else MAX_MARKS_OTHER_SCRIPTS
        if marks > limit or each == previous:
            return True
        previous = each
    return False


def _mixes_scripts(name: str) -> bool:
    """Return whether a word mixes scripts that no language writes together."""
    text = unicodedata.normalize("NFKC", name)
    for is_word, letters in groupby(text, key=lambda each: each.isalnum() or _is_mark(each)):
        if not is_word:
            continue
        scripts = {str(categories.alias(each)) for each in letters} - {"COMMON", "INHERITED"}
        if len(scripts) > 1 and not any(scripts <= together for together in COMPATIBLE_SCRIPTS):
            return True
    return False


def _is_mark(character: str) -> bool:
    """Return whether the character is a combining mark."""
    return unicodedata.category(character).startswith("M")
