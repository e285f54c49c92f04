"""Options for combinations: which cards form one, and which beats which."""

from dataclasses import dataclass
from functools import cached_property
from typing import Literal, NamedTuple

from games.rules.ruleset.i18n import gettext_noop as _
from games.rules.ruleset.options import Meaning, Rules, option

SuitOrder = Literal[
    "SHCD",
    "DHSC",
    "SHDC",
    "SCHD",
    "SCDH",
    "SDHC",
    "SDCH",
    "HSCD",
    "HSDC",
    "HCSD",
    "HCDS",
    "HDSC",
    "HDCS",
    "CSHD",
    "CSDH",
    "CHSD",
    "CHDS",
    "CDSH",
    "CDHS",
    "DSHC",
    "DSCH",
    "DHCS",
    "DCSH",
    "DCHS",
]
Straights = Literal[
    "ace_both",
    "no_a2345",
    "a2345_top",
    "a2345_23456_top",
    "23456_a2345_top",
    "23456_top_a2345_low",
    "two_high_23456_low",
    "two_high_23456_second",
    "natural",
    "two_by_suit",
]
FlushOrder = Literal["suit", "top_card", "all_cards"]
FiveCardOrder = Literal["standard", "royal_over_quads", "quads_top"]


class CombinationRules(NamedTuple):
    """The options that decide what a combination is and what beats what.

    Rule sets that agree in them share one `CombinationTable`.
    """

    #: Number of packs shuffled together, so of copies of each card.
    packs: int
    suit_order: SuitOrder
    #: Whether three of a kind can be played on its own.
    triples: bool
    #: Whether two pairs can be played together.
    two_pairs: bool
    flushes: bool
    #: Whether four of a kind is played with a fifth card.
    with_fifth: bool
    #: Whether four of a kind can be played without a fifth card.
    with_bare_four: bool
    #: Whether a straight flush is played with two extra cards.
    seven: bool
    straights: Straights
    flush_order: FlushOrder
    five_card_order: FiveCardOrder
    #: Whether a five-card kind beats lower kinds.
    cross_kind: bool
    #: Whether honours beat combinations of other sizes.
    honours_beat_any: bool


def _ranks_straight_flushes(rules: Rules) -> bool:
    """Return whether the order of straight flushes among the kinds can make a difference."""
    # Even with bare fours, the option decides whether TJQKA is above other straight flushes.
    royal_is_highest = rules.straights == "ace_both" or rules.straights == "no_a2345"
    return rules.straight_flush_cards == 5 and (
        rules.four_of_a_kind != "bare" or not royal_is_highest
    )


