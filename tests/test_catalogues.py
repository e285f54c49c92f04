"""The catalogues: what must hold for every translation, however many there are by now.

A translation that is right all the same has a line in `EXCEPTIONS`, with its reason. Whether texts
fit, in a pseudo-locale, is checked in browsers (tests/e2e/test_geometry.py).
"""

import gettext
import re
from collections.abc import Iterator
from functools import cache

import pytest
from babel.messages.catalog import Message
from django.conf import settings
from django.utils import translation

from config import languages
from config.tools.catalogues import (
    PLACEHOLDER,
    TEMPLATES,
    entries,
    fault,
    forms,
    is_translated,
    read,
)
from games.language import labels, log, score_words
from games.rulebook.prose.chapters import prose
from games.rules import record
from games.rules.deal.actions import parse_action
from games.rules.deal.apply import apply
from games.rules.ruleset.rule_set import RuleSet
from games.rules.view import view
from tests.catalogue_terms import (
    FORBIDDEN_FOR,
    TERMS,
    english_words,
    forbidden_words,
    words_for,
)
from tests.deals import RULES, recorded

#: Language, check and English text of translations that are right all the same, with the reason.
EXCEPTIONS: dict[tuple[str, str, str], str] = {
    **{
        (code, "full stop", text): "abbreviated in English only"
        for code in ("zh-hans", "zh-hant")
        for text in (
            *("a.m.", "p.m.", "Jan.", "Feb.", "Aug."),
            *("Sept.", "Oct.", "Nov.", "Dec."),
        )
    },
    **{(code, "blanks", ", "): "Chinese lists have no blanks" for code in ("zh-hans", "zh-hant")},
    **{
        (code, "width", "yes,no,maybe"): "commas separate the values for a program"
        for code in ("zh-hans", "zh-hant")
    },
    **{
        (code, "terms", text): "worded without the term"
        for codes, texts in (
            (
                ("zh-hant", "zh-hans"),
                (
                    "No one declined this correction in time, so the result was changed.",
                    "The flush in the higher suit wins, whatever its cards. In the same "
                    "suit, the higher top card wins.",
                    "The flush with the higher top card wins. If the top cards have the "
                    "same rank, the higher suit wins.",
                    "%(count)d of these members is on the waiting list.",
                    "The shuffle was made for this deal only.",
                    "Your browser checked the shuffle too: this deal doesn’t match its "
                    "secret and words.",
                    "Find a player’s row and an opponent’s column to see how many points "
                    "the player was ahead in each round they shared a table, or behind. "
                    "Columns are numbered by place in the standings.",
                ),
            ),
            (
                ("zh-hant", "zh-hans", "fil"),
                ("Exempt member",),
            ),
            (
                ("zh-hant", "zh-hans", "id"),
                (
                    "You’re the only member who can manage the ledger of %(club)s, which "
                    "still has open payments. You can close your account once they’re "
                    "settled.",
                ),
            ),
            (
                ("zh-hant",),
                (
                    "Once a player has played four or five of a kind, twos are the lowest "
                    "cards until the deal ends.",
                ),
            ),
            (
                ("zh-hans",),
                (
                    "Flushes are compared by the rank of their highest card, then of the "
                    "second highest, and so on. If all ranks are equal, the higher suit "
                    "wins.",
                    "You’re getting this email because of your settings for: %(group)s.",
                ),
            ),
            (
                ("id", "fil"),
                ("Keep season open",),
            ),
            (
                ("fil",),
                (
                    "Word for seat %(seat)s (empty seat)",
                    "Invite selected members",
                    "Add selected members",
                    "Keep member",
                    "Save privacy settings",
                ),
            ),
        )
        for code in codes
        for text in texts
    },
}

TAG = re.compile(r"</?[a-z]+\b")
#: What may follow a full stop: tags, quotes and brackets.
AFTER_STOP = re.compile(r"(<[^>]*>|[”’\"')」』）\s])+$")
HAN = re.compile(r"[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]")
#: Half-width punctuation beside a Chinese character, and full-width letters and digits.
HALF_WIDTH = re.compile(rf"(?<={HAN.pattern})[,:;!?()]|[,;!?()](?={HAN.pattern})")
FULL_WIDTH = re.compile(r"[０-９Ａ-Ｚａ-ｚ]")


