"""Names of cards, combinations, rules and lengths in the reader's language."""

from collections.abc import Sequence

from django.utils.translation import ngettext, npgettext, pgettext, pgettext_lazy

from games.common.languages import cached_by_language, reader_language
from games.common.languages import gettext as _
from games.common.numbers import listed
from games.language import english
from games.rules.cards import RANKS, SUITS, Card, card_name, iter_cards, rank_of
from games.rules.combinations.kinds import DEMOTING, Combination, Kind
from games.rules.combinations.table import classify
from games.rules.deal.actions import Play
from games.rules.ruleset.presets import PRESETS
from games.rules.view import View

# In the order of the ranks, from 3 to 2.
_RANKS_OF_CARDS = (
    "3", "4", "5", "6", "7", "8", "9", "10",
    pgettext_lazy("rank in the name of a card", "jack"),
    pgettext_lazy("rank in the name of a card", "queen"),
    pgettext_lazy("rank in the name of a card", "king"),
    pgettext_lazy("rank in the name of a card", "ace"),
    pgettext_lazy("rank in the name of a card", "2"),
)  # fmt: skip
# In the order of the suits, from diamonds to spades.
_CARDS = (
    pgettext_lazy("card", "%(rank)s of diamonds"),
    pgettext_lazy("card", "%(rank)s of clubs"),
    pgettext_lazy("card", "%(rank)s of hearts"),
    pgettext_lazy("card", "%(rank)s of spades"),
)
_KINDS = {
    Kind.SINGLE: pgettext_lazy("kind of combination, in a sentence", "a single card"),
    Kind.PAIR: pgettext_lazy("kind of combination, in a sentence", "a pair"),
    Kind.TRIPLE: pgettext_lazy("kind of combination, in a sentence", "three of a kind"),
    Kind.TWO_PAIRS: pgettext_lazy("kind of combination, in a sentence", "two pairs"),
    Kind.BARE_FOUR: pgettext_lazy("four cards alone, in a sentence", "four of a kind"),
    Kind.STRAIGHT: pgettext_lazy("kind of combination, in a sentence", "a straight"),
    Kind.FLUSH: pgettext_lazy("kind of combination, in a sentence", "a flush"),
    Kind.FULL_HOUSE: pgettext_lazy("kind of combination, in a sentence", "a full house"),
    Kind.FOUR_OF_A_KIND: pgettext_lazy("with a fifth card, in a sentence", "four of a kind"),
    Kind.STRAIGHT_FLUSH: pgettext_lazy("kind of combination, in a sentence", "a straight flush"),
    Kind.STRAIGHT_FLUSH_PLUS_TWO: pgettext_lazy(
        "kind of combination, in a sentence", "a straight flush plus two cards"
    ),
    Kind.FIVE_OF_A_KIND: pgettext_lazy("kind of combination, in a sentence", "five of a kind"),
}
# Ranks are signs: 3 to 10, J, Q, K, A or 2. English has its own function, with ranks as nouns.
_COMBINATIONS = {
    Kind.PAIR: pgettext_lazy("a play; the rank is a sign", "a pair of %(rank)s"),
    Kind.TRIPLE: pgettext_lazy("a play; the rank is a sign", "three %(rank)s"),
    Kind.TWO_PAIRS: pgettext_lazy(
        "a play; the ranks are signs", "two pairs, %(rank)s and %(other)s"
    ),
    Kind.BARE_FOUR: pgettext_lazy("four cards alone; the rank is a sign", "four %(rank)s"),
    Kind.STRAIGHT: pgettext_lazy("a play; the rank is a sign", "a straight to %(rank)s"),
    Kind.FLUSH: pgettext_lazy("a play; the rank is a sign", "a flush, highest %(rank)s"),
    Kind.FULL_HOUSE: pgettext_lazy(
        "a play; the ranks are signs", "a full house, %(rank)s over %(other)s"
    ),
    Kind.FOUR_OF_A_KIND: pgettext_lazy("with a fifth card; the rank is a sign", "four %(rank)s"),
    Kind.STRAIGHT_FLUSH: pgettext_lazy(
        "a play; the rank is a sign", "a straight flush to %(rank)s"
    ),
    Kind.STRAIGHT_FLUSH_PLUS_TWO: pgettext_lazy(
        "a play; the rank is a sign", "a straight flush to %(rank)s plus two cards"
    ),
    Kind.FIVE_OF_A_KIND: pgettext_lazy("a play; the rank is a sign", "five %(rank)s"),
}


def rank_sign(card: Card) -> str:
    """Return the rank as printed in the card's corner: "10", "Q", "2"."""
    return _sign(rank_of(card))


def suit_letter(card: Card) -> str:
    """Return the suit's letter in the notation: "D", "C", "H" or "S"."""
    return SUITS[card % 4]


@cached_by_language(200)
def card_label(card: Card) -> str:
    """Return the card's name: "queen of hearts", "10 of spades"."""
    return str(_CARDS[card % 4]) % {"rank": _RANKS_OF_CARDS[card // 4]}


@cached_by_language(50)
def kind_label(kind: Kind | str) -> str:
    """Return the kind of combination, with its article: "a straight"."""
    return str(_KINDS[Kind(kind)])


@cached_by_language(4000)
def combination_label(combination: Combination) -> str:
    """Return the combination, with its article: "a pair of nines", "a 9-high straight".

    A single card is "the 3 of diamonds": a name that screen readers can say.
    """
    kind, rank = combination.kind, combination.rank
    if kind is Kind.SINGLE:
        return pgettext("play", "the %(card)s") % {"card": card_label(combination.top)}
    other = _other_rank(combination) if kind in (Kind.TWO_PAIRS, Kind.FULL_HOUSE) else rank
    if (reader_language() or "en").partition("-")[0] == "en":
        return english.combination(kind, rank, other)
    return str(_COMBINATIONS[kind]) % {"rank": _sign(rank), "other": _sign(other)}


def _sign(rank: int) -> str:
    """Return a rank, an index of `RANKS`, as printed in a card's corner: "10", "Q", "2"."""
    return "10" if RANKS[rank] == "T" else RANKS[rank]


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


def game_label(deals: int | None, names: Sequence[str]) -> str:
    """Return "5 deals with Mei and Ada", or "A game with Mei" if the number of deals is unknown.

    :param names: at least one name
    """
    words = {"count": deals, "names": listed(names)}
    if deals is None:
        if len(names) == 1:
            return pgettext("one player", "A game with %(names)s") % words
        return pgettext("several players", "A game with %(names)s") % words
    if len(names) == 1:
        said = npgettext(
            "one player", "%(count)d deal with %(names)s", "%(count)d deals with %(names)s", deals
        )
    else:
        said = npgettext(
            "several players",
            "%(count)d deal with %(names)s",
            "%(count)d deals with %(names)s",
            deals,
        )
    return said % words


def length_label(deals: int, target: int | None) -> str:
    """Return "5 deals" or, with a target, "5 deals, or until someone reaches ±50 points"."""
    if target is None:
        return deals_label(deals)
    return ngettext(
        "%(count)d deal, or until someone reaches ±%(target)d points",
        "%(count)d deals, or until someone reaches ±%(target)d points",
        deals,
    ) % {"count": deals, "target": target}
