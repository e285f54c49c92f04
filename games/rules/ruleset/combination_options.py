"""The options of combinations: what can be played together, and what beats what."""

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
    #: Whether three of a rank can be played alone.
    triples: bool
    flushes: bool
    #: Whether four of a kind is played with a fifth card.
    with_fifth: bool
    #: Whether it is played bare.
    with_bare_four: bool
    #: Whether a straight flush takes two further cards.
    seven: bool
    straights: Straights
    flush_order: FlushOrder
    five_card_order: FiveCardOrder
    #: Whether a five-card kind beats the lower kinds.
    cross_kind: bool
    #: Whether honours beat combinations of other sizes, too.
    honours_beat_any: bool


def _ranks_straight_flushes(rules: Rules) -> bool:
    # Among bare fours the order still decides whether TJQKA is above other straight flushes.
    royal_is_highest = rules.straights == "ace_both" or rules.straights == "no_a2345"
    return rules.straight_flush_cards == 5 and (
        rules.four_of_a_kind != "bare" or not royal_is_highest
    )


@dataclass(frozen=True)
class CombinationOptions:
    """What can be played together, and what beats what."""

    suit_order: SuitOrder = option(
        _("How do the suits rank, from high to low?"),
        "S4, clubs",
        {
            "SHCD": Meaning(
                _("spades, hearts, clubs, diamonds"),
                _("Suits rank spades, hearts, clubs, diamonds."),
            ),
            "DHSC": Meaning(
                _("diamonds, hearts, spades, clubs"),
                _("Suits rank diamonds, hearts, spades, clubs."),
            ),
            "SHDC": Meaning(
                _("spades, hearts, diamonds, clubs"),
                _("Suits rank spades, hearts, diamonds, clubs."),
            ),
            "SCHD": Meaning(
                _("spades, clubs, hearts, diamonds"),
                _("Suits rank spades, clubs, hearts, diamonds."),
            ),
            "SCDH": Meaning(
                _("spades, clubs, diamonds, hearts"),
                _("Suits rank spades, clubs, diamonds, hearts."),
            ),
            "SDHC": Meaning(
                _("spades, diamonds, hearts, clubs"),
                _("Suits rank spades, diamonds, hearts, clubs."),
            ),
            "SDCH": Meaning(
                _("spades, diamonds, clubs, hearts"),
                _("Suits rank spades, diamonds, clubs, hearts."),
            ),
            "HSCD": Meaning(
                _("hearts, spades, clubs, diamonds"),
                _("Suits rank hearts, spades, clubs, diamonds."),
            ),
            "HSDC": Meaning(
                _("hearts, spades, diamonds, clubs"),
                _("Suits rank hearts, spades, diamonds, clubs."),
            ),
            "HCSD": Meaning(
                _("hearts, clubs, spades, diamonds"),
                _("Suits rank hearts, clubs, spades, diamonds."),
            ),
            "HCDS": Meaning(
                _("hearts, clubs, diamonds, spades"),
                _("Suits rank hearts, clubs, diamonds, spades."),
            ),
            "HDSC": Meaning(
                _("hearts, diamonds, spades, clubs"),
                _("Suits rank hearts, diamonds, spades, clubs."),
            ),
            "HDCS": Meaning(
                _("hearts, diamonds, clubs, spades"),
                _("Suits rank hearts, diamonds, clubs, spades."),
            ),
            "CSHD": Meaning(
                _("clubs, spades, hearts, diamonds"),
                _("Suits rank clubs, spades, hearts, diamonds."),
            ),
            "CSDH": Meaning(
                _("clubs, spades, diamonds, hearts"),
                _("Suits rank clubs, spades, diamonds, hearts."),
            ),
            "CHSD": Meaning(
                _("clubs, hearts, spades, diamonds"),
                _("Suits rank clubs, hearts, spades, diamonds."),
            ),
            "CHDS": Meaning(
                _("clubs, hearts, diamonds, spades"),
                _("Suits rank clubs, hearts, diamonds, spades."),
            ),
            "CDSH": Meaning(
                _("clubs, diamonds, spades, hearts"),
                _("Suits rank clubs, diamonds, spades, hearts."),
            ),
            "CDHS": Meaning(
                _("clubs, diamonds, hearts, spades"),
                _("Suits rank clubs, diamonds, hearts, spades."),
            ),
            "DSHC": Meaning(
                _("diamonds, spades, hearts, clubs"),
                _("Suits rank diamonds, spades, hearts, clubs."),
            ),
            "DSCH": Meaning(
                _("diamonds, spades, clubs, hearts"),
                _("Suits rank diamonds, spades, clubs, hearts."),
            ),
            "DHCS": Meaning(
                _("diamonds, hearts, clubs, spades"),
                _("Suits rank diamonds, hearts, clubs, spades."),
            ),
            "DCSH": Meaning(
                _("diamonds, clubs, spades, hearts"),
                _("Suits rank diamonds, clubs, spades, hearts."),
            ),
            "DCHS": Meaning(
                _("diamonds, clubs, hearts, spades"),
                _("Suits rank diamonds, clubs, hearts, spades."),
            ),
        },
    )
    triples: bool = option(
        _("Can three of a kind be played alone?"),
        "S0 and S3 without, S4",
        {
            True: Meaning(_("yes"), _("Three of a kind can be played alone.")),
            False: Meaning(_("no"), _("Three of a kind cannot be played alone.")),
        },
    )
    flushes: bool = option(
        _("Can flushes be played?"),
        "S3, S4",
        {
            True: Meaning(_("yes"), _("Flushes can be played.")),
            False: Meaning(_("no"), _("There are no flushes.")),
        },
    )
    four_of_a_kind: Literal["with_fifth", "bare", "either"] = option(
        _("How is four of a kind played?"),
        "S4",
        {
            "with_fifth": Meaning(
                _("with any fifth card, as a five-card combination"),
                _("Four of a kind takes a fifth card."),
            ),
            "bare": Meaning(
                _("alone, as a combination that beats only lower fours"),
                _("Four of a kind is played bare and beats only lower fours."),
            ),
            "either": Meaning(
                _("with a fifth card or alone; alone it beats only lower fours alone"),
                _(
                    "Four of a kind is played with a fifth card, or alone; alone it beats only"
                    " lower fours alone."
                ),
            ),
        },
    )
    straight_flush_cards: Literal[5, 7] = option(
        _("With how many cards is a straight flush played?"),
        "S4",
        {
            5: Meaning(_("its five cards"), _("A straight flush has five cards.")),
            7: Meaning(
                _("its five and any two further cards"),
                _("A straight flush takes two further cards and beats everything."),
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
            "no_a2345": Meaning(_("23456, 34567 … TJQKA"), _("A-2-3-4-5 is no straight.")),
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
                _("Straights with a low two are the highest, by the suit of the two."),
            ),
        },
        hint=_("T is the ten. Straight flushes follow the same order."),
    )
    flush_order: FlushOrder = option(
        _("What decides between two flushes?"),
        "S0, S1, S2, S3, S4",
        {
            "suit": Meaning(
                _("the higher suit, then the higher top card"),
                _(
                    "Of two flushes the one in the higher suit wins, whatever its cards; in one"
                    " suit, the one with the higher top card."
                ),
            ),
            "top_card": Meaning(
                _("the higher top card, then its suit"),
                _(
                    "Of two flushes the one with the higher top card wins; where these are of one"
                    " rank, the one in the higher suit."
                ),
            ),
            "all_cards": Meaning(
                _("the ranks one by one from the top, then the suit"),
                _(
                    "Flushes are compared by their top cards, then by the second highest and so"
                    " on, by rank alone; where all ranks are the same, the higher suit wins."
                ),
            ),
        },
        when=lambda rules: rules.flushes,
    )
    five_card_order: FiveCardOrder = option(
        _("How do five-card combinations rank?"),
        "S3, S4",
        {
            "standard": Meaning(
                _("straight, flush, full house, four of a kind, straight flush"),
                _("A straight flush is above four of a kind."),
            ),
            "royal_over_quads": Meaning(
                _("four of a kind above every straight flush but TJQKA"),
                _("Only 10-J-Q-K-A of one suit is above four of a kind."),
            ),
            "quads_top": Meaning(
                _("four of a kind above all"),
                _("Four of a kind is above every straight flush."),
            ),
        },
        when=_ranks_straight_flushes,
    )
    cross_kind: bool = option(
        _("Does a higher kind of five cards beat a lower one?"),
        "S4 Da Lao Er",
        {
            True: Meaning(_("yes"), _("A higher kind of five cards beats a lower one.")),
            False: Meaning(
                _("only four of a kind and straight flush do"),
                _("Below four of a kind, five cards beat only their own kind."),
            ),
        },
    )
    honours: Literal["five_card", "any", "any_out_of_turn"] = option(
        _("What do four of a kind and straight flush beat?"),
        "S4",
        {
            "five_card": Meaning(
                _("only combinations with as many cards"),
                _("Four of a kind and straight flush beat only as many cards."),
            ),
            "any": Meaning(
                _("any single, pair, triple and lower five-card combination too"),
                _("Four of a kind and straight flush beat singles, pairs and triples too."),
            ),
            "any_out_of_turn": Meaning(
                _("the same, and at any moment of a trick, whoever's turn it is"),
                _("Four of a kind and straight flush beat anything, even out of turn."),
            ),
        },
        when=lambda rules: rules.four_of_a_kind != "bare" or rules.honours != "five_card",
        fits=lambda rules, what: what != "five_card" or rules.straight_flush_cards == 5,
    )
    bomb_demotes_twos: bool = option(
        _("Do twos rank lowest after a four of a kind?"),
        "S3",
        {
            False: Meaning(_("no"), _("Twos stay the highest cards.")),
            True: Meaning(_("yes"), _("After a four of a kind, twos are the lowest cards.")),
        },
        hint=_("Until the deal ends."),
    )

    @cached_property
    def honours_beat_any(self) -> bool:
        """Whether four of a kind and straight flush beat combinations of other sizes, too."""
        return self.straight_flush_cards == 7 or self.honours != "five_card"

    @property
    def may_cut_in(self) -> bool:
        """Whether honours may be laid out of turn."""
        return self.honours == "any_out_of_turn"
