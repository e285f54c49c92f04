"""Marks of what is read by people and translated elsewhere: the rules know no language.

By these names the collectors of texts to translate find them.
"""


def gettext_noop(text: str) -> str:
    """Return the text as it is."""
    return text


def ngettext_lazy(singular: str, plural: str) -> tuple[str, str]:
    """Return both forms of a text as they are; the number comes where it is translated."""
    return singular, plural
