"""Split of a hand into combinations.

A hand that needs fewer turns goes out sooner, so the bot keeps five-card combinations, triples and
pairs together, unless the price is too high: a straight that breaks two pairs and an ace is not
worth it. The bot tries ways to take sequences and flushes out of the hand. The rest is split by
rank: triples take pairs as full houses, fours take a lone card, and pairs join as two pairs, where
the rules allow these. The lowest burden is best.
"""

from collections.abc import Iterable
from typing import NamedTuple

from games.bots.counting.burden import Burdens
from games.bots.counting.fives import fives
from games.bots.counting.situation import Situation
from games.rules.cards import RANK_MASKS, Cards, without
from games.rules.combinations.table import CombinationTable

_MOST_FRAMES = 48
#: With more than 17 cards fewer ways are tried, because each takes longer.
_MOST_FRAMES_OF_MANY = 20
_MOST_TRIED = 300


class Split(NamedTuple):
    """A hand split into combinations."""

    #: The number of leads that they cost together.
    burden: float
    #: The combinations.
    plays: tuple[Cards, ...]


class _Frame(NamedTuple):
    """Sequences and flushes taken out of a hand together, and the leads that they cost."""

    cards: Cards
    burden: float
    plays: tuple[Cards, ...]


class Splitter:
    """Splits of one hand and of what plays leave of it, cached."""

    def __init__(self, situation: Situation, burdens: Burdens) -> None:
        self._table: CombinationTable = situation.table
        self._burdens = burdens
        self._ranks: dict[Cards, Split] = {}
        self._rests: dict[Cards, Split] = {}
        self._known: dict[Cards, Split] = {}
        self.fives = fives(self._table, situation.hand)
        self._frames = self._find_frames(situation.hand)

    def best(self, hand: Cards) -> Split:
        """Return the split with the lowest burden of those tried for a hand."""
        known = self._known.get(hand)
        if known is None:
            known = self._known[hand] = min(self.all(hand), key=lambda split: split.burden)
        return known

    def all(self, hand: Cards) -> list[Split]:
        """Return every split that was tried, one for each way to take out fives."""
        found = []
        for cards, burden, plays in self._frames:
            if cards & ~hand == 0:
                rest = self._split_of_rest(without(hand, cards))
                found.append(Split(burden + rest.burden, plays + rest.plays))
        return found

    def _find_frames(self, hand: Cards) -> list[_Frame]:
        """Return the best sets of disjoint sequences and flushes, beginning with the empty set."""
        of = self._burdens.of
        taken = sorted((of(cards), cards) for cards in self.fives)
        frames = [_Frame(0, 0.0, ())]
        for burden, cards in taken:
            for frame in frames[:]:
                if not frame.cards & cards and len(frames) < _MOST_TRIED:
                    frames.append(
                        _Frame(frame.cards | cards, frame.burden + burden, (*frame.plays, cards))
                    )
        max_frames = _MOST_FRAMES if hand.bit_count() <= 17 else _MOST_FRAMES_OF_MANY
        if len(frames) > max_frames:
            frames.sort(
                key=lambda frame: (
                    frame.burden + self._split_of_rest(without(hand, frame.cards)).burden
                )
            )
            frames = [_Frame(0, 0.0, ()), *frames[:max_frames]]
        return frames

    # ------------------------------------------------------------------ by ranks alone

    def _split_of_rest(self, hand: Cards) -> Split:
        """Return the best split of cards by rank, without sequences and flushes."""
        known = self._rests.get(hand)
        if known is not None:
            return known
        burden = 0.0
        ranks: list[Cards] = []
        many = False
        for mask in RANK_MASKS:
            held = hand & mask
            if held:
                ranks.append(held)
                burden += (self._ranks.get(held) or self._split_of_rank(held)).burden
                many = many or held.bit_count() >= 3
        if many:
            burden, plays = self._with_company(ranks, burden)
        else:
            plays = tuple(play for held in ranks for play in self._ranks[held].plays)
        if self._table.with_two_pairs:
            burden, plays = self._with_two_pairs(burden, plays)
        known = self._rests[hand] = Split(burden, plays)
        return known

    def _split_of_rank(self, cards: Cards) -> Split:
        """Return the best split of cards of one rank."""
        table, of = self._table, self._burdens.of
        ones = table.ones
        ways: list[tuple[Cards, ...]] = [ones[cards]]
        ways += [(two, *ones[without(cards, two)]) for two in table.pairs[cards]]
        count = cards.bit_count()
        if count == 4:
            ways += [(two, without(cards, two)) for two in table.pairs[cards]]
        if count >= 4 and table.with_bare_four:
            ways += [(four, *ones[without(cards, four)]) for four in table.fours[cards]]
        if count >= 3 and table.with_triples:
            ways += [(three, *ones[without(cards, three)]) for three in table.triples[cards]]
        if count >= 5 and table.with_fifth:
            ways += [(five, *ones[without(cards, five)]) for five in table.fives[cards]]
        found = min((Split(sum(map(of, way)), way) for way in ways), key=lambda split: split.burden)
        self._ranks[cards] = found
        return found

    def _with_company(self, ranks: list[Cards], burden: float) -> tuple[float, tuple[Cards, ...]]:
        """Return burden and plays of a split in which triples take pairs, and fours a lone card.

        :param ranks: the cards of each rank
        :param burden: the total burden of the ranks when split separately
        """
        left = dict.fromkeys(ranks)
        plays: list[Cards] = []
        for held in ranks:
            if held.bit_count() < 3 or held not in left:
                continue
            best = self._best_company(held, left)
            if best is None:
                continue
            saved, main, company = best
            burden -= saved
            plays.append(main | company)
            other = next(each for each in left if each & company)
            del left[held], left[other]
            for still in (without(held, main), without(other, company)):
                if still:
                    left[still] = None
        for held in left:
            plays += self._ranks[held].plays
        return burden, tuple(plays)

    def _with_two_pairs(
        self, burden: float, plays: tuple[Cards, ...]
    ) -> tuple[float, tuple[Cards, ...]]:
        """Return burden and plays of a split in which pairs join where that is cheaper.

        Each of the lowest pairs joins the pair with which it saves most, because the lower of two
        pairs doesn't count.
        """
        of = self._burdens.of
        ranking = self._table.ranking
        pairs = [play for play in plays if play.bit_count() == 2]
        pairs.sort(key=lambda pair: ranking.strength[ranking.highest(pair)])
        found = [play for play in plays if play.bit_count() != 2]
        while pairs:
            low = pairs.pop(0)
            saved, partner = max(
                (
                    (of(low) + of(pair) - of(low | pair), pair)
                    for pair in pairs
                    if self._table.classify(low | pair) is not None
                ),
                default=(0.0, 0),
            )
            if saved > 0:
                pairs.remove(partner)
                burden -= saved
                low |= partner
            found.append(low)
        return burden, tuple(found)

    def _best_company(
        self, rank_cards: Cards, ranks: Iterable[Cards]
    ) -> tuple[float, Cards, Cards] | None:
        """Return the burden saved, a triple or four, and the best cards to add, or None."""
        of, alone = self._burdens.of, self._ranks
        best: tuple[float, Cards, Cards] | None = None
        for other_rank in ranks:
            if other_rank == rank_cards:
                continue
            for main, company in self._companies(rank_cards, other_rank):
                saved = alone[rank_cards].burden + alone[other_rank].burden - of(main | company)
                for still in (without(rank_cards, main), without(other_rank, company)):
                    if still:
                        saved -= (alone.get(still) or self._split_of_rank(still)).burden
                if saved > 0 and (best is None or saved > best[0]):
                    best = saved, main, company
        return best

    def _companies(self, rank_cards: Cards, other_rank: Cards) -> list[tuple[Cards, Cards]]:
        """Return pairs (triple or four, cards to add) that make a full house or four of a kind."""
        table = self._table
        triple, pair = table.triples[rank_cards][0], table.pairs[other_rank][:1]
        found = [(triple, two) for two in pair]
        if table.with_fifth and rank_cards.bit_count() >= 4:
            four = table.fours[rank_cards][0]
            found += [(four, one) for one in table.singles[other_rank][:1]]
        return found
