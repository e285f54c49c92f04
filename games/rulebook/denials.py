"""Reasons for not saving house rules: codes and messages."""

from enum import auto

from accounts.flaws import flaw_sentence
from games.common.denials import Denial, LabelledCode, labelled


class RulebookCode(LabelledCode):
    """Reasons for not saving house rules, with the parameters of their messages."""

    NAMELESS = labelled("Name your rules to save them.")
    NAME_TOO_LONG = labelled(
        "Use at most %(most)d characters for the name. This name has %(length)d."
    )
    #: ``flaw``
    NAME_FLAWED = auto()
    NAME_OF_A_GAME = labelled("“%(name)s” is already the name of a rule set. Choose another name.")
    NAME_TAKEN = labelled("You already have house rules called “%(name)s”. Choose another name.")
    TOO_MANY = labelled(
        "You’ve reached the limit of %(most)d sets of house rules. Delete one to save another."
    )


def denial_sentence(denial: Denial) -> str:
    """Return the message for a denial."""
    if denial.code == RulebookCode.NAME_FLAWED:
        return flaw_sentence(denial.params.get("flaw"))
    return RulebookCode(denial.code).label % denial.params
