"""Phrases and reactions that can be sent with one click. Reactions are pictures."""

from django.templatetags.static import static
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

#: Phrases by key. Browsers send the key and messages store it, so each reader sees the phrase in
#: their own language.
PHRASES: dict[str, Promise] = {
    "nice_play": _("Nice play!"),
    "sorry": _("Sorry"),
    "one_moment": _("One moment, please"),
    "thank_you": _("Thank you"),
    "well_done": _("Well done"),
    "good_game": _("Good game"),
}

#: Reactions by the name of their picture (``config/tools/vendor.py``), with spoken text.
#: They are stored like phrases, so the keys must differ.
REACTIONS: dict[str, Promise] = {
    "clap": _("Applause"),
    "thumbs_up": _("Thumbs up"),
    "laugh": _("Laughing"),
    "wow": _("Amazed"),
    "cry": _("Crying"),
    "think": _("Thinking"),
    "cool": _("Cool"),
    "no_look": _("Can’t look"),
    "party": _("Let’s celebrate"),
    "fire": _("On fire"),
    "heart": _("Heart"),
    "waiting": _("Still waiting"),
}


def phrase_text(key: str) -> str:
    """Return the phrase in the active language; the key itself if it no longer exists."""
    return str((PHRASES | REACTIONS).get(key, key))


def drawing_of(key: str) -> str:
    """Return the address of a reaction's picture; empty for other keys."""
    return static(f"vendor/emoji/{key}.svg") if key in REACTIONS else ""


def reactions() -> list[tuple[str, str, Promise]]:
    """Return key, picture address and text of each reaction."""
    return [(key, drawing_of(key), said) for key, said in REACTIONS.items()]
