"""The chapter on combinations: what can be played together, and what beats what."""

from collections.abc import Iterable
from itertools import pairwise

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.common import numbers
from games.common.languages import paragraph
from games.language import labels
from games.rulebook.prose.examples import Examples
from games.rulebook.prose.option_text import chosen_sentence
from games.rulebook.prose.parts import Chapter, Claim, Example, ExamplePlay, Paragraph
from games.rulebook.prose.sequences import sequence_text, unbroken
from games.rules.cards import RANKS, Cards, suit_of
from games.rules.combinations.kinds import Kind

#: Two flushes whose top cards have the same rank.
_SAME_TOPS = ("Aa Ta 7a 5a 3a", "Ad Kd 8d 5d 3d")


def combinations_chapter(examples: Examples) -> Chapter:
    """Return the chapter on combinations."""
    paragraphs = [
        _order(examples),
        _singles_and_pairs(examples),
        *_triples(examples),
        *_two_pairs(examples),
        *_bare_fours(examples),
    ]
    paragraphs += [
        _five_card_kinds(examples),
        *_kinds_that_beat_all_lower(examples),
        _straights(examples),
        _equal_straights(examples),
    ]
    paragraphs += [*_flushes(examples), _full_houses(examples), *_fours(examples)]
    paragraphs += [_straight_flushes(examples), *_two_packs(examples)]
    paragraphs += [*_bombs(examples), *_low_twos(examples)]
    return Chapter("combinations", _("Combinations"), paragraphs)


def _order(examples: Examples) -> Paragraph:
    """Return the paragraph on the order of ranks and suits."""
    text = paragraph(
        _("Cards rank, from high to low: %(ranks)s.") % {"ranks": _rank_signs(examples.ranks())},
        _("Between two cards of the same rank, the higher suit wins."),
        _("Suits rank, from high to low: %(suits)s.")
        % {"suits": numbers.listed([_suit_name(suit_of(suit)) for suit in examples.suits])},
    )
    shown = examples.ranked(
        _("Compare ranks first, then suits."), *map(examples.of, ("2d", "Aa", "9a", "9d"))
    )
    return Paragraph(text, _("Order of the cards"), shown)


def _rank_signs(ranks: Iterable[int]) -> str:
    """Return the ranks as they are printed on the cards: "A K Q J 10"."""
    return " ".join("10" if RANKS[rank] == "T" else RANKS[rank] for rank in ranks)


def _suit_name(suit: int) -> str:
    """Return the name of a suit in the reader's language."""
    return (
        pgettext("suit", "diamonds"),
        pgettext("suit", "clubs"),
        pgettext("suit", "hearts"),
        pgettext("suit", "spades"),
    )[suit]


def _singles_and_pairs(examples: Examples) -> Paragraph:
    """Return the paragraph on singles and pairs."""
    text = paragraph(
        _("A single is one card. A pair is two cards of the same rank."),
        _(
            "The higher rank wins. Between two pairs of the same rank, the pair with the card of"
            " the highest suit wins."
        ),
    )
    shown = examples.ranked(
        _("The ranks are the same, so the highest suit decides."),
        examples.of("Ta Td"),
        examples.of("Tb Tc"),
    )
    return Paragraph(text, _("Singles and pairs"), shown)


def _triples(examples: Examples) -> list[Paragraph]:
    """Return the paragraph on three of a kind."""
    triple = examples.of("5b 5c 5d")
    if examples.find(triple) is None:
        text = _("You can’t play three of a kind on its own, only as part of a full house.")
        return [Paragraph(text, _("Three of a kind"), examples.no_combination("", triple))]
    text = _("Three of a kind is three cards of the same rank. The higher rank wins.")
    shown = examples.ranked("", triple, examples.of("4a 4b 4c"))
    return [Paragraph(text, _("Three of a kind"), shown)]


def _two_pairs(examples: Examples) -> list[Paragraph]:
    """Return the paragraph on two pairs as a play of four cards, if the rules allow it."""
    if examples.find(examples.of("9a 9d 4a 4b")) is None:
        return []
    text = paragraph(
        _("You can play two pairs of different ranks together, as four cards."),
        _("The higher pair decides. The lower pair doesn’t count."),
        _("Two pairs don’t beat a single pair."),
    )
    shown = examples.ranked(
        _("The nines are higher than the eights, whatever the other pair is."),
        examples.of("9a 9d 4a 4b"),
        examples.of("8a 8b 7c 7d"),
    )
    shown += examples.ranked(
        _("Both have nines, so the highest suit of the nines decides."),
        examples.of("9a 9d 3c 3d"),
        examples.of("9b 9c 8a 8b"),
    )
    return [Paragraph(text, _("Two pairs"), shown)]


