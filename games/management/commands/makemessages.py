"""Django's ``makemessages``, extended to Jinja2 partials."""

from collections import defaultdict
from pathlib import Path

from django.core.management.commands import makemessages
from jinja2 import Environment
from jinja2.ext import extract_from_ast

from games.common.partials import FOLDER

#: Names of the translation functions in partials.
LOOKUP_FUNCTIONS = ("_", "ngettext", "npgettext", "pgettext")


def translation_calls(source: str) -> str:
    """Return a Jinja2 template's translation calls as Python source, each on its original line.

    Django's command would parse the partial as a Django template, which has no ``ngettext``.
    """
    lines = defaultdict[int, list[str]](list)
    parsed = Environment().parse(source)  # noqa: S701  # nosec B701  # nothing is rendered
    for number, function, texts in extract_from_ast(parsed, LOOKUP_FUNCTIONS, babel_style=False):
        lines[number].append(f"{function}({', '.join(map(repr, texts or ()))})")
    return "\n".join("; ".join(lines[number]) for number in range(1, max(lines, default=0) + 1))


class _MessageFile(makemessages.BuildFile):
    """A source file for xgettext; a Jinja2 partial is first converted to Python."""

    def preprocess(self) -> None:
        """Write a partial's translation calls as Python, which xgettext can read."""
        path = Path(self.path)
        if not path.resolve().is_relative_to(FOLDER):
            super().preprocess()
            return
        Path(self.work_path).write_text(
            translation_calls(path.read_text(encoding="utf-8")), "utf-8"
        )


class Command(makemessages.Command):
    """Django's command, with Jinja2 parsing for partials."""

    build_file_class = _MessageFile
    xgettext_options = [*makemessages.Command.xgettext_options, "--keyword=labelled"]  # noqa: RUF012
