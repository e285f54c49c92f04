"""The form of a rule set for one player less."""

from games.rules.ruleset.errors import RuleSetError
from games.rules.ruleset.mixes import hand_sizes
from games.rules.ruleset.options import OptionValue
from games.rules.ruleset.presets import PRESETS
from games.rules.ruleset.rule_set import RuleSet

#: Known games whose sources describe the game for fewer in other words than the usual change.
_OWN_FORMS = {("wikipedia", 3): "three_players_wikipedia"}
#: What depends on how many play, and so is chosen anew.
_BY_PLAYERS = ("players", "hand_size", "leftover", "placement_points")


def smaller_form(rules: RuleSet, players: int) -> RuleSet | None:
    """Return the rules as fewer play them, or None where there is no such game.

    Everything stays as it is but the cards that each is dealt and what becomes of the others: with
    17 cards for each of three, the holder of the lowest card takes the one left over. A stock stays
    a stock.

    >>> form = smaller_form(RuleSet.make("hong_kong"), 3)
    >>> form.players, form.hand_size, form.straights == RuleSet.make("hong_kong").straights
    (3, 17, True)
    >>> smaller_form(RuleSet.make("two_players"), 1) is None
    True
    """
    if not 2 <= players < rules.players:
        return None
    for (name, count), own in _OWN_FORMS.items():
        if count == players and rules == RuleSet.make(name):
            return RuleSet.make(own)
    options: dict[str, OptionValue] = rules.to_options()
    kept = {name: value for name, value in options.items() if name not in _BY_PLAYERS}
    if not hand_sizes(players, rules.packs):
        del kept["packs"]
    if rules.has_stock:
        kept |= {"hand_size": rules.hand_size, "leftover": rules.leftover}
    try:
        return RuleSet.make(options={**kept, "players": players})
    except RuleSetError:
        return None


def name_of_form(rules: RuleSet, name: str) -> str:
    """Return what such rules are called: a known game's name where they are one."""
    found = next((each for each in PRESETS if RuleSet.make(each) == rules), None)
    return found or name