@cache
def translations(code: str) -> list[Message]:
    """Return the translated messages of a language."""
    return [each for each in entries(read(languages.catalogue(code), code)) if is_translated(each)]


def english(message: Message) -> tuple[str, ...]:
    """Return the English singular, and the plural if there is one."""
    return (message.id,) if isinstance(message.id, str) else tuple(message.id)


def wrong(code: str, check: str, fails) -> list[str]:
    """List the language's translations for which the check fails, without the exceptions."""
    return [
        f"{message.id} → {forms(message)}"
        for message in translations(code)
        if fails(message) and (code, check, english(message)[0]) not in EXCEPTIONS
    ]


def is_in(character: str, encoding: str) -> bool:
    try:
        character.encode(encoding)
    except UnicodeEncodeError:
        return False
    return True


@cache
def is_simplified_only(character: str) -> bool:
    """Return whether mainland standards have the character and those of Taiwan don't."""
    return is_in(character, "gb2312") and not is_in(character, "big5")


@cache
def is_traditional_only(character: str) -> bool:
    """Return whether Taiwan's standards have the character and those of the mainland don't."""
    return is_in(character, "big5") and not is_in(character, "gb2312")


def placeholders(text: str) -> set[str]:
    return set(PLACEHOLDER.findall(text))


def ends_with_stop(text: str) -> bool:
    plain = AFTER_STOP.sub("", text)
    return plain.endswith((".", "。")) and not plain.endswith("..")


def blanks(text: str) -> tuple[bool, bool]:
    return text[:1].isspace(), text[-1:].isspace()


every_language = pytest.mark.parametrize("code", languages.TRANSLATED)


@every_language
def test_headers_name_language_and_plural_rule_and_load(code):
    messages = read(languages.catalogue(code), code)
    assert messages.plural_forms == languages.PLURAL_FORMS[code]
    rule = gettext.c2py(languages.PLURAL_FORMS[code].split("plural=")[1].rstrip(";"))
    assert {rule(number) for number in range(200)} == set(range(messages.num_plurals))


def test_filipino_numbers_that_end_in_4_6_or_9_have_a_form_of_their_own():
    rule = gettext.c2py(languages.PLURAL_FORMS["fil"].split("plural=")[1].rstrip(";"))
    assert [rule(number) for number in (0, 1, 2, 3, 5, 7, 8, 10, 11, 13)] == [0] * 10
    assert [rule(number) for number in (4, 6, 9, 14, 16, 19, 24)] == [1] * 7


@every_language
def test_every_translation_can_be_shown(code):
    plurals = read(languages.catalogue(code), code).num_plurals
    assert wrong(code, "fault", lambda message: fault(message, plurals)) == []


@every_language
def test_every_form_has_the_placeholders_of_the_english_text_and_so_its_number(code):
    def differ(message: Message) -> bool:
        wanted = placeholders(english(message)[-1])
        return any(placeholders(form) != wanted for form in forms(message))

    assert wrong(code, "placeholders", differ) == []


@every_language
def test_every_form_has_the_tags_of_the_english_text(code):
    def differ(message: Message) -> bool:
        wanted = sorted(TAG.findall(english(message)[-1]))
        return any(sorted(TAG.findall(form)) != wanted for form in forms(message))

    assert wrong(code, "tags", differ) == []


@every_language
def test_blanks_around_texts_stay(code):
    def differ(message: Message) -> bool:
        return any(blanks(form) != blanks(english(message)[-1]) for form in forms(message))

    assert wrong(code, "blanks", differ) == []


@every_language
def test_translations_end_with_a_full_stop_exactly_where_english_does(code):
    def differ(message: Message) -> bool:
        wanted = ends_with_stop(english(message)[-1])
        return any(ends_with_stop(form) != wanted for form in forms(message))

    assert wrong(code, "full stop", differ) == []


