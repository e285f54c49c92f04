"""Deals played with real cards: what is written down of one, and what it scores.

Pure. The scoring is that of `games.rules.scoring`; here cards are found that fit what was written
down. Only what the rules ask for has to be written: under most of them the numbers of cards left.
"""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from games.rules.cards import PACK_SIZE, RANK_TWO, RANKS, SUITS, Card, Cards, cards_of, rank_of
from games.rules.combinations import ranking
from games.rules.max_loss import has_five_of_a_kind
from games.rules.ruleset import RuleSet
from games.rules.scoring import Outcome, Score, SeatNumber, Special, paying_loser, score

_TWO = RANKS[RANK_TWO]
_LOWEST: Card = 0
#: What people write between ranks, once the full-width forms are the usual ones. The button that
#: takes a rank away knows the same (static/js/events/rank-text.js).
_BETWEEN_RANKS = re.compile(r"[\s,;.:/\\|·・•‧、。~〜_+&\-\u2010-\u2015\u2212]+")


class PaperCode(StrEnum):
    """What is wrong with a deal as it was written down."""

    #: There is not one entry for each of ``players`` seats.
    NOT_ALL_SEATS = "not_all_seats"
    #: The winner, ``seat``, is said to have cards left.
    WINNER_HAS_CARDS = "winner_has_cards"
    #: Another seat, ``seat``, is said to have none.
    NOBODY_LEFT_WITH_NONE = "nobody_left_with_none"
    #: ``seat`` has more cards than one can have: ``most``.
    TOO_MANY_CARDS = "too_many_cards"
    #: All together have more cards left than the ``packs`` have.
    MORE_THAN_ALL_CARDS = "more_than_all_cards"
    #: ``text`` names no ranks.
    NO_RANKS = "no_ranks"
    #: There are more cards of ``rank`` than ``most``, which the packs have of each.
    TOO_MANY_OF_A_RANK = "too_many_of_a_rank"
    #: The order of going out does not name everybody but the last, each once.
    ORDER_INCOMPLETE = "order_incomplete"
    #: ``seats`` have as many cards: it must be said which of them pays.
    WHO_PAYS = "who_pays"
    #: ``seat`` has played no card, and yet has fewer than were dealt.
    HAS_PLAYED = "has_played"
    #: It must be said who led.
    WHO_LED = "who_led"
    #: The last play cannot have had so many twos.
    LAST_PLAY = "last_play"
    #: The winner cannot have broken the guard's duty.
    WINNER_AS_GUARD = "winner_as_guard"


class PaperError(ValueError):
    """A deal was written down as it cannot have been."""

    def __init__(self, code: PaperCode, **params: object) -> None:
        super().__init__(f"{code}: {params}" if params else str(code))
        self.code = code
        self.params = params


@dataclass(frozen=True, slots=True)
class Questions:
    """What has to be written down of a deal under some rules."""

    #: The order of going out, and nothing of cards.
    order: bool
    #: How many cards each has left.
    cards: bool
    #: Of which ranks they are, since their number alone does not tell what they cost.
    ranks: bool
    #: Who has played no card at all, where that does not follow from the number of cards left.
    unplayed: bool
    #: Who led the deal.
    starter: bool
    #: How many twos the winner's last play had.
    last_twos: bool
    #: Which guard has broken the duty.
    foul: bool
    #: Which special combinations were played and not beaten.
    specials: bool
    #: How many bombs were played.
    bombs: bool


def questions(rules: RuleSet) -> Questions:
    """Return what has to be written down of a deal under the rules."""
    losses = rules.has_losses
    multiplied = losses and rules.unplayed_multiplier != 0
    return Questions(
        order=rules.scoring == "placement",
        cards=rules.counts_cards or rules.pays_by_cards,
        ranks=losses and (rules.card_values != "one" or rules.double_per_two),
        unplayed=multiplied and not _hands_only_shrink(rules),
        starter=losses and rules.multiply_only_starter,
        last_twos=rules.counts_last_twos,
        foul=rules.guard_pays,
        specials=rules.scoring == "indonesian",
        bombs=losses and rules.bomb_doubles,
    )


def most_left(rules: RuleSet) -> int:
    """Return how many cards somebody can have left at most."""
    return rules.hand_size if _hands_only_shrink(rules) else PACK_SIZE * rules.packs - 1


def most_last_twos(rules: RuleSet) -> int:
    """Return how many twos one play can have at most."""
    return len(SUITS) + has_five_of_a_kind(rules)


def of_a_rank(packs: int) -> int:
    """Return how many cards of each rank so many packs have."""
    return len(SUITS) * packs


def _hands_only_shrink(rules: RuleSet) -> bool:
    """Return whether nobody ever has more cards than were dealt to each."""
    return rules.left_over == 0 or rules.leftover == "unused"


