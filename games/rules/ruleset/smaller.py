"""The form of a rule set for fewer players."""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from games.rules.ruleset.errors import RuleSetError
from games.rules.ruleset.mixes import hand_sizes
from games.rules.ruleset.options import (
    OptionValue,
    PlacementPoints,
    placement_points_text,
    usual_placement_points,
)
from games.rules.ruleset.presets import PRESETS
from games.rules.ruleset.rule_set import RuleSet

#: Known games whose sources describe the game for fewer in other words than the usual change.
_OWN_FORMS = {("wikipedia", 3): "three_players_wikipedia"}
#: What depends on how many play, and so is chosen anew.
_BY_PLAYERS = ("players", "hand_size", "leftover", "placement_points")


def smaller_form(rules: RuleSet, players: int) -> RuleSet | None:
    """Return the rules as fewer play them, or None where there is no such game.

    Everything stays as it is but the cards that each is dealt, what becomes of the others, and the
    points of the places: with 17 cards for each of three, the holder of the lowest card takes the
    one left over. A stock stays a stock, and where the larger hands are dealt they are.

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
    packs = rules.packs if hand_sizes(players, rules.packs) else 1
    kept |= {"players": players, "packs": packs}
    if rules.placement_points != usual_placement_points(rules.players):
        points = _fewer_points(rules.placement_points, players)
        kept["placement_points"] = placement_points_text(points)
    for deal in _dealings(rules, hand_sizes(players, packs)):
        try:
            return RuleSet.make(options={**kept, **deal})
        except RuleSetError:
            continue
    return None


def _dealings(rules: RuleSet, sizes: Sequence[int]) -> Iterator[dict[str, OptionValue]]:
    """Yield how the cards may be dealt to fewer, what is most alike first.

    :param sizes: how many cards each can be dealt, the usual first
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
    """Return the points of the places for fewer: the first and the last keep theirs, if they can.

    Those between lie as far up and down as before, whole and towards zero. Where the points sum to
    0 they do so again: what is too much the first wins less, or the last loses less.

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
            # The last of the equal first, or the first of the equal last: so nobody is passed.
            if excess > 0:
                found[found.count(found[0]) - 1] -= 1
            else:
                found[-found.count(found[-1])] += 1
    return tuple(found)


def name_of_form(rules: RuleSet, name: str) -> str:
    """Return what such rules are called: a known game's name where they are one."""
    found = next((each for each in PRESETS if RuleSet.make(each) == rules), None)
    return found or name
