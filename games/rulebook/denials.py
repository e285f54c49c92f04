"""Why house rules are not kept, in codes and in words."""

from enum import StrEnum, auto

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from accounts.flaws import flaw_sentence
from games.common.denials import Denial


class RulebookCode(StrEnum):
    """Reasons; what their sentences need stands beside them."""

    NAMELESS = auto()
    #: ``most``, ``length``
    NAME_TOO_LONG = auto()
    #: ``flaw``
    NAME_FLAWED = auto()
    #: ``name``
    NAME_OF_A_GAME = auto()
    #: ``name``
    NAME_TAKEN = auto()
    #: ``most``
    TOO_MANY = auto()


_SENTENCES = {
    RulebookCode.NAMELESS: gettext_noop("Give the rules a name, so that you find them again."),
    RulebookCode.NAME_TOO_LONG: gettext_noop(
        "The name can have up to %(most)d characters; this one has %(length)d."
    ),
    RulebookCode.NAME_OF_A_GAME: gettext_noop(
        "“%(name)s” is the name of a game of the club. Choose another."
    ),
    RulebookCode.NAME_TAKEN: gettext_noop(
        "You have house rules called “%(name)s” already. Choose another name."
    ),
    RulebookCode.TOO_MANY: gettext_noop(
        "You have %(most)d house rules, which is the most. Delete some to save more."
    ),
}


def denial_sentence(denial: Denial) -> str:
    """Return why house rules are not kept, in one sentence or two."""
    if denial.code == RulebookCode.NAME_FLAWED:
        return flaw_sentence(denial.params.get("flaw"))
    return _(_SENTENCES[RulebookCode(denial.code)]) % denial.params
