"""Rule families: games so alike that playing one well means playing the other well.

There are few, since a rating needs sessions to mean something. What divides them is what one
plays for and what a hand is worth, not how it is counted: order of suits, straights, payment and
duties change single plays, but the same people win.

* Where play goes on to the last, second and third place are worth points, so a weak hand is
  played for what it can still reach.
* Where four of a kind beats anything, or turns the order of the cards over, a two is no longer
  safe: such hands are held back, and others are played around them. Whether it may be thrown in
  out of turn is a matter of how soon, not of what.
* Everywhere else being out first is all, with cards that keep their rank.

Number of players would make families, too; only sessions of four are rated. Four with two packs
play what they play with one: a hand is worth what its combinations are.
"""

from django.db.models import TextChoices
from django.utils.translation import gettext, gettext_noop
from django.utils.translation import gettext_lazy as _

from games.rules.ruleset import RuleSet


class Family(TextChoices):
    """The families, in the order in which they are listed."""

    FIRST_OUT = "first-out", _("First one out")
    BOMBS = "bombs", _("Bombs")
    TO_THE_LAST = "to-the-last", _("To the last")


_ABOUT: dict[Family, str] = {
    Family.FIRST_OUT: gettext_noop(
        "The basic game and its kin: the first player out ends the deal, and four of a kind beats"
        " only other combinations of its size."
    ),
    Family.BOMBS: gettext_noop(
        "Four of a kind and straight flush beat anything, in turn or out of turn, or turn the"
        " order of the cards over."
    ),
    Family.TO_THE_LAST: gettext_noop(
        "Play goes on until only one player has cards, and each place counts."
    ),
}


def family(rules: RuleSet) -> Family:
    """Return the family of the rules, by their options: house rules have one as known games do.

    >>> family(RuleSet.make("lukang")).value
    'bombs'
    """
    if rules.play_on:
        return Family.TO_THE_LAST
    if _has_bombs(rules):
        return Family.BOMBS
    return Family.FIRST_OUT


def about(each: Family) -> str:
    """Return what the games of the family have in common, in one sentence."""
    return gettext(_ABOUT[each])


def _has_bombs(rules: RuleSet) -> bool:
    return rules.honours_beat_any or rules.bomb_demotes_twos