def _bare_fours(examples: Examples) -> list[Paragraph]:
    """Return the paragraph on four of a kind without a fifth card, if it can be played."""
    high, low = examples.of("8a 8b 8c 8d"), examples.of("6a 6b 6c 6d")
    if examples.find(high) is None:
        return []
    shown = examples.ranked("", high, low)
    five = examples.of("4a 4b 4c 4d 3a")
    if examples.find(five) is None:
        text = _(
            "You play four of a kind without a fifth card. It beats only a lower four of a kind."
        )
        if examples.rules.two_pairs:
            text = _(
                "You play four of a kind without a fifth card. It beats only two pairs, whatever"
                " their ranks, and a lower four of a kind."
            )
            shown += examples.ranked("", low, examples.of("2a 2b Aa Ab"))
        return [Paragraph(text, pgettext("four cards alone", "Four of a kind"), shown)]
    sentences = [
        _(
            "You can play four of a kind without a fifth card. It then beats only two pairs,"
            " whatever their ranks, and a lower four of a kind without a fifth card."
        )
        if examples.rules.two_pairs
        else _(
            "You can play four of a kind without a fifth card. It then beats only a lower four of a"
            " kind without a fifth card."
        ),
        _("With a fifth card, four of a kind is a five-card combination (see below)."),
    ]
    if examples.beats(five, high):
        sentences.append(
            _(
                "Four of a kind with a fifth card beats any four of a kind without one,"
                " whatever their ranks."
            )
        )
        shown += examples.ranked("", five, high)
    return [Paragraph(paragraph(*sentences), _("Four of a kind without a fifth card"), shown)]


def _example_of_each_kind(examples: Examples) -> dict[Kind, Cards]:
    """Return one play of each five-card kind that the rules allow."""
    plays = map(
        examples.of,
        ("5a 6b 7a 8c 9a", "Kb Jb 8b 5b 3b", "6a 6b 6c 4a 4b", "5a 5b 5c 5d 9c", "6b 7b 8b 9b Tb"),
    )
    found = (examples.find(cards) for cards in plays)
    return {each.kind: each.cards for each in found if each is not None}


def _royal_flush(examples: Examples) -> Cards:
    """Return 10-J-Q-K-A in one suit if it alone of straight flushes beats a four, or no cards."""
    royal, four, other = map(examples.of, ("Td Jd Qd Kd Ad", "5a 5b 5c 5d 9c", "9a Ta Ja Qa Ka"))
    return royal if examples.beats(royal, four) and examples.beats(four, other) else 0


def _five_card_kinds(examples: Examples) -> Paragraph:
    """Return the paragraph on the five-card kinds and their order."""
    kinds = _example_of_each_kind(examples)
    if not examples.beats(kinds[Kind.FULL_HOUSE], kinds[Kind.STRAIGHT]):
        text = paragraph(
            _("You can play these five-card combinations: %(kinds)s.")
            % {"kinds": numbers.listed([labels.kind_label(kind) for kind in kinds])},
            _(
                "Each kind beats only lower combinations of the same kind, except as"
                " described below."
            ),
        )
        shown = examples.incomparable(
            _("Neither kind beats the other."), kinds[Kind.FULL_HOUSE], kinds[Kind.STRAIGHT]
        )
        return Paragraph(text, _("Five cards"), shown)
    royal = _royal_flush(examples)
    plays = [*kinds.values(), *([royal] if royal else [])]
    shown = examples.ranked(
        _("A higher type of combination beats a lower type, whatever its cards."), *plays
    )
    order = [examples.find(play.as_set) for play in reversed(shown[0].plays)] if shown else []
    names = [
        unbroken(_("10-J-Q-K-A in one suit"))
        if found.cards == royal
        else labels.kind_label(found.kind)
        for found in order
        if found is not None
    ]
    text = _("From low to high, the five-card combinations are %(kinds)s.") % {
        "kinds": numbers.listed(names)
    }
    return Paragraph(text, _("Five cards"), shown)


