"""The start of a deal: shuffle, dealing, dragon, exchange, opening."""

from collections.abc import Iterable, Sequence
from random import Random

from games.rules.cards import (
    PACK_SIZE,
    RANK_MASKS,
    TWOS,
    Card,
    Cards,
    cards_of,
    is_set_of_cards,
    packs_of,
    together,
    without,
)
from games.rules.combinations.card_order import ranking
from games.rules.deal.finish import finish, finish_if_no_player_can_lead
from games.rules.deal.leader import opening, previous_loser, seats_after
from games.rules.deal.state import (
    DealState,
    Ending,
    Exchange,
    Phase,
    Previous,
    Setup,
    next_in,
)
from games.rules.ruleset.rule_set import RuleSet
from games.rules.scoring import SeatNumber


class DealError(ValueError):
    """Data from which a deal can't be started."""


def shuffled(cards: Iterable[Card], seed: str) -> tuple[Card, ...]:
    """Return cards in an order that depends only on the seed.

    Python only guarantees that `Random.random` gives the same numbers in every version, so the
    shuffle uses nothing else.
    """
    order = list(cards)
    draw = Random(seed).random
    for last in range(len(order) - 1, 0, -1):
        chosen = int(draw() * (last + 1))
        order[last], order[chosen] = order[chosen], order[last]
    return tuple(order)


def new_pack(packs: int = 1) -> list[Card]:
    """Return the cards of `packs` packs before shuffling, one pack after the other."""
    return [*range(PACK_SIZE)] * packs


def shuffled_pack(seed: str, packs: int = 1) -> tuple[Card, ...]:
    """Return a shuffled pack, or two shuffled together, the top card first."""
    return shuffled(new_pack(packs), seed)


def first_dealt(rules: RuleSet, pack: Sequence[Card], dealer: SeatNumber, step: int) -> SeatNumber:
    """Return the seat that gets the first card (option `first_card`, S4).

    The exposed card is the bottom card of the upper half of the pack.
    """
    if rules.first_card == "next_to_dealer":
        away = 1
    else:
        rank = _exposed_card(pack) >> 2
        # An ace counts 1, a two 2, a three 3 … a king 13; counting starts with the dealer as 1.
        away = (rank + 2) % 13
    return (dealer + step * away) % rules.players


def cut_card(setup: Setup) -> Card | None:
    """Return the card cut to find who gets the first card; None without a pack or a cut (S4)."""
    if setup.pack is None or setup.rules.first_card != "cut":
        return None
    return _exposed_card(setup.pack)


