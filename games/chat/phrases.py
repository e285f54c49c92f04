"""What can be written with one press."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

#: The phrases by the key that a browser sends and that a line keeps: so each reader reads them in
#: the own language.
PHRASES: dict[str, Promise] = {
    "nice_play": _("Nice play!"),
    "sorry": _("Sorry"),
    "one_moment": _("One moment, please"),
    "thank_you": _("Thank you"),
    "well_done": _("Well done"),
    "good_game": _("Good game"),
}


def phrase_text(key: str) -> str:
    """Return the phrase in the reader's language; the key of one that is no longer offered."""
    return str(PHRASES.get(key, key))
