"""The crib sheet of a rule set: on one screen, what has to be known while one plays.

All of it is asked of the rules, as the prose is, so that any house rules have theirs.
"""

from dataclasses import dataclass
from functools import cmp_to_key

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games.language import labels
from games.rulebook.prose.examples import Examples
from games.rulebook.prose.parts import ExamplePlay
from games.rulebook.prose.sequences import sequence_text, unbroken
from games.rulebook.prose.words import chosen_sentence, option_sentence, payment_sentence
from games.rules import Card, Cards, Combination, Kind, RuleSet
from games.rules.ruleset.options import OptionValue

_NAMES = {
    Kind.SINGLE: gettext_noop("Single"),
    Kind.PAIR: gettext_noop("Pair"),
    Kind.TRIPLE: gettext_noop("Three of a kind"),
    Kind.BARE_FOUR: gettext_noop("Four of a kind"),
    Kind.STRAIGHT: gettext_noop("Straight"),
    Kind.FLUSH: gettext_noop("Flush"),
    Kind.FULL_HOUSE: gettext_noop("Full house"),
    Kind.FOUR_OF_A_KIND: gettext_noop("Four of a kind"),
    Kind.STRAIGHT_FLUSH: gettext_noop("Straight flush"),
    Kind.STRAIGHT_FLUSH_PLUS_TWO: gettext_noop("Straight flush"),
    Kind.FIVE_OF_A_KIND: gettext_noop("Five of a kind"),
}
#: What decides between two of a kind, where no option has a say in it.
_DECIDES = {
    Kind.SINGLE: gettext_noop("rank, then suit"),
    Kind.PAIR: gettext_noop("rank, then the higher suit"),
    Kind.TRIPLE: gettext_noop("rank"),
    Kind.BARE_FOUR: gettext_noop("rank; beats only lower fours"),
    Kind.FULL_HOUSE: gettext_noop("rank of the three"),
    Kind.FOUR_OF_A_KIND: gettext_noop("with any fifth card; rank of the four"),
    Kind.FIVE_OF_A_KIND: gettext_noop("rank"),
}
_FLUSHES = {
    "suit": gettext_noop("suit, then the top card"),
    "top_card": gettext_noop("top card, then suit"),
    "all_cards": gettext_noop("card by card from the top, then suit"),
}
#: One play of each kind, as `Examples.of` reads it.
_SHOWN = (
    "9a",
    "9a 9c",
    "9a 9b 9d",
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
class CribRow:
    """A kind of combination: its name, an example, and what decides between two of it."""

    kind: Kind
    name: str
    play: ExamplePlay
    decides: str


@dataclass(frozen=True, slots=True)
class Crib:
    """What fits on one screen of a rule set."""

    #: One card of each rank from high to low, and of one rank each suit.
    ranks: ExamplePlay
    suits: ExamplePlay
    #: Combinations of up to four cards.
    sets: list[CribRow]
    #: Those of five cards and more, from the lowest kind to the highest.
    fives: list[CribRow]
    #: What beats what, one line each.
    beats: list[str]
    #: How play goes, one line each.
    play: list[str]
    #: How a deal ends, and what is paid.
    ends: list[str]


def crib_of(rules: RuleSet) -> Crib:
    """Return the crib sheet in the reader's language."""
    examples = Examples(rules)
    found = [examples.find(examples.of(text)) for text in _SHOWN]
    plays = [play for play in found if play is not None]
    return Crib(
        ranks=ExamplePlay(_ranks(examples)),
        suits=ExamplePlay(tuple(4 * examples.ranks()[0] + suit for suit in examples.suits)),
        sets=[_row(examples, play) for play in plays if play.size < 5],
        fives=[_row(examples, play) for play in _from_low(examples, plays)],
        beats=_beats(examples, {play.kind: play for play in plays}),
        play=_play(examples),
        ends=_ends(rules),
    )


def _ranks(examples: Examples) -> tuple[Card, ...]:
    return tuple(4 * rank + examples.suits[0] for rank in examples.ranks())


def _from_low(examples: Examples, plays: list[Combination]) -> list[Combination]:
    """Return the kinds of five cards and more, each after those that it beats."""

    def compare(one: Combination, other: Combination) -> int:
        return examples.beats(one.cards, other.cards) - examples.beats(other.cards, one.cards)

    return sorted((play for play in plays if play.size >= 5), key=cmp_to_key(compare))


def _row(examples: Examples, play: Combination) -> CribRow:
    shown = examples.shown(play.cards)
    return CribRow(
        kind=play.kind,
        name=_(_NAMES[play.kind]),
        play=ExamplePlay(shown.cards),
        decides=_decides(examples, play.kind),
    )


def _decides(examples: Examples, kind: Kind) -> str:
    match kind:
        case Kind.STRAIGHT:
            order = examples.sequences
            return _("lowest %(lowest)s, highest %(highest)s") % {
                "lowest": _together(order[0]),
                "highest": _together(order[-1]),
            }
        case Kind.FLUSH:
            return _(_FLUSHES[examples.rules.flush_order])
        case Kind.STRAIGHT_FLUSH:
            if _royal_alone(examples):
                return unbroken(_("as straights; only 10-J-Q-K-A beats a four"))
            return _("as straights")
        case Kind.STRAIGHT_FLUSH_PLUS_TWO:
            return _("with any two further cards; as straights")
        case _:
            return _(_DECIDES[kind])


def _together(sequences: list[str]) -> str:
    return " = ".join(sequence_text(name) for name in sequences)


def _royal_alone(examples: Examples) -> bool:
    """Tell whether of all straight flushes only the one to the ace beats a four."""
    royal, four, other = map(examples.of, ("Td Jd Qd Kd Ad", "5a 5b 5c 5d 9c", "9a Ta Ja Qa Ka"))
    return examples.beats(royal, four) and examples.beats(four, other)


def _beats(examples: Examples, kinds: dict[Kind, Combination]) -> list[str]:
    rules = examples.rules
    said = [_("A play is beaten by a higher one of as many cards.")]
    straight, full_house = kinds[Kind.STRAIGHT].cards, kinds[Kind.FULL_HOUSE].cards
    if examples.beats(full_house, straight):
        said.append(_("Of five cards, each kind beats those above it in the list."))
    else:
        said.append(_strong(examples, kinds, straight))
    two: Cards = 1 << examples.top_card()
    if any(play.size >= 5 and examples.beats(play.cards, two) for play in kinds.values()):
        said.append(option_sentence("honours", "any_out_of_turn" if rules.may_cut_in else "any"))
    else:
        said.append(_("Nothing beats plays of another number of cards."))
    if rules.bomb_demotes_twos:
        said.append(chosen_sentence(rules, "bomb_demotes_twos"))
    return said


def _strong(examples: Examples, kinds: dict[Kind, Combination], straight: Cards) -> str:
    """Return what five cards beat where most kinds beat only their own."""
    strong = [
        labels.kind_label(kind)
        for kind in (Kind.FOUR_OF_A_KIND, Kind.STRAIGHT_FLUSH)
        if kind in kinds and examples.beats(kinds[kind].cards, straight)
    ]
    if not strong:
        return _("Five cards beat only lower ones of their own kind.")
    if len(strong) == 1:
        said = _(
            "Five cards beat only lower ones of their own kind; %(strong)s also beats the rest."
        )
        return said % {"strong": strong[0]}
    return _(
        "Five cards beat only lower ones of their own kind; %(first)s and %(second)s also beat"
        " every lower kind."
    ) % {"first": strong[0], "second": strong[1]}


def _play(examples: Examples) -> list[str]:
    rules = examples.rules
    said = [_opening(examples), chosen_sentence(rules, "passing")]
    if rules.top_two_ends_trick and not rules.honours_beat_any:
        said.append(chosen_sentence(rules, "top_two_ends_trick"))
    if rules.has_stock and rules.draw_on_pass != "none":
        said.append(chosen_sentence(rules, "draw_on_pass"))
    said += [
        chosen_sentence(rules, name)
        for name in ("exchange", "redeal", "dragon_wins", "guard", "going_out", "must_beat")
        if chosen_sentence(rules, name) != option_sentence(name, _NONE[name])
    ]
    return said


#: The values by which these options are left out.
_NONE: dict[str, OptionValue] = {
    "exchange": False,
    "redeal": "none",
    "dragon_wins": False,
    "guard": "none",
    "going_out": "any",
    "must_beat": False,
}


def _opening(examples: Examples) -> str:
    rules = examples.rules
    card = labels.card_label(examples.lowest_card)
    if rules.left_over and rules.leftover != "lowest_holder":
        card = _("the %(card)s, if it was dealt") % {"card": card}
    words = {"card": card}
    if rules.opening_leader == "lowest_card":
        if rules.opening_includes_lowest:
            return _("The lowest card (%(card)s) leads, and is in the first play.") % words
        return _("The holder of the lowest card (%(card)s) leads anything.") % words
    first = _("In the first deal the lowest card (%(card)s) leads, and is in the first play.")
    if not rules.opening_includes_lowest:
        first = _("In the first deal the holder of the lowest card (%(card)s) leads anything.")
    return f"{first % words} {chosen_sentence(rules, 'opening_leader')}"


def _ends(rules: RuleSet) -> list[str]:
    return [
        chosen_sentence(rules, "play_on")
        if rules.play_on
        else _("The first player out of cards wins the deal."),
        f"{_points(rules)} {_payment(rules)}",
    ]


def _points(rules: RuleSet) -> str:
    if rules.scoring == "placement":
        return chosen_sentence(rules, "placement_points")
    if not rules.has_losses:
        return chosen_sentence(rules, "scoring") if rules.scoring != "cards_left" else ""
    said = [chosen_sentence(rules, "card_values")]
    if any(factor != 1 for _start, factor in rules.multipliers):
        said.append(chosen_sentence(rules, "multipliers"))
    said += [
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
        said.append(chosen_sentence(rules, "scoring"))
    return " ".join(said)


def _payment(rules: RuleSet) -> str:
    return payment_sentence(rules)
