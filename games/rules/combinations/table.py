"""Lookup table of one rule set: its combinations, and what beats what."""

from functools import lru_cache
from itertools import product

from games.rules.cards import (
    DIAMONDS,
    PACK_SIZE,
    RANK_MASKS,
    RANK_TWO,
    SUIT_MASKS,
    Card,
    Cards,
    iter_cards,
    rank_of_set,
    ranks_held,
    subsets,
)
from games.rules.combinations.card_order import ranking
from games.rules.combinations.kinds import HONOURS, Combination, Kind
from games.rules.combinations.sequences import SEQUENCES, Sequence
from games.rules.ruleset.combination_options import CombinationRules, FiveCardOrder
from games.rules.ruleset.rule_set import RuleSet

#: Bits for a key within one kind; the number that orders the five-card kinds comes above them.
_TIER_BITS = 58

#: By `five_card_order`: the tiers of four of a kind and straight flush (S4; quads on top S3).
_TIERS: dict[FiveCardOrder, dict[Kind, int]] = {
    "standard": {Kind.FOUR_OF_A_KIND: 4, Kind.STRAIGHT_FLUSH: 5},
    "royal_over_quads": {Kind.FOUR_OF_A_KIND: 5, Kind.STRAIGHT_FLUSH: 4},
    "quads_top": {Kind.FOUR_OF_A_KIND: 5, Kind.STRAIGHT_FLUSH: 4},
}

_LOW_TIERS = {
    # Of four cards: two pairs have no tier, so a four of a kind is above them.
    Kind.BARE_FOUR: 1,
    # Of five cards and more.
    Kind.STRAIGHT: 1,
    Kind.FLUSH: 2,
    Kind.FULL_HOUSE: 3,
    Kind.FIVE_OF_A_KIND: 7,
    Kind.STRAIGHT_FLUSH_PLUS_TWO: 8,
}
_ROYAL_TIER = 6