@dataclass(frozen=True, slots=True)
class WrittenDeal:
    """A deal as people write it down. Seats count from 0 in the order of play."""

    #: Who was out first.
    winner: SeatNumber
    #: How many cards each seat has left; 0 for the winner.
    left: tuple[int, ...] = ()
    #: The ranks of these cards, ``"2 K 10 9"``; empty where they are not asked for.
    ranks: tuple[str, ...] = ()
    #: The seats in the order of going out; the last may be left out.
    order: tuple[SeatNumber, ...] = ()
    #: Who has played no card, where that is asked for.
    unplayed: frozenset[SeatNumber] = frozenset()
    #: Who led the deal.
    starter: SeatNumber | None = None
    #: How many twos the winner's last play had.
    last_twos: int = 0
    #: Whether it had other cards, too.
    last_others: bool = True
    #: The guard who has broken the duty.
    foul: SeatNumber | None = None
    #: Who pays, where several have the most cards left and the loser alone pays.
    payer: SeatNumber | None = None
    #: The special combinations that were not beaten.
    specials: tuple[Special, ...] = ()
    #: How many bombs were played, beaten or not.
    bombs: int = 0

    @property
    def first(self) -> SeatNumber:
        """Who was out first, by the order of going out where one is written down."""
        return self.order[0] if self.order else self.winner


def ranks_of(text: str, packs: int = 1) -> str:
    """Return the ranks that a text names, one letter each and the highest first.

    Blanks and punctuation count for nothing, 10 may be written as such, and small letters and
    full-width forms do.

    :raises PaperError: when something in it is no rank, or a rank comes more often than there are
        cards of it in so many packs

    >>> ranks_of("2 k 10 10, 9"), ranks_of("２、Ｋ")
    ('2KTT9', '2K')
    """
    letters = "".join(tidy_ranks(text).replace("10", "T").split())
    if any(letter not in RANKS for letter in letters):
        raise PaperError(PaperCode.NO_RANKS, text=text)
    _check_ranks([letters], packs)
    return "".join(sorted(letters, key=RANKS.index, reverse=True))


def tidy_ranks(text: str) -> str:
    """Return what was written, in capitals and ordinary digits, with a blank between ranks.

    What names no ranks is left as it is, but for blanks.

    >>> tidy_ranks("２、k，10 9")
    '2 K 10 9'
    """
    shown = "".join(each for each in text if unicodedata.category(each) != "Cf")
    plain = _BETWEEN_RANKS.sub(" ", unicodedata.normalize("NFKC", shown).upper())
    ranks = re.findall(r"10|\S", plain)
    return " ".join(ranks if all(each == "10" or each in RANKS for each in ranks) else text.split())


def _check_ranks(held: Sequence[str], packs: int) -> None:
    most = of_a_rank(packs)
    for rank in RANKS:
        if sum(each.count(rank) for each in held) > most:
            raise PaperError(PaperCode.TOO_MANY_OF_A_RANK, rank=rank, most=most)


def scored(rules: RuleSet, deal: WrittenDeal) -> Score:
    """Return what the deal gives each seat; the nets add up to 0.

    :raises PaperError: when it was written down as it cannot have been, or not all of it was
    """
    asked = questions(rules)
    if not 0 <= deal.winner < rules.players:
        raise PaperError(PaperCode.NOT_ALL_SEATS, players=rules.players)
    if asked.foul and deal.foul == deal.winner:
        raise PaperError(PaperCode.WINNER_AS_GUARD)
    out = _order(rules, deal) if asked.order else (deal.winner,)
    ranks = _ranks(rules, deal) if asked.cards else ("",) * rules.players
    unplayed = _played_none(rules, deal, asked, ranks)
    last_play = _last_play(rules, deal, ranks if asked.ranks else ()) if asked.last_twos else 0
    if asked.starter and deal.starter is None and not _is_dragon(rules, deal, ranks):
        raise PaperError(PaperCode.WHO_LED)
    payer = _payer(rules, deal, ranks)
    outcome = Outcome(
        left=_dealt_out(rules, ranks, payer),
        winner=out[0],
        starter=deal.starter,
        played_none=unplayed,
        last_play=last_play,
        foul=deal.foul if asked.foul else None,
        out=out,
        specials=deal.specials if asked.specials else (),
        bombs=deal.bombs if asked.bombs else 0,
    )
    if payer is not None and paying_loser(rules, outcome) != payer:
        # Of two packs another can hold the same highest card: then the earlier of the two pays,
        # and people said which of them that is.
        outcome = replace(outcome, step=-1)
    return score(rules, outcome)


def _order(rules: RuleSet, deal: WrittenDeal) -> tuple[SeatNumber, ...]:
    named = set(deal.order)
    complete = rules.players - 1 <= len(named) == len(deal.order)
    if not complete or not named <= set(range(rules.players)):
        raise PaperError(PaperCode.ORDER_INCOMPLETE)
    return deal.order


