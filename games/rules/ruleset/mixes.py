"""Which options cannot go together, and why.

A mix that is not listed is accepted, even where an option is without effect in it.
"""

from collections.abc import Callable
from typing import NamedTuple

from games.rules.ruleset.options import Rules, usual_placement_points
from games.rules.ruleset.words import gettext_noop

#: How many cards can be dealt to each, by the number of packs and of players, the usual first.
_HAND_SIZES = {
    1: {4: (13,), 3: (17, 13), 2: (17, 13, 21, 26), 5: (10,), 6: (8,), 7: (7,), 8: (6,)},
    2: {4: (13, 26), 5: (13, 20), 6: (13, 17), 7: (13, 14), 8: (13,)},
}
FEWEST_FOR_TWO_PACKS = 4

PACK = 52


def hand_sizes(players: int, packs: int) -> tuple[int, ...]:
    """Return how many cards can be dealt to each, the usual first; none where nobody plays so."""
    return _HAND_SIZES[packs].get(players, ())


class Mix(NamedTuple):
    """An impossible mix of two options."""

    #: The two names, in alphabetical order.
    options: tuple[str, str]
    #: One sentence that says why.
    reason: str
    #: Whether a rule set has the mix.
    applies: Callable[[Rules], bool]


#: The impossible mixes, in the order in which they are tried.
MIXES: tuple[Mix, ...] = (
    Mix(
        ("packs", "players"),
        gettext_noop("Two packs are for four players or more."),
        lambda rules: not hand_sizes(rules.players, rules.packs),
    ),
    Mix(
        ("hand_size", "players"),
        gettext_noop(
            "With one pack four players have 13 cards each, three 13 or 17, two 13, 17, 21 or 26,"
            " and five to eight 10, 8, 7 and 6. With two packs each has 13, or of four players 26,"
            " of five 20, of six 17, of seven 14."
        ),
        lambda rules: rules.hand_size not in hand_sizes(rules.players, rules.packs),
    ),
    Mix(
        ("hand_size", "leftover"),
        gettext_noop("There is no stock where every card is dealt."),
        lambda rules: rules.has_stock and rules.left_over == 0,
    ),
    Mix(
        ("hand_size", "leftover"),
        gettext_noop(
            "The lowest card's holder takes the leftover only where there is one, of no more cards"
            " than there are players."
        ),
        lambda rules: (
            rules.leftover == "lowest_holder"
            and (
                rules.hand_size != 17
                if rules.players == 2
                else not 0 < rules.left_over <= rules.players
            )
        ),
    ),
    Mix(
        ("leftover", "players"),
        gettext_noop("With two players the leftover is too large to be taken by one of them."),
        lambda rules: rules.leftover == "lowest_holder" and rules.players == 2,
    ),
    Mix(
        ("draw_on_pass", "leftover"),
        gettext_noop("Nobody can draw without a stock."),
        lambda rules: rules.draw_on_pass != "none" and not rules.has_stock,
    ),
    Mix(
        ("exchange", "players"),
        gettext_noop("Cards are exchanged only between three players."),
        lambda rules: rules.exchange and rules.players != 3,
    ),
    Mix(
        ("play_on", "scoring"),
        gettext_noop(
            "Play goes on after the first is out only with points by placement, and points by"
            " placement need it."
        ),
        lambda rules: rules.play_on != (rules.scoring == "placement"),
    ),
    Mix(
        ("placement_points", "players"),
        gettext_noop("There are as many places as players, and each place has its points."),
        lambda rules: len(rules.placement_points) != rules.players,
    ),
    Mix(
        ("placement_points", "scoring"),
        gettext_noop("Places have points only where points go by placement."),
        lambda rules: (
            rules.placement_points != usual_placement_points(rules.players)
            and rules.scoring != "placement"
        ),
    ),
    Mix(
        ("four_of_a_kind", "honours"),
        gettext_noop("A bare four beats only lower fours, so it cannot beat any combination."),
        lambda rules: rules.four_of_a_kind == "bare" and rules.honours != "five_card",
    ),
    Mix(
        ("four_of_a_kind", "straight_flush_cards"),
        gettext_noop("With straight flushes of seven cards a four has its fifth card."),
        lambda rules: rules.four_of_a_kind == "bare" and rules.straight_flush_cards == 7,
    ),
    Mix(
        ("payment", "scoring"),
        gettext_noop("This payment goes by the cards left, so the points must too."),
        lambda rules: rules.pays_by_cards and rules.scoring != "cards_left",
    ),
    Mix(
        ("payment", "scoring"),
        gettext_noop("Points are paid as they are only where they go by placement."),
        lambda rules: rules.payment == "points" and rules.scoring != "placement",
    ),
    Mix(
        ("payment", "placement_points"),
        gettext_noop("Points that are paid as they are must add up to 0."),
        lambda rules: rules.payment == "points" and sum(rules.placement_points) != 0,
    ),
    Mix(
        ("guard", "play_on"),
        gettext_noop(
            "Letting somebody go out has no price where play goes on: no win ends the deal."
        ),
        lambda rules: rules.play_on and rules.guard_can_fail,
    ),
    Mix(
        ("guard", "payment"),
        gettext_noop("Nobody can pay for all where the number of cards left is settled."),
        lambda rules: rules.guard_pays and rules.payment == "count_difference",
    ),
    Mix(
        ("opening_leader", "round_length"),
        gettext_noop("Rounds are of no use where the lowest card leads every deal."),
        lambda rules: rules.round_length != 0 and rules.opening_leader == "lowest_card",
    ),
)


def clashes(rules: Rules) -> list[Mix]:
    """Return every impossible mix that a rule set has, in the order in which they are tried."""
    return [mix for mix in MIXES if mix.applies(rules)]
