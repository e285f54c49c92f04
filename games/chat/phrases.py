"""What can be written with one press: phrases, and reactions, which are drawn."""

from django.templatetags.static import static
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

#: The reactions, by the names of their drawings (``config/vendor.py``); the words are for those
#: who do not see them. A line keeps them as it keeps a phrase, so no key is in both.
REACTIONS: dict[str, Promise] = {
    "clap": _("Applause"),
    "thumbs_up": _("Thumbs up"),
    "laugh": _("Laughing"),
    "wow": _("Astonished"),
    "cry": _("Crying"),
    "think": _("Thinking"),
    "cool": _("Cool"),
    "no_look": _("I cannot look"),
    "party": _("Let us celebrate"),
    "fire": _("On fire"),
    "heart": _("Heart"),
    "waiting": _("Still waiting"),
}


def phrase_text(key: str) -> str:
    """Return the phrase in the reader's language; the key of one that is no longer offered."""
    return str((PHRASES | REACTIONS).get(key, key))


def drawing_of(key: str) -> str:
    """Return where the drawing of a reaction is; nothing for what is none."""
    return static(f"vendor/emoji/{key}.svg") if key in REACTIONS else ""


def reactions() -> list[tuple[str, str, Promise]]:
    """Return all of them: key, where the drawing is, and what it says."""
    return [(key, drawing_of(key), said) for key, said in REACTIONS.items()]