def _ranks(rules: RuleSet, deal: WrittenDeal) -> tuple[str, ...]:
    """Return the ranks of the cards left, per seat: as written, or any of the right number."""
    asked = questions(rules)
    written = deal.ranks if asked.ranks else deal.left
    if len(written) != rules.players:
        raise PaperError(PaperCode.NOT_ALL_SEATS, players=rules.players)
    packs = rules.packs
    ranks = tuple(ranks_of(each, packs) for each in deal.ranks) if asked.ranks else ()
    left = tuple(map(len, ranks)) if asked.ranks else deal.left
    most = most_left(rules)
    for seat, count in enumerate(left):
        if seat == deal.winner and count:
            raise PaperError(PaperCode.WINNER_HAS_CARDS, seat=seat)
        if seat != deal.winner and count < 1:
            raise PaperError(PaperCode.NOBODY_LEFT_WITH_NONE, seat=seat)
        if count > most:
            raise PaperError(PaperCode.TOO_MANY_CARDS, seat=seat, most=most)
    if sum(left) >= PACK_SIZE * packs:
        raise PaperError(PaperCode.MORE_THAN_ALL_CARDS, packs=packs)
    if not asked.ranks:
        # Any will do; the twos, which might matter, come last.
        pack = iter(RANKS[:RANK_TWO] * of_a_rank(packs) + _TWO * of_a_rank(packs))
        return tuple("".join(next(pack) for _ in range(count)) for count in left)
    _check_ranks(ranks, packs)
    return ranks


def _dealt_out(rules: RuleSet, ranks: Sequence[str], payer: SeatNumber | None) -> tuple[Cards, ...]:
    """Return cards of those ranks, such that the one pays who does."""
    held = list(ranks)
    if payer is not None and not questions(rules).ranks:
        # Among equals the one with the most twos pays.
        held[payer] = _TWO + held[payer][1:]
    strength = ranking(rules.suit_order).strength
    # By rank, the lowest suits first.
    pack: dict[str, list[Card]] = {rank: [] for rank in RANKS}
    for card in sorted([*range(PACK_SIZE)] * rules.packs, key=lambda card: strength[card]):
        pack[RANKS[rank_of(card)]].append(card)
    hands: list[list[Card]] = [[] for _ in held]
    # After that the one with the highest card: of each rank the payer takes the highest suits, and
    # all others the lowest of what is left.
    for seat in sorted(range(len(held)), key=lambda seat: seat != payer):
        for rank in held[seat]:
            hands[seat].append(pack[rank].pop(-1 if seat == payer else 0))
    return tuple(map(cards_of, hands))


def _payer(rules: RuleSet, deal: WrittenDeal, ranks: Sequence[str]) -> SeatNumber | None:
    """Return who pays alone: most cards left, then most twos, then the highest card.

    None where more than one pays, or the guard does.
    """
    if rules.payment != "loser_pays" or (rules.guard_pays and deal.foul is not None):
        return None
    knows_ranks = questions(rules).ranks

    def weight(seat: SeatNumber) -> tuple[int, int, int]:
        held = ranks[seat]
        if not knows_ranks or not held:
            return len(held), 0, 0
        return len(held), held.count(_TWO), max(map(RANKS.index, held))

    losers = [seat for seat in range(len(ranks)) if seat != deal.winner]
    most = max(map(weight, losers))
    tied = [seat for seat in losers if weight(seat) == most]
    if len(tied) == 1:
        return tied[0]
    if deal.payer not in tied:
        raise PaperError(PaperCode.WHO_PAYS, seats=tuple(tied))
    return deal.payer


def _played_none(
    rules: RuleSet, deal: WrittenDeal, asked: Questions, ranks: Sequence[str]
) -> tuple[bool, ...]:
    if not rules.unplayed_multiplier:
        return (False,) * rules.players
    if not asked.unplayed:
        return tuple(len(held) == rules.hand_size for held in ranks)
    for seat in deal.unplayed:
        if seat == deal.winner or len(ranks[seat]) < rules.hand_size:
            raise PaperError(PaperCode.HAS_PLAYED, seat=seat)
    return tuple(seat in deal.unplayed for seat in range(rules.players))


def _is_dragon(rules: RuleSet, deal: WrittenDeal, ranks: Sequence[str]) -> bool:
    """Return whether the deal can have ended as it was dealt, so that nobody led."""
    losers = (held for seat, held in enumerate(ranks) if seat != deal.winner)
    return all(len(held) >= rules.hand_size for held in losers)


def _last_play(rules: RuleSet, deal: WrittenDeal, ranks: Sequence[str]) -> Cards:
    """Return a last play with so many twos, and with another card where there was one.

    :param ranks: the ranks left, where they are known
    """
    left = sum(held.count(_TWO) for held in ranks)
    possible = min(most_last_twos(rules), of_a_rank(rules.packs) - left)
    if not 0 <= deal.last_twos <= possible or not (deal.last_twos or deal.last_others):
        raise PaperError(PaperCode.LAST_PLAY)
    every = [card for card in range(PACK_SIZE) if rank_of(card) == RANK_TWO] * rules.packs
    return cards_of([*every[: deal.last_twos], *[_LOWEST] * deal.last_others])
