"""Generation of possible plays from a hand."""

from collections.abc import Mapping

from games.rules.cards import (
    RANK_MASKS,
    SUIT_MASKS,
    TWOS,
    Card,
    Cards,
    different_cards,
    rank_of_set,
    ranks_held,
    subsets,
    together,
    without,
)
from games.rules.combinations.kinds import HONOURS, Combination, Kind
from games.rules.combinations.table import CombinationTable, combination_table
from games.rules.ruleset.rule_set import RuleSet


def open_plays(
    rules: RuleSet,
    hand: Cards,
    over: Combination | None = None,
    *,
    must_include: Card | None = None,
    next_has_one: bool = False,
    twos_low: bool = False,
) -> list[Cards]:
    """Return the cards of every play allowed to the player on turn, each once, in no special order.

    Plays of the same cards are one play, whichever copies they use.

    :param hand: the player's cards
    :param over: the play to beat, or None on lead
    :param must_include: a card that the play must include
    :param next_has_one: whether the next player has a single card left (option `guard`)
    :param twos_low: whether twos have been demoted (option `bomb_demotes_twos`)

    >>> from games.rules.cards import cards_text, parse_cards
    >>> [cards_text(play) for play in open_plays(RuleSet.make(), parse_cards("3D 3C"))]
    ['3D', '3C', '3D 3C']
    """
    table = combination_table(rules, twos_low)
    return open_plays_in(
        table, rules, hand, over, must_include=must_include, next_has_one=next_has_one
    )


def open_plays_in(
    table: CombinationTable,
    rules: RuleSet,
    hand: Cards,
    over: Combination | None,
    *,
    must_include: Card | None,
    next_has_one: bool,
) -> list[Cards]:
    """Return the cards of every play allowed to the player on turn, from a given combination table.

    The parameters are those of `open_plays`.
    """
    plays = leads(table, hand) if over is None else follows(table, hand, over)
    if must_include is not None:
        bit = 1 << must_include
        return [play for play in plays if play & bit and _may_go_out(rules, table, hand, play)]
    if rules.going_out != "any" and forbidden_last(rules, table, hand) and hand in plays:
        plays.remove(hand)
    if next_has_one and rules.guard == "enforced" and (over is None or over.size == 1):
        highest = 1 << table.ranking.highest(hand)
        plays = [play for play in plays if play == highest or play.bit_count() > 1]
    return plays


def cut_ins(
    rules: RuleSet, hand: Cards, over: Combination, *, twos_low: bool = False
) -> list[Cards]:
    """Return the cards of every play out of turn: each bomb in a hand that beats `over`.

    A bomb that `going_out` forbids as the last play is left out.

    Assumes that the hand may cut in now. The duty of `guard` does not apply.
    """
    table = combination_table(rules, twos_low)
    plays = honours(table, hand, over)
    return [play for play in plays if _may_go_out(rules, table, hand, play)]


def _may_go_out(rules: RuleSet, table: CombinationTable, hand: Cards, play: Cards) -> bool:
    """Return whether `going_out` allows a play: it leaves cards in the hand, or may be the last."""
    return play != hand or not forbidden_last(rules, table, play)


def forbidden_last(rules: RuleSet, table: CombinationTable, cards: Cards) -> bool:
    """Return whether cards may not be a last play (option `going_out`)."""
    going_out = rules.going_out
    if going_out == "any":
        return False
    if going_out == "not_top_card":
        return cards == 1 << table.ranking.top_card
    if cards & ~TWOS:
        return False
    return cards.bit_count() <= (1 if going_out == "not_single_two" else 2)


def leads(table: CombinationTable, hand: Cards) -> list[Cards]:
    """Return the cards of every combination in a hand."""
    plays: list[Cards] = []
    pairs: list[Cards] = []
    triples: list[Cards] = []
    fours: list[Cards] = []
    fives: list[Cards] = []
    singles_of, pairs_of, triples_of = table.singles, table.pairs, table.triples
    fours_of, fives_of = table.fours, table.fives
    for mask in RANK_MASKS:
        held = hand & mask
        if not held:
            continue
        plays += singles_of[held]
        if pairs_here := pairs_of[held]:
            pairs += pairs_here
            if triples_here := triples_of[held]:
                triples += triples_here
                fours += fours_of[held]
                fives += fives_of[held]
    plays += pairs
    if table.with_triples:
        plays += triples
    if table.with_two_pairs:
        plays += two_pairs(table, hand)
    if table.with_bare_four:
        plays += fours
    plays += straights(table, hand)
    if table.with_flushes:
        plays += flushes(table, hand)
    if triples:
        plays += _full_houses(triples, pairs)
    if fours and table.with_fifth:
        plays += _with_fifth(hand, fours)
        plays += fives
    return plays + straight_flushes(table, hand)


def follows(table: CombinationTable, hand: Cards, over: Combination) -> list[Cards]:
    """Return the cards of every combination in a hand that beats the play `over`."""
    kind = over.kind
    if over.size <= 4:
        plays = _sets_over(table, hand, over)
        return plays + honours(table, hand, over) if table.honours_beat_any else plays
    plays = []
    if kind in HONOURS:
        return honours(table, hand, over)
    beats_lower_kinds = table.cross_kind
    if kind is Kind.STRAIGHT:
        plays += straights(table, hand, over.key)
    if table.with_flushes and (kind is Kind.FLUSH or (beats_lower_kinds and kind is Kind.STRAIGHT)):
        plays += flushes(table, hand, over.key)
    if kind is Kind.FULL_HOUSE or beats_lower_kinds:
        triples, pairs = _triples_and_pairs(table, hand)
        if kind is Kind.FULL_HOUSE:
            strength = table.ranking.rank_strength
            over_strength = strength[over.rank]
            triples = [cards for cards in triples if strength[rank_of_set(cards)] > over_strength]
        plays += _full_houses(triples, pairs)
    return plays + honours(table, hand, over)