class CombinationTable:
    """Lookup tables by which a rule set's combinations are found, classified and compared.

    Twos are the highest cards or, after a four of a kind demoted them, the lowest.

    `combination_table` returns a cached one.
    """

    def __init__(self, rules: CombinationRules, twos_low: bool) -> None:
        """Prepare the lookup tables for some options; `twos_low` makes twos the lowest cards."""
        self.ranking = ranking(rules.suit_order, twos_low)
        self.twos_low = twos_low
        self.with_triples = rules.triples
        self.with_two_pairs = rules.two_pairs
        self.with_flushes = rules.flushes
        self.packs = rules.packs
        self.with_fifth = rules.with_fifth
        self.with_bare_four = rules.with_bare_four
        self.seven = rules.seven
        self.flush_order = rules.flush_order
        self.cross_kind = rules.cross_kind
        #: Whether honours beat combinations of other sizes too.
        self.honours_beat_any = rules.honours_beat_any
        #: The straights, from low to high.
        self.sequences: tuple[Sequence, ...] = SEQUENCES[rules.straights]
        #: The straights by the diamonds of their ranks.
        self.sequence_masks = {sequence.mask: sequence for sequence in self.sequences}

        tiers = _LOW_TIERS | _TIERS[rules.five_card_order]
        self._base = {kind: tier << _TIER_BITS for kind, tier in tiers.items()}
        self._royal_base = self._base[Kind.STRAIGHT_FLUSH]
        if rules.five_card_order == "royal_over_quads":
            self._royal_base = _ROYAL_TIER << _TIER_BITS

        #: Every combination of one rank (single, pair, triple, bare four, five) by its cards.
        self.sets: dict[Cards, Combination] = {}
        #: By the held cards of one rank: each card as a set, both copies if there are two.
        self.ones: dict[Cards, tuple[Cards, ...]] = {0: ()}
        #: By the held cards of one rank: the different sets of 1, 2, 3, 4 and 5 of these cards.
        self.singles: dict[Cards, tuple[Cards, ...]] = {0: ()}
        self.pairs: dict[Cards, tuple[Cards, ...]] = {0: ()}
        self.triples: dict[Cards, tuple[Cards, ...]] = {0: ()}
        self.fours: dict[Cards, tuple[Cards, ...]] = {0: ()}
        self.fives: dict[Cards, tuple[Cards, ...]] = {0: ()}
        self._fill_sets()
        #: `pairs`, `triples` and `fours` by their number of cards.
        self.of_size = {2: self.pairs, 3: self.triples, 4: self.fours}

    def _fill_sets(self) -> None:
        """Fill the tables of singles to fives for every possible holding of one rank."""
        kinds = {
            1: Kind.SINGLE,
            2: Kind.PAIR,
            3: Kind.TRIPLE if self.with_triples else None,
            4: Kind.BARE_FOUR if self.with_bare_four else None,
            5: Kind.FIVE_OF_A_KIND if self.with_fifth else None,
        }
        for rank in range(13):
            for copies in product(range(self.packs + 1), repeat=4):
                held = sum(
                    1 << PACK_SIZE * copy + 4 * rank + suit
                    for suit, many in enumerate(copies)
                    for copy in range(many)
                )
                self.ones[held] = tuple(1 << card for card in iter_cards(held))
                sets = [tuple(subsets(held, size)) for size in range(6)]
                _, self.singles[held], self.pairs[held], self.triples[held] = sets[:4]
                self.fours[held], self.fives[held] = sets[4:]
                kind = kinds.get(sum(copies))
                if kind is not None:
                    self.sets[held] = self._set_of_one_rank(kind, held, rank, sum(copies))

    def _set_of_one_rank(self, kind: Kind, cards: Cards, rank: int, size: int) -> Combination:
        """Return the combination of `size` cards that all have the same rank."""
        top = 4 * rank + self.ranking.top_suit[cards >> 4 * rank & 0b1111]
        key = self.ranking.strength[top] if size <= 2 else self.ranking.rank_strength[rank]
        return Combination(kind, cards, size, self._base.get(kind, 0) + key, rank, top)

    # ------------------------------------------------------------------ classification

    def classify(self, cards: Cards) -> Combination | None:
        """Return the combination that a set of cards is, or None if it is not a valid one."""
        found = self.sets.get(cards)
        if found is not None:
            return found
        size = cards.bit_count()
        if size == 5:
            return self._classify_five(cards)
        if size == 4 and self.with_two_pairs:
            return self._classify_four(cards)
        if size == 7 and self.seven:
            return self._classify_seven(cards)
        return None

    def _classify_four(self, cards: Cards) -> Combination | None:
        """Return the two pairs that four cards form, or None if they are not two pairs."""
        pairs = [held.bit_count() for mask in RANK_MASKS if (held := cards & mask)]
        if pairs != [2, 2]:
            return None
        top = self.ranking.highest(cards)
        return Combination(Kind.TWO_PAIRS, cards, 4, self.ranking.strength[top], top >> 2, top)

    def _classify_five(self, cards: Cards) -> Combination | None:
        """Return the combination that five cards of several ranks are, or None if invalid."""
        ranks = ranks_held(cards)
        different = ranks.bit_count()
        if different == 2:
            return self._classify_two_ranks(cards, ranks)
        if different < 3:
            return None
        sequence = self.sequence_masks.get(ranks)
        for suit, mask in enumerate(SUIT_MASKS):
            if cards & mask == cards:
                if sequence is not None:
                    return None if self.seven else self.straight_flush(sequence, suit)
                return self._flush(cards, suit) if self.with_flushes else None
        return None if sequence is None else self._straight(cards, sequence)

    def _classify_two_ranks(self, cards: Cards, ranks: Cards) -> Combination | None:
        """Return the full house or four of a kind that five cards of two ranks are, or None."""
        two = (rank_of_set(ranks), rank_of_set(ranks & -ranks))
        rank = max(two, key=lambda each: (cards & RANK_MASKS[each]).bit_count())
        held = cards & RANK_MASKS[rank]
        top = 4 * rank + self.ranking.top_suit[held >> 4 * rank & 0b1111]
        if held.bit_count() == 3:
            kind = Kind.FULL_HOUSE
        elif self.with_fifth:
            kind = Kind.FOUR_OF_A_KIND
        else:
            return None
        key = self._base[kind] + self.ranking.rank_strength[rank]
        return Combination(kind, cards, 5, key, rank, top)

    def _straight(self, cards: Cards, sequence: Sequence) -> Combination:
        """Return the straight, never a straight flush, that five cards of mixed suits form."""
        shift = 4 * sequence.decider
        top = shift + self.ranking.top_suit[cards >> shift & 0b1111]
        key = self.straight_key(sequence, cards)
        return Combination(Kind.STRAIGHT, cards, 5, key, sequence.ranks[-1], top)

    def straight_key(self, sequence: Sequence, cards: Cards) -> int:
        """Return the comparison key of a straight with the ranks of `sequence`."""
        suit = self.ranking.top_suit[cards >> 4 * sequence.decider & 0b1111]
        return self._base[Kind.STRAIGHT] + self.sequence_key(sequence, suit)

    def sequence_key(self, sequence: Sequence, suit: int) -> int:
        """Return the key, within its kind, of a sequence with a deciding card of `suit`."""
        return 4 * sequence.place + self.ranking.suit_strength[suit]

    def _flush(self, cards: Cards, suit: int) -> Combination:
        """Return the flush, never a straight flush, that five cards of `suit` form."""
        top = self.ranking.highest(cards)
        key = self.flush_key(cards, suit)
        return Combination(Kind.FLUSH, cards, 5, key, top >> 2, top)

    def flush_key(self, cards: Cards, suit: int) -> int:
        """Return the comparison key of a flush in `suit`."""
        base = self._base[Kind.FLUSH]
        suit_strength = self.ranking.suit_strength[suit]
        # The number of cards of each rank, four bits each: comparing these numbers compares the
        # ranks one by one from the top.
        ranks = (cards >> suit & DIAMONDS) + (cards >> PACK_SIZE + suit)
        if self.twos_low:
            # Twos move below the threes.
            twos = ranks >> 4 * RANK_TWO
            ranks = (ranks ^ twos << 4 * RANK_TWO) << 4 | twos
        if self.flush_order == "all_cards":
            return base + (ranks << 2) + suit_strength
        top = ranks.bit_length() - 1 >> 2
        if self.flush_order == "top_card":
            return base + 4 * top + suit_strength
        return base + 13 * suit_strength + top

    def straight_flush(self, sequence: Sequence, suit: int) -> Combination:
        """Return the five-card straight flush of `sequence` in `suit`."""
        base = self._royal_base if sequence.royal else self._base[Kind.STRAIGHT_FLUSH]
        key = base + self.sequence_key(sequence, suit)
        top: Card = 4 * sequence.decider + suit
        return Combination(
            Kind.STRAIGHT_FLUSH, sequence.mask << suit, 5, key, sequence.ranks[-1], top
        )

    def _classify_seven(self, cards: Cards) -> Combination | None:
        """Return the highest straight flush with two extra cards that seven cards form, or None."""
        best: Combination | None = None
        for suit, mask in enumerate(SUIT_MASKS):
            held = (cards & mask) >> suit
            for sequence in self.sequences:
                if held & sequence.mask != sequence.mask:
                    continue
                key = self._base[Kind.STRAIGHT_FLUSH_PLUS_TWO] + self.sequence_key(sequence, suit)
                if best is None or key > best.key:
                    best = Combination(
                        Kind.STRAIGHT_FLUSH_PLUS_TWO,
                        cards,
                        7,
                        key,
                        sequence.ranks[-1],
                        4 * sequence.decider + suit,
                    )
        return best

    # ------------------------------------------------------------------ comparison

    def beats(self, play: Combination, over: Combination) -> bool:
        """Return whether the combination `play` beats `over`, ignoring turn and guard's duty."""
        if play.kind is over.kind:
            return play.key > over.key
        if play.kind in HONOURS:
            if self.honours_beat_any:
                return over.kind not in HONOURS or play.key > over.key
        elif not self.cross_kind and play.kind is not Kind.BARE_FOUR:
            return False
        # Different kinds of equal size have four or five cards, and their keys order the kinds too.
        return play.size == over.size and play.key > over.key


