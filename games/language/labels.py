"""Names of cards, combinations, rules and lengths in the reader's language."""

from collections.abc import Sequence

from django.utils.translation import gettext_noop, ngettext, pgettext, pgettext_lazy

from games.common.languages import cached_by_language
from games.common.languages import gettext as _
from games.rules.cards import RANKS, SUITS, Card, card_name, iter_cards, rank_of
from games.rules.combinations.kinds import DEMOTING, Combination, Kind
from games.rules.combinations.table import classify
from games.rules.deal.actions import Play
from games.rules.ruleset.presets import PRESETS
from games.rules.view import View

# Each table is in the order of the ranks, from 3 to 2. Each has its own context, because many
# languages write the rank's sign in one place and a word in another.
_RANKS_OF_CARDS = (
    "3", "4", "5", "6", "7", "8", "9", "10",
    pgettext_lazy("rank in the name of a card", "jack"),
    pgettext_lazy("rank in the name of a card", "queen"),
    pgettext_lazy("rank in the name of a card", "king"),
    pgettext_lazy("rank in the name of a card", "ace"),
    "2",
)  # fmt: skip
_HIGHEST_RANKS = (
    "3", "4", "5", "6", "7", "8", "9", "10",
    pgettext_lazy("rank in “a king-high straight”", "jack"),
    pgettext_lazy("rank in “a king-high straight”", "queen"),
    pgettext_lazy("rank in “a king-high straight”", "king"),
    pgettext_lazy("rank in “a king-high straight”", "ace"),
    "2",
)  # fmt: skip
_RANKS_IN_COMBINATIONS = (
    pgettext_lazy("rank in “a pair of kings”", "threes"),
    pgettext_lazy("rank in “a pair of kings”", "fours"),
    pgettext_lazy("rank in “a pair of kings”", "fives"),
    pgettext_lazy("rank in “a pair of kings”", "sixes"),
    pgettext_lazy("rank in “a pair of kings”", "sevens"),
    pgettext_lazy("rank in “a pair of kings”", "eights"),
    pgettext_lazy("rank in “a pair of kings”", "nines"),
    pgettext_lazy("rank in “a pair of kings”", "tens"),
    pgettext_lazy("rank in “a pair of kings”", "jacks"),
    pgettext_lazy("rank in “a pair of kings”", "queens"),
    pgettext_lazy("rank in “a pair of kings”", "kings"),
    pgettext_lazy("rank in “a pair of kings”", "aces"),
    pgettext_lazy("rank in “a pair of kings”", "twos"),
)
_RANKS_SINGULAR = (
    pgettext_lazy("rank", "three"), pgettext_lazy("rank", "four"), pgettext_lazy("rank", "five"),
    pgettext_lazy("rank", "six"), pgettext_lazy("rank", "seven"), pgettext_lazy("rank", "eight"),
    pgettext_lazy("rank", "nine"), pgettext_lazy("rank", "ten"), pgettext_lazy("rank", "jack"),
    pgettext_lazy("rank", "queen"), pgettext_lazy("rank", "king"), pgettext_lazy("rank", "ace"),
    pgettext_lazy("rank", "two"),
)  # fmt: skip
_RANKS_PLURAL = (
    pgettext_lazy("rank", "threes"), pgettext_lazy("rank", "fours"), pgettext_lazy("rank", "fives"),
    pgettext_lazy("rank", "sixes"), pgettext_lazy("rank", "sevens"),
    pgettext_lazy("rank", "eights"), pgettext_lazy("rank", "nines"), pgettext_lazy("rank", "tens"),
    pgettext_lazy("rank", "jacks"), pgettext_lazy("rank", "queens"), pgettext_lazy("rank", "kings"),
    pgettext_lazy("rank", "aces"), pgettext_lazy("rank", "twos"),
)  # fmt: skip
_SUIT_NAMES = (
    pgettext_lazy("suit", "diamonds"),
    pgettext_lazy("suit", "clubs"),
    pgettext_lazy("suit", "hearts"),
    pgettext_lazy("suit", "spades"),
)
_KINDS = {
    Kind.SINGLE: gettext_noop("a single card"),
    Kind.PAIR: gettext_noop("a pair"),
    Kind.TRIPLE: gettext_noop("three of a kind"),
    Kind.TWO_PAIRS: gettext_noop("two pairs"),
    Kind.BARE_FOUR: gettext_noop("four of a kind"),
    Kind.STRAIGHT: gettext_noop("a straight"),
    Kind.FLUSH: gettext_noop("a flush"),
    Kind.FULL_HOUSE: gettext_noop("a full house"),
    Kind.FOUR_OF_A_KIND: gettext_noop("four of a kind"),
    Kind.STRAIGHT_FLUSH: gettext_noop("a straight flush"),
    Kind.STRAIGHT_FLUSH_PLUS_TWO: gettext_noop("a straight flush plus two cards"),
    Kind.FIVE_OF_A_KIND: gettext_noop("five of a kind"),
}


