"""Which rules can be chosen: what the screens of a table can show.

The rules know more than that: five to eight players, and two packs. Here alone they are kept back;
forms, galleries and lists of known games ask this module. To offer more, widen `MOST_PLAYERS` and
`MOST_PACKS`.
"""

from typing import Final

from games.rules.ruleset import OPTIONS, PRESETS, Option, OptionValue, Preset, RuleSet
from games.rules.ruleset.options import CHOICE

#: How many seats a table shows.
MOST_PLAYERS: Final = 4
#: From how many packs it shows cards.
MOST_PACKS: Final = 1


def is_offered(rules: RuleSet) -> bool:
    """Tell whether a table can be opened for the rules."""
    return rules.players <= MOST_PLAYERS and rules.packs <= MOST_PACKS


def offered_values(option: Option) -> list[OptionValue]:
    """Return the values of a choice that tables can show, whatever the other options are."""
    most = {"players": MOST_PLAYERS, "packs": MOST_PACKS}.get(option.name)
    return [each for each in option.values if most is None or int(each) <= most]


def has_choice(option: Option) -> bool:
    """Tell whether anything can be chosen at an option."""
    return option.kind != CHOICE or len(offered_values(option)) > 1


def offered_choices(option: Option, rules: RuleSet) -> dict[OptionValue, str]:
    """Return those of them that fit the other options, and the answer that each is."""
    found, offered = option.choices(rules), offered_values(option)
    return {value: found[value] for value in found if value in offered}


def is_asked(option: Option, rules: RuleSet) -> bool:
    """Tell whether an option can make a difference and there is anything to choose."""
    return option.applies(rules) and has_choice(option)


#: The known games that can be chosen, by name.
OFFERED_PRESETS: dict[str, Preset] = {
    name: preset for name, preset in PRESETS.items() if is_offered(RuleSet.make(name))
}
#: What is played where nobody chose, by the number of players, the most usual first.
OFFERED_PLAYERS: tuple[int, ...] = tuple(
    int(players) for players in OPTIONS["players"].values if int(players) <= MOST_PLAYERS
)
