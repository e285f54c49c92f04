"""The compiled self-play engine, and rule sets as it reads them.

The C compiler of the machine builds it once for each version of its sources, into a cache folder.
"""

import ctypes
import hashlib
import os
import shutil
import subprocess
import tempfile
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from numpy.typing import NDArray

from games.bots.net.layout import LAYOUT
from games.bots.net.rule_inputs import mean_card_value, option_inputs, scale
from games.rules.cards import FULL_PACK, PACK_SIZE, Card, Cards
from games.rules.combinations.card_order import ranking
from games.rules.combinations.sequences import SEQUENCES
from games.rules.ruleset.rule_set import RuleSet
from games.rules.scoring import CARD_VALUES, factor_for

_SOURCES = tuple(
    Path(__file__).with_name(f"{name}.c")
    for name in ("engine", "inputs", "network", "search", "learn")
)
_FLAGS = (
    "-O3",
    "-march=native",
    "-ffp-contract=fast",
    # Not -ffast-math or -funsafe-math-optimizations: a library linked with these rounds tiny
    # numbers to zero in the whole process that loads it.
    "-fassociative-math",
    "-freciprocal-math",
    "-fno-signed-zeros",
    "-fno-trapping-math",
    "-fno-math-errno",
)
_FLAGS_OF_LIBRARIES = ("-shared", "-fPIC")

MOST_PLAYERS = 8
MOST_CARDS = 104
MOST_PLAYS = 32768
_MOST_SEQUENCES = 12
_MOST_OPTION_INPUTS = 64

_VALUES = {
    "leftover": ("unused", "lowest_holder", "stock"),
    "draw_on_pass": ("none", "one", "as_needed"),
    "direction": ("anticlockwise", "clockwise", "alternate"),
    "opening_leader": ("lowest_card", "winner", "loser"),
    "flush_order": ("suit", "top_card", "all_cards"),
    "five_card_order": ("standard", "royal_over_quads", "quads_top"),
    "passing": ("may_return", "locked", "one_pass_ends"),
    "guard": ("none", "enforced", "pays_all", "pays_all_if_preventable", "deals_next"),
    "going_out": ("any", "not_top_card", "not_single_two", "not_single_or_pair_of_twos"),
    "scoring": ("cards_left", "winner_point", "deuces", "placement", "indonesian"),
    "payment": ("difference", "winner_takes", "count_difference", "loser_pays", "points"),
}

#: The first fields of the struct, in the order of `engine.c`.
_NUMBERS = (
    *("players", "packs", "hand_size", "leftover", "leftover_exposed", "draw", "recycle"),
    *("direction", "opening_leader", "round_length", "opening_includes_lowest", "dragon_wins"),
    "exchange",
    *("triples", "two_pairs", "flushes", "with_fifth", "with_bare_four", "seven", "flush_order"),
    *("five_card_order", "cross_kind", "honours_beat_any", "may_cut_in", "bomb_demotes_twos"),
    *("passing", "top_two_ends_trick", "guard", "going_out", "must_beat", "play_on"),
    *("scoring", "unplayed", "only_starter", "double_per_two", "twos_last_double"),
    *("bomb_doubles", "loss_cap", "payment"),
)

_INT = ctypes.c_int32


class Rules(ctypes.Structure):
    """A rule set as the engine reads it."""

    _fields_ = (
        *((name, _INT) for name in _NUMBERS),
        ("card_values", _INT * 13),
        ("factors", _INT * (MOST_CARDS + 1)),
        ("placement_points", _INT * MOST_PLAYERS),
        ("sequences", _INT),
        *(
            (name, _INT * _MOST_SEQUENCES)
            for name in ("masks", "places", "deciders", "lasts", "royals")
        ),
        ("scale16", _INT),
        ("mean_value16", _INT),
        ("options", _INT),
        ("option_inputs", _INT * _MOST_OPTION_INPUTS),
    )


class Words(ctypes.Structure):
    """A set of cards: the first copies and the second ones."""

    _fields_ = (("a", ctypes.c_uint64), ("b", ctypes.c_uint64))


class Top(ctypes.Structure):
    """A combination."""

    _fields_ = (
        ("cards", Words),
        ("key", ctypes.c_uint64),
        *((name, ctypes.c_uint8) for name in ("kind", "size", "rank", "top")),
    )


_STATE_NUMBERS = (
    *("phase", "turn", "owner", "passes", "locked", "outs"),
    ("out", _INT * MOST_PLAYERS),
    *("leader", "must_include", "taker", "stocked", "recycles", "ex_loser", "ex_winner"),
    *("ex_given", "active", "starter", "twos_low", "bombs", "breach_guard", "breach_guarded"),
    *("breach_highest", "specials", "step", "number", "dealer", "has_top", "prev_winner"),
    *("prev_loser", "given_order", "ending", "winner", "loser", "foul", "draws"),
)


class State(ctypes.Structure):
    """The state of a deal in the engine."""

    _fields_ = (
        ("hands", Words * MOST_PLAYERS),
        *((name, Words) for name in ("leftover", "played", "trick_cards", "last_play")),
        ("top", Top),
        ("rng", ctypes.c_uint64),
        ("points", ctypes.c_int64 * MOST_PLAYERS),
        ("net", ctypes.c_int64 * MOST_PLAYERS),
        *((each, _INT) if isinstance(each, str) else each for each in _STATE_NUMBERS),
        ("special", ctypes.c_uint8 * 4 * 128),
        ("stock", ctypes.c_uint8 * MOST_CARDS),
        ("order", ctypes.c_uint8 * MOST_CARDS),
        ("passed", ctypes.c_uint16 * 3 * MOST_PLAYERS),
        # As `games.bots.search.likelihood.Signs`: declined, led, passed_five.
        ("shown", ctypes.c_uint8 * 29 * MOST_PLAYERS),
        ("last_player", ctypes.c_int8),
        *((name, ctypes.c_uint8) for name in ("last_size", "last_rank", "last_kind")),
    )