def _exposed_card(pack: Sequence[Card]) -> Card:
    """Return the card at which the pack is cut: the bottom card of its upper half."""
    # The upper half of the pack is lifted.
    return pack[len(pack) // 2 - 1]


def hands_of_pack(
    rules: RuleSet, pack: Sequence[Card], dealer: SeatNumber, step: int
) -> tuple[tuple[Cards, ...], tuple[Card, ...]]:
    """Return the hands dealt from a pack around the table, and the leftover cards.

    :param step: 1 for anticlockwise play, -1 for clockwise
    """
    first = first_dealt(rules, pack, dealer, step)
    players, dealt = rules.players, rules.dealt
    hands = [0] * players
    for place in range(players):
        hands[(first + step * place) % players] = cards_of(pack[place:dealt:players])
    return tuple(hands), tuple(pack[dealt:])


def start(
    rules: RuleSet,
    pack: Sequence[Card],
    *,
    number: int = 1,
    dealer: SeatNumber = 0,
    previous: Previous | None = None,
    seed: str = "",
) -> DealState:
    """Return a deal dealt from a pack, ready for the first action or ended at once by a dragon.

    Raise `DealError` if the pack, the number, the dealer or the previous deal is invalid.

    :param pack: all cards in order, of both packs if there are two, the top card first
    :param number: the number of the deal, from 1
    :param previous: the outcome of the deal before, or None for the first deal
    :param seed: determines how a recycled stock is shuffled
    """
    setup = Setup(rules, number, dealer, previous, seed, pack=tuple(pack))
    _check_setup(setup)
    if len(pack) != PACK_SIZE * rules.packs or cards_of(pack) != packs_of(rules.packs):
        raise DealError("each of the 52 cards must be there once in each pack")
    hands, leftover = hands_of_pack(rules, pack, dealer, setup.step)
    return _after_dealing(setup, hands, leftover, with_exchange=True)


def start_from_hands(
    rules: RuleSet,
    hands: Sequence[Cards],
    *,
    leftover: Sequence[Card] = (),
    leader: SeatNumber | None = None,
    number: int = 1,
    dealer: SeatNumber = 0,
    previous: Previous | None = None,
    seed: str = "",
) -> DealState:
    """Return a deal with given hands of any size, as after any exchange.

    Raise `DealError` if they are impossible.

    :param leftover: the cards not dealt; of a stock, the next to be drawn first
    :param leader: the seat that leads, and then the first play need not contain a certain card; or
        None to follow the rules
    :raises DealError: if the number of hands is not that of the players, a card is there more often
        than there are packs, no player has a card, or the number or a seat is invalid
    """
    setup = Setup(
        rules,
        number,
        dealer,
        previous,
        seed,
        hands=tuple(hands),
        leftover=tuple(leftover),
        leader=leader,
    )
    _check_setup(setup)
    if len(hands) != rules.players:
        raise DealError(f"{rules.players} players need {rules.players} hands, not {len(hands)}")
    too_often = DealError("a card does not exist or is there more often than there are packs")
    seen = 0
    for cards in (*hands, *(1 << card for card in leftover)):
        if not is_set_of_cards(cards, rules.packs):
            raise too_often
        # Adding a third copy leaves the set unchanged, so compare the counts.
        both = together(seen, cards)
        if (
            not is_set_of_cards(both, rules.packs)
            or both.bit_count() != seen.bit_count() + cards.bit_count()
        ):
            raise too_often
        seen = both
    if not any(hands):
        raise DealError("no player has a card")
    if leader is not None and not (0 <= leader < rules.players and hands[leader]):
        raise DealError(f"seat {leader} cannot lead")
    return _after_dealing(setup, tuple(hands), tuple(leftover), with_exchange=False)


def _check_setup(setup: Setup) -> None:
    """Raise `DealError` for a seat, a number or a previous deal that is impossible."""
    players = setup.rules.players
    if not 0 <= setup.dealer < players:
        raise DealError(f"there is no seat {setup.dealer} to deal")
    if setup.number < 1:
        raise DealError(f"deals are counted from 1, not {setup.number}")
    previous = setup.previous
    if previous is None:
        return
    if len(previous.left) != players:
        raise DealError("the deal before needs the cards left of every seat")
    for seat in (previous.winner, previous.loser):
        if seat is not None and not 0 <= seat < players:
            raise DealError(f"there was no seat {seat} in the deal before")
    if previous.winner is not None and previous.winner == previous.loser:
        raise DealError(f"seat {previous.loser} cannot have won and lost the deal before")


def _after_dealing(
    setup: Setup, hands: tuple[Cards, ...], leftover: tuple[Card, ...], *, with_exchange: bool
) -> DealState:
    """Return the deal from dealt hands: ended by a dragon, in the exchange, or opened."""
    is_stock = setup.rules.has_stock
    state = DealState(
        setup,
        Phase.PLAY,
        hands,
        leftover=0 if is_stock else cards_of(leftover),
        stock=leftover if is_stock else (),
    )
    if setup.rules.dragon_wins:
        dragon = _dragon(setup, hands)
        if dragon is not None:
            laid_down = tuple(0 if seat == dragon else hand for seat, hand in enumerate(hands))
            after = state._replace(hands=laid_down, out=(dragon,))
            return finish(after, Ending.DRAGON, laid_down=hands[dragon])
    previous = setup.previous
    if with_exchange and setup.rules.exchange and setup.number > 1 and previous is not None:
        winner = previous.winner
        if winner is not None:
            loser = previous_loser(setup.rules, previous, setup.number)
            return _give_highest(state, loser, winner)
    return open_deal(state)


def _dragon(setup: Setup, hands: tuple[Cards, ...]) -> SeatNumber | None:
    """Return the seat that was dealt all thirteen ranks, or None.

    Of several dragons, the one with the highest two wins; if the twos are equal, the first in turn
    order after the dealer.
    """
    rules = setup.rules
    dragons = [
        seat
        for seat in seats_after(setup.dealer, rules.players, setup.step)
        if all(hands[seat] & mask for mask in RANK_MASKS)
    ]
    order = ranking(rules.suit_order)
    return max(
        dragons, key=lambda seat: order.strength[order.highest(hands[seat] & TWOS)], default=None
    )


def _give_highest(state: DealState, loser: SeatNumber, winner: SeatNumber) -> DealState:
    """Return the deal after the loser of the deal before gave its winner the highest card."""
    card = ranking(state.rules.suit_order).highest(state.hands[loser])
    return state._replace(
        phase=Phase.EXCHANGE,
        hands=move_card(state.hands, card, loser, winner),
        turn=winner,
        exchange=Exchange(loser, winner, card),
    )


def move_card(
    hands: tuple[Cards, ...], card: Card, giver: SeatNumber, taker: SeatNumber
) -> tuple[Cards, ...]:
    """Return hands after a card moved from one seat to another."""
    if giver == taker:
        return hands
    bit = 1 << card
    after = list(hands)
    after[giver], after[taker] = without(hands[giver], bit), together(hands[taker], bit)
    return tuple(after)


def open_deal(state: DealState) -> DealState:
    """Return a deal ready for the first play: with the leftover taken and a leader.

    It is finished immediately if no player has an allowed lead.
    """
    setup = state.setup
    begin = opening(
        setup.rules,
        state.hands,
        state.leftover,
        number=setup.number,
        previous=setup.previous,
        dealer=setup.dealer,
    )
    hands = state.hands
    if begin.taker is not None:
        hands = tuple(
            together(hand, state.leftover) if seat == begin.taker else hand
            for seat, hand in enumerate(hands)
        )
    leader, must_include = begin.leader, begin.must_include
    if setup.leader is not None:
        leader, must_include = setup.leader, None
    if not hands[leader]:
        # Only given hands can be empty, such as those of a deal near its end.
        following = next_in(hands, leader, setup.step)
        leader = leader if following is None else following
    return finish_if_no_player_can_lead(
        state._replace(
            phase=Phase.PLAY,
            hands=hands,
            taker=begin.taker,
            leader=leader,
            turn=leader,
            must_include=must_include,
            trick=state.trick._replace(start=len(state.actions)),
        )
    )
