"""Options for scoring: points and payment."""

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

#: The highest multiplier for playing no cards.
MOST_UNPLAYED = 9


@dataclass(frozen=True)
class ScoringOptions:
    """Section of a rule set: the options for points and for who pays whom."""

    scoring: Literal["cards_left", "winner_point", "deuces", "placement", "indonesian"] = option(
        _("How is a deal scored?"),
        "S0, S1, S2, S3, S4",
        {
            "cards_left": Meaning(
                _("Losers count their cards left"),
                _("Losers count their cards left."),
            ),
            "winner_point": Meaning(
                _("1 point for the winner"),
                _("The winner scores 1 point, the others 0."),
            ),
            "deuces": Meaning(
                _("1 point for the winner, doubled for each two in the last play"),
                _("The winner scores 1 point, doubled for each two in the last play."),
            ),
            "placement": Meaning(
                _("Points by finishing place"),
                _("Players score by the order in which they go out."),
            ),
            "indonesian": Meaning(
                _(
                    "Losers count their cards left; the winner’s last play and special"
                    " combinations score, too"
                ),
                _("The winner’s last play and special combinations score, too."),
            ),
        },
    )
    multipliers: Multipliers = multipliers_option(
        _("Multipliers for many cards left"),
        "S1, S2, S3, S4",
        "1:1,10:2,13:3",
        none=_("There are no multipliers for many cards left."),
        some=_("Cards left count %(factors)s."),
        when=lambda rules: rules.counts_cards,
    )
    # Replaces the multiplier for the number of cards.
    unplayed_multiplier: int = number_option(
        _("Multiplier for playing no cards"),
        "S2, S3, clubs",
        none=_("There’s no special multiplier for playing no cards."),
        one=_("If you’ve played no cards, there’s no multiplier for many cards left."),
        some=ngettext_lazy(
            "If you’ve played no cards, you lose %(count)d time as much.",
            "If you’ve played no cards, you lose %(count)d times as much.",
        ),
        max_value=MOST_UNPLAYED,
        hint=_("This replaces the multiplier for many cards left. 0 = no special multiplier."),
        when=lambda rules: rules.has_losses,
    )
    multiply_only_starter: bool = option(
        _("Who do multipliers for many cards left apply to?"),
        "S4",
        {
            False: Meaning(_("Everyone"), _("Multipliers for many cards left apply to everyone.")),
            True: Meaning(
                _("Only the player who started"),
                _("Multipliers for many cards left only apply to the player who started the deal."),
            ),
        },
        when=lambda rules: (
            rules.has_losses and any(factor != 1 for _start, factor in rules.multipliers)
        ),
    )
    card_values: CardValues = option(
        _("How much does each card left count?"),
        "S4",
        {
            "one": Meaning(_("1 for each card"), _("Each card left counts 1.")),
            "faces": Meaning(
                _("3 to 10 = 1, J Q K = 2, A = 3, 2 = 4"),
                _(
                    "Each card left counts 1, except jacks, queens and kings (2), aces (3)"
                    " and twos (4)."
                ),
            ),
            "ladder": Meaning(
                _("3 = 1, 4 = 2 … K = 11, A = 12, 2 = 13"),
                _("Cards left count from 1 for a three up to 13 for a two."),
            ),
            "twos_five": Meaning(
                _("2 = 5, all others 1"), _("Each two left counts 5, any other card 1.")
            ),
        },
        when=lambda rules: rules.has_losses,
    )
    double_per_two: bool = option(
        _("Does each two left double the loss?"),
        "S3, S4",
        {
            False: Meaning(_("No"), _("Twos left don’t double the loss.")),
            True: Meaning(_("Yes"), _("Each two left doubles the loss.")),
        },
        when=lambda rules: rules.has_losses,
    )
    twos_last_double: bool = option(
        _("Does going out with twos double all losses?"),
        "S4",
        {
            False: Meaning(_("No"), _("Going out with twos doesn’t double losses.")),
            True: Meaning(
                _("Yes"),
                _("All losses double if the winner’s last play contains only twos."),
            ),
        },
        hint=_("This applies if the winner’s last play contains only twos."),
        when=lambda rules: rules.has_losses,
    )
    bomb_doubles: bool = option(
        _("Does every bomb played double all losses?"),
        "clubs",
        {
            False: Meaning(_("No"), _("Bombs don’t double losses.")),
            True: Meaning(
                _("Yes"),
                _(
                    "Every four of a kind with a fifth card and every straight flush played"
                    " doubles all losses."
                ),
            ),
        },
        hint=_("A bomb is four of a kind with a fifth card, or a straight flush."),
        when=lambda rules: rules.has_losses,
    )
    loss_cap: int = number_option(
        _("Cap on a player’s loss in a deal"),
        "clubs",
        none=_("There’s no cap on losses."),
        some=ngettext_lazy(
            "A player’s loss in a deal is capped at %(count)d point.",
            "A player’s loss in a deal is capped at %(count)d points.",
        ),
        hint=_(
            "Enter the cap in points. It applies after all multipliers and doubling. 0 = no cap."
        ),
        when=lambda rules: rules.has_losses,
    )
    # The default is 5, 3, 1, 0 for four players, 3, 1, 0 for three, and otherwise 0 for the last
    # place and one point more for each place above it.
    placement_points: PlacementPoints = placement_option(
        _("Points for each place"),
        "S4, clubs",
        "5,3,1,0",
        some=_("From first to last, players score %(points)s points."),
        hint=_(
            "Enter the points from first place to last, separated by commas, such as"
            " 5,3,1,0 or 2,1,-1,-2."
        ),
        when=lambda rules: rules.scoring == "placement" or rules.payment == "points",
    )
    payment: Literal["difference", "winner_takes", "count_difference", "loser_pays", "points"] = (
        option(
            _("Who pays whom?"),
            "S1, S2, S3, S4, clubs",
            {
                "difference": Meaning(
                    _("You settle the difference in points with each opponent"),
                    _(
                        "You settle up with each opponent: the player with fewer points pays the"
                        " difference."
                    ),
                ),
                "winner_takes": Meaning(
                    _("Each loser pays the winner"),
                    _("Each loser pays their own loss to the winner. Losers don’t pay each other."),
                ),
                "count_difference": Meaning(
                    _("You settle the difference in cards left with each opponent"),
                    _("You settle the difference in cards left with each opponent."),
                ),
                "loser_pays": Meaning(
                    _("Only the loser pays: 1 point to the winner"),
                    _("Only the loser pays: 1 point to the winner."),
                ),
                "points": Meaning(
                    _("Each player wins or pays their own points"),
                    _("Each player wins or pays the points for their place."),
                ),
            },
            hint=_(
                "The score sheet shows the points. Your choice here decides what players"
                " win and lose."
            ),
            when=lambda rules: (
                rules.scoring in ("cards_left", "placement")
                or rules.pays_by_cards
                or rules.payment == "points"
            ),
        )
    )

    @property
    def counts_cards(self) -> bool:
        """Return whether players lose points for cards left."""
        return self.scoring == "cards_left" or self.scoring == "indonesian"

    @property
    def has_losses(self) -> bool:
        """Return whether losses depend on card values and doublings, not just numbers of cards."""
        return self.counts_cards and self.payment != "count_difference"

    @property
    def counts_last_twos(self) -> bool:
        """Return whether the number of twos in a player's last play matters."""
        counted = self.scoring == "deuces" or self.scoring == "indonesian"
        return counted or self.twos_last_double

    @property
    def pays_by_cards(self) -> bool:
        """Return whether payments depend on cards left, whatever the points."""
        return self.payment == "count_difference" or self.payment == "loser_pays"
