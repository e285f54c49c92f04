"""The options of players, cards, the deal and its start."""

from dataclasses import dataclass
from typing import Literal

from games.rules.ruleset.conflicts import FEWEST_FOR_TWO_PACKS, PACK, hand_sizes
from games.rules.ruleset.i18n import gettext_noop as _
from games.rules.ruleset.i18n import ngettext_lazy
from games.rules.ruleset.options import Meaning, number_option, option


@dataclass(frozen=True)
class DealOptions:
    """How many play, with how many cards, and how a deal starts."""

    players: Literal[4, 3, 2, 5, 6, 7, 8] = option(
        _("How many play?"),
        "S0, S2, S3, S4",
        {
            4: Meaning(_("four players"), _("Four players, each for themselves.")),
            3: Meaning(_("three players"), _("Three players, each for themselves.")),
            2: Meaning(_("two players"), _("Two players.")),
            5: Meaning(_("five players"), _("Five players, each for themselves.")),
            6: Meaning(_("six players"), _("Six players, each for themselves.")),
            7: Meaning(_("seven players"), _("Seven players, each for themselves.")),
            8: Meaning(_("eight players"), _("Eight players, each for themselves.")),
        },
    )
    packs: Literal[1, 2] = option(
        _("How many packs are shuffled together?"),
        "S0",
        {
            1: Meaning(_("one pack"), _("One pack of 52 cards is used.")),
            2: Meaning(
                _("two packs"),
                _("Two packs are shuffled together: every card is there twice."),
            ),
        },
        when=lambda rules: rules.players >= FEWEST_FOR_TWO_PACKS,
    )
    # Without a choice 13 with four players or two packs, 17 with three or two players, and as many
    # as there are for each with more players.
    hand_size: Literal[13, 17, 21, 26, 20, 14, 10, 8, 7, 6] = option(
        _("How many cards are dealt to each?"),
        "S0, S2, S3, S4",
        {
            13: Meaning(_("13 cards each"), _("13 cards are dealt to each.")),
            17: Meaning(_("17 cards each"), _("17 cards are dealt to each.")),
            21: Meaning(_("21 cards each"), _("21 cards are dealt to each.")),
            26: Meaning(
                _("26 cards each, all that there are"),
                _("26 cards are dealt to each: all that there are."),
            ),
            20: Meaning(_("20 cards each"), _("20 cards are dealt to each.")),
            14: Meaning(_("14 cards each"), _("14 cards are dealt to each.")),
            10: Meaning(_("10 cards each"), _("10 cards are dealt to each.")),
            8: Meaning(_("8 cards each"), _("8 cards are dealt to each.")),
            7: Meaning(_("7 cards each"), _("7 cards are dealt to each.")),
            6: Meaning(_("6 cards each"), _("6 cards are dealt to each.")),
        },
        when=lambda rules: len(hand_sizes(rules.players, rules.packs)) > 1,
        fits=lambda rules, size: size in hand_sizes(rules.players, rules.packs),
    )
    # Without a choice the lowest card's holder takes them where three players have 17 cards each,
    # and elsewhere they are unused.
    leftover: Literal["unused", "lowest_holder", "stock"] = option(
        _("What becomes of the cards left over?"),
        "S2, S3, S4",
        {
            "unused": Meaning(_("set aside"), _("Cards left over are set aside.")),
            "lowest_holder": Meaning(
                _("added to the hand of whoever holds the lowest card"),
                _("What is left over goes to the holder of the lowest card."),
            ),
            "stock": Meaning(_("a stock to draw from"), _("Cards left over make a stock.")),
        },
        when=lambda rules: rules.left_over > 0,
        fits=lambda rules, what: (
            what != "lowest_holder" or 0 < rules.left_over <= rules.players > 2
        ),
    )
    leftover_exposed: bool = option(
        _("How is the card left over taken?"),
        "S4",
        {
            True: Meaning(_("face up"), _("Everybody sees the card left over before it is taken.")),
            False: Meaning(_("face down"), _("Only its taker sees the card left over.")),
        },
        when=lambda rules: rules.leftover == "lowest_holder",
    )
    draw_on_pass: Literal["none", "one", "as_needed"] = option(
        _("What does a player who passes draw?"),
        "S4",
        {
            "none": Meaning(_("nothing"), _("A player who passes draws nothing.")),
            "one": Meaning(_("one card"), _("A player who passes draws one card from the stock.")),
            "as_needed": Meaning(
                _("as many cards as the play to beat has"),
                _(
                    "A player who passes draws as many cards from the stock as the play to beat"
                    " has, or what is left of it."
                ),
            ),
        },
        when=lambda rules: rules.has_stock,
    )
    stock_recycle: bool = option(
        _("Is an empty stock made anew from played cards?"),
        "S4",
        {
            False: Meaning(_("no"), _("When the stock is empty, nobody draws any more.")),
            True: Meaning(
                _("yes, shuffled"),
                _(
                    "When the stock is empty, the cards of completed tricks are shuffled into a"
                    " new one."
                ),
            ),
        },
        when=lambda rules: rules.has_stock and rules.draw_on_pass != "none",
    )
    direction: Literal["anticlockwise", "clockwise", "alternate"] = option(
        _("Which way round does play go?"),
        "S4",
        {
            "anticlockwise": Meaning(
                _("anticlockwise"), _("Cards are dealt and played anticlockwise, to the right.")
            ),
            "clockwise": Meaning(
                _("clockwise"), _("Cards are dealt and played clockwise, to the left.")
            ),
            "alternate": Meaning(
                _("the first deal anticlockwise, the second clockwise, and so on"),
                _(
                    "The first deal is dealt and played anticlockwise, the second clockwise, and"
                    " so on in turn."
                ),
            ),
        },
        when=lambda rules: rules.players > 2,
    )
    first_card: Literal["cut", "next_to_dealer"] = option(
        _("Who is dealt the first card?"),
        "S4",
        {
            "cut": Meaning(
                _("counted from the dealer by the rank of an exposed card"),
                _(
                    "The pack is cut, and the rank of the exposed card, counted round the table"
                    " from the dealer, says who is dealt the first card."
                ),
            ),
            "next_to_dealer": Meaning(
                _("the player after the dealer"),
                _("The player after the dealer is dealt the first card."),
            ),
        },
    )
    opening_leader: Literal["lowest_card", "winner", "loser"] = option(
        _("Who leads a deal?"),
        "S4",
        {
            "lowest_card": Meaning(
                _("the holder of the lowest dealt card, every deal"),
                _("The lowest card leads every deal."),
            ),
            "winner": Meaning(
                _("the winner of the deal before; in the first deal the lowest card's holder"),
                _("From the second deal on the winner of the deal before leads."),
            ),
            "loser": Meaning(
                _("the loser of the deal before; in the first deal the lowest card's holder"),
                _("From the second deal on the loser of the deal before leads."),
            ),
        },
    )
    # The first deal of a round has its dealer drawn by high card.
    round_length: int = number_option(
        _("After how many deals does the lowest card lead again?"),
        "S4 Indonesia",
        none=_("There are no rounds."),
        some=ngettext_lazy(
            "The lowest card leads again after every deal.",
            "The lowest card leads again after every %(count)d deals.",
        ),
        hint=_("Then the dealer is drawn by high card, too. 0 for never."),
        when=lambda rules: rules.opening_leader != "lowest_card",
    )
    # Only where the holder of the lowest card opens.
    opening_includes_lowest: bool = option(
        _("Must the first play contain the lowest card?"),
        "S0, S1, S2, S3, S4",
        {
            True: Meaning(_("yes"), _("The first play must contain the lowest card.")),
            False: Meaning(_("no"), _("The holder of the lowest card may lead anything.")),
        },
    )
    redeal: Literal["none", "three_points", "no_faces"] = option(
        _("With which hand may one ask for a new deal?"),
        "S3",
        {
            "none": Meaning(_("with none"), _("Nobody can ask for a new deal.")),
            "three_points": Meaning(
                _("with at most 3 points (J 1, Q 2, K 3, A 4, 2 5)"),
                _("A very low hand may ask for a new deal."),
            ),
            "no_faces": Meaning(
                _("with no jack, queen or king"),
                _("A hand without jack, queen or king may ask for a new deal."),
            ),
        },
    )
    dragon_wins: bool = option(
        _("Does a dragon, one card of each rank, win at once?"),
        "S4",
        {
            False: Meaning(_("no"), _("A dragon is a hand like any other.")),
            True: Meaning(_("yes"), _("A dragon (one card of each rank) wins at once.")),
        },
    )
    exchange: bool = option(
        _("Does the loser give the winner the highest card?"),
        "S4",
        {
            False: Meaning(_("no"), _("No cards are exchanged.")),
            True: Meaning(
                _("yes"),
                _(
                    "The loser of the deal before gives its winner the highest card, in return for"
                    " a card of the winner's choice."
                ),
            ),
        },
        hint=_("From the second deal on, in return for a card of the winner's choice."),
        when=lambda rules: rules.players == 3,
    )

    @property
    def dealt(self) -> int:
        """How many cards are dealt to all players together."""
        return self.players * self.hand_size

    @property
    def left_over(self) -> int:
        """How many cards of the pack are not dealt."""
        return PACK * self.packs - self.dealt

    @property
    def has_stock(self) -> bool:
        """Whether the cards left over are a stock."""
        return self.leftover == "stock"

    def draws(self, size: int) -> int:
        """Return how many cards a pass draws over a play of some size, while the stock lasts."""
        if self.draw_on_pass == "as_needed":
            return size
        return 1 if self.draw_on_pass == "one" else 0
