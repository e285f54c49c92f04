"""Chance that no rival beats a combination.

The bot counts cards: for every combination that would beat a play it checks whether its cards are
still live, and how likely they are in one hand. A play that no live cards can beat is a *boss*; its
chance is exactly 1, and that of all other plays is lower.
"""

from functools import lru_cache
from math import comb
from typing import NamedTuple

from games.bots.counting.weights import Weights
from games.rules.cards import (
    FULL_PACK,
    PACK_SIZE,
    RANK_MASKS,
    SUIT_MASKS,
    Cards,
    cards_of,
    ranks_held,
)
from games.rules.combinations.kinds import HONOURS, Combination, Kind
from games.rules.combinations.sequences import Sequence
from games.rules.combinations.table import CombinationTable

SURE = 1.0

#: Maximum for estimated chances, which are never certain.
_MOST = 0.999


class Odds:
    """Chances, cached, that rivals with known numbers of cards beat a play.

    :param table: the combinations of the rule set
    :param live: the cards that the rivals may hold
    :param counts: the number of cards of each rival who may answer
    """

    def __init__(
        self, table: CombinationTable, live: Cards, counts: tuple[int, ...], weights: Weights
    ) -> None:
        """Prepare the odds against rivals with `counts` cards each, from the `live` cards."""
        self._table = table
        self._weights = weights
        self._rivals = [
            (_RivalHand(table, live, count, weights.kinship), counts.count(count))
            for count in sorted(set(counts))
        ]
        self._known: dict[Cards, float] = {}

    def holds(self, play: Combination) -> float:
        """Return the chance that no rival beats a play; 1 if and only if none can."""
        known = self._known.get(play.cards)
        if known is None:
            known = self._known[play.cards] = self._computed_holds(play)
        return known

    def chance_to_beat(self, play: Combination, count: int) -> float:
        """Return the chance that a rival with `count` cards can beat a play; 0 if there is none."""
        return next(
            (holding.beats(play, 1.0) for holding, _ in self._rivals if holding.dealt == count), 0.0
        )

    def _computed_holds(self, play: Combination) -> float:
        """Return the chance that no rival beats a play, without the cache."""
        chance = SURE
        for holding, times in self._rivals:
            # A rival who would go out always plays; others may keep the cards for later.
            eager = 1.0 if holding.count == play.size else self._eagerness(play.size)
            will = holding.beats(play, eager)
            if will:
                chance *= (1 - min(will, _MOST)) ** times
        return chance

    def _eagerness(self, size: int) -> float:
        """Return the chance that a rival who could beat a play of `size` cards does so."""
        weights = self._weights
        if size == 1:
            return weights.eager_single
        return weights.eager_set if size < 5 else weights.eager_five


class _Honour(NamedTuple):
    """A four or five of a kind or straight flush that a rival could hold."""

    #: Its cards, of one rank or of one suit.
    cards: Cards
    #: The number of these cards that it takes.
    takes: int
    #: The number of cards with which it is played.
    needs: int
    #: An example of it.
    combination: Combination


