"""Quick reference of a rule set: the essentials for play on one screen.

Like the prose, it is derived from the rules themselves, so it works for any house rules.
"""

from dataclasses import dataclass
from functools import cmp_to_key

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, gettext_noop, pgettext_lazy

from games.common.languages import paragraph
from games.language import labels
from games.rulebook.prose.examples import Examples
from games.rulebook.prose.option_text import chosen_sentence, option_sentence, payment_sentence
from games.rulebook.prose.parts import ExamplePlay
from games.rulebook.prose.sequences import sequence_text, unbroken
from games.rules.cards import Card, Cards
from games.rules.combinations.kinds import Combination, Kind
from games.rules.ruleset.options import OptionValue
from games.rules.ruleset.rule_set import RuleSet

_NAMES = {
    Kind.SINGLE: gettext_lazy("Single"),
    Kind.PAIR: pgettext_lazy("a combination", "Pair"),
    Kind.TRIPLE: gettext_lazy("Three of a kind"),
    Kind.TWO_PAIRS: gettext_lazy("Two pairs"),
    Kind.BARE_FOUR: pgettext_lazy("four cards alone", "Four of a kind"),
    Kind.STRAIGHT: gettext_lazy("Straight"),
    Kind.FLUSH: gettext_lazy("Flush"),
    Kind.FULL_HOUSE: gettext_lazy("Full house"),
    Kind.FOUR_OF_A_KIND: pgettext_lazy("with a fifth card", "Four of a kind"),
    Kind.STRAIGHT_FLUSH: gettext_lazy("Straight flush"),
    Kind.STRAIGHT_FLUSH_PLUS_TWO: gettext_lazy("Straight flush"),
    Kind.FIVE_OF_A_KIND: gettext_lazy("Five of a kind"),
}
#: What decides between two combinations of a kind, where it doesn't depend on options.
_DECIDES = {
    Kind.SINGLE: gettext_noop("rank, then suit"),
    Kind.PAIR: gettext_noop("rank, then the highest suit"),
    Kind.TRIPLE: gettext_noop("rank"),
    Kind.TWO_PAIRS: gettext_noop("the higher pair’s rank, then its highest suit"),
    Kind.FULL_HOUSE: gettext_noop("rank of the three cards"),
    Kind.FOUR_OF_A_KIND: gettext_noop("plus any fifth card; rank of the four"),
    Kind.FIVE_OF_A_KIND: gettext_noop("rank"),
}
_FLUSHES = {
    "suit": gettext_noop("suit, then the top card"),
    "top_card": gettext_noop("top card, then suit"),
    "all_cards": gettext_noop("each card’s rank from the top, then suit"),
}
#: One play of each kind, in the notation of `Examples.of`.
_SHOWN = (
    "9a",
    "9a 9c",
    "9a 9b 9d",
    "9a 9b 4a 4b",
    "9a 9b 9c 9d",
    "5a 6b 7a 8c 9a",
    "Kb Jb 8b 5b 3b",
    "9a 9b 9c 4a 4b",
    "9a 9b 9c 9d 4a",
    "5a 6a 7a 8a 9a",
    "5a 6a 7a 8a 9a 3c Jd",
    "9a 9a 9b 9c 9d",
)


@dataclass(frozen=True, slots=True)
class KindRow:
    """A kind of combination: its name, an example, and what decides between two."""

    kind: Kind
    name: str
    play: ExamplePlay
    decides: str


@dataclass(frozen=True, slots=True)
class QuickReference:
    """Finished texts and example cards of a rule set's quick reference."""

    #: One card of each rank, from high to low.
    ranks: ExamplePlay
    #: One card of each suit, from high to low.
    suits: ExamplePlay
    #: Combinations of up to four cards.
    sets: list[KindRow]
    #: Combinations of five or more cards, from the lowest kind to the highest.
    fives: list[KindRow]
    #: What beats what, one sentence each.
    beats: list[str]
    #: Rules of play, one sentence each.
    play: list[str]
    #: The end of a deal and its scoring.
    ends: list[str]


def quick_reference(rules: RuleSet) -> QuickReference:
    """Return the quick reference in the reader's language."""
    examples = Examples(rules)
    found = [examples.find(examples.of(text)) for text in _SHOWN]
    plays = [play for play in found if play is not None]
    return QuickReference(
        ranks=ExamplePlay(_ranks(examples)),
        suits=ExamplePlay(tuple(4 * examples.ranks()[0] + suit for suit in examples.suits)),
        sets=[_kind_row(examples, play) for play in plays if play.size < 5],
        fives=[_kind_row(examples, play) for play in _long_plays_from_low(examples, plays)],
        beats=_beating_lines(examples, {play.kind: play for play in plays}),
        play=_play_lines(examples),
        ends=_end_lines(rules),
    )