def test_both_filipino_forms_are_the_same():
    assert wrong("fil", "forms", lambda message: len(set(forms(message))) > 1) == []


@pytest.mark.parametrize(
    ("code", "is_foreign"), [("zh-hant", is_simplified_only), ("zh-hans", is_traditional_only)]
)
def test_chinese_has_characters_of_its_own_script_only(code, is_foreign):
    def differ(message: Message) -> bool:
        quoted = "".join(english(message))
        return any(is_foreign(sign) and sign not in quoted for sign in "".join(forms(message)))

    assert wrong(code, "script", differ) == []


@pytest.mark.parametrize("code", ["id", "fil"])
def test_indonesian_and_filipino_have_no_chinese_characters_but_those_quoted_in_english(code):
    def differ(message: Message) -> bool:
        quoted = "".join(english(message))
        return any(sign not in quoted for sign in HAN.findall("".join(forms(message))))

    assert wrong(code, "script", differ) == []


@pytest.mark.parametrize("code", ["zh-hant", "zh-hans"])
def test_chinese_punctuation_is_full_width_and_letters_and_digits_are_not(code):
    def differ(message: Message) -> bool:
        texts = [PLACEHOLDER.sub("", re.sub(r"<[^>]*>", "", form)) for form in forms(message)]
        return any(HALF_WIDTH.search(text) or FULL_WIDTH.search(text) for text in texts)

    assert wrong(code, "width", differ) == []


def test_every_exception_is_still_needed_and_has_a_reason():
    texts = {
        (code, english(each)[0]) for code in languages.TRANSLATED for each in translations(code)
    }
    for (code, _check, text), reason in EXCEPTIONS.items():
        assert (code, text) in texts
        assert reason


def test_each_offered_language_shows_its_translations():
    for code, _name in settings.LANGUAGES:
        if code == "en":
            continue
        message = next(
            each for each in translations(code) if isinstance(each.id, str) and not each.context
        )
        with translation.override(code):
            assert translation.gettext(message.id) == message.string


@pytest.mark.parametrize(
    ("text", "is_stop"),
    [("Play.", True), ("<b>Play.</b>", True), ("你贏了。」", True), ("Play…", False),
     ("Play", False), ("Play...", False), ("(Play.)", True)],
)  # fmt: skip
def test_full_stops_are_found(text, is_stop):
    assert ends_with_stop(text) == is_stop


def test_scripts_and_widths_are_told_apart():
    assert [sign for sign in "国發发后里台面" if is_simplified_only(sign)] == ["国", "发"]
    assert [sign for sign in "国發发后里台面" if is_traditional_only(sign)] == ["發"]
    assert HALF_WIDTH.search("你好,我")
    assert HALF_WIDTH.search("(你")
    assert not HALF_WIDTH.search("你好，(Ada) 12:30")
    assert FULL_WIDTH.search("２張")


#: What is no word of a text: parameters and markup.
NO_WORDS = re.compile(rf"{PLACEHOLDER.pattern}|\{{\w*\}}|<[^>]*>")


def plain(text: str) -> str:
    """Return the text without parameters and markup."""
    return NO_WORDS.sub("", text)


@every_language
@pytest.mark.parametrize("term", TERMS)
def test_texts_with_a_term_have_the_word_that_the_languages_page_gives(code, term):
    words = words_for(code)[term]
    has_term = re.compile(rf"\b{re.escape(term)}(s|es)?\b", re.IGNORECASE)

    def differ(message: Message) -> bool:
        if not has_term.search(plain(english(message)[0])):
            return False
        return any(not any(word in form.casefold() for word in words) for form in forms(message))

    assert wrong(code, "terms", differ) == []


def has_forbidden_word(code: str, text: str, source: str) -> bool:
    """Return whether a translation has a word that its language's page forbids."""
    for word in forbidden_words(code):
        pattern = word if HAN.match(word) else rf"\b{word}\b"
        if re.search(pattern, text, 0 if word.isupper() else re.IGNORECASE):
            return True
    return any(
        re.search(pattern, text, re.IGNORECASE) and re.search(only_for, source, re.IGNORECASE)
        for pattern, only_for in FORBIDDEN_FOR.get(code, ())
    )


