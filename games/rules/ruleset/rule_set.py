"""The rule set, with every option documented once, at its field."""

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from functools import cached_property
from typing import Any

from games.rules.ruleset.errors import RuleSetError
from games.rules.ruleset.mixes import HAND_SIZES, PACK, PAID_BY_CARDS, clashes
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
from games.rules.ruleset.words import gettext_noop


def _honours_beat_any(rules: "RuleSet") -> bool:
    return rules.straight_flush_cards == 7 or rules.honours != "five_card"


def _ranks_straight_flushes(rules: "RuleSet") -> bool:
    # Among bare fours the order still decides whether TJQKA is above other straight flushes.
    royal_is_highest = rules.straights in ("ace_both", "no_a2345")
    return rules.straight_flush_cards == 5 and (
        rules.four_of_a_kind == "with_fifth" or not royal_is_highest
    )


def _counts_cards(rules: "RuleSet") -> bool:
    return rules.scoring in ("cards_left", "indonesian")


def _has_losses(rules: "RuleSet") -> bool:
    """Tell whether cards left have values and doublings, besides their number."""
    return _counts_cards(rules) and rules.payment != "count_difference"


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
        gettext_noop("How many play?"),
        gettext_noop("How many play."),
        "S3, S4",
        {
            4: gettext_noop("four players"),
            3: gettext_noop("three players"),
            2: gettext_noop("two players"),
        },
    )
    hand_size: int = option(
        "deal",
        gettext_noop("How many cards are dealt to each?"),
        gettext_noop(
            "How many cards are dealt to each player; without a choice 13 with four players and 17"
            " with three or two."
        ),
        "S3, S4",
        {
            13: gettext_noop("13 cards each"),
            17: gettext_noop("17 cards each"),
            21: gettext_noop("21 cards each"),
            26: gettext_noop("26 cards each, the whole pack"),
        },
        when=lambda rules: len(HAND_SIZES[rules.players]) > 1,
        fits=lambda rules, size: size in HAND_SIZES[rules.players],
    )
    leftover: str = option(
        "deal",
        gettext_noop("What becomes of the cards left over?"),
        gettext_noop(
            "What becomes of the cards that are not dealt; without a choice the lowest card's"
            " holder takes them where three players have 17 cards each, and elsewhere they are"
            " unused."
        ),
        "S2, S3, S4",
        {
            "unused": gettext_noop("set aside"),
            "lowest_holder": gettext_noop("added to the hand of whoever holds the lowest card"),
            "stock": gettext_noop("a stock to draw from"),
        },
        when=lambda rules: rules.hand_size * rules.players < PACK,
        fits=lambda rules, what: (
            what != "lowest_holder" or (rules.players, rules.hand_size) == (3, 17)
        ),
    )
    leftover_exposed: bool = option(
        "deal",
        gettext_noop("How is the card left over taken?"),
        gettext_noop(
            "Whether everyone sees the leftover cards before the lowest card's holder takes them."
        ),
        "S4",
        {True: gettext_noop("face up"), False: gettext_noop("face down")},
        when=lambda rules: rules.leftover == "lowest_holder",
    )
    draw_on_pass: str = option(
        "deal",
        gettext_noop("What does a player who passes draw?"),
        gettext_noop("What a player who passes draws from the stock."),
        "S4",
        {
            "none": gettext_noop("nothing"),
            "one": gettext_noop("one card"),
            "as_needed": gettext_noop("as many cards as the play to beat has"),
        },
        when=lambda rules: rules.leftover == "stock",
    )
    stock_recycle: bool = option(
        "deal",
        gettext_noop("Is an empty stock made anew from played cards?"),
        gettext_noop(
            "Whether the cards of completed tricks become a new stock when the stock is empty."
        ),
        "S4",
        {False: gettext_noop("no"), True: gettext_noop("yes, shuffled")},
        when=lambda rules: rules.leftover == "stock" and rules.draw_on_pass in ("one", "as_needed"),
    )
    direction: str = option(
        "deal",
        gettext_noop("Which way round does play go?"),
        gettext_noop("Which way round deal and play go."),
        "S4",
        {
            "anticlockwise": gettext_noop("anticlockwise"),
            "clockwise": gettext_noop("clockwise"),
            "alternate": gettext_noop(
                "the first deal anticlockwise, the second clockwise, and so on"
            ),
        },
        when=lambda rules: rules.players > 2,
    )
    first_card: str = option(
        "deal",
        gettext_noop("Who is dealt the first card?"),
        gettext_noop("Who is dealt the first card."),
        "S4",
        {
            "cut": gettext_noop("counted from the dealer by the rank of an exposed card"),
            "next_to_dealer": gettext_noop("the player after the dealer"),
        },
    )
    opening_leader: str = option(
        "deal",
        gettext_noop("Who leads a deal?"),
        gettext_noop("Who leads a deal."),
        "S4",
        {
            "lowest_card": gettext_noop("the holder of the lowest dealt card, every deal"),
            "winner": gettext_noop(
                "the winner of the deal before; in the first deal the lowest card's holder"
            ),
            "loser": gettext_noop(
                "the loser of the deal before; in the first deal the lowest card's holder"
            ),
        },
    )
    round_length: int = option(
        "deal",
        gettext_noop("After how many deals does the lowest card lead again?"),
        gettext_noop(
            "After how many deals the lowest card leads again, and the dealer is drawn by high"
            " card, where the winner or loser leads; 0 for never."
        ),
        "S4 Indonesia",
        {0: gettext_noop("never"), 10: gettext_noop("after ten deals")},
        hint=gettext_noop("Then the dealer is drawn by high card, too. 0 for never."),
        when=lambda rules: rules.opening_leader != "lowest_card",
        kind=WHOLE_NUMBER,
    )
    opening_includes_lowest: bool = option(
        "deal",
        gettext_noop("Must the first play contain the lowest card?"),
        gettext_noop("Whether the first play must contain the lowest card when its holder opens."),
        "S0, S1, S2, S3, S4",
        {True: gettext_noop("yes"), False: gettext_noop("no")},
    )
    redeal: str = option(
        "deal",
        gettext_noop("With which hand may one ask for a new deal?"),
        gettext_noop("With which hand a player may ask for a new deal before the first play."),
        "S3",
        {
            "none": gettext_noop("with none"),
            "three_points": gettext_noop("with at most 3 points (J 1, Q 2, K 3, A 4, 2 5)"),
            "no_faces": gettext_noop("with no jack, queen or king"),
        },
    )
    dragon_wins: bool = option(
        "deal",
        gettext_noop("Does a dragon, one card of each rank, win at once?"),
        gettext_noop("Whether a player who is dealt all thirteen ranks wins at once."),
        "S4",
        {False: gettext_noop("no"), True: gettext_noop("yes")},
    )
    exchange: bool = option(
        "deal",
        gettext_noop("Does the loser give the winner the highest card?"),
        gettext_noop(
            "Whether, from the second deal on, the loser of the deal before gives the highest card"
            " to its winner and gets a card of the winner's choice back (three players)."
        ),
        "S4",
        {False: gettext_noop("no"), True: gettext_noop("yes")},
        hint=gettext_noop("From the second deal on, for a card of the winner’s choice."),
        when=lambda rules: rules.players == 3,
    )

    # ------------------------------------------------------------------ combinations

    suit_order: str = option(
        "combinations",
        gettext_noop("How do the suits rank, from high to low?"),
        gettext_noop("The order of the suits, from high to low."),
        "S4",
        {
            "SHCD": gettext_noop("spades, hearts, clubs, diamonds"),
            "DHSC": gettext_noop("diamonds, hearts, spades, clubs"),
            "SHDC": gettext_noop("spades, hearts, diamonds, clubs"),
        },
    )
    triples: bool = option(
        "combinations",
        gettext_noop("Can three of a kind be played alone?"),
        gettext_noop("Whether three of a rank can be played alone."),
        "S0 and S3 without, S4",
        {True: gettext_noop("yes"), False: gettext_noop("no")},
    )
    flushes: bool = option(
        "combinations",
        gettext_noop("Can flushes be played?"),
        gettext_noop("Whether flushes can be played."),
        "S3, S4",
        {True: gettext_noop("yes"), False: gettext_noop("no")},
    )
    four_of_a_kind: str = option(
        "combinations",
        gettext_noop("How is four of a kind played?"),
        gettext_noop("How four of a rank are played."),
        "S4",
        {
            "with_fifth": gettext_noop("with any fifth card, as a five-card combination"),
            "bare": gettext_noop("alone, as a combination that beats only lower fours"),
        },
    )
    straight_flush_cards: int = option(
        "combinations",
        gettext_noop("With how many cards is a straight flush played?"),
        gettext_noop("With how many cards a straight flush is played."),
        "S4",
        {5: gettext_noop("its five cards"), 7: gettext_noop("its five and any two further cards")},
    )
    straights: str = option(
        "combinations",
        gettext_noop("Which sequences are straights, from low to high?"),
        gettext_noop(
            "Which sequences are straights, and their order from low to high; straight flushes too."
        ),
        "S0, S1, S2, S3, S4",
        {
            "ace_both": gettext_noop("A2345, 23456, 34567 … TJQKA"),
            "no_a2345": gettext_noop("23456, 34567 … TJQKA"),
            "a2345_top": gettext_noop("23456, 34567 … TJQKA, A2345"),
            "a2345_23456_top": gettext_noop("34567 … TJQKA, 23456, A2345"),
            "23456_a2345_top": gettext_noop("34567 … TJQKA, A2345, 23456"),
            "23456_top_a2345_low": gettext_noop("A2345, 34567 … TJQKA, 23456"),
            "two_high_23456_low": gettext_noop("23456, 34567 … TJQKA, JQKA2"),
            "two_high_23456_second": gettext_noop("34567 … TJQKA, 23456, JQKA2"),
            "natural": gettext_noop("34567 … TJQKA, JQKA2"),
            "two_by_suit": gettext_noop(
                "34567 … TJQKA, then A2345 and 23456 by the suit of the two"
            ),
        },
        hint=gettext_noop("T is the ten. Straight flushes follow the same order."),
    )
    flush_order: str = option(
        "combinations",
        gettext_noop("What decides between two flushes?"),
        gettext_noop("What decides between two flushes."),
        "S0, S1, S2, S3, S4",
        {
            "suit": gettext_noop("the higher suit, then the higher top card"),
            "top_card": gettext_noop("the higher top card, then its suit"),
            "all_cards": gettext_noop("the ranks one by one from the top, then the suit"),
        },
        when=lambda rules: rules.flushes,
    )
    five_card_order: str = option(
        "combinations",
        gettext_noop("How do five-card combinations rank?"),
        gettext_noop("The order of the five-card combinations."),
        "S3, S4",
        {
            "standard": gettext_noop("straight, flush, full house, four of a kind, straight flush"),
            "royal_over_quads": gettext_noop("four of a kind above every straight flush but TJQKA"),
            "quads_top": gettext_noop("four of a kind above all"),
        },
        when=_ranks_straight_flushes,
    )
    cross_kind: bool = option(
        "combinations",
        gettext_noop("Does a higher kind of five cards beat a lower one?"),
        gettext_noop("Whether a five-card kind beats the lower kinds."),
        "S4 Da Lao Er",
        {
            True: gettext_noop("yes"),
            False: gettext_noop("only four of a kind and straight flush do"),
        },
    )
    honours: str = option(
        "combinations",
        gettext_noop("What do four of a kind and straight flush beat?"),
        gettext_noop("What four of a kind and straight flush beat, and when."),
        "S4",
        {
            "five_card": gettext_noop("only combinations with as many cards"),
            "any": gettext_noop("any single, pair, triple and lower five-card combination too"),
            "any_out_of_turn": gettext_noop(
                "the same, and at any moment of a trick, whoever's turn it is"
            ),
        },
        when=lambda rules: rules.four_of_a_kind == "with_fifth" or rules.honours != "five_card",
        fits=lambda rules, what: what != "five_card" or rules.straight_flush_cards == 5,
    )
    bomb_demotes_twos: bool = option(
        "combinations",
        gettext_noop("Do twos rank lowest after a four of a kind?"),
        gettext_noop(
            "Whether twos rank lowest from the moment a four of a kind is played until the deal"
            " ends."
        ),
        "S3",
        {False: gettext_noop("no"), True: gettext_noop("yes")},
        hint=gettext_noop("Until the deal ends."),
    )

    # ------------------------------------------------------------------ play

    passing: str = option(
        "play",
        gettext_noop("How long does a pass bind?"),
        gettext_noop("How long a pass binds."),
        "S3, S4, S4 Indonesia",
        {
            "may_return": gettext_noop("only for that turn"),
            "locked": gettext_noop(
                "until the trick ends; the last player in may beat the own play"
            ),
            "one_pass_ends": gettext_noop("one pass by anyone ends the trick"),
        },
    )
    top_two_ends_trick: bool = option(
        "play",
        gettext_noop("Does the highest card end the trick at once?"),
        gettext_noop("Whether the highest single, or a pair with it, ends the trick at once."),
        "S3",
        {False: gettext_noop("no"), True: gettext_noop("yes")},
        hint=gettext_noop("Alone or in a pair."),
        when=lambda rules: not _honours_beat_any(rules),
    )
    last_card_call: str = option(
        "play",
        gettext_noop("Who is announced by the table?"),
        gettext_noop("Which players the table announces."),
        "S0, S4, S4 Indonesia",
        {
            "none": gettext_noop("nobody"),
            "one": gettext_noop("a player down to one card"),
            "two": gettext_noop("a player down to two cards or one"),
        },
    )
    guard: str = option(
        "play",
        gettext_noop("What is the duty before a player with one card?"),
        gettext_noop(
            "The duty of the player right before one who has a single card left: to play the"
            " highest single card or a combination of more cards."
        ),
        "S0, S3, S4",
        {
            "none": gettext_noop("there is none"),
            "enforced": gettext_noop("only plays that keep the duty are allowed"),
            "pays_all": gettext_noop("who breaks it and lets the next player win pays for all"),
            "pays_all_if_preventable": gettext_noop(
                "the same, where the highest single card would have won"
            ),
            "deals_next": gettext_noop(
                "who breaks it and lets the next player win deals the next deal"
            ),
        },
        hint=gettext_noop("To play the highest single card, or more cards than one."),
    )
    going_out: str = option(
        "play",
        gettext_noop("Which last plays are not allowed?"),
        gettext_noop("Which last plays are not allowed."),
        "S3, S4, S4 Hong Kong",
        {
            "any": gettext_noop("all are allowed"),
            "not_top_card": gettext_noop("not the highest card of the pack alone"),
            "not_single_two": gettext_noop("not a two alone"),
            "not_single_or_pair_of_twos": gettext_noop("not a two or a pair of twos alone"),
        },
    )
    play_on: bool = option(
        "play",
        gettext_noop("Does play go on after the first is out?"),
        gettext_noop("Whether play goes on until only one player has cards."),
        "S4",
        {False: gettext_noop("no, the first player out ends the deal"), True: gettext_noop("yes")},
    )

    # ------------------------------------------------------------------ scoring

    scoring: str = option(
        "scoring",
        gettext_noop("What gives points?"),
        gettext_noop("What gives points."),
        "S0, S1, S2, S3, S4",
        {
            "cards_left": gettext_noop("every player but the winner loses for the cards left"),
            "winner_point": gettext_noop("one point for the winner"),
            "deuces": gettext_noop(
                "one point for the winner, doubled for each two in the last play"
            ),
            "placement": gettext_noop("5, 3, 1 and 0 points in the order of going out"),
            "indonesian": gettext_noop(
                "cards left, the winner's last play, and special combinations"
            ),
        },
    )
    multipliers: tuple[tuple[int, int], ...] = option(
        "scoring",
        gettext_noop("By what are many cards left multiplied?"),
        gettext_noop("From how many cards left which factor applies."),
        "S1, S2, S3, S4",
        {"1:1,10:2,13:3": gettext_noop("double from 10 cards, triple from 13")},
        when=_counts_cards,
        kind=MULTIPLIER_LIST,
        read=parse_multipliers,
    )
    unplayed_multiplier: int = option(
        "scoring",
        gettext_noop("Which factor has a player who played no card?"),
        gettext_noop("The factor for a player who played no card at all, in place of the other."),
        "S2, S3",
        {0: gettext_noop("none of its own"), 3: gettext_noop("triple")},
        when=_has_losses,
    )
    multiply_only_starter: bool = option(
        "scoring",
        gettext_noop("Is only the player who led the deal multiplied?"),
        gettext_noop(
            "Whether the factors apply only to the player who made the first play of the deal."
        ),
        "S4",
        {False: gettext_noop("no, to all"), True: gettext_noop("yes")},
        when=lambda rules: (
            _has_losses(rules) and any(factor != 1 for _, factor in rules.multipliers)
        ),
    )
    card_values: str = option(
        "scoring",
        gettext_noop("What does a card left count?"),
        gettext_noop("What a card left counts."),
        "S4",
        {
            "one": gettext_noop("1 each"),
            "faces": gettext_noop("3 to 10 1, J Q K 2, A 3, 2 4"),
            "ladder": gettext_noop("3 1, 4 2 … K 11, A 12, 2 13"),
            "twos_five": gettext_noop("2 5, the rest 1"),
        },
        when=_has_losses,
    )
    double_per_two: bool = option(
        "scoring",
        gettext_noop("Does each two left double the loss?"),
        gettext_noop("Whether the loss doubles for each two left in hand."),
        "S3, S4",
        {False: gettext_noop("no"), True: gettext_noop("yes")},
        when=_has_losses,
    )
    twos_last_double: bool = option(
        "scoring",
        gettext_noop("Does a last play of twos double all losses?"),
        gettext_noop(
            "Whether all losses double when the winner's last play was made of twos only."
        ),
        "S4",
        {False: gettext_noop("no"), True: gettext_noop("yes")},
        when=_has_losses,
    )
    payment: str = option(
        "scoring",
        gettext_noop("Who pays whom?"),
        gettext_noop("How points turn into what each player wins or pays."),
        "S1, S2, S3, S4",
        {
            "difference": gettext_noop("every two players settle the difference of their points"),
            "winner_takes": gettext_noop("every loser pays the own loss to the winner"),
            "count_difference": gettext_noop(
                "every two players settle the difference of their cards left"
            ),
            "loser_pays": gettext_noop("the loser alone pays the winner one point"),
        },
        hint=gettext_noop("Points are what the score sheet shows; payment is what changes hands."),
        when=lambda rules: rules.scoring == "cards_left" or rules.payment in PAID_BY_CARDS,
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
        rules = cls.draft(preset, options)
        for mix in clashes(rules):
            raise RuleSetError(mix.options, mix.reason)
        return rules

    @classmethod
    def draft(
        cls, preset: str | None = None, options: Mapping[str, object] | None = None
    ) -> "RuleSet":
        """Return what `make` does, impossible mixes and all: rules on their way, not to play by.

        :raises RuleSetError: for an unknown preset, option or value, by its name alone
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
        return replace(cls(), **given)

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