@lru_cache(maxsize=1024)
def combination_table(rules: RuleSet, twos_low: bool = False) -> CombinationTable:
    """Return the cached table of a rule set's combinations; `twos_low` makes twos lowest."""
    return _table_of_options(rules.combinations, twos_low)


# A table is slow to build, and rule sets that differ only in other options share it.
@lru_cache(maxsize=256)
def _table_of_options(rules: CombinationRules, twos_low: bool) -> CombinationTable:
    """Return the cached table for the options that affect combinations."""
    return CombinationTable(rules, twos_low)


def classify(rules: RuleSet, cards: Cards, twos_low: bool = False) -> Combination | None:
    """Return the combination that a set of cards is, or None if it is not a valid one.

    :param twos_low: true after a four of a kind under `bomb_demotes_twos`

    >>> from games.rules.cards import parse_cards
    >>> classify(RuleSet.make(), parse_cards("3D 3S")).kind.value
    'pair'
    """
    return combination_table(rules, twos_low).classify(cards)


def beats(rules: RuleSet, play: Cards, over: Cards, twos_low: bool = False) -> bool:
    """Return whether `play` beats `over`, ignoring turn and guard's duty.

    False if either is not a valid combination.
    """
    table = combination_table(rules, twos_low)
    laid, beaten = table.classify(play), table.classify(over)
    return laid is not None and beaten is not None and table.beats(laid, beaten)
