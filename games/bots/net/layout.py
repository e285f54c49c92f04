"""Layout of the network's inputs: one bit each, in named blocks.

The engine for training is compiled with the same layout, so both sides agree on every place.
"""

from collections.abc import Iterable
from typing import NamedTuple

from games.rules.combinations.kinds import Kind
from games.rules.ruleset.options import OPTIONS

#: The kinds in the order of their inputs.
KINDS: tuple[Kind, ...] = tuple(Kind)

#: The options that change how to play, apart from those that only change who leads or deals, and
#: those whose effect other inputs show, such as the order of the suits.
CHOICES = (
    *("players", "packs", "hand_size", "leftover", "draw_on_pass", "stock_recycle"),
    *("triples", "two_pairs", "flushes", "four_of_a_kind", "straight_flush_cards", "straights"),
    *("flush_order", "five_card_order", "cross_kind", "honours", "bomb_demotes_twos", "passing"),
    *("top_two_ends_trick", "guard", "going_out", "must_beat", "play_on", "scoring"),
    *("multiply_only_starter", "card_values", "double_per_two", "twos_last_double"),
    *("bomb_doubles", "payment"),
)
#: Numbers of which an input only says whether they are above 0.
NUMBERS = ("unplayed_multiplier", "loss_cap")

#: The places of the values of options: an input for each value except the default.
OPTION_PLACES: dict[tuple[str, object], int] = {}
for _name in CHOICES:
    for _value in tuple(OPTIONS[_name].values)[1:]:
        OPTION_PLACES[_name, _value] = len(OPTION_PLACES)
for _name in NUMBERS:
    OPTION_PLACES[_name, True] = len(OPTION_PLACES)

#: The inputs of one rival, in the order of play from the next player.
RIVAL = {
    "rival_none": 1,
    "rival_count": 14,
    "rival_locked": 1,
    "rival_owner": 1,
    "rival_active": 1,
    "rival_starter": 1,
    "rival_loss": 8,
    "rival_passed_single": 13,
    "rival_passed_pair": 13,
    "rival_passed_five": 7,
}
RIVAL_SIZE = sum(RIVAL.values())
MOST_RIVALS = 7

#: The inputs that all actions of a decision share.
STATE = {
    "options_at": len(OPTION_PLACES),
    "hand_first": 52,
    "hand_second": 52,
    "gone_first": 52,
    "gone_second": 52,
    "dead": 52,
    "top_kind": 13,
    "top_at": 52,
    "top_place": 78,
    "own_top": 1,
    "passes_at": 8,
    "answering": 8,
    "count_at": 27,
    "is_active": 1,
    "is_starter": 1,
    "out_of_turn": 1,
    "must_give": 1,
    "must_include_lowest": 1,
    "has_duty": 1,
    "low_twos": 1,
    "bombs_at": 3,
    "stock_at": 5,
    "outs_at": 6,
    "loss_at": 16,
    "earn_at": 16,
    "rivals": MOST_RIVALS * RIVAL_SIZE,
}

#: The inputs of one action.
ACTION = {
    "act_type": 3,
    "act_first": 52,
    "act_second": 52,
    "act_kind": 12,
    "act_top": 52,
    "act_place": 78,
    "left_ranks": 52,
    "left_count": 27,
    "is_sure": 1,
    "higher_singles": 8,
    "higher_pairs": 6,
    "left_sequences": 4,
    "left_flushes": 2,
    "left_straight_flush": 1,
    "turns_left": 14,
    "bosses": 5,
    "left_loss": 16,
    "is_breach": 1,
    "ends_trick": 1,
}


#: The sizes of the two hidden layers.
HIDDEN = (256, 128)


class Layout(NamedTuple):
    """Places of all inputs."""

    #: The first place of each block; those of `RIVAL` count from the start of a rival.
    places: dict[str, int]
    #: The number of inputs of a state, which come first.
    state_size: int
    #: The number of all inputs.
    size: int


def _places(blocks: Iterable[tuple[str, int]], start: int) -> dict[str, int]:
    """Return the first place of each block."""
    places = {}
    for name, size in blocks:
        places[name] = start
        start += size
    return places


_STATE_SIZE = sum(STATE.values())
LAYOUT = Layout(
    {
        **_places(STATE.items(), 0),
        **_places(RIVAL.items(), 0),
        **_places(ACTION.items(), _STATE_SIZE),
        "rival_size": RIVAL_SIZE,
        "hidden_1": HIDDEN[0],
        "hidden_2": HIDDEN[1],
        "state_size": _STATE_SIZE,
        "input_size": _STATE_SIZE + sum(ACTION.values()),
    },
    _STATE_SIZE,
    _STATE_SIZE + sum(ACTION.values()),
)