def _kinds_that_beat_all_lower(examples: Examples) -> list[Paragraph]:
    """Return the paragraph on kinds that beat every lower one, if others don't; otherwise none."""
    kinds = _example_of_each_kind(examples)
    if examples.beats(kinds[Kind.FULL_HOUSE], kinds[Kind.STRAIGHT]):
        return []
    strong = [
        kind
        for kind in (Kind.FOUR_OF_A_KIND, Kind.STRAIGHT_FLUSH)
        if kind in kinds and examples.beats(kinds[kind], kinds[Kind.STRAIGHT])
    ]
    if not strong:
        return []
    if len(strong) == 2:
        text = _(
            "The exceptions are four of a kind and straight flushes. They also beat every lower"
            " kind of five-card combination."
        )
    elif strong[0] is Kind.FOUR_OF_A_KIND:
        text = _(
            "The exception is four of a kind. It also beats every lower kind of five-card"
            " combination."
        )
    else:
        text = _(
            "The exception is a straight flush. It also beats every lower kind of"
            " five-card combination."
        )
    plays = [*(kinds[kind] for kind in strong), kinds[Kind.FULL_HOUSE]]
    royal = _royal_flush(examples)
    shown = examples.ranked("", *([royal] if royal else []), *plays)
    return [Paragraph(text, examples=shown)]


def _straights(examples: Examples) -> Paragraph:
    """Return the paragraph on straights and their order."""
    order = examples.sequences
    lowest, highest = order[0][-1], order[-1][-1]
    text = paragraph(
        _("A straight is five cards in sequence."),
        _("From low to high, the straights are %(sequences)s.")
        % {"sequences": _abridged_sequences(order)},
    )
    plays = [examples.straight(highest), examples.straight(order[-2][-1])]
    plays += [examples.straight("34567"), examples.straight(lowest)]
    shown = examples.ranked(_("These are the straights from high to low."), *dict.fromkeys(plays))
    names = {name for together in order for name in together}
    without = [name for name in ("A2345", "23456", "JQKA2", "KA234") if name not in names]
    shown += examples.no_combination(
        _("These aren’t straights in this game."), *(examples.straight(name) for name in without)
    )
    return Paragraph(text, _("Straights"), shown)


def _abridged_sequences(order: list[list[str]]) -> str:
    """Return the sequences from low to high as text: "3-4-5-6-7 < … < 10-J-Q-K-A".

    Equal sequences are joined by "=". Of a run of four or more sequences that rises by one rank,
    only the first and the last are written.
    """

    def is_next_rank(names: list[str], next_names: list[str]) -> bool:
        """Return whether the second place starts with the rank after that of the first."""
        places = RANKS.find(names[0]), RANKS.find(next_names[0])
        return min(places) >= 0 and places[1] == places[0] + 1

    runs: list[list[list[str]]] = [[order[0]]]
    for place, next_place in pairwise(order):
        if is_next_rank(place, next_place):
            runs[-1].append(next_place)
        else:
            runs.append([next_place])
    texts: list[str] = []
    for run in runs:
        names = [" = ".join(map(sequence_text, together)) for together in run]
        texts += names if len(names) < 4 else [names[0], "…", names[-1]]
    return " < ".join(texts)


def _equal_straights(examples: Examples) -> Paragraph:
    """Return the paragraph on what decides between straights of the same ranks."""
    names = [name for together in examples.sequences for name in together]
    # Sequences decided by the two instead of their last card as written.
    by_two = [name for name in names if examples.decider(name) == "2" != name[-1]]
    sentences = [
        _(
            "If two straights have the same ranks, the suit of the last card (as written above)"
            " decides."
        )
    ]
    if by_two:
        sentences.append(
            _("In %(sequences)s, the suit of the two decides.")
            % {"sequences": numbers.listed([sequence_text(name) for name in by_two])}
        )
    shown: list[Example] = []
    for name in dict.fromkeys(("TJQKA", *by_two)):
        rank = examples.decider(name)
        caption = (
            _("The suit of the two decides.") if rank == "2" else _("The suit of the ace decides.")
        )
        plays = [_straight_with_decider(examples, name, rank, suit) for suit in "ac"]
        shown += examples.ranked(caption, *plays)
    for together in examples.sequences:
        if len(together) > 1:
            sentences.append(
                _(
                    "%(sequences)s rank equally, so the straight with the two in the higher suit"
                    " wins."
                )
                % {"sequences": numbers.listed([sequence_text(name) for name in together])}
            )
            plays = [
                _straight_with_decider(examples, name, examples.decider(name), suit)
                for name, suit in zip(sorted(together), "bd", strict=False)
            ]
            shown += examples.ranked(
                _("The higher two wins, whatever the other cards are."), *plays
            )
    return Paragraph(paragraph(*sentences), _("Equal straights"), shown)


