"""Search for examples: every order that an example shows comes from the rules."""

from collections.abc import Iterable
from functools import cached_property, cmp_to_key
from itertools import pairwise

from games.language import labels
from games.rulebook.prose.parts import Claim, Example, ExamplePlay
from games.rules.cards import (
    RANKS,
    SUITS,
    Card,
    Cards,
    iter_cards,
    only_card,
    parse_cards,
    rank_of,
    rank_of_set,
)
from games.rules.combinations.kinds import Combination
from games.rules.combinations.sequences import ALL_SEQUENCES
from games.rules.combinations.table import beats, classify
from games.rules.moves import open_plays
from games.rules.ruleset.rule_set import RuleSet

_PLACES = "abcd"


class Examples:
    """Builder of examples for one rule set; it also finds the order of cards and straights.

    Cards are written as rank and position of the suit, so that the same text works for every suit
    order: ``9a`` is the nine of the highest suit, ``9d`` of the lowest.
    """

    def __init__(self, rules: RuleSet) -> None:
        self.rules = rules

    # ------------------------------------------------------------------ orders

    @cached_property
    def suits(self) -> tuple[int, ...]:
        """The suits from high to low."""
        threes = self._from_high(parse_cards("3" + suit) for suit in SUITS)
        return tuple(map(only_card, threes))

    def ranks(self, *, twos_low: bool = False) -> list[int]:
        """Return the ranks from high to low."""
        order = self._from_high((1 << 4 * rank for rank in range(len(RANKS))), twos_low=twos_low)
        return [rank_of_set(cards) for cards in order]

    def top_card(self, *, twos_low: bool = False) -> Card:
        """Return the highest card of the pack."""
        return 4 * self.ranks(twos_low=twos_low)[0] + self.suits[0]

    @property
    def lowest_card(self) -> Card:
        """The lowest card of the pack."""
        return 4 * self.ranks()[-1] + self.suits[-1]

    @cached_property
    def sequences(self) -> list[list[str]]:
        """The sequences that are straights, from low to high; equal ones in one list."""
        found = {
            name: cards
            for name in sorted(ALL_SEQUENCES)
            if self.find(cards := self.straight(name)) is not None
        }
        ranked: list[list[str]] = []

        def compare_names(name: str, other_name: str) -> int:
            """Return 1 if a straight of one sequence beats that of the other, -1 or 0."""
            return self._compare(found[name], found[other_name])

        for name in sorted(found, key=cmp_to_key(compare_names)):
            if ranked and not self.beats(found[name], found[ranked[-1][0]]):
                ranked[-1].append(name)
            else:
                ranked.append([name])
        return ranked

    def decider(self, sequence: str) -> str:
        """Return the letter of the rank whose suit decides between straights of a sequence."""
        for rank in sequence:
            # Two straights that differ only in the suit of this card.
            higher, lower = (self._straight_with(sequence, rank, suit) for suit in "ab")
            if self.beats(higher, lower):
                return rank
        raise AssertionError(f"no card of {sequence} decides")

    def _straight_with(self, sequence: str, rank: str, suit: str) -> Cards:
        """Return a straight whose card of `rank` has `suit`; the others have low suits."""
        others = [each for each in sequence if each != rank]
        text = [each + place for each, place in zip(others, "cdcd", strict=True)]
        return self.of(" ".join([*text, rank + suit]))

    def _from_high(self, plays: Iterable[Cards], *, twos_low: bool = False) -> list[Cards]:
        """Return the plays from high to low, by which beats which."""

        def compare_plays(play: Cards, other_play: Cards) -> int:
            """Return 1 if a play beats another, -1 if it is beaten, otherwise 0."""
            return self._compare(play, other_play, twos_low=twos_low)

        return sorted(plays, key=cmp_to_key(compare_plays), reverse=True)

    def _compare(self, play: Cards, other_play: Cards, *, twos_low: bool = False) -> int:
        """Return 1 if a play beats another, -1 if it is beaten, otherwise 0."""
        return beats(self.rules, play, other_play, twos_low) - beats(
            self.rules, other_play, play, twos_low
        )

    # ------------------------------------------------------------------ cards

    def of(self, text: str) -> Cards:
        """Return the cards in a text such as ``9a Td``: suits are a to d, from high to low."""
        return parse_cards(
            [each[0] + SUITS[self.suits[_PLACES.index(each[1])]] for each in text.split()]
        )

    def straight(self, sequence: str) -> Cards:
        """Return a sequence in two suits; every card that can decide has the highest suit."""
        return self.of(" ".join(rank + "aabaa"[at] for at, rank in enumerate(sequence)))

    def suited(self, sequence: str, suit: str = "a") -> Cards:
        """Return a sequence in one suit."""
        return self.of(" ".join(rank + suit for rank in sequence))

    # ------------------------------------------------------------------ rules

    def find(self, cards: Cards) -> Combination | None:
        """Return the combination that the cards are, or None."""
        return classify(self.rules, cards)

    def beats(self, play: Cards, over: Cards) -> bool:
        """Return whether `play` beats `over`."""
        return beats(self.rules, play, over)

    # ------------------------------------------------------------------ examples

    def shown(self, cards: Cards) -> ExamplePlay:
        """Return cards with the combination's name, in display order."""
        found = self.find(cards)
        return ExamplePlay(
            self._in_display_order(cards), labels.combination_label(found) if found else ""
        )

    def hand(self, cards: Cards) -> ExamplePlay:
        """Return cards as a hand, from high to low."""
        return ExamplePlay(self._cards_from_high(cards))

    def _cards_from_high(self, cards: Cards) -> tuple[Card, ...]:
        """Return the cards from high to low."""
        singles = self._from_high(1 << card for card in iter_cards(cards))
        return tuple(map(only_card, singles))

    def _in_display_order(self, cards: Cards) -> tuple[Card, ...]:
        """Return a play's cards: a straight in its sequence, larger groups of a rank first."""
        order = self._cards_from_high(cards)
        if len(order) == 7:
            # A straight flush, then its two extra cards.
            five = next((each for each in self._suited_sequences_in(cards)), 0)
            return (
                (*self._in_display_order(five), *self._cards_from_high(cards & ~five))
                if five
                else order
            )
        names = {RANKS[rank_of(card)] for card in order}
        written = next((each for each in ALL_SEQUENCES if set(each) == names), "")
        if written and len(order) == len(written):
            return tuple(sorted(order, key=lambda card: written.index(RANKS[rank_of(card)])))
        ranks = [rank_of(card) for card in order]
        return tuple(sorted(order, key=lambda card: -ranks.count(rank_of(card))))

    def _suited_sequences_in(self, cards: Cards) -> Iterable[Cards]:
        """Return the five-card straight flushes among the cards, the highest first."""
        names = [name for together in reversed(self.sequences) for name in together]
        suited = (self.suited(name, place) for name in names for place in _PLACES)
        return (each for each in suited if each & cards == each)

    def ranked(self, caption: str, *plays: Cards, twos_low: bool = False) -> list[Example]:
        """Return one example of the plays from high to low; none if the order is not strict."""
        order = self._from_high(plays, twos_low=twos_low)
        if not all(beats(self.rules, one, other, twos_low) for one, other in pairwise(order)):
            return []
        shown = [self.shown(cards) for cards in order]
        return [Example(caption, shown, Claim.BEATS, twos_low=twos_low)]

    def incomparable(self, caption: str, play: Cards, other_play: Cards) -> list[Example]:
        """Return one example of two plays of which neither beats the other; otherwise none."""
        if not (self.find(play) and self.find(other_play)) or self._compare(play, other_play):
            return []
        return [Example(caption, [self.shown(play), self.shown(other_play)], Claim.CANNOT_BEAT)]

    def combination(self, caption: str, *plays: Cards) -> list[Example]:
        """Return one example of the plays if each is a combination; otherwise none."""
        if any(self.find(cards) is None for cards in plays):
            return []
        return [Example(caption, [self.shown(each) for each in plays], Claim.COMBINATIONS)]

    def no_combination(self, caption: str, *plays: Cards) -> list[Example]:
        """Return one example of those sets of cards that are not combinations; none if all are."""
        shown = [
            ExamplePlay(self._in_display_order(each)) for each in plays if self.find(each) is None
        ]
        return [Example(caption, shown, Claim.NO_COMBINATION)] if shown else []

    def plays_of(self, hand: Cards, over: Combination | None) -> list[ExamplePlay]:
        """Return every play from the hand that beats `over`, the lowest first."""
        found = [self.find(cards) for cards in open_plays(self.rules, hand, over)]
        ordered = sorted((each for each in found if each), key=lambda each: (each.size, each.key))
        return [self.shown(each.cards) for each in ordered]
