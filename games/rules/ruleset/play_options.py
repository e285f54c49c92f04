"""The options of play: passing, duties, last cards."""

from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from games.rules.ruleset.i18n import gettext_noop as _
from games.rules.ruleset.options import Meaning, option


@dataclass(frozen=True)
class PlayOptions:
    """How tricks are played, and how players go out."""

    passing: Literal["may_return", "locked", "one_pass_ends"] = option(
        _("How long does a pass bind?"),
        "S3, S4, S4 Indonesia",
        {
            "may_return": Meaning(_("only for that turn"), _("A pass binds only for that turn.")),
            "locked": Meaning(
                _("until the trick ends; the last player in may beat their own play"),
                _("Whoever passes is out of the trick until it ends."),
            ),
            "one_pass_ends": Meaning(
                _("one pass by anyone ends the trick"), _("One pass by anybody ends the trick.")
            ),
        },
    )
    top_two_ends_trick: bool = option(
        _("Does the highest card end the trick at once?"),
        "S3",
        {
            False: Meaning(_("no"), _("The highest card does not end a trick.")),
            True: Meaning(_("yes"), _("The highest card ends the trick at once.")),
        },
        hint=_("Alone or in a pair."),
        when=lambda rules: not rules.honours_beat_any,
    )
    last_card_call: Literal["none", "one", "two"] = option(
        _("Who is announced by the table?"),
        "S0, S4, S4 Indonesia",
        {
            "none": Meaning(_("nobody"), _("No last cards are announced.")),
            "one": Meaning(
                _("a player down to one card"),
                _("The table announces a player who is down to one card."),
            ),
            "two": Meaning(
                _("a player down to two cards or one"),
                _("The table announces a player who is down to two cards, and to one."),
            ),
        },
    )
    # The duty binds the player right before one who has a single card left.
    guard: Literal["none", "enforced", "pays_all", "pays_all_if_preventable", "deals_next"] = (
        option(
            _("What is the duty before a player with one card?"),
            "S0, S3, S4",
            {
                "none": Meaning(_("there is none"), _("Nobody has to guard against a last card.")),
                "enforced": Meaning(
                    _("only plays that keep the duty are allowed"),
                    _("The player before a last card must play high."),
                ),
                "pays_all": Meaning(
                    _("who breaks it and lets the next player win pays for all"),
                    _("Whoever lets a last card through pays for all."),
                ),
                "pays_all_if_preventable": Meaning(
                    _("the same, where the highest single card would have won"),
                    _("Whoever lets a last card through that could be stopped pays for all."),
                ),
                "deals_next": Meaning(
                    _("who breaks it and lets the next player win deals the next deal"),
                    _("Whoever lets a last card through deals the next deal."),
                ),
            },
            hint=_("To play the highest single card, or more cards than one."),
        )
    )
    going_out: Literal["any", "not_top_card", "not_single_two", "not_single_or_pair_of_twos"] = (
        option(
            _("Which last plays are not allowed?"),
            "S3, S4, S4 Hong Kong",
            {
                "any": Meaning(_("all are allowed"), _("Any last play is allowed.")),
                "not_top_card": Meaning(
                    _("not the highest card of the pack alone"),
                    _("The highest card of the pack cannot be played last alone."),
                ),
                "not_single_two": Meaning(
                    _("not a two alone"), _("A two cannot be played last alone.")
                ),
                "not_single_or_pair_of_twos": Meaning(
                    _("not a two or a pair of twos alone"),
                    _("A two, or a pair of twos, cannot be played last alone."),
                ),
            },
        )
    )
    must_beat: bool = option(
        _("Must a player who can beat the play on the table do so?"),
        "clubs",
        {
            False: Meaning(_("no"), _("A player who could beat a play may pass.")),
            True: Meaning(_("yes"), _("Whoever can beat the play on the table must do so.")),
        },
        hint=_("Passing is refused where any play is open."),
    )
    play_on: bool = option(
        _("Does play go on after the first is out?"),
        "S4",
        {
            False: Meaning(
                _("no, the first player out ends the deal"),
                _("The first player out ends the deal."),
            ),
            True: Meaning(_("yes"), _("Play goes on until only one player has cards.")),
        },
    )

    @property
    def announced(self) -> int:
        """The most cards with which a player is announced by the table; 0 where nobody is."""
        if self.last_card_call == "two":
            return 2
        return 1 if self.last_card_call == "one" else 0

    @cached_property
    def guard_can_fail(self) -> bool:
        """Whether there is a guard's duty that can be broken."""
        return self.guard != "none" and self.guard != "enforced"

    @property
    def guard_pays(self) -> bool:
        """Whether a guard who broke the duty pays for all."""
        return self.guard == "pays_all" or self.guard == "pays_all_if_preventable"