class _RivalHand:
    """Chances that one rival, with a known number of cards, holds certain live cards."""

    def __init__(self, table: CombinationTable, live: Cards, count: int, kinship: float) -> None:
        """Prepare the chances for a hand of `count` cards out of the live cards."""
        self._table = table
        self._live = live
        self._total = live.bit_count()
        self.dealt = count
        #: The number of cards of the rival.
        self.count = min(count, self._total)
        self._kinship = kinship
        self._live_of = [(live & mask).bit_count() for mask in RANK_MASKS]
        self._above: dict[int, list[float]] = {}
        self._straights: list[tuple[Sequence, float]] | None = None
        self._honours: list[tuple[_Honour, float]] | None = None
        self._beside: dict[int, float] = {}

    def beats(self, play: Combination, eagerness: float) -> float:
        """Return the chance that the rival beats a play.

        :param eagerness: the chance that the rival plays a single card that beats it, or beats a
            larger play at all
        """
        if play.kind is Kind.SINGLE:
            chance = self._beats_single(play, eagerness)
        elif play.size <= 4:
            chance = eagerness * self._beats_set(play)
        else:
            return eagerness * self._beats_five(play)
        return _either(chance, eagerness * self._beats_by_bomb(play)) if self._can_bomb else chance

    def _beats_single(self, play: Combination, eagerness: float) -> float:
        """Return the chance that the rival beats a single card."""
        higher = (self._live & self._table.ranking.higher[play.top]).bit_count()
        if eagerness == 1:
            return self._at_least(higher, 1)
        # The more higher cards, the likelier it is that the rival plays one.
        return 1 - (1 - eagerness * self.count / self._total) ** higher if higher else 0.0

    def _beats_five(self, play: Combination) -> float:
        """Return the chance that the rival can beat a play of five cards or more."""
        if self.count < 5:
            return 0.0
        chance = self._beats_by_bomb(play)
        kind = play.kind
        if kind in HONOURS:
            return chance
        beats_lower_kinds = self._table.cross_kind
        if kind is Kind.STRAIGHT:
            chance = _either(chance, self._chance_of_straight(play))
        if self._table.with_flushes and (
            kind is Kind.FLUSH or (beats_lower_kinds and kind is Kind.STRAIGHT)
        ):
            chance = _either(chance, self._chance_of_flush(play))
        if kind is Kind.FULL_HOUSE:
            chance = _either(chance, self._chance_of_full_house(self._strength(play)))
        elif beats_lower_kinds:
            chance = _either(chance, self._chance_of_full_house(-1))
        return chance

    @property
    def _can_bomb(self) -> bool:
        """Return whether bombs beat smaller plays and the rival has enough cards for one."""
        return self._table.honours_beat_any and self.count >= 5

    def _strength(self, play: Combination) -> int:
        """Return the strength of a play's rank."""
        return self._table.ranking.rank_strength[play.rank]

    # ------------------------------------------------------------------ of one rank

    def _beats_set(self, play: Combination) -> float:
        """Return the chance that the rival can beat a pair, triple, two pairs or bare four."""
        if self.count < play.size:
            return 0.0
        if play.kind is Kind.PAIR:
            return self._chance_of_pair_above(play)
        if play.kind is Kind.TWO_PAIRS:
            chance = self._chance_of_pair_above(play)
            chance = chance and chance * self._chance_of_pair_beside(2)
            fours = self._chance_of_set_above(4, -1) if self._table.with_bare_four else 0.0
            return _either(chance, fours)
        return self._chance_of_set_above(play.size, self._strength(play))

    def _chance_of_pair_above(self, play: Combination) -> float:
        """Return the chance of a pair that beats a pair, or the higher one of two pairs."""
        chance = self._chance_of_set_above(2, self._strength(play))
        sets = self._table.sets
        live_pairs = self._table.pairs[self._live & RANK_MASKS[play.rank]]
        if any(sets[two].key > play.key for two in live_pairs):
            chance = _either(chance, self._at_least(2, 2))
        return chance

    def _chance_of_pair_beside(self, size: int) -> float:
        """Return the chance of a pair besides `size` cards of another rank.

        That rank is assumed to be the one with the fewest live cards.
        """
        known = self._beside.get(size)
        if known is None:
            none, left = 1.0, self._total - size
            beside = [of for of in self._live_of if of >= 2]
            beside.remove(min(of for of in beside if of >= size))
            for of in beside:
                none *= 1 - chance_of_at_least(left, self.count - size, of, 2)
            known = self._beside[size] = 1 - none
        return known

    def _at_least(self, live_count: int, needed: int) -> float:
        """Return the chance that the rival holds at least `needed` of `live_count` live cards."""
        return chance_of_at_least(self._total, self.count, live_count, needed)

    def _chance_of_set_above(self, size: int, strength: int) -> float:
        """Return the chance of `size` cards of one rank above a strength (-1 for any rank)."""
        above = self._above.get(size)
        if above is None:
            above = self._above[size] = self._chances_of_sets_above(size)
        return above[strength + 1]

    def _chances_of_sets_above(self, size: int) -> list[float]:
        """Return the chance of `size` cards of a rank above each strength, from -1."""
        ranks = range(13)
        strength = self._table.ranking.rank_strength
        none = 1.0
        found = [0.0]
        for rank in sorted(ranks, key=lambda each: -strength[each]):
            if self._live_of[rank] >= size:
                none *= 1 - self._at_least(self._live_of[rank], size)
            found.append(1 - none)
        return found[::-1]

    # ------------------------------------------------------------------ of five cards

    def _chance_of_straight(self, play: Combination) -> float:
        """Return the chance that the rival holds a straight that beats `play`."""
        table = self._table
        place = table.sequence_masks[ranks_held(play.cards)].place
        none = 1.0
        for sequence, chance in self._chances_of_straights():
            if sequence.place < place:
                continue
            share = 1.0
            if sequence.place == place:
                deciders = table.ones[self._live & RANK_MASKS[sequence.decider]]
                higher = sum(table.straight_key(sequence, card) > play.key for card in deciders)
                share = higher / len(deciders)
            none *= (1 - share * chance) ** self._kinship
        return 1 - none

    def _chances_of_straights(self) -> list[tuple[Sequence, float]]:
        """Return each sequence possible with live cards and the chance that the rival holds it."""
        if self._straights is None:
            held = [self._at_least(of, 1) for of in self._live_of]
            self._straights = []
            all_five = chance_of_all(self._total, self.count, 5)
            for sequence in self._table.sequences:
                chance, ways = 1.0, 1
                for rank in sequence.ranks:
                    chance *= held[rank]
                    ways *= self._live_of[rank]
                if ways:
                    self._straights.append((sequence, min(chance, ways * all_five)))
        return self._straights

    def _chance_of_flush(self, play: Combination) -> float:
        """Return the chance that the rival holds a flush that beats `play`."""
        table, order = self._table, self._table.ranking
        chance = 0.0
        for suit, mask in enumerate(SUIT_MASKS):
            live = self._live & mask
            live_count = live.bit_count()
            if live_count < 5:
                continue
            suit_chance = self._at_least(live_count, 5)
            if play.kind is Kind.FLUSH:
                best = cards_of(order.sort(live)[-5:])
                if table.flush_key(best, suit) <= play.key:
                    continue
                by_suit = table.flush_order == "suit" and not play.cards & mask
                if not by_suit:
                    higher = (live & order.higher[play.top]).bit_count()
                    suit_chance *= (
                        1 - (1 - 5 / live_count) ** max(higher, 1) if live_count > 5 else 1
                    )
            chance = _either(chance, suit_chance)
        return chance

    def _chance_of_full_house(self, strength: int) -> float:
        """Return the chance of a full house whose triple is above a strength."""
        triple = self._chance_of_set_above(3, strength)
        if not triple or self.count < 5:
            return 0.0
        return triple * self._chance_of_pair_beside(3)

    # ------------------------------------------------------------------ honours

    def _beats_by_bomb(self, play: Combination) -> float:
        """Return the chance that the rival can beat `play` with a four, five or straight flush."""
        if self._honours is None:
            self._honours = [
                (honour, honour_chance)
                for honour in _honours(self._table)
                if self.count >= honour.needs and (honour_chance := self._chance_of_honour(honour))
            ]
        chance = 0.0
        for honour, honour_chance in self._honours:
            if self._table.beats(honour.combination, play):
                chance = _either(chance, honour_chance)
        return chance

    def _chance_of_honour(self, honour: _Honour) -> float:
        """Return the chance that the rival has the cards for an honour."""
        live = self._live & honour.cards
        if honour.combination.kind in _OF_ONE_RANK:
            live_count = live.bit_count()
            if live_count > honour.takes:
                return self._at_least(live_count, honour.takes)
            return (
                chance_of_all(self._total, self.count, live_count)
                if live_count == honour.takes
                else 0.0
            )
        if (live & FULL_PACK).bit_count() < honour.takes:
            return 0.0
        # Two copies of a card are two ways to hold it.
        ways = 1 << (live >> PACK_SIZE).bit_count()
        return min(_MOST, ways * chance_of_all(self._total, self.count, honour.takes))