@dataclass(frozen=True)
class CombinationOptions:
    """Section of a rule set: the options for valid combinations and their order."""

    suit_order: SuitOrder = option(
        _("How do the suits rank, from high to low?"),
        "S4, clubs",
        {
            "SHCD": Meaning(
                _("Spades, hearts, clubs, diamonds"),
                _("Suits from high to low: spades, hearts, clubs, diamonds."),
            ),
            "DHSC": Meaning(
                _("Diamonds, hearts, spades, clubs"),
                _("Suits from high to low: diamonds, hearts, spades, clubs."),
            ),
            "SHDC": Meaning(
                _("Spades, hearts, diamonds, clubs"),
                _("Suits from high to low: spades, hearts, diamonds, clubs."),
            ),
            "SCHD": Meaning(
                _("Spades, clubs, hearts, diamonds"),
                _("Suits from high to low: spades, clubs, hearts, diamonds."),
            ),
            "SCDH": Meaning(
                _("Spades, clubs, diamonds, hearts"),
                _("Suits from high to low: spades, clubs, diamonds, hearts."),
            ),
            "SDHC": Meaning(
                _("Spades, diamonds, hearts, clubs"),
                _("Suits from high to low: spades, diamonds, hearts, clubs."),
            ),
            "SDCH": Meaning(
                _("Spades, diamonds, clubs, hearts"),
                _("Suits from high to low: spades, diamonds, clubs, hearts."),
            ),
            "HSCD": Meaning(
                _("Hearts, spades, clubs, diamonds"),
                _("Suits from high to low: hearts, spades, clubs, diamonds."),
            ),
            "HSDC": Meaning(
                _("Hearts, spades, diamonds, clubs"),
                _("Suits from high to low: hearts, spades, diamonds, clubs."),
            ),
            "HCSD": Meaning(
                _("Hearts, clubs, spades, diamonds"),
                _("Suits from high to low: hearts, clubs, spades, diamonds."),
            ),
            "HCDS": Meaning(
                _("Hearts, clubs, diamonds, spades"),
                _("Suits from high to low: hearts, clubs, diamonds, spades."),
            ),
            "HDSC": Meaning(
                _("Hearts, diamonds, spades, clubs"),
                _("Suits from high to low: hearts, diamonds, spades, clubs."),
            ),
            "HDCS": Meaning(
                _("Hearts, diamonds, clubs, spades"),
                _("Suits from high to low: hearts, diamonds, clubs, spades."),
            ),
            "CSHD": Meaning(
                _("Clubs, spades, hearts, diamonds"),
                _("Suits from high to low: clubs, spades, hearts, diamonds."),
            ),
            "CSDH": Meaning(
                _("Clubs, spades, diamonds, hearts"),
                _("Suits from high to low: clubs, spades, diamonds, hearts."),
            ),
            "CHSD": Meaning(
                _("Clubs, hearts, spades, diamonds"),
                _("Suits from high to low: clubs, hearts, spades, diamonds."),
            ),
            "CHDS": Meaning(
                _("Clubs, hearts, diamonds, spades"),
                _("Suits from high to low: clubs, hearts, diamonds, spades."),
            ),
            "CDSH": Meaning(
                _("Clubs, diamonds, spades, hearts"),
                _("Suits from high to low: clubs, diamonds, spades, hearts."),
            ),
            "CDHS": Meaning(
                _("Clubs, diamonds, hearts, spades"),
                _("Suits from high to low: clubs, diamonds, hearts, spades."),
            ),
            "DSHC": Meaning(
                _("Diamonds, spades, hearts, clubs"),
                _("Suits from high to low: diamonds, spades, hearts, clubs."),
            ),
            "DSCH": Meaning(
                _("Diamonds, spades, clubs, hearts"),
                _("Suits from high to low: diamonds, spades, clubs, hearts."),
            ),
            "DHCS": Meaning(
                _("Diamonds, hearts, clubs, spades"),
                _("Suits from high to low: diamonds, hearts, clubs, spades."),
            ),
            "DCSH": Meaning(
                _("Diamonds, clubs, spades, hearts"),
                _("Suits from high to low: diamonds, clubs, spades, hearts."),
            ),
            "DCHS": Meaning(
                _("Diamonds, clubs, hearts, spades"),
                _("Suits from high to low: diamonds, clubs, hearts, spades."),
            ),
        },
    )
    triples: bool = option(
        _("Can you play three of a kind on its own?"),
        "S0 and S3 without, S4",
        {
            True: Meaning(_("Yes"), _("You can play three of a kind on its own.")),
            False: Meaning(_("No"), _("You can’t play three of a kind on its own.")),
        },
    )
    two_pairs: bool = option(
        _("Can you play two pairs together?"),
        "S5",
        {
            False: Meaning(_("No"), _("You can’t play two pairs together.")),
            True: Meaning(
                _("Yes, as four cards"),
                _("You can play two pairs together. The higher pair decides."),
            ),
        },
    )
    flushes: bool = option(
        _("Can you play flushes?"),
        "S3, S4",
        {
            True: Meaning(_("Yes"), _("You can play flushes.")),
            False: Meaning(_("No"), _("There are no flushes.")),
        },
    )
    four_of_a_kind: Literal["with_fifth", "bare", "either"] = option(
        _("How do you play four of a kind?"),
        "S4",
        {
            "with_fifth": Meaning(
                _("With any fifth card, as a five-card combination"),
                _("You play four of a kind with any fifth card."),
            ),
            "bare": Meaning(
                _("Without a fifth card; beats only lower plays of four cards"),
                _(
                    "You play four of a kind without a fifth card, and it beats only lower plays of"
                    " four cards."
                ),
            ),
            "either": Meaning(
                _(
                    "With or without a fifth card; without one, beats only lower plays of four"
                    " cards"
                ),
                _(
                    "You can play four of a kind with or without a fifth card. Without one, it"
                    " beats only lower plays of four cards."
                ),
            ),
        },
    )
    straight_flush_cards: Literal[5, 7] = option(
        _("How many cards does a straight flush have?"),
        "S4",
        {
            5: Meaning(_("5 cards"), _("A straight flush has 5 cards.")),
            7: Meaning(
                _("7 cards: the straight flush and any 2 others"),
                _("You play a straight flush with any 2 other cards, and it beats everything."),
            ),
        },
    )
    straights: Straights = option(
        _("Which sequences are straights, from low to high?"),
        "S0, S1, S2, S3, S4",
        {
            "ace_both": Meaning(
                _("A2345, 23456, 34567 … TJQKA"),
                _("The lowest straight is A-2-3-4-5, the highest 10-J-Q-K-A."),
            ),
            "no_a2345": Meaning(_("23456, 34567 … TJQKA"), _("A-2-3-4-5 isn’t a straight.")),
            "a2345_top": Meaning(
                _("23456, 34567 … TJQKA, A2345"),
                _("The highest straight is A-2-3-4-5, the lowest 2-3-4-5-6."),
            ),
            "a2345_23456_top": Meaning(
                _("34567 … TJQKA, 23456, A2345"),
                _("The highest straights are A-2-3-4-5, then 2-3-4-5-6."),
            ),
            "23456_a2345_top": Meaning(
                _("34567 … TJQKA, A2345, 23456"),
                _("The highest straights are 2-3-4-5-6, then A-2-3-4-5."),
            ),
            "23456_top_a2345_low": Meaning(
                _("A2345, 34567 … TJQKA, 23456"),
                _("The highest straight is 2-3-4-5-6, the lowest A-2-3-4-5."),
            ),
            "two_high_23456_low": Meaning(
                _("23456, 34567 … TJQKA, JQKA2"),
                _("The highest straight is J-Q-K-A-2, the lowest 2-3-4-5-6."),
            ),
            "two_high_23456_second": Meaning(
                _("34567 … TJQKA, 23456, JQKA2"),
                _("The highest straights are J-Q-K-A-2, then 2-3-4-5-6."),
            ),
            "natural": Meaning(
                _("34567 … TJQKA, JQKA2"),
                _("The lowest straight is 3-4-5-6-7, the highest J-Q-K-A-2."),
            ),
            "two_by_suit": Meaning(
                _("34567 … TJQKA, then A2345 and 23456 by the suit of the two"),
                _(
                    "The highest straights are A-2-3-4-5 and 2-3-4-5-6, ranked by the suit of the"
                    " two."
                ),
            ),
        },
        hint=_("T stands for 10. Straight flushes rank in the same order."),
    )
    flush_order: FlushOrder = option(
        _("Which of two flushes is higher?"),
        "S0, S1, S2, S3, S4",
        {
            "suit": Meaning(
                _("By suit, then by the top card"),
                _(
                    "The flush in the higher suit wins, whatever its cards. In the same suit, the"
                    " higher top card wins."
                ),
            ),
            "top_card": Meaning(
                _("By the top card’s rank, then by suit"),
                _(
                    "The flush with the higher top card wins. If the top cards have the same rank,"
                    " the higher suit wins."
                ),
            ),
            "all_cards": Meaning(
                _("By each card’s rank from the top, then by suit"),
                _(
                    "Flushes are compared by the rank of their highest card, then of the second"
                    " highest, and so on. If all ranks are equal, the higher suit wins."
                ),
            ),
        },
        when=lambda rules: rules.flushes,
    )
    five_card_order: FiveCardOrder = option(
        _("Which is higher, four of a kind or a straight flush?"),
        "S3, S4",
        {
            "standard": Meaning(
                _("A straight flush beats four of a kind"),
                _("A straight flush beats four of a kind."),
            ),
            "royal_over_quads": Meaning(
                _("Four of a kind beats every straight flush except TJQKA"),
                _("Four of a kind beats every straight flush except 10-J-Q-K-A."),
            ),
            "quads_top": Meaning(
                _("Four of a kind beats every straight flush"),
                _("Four of a kind beats every straight flush."),
            ),
        },
        when=_ranks_straight_flushes,
    )
    cross_kind: bool = option(
        _("Can a higher type of five-card combination beat a lower type?"),
        "S4 Da Lao Er",
        {
            True: Meaning(
                _("Yes"), _("A higher type of five-card combination beats a lower type.")
            ),
            False: Meaning(
                _("Only if it’s four of a kind or a straight flush"),
                _("Straights, flushes and full houses only beat their own kind."),
            ),
        },
    )
    honours: Literal["five_card", "any", "any_out_of_turn"] = option(
        _("What can four of a kind and straight flushes beat?"),
        "S4",
        {
            "five_card": Meaning(
                _("Combinations of the same size only"),
                _("Four of a kind and straight flushes beat only combinations of the same size."),
            ),
            "any": Meaning(
                _("Also combinations of other sizes"),
                _("Four of a kind and straight flushes also beat combinations of other sizes."),
            ),
            "any_out_of_turn": Meaning(
                _("Also combinations of other sizes, even out of turn"),
                _(
                    "Four of a kind and straight flushes also beat combinations of other sizes,"
                    " even when it’s not your turn."
                ),
            ),
        },
        when=lambda rules: rules.four_of_a_kind != "bare" or rules.honours != "five_card",
        fits=lambda rules, what: what != "five_card" or rules.straight_flush_cards == 5,
    )
    bomb_demotes_twos: bool = option(
        _("Do twos rank lowest after four of a kind?"),
        "S3",
        {
            False: Meaning(_("No"), _("Twos stay the highest cards.")),
            True: Meaning(
                _("Yes"),
                _("Once four of a kind is played, twos are the lowest cards until the deal ends."),
            ),
        },
        hint=_("Twos stay low until the deal ends."),
    )

    @cached_property
    def honours_beat_any(self) -> bool:
        """Return whether four of a kind and straight flush beat combinations of other sizes."""
        return self.straight_flush_cards == 7 or self.honours != "five_card"

    @property
    def may_cut_in(self) -> bool:
        """Return whether bombs (fours, fives, straight flushes) may be played out of turn."""
        return self.honours == "any_out_of_turn"
