"""A pseudo-locale: each message in brackets ⟦…⟧, with accents and two fifths longer.

Text outside brackets was not translated; text that doesn't fit will not fit in Indonesian either.
"""

import io
import re
from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from config.tools.catalogues import entries, extracted

#: Ido: a language known to Django and Babel whose lists, numbers and amounts contain no words.
CODE = "io"
#: What is not a word: placeholders, percent signs, tags, entities and addresses.
KEPT = re.compile(r"(%%|%\(\w+\)[-+0# .\d]*[a-z]|%[ds]|<[^>]*>|&\w+;|\{\w*\}|https?://\S+)")
ACCENTS = str.maketrans("aceinosuyzACEINOSUYZ", "áçéíñóšúýžÁÇÉÍÑÓŠÚÝŽ")
HEADER = (
    'msgid ""\nmsgstr ""\n"Language: io\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n'
    '"Plural-Forms: nplurals=2; plural=n != 1;\\n"\n'
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


def compile_pseudo(folder: Path) -> Path:
    """Write the compiled catalogue of the pseudo-locale below the folder, and return the folder."""
    messages = read_po(io.StringIO(HEADER))
    for message in entries(extracted()):
        texts = [message.id] if isinstance(message.id, str) else list(message.id)
        said = tuple(map(pseudo, texts))
        messages.add(message.id, said[0] if len(said) == 1 else said, context=message.context)
    path = folder / CODE / "LC_MESSAGES" / "django.mo"
    path.parent.mkdir(parents=True)
    with path.open("wb") as file:
        write_mo(file, messages)
    return folder
