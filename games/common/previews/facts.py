"""What a picture of a page shows."""

from dataclasses import dataclass

from django.utils.translation import gettext as _


@dataclass(frozen=True, slots=True)
class LinkPicture:
    """What is drawn: words in the reader's language, and cards that are public."""

    #: What kind of page it is: a few words.
    kind: str
    #: The biggest words; what our letters cannot write is left out.
    title: str
    #: Below it, at most four.
    lines: tuple[str, ...] = ()
    #: Cards as ``games.rules`` writes them, such as ``"TS"``; at most five are drawn.
    cards: tuple[str, ...] = ()
    #: For each seat whether somebody has it; none where there are no seats to be shown.
    chairs: tuple[bool, ...] = ()


def default_picture() -> LinkPicture:
    """Return what the picture shows of every page that has none of its own."""
    title = _("Play Big Two with friends")
    return LinkPicture("鋤大弟 · 大老二 · Capsa", title, cards=("3D", "QH", "KC", "AD", "2S"))
