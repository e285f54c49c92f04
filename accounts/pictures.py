"""Profile pictures and names on players' name plates; without a picture, the initial is shown.

The drawings are vendored (``config/tools/vendor.py``). A picture's key is the name of its file and
the value stored for a user.
"""

from zlib import crc32

from django import template
from django.templatetags.static import static
from django.utils.functional import Promise
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

PICTURES: dict[str, Promise] = {
    "fox": _("Fox"),
    "panda": _("Panda"),
    "cat": _("Cat"),
    "dog": _("Dog"),
    "tiger": _("Tiger"),
    "lion": _("Lion"),
    "rabbit": _("Rabbit"),
    "bear": _("Bear"),
    "koala": _("Koala"),
    "pig": _("Pig"),
    "frog": _("Frog"),
    "monkey": _("Monkey"),
    "hen": _("Hen"),
    "penguin": _("Penguin"),
    "owl": _("Owl"),
    "dragon": pgettext_lazy("animal", "Dragon"),
    "unicorn": _("Unicorn"),
    "octopus": _("Octopus"),
    "turtle": _("Turtle"),
    "whale": _("Whale"),
    "crab": _("Crab"),
    "wolf": _("Wolf"),
    "butterfly": _("Butterfly"),
    "ladybird": _("Ladybird"),
}

#: Number of colours for players (static/css/site/components.css).
HUES = 8

register = template.Library()


def _guest_word_and_rest(name: str) -> tuple[str, str]:
    """Split a guest's default name into "Guest " and the rest; the first part may be empty."""
    for pattern in (gettext("Guest %(name)s"), "Guest %(name)s"):
        word = pattern % {"name": ""}
        if word.strip() and name.startswith(word) and len(name) > len(word):
            return word, name[len(word) :]
    return "", name


@register.filter
def plate_name(name: str) -> SafeString | str:
    """Return the name as HTML that marks the "Guest" of "Guest Plum"; other names unchanged.

    The marked word is hidden first when there is little room.
    """
    word, rest = _guest_word_and_rest(name)
    return format_html('<span class="guest-word">{}</span>{}', word, rest) if word else name


@register.filter
def initial(name: str) -> str:
    """Return the name's initial, without the "Guest" that guests have in common."""
    return _guest_word_and_rest(name)[1][:1].upper()


def picture_url(key: str) -> str:
    """Return the drawing's URL; empty for a key that is no longer offered."""
    return static(f"vendor/emoji/{key}.svg") if key in PICTURES else ""


def hue_of(name: str) -> int:
    """Return the number of the player's colour, which is the same on all pages."""
    return crc32(name.encode()) % HUES


@register.simple_tag
def avatar(name: str, picture: str = "", look: str = "") -> SafeString:
    """Return a user's picture or initial as HTML, a decoration beside the name.

    :param look: further CSS classes
    """
    classes, hue = f"avatar {look}".strip(), hue_of(name)
    url = picture_url(picture)
    if not url:
        return format_html(
            '<span class="{}" data-hue="{}" aria-hidden="true">{}</span>',
            classes,
            hue,
            initial(name),
        )
    return format_html(
        '<span class="{} has-picture" data-hue="{}" aria-hidden="true">'
        '<img src="{}" alt="" width="32" height="32"></span>',
        classes, hue, url,
    )  # fmt: skip