def _straight_with_decider(examples: Examples, sequence: str, rank: str, suit: str) -> Cards:
    """Return a straight with `rank` in `suit`; its other cards alternate two other suits."""
    others = [each for each in sequence if each != rank]
    written = [each + place for each, place in zip(others, "bdbd", strict=True)]
    return examples.of(" ".join([*written, rank + suit]))


def _flushes(examples: Examples) -> list[Paragraph]:
    """Return the paragraph on flushes, or on their absence."""
    if examples.find(examples.of("Kb Jb 8b 5b 3b")) is None:
        text = (
            _("Five cards of one suit aren’t a combination.")
            if examples.rules.straight_flush_cards == 7
            else _("Five cards of one suit aren’t a combination unless they’re a straight flush.")
        )
        shown = examples.no_combination("", examples.of("Kb Jb 8b 5b 3b"))
        return [Paragraph(text, _("No flushes"), shown)]
    order = examples.rules.flush_order
    text = paragraph(
        _("A flush is five cards of one suit that aren’t a straight."),
        chosen_sentence(examples.rules, "flush_order"),
    )
    other_tops = {
        "suit": _("The higher suit wins, even though its top card is lower."),
        "top_card": _("The higher top card wins, even though its suit is lower."),
        "all_cards": _("The higher top card wins, even though its suit is lower."),
    }
    same_tops = {
        "suit": _("The suits are the same, so the higher top card wins."),
        "top_card": _("The top cards have the same rank, so the higher suit wins."),
        "all_cards": _("The top cards have the same rank, so the second-highest cards decide."),
    }
    shown = examples.ranked(
        other_tops[order], examples.of("Ka Ta 8a 5a 3a"), examples.of("Ad Jd 9d 6d 4d")
    )
    same = ("Ka Ta 8a 5a 3a", "Aa Ja 9a 6a 4a") if order == "suit" else _SAME_TOPS
    shown += examples.ranked(same_tops[order], *map(examples.of, same))
    names = {name for together in examples.sequences for name in together}
    loose = next(name for name in ("A2345", "JQKA2", "KA234") if name not in names)
    caption = _("This is only a flush: %(sequence)s doesn’t count as a straight.")
    shown += examples.combination(
        caption % {"sequence": sequence_text(loose)}, examples.suited(loose, "b")
    )
    return [Paragraph(text, _("Flushes"), shown)]


def _full_houses(examples: Examples) -> Paragraph:
    """Return the paragraph on full houses."""
    text = _(
        "A full house is three of a kind and a pair. The rank of the three decides; the pair"
        " doesn’t count."
    )
    shown = examples.ranked("", examples.of("6a 6b 6c 3a 3b"), examples.of("5a 5b 5c Aa Ab"))
    return Paragraph(text, _("Full houses"), shown)


def _fours(examples: Examples) -> list[Paragraph]:
    """Return the paragraph on four of a kind with a fifth card, if it can be played."""
    high, low = examples.of("7a 7b 7c 7d 3a"), examples.of("6a 6b 6c 6d 2a")
    if examples.find(high) is None:
        return []
    text = _(
        "Four of a kind is four cards of one rank and any fifth card. The rank of the four"
        " decides; the fifth card doesn’t count."
    )
    return [
        Paragraph(
            text, pgettext("with a fifth card", "Four of a kind"), examples.ranked("", high, low)
        )
    ]


def _two_packs(examples: Examples) -> list[Paragraph]:
    """Return the paragraphs on equal cards and five of a kind; none with one pack."""
    if examples.rules.packs == 1:
        return []
    text = paragraph(
        _("There are two copies of every card. They’re equal, so neither beats the other."),
        _("If two plays are equal, the one already on the table wins."),
        _(
            "A pair can be two copies of the same card. Three or four of a kind, full houses and"
            " flushes can contain copies too."
        ),
    )
    shown = examples.incomparable(
        _("Neither of these pairs beats the other."), examples.of("9a 9d"), examples.of("9a 9c")
    )
    paragraphs = [Paragraph(text, _("Two packs"), shown)]
    five = _five_of_a_kind(examples)
    if not five:
        return paragraphs
    sentences = [
        _(
            "Five of a kind beats every other five-card combination. Between two of them, the"
            " higher rank wins."
        )
    ]
    if examples.rules.straight_flush_cards == 7:
        sentences.append(
            _(
                "Only a higher five of a kind or a straight flush with its two extra cards beats"
                " five of a kind."
            )
        )
    shown = examples.ranked("", examples.of("5a 5a 5b 5c 5d"), five, examples.of("Ta Ja Qa Ka Aa"))
    return [*paragraphs, Paragraph(paragraph(*sentences), _("Five of a kind"), shown)]


