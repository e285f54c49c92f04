"""Markers for translatable texts. The rules do not depend on Django; callers translate.

The names are those that `make messages` looks for.
"""


def gettext_noop(text: str) -> str:
    """Return the text unchanged."""
    return text


def ngettext_lazy(singular: str, plural: str) -> tuple[str, str]:
    """Return both forms unchanged; the caller that translates them knows the number."""
    return singular, plural
