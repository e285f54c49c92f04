"""The chapter of combinations: what can be played together, and what beats what."""

from itertools import pairwise

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, pgettext

from games.common import numbers
from games.language import labels
from games.rulebook.prose.examples import Examples
from games.rulebook.prose.parts import Chapter, Claim, Example, ExamplePlay, Paragraph
from games.rulebook.prose.sequences import sequence_text, unbroken
from games.rulebook.prose.words import chosen_sentence
from games.rules import RANKS, Cards, Kind, suit_of

_SUITS = {
    "D": gettext_noop("diamonds"),
    "C": gettext_noop("clubs"),
    "H": gettext_noop("hearts"),
    "S": gettext_noop("spades"),
}


#: Two flushes with top cards of one rank.
_SAME_TOPS = ("Aa Ta 7a 5a 3a", "Ad Kd 8d 5d 3d")


def combinations_chapter(examples: Examples) -> Chapter:
    """Return the chapter of combinations."""
    paragraphs = [_order(examples), _sets(examples), *_triples(examples), *_bare_fours(examples)]
    paragraphs += [_fives(examples), *_across(examples), _straights(examples), _equal(examples)]
    paragraphs += [*_flushes(examples), _full_houses(examples), *_fours(examples)]
    paragraphs += [_straight_flushes(examples), *_of_two_packs(examples)]
    paragraphs += [*_honours(examples), *_demoted(examples)]
    return Chapter("combinations", _("Combinations"), paragraphs)


def _order(examples: Examples) -> Paragraph:
    ranks = [RANKS[rank] for rank in examples.ranks()]
    suits = [_(_SUITS["DCHS"[suit_of(suit)]]) for suit in examples.suits]
    text = _(
        "From high to low, cards rank %(ranks)s. Of two cards of one rank the higher suit wins:"
        " from high to low %(suits)s."
    ) % {
        "ranks": " ".join("10" if rank == "T" else rank for rank in ranks),
        "suits": ", ".join(suits),
    }
    shown = examples.ranked(
        _("Rank comes first, then suit."), *map(examples.of, ("2d", "Aa", "9a", "9d"))
    )
    return Paragraph(text, _("The order of cards"), shown)


def _sets(examples: Examples) -> Paragraph:
    text = _(
        "One card is a single; two of one rank are a pair. The higher rank wins; of two pairs of"
        " one rank, the one with the card of the highest suit."
    )
    shown = examples.ranked(
        _("Of these two pairs of one rank, the suit decides."),
        examples.of("Ta Td"),
        examples.of("Tb Tc"),
    )
    return Paragraph(text, _("Singles and pairs"), shown)


def _triples(examples: Examples) -> list[Paragraph]:
    triple = examples.of("5b 5c 5d")
    if examples.find(triple) is None:
        text = _("Three cards of one rank cannot be played alone, only in a full house.")
        return [Paragraph(text, _("Three of a kind"), examples.no_combination("", triple))]
    text = _("Three cards of one rank; the higher rank wins.")
    shown = examples.ranked("", triple, examples.of("4a 4b 4c"))
    return [Paragraph(text, _("Three of a kind"), shown)]


def _bare_fours(examples: Examples) -> list[Paragraph]:
    high, low = examples.of("8a 8b 8c 8d"), examples.of("6a 6b 6c 6d")
    if examples.find(high) is None:
        return []
    text = _(
        "Four cards of one rank are played alone, without a fifth card; they beat lower fours and"
        " nothing else."
    )
    five = examples.of("4a 4b 4c 4d 3a")
    if examples.find(five) is None:
        return [Paragraph(text, _("Four of a kind"), examples.ranked("", high, low))]
    text = _(
        "Four cards of one rank can be played alone; they beat lower fours alone and nothing else."
        " With a fifth card they are a combination of five cards (see below)."
    )
    shown = examples.ranked("", high, low)
    if examples.beats(five, high):
        text += " " + _("Four of a kind with its fifth card beats four cards alone of any rank.")
        shown += examples.ranked("", five, high)
    return [Paragraph(text, _("Four cards alone"), shown)]


def _kinds(examples: Examples) -> dict[Kind, Cards]:
    """Return one play of each five-card kind that there is."""
    plays = map(
        examples.of,
        ("5a 6b 7a 8c 9a", "Kb Jb 8b 5b 3b", "6a 6b 6c 4a 4b", "5a 5b 5c 5d 9c", "6b 7b 8b 9b Tb"),
    )
    found = (examples.find(cards) for cards in plays)
    return {each.kind: each.cards for each in found if each is not None}