class NoCompilerError(RuntimeError):
    """The machine has no C compiler, or it failed."""


def compiler() -> str | None:
    """Return the path of the machine's C compiler, or None."""
    return shutil.which(os.environ.get("CC", "cc"))


def _cache_folder() -> Path:
    """Return the folder for compiled engines."""
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base) / "big-two-club"


@cache
def library() -> ctypes.CDLL:
    """Return the compiled engine; compile it first if its sources have changed.

    :raises NoCompilerError: if that is impossible
    """
    found = compiler()
    if found is None:
        raise NoCompilerError("training needs a C compiler (cc), and there is none")
    offsets = [f"-D{name.upper()}={place}" for name, place in LAYOUT.places.items()]
    sources = b"".join(path.read_bytes() for path in _SOURCES)
    digest = hashlib.sha256(repr((offsets, _FLAGS)).encode() + sources).hexdigest()[:16]
    built = _cache_folder() / f"training-{digest}.so"
    if not built.exists():
        built.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=built.parent) as folder:
            made = Path(folder) / built.name
            # The last source includes the others.
            command = [found, *_FLAGS, *_FLAGS_OF_LIBRARIES, *offsets, str(_SOURCES[-1]), "-lm"]
            done = subprocess.run(  # noqa: S603 -- the machine's compiler on our own sources
                [*command, "-o", str(made)], capture_output=True, text=True, check=False
            )
            if done.returncode:
                raise NoCompilerError(f"the C compiler failed: {done.stderr[-2000:]}")
            made.replace(built)
    return ctypes.CDLL(str(built))


def pointer(array: NDArray[Any]) -> ctypes.c_void_p:
    """Return where an array begins."""
    return array.ctypes.data_as(ctypes.c_void_p)


@lru_cache(maxsize=4096)
def packed(rules: RuleSet) -> Rules:
    """Return a rule set as the engine reads it."""
    table = rules.combinations
    numbers: dict[str, int] = {
        "draw": _VALUES["draw_on_pass"].index(rules.draw_on_pass),
        "recycle": rules.stock_recycle,
        "unplayed": rules.unplayed_multiplier,
        "only_starter": rules.multiply_only_starter,
        "five_card_order": _VALUES["five_card_order"].index(table.five_card_order),
        **{name: getattr(table, name) for name in ("with_fifth", "with_bare_four", "seven")},
    }
    for name in _NUMBERS:
        if name not in numbers:
            value = getattr(rules, name)
            numbers[name] = _VALUES[name].index(value) if isinstance(value, str) else int(value)
    sequences = SEQUENCES[rules.straights]
    order = ranking(rules.suit_order)
    assert order.strength[0] < 4
    option_numbers = option_inputs(rules)
    found = Rules(**numbers)
    found.card_values[:] = _card_values(rules)
    found.factors[:] = [0, *(_factor(rules, cards) for cards in range(1, MOST_CARDS + 1))]
    found.placement_points[: rules.players] = rules.placement_points
    found.sequences = len(sequences)
    for place, each in enumerate(sequences):
        found.masks[place] = sum(1 << rank for rank in each.ranks)
        found.places[place] = each.place
        found.deciders[place] = each.decider
        found.lasts[place] = each.ranks[-1]
        found.royals[place] = each.royal
    found.scale16 = scale(rules)
    found.mean_value16 = mean_card_value(rules)
    found.options = len(option_numbers)
    found.option_inputs[: len(option_numbers)] = option_numbers
    return found


def _card_values(rules: RuleSet) -> tuple[int, ...]:
    """Return the value of a card left, by rank."""
    return CARD_VALUES[rules.card_values]


def _factor(rules: RuleSet, cards: int) -> int:
    """Return the factor for a number of cards."""
    return factor_for(rules, cards)


def engine_card(rules: RuleSet, card: Card) -> int:
    """Return a card as the engine numbers it: by its strength with twos on top."""
    return ranking(rules.suit_order).strength[card]


def engine_set(rules: RuleSet, cards: Cards) -> tuple[int, int]:
    """Return a set as the engine's two words: the first copies and the second ones."""
    table = _suit_tables(rules.suit_order)[0]
    return _translated(cards & FULL_PACK, table), _translated(cards >> PACK_SIZE, table)


def rules_set(rules: RuleSet, first: int, second: int) -> Cards:
    """Return a set of the engine as one of the rules; the inverse of `engine_set`."""
    table = _suit_tables(rules.suit_order)[1]
    return _translated(first, table) | _translated(second, table) << PACK_SIZE


def _translated(cards: int, table: bytes) -> int:
    """Return cards with other suits, by a table for the eight cards of two ranks."""
    return int.from_bytes(cards.to_bytes(7, "little").translate(table), "little")


@cache
def _suit_tables(suit_order: str) -> tuple[bytes, bytes]:
    """Return the tables from suits of the rules to those of the engine, and back."""
    strength = ranking(suit_order).suit_strength

    def moved(octet: int, suits: dict[int, int]) -> int:
        """Return the cards of two ranks with other suits."""
        return sum(
            1 << 4 * rank + suits[suit]
            for rank in range(2)
            for suit in range(4)
            if octet >> 4 * rank + suit & 1
        )

    there = dict(enumerate(strength))
    back = {to: suit for suit, to in there.items()}
    return (
        bytes(moved(octet, there) for octet in range(256)),
        bytes(moved(octet, back) for octet in range(256)),
    )
