"""Reasons for not saving house rules: codes and messages."""

from enum import StrEnum, auto

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from accounts.flaws import flaw_sentence
from games.common.denials import Denial


class RulebookCode(StrEnum):
    """Reasons for not saving house rules, with the parameters of their messages."""

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
    RulebookCode.NAMELESS: gettext_noop("Name your rules to save them."),
    RulebookCode.NAME_TOO_LONG: gettext_noop(
        "Use at most %(most)d characters for the name. This name has %(length)d."
    ),
    RulebookCode.NAME_OF_A_GAME: gettext_noop(
        "“%(name)s” is already the name of a rule set. Choose another name."
    ),
    RulebookCode.NAME_TAKEN: gettext_noop(
        "You already have house rules called “%(name)s”. Choose another name."
    ),
    RulebookCode.TOO_MANY: gettext_noop(
        "You’ve reached the limit of %(most)d sets of house rules. Delete one to save another."
    ),
}


def denial_sentence(denial: Denial) -> str:
    """Return the message for a denial."""
    if denial.code == RulebookCode.NAME_FLAWED:
        return flaw_sentence(denial.params.get("flaw"))
    return _(_SENTENCES[RulebookCode(denial.code)]) % denial.params