def _royal(examples: Examples) -> Cards:
    """Return a straight flush to the ace where that alone beats a four, or nothing."""
    royal, four, other = map(examples.of, ("Td Jd Qd Kd Ad", "5a 5b 5c 5d 9c", "9a Ta Ja Qa Ka"))
    return royal if examples.beats(royal, four) and examples.beats(four, other) else 0


def _fives(examples: Examples) -> Paragraph:
    kinds = _kinds(examples)
    names = [labels.kind_label(kind) for kind in kinds]
    if not examples.beats(kinds[Kind.FULL_HOUSE], kinds[Kind.STRAIGHT]):
        text = _(
            "There are these kinds of five cards: %(kinds)s. Each of them beats only lower ones of"
            " its own kind, save what is said below."
        ) % {"kinds": numbers.listed(names)}
        shown = examples.unlike(
            _("Neither kind beats the other."), kinds[Kind.FULL_HOUSE], kinds[Kind.STRAIGHT]
        )
        return Paragraph(text, _("Five cards"), shown)
    royal = _royal(examples)
    plays = [*kinds.values(), *([royal] if royal else [])]
    shown = examples.ranked(_("A higher kind beats a lower one, whatever its cards."), *plays)
    order = [examples.find(play.as_set) for play in reversed(shown[0].plays)] if shown else []
    names = [
        unbroken(_("10-J-Q-K-A of one suit"))
        if found.cards == royal
        else labels.kind_label(found.kind)
        for found in order
        if found is not None
    ]
    text = _("Five cards can be played together as, from low to high: %(kinds)s.") % {
        "kinds": ", ".join(names)
    }
    return Paragraph(text, _("Five cards"), shown)


def _across(examples: Examples) -> list[Paragraph]:
    """Return, where kinds do not beat each other, two that do."""
    kinds = _kinds(examples)
    if examples.beats(kinds[Kind.FULL_HOUSE], kinds[Kind.STRAIGHT]):
        return []
    strong = [
        kind
        for kind in (Kind.FOUR_OF_A_KIND, Kind.STRAIGHT_FLUSH)
        if kind in kinds and examples.beats(kinds[kind], kinds[Kind.STRAIGHT])
    ]
    if not strong:
        return []
    text = _("The exception: %(kinds)s also beats every lower kind of five cards.") % {
        "kinds": pgettext("either", "%(first)s or %(second)s")
        % {"first": labels.kind_label(strong[0]), "second": labels.kind_label(strong[1])}
        if len(strong) == 2
        else labels.kind_label(strong[0])
    }
    plays = [*(kinds[kind] for kind in strong), kinds[Kind.FULL_HOUSE]]
    royal = _royal(examples)
    return [
        Paragraph(
            text,
            examples=examples.ranked("", *([royal] if royal else []), *plays),
        )
    ]


def _straights(examples: Examples) -> Paragraph:
    order = examples.sequences
    lowest, highest = order[0][-1], order[-1][-1]
    ascending = _("Five cards of consecutive rank, from low to high: %(sequences)s.") % {
        "sequences": ", ".join(_abridged(order))
    }
    plays = [examples.straight(highest), examples.straight(order[-2][-1])]
    plays += [examples.straight("34567"), examples.straight(lowest)]
    caption = _("Straights from the highest to the lowest.")
    shown = examples.ranked(caption, *dict.fromkeys(plays))
    names = {name for together in order for name in together}
    without = [name for name in ("A2345", "23456", "JQKA2", "KA234") if name not in names]
    shown += examples.no_combination(
        _("No straights here."), *(examples.straight(name) for name in without)
    )
    return Paragraph(ascending, _("Straights"), shown)


def _abridged(order: list[list[str]]) -> list[str]:
    """Return the order in words; of a long run that rises by one, the first and the last."""

    def follows(one: list[str], other: list[str]) -> bool:
        return RANKS.find(other[0]) == RANKS.find(one[0]) + 1 and other[0] in RANKS

    runs: list[list[list[str]]] = [[order[0]]]
    for one, other in pairwise(order):
        if follows(one, other):
            runs[-1].append(other)
        else:
            runs.append([other])
    told: list[str] = []
    for run in runs:
        names = [numbers.listed([sequence_text(name) for name in together]) for together in run]
        told += names if len(names) < 4 else [f"{names[0]}, {names[1]} … {names[-1]}"]
    return told