def _ranks(examples: Examples) -> tuple[Card, ...]:
    """Return one card of each rank in the highest suit, from high to low."""
    return tuple(4 * rank + examples.suits[0] for rank in examples.ranks())


def _long_plays_from_low(examples: Examples, plays: list[Combination]) -> list[Combination]:
    """Return the plays of five or more cards, each after those that it beats."""

    def compare_plays(play: Combination, other_play: Combination) -> int:
        """Return 1 if a play beats another, -1 if it is beaten, otherwise 0."""
        return examples.beats(play.cards, other_play.cards) - examples.beats(
            other_play.cards, play.cards
        )

    return sorted((play for play in plays if play.size >= 5), key=cmp_to_key(compare_plays))


def _kind_row(examples: Examples, play: Combination) -> KindRow:
    """Return the row of a kind of combination, with an example play."""
    shown = examples.shown(play.cards)
    return KindRow(
        kind=play.kind,
        name=str(_NAMES[play.kind]),
        play=ExamplePlay(shown.cards),
        decides=_deciding_text(examples, play.kind),
    )


def _deciding_text(examples: Examples, kind: Kind) -> str:
    """Return the text on what decides between two plays of a kind."""
    match kind:
        case Kind.BARE_FOUR:
            if examples.rules.two_pairs:
                return _("rank; also beats all two pairs")
            return _("rank; beats only a lower four of a kind")
        case Kind.STRAIGHT:
            order = examples.sequences
            return _("%(lowest)s is the lowest, %(highest)s the highest") % {
                "lowest": _equal_sequences(order[0]),
                "highest": _equal_sequences(order[-1]),
            }
        case Kind.FLUSH:
            return _(_FLUSHES[examples.rules.flush_order])
        case Kind.STRAIGHT_FLUSH:
            if _royal_alone(examples):
                return unbroken(_("same order as straights; only 10-J-Q-K-A beats four of a kind"))
            return _("same order as straights")
        case Kind.STRAIGHT_FLUSH_PLUS_TWO:
            return _("plus any two extra cards; same order as straights")
        case _:
            return _(_DECIDES[kind])


def _equal_sequences(sequences: list[str]) -> str:
    """Return sequences that rank equally as text, "A-2-3-4-5 = 2-3-4-5-6"."""
    return " = ".join(sequence_text(name) for name in sequences)


def _royal_alone(examples: Examples) -> bool:
    """Return whether 10-J-Q-K-A is the only straight flush that beats four of a kind."""
    royal, four, other = map(examples.of, ("Td Jd Qd Kd Ad", "5a 5b 5c 5d 9c", "9a Ta Ja Qa Ka"))
    return examples.beats(royal, four) and examples.beats(four, other)


def _beating_lines(examples: Examples, kinds: dict[Kind, Combination]) -> list[str]:
    """Return the sentences on which plays beat which.

    :param kinds: an example play of each kind in the rules
    """
    rules = examples.rules
    lines = [_("Beat a play with a higher one, using the same number of cards.")]
    straight, full_house = kinds[Kind.STRAIGHT].cards, kinds[Kind.FULL_HOUSE].cards
    if examples.beats(full_house, straight):
        lines.append(_("Each five-card combination beats the ones listed above it."))
    else:
        lines.append(_own_kind_sentences(examples, kinds, straight))
    two: Cards = 1 << examples.top_card()
    if any(play.size >= 5 and examples.beats(play.cards, two) for play in kinds.values()):
        lines.append(option_sentence("honours", "any_out_of_turn" if rules.may_cut_in else "any"))
    else:
        lines.append(_("You can’t mix sizes: pairs only beat pairs."))
    if rules.bomb_demotes_twos:
        lines.append(chosen_sentence(rules, "bomb_demotes_twos"))
    return lines


def _own_kind_sentences(examples: Examples, kinds: dict[Kind, Combination], straight: Cards) -> str:
    """Return the sentences for rules under which kinds beat only their own, with exceptions.

    :param kinds: an example play of each kind in the rules
    :param straight: the example of the lowest five-card kind
    """
    strong = {
        kind
        for kind in (Kind.FOUR_OF_A_KIND, Kind.STRAIGHT_FLUSH)
        if kind in kinds and examples.beats(kinds[kind].cards, straight)
    }
    if not strong:
        return _("Five-card combinations beat only lower ones of their own kind.")
    if strong == {Kind.FOUR_OF_A_KIND}:
        return _(
            "Five-card combinations beat only lower ones of their own kind. Four of a kind also"
            " beats every lower kind."
        )
    if strong == {Kind.STRAIGHT_FLUSH}:
        return _(
            "Five-card combinations beat only lower ones of their own kind. A straight flush also"
            " beats every lower kind."
        )
    return _(
        "Five-card combinations beat only lower ones of their own kind. Four of a kind and straight"
        " flushes also beat every lower kind."
    )


