"""The game in words: cards, combinations and actions in the reader's language."""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext, pgettext

from games.rules.cards import RANKS, SUITS, Card, Cards, card_name, iter_cards, parse_card
from games.rules.combinations import Combination, Kind
from games.rules.deal import Code, Ending, Refusal, Result
from games.rules.ruleset import PRESETS, RuleSet
from games.rules.scoring import FactorReason, Loss, SeatScore, Transfer

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
}


def rank_sign(card: Card) -> str:
    """What stands in the card's corner: "10", "Q", "2"."""
    rank = RANKS[card // 4]
    return "10" if rank == "T" else rank


def suit_letter(card: Card) -> str:
    """The suit's letter in the notation: "D", "C", "H" or "S"."""
    return SUITS[card % 4]


def card_label(card: Card) -> str:
    """ "Queen of hearts", "10 of spades" """
    return pgettext("card", "%(rank)s of %(suit)s") % {
        "rank": _(_RANK_NAMES[card // 4]),
        "suit": _(_SUIT_NAMES[card % 4]),
    }


def card_labels(cards: Cards) -> str:
    """The cards one after the other: "3 of diamonds, 4 of clubs"."""
    return ", ".join(card_label(card) for card in iter_cards(cards))


def singular(rank: int) -> str:
    """ "nine" """
    return _(_RANKS_SINGULAR[rank])


def plural(rank: int) -> str:
    """ "nines" """
    return _(_RANKS_PLURAL[rank])


def kind_label(kind: Kind | str) -> str:
    """ "a straight" """
    return _(_KINDS[Kind(kind)])


def combination_label(combination: Combination) -> str:
    """What the combination is called at the table: "pair of nines", "straight to the nine"."""
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


def card_code(card: Card) -> str:
    """The card in the notation: "QH"."""
    return card_name(card)


def rules_label(name: str) -> str:
    """The name of a preset as people know it; of house rules, the name they were given."""
    return _(PRESETS[name].title) if name in PRESETS else name


def listed(names: Sequence[str]) -> str:
    """ "Mei, Bruno and Ada" """
    if len(names) < 2:
        return "".join(names)
    return _("%(names)s and %(last)s") % {"names": ", ".join(names[:-1]), "last": names[-1]}


# --- Refusals

_REFUSALS = {
    Code.DEAL_OVER: gettext_noop("The deal is over."),
    Code.NO_SUCH_SEAT: gettext_noop("There is no such seat at this table."),
    Code.UNKNOWN_ACTION: gettext_noop("That cannot be done here."),
    Code.NOT_YOUR_TURN: gettext_noop("Not your turn: it is %(turn)s's."),
    Code.SEAT_OUT: gettext_noop("You have no cards left."),
    Code.EXCHANGE_FIRST: gettext_noop("First %(turn)s has to give a card."),
    Code.LOCKED_OUT: gettext_noop("You passed and are out of this trick."),
    Code.CUT_IN_NOTHING_TO_BEAT: gettext_noop(
        "Not your turn: out of turn you can only beat a play that lies on the table."
    ),
    Code.CUT_IN_OWN_PLAY: gettext_noop("Not your turn: out of turn you cannot beat your own play."),
    Code.NO_CARDS: gettext_noop("Choose the cards to play first."),
    Code.UNKNOWN_CARDS: gettext_noop("Those are no cards of this pack."),
    Code.NOT_HELD: gettext_noop("You do not hold the %(cards)s."),
    Code.NO_COMBINATION: gettext_noop("These cards are no combination."),
    Code.TRIPLES_EXCLUDED: gettext_noop("At this table three of a rank cannot be played alone."),
    Code.FLUSHES_EXCLUDED: gettext_noop("At this table flushes cannot be played."),
    Code.SEQUENCE_EXCLUDED: gettext_noop("At this table %(ranks)s is no straight."),
    Code.FOUR_NEEDS_FIFTH: gettext_noop("Four of a kind is played with a fifth card."),
    Code.FOUR_IS_BARE: gettext_noop("At this table four of a kind is played without a fifth card."),
    Code.STRAIGHT_FLUSH_NEEDS_TWO: gettext_noop(
        "At this table a straight flush is played with two more cards."
    ),
    Code.MUST_INCLUDE: gettext_noop("The first play must contain the %(card)s."),
    Code.KIND_TOO_LOW: gettext_noop("%(kind)s cannot beat %(over)s."),
    Code.KIND_DIFFERS: gettext_noop("At this table %(kind)s cannot beat %(over)s."),
    Code.TOO_LOW: gettext_noop("That is too low: it takes a higher one."),
    Code.LAST_TOP_CARD: gettext_noop("The %(card)s cannot be your last card."),
    Code.LAST_TWO: gettext_noop("A two cannot be your last card."),
    Code.LAST_PAIR_OF_TWOS: gettext_noop("A pair of twos cannot be your last play."),
    Code.GUARD_PLAY: gettext_noop(
        "%(next)s has one card: if you play a single card, it must be your %(card)s."
    ),
    Code.GUARD_MUST_BEAT: gettext_noop(
        "%(next)s has one card, and your %(card)s beats: you cannot pass."
    ),
    Code.MUST_LEAD: gettext_noop("You lead: you cannot pass."),
    Code.NO_REDEAL: gettext_noop("At this table nobody can ask for a new deal."),
    Code.REDEAL_TOO_LATE: gettext_noop("A new deal can be asked for only before the first play."),
    Code.REDEAL_POINTS: gettext_noop(
        "Your hand has %(points)s points, too many to ask for a new deal."
    ),
    Code.REDEAL_FACES: gettext_noop(
        "Your hand has a picture card, so you cannot ask for a new deal: %(cards)s."
    ),
    Code.NO_EXCHANGE: gettext_noop("There is no card to be given."),
    Code.NOT_YOUR_EXCHANGE: gettext_noop("It is %(turn)s who has to give a card."),
}
_SEAT_PARAMS = ("turn", "next")
_KIND_PARAMS = ("kind", "over")


def refusal_sentence(refusal: Refusal, names: Sequence[str]) -> str:
    """Why something cannot be done, in one sentence; ``names`` are those of the seats."""
    words: dict[str, object] = {}
    for key, value in refusal.params.items():
        if key in _SEAT_PARAMS and isinstance(value, int):
            words[key] = names[value]
        elif key in _KIND_PARAMS:
            words[key] = kind_label(str(value))
        elif key == "card":
            words[key] = card_label(parse_card(str(value)))
        elif key == "cards" and isinstance(value, list):
            words[key] = listed([card_label(parse_card(name)) for name in value])
        else:
            words[key] = value
    if refusal.code is Code.WRONG_SIZE:
        needed = int(str(refusal.params["needed"]))
        return ngettext(
            "Play %(needed)d card, as many as the play to beat.",
            "Play %(needed)d cards, as many as the play to beat.",
            needed,
        ) % {"needed": needed}
    sentence = _(_REFUSALS[refusal.code]) % words
    return sentence[:1].upper() + sentence[1:]


# --- How a deal ended


def result_headline(result: Result, names: Sequence[str]) -> str:
    """ "Mei won the deal" """
    if result.winner is None:
        return _("Nobody was allowed to lead: the deal is over")
    if result.ending is Ending.DRAGON:
        return _("%(name)s was dealt a dragon and wins") % {"name": names[result.winner]}
    return _("%(name)s won the deal") % {"name": names[result.winner]}


def result_notes(rules: RuleSet, result: Result, names: Sequence[str]) -> list[str]:
    """What else is to be said of how the deal ended."""
    if result.ending is Ending.DRAGON:
        return [_("A dragon is one card of every rank. Nobody plays against it.")]
    if result.foul is None or result.winner is None:
        return []
    words = {"guard": names[result.foul], "winner": names[result.winner]}
    if rules.guard == "deals_next":
        return [_("%(guard)s let %(winner)s go out, and deals the next deal.") % words]
    return [_("%(guard)s let %(winner)s go out with the last card.") % words]


# --- Scores


def signed(number: int) -> str:
    """ "+5", "−12", "0": with a true minus."""
    if number < 0:
        return f"−{-number}"
    return f"+{number}" if number else "0"


def score_sentences(scored: SeatScore, names: Sequence[str]) -> list[str]:
    """How a seat's points came about, one sentence a step."""
    sentences: list[str] = []
    if scored.place is not None:
        sentences.append(
            _("Out of cards first.")
            if scored.place == 1
            else _("Out of cards as number %(place)d.") % {"place": scored.place}
        )
    if scored.bonus:
        if scored.twos_played:
            sentences.append(
                ngettext(
                    "%(bonus)s, with %(count)d two in the last play.",
                    "%(bonus)s, with %(count)d twos in the last play.",
                    scored.twos_played,
                )
                % {"bonus": signed(scored.bonus), "count": scored.twos_played}
            )
        else:
            sentences.append(_("%(bonus)s for it.") % {"bonus": signed(scored.bonus)})
    sentences += [
        _("%(points)s for %(kind)s that nobody beat.")
        % {"points": signed(special.points), "kind": kind_label(special.kind)}
        for special in scored.specials
    ]
    if scored.loss is not None:
        sentences.append(_loss_sentence(scored.loss))
    if scored.paid_by is not None:
        sentences.append(
            _("%(name)s broke the guard's duty and takes this loss.")
            % {"name": names[scored.paid_by]}
        )
    sentences += [
        _("Takes %(amount)d for %(name)s, for breaking the guard's duty.")
        % {"amount": amount, "name": names[seat]}
        for seat, amount in scored.pays_for
    ]
    return sentences


def _loss_sentence(loss: Loss) -> str:
    """ "11 cards left × 2 for so many = 22." """
    counted = ngettext("%(count)d card left", "%(count)d cards left", loss.cards) % {
        "count": loss.cards
    }
    steps = [counted]
    if loss.values != loss.cards:
        steps.append(_("worth %(values)d") % {"values": loss.values})
        if loss.amount == loss.values:
            return f"{' '.join(steps)}."
    if loss.factor != 1:
        why = (
            _("× %(factor)d for playing no card")
            if loss.reason is FactorReason.UNPLAYED
            else _("× %(factor)d for so many")
        )
        steps.append(why % {"factor": loss.factor})
    if loss.twos:
        steps.append(
            ngettext("× %(factor)d for %(count)d two", "× %(factor)d for %(count)d twos", loss.twos)
            % {"factor": 2**loss.twos, "count": loss.twos}
        )
    if loss.twos_last:
        steps.append(_("× 2 for twos played last"))
    if len(steps) == 1:
        return f"{counted}."
    return f"{' '.join(steps)} = {loss.amount}."


def payment_sentence(payment: Transfer, names: Sequence[str]) -> str:
    """ "Ada pays Mei 12." """
    words = {
        "payer": names[payment.payer],
        "payee": names[payment.payee],
        "amount": payment.amount,
        "difference": payment.difference,
        "factor": payment.factor,
    }
    if payment.factor != 1:
        return _("%(payer)s pays %(payee)s %(difference)d × %(factor)d = %(amount)d.") % words
    return _("%(payer)s pays %(payee)s %(amount)d.") % words


def ordinal(place: int) -> str:
    """ "1st", "2nd", "3rd", "4th" """
    names = {1: _("1st"), 2: _("2nd"), 3: _("3rd")}
    return names.get(place) or _("%(place)dth") % {"place": place}