@every_language
def test_no_text_has_a_forbidden_word(code):
    def differ(message: Message) -> bool:
        source = plain(english(message)[0])
        return any(has_forbidden_word(code, plain(form), source) for form in forms(message))

    assert wrong(code, "forbidden", differ) == []


def test_forbidden_words_are_found():
    assert has_forbidden_word("zh-hant", "您好", "Hello")
    assert has_forbidden_word("zh-hant", "登錄", "Sign in")
    assert not has_forbidden_word("zh-hant", "登錄第 2 局", "Enter deal 2")
    assert has_forbidden_word("id", "Silakan main", "Play")
    assert not has_forbidden_word("id", "Pesilakan", "Play")
    assert {len(forbidden_words(code)) > 10 for code in languages.TRANSLATED} == {True}


# --- Length

LITERAL = r'"((?:[^"\\]|\\.)*)"'
BUTTON = re.compile(
    r'<button\b[^>]*>(.*?)</button>|<a\b[^>]*class="[^"]*\bbutton\b[^"]*"[^>]*>(.*?)</a>', re.DOTALL
)
LABELS = (
    re.compile(rf"\{{%\s*translate {LITERAL}(?: context {LITERAL})?\s*%\}}"),
    re.compile(rf"\b_\({LITERAL}()\)"),
    re.compile(rf"\bpgettext\((?P<context>{LITERAL}),\s*(?P<text>{LITERAL})\)"),
)
#: Longest labels of buttons and subjects of mails, in characters. A label may be longer than that
#: if its English is long, too: by this factor of the English.
BUTTON_LENGTHS = {"zh-hant": (8, 0.45), "zh-hans": (8, 0.45), "id": (24, 1.4), "fil": (24, 1.4)}
SUBJECT_LENGTH = 60


@cache
def button_labels() -> frozenset[tuple[str | None, str]]:
    """Return context and text of the messages on buttons."""
    found = set()
    for path in TEMPLATES.rglob("*.html"):
        for button in BUTTON.finditer(path.read_text("utf-8")):
            inner = button[1] or button[2] or ""
            found.update((match[2] or None, match[1]) for match in LABELS[0].finditer(inner))
            found.update((None, match[1]) for match in LABELS[1].finditer(inner))
            found.update(
                (match["context"].strip('"'), match["text"].strip('"'))
                for match in LABELS[2].finditer(inner)
            )
    return frozenset(found)


def label_length(code: str, text: str) -> int:
    """Return the length of a label: Chinese characters of Chinese texts, otherwise all."""
    text = plain(text)
    return len(HAN.findall(text)) if code.startswith("zh") else len(text)


@every_language
def test_labels_of_buttons_are_short(code):
    most, factor = BUTTON_LENGTHS[code]
    labels = button_labels()
    assert len(labels) > 250

    def differ(message: Message) -> bool:
        text = english(message)[0]
        limit = max(most, factor * len(plain(text)))
        return (message.context or None, text) in labels and any(
            label_length(code, form) > limit for form in forms(message)
        )

    assert wrong(code, "length", differ) == []


@every_language
def test_subjects_of_mails_are_short(code):
    texts = {
        path.read_text("utf-8").strip(): path.name for path in TEMPLATES.rglob("*_subject.txt")
    }
    assert len(texts) > 10
    subjects = {
        message.context or english(message)[0]: message
        for message in translations(code)
        if any(place.endswith("_subject.txt") for place, _line in message.locations)
    }
    assert len(subjects) > 10
    long = [
        form
        for message in subjects.values()
        for form in forms(message)
        if len(form.replace("%(site_name)s", "Big Two Club")) > SUBJECT_LENGTH
    ]
    assert long == []


# --- Plural forms


