"""Deals with real cards: the data that users enter, and the resulting score.

Pure. Scores come from `games.rules.scoring`, applied to cards that match the entered data. Only
data that the rules need has to be entered: in most cases the numbers of cards left.
"""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from games.rules.cards import PACK_SIZE, RANK_TWO, RANKS, SUITS, Card, Cards, cards_of, rank_of
from games.rules.combinations.card_order import ranking
from games.rules.max_loss import has_five_of_a_kind
from games.rules.ruleset.rule_set import RuleSet
from games.rules.scoring import Outcome, Score, SeatNumber, Special, paying_loser, score

_TWO = RANKS[RANK_TWO]
_LOWEST: Card = 0
#: Separators typed between ranks, after conversion of full-width forms. The button that removes a
#: rank uses the same list (static/js/events/rank-text.js).
_BETWEEN_RANKS = re.compile(r"[\s,;.:/\\|·・•‧、。~〜_+&\-\u2010-\u2015\u2212]+")


class PaperCode(StrEnum):
    """Errors in the entered data of a deal, as codes; the comments name their parameters."""

    #: Data is missing for some of the ``players`` seats.
    NOT_ALL_SEATS = "not_all_seats"
    #: The winner, ``seat``, has cards left.
    WINNER_HAS_CARDS = "winner_has_cards"
    #: Another seat, ``seat``, has no cards left.
    NOBODY_LEFT_WITH_NONE = "nobody_left_with_none"
    #: ``seat`` has more cards than possible: ``most``.
    TOO_MANY_CARDS = "too_many_cards"
    #: The cards left exceed the cards in ``packs``.
    MORE_THAN_ALL_CARDS = "more_than_all_cards"
    #: ``text`` contains something that is not a rank.
    NO_RANKS = "no_ranks"
    #: There are more cards of ``rank`` than the ``most`` in the packs.
    TOO_MANY_OF_A_RANK = "too_many_of_a_rank"
    #: The order of going out does not list each seat except the last exactly once.
    ORDER_INCOMPLETE = "order_incomplete"
    #: ``seats`` have the same number of cards, so the payer must be entered.
    WHO_PAYS = "who_pays"
    #: ``seat`` is said to have played no card but has fewer than were dealt.
    HAS_PLAYED = "has_played"
    #: The player who led must be entered.
    WHO_LED = "who_led"
    #: The last play cannot have had this number of twos.
    LAST_PLAY = "last_play"
    #: The winner cannot have failed the guard's duty.
    WINNER_AS_GUARD = "winner_as_guard"


class PaperError(ValueError):
    """Error of a deal whose entered data is impossible: a code with parameters."""

    def __init__(self, code: PaperCode, **params: object) -> None:
        super().__init__(f"{code}: {params}" if params else str(code))
        self.code = code
        self.params = params


@dataclass(frozen=True, slots=True)
class Questions:
    """Data that has to be entered for a deal under some rules: a flag per field."""

    #: The order of going out, and no cards.
    order: bool
    #: Number of cards left per seat.
    cards: bool
    #: Ranks of the cards left, if their number alone does not determine the loss.
    ranks: bool
    #: Seats that played no card, if the number of cards left does not show it.
    unplayed: bool
    #: The player who led the deal.
    starter: bool
    #: Number of twos in the winner's last play.
    last_twos: bool
    #: The guard who failed the duty.
    foul: bool
    #: Special combinations that were played and not beaten.
    specials: bool
    #: Number of bombs played.
    bombs: bool


def questions(rules: RuleSet) -> Questions:
    """Return a flag per field of a deal: whether it has to be entered under the rules."""
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


def max_cards_in_hand(rules: RuleSet) -> int:
    """Return the maximum number of cards that a player can have left under the rules."""
    return rules.hand_size if _hands_only_shrink(rules) else PACK_SIZE * rules.packs - 1


def max_last_twos(rules: RuleSet) -> int:
    """Return the maximum number of twos in the winner's last play."""
    return len(SUITS) + has_five_of_a_kind(rules)


def cards_per_rank(packs: int) -> int:
    """Return the number of cards of each rank in this number of packs."""
    return len(SUITS) * packs


def _hands_only_shrink(rules: RuleSet) -> bool:
    """Return whether no player can ever hold more cards than were dealt."""
    return rules.left_over == 0 or rules.leftover == "unused"


