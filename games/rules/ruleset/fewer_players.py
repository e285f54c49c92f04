"""A rule set adapted for fewer players."""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from games.rules.ruleset.conflicts import hand_sizes
from games.rules.ruleset.errors import RuleSetError
from games.rules.ruleset.options import (
    OptionValue,
    PlacementPoints,
    placement_points_text,
    usual_placement_points,
)
from games.rules.ruleset.presets import PRESETS
from games.rules.ruleset.rule_set import RuleSet

#: Presets whose source describes the game for fewer players differently from the usual change.
_OWN_RULES = {("wikipedia", 3): "three_players_wikipedia"}
#: The options that depend on the number of players.
_BY_PLAYERS = ("players", "hand_size", "leftover", "placement_points")


def rules_for_fewer(rules: RuleSet, players: int) -> RuleSet | None:
    """Return the rules adapted for fewer players, two or more, or None if there is no such game.

    Only the hand size, the leftover and the points per place change: of three players with 17
    cards each, the holder of the lowest card takes the card left over. A stock stays a stock, and
    rules with the larger of two hand sizes keep the larger one.

    >>> fewer = rules_for_fewer(RuleSet.make("hong_kong"), 3)
    >>> fewer.players, fewer.hand_size, fewer.straights == RuleSet.make("hong_kong").straights
    (3, 17, True)
    >>> rules_for_fewer(RuleSet.make("two_players"), 1) is None
    True
    """
    if not 2 <= players < rules.players:
        return None
    for (name, count), own in _OWN_RULES.items():
        if count == players and rules == RuleSet.make(name):
            return RuleSet.make(own)
    options: dict[str, OptionValue] = rules.to_options()
    unchanged = {name: value for name, value in options.items() if name not in _BY_PLAYERS}
    packs = rules.packs if hand_sizes(players, rules.packs) else 1
    unchanged |= {"players": players, "packs": packs}
    if rules.placement_points != usual_placement_points(rules.players):
        points = _fewer_points(rules.placement_points, players)
        unchanged["placement_points"] = placement_points_text(points)
    for deal in _deal_options(rules, hand_sizes(players, packs)):
        try:
            return RuleSet.make(options={**unchanged, **deal})
        except RuleSetError:
            continue
    return None


def _deal_options(rules: RuleSet, sizes: Sequence[int]) -> Iterator[dict[str, OptionValue]]:
    """Yield options for dealing to fewer players, the most similar first.

    :param sizes: the possible hand sizes, the usual one first
    """
    if rules.has_stock:
        for size in (rules.hand_size, *sizes):
            yield {"hand_size": size, "leftover": rules.leftover}
        return
    usual = hand_sizes(rules.players, rules.packs)[0]
    size = max(sizes) if rules.packs > 1 and rules.hand_size > usual else sizes[0]
    if rules.leftover == "lowest_holder":
        yield {"hand_size": size, "leftover": rules.leftover}
    yield {"hand_size": size}


def _fewer_points(points: PlacementPoints, places: int) -> PlacementPoints:
    """Return points for fewer places. The first and the last place keep theirs if possible.

    The places between are interpolated and rounded towards zero. Points that sum to 0 still do:
    the first place wins less, or the last place loses less, to make up for an excess.

    >>> _fewer_points((2, 1, -1, -2), 3), _fewer_points((3, -1, -1, -1), 3)
    ((2, 0, -2), (2, -1, -1))
    """
    steps = places - 1
    found = []
    for place in range(places):
        at, part = divmod(place * (len(points) - 1), steps)
        after = points[min(at + 1, len(points) - 1)]
        found.append(int(Fraction(points[at] * (steps - part) + after * part, steps)))
    if sum(points) == 0:
        while excess := sum(found):
            # Change the last of equal first places, or the first of equal last places, so that no
            # place has more points than the one above it.
            if excess > 0:
                found[found.count(found[0]) - 1] -= 1
            else:
                found[-found.count(found[-1])] += 1
    return tuple(found)


def preset_name(rules: RuleSet, default: str) -> str:
    """Return the name of the preset that has these rules, or the default if none has."""
    found = next((each for each in PRESETS if RuleSet.make(each) == rules), None)
    return found or default
