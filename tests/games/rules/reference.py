"""Reference implementation of combinations, slow and close to the rule texts.

It shares nothing with the engine but the notation: ranks and suits are letters here, and a
combination's strength is a tuple.
"""

RANKS = "3456789TJQKA2"
FIVE = ("straight", "flush", "full_house", "four_of_a_kind", "straight_flush", "five_of_a_kind")
HONOURS = ("four_of_a_kind", "straight_flush", "straight_flush_plus_two", "five_of_a_kind")
NATURAL = ["34567", "45678", "56789", "6789T", "789TJ", "89TJQ", "9TJQK", "TJQKA"]
STRAIGHTS = {
    "ace_both": ["A2345", "23456", *NATURAL],
    "no_a2345": ["23456", *NATURAL],
    "a2345_top": ["23456", *NATURAL, "A2345"],
    "a2345_23456_top": [*NATURAL, "23456", "A2345"],
    "23456_a2345_top": [*NATURAL, "A2345", "23456"],
    "23456_top_a2345_low": ["A2345", *NATURAL, "23456"],
    "two_high_23456_low": ["23456", *NATURAL, "JQKA2"],
    "two_high_23456_second": [*NATURAL, "23456", "JQKA2"],
    "natural": [*NATURAL, "JQKA2"],
    "two_by_suit": [*NATURAL, "A2345", "23456"],
}


def combination(rules, names, twos_low=False):
    """Return the combination of cards as (kind, strength), or None."""
    names = sorted(names, key=lambda name: card_strength(rules, name, twos_low))
    ranks = [name[0] for name in names]
    groups = sorted(ranks.count(rank) for rank in set(ranks))
    often = max(ranks, key=ranks.count)
    of_rank = (rank_strength(often, twos_low),)
    if groups == [1]:
        return "single", card_strength(rules, names[-1], twos_low)
    if groups == [2]:
        return "pair", card_strength(rules, names[-1], twos_low)
    if groups == [3]:
        return ("triple", of_rank) if rules.triples else None
    if groups == [4]:
        return ("bare_four", of_rank) if rules.four_of_a_kind != "with_fifth" else None
    if groups == [2, 2]:
        return ("two_pairs", card_strength(rules, names[-1], twos_low)) if rules.two_pairs else None
    if groups == [5]:
        return ("five_of_a_kind", of_rank) if rules.four_of_a_kind != "bare" else None
    if groups == [2, 3]:
        return "full_house", of_rank
    if groups == [1, 4]:
        return ("four_of_a_kind", of_rank) if rules.four_of_a_kind != "bare" else None
    if len(names) == 5:
        return five_of_several_ranks(rules, names, twos_low)
    if len(names) == 7 and rules.straight_flush_cards == 7:
        return seven(rules, names)
    return None


def five_of_several_ranks(rules, names, twos_low):
    suited = len({name[1] for name in names}) == 1
    different = len({name[0] for name in names}) == 5
    order = sequence_strength(rules, names) if different else None
    if order is not None and not suited:
        return "straight", order
    if order is not None:
        return ("straight_flush", order) if rules.straight_flush_cards == 5 else None
    if not suited or not rules.flushes:
        return None
    suit = suit_strength(rules, names[0])
    top_down = tuple(rank_strength(name[0], twos_low) for name in reversed(names))
    return "flush", {
        "suit": (suit, top_down[0]),
        "top_card": (top_down[0], suit),
        "all_cards": (*top_down, suit),
    }[rules.flush_order]


def seven(rules, names):
    found = [
        sequence_strength(rules, [rank + suit for rank in sequence])
        for sequence in STRAIGHTS[rules.straights]
        for suit in "DCHS"
        if all(rank + suit in names for rank in sequence)
    ]
    return ("straight_flush_plus_two", max(found)) if found else None


def sequence_strength(rules, names):
    """Return the position of five cards among the straights, or None if they are not a straight."""
    listed = STRAIGHTS[rules.straights]
    ranks = {name[0] for name in names}
    sequence = next((each for each in listed if set(each) == ranks), None)
    if sequence is None:
        return None
    place = listed.index(sequence)
    above = place > listed.index("TJQKA") and "2" in sequence
    decider = "2" if above else sequence[-1]
    suit = next(suit_strength(rules, name) for name in names if name[0] == decider)
    if rules.straights == "two_by_suit" and above:
        place = len(NATURAL)
    return place, suit


def rank_strength(rank, twos_low):
    return -1 if twos_low and rank == "2" else RANKS.index(rank)


def suit_strength(rules, name):
    return -rules.suit_order.index(name[1])


def card_strength(rules, name, twos_low):
    return rank_strength(name[0], twos_low), suit_strength(rules, name)


def kind_strength(rules, kind, names):
    if kind == "five_of_a_kind":
        return 20
    royal = kind == "straight_flush" and {name[0] for name in names} == set("TJQKA")
    order = list(FIVE)
    if rules.straight_flush_cards == 5 and rules.five_card_order != "standard":
        order = ["straight", "flush", "full_house", "straight_flush", "four_of_a_kind"]
        if royal and rules.five_card_order == "royal_over_quads":
            return 9
    return order.index(kind)


def beats(rules, play, over, twos_low=False):
    """Return whether cards beat others."""
    laid = combination(rules, play, twos_low)
    beaten = combination(rules, over, twos_low)
    if laid is None or beaten is None:
        return False
    kind, strength = laid
    other, other_strength = beaten
    plain_royal = kind == other == "straight_flush"
    if kind == other and not plain_royal:
        return strength > other_strength
    if rules.straight_flush_cards == 7 or rules.honours != "five_card":
        if kind in HONOURS and other not in HONOURS:
            return True
        if kind == "straight_flush_plus_two":
            return True
    if (kind, other) == ("bare_four", "two_pairs"):
        return True
    if kind not in FIVE or other not in FIVE:
        return False
    if kind != other and not rules.cross_kind and kind not in HONOURS:
        return False
    stands = kind_strength(rules, kind, play), strength
    other_stands = kind_strength(rules, other, over), other_strength
    return stands > other_stands if kind == other else stands[0] > other_stands[0]
