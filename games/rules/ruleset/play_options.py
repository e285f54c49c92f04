"""Options for play: passing, guarding against a last card, going out."""

from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from games.rules.ruleset.i18n import gettext_noop as _
from games.rules.ruleset.options import Meaning, option


@dataclass(frozen=True)
class PlayOptions:
    """Section of a rule set: the options for tricks, duties and going out."""

    passing: Literal["may_return", "locked", "one_pass_ends"] = option(
        _("What happens when you pass?"),
        "S3, S4, S4 Indonesia",
        {
            "may_return": Meaning(
                _("You can still play on your next turn"),
                _("If you pass, you can still play on your next turn."),
            ),
            "locked": Meaning(
                _("You’re out of the trick; the last player left can beat their own play"),
                _("If you pass, you’re out until the trick ends."),
            ),
            "one_pass_ends": Meaning(
                _("The trick ends"), _("One pass by any player ends the trick.")
            ),
        },
    )
    top_two_ends_trick: bool = option(
        _("Does the highest card end the trick?"),
        "S3",
        {
            False: Meaning(_("No"), _("The highest card doesn’t end the trick.")),
            True: Meaning(
                _("Yes"), _("The highest card, alone or in a pair, ends the trick immediately.")
            ),
        },
        hint=_("The trick ends immediately, whether the card is played alone or in a pair."),
        when=lambda rules: not rules.honours_beat_any,
    )
    last_card_call: Literal["none", "one", "two"] = option(
        _("When is a player’s number of cards announced?"),
        "S0, S4, S4 Indonesia",
        {
            "none": Meaning(
                _("Not announced"), _("No one is told when a player has few cards left.")
            ),
            "one": Meaning(
                _("At 1 card"),
                _("Everyone is told when a player is down to 1 card."),
            ),
            "two": Meaning(
                _("At 2 cards and at 1 card"),
                _("Everyone is told when a player is down to 2 cards, and again at 1 card."),
            ),
        },
    )
    # The duty binds the player whose turn comes immediately before one with a single card left.
    guard: Literal["none", "enforced", "pays_all", "pays_all_if_preventable", "deals_next"] = (
        option(
            _("What if the next player has one card left?"),
            "S0, S3, S4",
            {
                "none": Meaning(
                    _("No special rule"),
                    _("You don’t have to stop the next player’s last card."),
                ),
                "enforced": Meaning(
                    _("You have to play high"),
                    _("If the next player has one card left, you have to play high."),
                ),
                "pays_all": Meaning(
                    _("If you play low and the next player’s last card wins, you pay for everyone"),
                    _("If you let the next player’s last card win, you pay for everyone."),
                ),
                "pays_all_if_preventable": Meaning(
                    _(
                        "If you play low and the next player’s last card wins, you pay for"
                        " everyone, but only if your highest card would have beaten it"
                    ),
                    _(
                        "If you let the next player’s last card win when you could have stopped"
                        " it, you pay for everyone."
                    ),
                ),
                "deals_next": Meaning(
                    _("If you play low and the next player’s last card wins, you deal next"),
                    _("If you let the next player’s last card win, you deal next."),
                ),
            },
            hint=_("Playing high means your highest single card, or more than one card."),
        )
    )
    going_out: Literal["any", "not_top_card", "not_single_two", "not_single_or_pair_of_twos"] = (
        option(
            _("Which last plays aren’t allowed?"),
            "S3, S4, S4 Hong Kong",
            {
                "any": Meaning(
                    _("All last plays are allowed"), _("Your last play can be anything.")
                ),
                "not_top_card": Meaning(
                    _("The highest card in the pack, played alone"),
                    _("Your last play can’t be the highest card in the pack, played alone."),
                ),
                "not_single_two": Meaning(
                    _("A single two"), _("Your last play can’t be a single two.")
                ),
                "not_single_or_pair_of_twos": Meaning(
                    _("A single two or a pair of twos"),
                    _("Your last play can’t be a single two or a pair of twos."),
                ),
            },
        )
    )
    must_beat: bool = option(
        _("Must you play if you can?"),
        "clubs",
        {
            False: Meaning(_("No"), _("You can pass even if you could beat the play.")),
            True: Meaning(_("Yes"), _("If you can beat the play on the table, you must.")),
        },
        hint=_("If the answer is yes, you can pass only when you can’t beat the play."),
    )
    play_on: bool = option(
        _("When does a deal end?"),
        "S4",
        {
            False: Meaning(
                _("When the first player runs out of cards"),
                _("The deal ends when the first player runs out of cards."),
            ),
            True: Meaning(
                _("When only one player has cards left"),
                _("Play goes on until only one player has cards left."),
            ),
        },
    )

    @property
    def announced(self) -> int:
        """The largest number of cards at which a player is announced; 0 for never."""
        if self.last_card_call == "two":
            return 2
        return 1 if self.last_card_call == "one" else 0

    @cached_property
    def guard_can_fail(self) -> bool:
        """Return whether there is a guard's duty that is not enforced, so a player can break it."""
        return self.guard != "none" and self.guard != "enforced"

    @property
    def guard_pays(self) -> bool:
        """Return whether a guard who breaks the duty pays for everyone."""
        return self.guard == "pays_all" or self.guard == "pays_all_if_preventable"