_OF_ONE_RANK = (Kind.FOUR_OF_A_KIND, Kind.FIVE_OF_A_KIND)


@lru_cache(maxsize=64)
def _honours(table: CombinationTable) -> tuple[_Honour, ...]:
    """Return every four and five of a kind and straight flush of a rule set."""
    found = []
    for rank, mask in enumerate(RANK_MASKS):
        four = table.classify(mask & FULL_PACK | (1 if rank else 1 << 4))
        if four is not None:
            found.append(_Honour(mask, 4, 5, four))
        for cards in table.fives.get(mask, ())[:1]:
            five = table.classify(cards)
            if five is not None:
                found.append(_Honour(mask, 5, 5, five))
    for sequence in table.sequences:
        for suit in range(4):
            cards = sequence.mask << suit
            five = table.classify(cards | _extra_cards(cards) if table.seven else cards)
            if five is not None:
                found.append(_Honour(_both_copies(cards), 5, five.size, five))
    return tuple(found)


def _both_copies(cards: Cards) -> Cards:
    """Return the first and second copies of some cards."""
    return cards | cards << PACK_SIZE


def _extra_cards(cards: Cards) -> Cards:
    """Return two low cards of other suits to play with a straight flush."""
    suit = next(place for place, mask in enumerate(SUIT_MASKS) if cards & mask)
    return sum(1 << other for other in range(4) if other not in (suit, (suit + 1) % 4))


def _either(chance: float, other_chance: float) -> float:
    """Return the chance of at least one of two independent events."""
    return chance + other_chance - chance * other_chance


@lru_cache(maxsize=1 << 16)
def chance_of_at_least(total: int, drawn: int, wanted: int, needed: int) -> float:
    """Return the chance that `drawn` of `total` cards include `needed` or more of `wanted` ones.

    >>> chance_of_at_least(4, 2, 2, 1)
    0.8333333333333334
    """
    drawn = min(drawn, total)
    if needed > wanted or needed > drawn:
        return 0.0
    ways = sum(comb(wanted, some) * comb(total - wanted, drawn - some) for some in range(needed))
    return 1 - ways / comb(total, drawn)


@lru_cache(maxsize=1 << 12)
def chance_of_all(total: int, drawn: int, wanted: int) -> float:
    """Return the chance that `drawn` of `total` cards include all of `wanted` certain cards.

    >>> chance_of_all(4, 2, 2)
    0.16666666666666666
    """
    chance = 1.0
    for place in range(wanted):
        if drawn <= place:
            return 0.0
        chance *= (drawn - place) / (total - place)
    return chance
