"""Terms that every translation has to use, with what the pages of the languages say for them.

The words are in the tables of ``docs/languages``. The terms here are those that have one meaning
in all of our texts; others, such as "deal" or "open", depend on the sentence.
"""

import re
from functools import cache
from pathlib import Path

from config.languages import folder_name

PAGES = Path(__file__).parent.parent / "docs" / "languages"

TERMS = (
    "ace", "administrator", "announcement", "bomb", "broke even", "cash", "certificate",
    "club account", "club night", "coach", "correction", "dealer", "default", "diamonds",
    "display name", "empty seat", "entry fee", "five of a kind", "flush", "full house", "guest",
    "hearts", "jack", "king", "knock-out", "language", "ledger", "lesson", "link", "loss limit",
    "max. loss", "member", "next deal", "notification", "offline", "organizer", "overdue",
    "passkey", "password", "pause", "payment details", "penalty", "play now", "player limit",
    "privacy", "queen", "rating", "redeal", "replay", "resume", "role", "rule set", "score sheet",
    "season", "second factor", "settings", "settlement", "shuffle", "shuffle check", "sit down",
    "sit out", "spades", "standings", "statement", "straight flush", "substitute", "suit",
    "time zone", "tournament", "treasurer", "trick", "username", "waive",
)  # fmt: skip

#: Further forms of a term, by language.
VARIANTS = {
    ("zh-hant", "ledger"): ("帳目",),
    ("zh-hant", "penalty"): ("罰",),
    ("zh-hant", "trick"): ("一手",),
    ("zh-hans", "ledger"): ("账目",),
    ("id", "dealer"): ("pembagi",),
    ("id", "statement"): ("rekap",),
    ("id", "waive"): ("bebas",),
    ("fil", "email address"): ("email",),
}

#: Words that are forbidden only where the English text has another word, by language.
FORBIDDEN_FOR = {
    "zh-hant": (("登錄", r"\bsign(s|ed|ing)?[ -]in\b"), (r"(?<!在)進行(?!中)", ""), ("[“”‘’]", "")),
    "zh-hans": ((r"(?<!在)进行(?!中)", ""), ("[「」]", "")),
    "fil": ((r"\bkamay\b", r"\bhands?\b"), (r"\bkasunduan\b", r"\bdeals?\b")),
    "id": ((r"\bklub\b", r"[♣]"),),
}

#: English words that no text in another language needs.
ENGLISH_WORDS = re.compile(
    r"\b(the|of|and|you|your|with|won|lost|wins|loses|played|plays|passed|passes|cards|left|leads"
    r"|doubled|tripled|points|player|players|who|was|were|has|have|for|this|that|from)\b",
    re.IGNORECASE,
)
#: Those that are words of the language all the same.
LOANWORDS = {"fil": {"player", "lead"}}
#: Combinations keep their English names in Indonesian and Filipino.
_KEPT_NAMES = re.compile(r"\b(four|five) of a kind\b", re.IGNORECASE)

_ASIDE = re.compile(r"\s*[（(].*?[)）]\s*")
_ROW = re.compile(r"\| (.+?) \| (.+?) \| .*\|$")


def _page(code: str) -> str:
    """Return the text of a language's page."""
    return (PAGES / f"{folder_name(code)}.md").read_text("utf-8")


@cache
def words_for(code: str) -> dict[str, set[str]]:
    """Return the words of a language by English term, as its tables have them."""
    found: dict[str, set[str]] = {}
    tables = _page(code).split("\n## Terms\n")[1].split("\n## ")[0]
    for row in filter(None, map(_ROW.match, tables.splitlines())):
        terms = re.split(r",\s+", _ASIDE.sub("", row[1]))
        words = [each.strip() for each in re.split(r"[、,;/]", _ASIDE.sub("", row[2]))]
        # "win, lose" | "贏、輸" are two terms; "club account" | "kas, kas klub" is one.
        pairs = zip(terms, words, strict=True) if len(terms) == len(words) else ()
        for term, word in pairs or ((term, word) for term in terms for word in words):
            found.setdefault(term, set()).add(word.casefold())
    for (language, term), more in VARIANTS.items():
        if language == code and term in found:
            found[term].update(more)
    return found


@cache
def forbidden_words(code: str) -> tuple[str, ...]:
    """Return the words that a language's page forbids everywhere; others are in `FORBIDDEN_FOR`."""
    listed = _page(code).split("\n## Forbidden words")[1].split("\n", 1)[1]
    words = (each.strip() for each in listed.replace("\n", " ").split(", "))
    return tuple(each for each in words if not re.search(r"[（(+“「]|\)| for ", each))


def english_words(code: str, text: str) -> list[str]:
    """Return the words that show that a text of another language was not translated."""
    # Scripts fill {placeholders}.
    text = re.sub(r"\{\w+\}", "", _KEPT_NAMES.sub("", text))
    found = set(map(str.lower, ENGLISH_WORDS.findall(text)))
    return sorted(found - LOANWORDS.get(code, set()))
