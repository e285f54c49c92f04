"""Extracts messages into the catalogues below ``config/locale``, and compiles these.

gettext's own programs are not needed. Called by the Makefile:

    python -m config.tools.catalogues update     # make messages
    python -m config.tools.catalogues compile    # part of make run and make test
"""

import argparse
import hashlib
import io
import os
import re
import sys
from collections import defaultdict
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import Any

import django
from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract
from babel.messages.mofile import write_mo
from babel.messages.pofile import PoFileError, read_po, write_po
from django.utils.translation.template import templatize
from jinja2 import Environment
from jinja2.ext import extract_from_ast

from config.languages import LOCALE, PLURAL_FORMS, TRANSLATED, catalogue, folder_name

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("accounts", "config", "games", "tournaments")
TEMPLATES = ROOT / "templates"
PARTIALS = TEMPLATES / "jinja2"
SCRIPTS = ROOT / "static" / "js"

#: Functions that look a message up, with the positions of their messages (c: of the context).
KEYWORDS: dict[str, Any] = {
    **dict.fromkeys(("_", "gettext", "gettext_lazy", "gettext_noop", "labelled")),
    **dict.fromkeys(("ngettext", "ngettext_lazy"), (1, 2)),
    **dict.fromkeys(("pgettext", "pgettext_lazy"), ((1, "c"), 2)),
    **dict.fromkeys(("npgettext", "npgettext_lazy"), ((1, "c"), 2, 3)),
}
#: The translation functions of partials.
PARTIAL_FUNCTIONS = ("_", "ngettext", "pgettext", "npgettext")
#: Comments for translators begin with this word.
COMMENT_TAGS = ("Translators",)

#: Modules of libraries whose messages users meet. Without a translation in our own catalogue,
#: these would come from the libraries' catalogues, which have other words and no Filipino.
LIBRARIES = (
    "allauth/account/adapter.py",
    "allauth/account/fields.py",
    "allauth/account/forms.py",
    "allauth/mfa/adapter.py",
    "allauth/mfa/base/forms.py",
    "allauth/mfa/totp/forms.py",
    "allauth/mfa/webauthn/forms.py",
    "django/contrib/auth/forms.py",
    "django/contrib/auth/password_validation.py",
    "django/contrib/auth/validators.py",
    "django/contrib/humanize/templatetags/humanize.py",
    "django/core/paginator.py",
    "django/core/validators.py",
    "django/forms/boundfield.py",
    "django/forms/fields.py",
    "django/forms/formsets.py",
    "django/forms/models.py",
    "django/forms/utils.py",
    "django/forms/widgets.py",
    "django/template/defaultfilters.py",
    "django/utils/dateformat.py",
    "django/utils/dates.py",
    "django/utils/text.py",
    "django/utils/timesince.py",
)
LIBRARY_FOLDER = Path(django.__file__).resolve().parents[1]

#: Percentage of translated messages from which on a language is offered.
COMPLETE = 95
#: Digest of the catalogues that were compiled last.
STAMP = ".compiled"

PLACEHOLDER = re.compile(r"%\((\w+)\)[-+0# .\d]*[a-z]")


def translation_calls(source: str) -> str:
    """Return a Jinja2 partial's translation calls as Python source, each on its original line."""
    lines = defaultdict[int, list[str]](list)
    parsed = Environment().parse(source)  # noqa: S701  # nosec B701  # nothing is rendered
    for number, function, texts in extract_from_ast(parsed, PARTIAL_FUNCTIONS, babel_style=False):
        lines[number].append(f"{function}({', '.join(map(repr, texts or ()))})")
    return "\n".join("; ".join(lines[number]) for number in range(1, max(lines, default=0) + 1))


def template_calls(source: str) -> str:
    """Return a Django template's translation calls as Python source, without indentation."""
    return "\n".join(line.strip() for line in templatize(source).splitlines())


def sources() -> Iterator[tuple[str, str, str]]:
    """Yield the name, kind ("python" or "javascript") and source of each file with messages."""
    for package in PACKAGES:
        for path in (ROOT / package).rglob("*.py"):
            if not {"migrations", "node_modules"} & set(path.parts):
                yield str(path.relative_to(ROOT)), "python", path.read_text("utf-8")
    for path in chain(TEMPLATES.rglob("*.html"), TEMPLATES.rglob("*.txt")):
        calls = translation_calls if path.is_relative_to(PARTIALS) else template_calls
        yield str(path.relative_to(ROOT)), "python", calls(path.read_text("utf-8"))
    for path in SCRIPTS.rglob("*.js"):
        yield str(path.relative_to(ROOT)), "javascript", path.read_text("utf-8")
    for name in LIBRARIES:
        yield name, "python", (LIBRARY_FOLDER / name).read_text("utf-8")


def extracted() -> Catalog:
    """Return a catalogue of all messages, without translations."""
    messages = Catalog(charset="utf-8")
    for name, kind, source in sorted(sources()):
        found = extract(kind, io.BytesIO(source.encode()), KEYWORDS, COMMENT_TAGS)
        for line, texts, comments, context in found:
            messages.add(texts, None, [(name, line)], auto_comments=comments, context=context)
    return messages


def header(code: str) -> str:
    """Return the header of a language's catalogue; without dates, which would make merges fail."""
    return f"""# See docs/translating.md.
msgid ""
msgstr ""
"Language: {folder_name(code)}\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"Plural-Forms: {PLURAL_FORMS[code]}\\n"

"""