@every_language
@pytest.mark.parametrize("number", [0, 1, 4, 14])
def test_each_plural_form_shows_its_number(code, number):
    found = []
    with translation.override(code):
        for message in translations(code):
            if isinstance(message.id, str):
                continue
            arguments = (*message.id, number)
            said = (
                translation.npgettext(message.context, *arguments)
                if message.context
                else translation.ngettext(*arguments)
            )
            if said in message.id and said not in forms(message):
                found.append(f"{message.id} is not translated")
                continue
            # A number can stand for every parameter. Libraries have some without a name.
            names = placeholders(said)
            shown = said % (dict.fromkeys(names, number) if names else number)
            if str(number) not in shown:
                found.append(shown)
    assert found == []


# --- Whole deals

NAMES = ["Ada", "Bo", "Cy", "Di", "Ed", "Flo", "Gus", "Hal"]
#: Latin words in Chinese texts: signs of cards, names, and names of games and sources.
LATIN_IN_CHINESE = {
    *NAMES, "J", "Q", "K", "A", "HK", "Capsa", "Pusoy", "Dos", "Choi", "Dai", "Di", "Chor", "Choh",
    "Banting", "Pagat", "GameSky", "Da", "Lao", "Er",
}  # fmt: skip


def told(rules: str) -> Iterator[str]:
    """Yield what the language in use says of recorded deals: log, status, result and scores."""
    yield labels.rules_label(rules)
    for session in recorded(rules)[:2]:
        for deal in session:
            state = record.replay(deal.start)
            yield from log.beginning(view(state, 0), NAMES)
            for place, text in enumerate(deal.actions):
                state = apply(state, parse_action(text))
                if place % 5 == 0:
                    seen = view(state, 0)
                    notices = log.notices(seen, NAMES)
                    yield from (notice.text for notice in notices)
                    yield from log.status(seen, NAMES, log.lines(seen, NAMES), notices, reader=1)
            yield from log.lines(view(state, None), NAMES)
            for reader in (None, 0):
                yield score_words.result_headline(state.result, NAMES, reader)
                yield score_words.result_sentence(state.result, NAMES, reader)
                for payment in state.result.score.transfers:
                    yield score_words.payment_sentence(payment, NAMES, reader)
            yield from score_words.result_notes(state.setup.rules, state.result, NAMES)
            for scored in state.result.score.seats:
                yield from score_words.score_sentences(scored, NAMES)


def told_by_the_rulebook(rules: str) -> Iterator[str]:
    """Yield the rules in prose."""
    for chapter in prose(RuleSet.make(rules)):
        yield chapter.title
        for paragraph in chapter.paragraphs:
            yield from filter(None, (paragraph.heading, paragraph.text))
            yield from (example.caption for example in paragraph.examples if example.caption)


def glitches(code: str, text: str) -> list[str]:
    """Return what shows that a text was made wrongly, or not translated."""
    found = [sign for sign in ("%(", "{", "}", "None", "  ", "。。", "..") if sign in text]
    words = set(re.findall(r"[A-Za-zÀ-ÿ]{2,}", text))
    if code.startswith("zh"):
        return found + sorted(words - LATIN_IN_CHINESE)
    return found + english_words(code, text)


@every_language
@pytest.mark.parametrize("rules", RULES)
def test_whole_deals_and_their_rules_have_no_english_words_and_no_parameters(code, rules):
    with translation.override(code):
        texts = [*told(rules), *told_by_the_rulebook(rules)]
    assert len(texts) > 100
    found = {text: wrong for text in texts if (wrong := glitches(code, text))}
    assert found == {}


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("zh-hant", "Ada 出了 a pair"), ("id", "Ada played sepasang 9"),
        ("fil", "Nag-pass si None"), ("id", "%(name)s lewat"),
    ],
)  # fmt: skip
def test_glitches_are_found(code, text):
    assert glitches(code, text)


@every_language
def test_words_between_pictures_of_cards_stand_between_the_pictures(code):
    pictured = [each for each in translations(code) if each.context == "pictures of cards"]
    assert len(pictured) == 3
    for message in pictured:
        [form] = forms(message)
        assert form.startswith("%(one)s")
        assert form.endswith("%(other)s")