def _equal(examples: Examples) -> Paragraph:
    names = [name for together in examples.sequences for name in together]
    # The last card of the sequence as it is written, unless its two counts.
    by_two = [name for name in names if examples.decider(name) == "2" != name[-1]]
    text = _(
        "Between straights of the same ranks, the suit of the last card decides (the last in the"
        " order written here)."
    )
    if by_two:
        text += " " + _("In %(sequences)s it is the suit of the two.") % {
            "sequences": numbers.listed([sequence_text(name) for name in by_two])
        }
    shown: list[Example] = []
    for name in dict.fromkeys(("TJQKA", *by_two)):
        rank = examples.decider(name)
        caption = _("The %(rank)s decides.") % {"rank": labels.singular(RANKS.index(rank))}
        plays = [_of_sequence(examples, name, rank, suit) for suit in "ac"]
        shown += examples.ranked(caption, *plays)
    for together in examples.sequences:
        if len(together) > 1:
            text += " " + _(
                "%(sequences)s rank alike: between any two of these, the higher suit of the two"
                " wins."
            ) % {"sequences": numbers.listed([sequence_text(name) for name in together])}
            plays = [
                _of_sequence(examples, name, examples.decider(name), suit)
                for name, suit in zip(sorted(together), "bd", strict=False)
            ]
            shown += examples.ranked(_("The higher two wins, whatever the other cards."), *plays)
    return Paragraph(text, _("Equal straights"), shown)


def _of_sequence(examples: Examples, sequence: str, rank: str, suit: str) -> Cards:
    """Return a straight whose other cards are of the highest and lowest suits in turn."""
    others = [each for each in sequence if each != rank]
    written = [each + place for each, place in zip(others, "bdbd", strict=True)]
    return examples.of(" ".join([*written, rank + suit]))


def _flushes(examples: Examples) -> list[Paragraph]:
    if examples.find(examples.of("Kb Jb 8b 5b 3b")) is None:
        text = (
            _("Five cards of one suit are no combination.")
            if examples.rules.straight_flush_cards == 7
            else _("Five cards of one suit are no combination unless they are a straight flush.")
        )
        shown = examples.no_combination("", examples.of("Kb Jb 8b 5b 3b"))
        return [Paragraph(text, _("No flushes"), shown)]
    order = examples.rules.flush_order
    text = (
        _("Five cards of one suit that make no straight.")
        + " "
        + chosen_sentence(examples.rules, "flush_order")
    )
    other_tops = {
        "suit": _("The higher suit wins, though its top card is lower."),
        "top_card": _("The higher top card wins, though its suit is lower."),
        "all_cards": _("The higher top card wins, though its suit is lower."),
    }
    same_tops = {
        "suit": _("The suits are the same, so the higher top card wins."),
        "top_card": _("The top cards are of one rank, so the higher suit wins."),
        "all_cards": _("The top cards are of one rank, so the second highest decide."),
    }
    shown = examples.ranked(
        other_tops[order], examples.of("Ka Ta 8a 5a 3a"), examples.of("Ad Jd 9d 6d 4d")
    )
    same = ("Ka Ta 8a 5a 3a", "Aa Ja 9a 6a 4a") if order == "suit" else _SAME_TOPS
    shown += examples.ranked(same_tops[order], *map(examples.of, same))
    names = {name for together in examples.sequences for name in together}
    loose = next(name for name in ("A2345", "JQKA2", "KA234") if name not in names)
    shown += examples.combination(
        _("A flush, too: %(sequence)s is no straight here.") % {"sequence": sequence_text(loose)},
        examples.suited(loose, "b"),
    )
    return [Paragraph(text, _("Flushes"), shown)]


def _full_houses(examples: Examples) -> Paragraph:
    text = _(
        "Three cards of one rank and two of another; the rank of the three decides, the pair does"
        " not count."
    )
    shown = examples.ranked("", examples.of("6a 6b 6c 3a 3b"), examples.of("5a 5b 5c Aa Ab"))
    return Paragraph(text, _("Full houses"), shown)


def _fours(examples: Examples) -> list[Paragraph]:
    high, low = examples.of("7a 7b 7c 7d 3a"), examples.of("6a 6b 6c 6d 2a")
    if examples.find(high) is None:
        return []
    text = _(
        "Four cards of one rank and any fifth card; the rank of the four decides, the fifth card"
        " does not count."
    )
    return [Paragraph(text, _("Four of a kind"), examples.ranked("", high, low))]