@dataclass(frozen=True, slots=True)
class WrittenDeal:
    """A deal as entered by users. Seats count from 0 in playing order."""

    #: First player to go out.
    winner: SeatNumber
    #: Number of cards left per seat; 0 for the winner.
    left: tuple[int, ...] = ()
    #: Ranks of these cards, such as ``"2 K 10 9"``; empty if not needed.
    ranks: tuple[str, ...] = ()
    #: Seats in the order of going out; the last may be omitted.
    order: tuple[SeatNumber, ...] = ()
    #: Seats that played no card, if needed.
    unplayed: frozenset[SeatNumber] = frozenset()
    #: The player who led the deal.
    starter: SeatNumber | None = None
    #: Number of twos in the winner's last play.
    last_twos: int = 0
    #: Whether that play also had other cards.
    last_others: bool = True
    #: The guard who failed the duty.
    foul: SeatNumber | None = None
    #: The payer, if several have the most cards left and only one loser pays.
    payer: SeatNumber | None = None
    #: Special combinations that were not beaten.
    specials: tuple[Special, ...] = ()
    #: Number of bombs played, beaten or not.
    bombs: int = 0

    @property
    def first(self) -> SeatNumber:
        """The first seat out, according to the order of going out if there is one."""
        return self.order[0] if self.order else self.winner


def ranks_of(text: str, packs: int = 1) -> str:
    """Return the ranks in a text, highest first, one letter each; raise `PaperError` for others.

    Spaces and punctuation are ignored; 10, lower case and full-width forms are accepted.

    :raises PaperError: something in it is not a rank, or a rank occurs more often than in this
        number of packs

    >>> ranks_of("2 k 10 10, 9"), ranks_of("２、Ｋ")
    ('2KTT9', '2K')
    """
    letters = "".join(tidy_ranks(text).replace("10", "T").split())
    if any(letter not in RANKS for letter in letters):
        raise PaperError(PaperCode.NO_RANKS, text=text)
    _check_ranks([letters], packs)
    return "".join(sorted(letters, key=RANKS.index, reverse=True))


def tidy_ranks(text: str) -> str:
    """Return the text in upper case and ordinary digits, with a space between ranks.

    In text that contains no ranks, only spaces are normalised.

    >>> tidy_ranks("２、k，10 9")
    '2 K 10 9'
    """
    shown = "".join(each for each in text if unicodedata.category(each) != "Cf")
    plain = _BETWEEN_RANKS.sub(" ", unicodedata.normalize("NFKC", shown).upper())
    ranks = re.findall(r"10|\S", plain)
    return " ".join(ranks if all(each == "10" or each in RANKS for each in ranks) else text.split())


def _check_ranks(ranks_by_seat: Sequence[str], packs: int) -> None:
    """Raise `PaperError` if all seats together have more cards of a rank than the packs."""
    most = cards_per_rank(packs)
    for rank in RANKS:
        if sum(each.count(rank) for each in ranks_by_seat) > most:
            raise PaperError(PaperCode.TOO_MANY_OF_A_RANK, rank=rank, most=most)