def _five_of_a_kind(examples: Examples) -> Cards:
    """Return five fours if the rules allow five of a kind, or no cards."""
    if examples.rules.packs == 1:
        return 0
    five = examples.of("4a 4a 4b 4c 4d")
    return five if examples.find(five) else 0


def _straight_flushes(examples: Examples) -> Paragraph:
    """Return the paragraph on straight flushes."""
    sequences = examples.sequences
    lowest = examples.suited(sequences[0][-1], "a")
    highest = examples.suited(sequences[-1][-1], "d")
    if examples.find(lowest) is not None:
        sentences = [
            _("A straight flush is a straight in one suit. Straight flushes rank like straights.")
        ]
        if _royal_flush(examples):
            only = _(
                "The only straight flush that beats four of a kind is 10-J-Q-K-A. It also beats"
                " every other straight flush."
            )
            sentences.append(unbroken(only))
            highest = _royal_flush(examples)
            lowest = examples.suited("9TJQK", "a")
        shown = examples.ranked("", highest, lowest)
        return Paragraph(paragraph(*sentences), _("Straight flushes"), shown)
    text = paragraph(
        _(
            "A straight flush is a straight in one suit. You play it together with any two extra"
            " cards, seven cards in all. The five cards alone aren’t a combination."
        ),
        _("Straight flushes rank like straights. The two extra cards don’t count."),
    )
    five = examples.suited("56789", "b")
    seven = five | examples.of("3c Jd")
    shown = examples.combination("", seven)
    shown += examples.no_combination(
        _("This isn’t a combination: the two extra cards are missing."), five
    )
    shown += examples.ranked("", examples.suited("6789T", "d") | examples.of("3d 4d"), seven)
    return Paragraph(text, _("Straight flushes"), shown)


def _bombs(examples: Examples) -> list[Paragraph]:
    """Return the paragraphs on combinations that beat plays of other sizes (option `honours`)."""
    two = 1 << examples.top_card()
    four = examples.of("4a 4b 4c 4d 3a")
    if not examples.beats(four, two):
        return []
    seven = examples.suited("56789", "b") | examples.of("3c Jd")
    sentences = [
        _(
            "Four of a kind with its fifth card is a bomb, and so are a straight flush and five"
            " of a kind."
        )
        if _five_of_a_kind(examples)
        else _("Four of a kind with its fifth card is a bomb, and so is a straight flush."),
        _("A bomb beats any combination that isn’t a bomb, whatever its size, and any lower bomb."),
    ]
    shown = examples.ranked(_("A bomb beats even the highest single card."), four, two)
    shown += examples.ranked("", examples.suited("56789", "b"), examples.of("Aa Ab"))
    if examples.find(seven) is not None:
        sentences.append(
            _(
                "A straight flush with its two extra cards beats every four of a kind. Only a"
                " higher straight flush beats it."
            )
        )
        shown += examples.ranked("", seven, examples.of("2a 2b 2c 2d Ka"))
    return [Paragraph(paragraph(*sentences), _("Bombs"), shown)]


def _low_twos(examples: Examples) -> list[Paragraph]:
    """Return the paragraph on twos that four of a kind demotes, if the rules demote them."""
    if not examples.rules.bomb_demotes_twos:
        return []
    text = paragraph(
        _(
            "Once a player has played four or five of a kind, twos are the lowest cards until the"
            " deal ends."
        )
        if _five_of_a_kind(examples)
        else _(
            "Once a player has played four of a kind, twos are the lowest cards until the deal"
            " ends."
        ),
        _("From then on, cards rank %(ranks)s from high to low.")
        % {"ranks": _rank_signs(examples.ranks(twos_low=True))},
        _("The order of straights and the scoring don’t change."),
    )
    three, two = examples.of("3d"), examples.of("2a")
    shown = examples.ranked(
        _("After four of a kind, even a three beats a two."), three, two, twos_low=True
    )
    top = ExamplePlay((examples.top_card(twos_low=True),))
    shown += [Example(_("This is now the highest card."), [top], Claim.SHOWN, twos_low=True)]
    return [Paragraph(text, _("Low twos"), shown)]