def rank_sign(card: Card) -> str:
    """Return the rank as printed in the card's corner: "10", "Q", "2"."""
    rank = RANKS[card // 4]
    return "10" if rank == "T" else rank


def suit_letter(card: Card) -> str:
    """Return the suit's letter in the notation: "D", "C", "H" or "S"."""
    return SUITS[card % 4]


@cached_by_language(200)
def card_label(card: Card) -> str:
    """Return the card's name: "queen of hearts", "10 of spades"."""
    return pgettext("card", "%(rank)s of %(suit)s") % {
        "rank": _RANKS_OF_CARDS[card // 4],
        "suit": _SUIT_NAMES[card % 4],
    }


@cached_by_language(100)
def singular(rank: int) -> str:
    """Return the name of a rank, an index of `RANKS`, as a noun: "nine"."""
    return str(_RANKS_SINGULAR[rank])


@cached_by_language(100)
def plural(rank: int) -> str:
    """Return the name of a rank, an index of `RANKS`, as a plural noun: "nines"."""
    return str(_RANKS_PLURAL[rank])


def kind_label(kind: Kind | str) -> str:
    """Return the kind of combination, with its article: "a straight"."""
    return _(_KINDS[Kind(kind)])


@cached_by_language(4000)
def combination_label(combination: Combination) -> str:
    """Return the combination, with its article: "a pair of nines", "a 9-high straight".

    A single card is "the 3 of diamonds": a name that screen readers can say.
    """
    rank = combination.rank
    words = {"ranks": _RANKS_IN_COMBINATIONS[rank], "rank": _HIGHEST_RANKS[rank]}
    # English says "an 8-high straight" and "an ace-high straight".
    begins_with_vowel = RANKS[rank] in "8A"
    match combination.kind:
        case Kind.SINGLE:
            return pgettext("play", "the %(card)s") % {"card": card_label(combination.top)}
        case Kind.PAIR:
            return _("a pair of %(ranks)s") % words
        case Kind.TRIPLE:
            return _("three %(ranks)s") % words
        case Kind.TWO_PAIRS:
            words["lower"] = _RANKS_IN_COMBINATIONS[_other_rank(combination)]
            return _("two pairs, %(ranks)s and %(lower)s") % words
        case Kind.BARE_FOUR:
            return _("four %(ranks)s") % words
        case Kind.STRAIGHT:
            if begins_with_vowel:
                return pgettext("before 8 or ace", "an %(rank)s-high straight") % words
            return _("a %(rank)s-high straight") % words
        case Kind.FLUSH:
            if begins_with_vowel:
                return pgettext("before 8 or ace", "an %(rank)s-high flush") % words
            return _("a %(rank)s-high flush") % words
        case Kind.FULL_HOUSE:
            words["pair"] = _RANKS_IN_COMBINATIONS[_other_rank(combination)]
            return _("a full house, %(ranks)s over %(pair)s") % words
        case Kind.FOUR_OF_A_KIND:
            return pgettext("with a fifth card", "four %(ranks)s") % words
        case Kind.STRAIGHT_FLUSH:
            if begins_with_vowel:
                return pgettext("before 8 or ace", "an %(rank)s-high straight flush") % words
            return _("a %(rank)s-high straight flush") % words
        case Kind.STRAIGHT_FLUSH_PLUS_TWO:
            if begins_with_vowel:
                return (
                    pgettext("before 8 or ace", "an %(rank)s-high straight flush plus two cards")
                    % words
                )
            return _("a %(rank)s-high straight flush plus two cards") % words
        case Kind.FIVE_OF_A_KIND:
            return _("five %(ranks)s") % words


def _other_rank(play: Combination) -> int:
    """Return the rank that doesn't name a full house or two pairs: that of its (lower) pair."""
    return next(rank for card in iter_cards(play.cards) if (rank := rank_of(card)) != play.rank)


def plays(view: View, earlier_plays: Sequence[Combination | None] = ()) -> list[Combination | None]:
    """Return the combination of each play of the history as it ranked then; None for other actions.

    :param earlier_plays: the results for its first actions, if known
    """
    found = list(earlier_plays)
    demotes = view.rules.bomb_demotes_twos
    twos_low = demotes and any(play is not None and play.kind in DEMOTING for play in found)
    for action in view.history[len(found) :]:
        play = classify(view.rules, action.cards, twos_low) if isinstance(action, Play) else None
        found.append(play)
        if play and play.kind in DEMOTING:
            twos_low = demotes
    return found


def card_code(card: Card) -> str:
    """Return the card's code in the notation: "QH"."""
    return card_name(card)


def rules_label(name: str) -> str:
    """Return a preset's title, or the name of house rules."""
    return _(PRESETS[name].title) if name in PRESETS else name


def deals_label(count: int) -> str:
    """Return "5 deals"."""
    return ngettext("%(count)d deal", "%(count)d deals", count) % {"count": count}


def length_label(deals: int, target: int | None) -> str:
    """Return "5 deals" or, with a target, "5 deals, or until someone reaches ±50 points"."""
    if target is None:
        return deals_label(deals)
    return ngettext(
        "%(count)d deal, or until someone reaches ±%(target)d points",
        "%(count)d deals, or until someone reaches ±%(target)d points",
        deals,
    ) % {"count": deals, "target": target}