def _of_two_packs(examples: Examples) -> list[Paragraph]:
    """Return what it means that every card is there twice."""
    if examples.rules.packs == 1:
        return []
    text = _(
        "Every card is there twice, and the two are the same card: neither beats the other, and of"
        " plays that are equal the one that lies there stands. A pair may be two of one card; so"
        " may cards of three or four of a kind, of a full house and of a flush."
    )
    shown = examples.unlike(
        _("Neither of these pairs beats the other."), examples.of("9a 9d"), examples.of("9a 9c")
    )
    paragraphs = [Paragraph(text, _("Two packs"), shown)]
    five = examples.of("4a 4a 4b 4c 4d")
    if examples.find(five) is None:
        return paragraphs
    text = _(
        "Five cards of one rank are above every other combination of five cards; the higher rank"
        " wins."
    )
    if examples.rules.straight_flush_cards == 7:
        text += " " + _("Only a straight flush with its two further cards beats them.")
    shown = examples.ranked("", examples.of("5a 5a 5b 5c 5d"), five, examples.of("Ta Ja Qa Ka Aa"))
    return [*paragraphs, Paragraph(text, _("Five of a kind"), shown)]


def _straight_flushes(examples: Examples) -> Paragraph:
    sequences = examples.sequences
    lowest = examples.suited(sequences[0][-1], "a")
    highest = examples.suited(sequences[-1][-1], "d")
    if examples.find(lowest) is not None:
        text = _("A straight in one suit; they rank among themselves as straights do.")
        if _royal(examples):
            only = _(
                "Only 10-J-Q-K-A of one suit beats a four of a kind, and every other straight"
                " flush too."
            )
            text += " " + unbroken(only)
            highest = _royal(examples)
            lowest = examples.suited("9TJQK", "a")
        shown = examples.ranked("", highest, lowest)
        return Paragraph(text, _("Straight flushes"), shown)
    text = _(
        "A straight in one suit, played together with any two further cards: seven cards. Its five"
        " cards alone are no combination. They rank among themselves as straights do, whatever the"
        " two further cards."
    )
    five = examples.suited("56789", "b")
    seven = five | examples.of("3c Jd")
    shown = examples.combination("", seven)
    shown += examples.no_combination(_("No combination: the two further cards are missing."), five)
    shown += examples.ranked("", examples.suited("6789T", "d") | examples.of("3d 4d"), seven)
    return Paragraph(text, _("Straight flushes"), shown)


def _honours(examples: Examples) -> list[Paragraph]:
    """Return the paragraphs on fours and straight flushes that beat plays of other sizes."""
    two = 1 << examples.top_card()
    four = examples.of("4a 4b 4c 4d 3a")
    if not examples.beats(four, two):
        return []
    seven = examples.suited("56789", "b") | examples.of("3c Jd")
    text = _(
        "Four of a kind with its fifth card, and a straight flush, are honours: they may be laid"
        " on any single card, pair, three of a kind or lower combination of five cards."
    )
    if examples.find(examples.of("5b 5c 5d")) is None:
        text = _(
            "Four of a kind with its fifth card, and a straight flush, are honours: they may be"
            " laid on any single card, pair or lower combination of five cards."
        )
    shown = examples.ranked(_("An honour beats even the highest single card."), four, two)
    shown += examples.ranked("", examples.suited("56789", "b"), examples.of("Aa Ab"))
    if examples.find(seven) is not None:
        text += " " + _(
            "A straight flush with its two cards beats every four of a kind, and is beaten only by"
            " a higher one."
        )
        shown += examples.ranked("", seven, examples.of("2a 2b 2c 2d Ka"))
    return [Paragraph(text, _("Honours"), shown)]


def _demoted(examples: Examples) -> list[Paragraph]:
    if not examples.rules.bomb_demotes_twos:
        return []
    ranks = [RANKS[rank] for rank in examples.ranks(twos_low=True)]
    text = _(
        "Once somebody has played four of a kind, twos are the lowest cards until the deal ends:"
        " from high to low %(ranks)s. Straights keep their order, and so does the score."
    ) % {"ranks": " ".join("10" if rank == "T" else rank for rank in ranks)}
    three, two = examples.of("3d"), examples.of("2a")
    shown = examples.ranked(_("After a four of a kind."), three, two, twos_low=True)
    top = ExamplePlay((examples.top_card(twos_low=True),))
    shown += [Example(_("Now the highest card."), [top], Claim.SHOWN, twos_low=True)]
    return [Paragraph(text, _("Twos demoted"), shown)]
