"""Tags: the main features of a rule set in a few words each."""

from collections.abc import Callable

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from games.rules.ruleset.rule_set import RuleSet

#: Each tag with the condition under which a rule set has it.
_TAGS: tuple[tuple[str, Callable[[RuleSet], bool]], ...] = (
    (gettext_noop("two packs"), lambda rules: rules.packs == 2),
    (gettext_noop("clockwise"), lambda rules: rules.direction == "clockwise"),
    (gettext_noop("draw from a stock"), lambda rules: rules.draw_on_pass != "none"),
    (gettext_noop("card exchange"), lambda rules: rules.exchange),
    (gettext_noop("redeals"), lambda rules: rules.redeal != "none"),
    (gettext_noop("dragon wins"), lambda rules: rules.dragon_wins),
    (gettext_noop("other order of suits"), lambda rules: rules.suit_order != "SHCD"),
    (gettext_noop("no three of a kind"), lambda rules: not rules.triples),
    (gettext_noop("two pairs"), lambda rules: rules.two_pairs),
    (gettext_noop("no flushes"), lambda rules: not rules.flushes),
    (gettext_noop("seven-card straight flush"), lambda rules: rules.straight_flush_cards == 7),
    (gettext_noop("bombs any time"), lambda rules: rules.may_cut_in),
    (gettext_noop("bombs"), lambda rules: rules.honours_beat_any and not rules.may_cut_in),
    (gettext_noop("a pass ends your trick"), lambda rules: rules.passing == "locked"),
    (gettext_noop("one pass ends the trick"), lambda rules: rules.passing == "one_pass_ends"),
    (gettext_noop("you must beat"), lambda rules: rules.must_beat),
    (gettext_noop("guard’s duty"), lambda rules: rules.guard != "none"),
    (gettext_noop("no two as the last play"), lambda rules: rules.going_out != "any"),
    (gettext_noop("play to the end"), lambda rules: rules.play_on),
    (gettext_noop("one point a win"), lambda rules: rules.scoring == "winner_point"),
    (gettext_noop("twos double the win"), lambda rules: rules.scoring == "deuces"),
    (gettext_noop("bonus points"), lambda rules: rules.scoring == "indonesian"),
    (gettext_noop("triple losses"), lambda rules: rules.unplayed_multiplier == 3),
    (gettext_noop("winner takes all"), lambda rules: rules.payment == "winner_takes"),
    (gettext_noop("loser pays"), lambda rules: rules.payment == "loser_pays"),
)


def tags(rules: RuleSet) -> list[str]:
    """Return the number of players and the features that differ from the standard rules."""
    players = ngettext("%(count)d player", "%(count)d players", rules.players)
    features = [_(text) for text, applies in _TAGS if applies(rules)]
    return [players % {"count": rules.players}, *features]