def _sets_over(table: CombinationTable, hand: Cards, over: Combination) -> list[Cards]:
    """Return the plays of up to four cards in a hand that beat `over`, which has as many."""
    if over.kind is Kind.SINGLE:
        return different_cards(hand & table.ranking.higher[over.top])
    if over.kind is Kind.TWO_PAIRS:
        plays = two_pairs(table, hand, over.key)
        return plays + _sets(hand, table.fours) if table.with_bare_four else plays
    sets, key = table.sets, over.key
    return [cards for cards in _sets(hand, table.of_size[over.size]) if sets[cards].key > key]


def _sets(hand: Cards, sets_of_holding: Mapping[Cards, tuple[Cards, ...]]) -> list[Cards]:
    """Return all sets of one size in a hand, such as all pairs, from every rank.

    :param sets_of_holding: the sets by the held cards of a rank, such as `CombinationTable.pairs`
    """
    found: list[Cards] = []
    for mask in RANK_MASKS:
        if sets := sets_of_holding[hand & mask]:
            found += sets
    return found


def honours(table: CombinationTable, hand: Cards, over: Combination) -> list[Cards]:
    """Return the bombs in a hand that beat `over`.

    Bombs are fours of a kind with a fifth card, fives of a kind and straight flushes.
    """
    plays: list[Cards] = []
    if table.with_fifth and (fours := _sets(hand, table.fours)):
        plays += _with_fifth(hand, fours)
        plays += _sets(hand, table.fives)
    plays += straight_flushes(table, hand)
    if not plays:
        return plays
    classify, beats = table.classify, table.beats
    return [
        cards for cards in plays if (found := classify(cards)) is not None and beats(found, over)
    ]


def two_pairs(table: CombinationTable, hand: Cards, over_key: int = -1) -> list[Cards]:
    """Return the two pairs in a hand whose key is above `over_key`."""
    plays: list[Cards] = []
    lower: list[Cards] = []
    sets = table.sets
    for mask in table.ranking.rank_masks:
        pairs = table.pairs[hand & mask]
        # The key of two pairs is that of the higher pair.
        plays += [high | low for high in pairs if sets[high].key > over_key for low in lower]
        lower += pairs
    return plays


def straights(table: CombinationTable, hand: Cards, over_key: int = 0) -> list[Cards]:
    """Return the straights in a hand, except straight flushes, whose key is above `over_key`."""
    plays: list[Cards] = []
    ranks = ranks_held(hand)
    singles = table.singles
    for sequence in table.sequences:
        mask = sequence.mask
        if ranks & mask != mask:
            continue
        first, second, third, fourth, fifth = sequence.ranks
        found = [
            a | b | c | d | e
            for a in singles[hand & RANK_MASKS[first]]
            for b in singles[hand & RANK_MASKS[second]]
            for c in singles[hand & RANK_MASKS[third]]
            for d in singles[hand & RANK_MASKS[fourth]]
            for e in singles[hand & RANK_MASKS[fifth]]
        ]
        for suit in range(4):
            suited = mask << suit
            if hand & suited == suited:
                found.remove(suited)
        if over_key:
            found = [cards for cards in found if table.straight_key(sequence, cards) > over_key]
        plays += found
    return plays


def flushes(table: CombinationTable, hand: Cards, over_key: int = 0) -> list[Cards]:
    """Return the flushes in a hand, except straight flushes, whose key is above `over_key`."""
    plays: list[Cards] = []
    for suit, suit_mask in enumerate(SUIT_MASKS):
        held = hand & suit_mask
        if held.bit_count() < 5:
            continue
        found = [cards for cards in subsets(held, 5) if cards >> suit not in table.sequence_masks]
        if over_key:
            found = [cards for cards in found if table.flush_key(cards, suit) > over_key]
        plays += found
    return plays


def straight_flushes(table: CombinationTable, hand: Cards) -> list[Cards]:
    """Return the straight flushes in a hand, with two extra cards if the rules require them."""
    plays: list[Cards] = []
    for suit, suit_mask in enumerate(SUIT_MASKS):
        held = (hand & suit_mask) >> suit
        if held.bit_count() < 5:
            continue
        for sequence in table.sequences:
            if held & sequence.mask == sequence.mask:
                plays.append(sequence.mask << suit)
    if not plays or not table.seven:
        return plays
    # A set, because seven cards can contain more than one straight flush.
    return list({together(five, two) for five in plays for two in subsets(without(hand, five), 2)})


def _triples_and_pairs(table: CombinationTable, hand: Cards) -> tuple[list[Cards], list[Cards]]:
    """Return all triples and all pairs in a hand."""
    triples: list[Cards] = []
    pairs: list[Cards] = []
    for mask in RANK_MASKS:
        held = hand & mask
        if pairs_here := table.pairs[held]:
            pairs += pairs_here
            triples += table.triples[held]
    return triples, pairs


def _full_houses(triples: list[Cards], pairs: list[Cards]) -> list[Cards]:
    """Return each triple combined with each pair of another rank."""
    plays: list[Cards] = []
    for three in triples:
        same_rank = RANK_MASKS[rank_of_set(three)]
        plays += [three | two for two in pairs if not two & same_rank]
    return plays


def _with_fifth(hand: Cards, fours: list[Cards]) -> list[Cards]:
    """Return each four together with each card of another rank."""
    return [
        four | fifth
        for four in fours
        for fifth in different_cards(hand & ~RANK_MASKS[rank_of_set(four)])
    ]