def _play_lines(examples: Examples) -> list[str]:
    """Return the lines on leading, passing and further rules of play."""
    rules = examples.rules
    lines = [_opening_line(examples), chosen_sentence(rules, "passing")]
    if rules.top_two_ends_trick and not rules.honours_beat_any:
        lines.append(chosen_sentence(rules, "top_two_ends_trick"))
    if rules.has_stock and rules.draw_on_pass != "none":
        lines.append(chosen_sentence(rules, "draw_on_pass"))
    lines += [
        chosen_sentence(rules, name)
        for name in ("exchange", "redeal", "dragon_wins", "guard", "going_out", "must_beat")
        if chosen_sentence(rules, name) != option_sentence(name, _NONE[name])
    ]
    return lines


#: The values with which these options are left out.
_NONE: dict[str, OptionValue] = {
    "exchange": False,
    "redeal": "none",
    "dragon_wins": False,
    "guard": "none",
    "going_out": "any",
    "must_beat": False,
}


def _opening_line(examples: Examples) -> str:
    """Return the sentence on who leads, and with what."""
    rules = examples.rules
    params = {"card": labels.card_label(examples.lowest_card)}
    if rules.opening_leader == "lowest_card":
        return _every_opening(rules) % params
    return paragraph(_first_opening(rules) % params, chosen_sentence(rules, "opening_leader"))


def _all_dealt(rules: RuleSet) -> bool:
    """Return whether a player is sure to hold the lowest card of the pack."""
    return not rules.left_over or rules.leftover == "lowest_holder"


def _every_opening(rules: RuleSet) -> str:
    """Return the sentence on who leads every deal and with what, with the placeholder ``card``."""
    if _all_dealt(rules):
        return (
            _("The player with the %(card)s leads and must include it in the first play.")
            if rules.opening_includes_lowest
            else _("The player with the %(card)s can lead any combination.")
        )
    return (
        _(
            "The player with the lowest card (the %(card)s, if it was dealt) leads and must"
            " include it in the first play."
        )
        if rules.opening_includes_lowest
        else _(
            "The player with the lowest card (the %(card)s, if it was dealt) can lead"
            " any combination."
        )
    )


def _first_opening(rules: RuleSet) -> str:
    """Return the sentence on who leads the first deal and how, with the placeholder ``card``."""
    if _all_dealt(rules):
        return (
            _(
                "In the first deal, the player with the %(card)s leads and must include it in the"
                " first play."
            )
            if rules.opening_includes_lowest
            else _("In the first deal, the player with the %(card)s can lead any combination.")
        )
    return (
        _(
            "In the first deal, the player with the lowest card (the %(card)s, if it was dealt)"
            " leads and must include it in the first play."
        )
        if rules.opening_includes_lowest
        else _(
            "In the first deal, the player with the lowest card (the %(card)s, if it was dealt)"
            " can lead any combination."
        )
    )


def _end_lines(rules: RuleSet) -> list[str]:
    """Return the lines on the end of a deal, its points and payments."""
    return [
        chosen_sentence(rules, "play_on")
        if rules.play_on
        else _("The first player to run out of cards wins the deal."),
        paragraph(_points_text(rules), payment_sentence(rules)),
    ]


def _points_text(rules: RuleSet) -> str:
    """Return the sentences on card points and what multiplies them; empty if none apply."""
    if rules.scoring == "placement":
        return chosen_sentence(rules, "placement_points")
    if not rules.has_losses:
        return chosen_sentence(rules, "scoring") if rules.scoring != "cards_left" else ""
    sentences = [chosen_sentence(rules, "card_values")]
    if any(factor != 1 for _start, factor in rules.multipliers):
        sentences.append(chosen_sentence(rules, "multipliers"))
    sentences += [
        chosen_sentence(rules, name)
        for name in (
            "multiply_only_starter",
            "unplayed_multiplier",
            "double_per_two",
            "twos_last_double",
            "bomb_doubles",
            "loss_cap",
        )
        if rules.to_options()[name]
    ]
    if rules.scoring != "cards_left":
        sentences.append(chosen_sentence(rules, "scoring"))
    return paragraph(*sentences)
