"""Announcements that the site itself makes: stored as codes, shown in the reader's language."""

from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

#: The organizer undid the start of the event.
START_UNDONE: Final = "@start-undone"
_SENTENCES: Final = {
    START_UNDONE: gettext_noop("The start of the event was undone, so your table is closed."),
}


def shown_text(stored: str) -> str:
    """Return the text of an announcement: the organizer's own, or the sentence of the code."""
    sentence = _SENTENCES.get(stored)
    return stored if sentence is None else _(sentence)
