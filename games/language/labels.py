"""The game in words: cards, combinations and actions in the reader's language."""

from collections.abc import Sequence

from django.utils.translation import gettext_noop, ngettext, pgettext

from games.common.languages import cached_by_language
from games.common.languages import gettext as _
from games.rules.cards import RANKS, SUITS, Card, Cards, card_name, iter_cards
from games.rules.combinations import DEMOTING, Combination, Kind, classify
from games.rules.deal import Play
from games.rules.ruleset import PRESETS
from games.rules.view import View

_RANK_NAMES = (
    "3", "4", "5", "6", "7", "8", "9", "10",
    gettext_noop("Jack"), gettext_noop("Queen"), gettext_noop("King"), gettext_noop("Ace"), "2",
)  # fmt: skip
_RANKS_SINGULAR = (
    gettext_noop("three"), gettext_noop("four"), gettext_noop("five"), gettext_noop("six"),
    gettext_noop("seven"), gettext_noop("eight"), gettext_noop("nine"), gettext_noop("ten"),
    gettext_noop("jack"), gettext_noop("queen"), gettext_noop("king"), gettext_noop("ace"),
    gettext_noop("two"),
)  # fmt: skip
_RANKS_PLURAL = (
    gettext_noop("threes"), gettext_noop("fours"), gettext_noop("fives"), gettext_noop("sixes"),
    gettext_noop("sevens"), gettext_noop("eights"), gettext_noop("nines"), gettext_noop("tens"),
    gettext_noop("jacks"), gettext_noop("queens"), gettext_noop("kings"), gettext_noop("aces"),
    gettext_noop("twos"),
)  # fmt: skip
_SUIT_NAMES = (
    gettext_noop("diamonds"),
    gettext_noop("clubs"),
    gettext_noop("hearts"),
    gettext_noop("spades"),
)
_KINDS = {
    Kind.SINGLE: gettext_noop("a single card"),
    Kind.PAIR: gettext_noop("a pair"),
    Kind.TRIPLE: gettext_noop("three of a kind"),
    Kind.BARE_FOUR: gettext_noop("four of a kind"),
    Kind.STRAIGHT: gettext_noop("a straight"),
    Kind.FLUSH: gettext_noop("a flush"),
    Kind.FULL_HOUSE: gettext_noop("a full house"),
    Kind.FOUR_OF_A_KIND: gettext_noop("four of a kind"),
    Kind.STRAIGHT_FLUSH: gettext_noop("a straight flush"),
    Kind.STRAIGHT_FLUSH_PLUS_TWO: gettext_noop("a straight flush with two more cards"),
    Kind.FIVE_OF_A_KIND: gettext_noop("five of a kind"),
}


def rank_sign(card: Card) -> str:
    """Return what stands in the card's corner: "10", "Q", "2"."""
    rank = RANKS[card // 4]
    return "10" if rank == "T" else rank


def suit_letter(card: Card) -> str:
    """Return the suit's letter in the notation: "D", "C", "H" or "S"."""
    return SUITS[card % 4]


@cached_by_language(200)
def card_label(card: Card) -> str:
    """Return "Queen of hearts" or "10 of spades"."""
    return pgettext("card", "%(rank)s of %(suit)s") % {
        "rank": _(_RANK_NAMES[card // 4]),
        "suit": _(_SUIT_NAMES[card % 4]),
    }


def card_labels(cards: Cards) -> str:
    """Return the cards one after the other: "3 of diamonds, 4 of clubs"."""
    return ", ".join(card_label(card) for card in iter_cards(cards))


@cached_by_language(100)
def singular(rank: int) -> str:
    """Return "nine"."""
    return _(_RANKS_SINGULAR[rank])


@cached_by_language(100)
def plural(rank: int) -> str:
    """Return "nines"."""
    return _(_RANKS_PLURAL[rank])


def kind_label(kind: Kind | str) -> str:
    """Return "a straight"."""
    return _(_KINDS[Kind(kind)])


@cached_by_language(4000)
def combination_label(combination: Combination) -> str:
    """Return what it is called at the table: "pair of nines", "straight to the nine"."""
    rank = combination.rank
    names = {"ranks": plural(rank), "rank": singular(rank)}
    match combination.kind:
        case Kind.SINGLE:
            return card_label(combination.top)
        case Kind.PAIR:
            return _("pair of %(ranks)s") % names
        case Kind.TRIPLE:
            return _("three %(ranks)s") % names
        case Kind.BARE_FOUR:
            return _("four %(ranks)s") % names
        case Kind.STRAIGHT:
            return _("straight to the %(rank)s") % names
        case Kind.FLUSH:
            suit = _(_SUIT_NAMES[combination.top % 4])
            return _("flush of %(suit)s to the %(rank)s") % {**names, "suit": suit}
        case Kind.FULL_HOUSE:
            return _("full house of %(ranks)s") % names
        case Kind.FOUR_OF_A_KIND:
            return _("four %(ranks)s and a fifth card") % names
        case Kind.STRAIGHT_FLUSH:
            suit = _(_SUIT_NAMES[combination.top % 4])
            return _("straight flush of %(suit)s to the %(rank)s") % {**names, "suit": suit}
        case Kind.STRAIGHT_FLUSH_PLUS_TWO:
            return _("straight flush to the %(rank)s and two more cards") % names
        case Kind.FIVE_OF_A_KIND:
            return _("five %(ranks)s") % names


def plays(seen: View, known: Sequence[Combination | None] = ()) -> list[Combination | None]:
    """Return what each play of the history was then; None for other actions.

    :param known: the same of its first actions, as far as they are known
    """
    found = list(known)
    demotes = seen.rules.bomb_demotes_twos
    twos_low = demotes and any(play is not None and play.kind in DEMOTING for play in found)
    for action in seen.history[len(found) :]:
        play = classify(seen.rules, action.cards, twos_low) if isinstance(action, Play) else None
        found.append(play)
        if play and play.kind in DEMOTING:
            twos_low = demotes
    return found


def play_labels(seen: View) -> list[str]:
    """Return what each play of the history was called then; nothing for other actions."""
    return [combination_label(play) if play else "" for play in plays(seen)]


def card_code(card: Card) -> str:
    """Return the card in the notation: "QH"."""
    return card_name(card)


def rules_label(name: str) -> str:
    """Return a preset's name as people know it; of house rules, the name they were given."""
    return _(PRESETS[name].title) if name in PRESETS else name


def deals_label(count: int) -> str:
    """Return "5 deals"."""
    return ngettext("%(count)d deal", "%(count)d deals", count) % {"count": count}


def length_label(deals: int, target: int | None) -> str:
    """Return how long a session is: "5 deals", or "5 deals, or to 50 points"."""
    if target is None:
        return deals_label(deals)
    words = {"deals": deals_label(deals), "target": target}
    return _("%(deals)s, or to %(target)d points") % words
