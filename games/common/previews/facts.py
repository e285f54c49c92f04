"""Content of a link preview picture."""

from dataclasses import dataclass

from django.utils.translation import gettext as _


@dataclass(frozen=True, slots=True)
class LinkPicture:
    """Data of a link preview picture: texts in the reader's language, cards and seats."""

    #: The kind of page, in a few words.
    kind: str
    #: The large text; characters missing in our fonts are left out.
    title: str
    #: Lines below it, at most four.
    lines: tuple[str, ...] = ()
    #: Cards as ``games.rules`` writes them, such as ``"TS"``; at most five are drawn.
    cards: tuple[str, ...] = ()
    #: For each seat whether it is taken; empty if no seats are shown.
    chairs: tuple[bool, ...] = ()


def default_picture() -> LinkPicture:
    """Return the content of the picture for pages without their own."""
    title = _("Play Big Two with friends")
    return LinkPicture("鋤大弟 · 大老二 · Capsa", title, cards=("3D", "QH", "KC", "AD", "2S"))
