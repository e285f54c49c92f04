"""Pairs of options that cannot be combined, each with its reason.

Any other combination is accepted, even if an option has no effect in it.
"""

from collections.abc import Callable
from typing import NamedTuple

from games.rules.ruleset.i18n import gettext_noop
from games.rules.ruleset.options import Rules, usual_placement_points

#: The hand sizes by number of packs and of players, the usual one first.
_HAND_SIZES = {
    1: {4: (13,), 3: (17, 13), 2: (17, 13, 21, 26), 5: (10,), 6: (8,), 7: (7,), 8: (6,)},
    2: {4: (13, 26), 5: (13, 20), 6: (13, 17), 7: (13, 14), 8: (13,)},
}
FEWEST_FOR_TWO_PACKS = 4


def hand_sizes(players: int, packs: int) -> tuple[int, ...]:
    """Return the possible hand sizes, the usual one first; empty if there is no such game."""
    return _HAND_SIZES[packs].get(players, ())


class Conflict(NamedTuple):
    """Two options that can conflict, the check for the conflict, and the reason for users."""

    #: The two names, in alphabetical order.
    options: tuple[str, str]
    #: The reason, one sentence for users.
    reason: str
    #: Returns whether a rule set has this conflict.
    applies: Callable[[Rules], bool]


#: Every conflict, in the order in which they are checked.
CONFLICTS: tuple[Conflict, ...] = (
    Conflict(
        ("packs", "players"),
        gettext_noop("You need at least 4 players for two packs."),
        lambda rules: not hand_sizes(rules.players, rules.packs),
    ),
    Conflict(
        ("hand_size", "players"),
        gettext_noop(
            "Hand sizes with one pack: 13 cards for 4 players; 13 or 17 for 3; 13, 17, 21 or 26"
            " for 2; 10 for 5; 8 for 6; 7 for 7; 6 for 8. With two packs: 13 cards for any number"
            " of players; 26 is also possible for 4 players, 20 for 5, 17 for 6 and 14 for 7."
        ),
        lambda rules: rules.hand_size not in hand_sizes(rules.players, rules.packs),
    ),
    Conflict(
        ("hand_size", "leftover"),
        gettext_noop("Every card is dealt, so there’s no stock to draw from."),
        lambda rules: rules.has_stock and rules.left_over == 0,
    ),
    Conflict(
        ("hand_size", "leftover"),
        gettext_noop(
            "The player with the lowest card can take leftover cards only if there’s at least one"
            " and no more than one per player."
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
    Conflict(
        ("leftover", "players"),
        gettext_noop("With 2 players, too many cards are left over for one player to take."),
        lambda rules: rules.leftover == "lowest_holder" and rules.players == 2,
    ),
    Conflict(
        ("draw_on_pass", "leftover"),
        gettext_noop("Drawing cards works only with a stock."),
        lambda rules: rules.draw_on_pass != "none" and not rules.has_stock,
    ),
    Conflict(
        ("exchange", "players"),
        gettext_noop("Exchanging cards works only with 3 players."),
        lambda rules: rules.exchange and rules.players != 3,
    ),
    Conflict(
        ("play_on", "scoring"),
        gettext_noop(
            "Playing on until one player is left and scoring by finishing place only work together."
        ),
        lambda rules: rules.play_on != (rules.scoring == "placement"),
    ),
    Conflict(
        ("placement_points", "players"),
        gettext_noop("Enter as many numbers as there are players."),
        lambda rules: len(rules.placement_points) != rules.players,
    ),
    Conflict(
        ("placement_points", "scoring"),
        gettext_noop("Points for each place work only with scoring by finishing place."),
        lambda rules: (
            rules.placement_points != usual_placement_points(rules.players)
            and rules.scoring != "placement"
        ),
    ),
    Conflict(
        ("four_of_a_kind", "honours"),
        gettext_noop(
            "Four of a kind without a fifth card beats only lower plays of four cards, so it can’t"
            " beat combinations of other sizes."
        ),
        lambda rules: rules.four_of_a_kind == "bare" and rules.honours != "five_card",
    ),
    Conflict(
        ("four_of_a_kind", "straight_flush_cards"),
        gettext_noop("With seven-card straight flushes, four of a kind needs a fifth card."),
        lambda rules: rules.four_of_a_kind == "bare" and rules.straight_flush_cards == 7,
    ),
    Conflict(
        ("payment", "scoring"),
        gettext_noop("This option works only when a loss is based on the number of cards left."),
        lambda rules: rules.pays_by_cards and rules.scoring != "cards_left",
    ),
    Conflict(
        ("payment", "scoring"),
        gettext_noop(
            "If each player wins or pays their own points, the deal must be scored by"
            " finishing place."
        ),
        lambda rules: rules.payment == "points" and rules.scoring != "placement",
    ),
    Conflict(
        ("payment", "placement_points"),
        gettext_noop("If each player wins or pays their own points, the points must add up to 0."),
        lambda rules: rules.payment == "points" and sum(rules.placement_points) != 0,
    ),
    Conflict(
        ("guard", "play_on"),
        gettext_noop(
            "If play goes on until one player is left, you can’t use a rule that penalizes letting"
            " a player go out."
        ),
        lambda rules: rules.play_on and rules.guard_can_fail,
    ),
    Conflict(
        ("guard", "payment"),
        gettext_noop(
            "If players settle the difference in cards left, you can’t use a rule that makes one"
            " player pay for everyone."
        ),
        lambda rules: rules.guard_pays and rules.payment == "count_difference",
    ),
    Conflict(
        ("opening_leader", "round_length"),
        gettext_noop("The player with the lowest card already starts every deal."),
        lambda rules: rules.round_length != 0 and rules.opening_leader == "lowest_card",
    ),
)


def find_conflicts(rules: Rules) -> list[Conflict]:
    """Return all conflicts in a rule set, in the order of `CONFLICTS`."""
    return [conflict for conflict in CONFLICTS if conflict.applies(rules)]
