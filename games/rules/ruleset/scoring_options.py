"""The options of scoring: points and payment."""

from dataclasses import dataclass
from typing import Literal

from games.rules.ruleset.i18n import gettext_noop as _
from games.rules.ruleset.i18n import ngettext_lazy
from games.rules.ruleset.options import (
    Meaning,
    Multipliers,
    PlacementPoints,
    multipliers_option,
    number_option,
    option,
    placement_option,
)

CardValues = Literal["one", "faces", "ladder", "twos_five"]

#: The highest factor of a player who played no card.
MOST_UNPLAYED = 9


@dataclass(frozen=True)
class ScoringOptions:
    """What gives points, and who pays whom."""

    scoring: Literal["cards_left", "winner_point", "deuces", "placement", "indonesian"] = option(
        _("What gives points?"),
        "S0, S1, S2, S3, S4",
        {
            "cards_left": Meaning(
                _("every player but the winner loses for the cards left"),
                _("Losers count the cards left."),
            ),
            "winner_point": Meaning(
                _("one point for the winner"),
                _("The winner scores one point, the others nothing."),
            ),
            "deuces": Meaning(
                _("one point for the winner, doubled for each two in the last play"),
                _("The winner scores one point, doubled for each two in the last play."),
            ),
            "placement": Meaning(
                _("points for each place, in the order of going out"),
                _("Points go by the order of going out."),
            ),
            "indonesian": Meaning(
                _("cards left, the winner's last play, and special combinations"),
                _("The last play and special combinations score too."),
            ),
        },
    )
    multipliers: Multipliers = multipliers_option(
        _("By what are many cards left multiplied?"),
        "S1, S2, S3, S4",
        "1:1,10:2,13:3",
        none=_("Losses are never multiplied."),
        some=_("Many cards left count %(factors)s."),
        when=lambda rules: rules.counts_cards,
    )
    # In place of the factor for the number of cards.
    unplayed_multiplier: int = number_option(
        _("Which factor has a player who played no card?"),
        "S2, S3, clubs",
        none=_("Having played no card has no factor of its own."),
        some=ngettext_lazy(
            "The loss of whoever has played no card is not multiplied.",
            "Whoever has played no card loses %(count)d times as much.",
        ),
        most=MOST_UNPLAYED,
        hint=_("In place of the factor for many cards left. 0 for none of its own."),
        when=lambda rules: rules.has_losses,
    )
    multiply_only_starter: bool = option(
        _("Is only the player who led the deal multiplied?"),
        "S4",
        {
            False: Meaning(_("no, to all"), _("Many cards left are multiplied for everybody.")),
            True: Meaning(
                _("yes"),
                _("Many cards left are multiplied only for the player who led the deal."),
            ),
        },
        when=lambda rules: (
            rules.has_losses and any(factor != 1 for _start, factor in rules.multipliers)
        ),
    )
    card_values: CardValues = option(
        _("What does a card left count?"),
        "S4",
        {
            "one": Meaning(_("1 each"), _("Each card left counts 1.")),
            "faces": Meaning(
                _("3 to 10 1, J Q K 2, A 3, 2 4"),
                _("Face cards left count 2, aces 3, twos 4."),
            ),
            "ladder": Meaning(
                _("3 1, 4 2 … K 11, A 12, 2 13"),
                _("Cards left count from 1 for a three to 13 for a two."),
            ),
            "twos_five": Meaning(_("2 5, the rest 1"), _("A two left counts 5.")),
        },
        when=lambda rules: rules.has_losses,
    )
    double_per_two: bool = option(
        _("Does each two left double the loss?"),
        "S3, S4",
        {
            False: Meaning(_("no"), _("Twos left do not double.")),
            True: Meaning(_("yes"), _("Each two left doubles the loss.")),
        },
        when=lambda rules: rules.has_losses,
    )
    twos_last_double: bool = option(
        _("Does a last play of twos double all losses?"),
        "S4",
        {
            False: Meaning(_("no"), _("Twos played last do not double.")),
            True: Meaning(
                _("yes"),
                _("All losses double when the winner's last play was made of twos only."),
            ),
        },
        when=lambda rules: rules.has_losses,
    )
    bomb_doubles: bool = option(
        _("Does every bomb that is played double all losses?"),
        "clubs",
        {
            False: Meaning(_("no"), _("Bombs do not double.")),
            True: Meaning(
                _("yes"),
                _(
                    "Every four of a kind with its fifth card and every straight flush that is"
                    " played doubles all losses."
                ),
            ),
        },
        hint=_("A bomb is a four of a kind with its fifth card, or a straight flush."),
        when=lambda rules: rules.has_losses,
    )
    loss_cap: int = number_option(
        _("What is the most that a player can lose in a deal?"),
        "clubs",
        none=_("Losses have no cap."),
        some=ngettext_lazy(
            "No player's loss in a deal counts for more than %(count)d point.",
            "No player's loss in a deal counts for more than %(count)d points.",
        ),
        hint=_("In points, after all factors and doublings. 0 for no cap."),
        when=lambda rules: rules.has_losses,
    )
    # Without a choice 5, 3, 1, 0 for four players, 3, 1, 0 for three, and one point a place below.
    placement_points: PlacementPoints = placement_option(
        _("How many points has each place?"),
        "S4, clubs",
        "5,3,1,0",
        some=_("The places have %(points)s points."),
        hint=_("From the first place to the last, with commas between: 5,3,1,0 or 2,1,-1,-2."),
        when=lambda rules: rules.scoring == "placement" or rules.payment == "points",
    )
    payment: Literal["difference", "winner_takes", "count_difference", "loser_pays", "points"] = (
        option(
            _("Who pays whom?"),
            "S1, S2, S3, S4, clubs",
            {
                "difference": Meaning(
                    _("every two players settle the difference of their points"),
                    _(
                        "Every two players settle the difference of their points: who has fewer"
                        " pays who has more."
                    ),
                ),
                "winner_takes": Meaning(
                    _("every loser pays their own loss to the winner"),
                    _(
                        "Every loser pays their own loss to the winner; nothing passes between the"
                        " losers."
                    ),
                ),
                "count_difference": Meaning(
                    _("every two players settle the difference of their cards left"),
                    _("Every two players settle the difference of their numbers of cards left."),
                ),
                "loser_pays": Meaning(
                    _("the loser alone pays the winner one point"),
                    _("The loser alone pays, and pays the winner one point."),
                ),
                "points": Meaning(
                    _("everybody wins or pays the own points"),
                    _("The points of the places are what everybody wins or pays."),
                ),
            },
            hint=_("Points are what the score sheet shows; payment is what changes hands."),
            when=lambda rules: (
                rules.scoring in ("cards_left", "placement")
                or rules.pays_by_cards
                or rules.payment == "points"
            ),
        )
    )

    @property
    def counts_cards(self) -> bool:
        """Whether players lose for the cards left."""
        return self.scoring == "cards_left" or self.scoring == "indonesian"

    @property
    def has_losses(self) -> bool:
        """Whether cards left have values and doublings, besides their number."""
        return self.counts_cards and self.payment != "count_difference"

    @property
    def counts_last_twos(self) -> bool:
        """Whether it matters how many twos a player's last play has."""
        counted = self.scoring == "deuces" or self.scoring == "indonesian"
        return counted or self.twos_last_double

    @property
    def pays_by_cards(self) -> bool:
        """Whether payment goes by the cards left, whatever the points."""
        return self.payment == "count_difference" or self.payment == "loser_pays"
