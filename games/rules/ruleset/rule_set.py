"""The rule set, with every option documented once, at its field."""

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from functools import cached_property
from typing import Any

from games.rules.ruleset.errors import RuleSetError
from games.rules.ruleset.mixes import MIXES
from games.rules.ruleset.options import (
    MULTIPLIER_LIST,
    OPTIONS,
    WHOLE_NUMBER,
    Option,
    OptionValue,
    multipliers_text,
    option,
    parse_multipliers,
)
from games.rules.ruleset.presets import PRESETS


@dataclass(frozen=True)
class RuleSet:
    """One way to play: a value for every option.

    Make one with `RuleSet.make`, which knows the presets and refuses impossible mixes.

    >>> RuleSet.make("guide").triples
    False
    """

    # ------------------------------------------------------------------ players, deal, start

    players: int = option(
        "deal",
        "How many play.",
        "S3, S4",
        {4: "four players", 3: "three players", 2: "two players"},
    )
    hand_size: int = option(
        "deal",
        "How many cards are dealt to each player; without a choice 13 with four players and 17"
        " with three or two.",
        "S3, S4",
        {
            13: "13 cards each",
            17: "17 cards each (three or two players)",
            21: "21 cards each (two players)",
            26: "26 cards each, the whole pack (two players)",
        },
    )
    leftover: str = option(
        "deal",
        "What becomes of the cards that are not dealt; without a choice the lowest card's holder"
        " takes them where three players have 17 cards each, and elsewhere they are unused.",
        "S2, S3, S4",
        {
            "unused": "set aside",
            "lowest_holder": "added to the hand of whoever holds the lowest card",
            "stock": "a stock to draw from",
        },
    )
    leftover_exposed: bool = option(
        "deal",
        "Whether everyone sees the leftover cards before the lowest card's holder takes them.",
        "S4",
        {True: "face up", False: "face down"},
    )
    draw_on_pass: str = option(
        "deal",
        "What a player who passes draws from the stock.",
        "S4",
        {
            "none": "nothing",
            "one": "one card",
            "as_needed": "as many cards as the play to beat has",
        },
    )
    stock_recycle: bool = option(
        "deal",
        "Whether the cards of completed tricks become a new stock when the stock is empty.",
        "S4",
        {False: "no", True: "yes, shuffled"},
    )
    direction: str = option(
        "deal",
        "Which way round deal and play go.",
        "S4",
        {
            "anticlockwise": "anticlockwise",
            "clockwise": "clockwise",
            "alternate": "the first deal anticlockwise, the second clockwise, and so on",
        },
    )
    first_card: str = option(
        "deal",
        "Who is dealt the first card.",
        "S4",
        {
            "cut": "counted from the dealer by the rank of an exposed card",
            "next_to_dealer": "the player after the dealer",
        },
    )
    opening_leader: str = option(
        "deal",
        "Who leads a deal.",
        "S4",
        {
            "lowest_card": "the holder of the lowest dealt card, every deal",
            "winner": "the winner of the deal before; in the first deal the lowest card's holder",
            "loser": "the loser of the deal before; in the first deal the lowest card's holder",
        },
    )
    round_length: int = option(
        "deal",
        "After how many deals the lowest card leads again, and the dealer is drawn by high card,"
        " where the winner or loser leads; 0 for never.",
        "S4 Indonesia",
        {0: "never", 10: "after ten deals"},
        kind=WHOLE_NUMBER,
    )
    opening_includes_lowest: bool = option(
        "deal",
        "Whether the first play must contain the lowest card when its holder opens.",
        "S0, S1, S2, S3, S4",
        {True: "yes", False: "no"},
    )
    redeal: str = option(
        "deal",
        "With which hand a player may ask for a new deal before the first play.",
        "S3",
        {
            "none": "with none",
            "three_points": "with at most 3 points (J 1, Q 2, K 3, A 4, 2 5)",
            "no_faces": "with no jack, queen or king",
        },
    )
    dragon_wins: bool = option(
        "deal",
        "Whether a player who is dealt all thirteen ranks wins at once.",
        "S4",
        {False: "no", True: "yes"},
    )
    exchange: bool = option(
        "deal",
        "Whether, from the second deal on, the loser of the deal before gives the highest card"
        " to its winner and gets a card of the winner's choice back (three players).",
        "S4",
        {False: "no", True: "yes"},
    )

    # ------------------------------------------------------------------ combinations

    suit_order: str = option(
        "combinations",
        "The order of the suits, from high to low.",
        "S4",
        {
            "SHCD": "spades, hearts, clubs, diamonds",
            "DHSC": "diamonds, hearts, spades, clubs",
            "SHDC": "spades, hearts, diamonds, clubs",
        },
    )
    triples: bool = option(
        "combinations",
        "Whether three of a rank can be played alone.",
        "S0 and S3 without, S4",
        {True: "yes", False: "no"},
    )
    flushes: bool = option(
        "combinations",
        "Whether flushes can be played.",
        "S3, S4",
        {True: "yes", False: "no"},
    )
    four_of_a_kind: str = option(
        "combinations",
        "How four of a rank are played.",
        "S4",
        {
            "with_fifth": "with any fifth card, as a five-card combination",
            "bare": "alone, as a combination that beats only lower fours",
        },
    )
    straight_flush_cards: int = option(
        "combinations",
        "With how many cards a straight flush is played.",
        "S4",
        {5: "its five cards", 7: "its five and any two further cards"},
    )
    straights: str = option(
        "combinations",
        "Which sequences are straights, and their order from low to high; straight flushes too.",
        "S0, S1, S2, S3, S4",
        {
            "ace_both": "A2345, 23456, 34567 … TJQKA",
            "no_a2345": "23456, 34567 … TJQKA",
            "a2345_top": "23456, 34567 … TJQKA, A2345",
            "a2345_23456_top": "34567 … TJQKA, 23456, A2345",
            "23456_a2345_top": "34567 … TJQKA, A2345, 23456",
            "23456_top_a2345_low": "A2345, 34567 … TJQKA, 23456",
            "two_high_23456_low": "23456, 34567 … TJQKA, JQKA2",
            "two_high_23456_second": "34567 … TJQKA, 23456, JQKA2",
            "natural": "34567 … TJQKA, JQKA2",
            "two_by_suit": "34567 … TJQKA, then A2345 and 23456 by the suit of the two",
        },
    )
    flush_order: str = option(
        "combinations",
        "What decides between two flushes.",
        "S0, S1, S2, S3, S4",
        {
            "suit": "the higher suit, then the higher top card",
            "top_card": "the higher top card, then its suit",
            "all_cards": "the ranks one by one from the top, then the suit",
        },
    )
    five_card_order: str = option(
        "combinations",
        "The order of the five-card combinations.",
        "S3, S4",
        {
            "standard": "straight, flush, full house, four of a kind, straight flush",
            "royal_over_quads": "four of a kind above every straight flush but TJQKA",
            "quads_top": "four of a kind above all",
        },
    )
    cross_kind: bool = option(
        "combinations",
        "Whether a five-card kind beats the lower kinds.",
        "S4 Da Lao Er",
        {True: "yes", False: "only four of a kind and straight flush do"},
    )
    honours: str = option(
        "combinations",
        "What four of a kind and straight flush beat, and when.",
        "S4",
        {
            "five_card": "only combinations with as many cards",
            "any": "any single, pair, triple and lower five-card combination too",
            "any_out_of_turn": "the same, and at any moment of a trick, whoever's turn it is",
        },
    )
    bomb_demotes_twos: bool = option(
        "combinations",
        "Whether twos rank lowest from the moment a four of a kind is played until the deal ends.",
        "S3",
        {False: "no", True: "yes"},
    )

    # ------------------------------------------------------------------ play

    passing: str = option(
        "play",
        "How long a pass binds.",
        "S3, S4, S4 Indonesia",
        {
            "may_return": "only for that turn",
            "locked": "until the trick ends; the last player in may beat the own play",
            "one_pass_ends": "one pass by anyone ends the trick",
        },
    )
    top_two_ends_trick: bool = option(
        "play",
        "Whether the highest single, or a pair with it, ends the trick at once.",
        "S3",
        {False: "no", True: "yes"},
    )
    last_card_call: str = option(
        "play",
        "Which players the table announces.",
        "S0, S4, S4 Indonesia",
        {
            "none": "nobody",
            "one": "a player down to one card",
            "two": "a player down to two cards or one",
        },
    )
    guard: str = option(
        "play",
        "The duty of the player right before one who has a single card left: to play the highest"
        " single card or a combination of more cards.",
        "S0, S3, S4",
        {
            "none": "there is none",
            "enforced": "only plays that keep the duty are allowed",
            "pays_all": "who breaks it and lets the next player win pays for all",
            "pays_all_if_preventable": "the same, where the highest single card would have won",
            "deals_next": "who breaks it and lets the next player win deals the next deal",
        },
    )
    going_out: str = option(
        "play",
        "Which last plays are not allowed.",
        "S3, S4, S4 Hong Kong",
        {
            "any": "all are allowed",
            "not_top_card": "not the highest card of the pack alone",
            "not_single_two": "not a two alone",
            "not_single_or_pair_of_twos": "not a two or a pair of twos alone",
        },
    )
    play_on: bool = option(
        "play",
        "Whether play goes on until only one player has cards.",
        "S4",
        {False: "no, the first player out ends the deal", True: "yes"},
    )

    # ------------------------------------------------------------------ scoring

    scoring: str = option(
        "scoring",
        "What gives points.",
        "S0, S1, S2, S3, S4",
        {
            "cards_left": "every player but the winner loses for the cards left",
            "winner_point": "one point for the winner",
            "deuces": "one point for the winner, doubled for each two in the last play",
            "placement": "5, 3, 1 and 0 points in the order of going out",
            "indonesian": "cards left, the winner's last play, and special combinations",
        },
    )
    multipliers: tuple[tuple[int, int], ...] = option(
        "scoring",
        "From how many cards left which factor applies.",
        "S1, S2, S3, S4",
        {"1:1,10:2,13:3": "double from 10 cards, triple from 13"},
        kind=MULTIPLIER_LIST,
        read=parse_multipliers,
    )
    unplayed_multiplier: int = option(
        "scoring",
        "The factor for a player who played no card at all, in place of the other.",
        "S2, S3",
        {0: "none of its own", 3: "triple"},
    )
    multiply_only_starter: bool = option(
        "scoring",
        "Whether the factors apply only to the player who made the first play of the deal.",
        "S4",
        {False: "no, to all", True: "yes"},
    )
    card_values: str = option(
        "scoring",
        "What a card left counts.",
        "S4",
        {
            "one": "1 each",
            "faces": "3 to 10 1, J Q K 2, A 3, 2 4",
            "ladder": "3 1, 4 2 … K 11, A 12, 2 13",
            "twos_five": "2 5, the rest 1",
        },
    )
    double_per_two: bool = option(
        "scoring",
        "Whether the loss doubles for each two left in hand.",
        "S3, S4",
        {False: "no", True: "yes"},
    )
    twos_last_double: bool = option(
        "scoring",
        "Whether all losses double when the winner's last play was made of twos only.",
        "S4",
        {False: "no", True: "yes"},
    )
    payment: str = option(
        "scoring",
        "How points turn into what each player wins or pays.",
        "S1, S2, S3, S4",
        {
            "difference": "every two players settle the difference of their points",
            "winner_takes": "every loser pays the own loss to the winner",
            "count_difference": "every two players settle the difference of their cards left",
            "loser_pays": "the loser alone pays the winner one point",
        },
    )

    @classmethod
    def make(
        cls, preset: str | None = None, options: Mapping[str, object] | None = None
    ) -> "RuleSet":
        """Return the rule set of a preset with options laid over it, everything resolved.

        Without a preset the options lie over the basic game of S4. Values are as JSON has them,
        `multipliers` as text.

        :raises RuleSetError: for an unknown preset, option or value, by its name alone; then for
            the first of `MIXES` that applies

        >>> RuleSet.make(options={"players": 3}).leftover
        'lowest_holder'
        """
        given: dict[str, Any] = {}
        if preset is not None:
            if not isinstance(preset, str) or preset not in PRESETS:
                raise RuleSetError(("preset",), f"There is no preset {preset!r}.")
            given.update(PRESETS[preset].options)
        for name, value in (options or {}).items():
            if name not in OPTIONS:
                raise RuleSetError((str(name),), f"There is no option {name!r}.")
            if not OPTIONS[name].allows(value):
                raise RuleSetError((name,), f"{name} cannot be {value!r}.")
            given[name] = value
        given.setdefault("hand_size", _usual_hand_size(given))
        given.setdefault("leftover", _usual_leftover(given))
        if "multipliers" in given:
            given["multipliers"] = parse_multipliers(given["multipliers"])
        rules = replace(cls(), **given)
        for mix in MIXES:
            if mix.applies(rules):
                raise RuleSetError(mix.options, mix.reason)
        return rules

    def to_options(self) -> dict[str, OptionValue]:
        """Return every option with its value, as JSON has it; `make(options=…)` reads it back."""
        return dict(self._options)

    def __hash__(self) -> int:
        return self._hash

    def __reduce__(self) -> tuple[Any, ...]:
        # Not by __dict__: a kept hash is of no use in another process.
        return (_from_options, (self.to_options(),))

    @cached_property
    def _options(self) -> dict[str, OptionValue]:
        values = {each.name: getattr(self, each.name) for each in fields(self)}
        values["multipliers"] = multipliers_text(self.multipliers)
        return values

    @cached_property
    def _hash(self) -> int:
        # The tables of a rule set are looked up by it at every play, and it has many fields.
        return hash(tuple(self._options.values()))


def _from_options(options: dict[str, OptionValue]) -> RuleSet:
    return RuleSet.make(options=options)


def _usual_hand_size(given: Mapping[str, Any]) -> int:
    return 13 if given.get("players", 4) == 4 else 17


def _usual_leftover(given: Mapping[str, Any]) -> str:
    return "lowest_holder" if (given.get("players", 4), given["hand_size"]) == (3, 17) else "unused"


def _collect(owner: type) -> None:
    for each in fields(owner):
        described: Option = each.metadata["option"]
        OPTIONS[each.name] = replace(described, name=each.name)


_collect(RuleSet)
