"""Pseudo-locales, made of the English messages, for tests of texts and layouts.

In the first, each message stands in brackets ⟦…⟧ and has accents: text outside brackets was not
translated. In the second, each word is two fifths longer: what doesn't fit will not fit in
Indonesian or Filipino either. In the third, each message consists of Chinese characters without
blanks: what relies on letters, blanks or capitals, or breaks lines at blanks only, is seen there.
"""

import io
import re
from collections.abc import Callable
from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from config.languages import PLURAL_FORMS, folder_name
from config.tools.catalogues import entries, extracted

#: Ido: a language known to Django and Babel whose lists, numbers and amounts contain no words.
CODE = "io"
#: The language whose place the Chinese pseudo-locale takes, with its fonts and formats.
HAN_CODE = "zh-hant"
#: What is not a word: placeholders, percent signs, tags, entities and addresses.
KEPT = re.compile(r"(%%|%\(\w+\)[-+0# .\d]*[a-z]|%[ds]|<[^>]*>|&\w+;|\{\w*\}|https?://\S+)")
ACCENTS = str.maketrans("aceinosuyzACEINOSUYZ", "áçéíñóšúýžÁÇÉÍÑÓŠÚÝŽ")
#: A Chinese character is as wide as two letters.
LETTERS_PER_CHARACTER = 2
#: The characters of `han` texts: no translation consists of them.
CHARACTERS = "龘靐齉爨籲鬱驫麤"
WORD = re.compile(r"[^\W\d_]+")
STOPS = str.maketrans({".": "。", ",": "，", ":": "：", ";": "；", "!": "！", "?": "？", " ": ""})


def header(code: str) -> str:
    """Return the header of a pseudo-locale's catalogue."""
    plural = PLURAL_FORMS.get(code, "nplurals=2; plural=n != 1;")
    return (
        f'msgid ""\nmsgstr ""\n"Language: {folder_name(code)}\\n"\n'
        f'"Content-Type: text/plain; charset=UTF-8\\n"\n"Plural-Forms: {plural}\\n"\n'
    )


def accented(text: str) -> str:
    """Return the text with accents on most letters."""
    return text.translate(ACCENTS)


def pseudo(message: str) -> str:
    """Return the message in the pseudo-locale; blanks around it stay outside the brackets."""
    text = message.strip()
    if not text:
        return message
    parts = KEPT.split(text)
    parts[::2] = list(map(accented, parts[::2]))
    longer = "~" * (2 * sum(map(len, parts[::2])) // 5)
    return message.replace(text, f"⟦{''.join(parts)}{longer}⟧", 1)


def _stretched(word: re.Match[str]) -> str:
    """Return the word, two fifths longer."""
    return word[0] + "~" * round(2 * len(word[0]) / 5)


def longer(message: str) -> str:
    """Return the message with accents and each word two fifths longer, as layouts should bear it.

    It has no brackets, because these widen short labels too much.
    """
    parts = KEPT.split(message)
    parts[::2] = [WORD.sub(_stretched, accented(part)) for part in parts[::2]]
    return "".join(parts)


def _characters(word: re.Match[str]) -> str:
    """Return Chinese characters as wide as the word."""
    letters = word[0]
    count = -(-len(letters) // LETTERS_PER_CHARACTER)
    first = sum(map(ord, letters))
    return "".join(CHARACTERS[(first + place) % len(CHARACTERS)] for place in range(count))


def han(message: str) -> str:
    """Return the message in Chinese characters, as wide as before; outer blanks stay."""
    text = message.strip()
    if not text:
        return message
    parts = KEPT.split(text)
    parts[::2] = [WORD.sub(_characters, part).translate(STOPS) for part in parts[::2]]
    return message.replace(text, "".join(parts), 1)


def compile_pseudo(folder: Path, code: str = CODE, made: Callable[[str], str] = pseudo) -> Path:
    """Write the compiled catalogue of a pseudo-locale below the folder, and return the folder."""
    messages = read_po(io.StringIO(header(code)))
    for message in entries(extracted()):
        texts = [message.id] if isinstance(message.id, str) else list(message.id)
        said = tuple(map(made, texts))[-messages.num_plurals :]
        plural = said * messages.num_plurals if len(said) < messages.num_plurals else said
        messages.add(message.id, said[0] if len(texts) == 1 else plural, context=message.context)
    path = folder / folder_name(code) / "LC_MESSAGES" / "django.mo"
    path.parent.mkdir(parents=True)
    with path.open("wb") as file:
        write_mo(file, messages)
    return folder
