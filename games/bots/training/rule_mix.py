"""Rule sets of the deals in self-play: the presets, and random sets of options."""

from random import Random

from games.rules.ruleset.errors import RuleSetError
from games.rules.ruleset.options import OPTIONS
from games.rules.ruleset.presets import PRESETS
from games.rules.ruleset.rule_set import RuleSet

#: The share of deals under presets; those that most people play count more.
_PRESET_SHARE = 0.45
_OFTEN = {"pagat": 4, "online": 4, "paper": 4, "hong_kong": 2, "wikipedia": 2, "classic": 2}
#: Random rule sets in use at a time.
_POOL = 1500

_TEXTS: dict[str, tuple[object, ...]] = {
    "multipliers": ("1:1", "1:1,10:2", "1:2,5:3", "1:1,8:2,10:3,13:4", "1:1,10:2,13:3"),
    "round_length": (0, 10),
    "unplayed_multiplier": (0, 1, 2, 3, 4),
    "loss_cap": (0, 0, 10, 30, 50),
    "placement_points": (
        *("5,3,1,0", "2,1,-1,-2", "3,0,0,-3", "3,-1,-1,-1", "1,-1", "2,0,-2", "3,1,0"),
        *("4,1,0,-2,-3", "4,2,1,-1,-2,-4", "6,3,1,0,-2,-3,-5"),
    ),
}


def random_rules(random: Random) -> RuleSet:
    """Return a rule set with a few or many random options, on top of a preset or the defaults."""
    share = random.choice((0.05, 0.15, 0.4, 0.8))
    options = {
        name: random.choice(_TEXTS.get(name) or tuple(option.values))
        for name, option in OPTIONS.items()
        if random.random() < share
    }
    preset = random.choice((None, *PRESETS))
    while True:
        try:
            return RuleSet.make(preset, options)
        except RuleSetError as error:
            clashing = [name for name in error.options if name in options]
            if clashing:
                del options[clashing[-1]]
            else:
                preset = None


class RuleMix:
    """Rule sets with weights by which deals choose them; some random ones change with time."""

    def __init__(self, random: Random) -> None:
        """Fill the pool of random rule sets."""
        self._random = random
        self._pool = [random_rules(random) for _ in range(_POOL)]
        self._presets = [RuleSet.make(name) for name in PRESETS]
        self._shares = [_OFTEN.get(name, 1) for name in PRESETS]

    def renew(self, count: int) -> None:
        """Replace some of the random rule sets."""
        for _ in range(count):
            self._pool[self._random.randrange(_POOL)] = random_rules(self._random)

    def weighted(self) -> list[tuple[RuleSet, int]]:
        """Return all rule sets with whole weights; deals of many cards are rarer, but as long."""
        presets = _PRESET_SHARE / sum(self._shares)
        pool = (1 - _PRESET_SHARE) / _POOL
        shares = [
            (rules, presets * share)
            for rules, share in zip(self._presets, self._shares, strict=True)
        ]
        shares += [(rules, pool) for rules in self._pool]
        return [(rules, 1 + round(1e8 * share * 52 / rules.dealt)) for rules, share in shares]
