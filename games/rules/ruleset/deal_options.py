"""Options for players, packs, dealing and the start of a deal."""

from dataclasses import dataclass
from typing import Literal

from games.rules.cards import PACK_SIZE
from games.rules.ruleset.conflicts import FEWEST_FOR_TWO_PACKS, hand_sizes
from games.rules.ruleset.i18n import gettext_noop as _
from games.rules.ruleset.i18n import ngettext_lazy
from games.rules.ruleset.options import Meaning, number_option, option


@dataclass(frozen=True)
class DealOptions:
    """Section of a rule set: the options for players, packs, dealing and the start of a deal."""

    players: Literal[4, 3, 2, 5, 6, 7, 8] = option(
        _("How many players?"),
        "S0, S2, S3, S4",
        {
            4: Meaning(_("4 players"), _("There are four players, each playing for themselves.")),
            3: Meaning(_("3 players"), _("There are three players, each playing for themselves.")),
            2: Meaning(_("2 players"), _("There are two players.")),
            5: Meaning(_("5 players"), _("There are five players, each playing for themselves.")),
            6: Meaning(_("6 players"), _("There are six players, each playing for themselves.")),
            7: Meaning(_("7 players"), _("There are seven players, each playing for themselves.")),
            8: Meaning(_("8 players"), _("There are eight players, each playing for themselves.")),
        },
    )
    packs: Literal[1, 2] = option(
        _("How many packs of cards?"),
        "S0",
        {
            1: Meaning(_("1 pack"), _("You play with one pack of 52 cards.")),
            2: Meaning(
                _("2 packs, shuffled together"),
                _("Two packs are shuffled together, so there are two of every card."),
            ),
        },
        when=lambda rules: rules.players >= FEWEST_FOR_TWO_PACKS,
    )
    # The default is 13 with four players or two packs, 17 with two or three players, and with more
    # players as many as one pack allows.
    hand_size: Literal[13, 17, 21, 26, 20, 14, 10, 8, 7, 6] = option(
        _("How many cards does each player get?"),
        "S0, S2, S3, S4",
        {
            13: Meaning(_("13 cards"), _("Each player gets 13 cards.")),
            17: Meaning(_("17 cards"), _("Each player gets 17 cards.")),
            21: Meaning(_("21 cards"), _("Each player gets 21 cards.")),
            26: Meaning(
                _("26 cards (all cards are dealt)"),
                _("Each player gets 26 cards, so all cards are dealt."),
            ),
            20: Meaning(_("20 cards"), _("Each player gets 20 cards.")),
            14: Meaning(_("14 cards"), _("Each player gets 14 cards.")),
            10: Meaning(_("10 cards"), _("Each player gets 10 cards.")),
            8: Meaning(_("8 cards"), _("Each player gets 8 cards.")),
            7: Meaning(_("7 cards"), _("Each player gets 7 cards.")),
            6: Meaning(_("6 cards"), _("Each player gets 6 cards.")),
        },
        when=lambda rules: len(hand_sizes(rules.players, rules.packs)) > 1,
        fits=lambda rules, size: size in hand_sizes(rules.players, rules.packs),
    )
    # The default is `lowest_holder` for three players with 17 cards each, otherwise `unused`.
    leftover: Literal["unused", "lowest_holder", "stock"] = option(
        _("What happens to leftover cards?"),
        "S2, S3, S4",
        {
            "unused": Meaning(_("Set aside"), _("Leftover cards are set aside.")),
            "lowest_holder": Meaning(
                _("Taken by the player with the lowest card"),
                _("The player with the lowest card takes the leftover cards."),
            ),
            "stock": Meaning(
                _("Used as a stock to draw from"), _("Leftover cards form a stock to draw from.")
            ),
        },
        when=lambda rules: rules.left_over > 0,
        fits=lambda rules, what: (
            what != "lowest_holder" or 0 < rules.left_over <= rules.players > 2
        ),
    )
    leftover_exposed: bool = option(
        _("How are the leftover cards taken?"),
        "S4",
        {
            True: Meaning(
                _("Face up"), _("Everyone sees the leftover cards before they’re taken.")
            ),
            False: Meaning(
                _("Face down"), _("Only the player who takes the leftover cards sees them.")
            ),
        },
        when=lambda rules: rules.leftover == "lowest_holder",
    )
    draw_on_pass: Literal["none", "one", "as_needed"] = option(
        _("What do you draw when you pass?"),
        "S4",
        {
            "none": Meaning(_("Nothing"), _("You draw nothing when you pass.")),
            "one": Meaning(_("1 card"), _("When you pass, you draw 1 card from the stock.")),
            "as_needed": Meaning(
                _("1 card for each card in the play to beat"),
                _(
                    "When you pass, you draw 1 card from the stock for each card in the play to"
                    " beat, as long as the stock lasts."
                ),
            ),
        },
        when=lambda rules: rules.has_stock,
    )
    stock_recycle: bool = option(
        _("Are played cards reshuffled when the stock is empty?"),
        "S4",
        {
            False: Meaning(_("No"), _("When the stock is empty, you stop drawing.")),
            True: Meaning(
                _("Yes"),
                _(
                    "When the stock is empty, the cards of completed tricks are shuffled to form a"
                    " new one."
                ),
            ),
        },
        when=lambda rules: rules.has_stock and rules.draw_on_pass != "none",
    )
    direction: Literal["anticlockwise", "clockwise", "alternate"] = option(
        _("Which way does play go?"),
        "S4",
        {
            "anticlockwise": Meaning(
                _("Anticlockwise"), _("Cards are dealt and played anticlockwise, to the right.")
            ),
            "clockwise": Meaning(
                _("Clockwise"), _("Cards are dealt and played clockwise, to the left.")
            ),
            "alternate": Meaning(
                _("Alternating, starting anticlockwise"),
                _("The first deal goes anticlockwise, the second clockwise, and so on."),
            ),
        },
        when=lambda rules: rules.players > 2,
    )
    first_card: Literal["cut", "next_to_dealer"] = option(
        _("Who gets the first card?"),
        "S4",
        {
            "cut": Meaning(
                _("A player chosen by cutting the pack"),
                _(
                    "The pack is cut to expose a card. Count around the table up to its rank, with"
                    " the dealer as 1: that player gets the first card."
                ),
            ),
            "next_to_dealer": Meaning(
                _("The player after the dealer"),
                _("The player after the dealer gets the first card."),
            ),
        },
    )
    opening_leader: Literal["lowest_card", "winner", "loser"] = option(
        _("Who starts each deal?"),
        "S4",
        {
            "lowest_card": Meaning(
                _("The player with the lowest card"),
                _("The player with the lowest card starts every deal."),
            ),
            "winner": Meaning(
                _("The winner of the previous deal"),
                _("From the second deal on, the winner of the previous deal starts."),
            ),
            "loser": Meaning(
                _("The loser of the previous deal"),
                _("From the second deal on, the loser of the previous deal starts."),
            ),
        },
        hint=_("The player with the lowest card always starts the first deal."),
    )
    # The dealer of the first deal of each cycle is drawn by high card.
    round_length: int = number_option(
        _("Deals until the player with the lowest card starts again"),
        "S4 Indonesia",
        none=_("The player with the lowest card doesn’t start again after a set number of deals."),
        one=_("The player with the lowest card starts again after every deal."),
        some=ngettext_lazy(
            "The player with the lowest card starts again after %(count)d deal.",
            "The player with the lowest card starts again after every %(count)d deals.",
        ),
        hint=_("The dealer is then drawn by high card, too. 0 = never."),
        when=lambda rules: rules.opening_leader != "lowest_card",
    )
    opening_includes_lowest: bool = option(
        _("Must the first play include the lowest card?"),
        "S0, S1, S2, S3, S4",
        {
            True: Meaning(_("Yes"), _("The first play must include the lowest card.")),
            False: Meaning(_("No"), _("The player with the lowest card can start with any play.")),
        },
        hint=_("This applies only to deals started by the player with the lowest card."),
    )
    redeal: Literal["none", "three_points", "no_faces"] = option(
        _("When can a player ask for a redeal?"),
        "S3",
        {
            "none": Meaning(_("No redeals"), _("Players can’t ask for a redeal.")),
            "three_points": Meaning(
                _("With 3 points or fewer (J = 1, Q = 2, K = 3, A = 4, 2 = 5)"),
                _("A player with a very weak hand can ask for a redeal."),
            ),
            "no_faces": Meaning(
                _("With no jack, queen or king"),
                _("A player with no jack, queen or king can ask for a redeal."),
            ),
        },
    )
    dragon_wins: bool = option(
        _("Does a dragon win immediately?"),
        "S4",
        {
            False: Meaning(_("No"), _("A dragon is played like any other hand.")),
            True: Meaning(_("Yes"), _("A dragon (a card of every rank) wins immediately.")),
        },
        hint=_("A dragon is a hand with a card of every rank."),
    )
    exchange: bool = option(
        _("Does the loser give the winner a card?"),
        "S4",
        {
            False: Meaning(_("No"), _("No cards are exchanged.")),
            True: Meaning(
                _("Yes"),
                _(
                    "The loser of the previous deal gives their highest card to the winner, who"
                    " gives back any card they like."
                ),
            ),
        },
        hint=_(
            "From the second deal on, the loser gives their highest card to the winner, who gives"
            " back any card they like."
        ),
        when=lambda rules: rules.players == 3,
    )

    @property
    def dealt(self) -> int:
        """The number of cards dealt to all players together."""
        return self.players * self.hand_size

    @property
    def left_over(self) -> int:
        """The number of cards that are not dealt."""
        return PACK_SIZE * self.packs - self.dealt

    @property
    def has_stock(self) -> bool:
        """Return whether leftover cards form a stock."""
        return self.leftover == "stock"

    def draws(self, size: int) -> int:
        """Return how many cards a pass draws while the stock lasts.

        :param size: the number of cards of the play to beat
        """
        if self.draw_on_pass == "as_needed":
            return size
        return 1 if self.draw_on_pass == "one" else 0