def scored(rules: RuleSet, deal: WrittenDeal) -> Score:
    """Return the score of each seat; raise `PaperError` if the data is impossible or incomplete.

    The nets add up to 0.
    """
    asked = questions(rules)
    if not 0 <= deal.winner < rules.players:
        raise PaperError(PaperCode.NOT_ALL_SEATS, players=rules.players)
    if asked.foul and deal.foul == deal.winner:
        raise PaperError(PaperCode.WINNER_AS_GUARD)
    out = _checked_order(rules, deal) if asked.order else (deal.winner,)
    ranks = _ranks_left(rules, deal) if asked.cards else ("",) * rules.players
    unplayed = _played_none(rules, deal, asked, ranks)
    last_play = _last_play(rules, deal, ranks if asked.ranks else ()) if asked.last_twos else 0
    if asked.starter and deal.starter is None and not _is_dragon(rules, deal, ranks):
        raise PaperError(PaperCode.WHO_LED)
    payer = _only_payer(rules, deal, ranks)
    outcome = Outcome(
        left=_hands_of_ranks(rules, ranks, payer),
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
        # With two packs another player can hold the same highest card. Then the earlier of the two
        # pays, and the entered data says who that is.
        outcome = replace(outcome, step=-1)
    return score(rules, outcome)


def _checked_order(rules: RuleSet, deal: WrittenDeal) -> tuple[SeatNumber, ...]:
    """Return the entered order of going out, or raise `PaperError` if it is incomplete."""
    named = set(deal.order)
    complete = rules.players - 1 <= len(named) == len(deal.order)
    if not complete or not named <= set(range(rules.players)):
        raise PaperError(PaperCode.ORDER_INCOMPLETE)
    return deal.order


def _ranks_left(rules: RuleSet, deal: WrittenDeal) -> tuple[str, ...]:
    """Return each seat's ranks left, as entered or any of that number; or raise `PaperError`."""
    asked = questions(rules)
    written = deal.ranks if asked.ranks else deal.left
    if len(written) != rules.players:
        raise PaperError(PaperCode.NOT_ALL_SEATS, players=rules.players)
    packs = rules.packs
    ranks = tuple(ranks_of(each, packs) for each in deal.ranks) if asked.ranks else ()
    left = tuple(map(len, ranks)) if asked.ranks else deal.left
    most = max_cards_in_hand(rules)
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
        # Any ranks will do; twos, which could affect the score, come last.
        pack = iter(RANKS[:RANK_TWO] * cards_per_rank(packs) + _TWO * cards_per_rank(packs))
        return tuple("".join(next(pack) for _ in range(count)) for count in left)
    _check_ranks(ranks, packs)
    return ranks


def _hands_of_ranks(
    rules: RuleSet, ranks: Sequence[str], payer: SeatNumber | None
) -> tuple[Cards, ...]:
    """Return one hand of cards per seat with these ranks, so that the given seat pays."""
    held = list(ranks)
    if payer is not None and not questions(rules).ranks:
        # Among equals, the player with the most twos pays.
        held[payer] = _TWO + held[payer][1:]
    strength = ranking(rules.suit_order).strength
    # By rank, lowest suits first.
    pack: dict[str, list[Card]] = {rank: [] for rank in RANKS}
    for card in sorted([*range(PACK_SIZE)] * rules.packs, key=lambda card: strength[card]):
        pack[RANKS[rank_of(card)]].append(card)
    hands: list[list[Card]] = [[] for _ in held]
    # Next comes the player with the highest card: the payer gets the highest suits of each rank,
    # all others the lowest remaining ones.
    for seat in sorted(range(len(held)), key=lambda seat: seat != payer):
        for rank in held[seat]:
            hands[seat].append(pack[rank].pop(-1 if seat == payer else 0))
    return tuple(map(cards_of, hands))


def _only_payer(rules: RuleSet, deal: WrittenDeal, ranks: Sequence[str]) -> SeatNumber | None:
    """Return the loser who pays for all; None if more than one player pays or the guard does.

    It is the loser with the most cards left, then the most twos, then the highest card; in a tie,
    the entered payer.

    :raises PaperError: there is a tie, and none of these losers is entered as payer
    """
    if rules.payment != "loser_pays" or (rules.guard_pays and deal.foul is not None):
        return None
    knows_ranks = questions(rules).ranks

    def weight(seat: SeatNumber) -> tuple[int, int, int]:
        """Return a key that is highest for the seat that pays: cards, twos, highest rank."""
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
    rules: RuleSet, deal: WrittenDeal, needed: Questions, ranks: Sequence[str]
) -> tuple[bool, ...]:
    """Return per seat whether it played no card, all False if irrelevant; or raise `PaperError`."""
    if not rules.unplayed_multiplier:
        return (False,) * rules.players
    if not needed.unplayed:
        return tuple(len(held) == rules.hand_size for held in ranks)
    for seat in deal.unplayed:
        if seat == deal.winner or len(ranks[seat]) < rules.hand_size:
            raise PaperError(PaperCode.HAS_PLAYED, seat=seat)
    return tuple(seat in deal.unplayed for seat in range(rules.players))


def _is_dragon(rules: RuleSet, deal: WrittenDeal, ranks: Sequence[str]) -> bool:
    """Return whether all losers have full hands: a dealt hand may have won before any lead."""
    losers = (held for seat, held in enumerate(ranks) if seat != deal.winner)
    return all(len(held) >= rules.hand_size for held in losers)


def _last_play(rules: RuleSet, deal: WrittenDeal, ranks: Sequence[str]) -> Cards:
    """Return a last play with the entered number of twos; raise `PaperError` if impossible.

    :param ranks: the ranks of the cards left, if known
    """
    left = sum(held.count(_TWO) for held in ranks)
    possible = min(max_last_twos(rules), cards_per_rank(rules.packs) - left)
    if not 0 <= deal.last_twos <= possible or not (deal.last_twos or deal.last_others):
        raise PaperError(PaperCode.LAST_PLAY)
    every = [card for card in range(PACK_SIZE) if rank_of(card) == RANK_TWO] * rules.packs
    return cards_of([*every[: deal.last_twos], *[_LOWEST] * deal.last_others])
