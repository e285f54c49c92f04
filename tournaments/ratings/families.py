"""Families of rules: games that need the same skills, and so share a rating.

There are few families, because a rating needs many sessions. They differ in the goal of play and
the worth of a hand, not in scoring: order of suits, straights, payment and duties change single
plays, but the same players win.

* Play to the end: second and third place earn points, so a weak hand is played for the best place
  within reach.
* Bombs: four of a kind beats any combination or reverses the order of the cards, so a two is not
  safe. Players hold bombs back and play around them. Playing them out of turn changes the timing,
  not the strategy.
* Standard: only going out first matters, and cards keep their rank.

Numbers of players could be families too, but only sessions of four are rated. Four players with
two packs are in the same family as with one.
"""

from django.db.models import TextChoices
from django.utils.translation import gettext, gettext_noop, pgettext_lazy

from games.rules.ruleset.rule_set import RuleSet


class Family(TextChoices):
    """Families of rules, each with its own ratings, in the order of lists."""

    FIRST_OUT = "first-out", pgettext_lazy("family of rules", "Standard")
    BOMBS = "bombs", pgettext_lazy("family of rules", "Bombs")
    TO_THE_LAST = "to-the-last", pgettext_lazy("family of rules", "Play to the end")


_ABOUT: dict[Family, str] = {
    Family.FIRST_OUT: gettext_noop(
        "The basic game and its variants. The first player out ends the deal, and four of a kind"
        " beats only other five-card hands."
    ),
    Family.BOMBS: gettext_noop(
        "Four of a kind and straight flushes are bombs: they beat any other play or reverse the"
        " order of the cards. Under some rules, bombs can be played out of turn."
    ),
    Family.TO_THE_LAST: gettext_noop(
        "Play goes on until only one player has cards left, and every finishing place counts."
    ),
}


def family(rules: RuleSet) -> Family:
    """Return the family by the options of the rules: played to the end, with bombs, or standard.

    So house rules have one too.

    >>> family(RuleSet.make("lukang")).value
    'bombs'
    """
    if rules.play_on:
        return Family.TO_THE_LAST
    if _has_bombs(rules):
        return Family.BOMBS
    return Family.FIRST_OUT


def family_description(described: Family) -> str:
    """Return a description of the games in this family."""
    return gettext(_ABOUT[described])


def _has_bombs(rules: RuleSet) -> bool:
    """Return whether four of a kind beats any combination or reverses the order of the cards."""
    return rules.honours_beat_any or rules.bomb_demotes_twos
