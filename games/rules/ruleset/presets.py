"""Presets: rule sets described by the sources."""

from collections.abc import Mapping
from dataclasses import dataclass

from games.rules.ruleset.i18n import gettext_noop
from games.rules.ruleset.options import OptionValue


@dataclass(frozen=True, slots=True)
class Preset:
    """A named set of options; options that are not listed have their defaults."""

    #: The name in rule sets and forms.
    name: str
    #: The name shown to users.
    title: str
    #: The source text, and the person or place that it reports.
    source: str
    #: The options that differ from their defaults.
    options: Mapping[str, OptionValue]


_WIKIPEDIA: dict[str, OptionValue] = {
    "straights": "23456_a2345_top",
    "flush_order": "all_cards",
    "unplayed_multiplier": 3,
    "multipliers": "1:1,10:2",
    "payment": "winner_takes",
    "top_two_ends_trick": True,
    "guard": "pays_all_if_preventable",
    "redeal": "three_points",
}
_THREE_PLAYERS: dict[str, OptionValue] = {
    "players": 3,
    "hand_size": 17,
    "leftover": "lowest_holder",
}

_ALL = (
    Preset("pagat", gettext_noop("Standard rules"), "S4, basic game", {}),
    Preset(
        "guide",
        gettext_noop("Beginner rules"),
        "S0",
        {
            "triples": False,
            "flush_order": "top_card",
            "last_card_call": "one",
            "guard": "deals_next",
            "scoring": "winner_point",
        },
    ),
    Preset(
        "online",
        gettext_noop("Winner takes all"),
        "S1",
        {
            "straights": "natural",
            "flush_order": "top_card",
            "multipliers": "1:1,10:2",
            "payment": "winner_takes",
        },
    ),
    Preset(
        "classic",
        gettext_noop("Triple losses"),
        "S2",
        {
            "straights": "two_high_23456_second",
            "unplayed_multiplier": 3,
            "multipliers": "1:1,10:2",
            "payment": "winner_takes",
        },
    ),
    Preset("wikipedia", gettext_noop("Wikipedia rules"), "S3", _WIKIPEDIA),
    Preset(
        "hong_kong",
        gettext_noop("Hong Kong"),
        "S4, Ivan Ip",
        {
            "straights": "a2345_23456_top",
            "flush_order": "top_card",
            "dragon_wins": True,
            "going_out": "not_single_two",
            "opening_leader": "winner",
        },
    ),
    Preset(
        "hong_kong_street",
        gettext_noop("Hong Kong (street)"),
        "S4, most common in Hong Kong",
        {
            "straights": "natural",
            "flush_order": "top_card",
            "first_card": "next_to_dealer",
            "multipliers": "1:1,8:2,10:3,13:4",
            "payment": "winner_takes",
            "guard": "pays_all",
        },
    ),
    Preset(
        "taiwan",
        gettext_noop("Taiwan (loser pays)"),
        "S4",
        {"suit_order": "SHDC", "triples": False, "flushes": False, "payment": "loser_pays"},
    ),
    Preset(
        "lukang", gettext_noop("Lukang (bombs)"), "S4", {"honours": "any", "payment": "loser_pays"}
    ),
    Preset(
        "seven_card",
        gettext_noop("Seven-card straight flush"),
        "S4, Todd Latta",
        {"triples": False, "flushes": False, "straight_flush_cards": 7},
    ),
    Preset(
        "singapore",
        gettext_noop("Singapore (no flushes)"),
        "S4",
        {"triples": False, "flushes": False},
    ),
    Preset(
        "da_lao_er",
        gettext_noop("Da Lao Er (bombs any time)"),
        "S4, GameSky",
        {
            "flushes": False,
            "cross_kind": False,
            "honours": "any_out_of_turn",
            "multipliers": "1:1,11:2",
        },
    ),
    Preset(
        "pusoy_dos",
        gettext_noop("Pusoy Dos (Philippines)"),
        "S4, Philippines",
        {"suit_order": "DHSC", "scoring": "deuces"},
    ),
    Preset(
        "indonesia",
        gettext_noop("Indonesia (bonus points)"),
        "S4, Harold Hutabarat",
        {
            "direction": "clockwise",
            "opening_leader": "winner",
            "round_length": 10,
            "straights": "two_by_suit",
            "passing": "locked",
            "last_card_call": "two",
            "scoring": "indonesian",
            "card_values": "twos_five",
            "multipliers": "1:1,11:2,13:3",
        },
    ),
    Preset(
        "last_one_in",
        gettext_noop("Play to the end"),
        "S4, play until one has cards",
        {"play_on": True, "scoring": "placement"},
    ),
    Preset("three_players", gettext_noop("Three players"), "S4", _THREE_PLAYERS),
    Preset(
        "three_players_wikipedia",
        gettext_noop("Wikipedia rules for three"),
        "S3",
        {
            **_WIKIPEDIA,
            **_THREE_PLAYERS,
            "multipliers": "1:1,12:2,17:3",
            "unplayed_multiplier": 0,
        },
    ),
    Preset(
        "three_players_exchange",
        gettext_noop("Three players, card exchange"),
        "S4",
        {**_THREE_PLAYERS, "exchange": True},
    ),
    Preset(
        "three_players_stock",
        gettext_noop("Three players, drawing cards"),
        "S4",
        {"players": 3, "hand_size": 13, "leftover": "stock", "draw_on_pass": "one"},
    ),
    Preset("two_players", gettext_noop("Two players"), "S4", {"players": 2, "hand_size": 17}),
    Preset(
        "five_players",
        gettext_noop("Five players"),
        "S2",
        {"players": 5, "leftover": "lowest_holder", "multipliers": "1:1,8:2,10:3"},
    ),
    Preset(
        "eight_players", gettext_noop("Eight players, two packs"), "S0", {"players": 8, "packs": 2}
    ),
    Preset(
        "taiwan_today",
        gettext_noop("Taiwan (bombs)"),
        "clubs",
        {
            "straights": "23456_top_a2345_low",
            "honours": "any",
            "flushes": False,
            "triples": False,
            "payment": "winner_takes",
        },
    ),
    Preset(
        "paper",
        gettext_noop("Two pairs as four cards"),
        "S5",
        {
            "straights": "natural",
            "flush_order": "top_card",
            "four_of_a_kind": "bare",
            "two_pairs": True,
            "multipliers": "1:1",
            "payment": "winner_takes",
        },
    ),
    Preset(
        "two_players_stock",
        gettext_noop("Two players, drawing cards"),
        "S4",
        {
            "players": 2,
            "hand_size": 13,
            "leftover": "stock",
            "draw_on_pass": "as_needed",
            "stock_recycle": True,
        },
    ),
)

#: Every preset by name.
PRESETS: dict[str, Preset] = {preset.name: preset for preset in _ALL}

#: The default preset by number of players.
BASIC_GAMES = {
    4: "pagat",
    3: "three_players",
    2: "two_players",
    5: "five_players",
    8: "eight_players",
}
BASIC_GAME = BASIC_GAMES[4]
