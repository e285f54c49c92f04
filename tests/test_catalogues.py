"""The catalogues: what must hold for every translation, however many there are by now.

A translation that is right all the same has a line in `EXCEPTIONS`, with its reason.
"""

import ast
import gettext
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from babel.messages.catalog import Message
from django.conf import settings
from django.utils import translation

from config import languages
from config.tools import catalogues
from config.tools.catalogues import PLACEHOLDER, entries, fault, forms, is_translated, read

ROOT = Path(__file__).parent.parent
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


# --- Looked up when it is shown, not when modules are imported

#: Functions that look a message up at once.
EAGER = {"gettext", "ngettext", "pgettext", "npgettext"}
LOOKUP_MODULES = {"django.utils.translation", "games.common.languages"}


def eager_names(tree: ast.Module) -> set[str]:
    """Return the names under which a module has the functions that look up at once."""
    return {
        alias.asname or alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module in LOOKUP_MODULES
        for alias in node.names
        if alias.name in EAGER
    }


def run_at_import(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the nodes that run when the module is imported: not the bodies of functions."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef):
            for early in (*child.decorator_list, child.args):
                yield from (early, *run_at_import(early))
        elif not isinstance(child, ast.Lambda):
            yield child
            yield from run_at_import(child)


def looked_up_early(source: str) -> list[int]:
    """Return the lines in which a module looks up a message when it is imported."""
    tree = ast.parse(source)
    names = eager_names(tree)
    return [
        node.lineno
        for node in run_at_import(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in names
    ]


def test_no_module_looks_up_a_message_when_it_is_imported():
    found = [
        f"{path.relative_to(ROOT)}:{line}"
        for package in catalogues.PACKAGES
        for path in sorted((ROOT / package).rglob("*.py"))
        if not {"migrations", "node_modules"} & set(path.parts)
        for line in looked_up_early(path.read_text())
    ]
    assert found == []


def test_lookups_at_import_are_found():
    start = "from django.utils.translation import gettext as _\n"
    for source in ("X = _('a')", "class A:\n  x = {'a': _('b')}", "def f(a=_('b')): ..."):
        assert looked_up_early(start + source)
    for source in ("def f():\n  return _('a')", "x = lambda: _('a')"):
        assert not looked_up_early(start + source)