def read(path: Path, code: str) -> Catalog:
    """Return a catalogue; an empty one if the file doesn't exist.

    :raises PoFileError: the file is not a catalogue
    :raises ValueError: it is not text, or its header is invalid
    """
    text = path.read_text("utf-8") if path.is_file() else header(code)
    return read_po(io.StringIO(text), abort_invalid=True)


def write(messages: Catalog, path: Path, code: str) -> None:
    """Write a catalogue, sorted by file, one message to a line."""
    text = io.BytesIO()
    write_po(
        text,
        messages,
        width=0,
        omit_header=True,
        sort_by_file=True,
        include_lineno=False,
        ignore_obsolete=True,
    )
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(header(code) + text.getvalue().decode().strip() + "\n", "utf-8")


def forms(message: Message) -> tuple[str, ...]:
    """Return all forms of a translation; empty ones are not translated."""
    text = message.string
    return tuple(text) if isinstance(text, list | tuple) else (text or "",)


def entries(messages: Catalog) -> list[Message]:
    """Return the messages of a catalogue, without its header."""
    return [message for message in messages if message.id]


def is_translated(message: Message) -> bool:
    """Return whether a message has all its forms and is not marked as uncertain."""
    return all(forms(message)) and not message.fuzzy


def fault(message: Message, plurals: int) -> str:
    """Return why a translation would fail when it is shown; empty if it would not."""
    texts = [message.id] if isinstance(message.id, str) else list(message.id)
    known = {name for text in texts for name in PLACEHOLDER.findall(text)}
    if len(texts) > 1 and len(forms(message)) != plurals:
        return f"it has {len(forms(message))} plural forms instead of {plurals}"
    for form in forms(message):
        if unknown := set(PLACEHOLDER.findall(form)) - known:
            return f"nothing fills %({min(unknown)})s"
        if known and "%" in PLACEHOLDER.sub("", form.replace("%%", "")):
            return "a % that is not part of a placeholder must be written as %%"
    return ""


def shown(message: Message) -> str:
    """Return a message as one line for the terminal."""
    text = message.id if isinstance(message.id, str) else message.id[0]
    return f"{message.context}: {text}" if message.context else text


def keys(messages: Catalog) -> dict[tuple[str | None, str], Message]:
    """Return the messages of a catalogue by context and text."""
    return {
        (each.context, each.id if isinstance(each.id, str) else each.id[0]): each
        for each in entries(messages)
    }


def update(folder: Path = LOCALE) -> None:
    """Bring all catalogues up to date with the sources, and print what is new."""
    template = extracted()
    told = False
    for code in TRANSLATED:
        path = catalogue(code, folder)
        messages = read(path, code)
        before, now = keys(messages), keys(template)
        # No guesses for changed messages: readers never see them, and translators may trust them.
        messages.update(template, no_fuzzy_matching=True)
        messages.obsolete.clear()
        for message in messages:
            # A text that got or lost a plural is a new text.
            if message.fuzzy:
                message.string = "" if isinstance(message.id, str) else ("",) * messages.num_plurals
                message.flags.discard("fuzzy")
        write(messages, path, code)
        if not told:
            for key in now:
                if key not in before:
                    print(f"new: {shown(now[key])}")
            new, gone = now.keys() - before.keys(), before.keys() - now.keys()
            print(f"{len(now)} messages; {len(new)} new, {len(gone)} gone")
            told = True
        done = sum(map(is_translated, entries(messages)))
        print(f"{folder_name(code)}: {done} translated, {len(now) - done} not")


def compiled(code: str, folder: Path, complete: int) -> bytes | None:
    """Return a language's compiled catalogue; None if too few of its messages are translated.

    Translations that would fail when they are shown are left out, and printed.

    :param complete: minimum percentage of translated messages
    """
    path = catalogue(code, folder)
    messages = read(path, code)
    whole = entries(messages)
    usable = 0
    for message in whole:
        if is_translated(message) and not (problem := fault(message, messages.num_plurals)):
            usable += 1
            continue
        if is_translated(message):
            print(f"{path}: “{shown(message)}” is left out: {problem}", file=sys.stderr)
        messages.delete(message.id, message.context)
    if not whole or usable * 100 < complete * len(whole):
        return None
    file = io.BytesIO()
    write_mo(file, messages)
    return file.getvalue()


def compile_all(complete: int = COMPLETE, folder: Path = LOCALE) -> None:
    """Compile the complete catalogues that changed, and remove the compiled files of the others."""
    paths = {code: catalogue(code, folder) for code in TRANSLATED}
    sha = hashlib.sha256(f"{complete}".encode())
    for path in (Path(__file__), *paths.values()):
        sha.update(path.read_bytes() if path.is_file() else b"missing")
    stamp = folder / STAMP
    if stamp.is_file() and stamp.read_text() == sha.hexdigest():
        return
    for code, path in paths.items():
        target = path.with_suffix(".mo")
        try:
            content = compiled(code, folder, complete)
        except (PoFileError, ValueError, OSError) as error:
            print(f"{path} can't be compiled: {error}", file=sys.stderr)
            content = None
        if content is None:
            target.unlink(missing_ok=True)
        else:
            # Another process may read it at the same time.
            made = target.with_name(f"{target.name}.{os.getpid()}")
            made.write_bytes(content)
            made.replace(target)
    stamp.write_text(sha.hexdigest())


def main(arguments: list[str] | None = None) -> int:
    """Update or compile the catalogues; return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m config.tools.catalogues", description=__doc__)
    parser.add_argument("command", choices=["update", "compile"])
    parser.add_argument("--complete", type=int, default=COMPLETE)
    options = parser.parse_args(arguments)
    if options.command == "update":
        update()
    else:
        compile_all(options.complete)
    return 0


if __name__ == "__main__":
    sys.exit(main())
