"""Scoring of a deal: points, nets, and their calculation.

Points are what the score sheet shows; higher is better. The net is what a seat wins or pays, in
points; nets always sum to 0. A `Score` contains both and every intermediate number as data, so that
it can be explained in words.
"""

import itertools
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from games.rules.cards import RANK_MASKS, RANKS, TWOS, Cards
from games.rules.combinations.card_order import ranking
from games.rules.combinations.kinds import Kind
from games.rules.ruleset.rule_set import RuleSet
from games.rules.ruleset.scoring_options import CardValues

#: A seat at the table, counted from 0 anticlockwise.
SeatNumber = int

SPECIAL_POINTS = {
    Kind.BARE_FOUR: 20,
    Kind.FOUR_OF_A_KIND: 20,
    Kind.STRAIGHT_FLUSH: 40,
    Kind.STRAIGHT_FLUSH_PLUS_TWO: 40,
    Kind.FIVE_OF_A_KIND: 80,
}
#: S4, Indonesia: for special combinations played and not beaten.
FOUR_TWOS_POINTS = 80

#: The value of a card left for each `card_values`, by rank from 3 to 2.
CARD_VALUES: dict[CardValues, tuple[int, ...]] = {
    "one": (1,) * 13,
    "faces": (1,) * 8 + (2, 2, 2, 3, 4),
    "ladder": tuple(range(1, 14)),
    "twos_five": (1,) * 12 + (5,),
}


class Special(NamedTuple):
    """A four or five of a kind or straight flush that was played and not beaten, and by whom."""

    #: The seat that played it.
    seat: SeatNumber
    #: Its kind.
    kind: Kind
    #: Whether it was the player's last play.
    last: bool
    #: Whether it is the four twos.
    all_twos: bool

    @property
    def points(self) -> int:
        """The points that the combination scores, doubled for a last play."""
        points = FOUR_TWOS_POINTS if self.all_twos else SPECIAL_POINTS[self.kind]
        return 2 * points if self.last else points


@dataclass(frozen=True, slots=True)
class Outcome:
    """Facts of a finished deal for scoring: cards left, winner, going out, last play and so on."""

    #: The cards left, per seat (after a dragon the cards dealt, the winner's empty).
    left: tuple[Cards, ...]
    #: The first player to go out, or None.
    winner: SeatNumber | None
    #: The seat that made the first play.
    starter: SeatNumber | None
    #: Per seat, whether the player played no card at all.
    played_none: tuple[bool, ...]
    #: The winner's last play.
    last_play: Cards = 0
    #: The guard who broke the duty, or None.
    foul: SeatNumber | None = None
    #: The seats in the order of going out.
    out: tuple[SeatNumber, ...] = ()
    #: The special combinations that were not beaten.
    specials: tuple[Special, ...] = ()
    #: The number of fours with a fifth card, straight flushes and five of a kind played, beaten or
    #: not.
    bombs: int = 0
    #: 1 for anticlockwise play, -1 for clockwise.
    step: int = 1


class FactorReason(StrEnum):
    """Reasons for the factor of a loss: the number of cards left, none played, not the starter."""

    #: The option `multipliers`, by the number of cards left.
    CARDS_LEFT = "cards_left"
    #: The option `unplayed_multiplier`: the player played no card.
    UNPLAYED = "unplayed"
    #: The option `multiply_only_starter`: the player did not make the first play.
    NOT_STARTER = "not_starter"


@dataclass(frozen=True, slots=True)
class Loss:
    """The calculation of a loser's loss.

    ``values × factor × 2^(twos + bombs + 1 if last play of twos)``, at most the cap.
    """

    #: The number of cards left.
    cards: int
    #: The sum of their values.
    values: int
    #: The factor for this sum.
    factor: int
    #: The reason for the factor.
    reason: FactorReason
    #: The number of doublings for twos left (option `double_per_two`).
    twos: int
    #: Whether it doubles because the winner's last play contained only twos.
    twos_last: bool
    #: The loss, 0 or more.
    amount: int
    #: The number of doublings for bombs played (option `bomb_doubles`).
    bombs: int = 0
    #: The loss without the cap if it is higher (option `loss_cap`), otherwise None.
    uncapped: int | None = None


@dataclass(frozen=True, slots=True)
class SeatScore:
    """The calculation of the points of a seat."""

    #: The seat.
    seat: SeatNumber
    #: Its loss for cards left, or None for the winner and for scorings without losses.
    loss: Loss | None = None
    #: The seat that takes this loss for breaking the guard's duty, or None.
    paid_by: SeatNumber | None = None
    #: The seats whose losses this guard takes, with their losses.
    pays_for: tuple[tuple[SeatNumber, int], ...] = ()
    #: Points for winning, for the last play or for the place.
    bonus: int = 0
    #: The place of going out, from 1, or None for a player left with cards.
    place: int | None = None
    #: The number of twos in the winner's last play, if that counts.
    twos_played: int | None = None
    #: The special combinations that score.
    specials: tuple[Special, ...] = ()
    #: The total.
    points: int = 0


@dataclass(frozen=True, slots=True)
class PointTransfer:
    """A payment of points from one seat to another, and the difference that it settles."""

    #: The two seats.
    payer: SeatNumber
    payee: SeatNumber
    #: The number of points, at least 1.
    amount: int
    #: The difference of their points, or under `count_difference` of their cards left; None if no
    #: difference is settled.
    difference: int | None = None
    #: The factor for the difference.
    factor: int = 1


@dataclass(frozen=True, slots=True)
class Score:
    """Points, nets and payments of a deal, and their calculation."""

    #: Per seat.
    points: tuple[int, ...]
    net: tuple[int, ...]
    #: The calculation of the points, per seat.
    seats: tuple[SeatScore, ...]
    #: All payments between two seats, which add up to the nets.
    transfers: tuple[PointTransfer, ...]
    #: The seat that pays under `loser_pays`, otherwise None.
    loser: SeatNumber | None = None


def factor_for(rules: RuleSet, cards: int) -> int:
    """Return the factor of `multipliers` for a number of cards."""
    factor = 1
    for start, by in rules.multipliers:
        if cards >= start:
            factor = by
    return factor


def score(rules: RuleSet, outcome: Outcome) -> Score:
    """Return the score of a finished deal; without a winner, all points and nets are 0."""
    seats = tuple(_seat_scores(rules, outcome))
    points = tuple(each.points for each in seats)
    loser = None
    if outcome.winner is None:
        transfers: list[PointTransfer] = []
    elif rules.payment == "count_difference":
        transfers = _count_differences(rules, outcome)
    elif rules.payment == "loser_pays":
        loser = paying_loser(rules, outcome)
        transfers = [PointTransfer(loser, outcome.winner, 1)]
    elif rules.payment == "points":
        return Score(points, points, seats, _points_paid(points))
    elif rules.payment == "winner_takes" and rules.scoring == "cards_left":
        transfers = [
            PointTransfer(seat, outcome.winner, -lost) for seat, lost in enumerate(points) if lost
        ]
    else:
        transfers = _point_differences(points)
    net = [0] * len(points)
    for transfer in transfers:
        net[transfer.payer] -= transfer.amount
        net[transfer.payee] += transfer.amount
    return Score(points, tuple(net), seats, tuple(transfers), loser)


def paying_loser(rules: RuleSet, outcome: Outcome) -> SeatNumber:
    """Return the seat that pays under `loser_pays`: a guard who pays for everyone, or the loser.

    The loser is the player with the most cards left, then the most twos, then the higher highest
    card in the usual order, then the earlier in turn order from the winner (S4, Taiwan).
    """
    if outcome.foul is not None and rules.guard_pays:
        return outcome.foul
    order = ranking(rules.suit_order)

    def cards_left_key(seat: SeatNumber) -> tuple[int, int, int]:
        """Return the sort key of a seat: its number of cards, of twos, and its highest card."""
        cards = outcome.left[seat]
        highest = order.strength[order.highest(cards)] if cards else -1
        return cards.bit_count(), (cards & TWOS).bit_count(), highest

    players = len(outcome.left)
    winner = 0 if outcome.winner is None else outcome.winner
    losers = [(winner + outcome.step * away) % players for away in range(1, players)]
    return max(losers, key=cards_left_key)


def _seat_scores(rules: RuleSet, outcome: Outcome) -> list[SeatScore]:
    """Return the score of each seat, by number, under the scoring of the rule set."""
    seats = range(len(outcome.left))
    if rules.scoring == "placement":
        return _placement_scores(rules, outcome)
    if outcome.winner is None:
        return [SeatScore(seat) for seat in seats]
    if rules.payment == "count_difference":
        return [_card_count_score(outcome, seat) for seat in seats]
    if not rules.counts_cards:
        return [_winner_only_score(rules, outcome, seat) for seat in seats]
    losses = [None if seat == outcome.winner else _loss(rules, outcome, seat) for seat in seats]
    payer = outcome.foul if rules.guard_pays else None
    return [_loss_score(rules, outcome, losses, payer, seat) for seat in seats]


def _placement_scores(rules: RuleSet, outcome: Outcome) -> list[SeatScore]:
    """Return the score of each seat by its place of going out."""
    points = rules.placement_points
    out = outcome.out
    scores = [
        SeatScore(seat, bonus=points[place], place=place + 1, points=points[place])
        for place, seat in enumerate(out)
    ]
    stayed = [seat for seat in range(len(outcome.left)) if seat not in out]
    shares = _shared_points(rules, len(stayed))
    scores += [
        SeatScore(seat, bonus=share, points=share)
        for seat, share in zip(stayed, shares, strict=True)
    ]
    return sorted(scores, key=lambda each: each.seat)


def _shared_points(rules: RuleSet, stayed: int) -> list[int]:
    """Return the points of the players who stayed in, in the order of their seats.

    A single player has the last place. Several players score 0 or, if each player pays their own
    points, share the points of their places equally (decided); the first gets the remainder.

    :param stayed: the number of players who stayed in
    """
    left = rules.placement_points[len(rules.placement_points) - stayed :]
    if stayed == 1:
        return [left[0]]
    if rules.payment != "points":
        return [0] * stayed
    total = sum(left)
    share = abs(total) // stayed * (1 if total >= 0 else -1)
    return [total - share * (stayed - 1), *[share] * (stayed - 1)][:stayed]


def _points_paid(points: tuple[int, ...]) -> tuple[PointTransfer, ...]:
    """Return payments by which each seat wins or pays its own points, which sum to 0.

    Each payer pays the winning seats in order, so there are fewer payments than seats.
    """
    transfers = []
    left = list(points)
    for payer, payee in itertools.product(range(len(points)), repeat=2):
        amount = min(-left[payer], left[payee])
        if amount > 0:
            transfers.append(PointTransfer(payer, payee, amount))
            left[payer] += amount
            left[payee] -= amount
    return tuple(transfers)


def _card_count_score(outcome: Outcome, seat: SeatNumber) -> SeatScore:
    """Return the score of a seat under `count_difference`: minus one point for each card left."""
    cards = outcome.left[seat].bit_count()
    if seat == outcome.winner:
        return SeatScore(seat, place=1)
    loss = Loss(cards, cards, 1, FactorReason.CARDS_LEFT, 0, False, cards)
    return SeatScore(seat, loss=loss, points=-cards)


def _winner_only_score(rules: RuleSet, outcome: Outcome, seat: SeatNumber) -> SeatScore:
    """Return the score of a seat if only the winner scores points."""
    if seat != outcome.winner:
        return SeatScore(seat)
    if rules.scoring == "winner_point":
        return SeatScore(seat, bonus=1, place=1, points=1)
    twos = (outcome.last_play & TWOS).bit_count()
    points = 1 << twos
    return SeatScore(seat, bonus=points, place=1, twos_played=twos, points=points)


def _loss(rules: RuleSet, outcome: Outcome, seat: SeatNumber) -> Loss:
    """Return the calculation of a loser's loss."""
    cards = outcome.left[seat]
    count = cards.bit_count()
    worth = CARD_VALUES[rules.card_values]
    values = sum(worth[rank] * (cards & RANK_MASKS[rank]).bit_count() for rank in range(len(RANKS)))
    factor: int
    if outcome.played_none[seat] and rules.unplayed_multiplier:
        factor, reason = rules.unplayed_multiplier, FactorReason.UNPLAYED
    elif rules.multiply_only_starter and seat != outcome.starter:
        factor, reason = 1, FactorReason.NOT_STARTER
    else:
        factor, reason = factor_for(rules, count), FactorReason.CARDS_LEFT
    twos = (cards & TWOS).bit_count() if rules.double_per_two else 0
    last = outcome.last_play
    twos_last = rules.twos_last_double and last != 0 and last & ~TWOS == 0
    bombs = outcome.bombs if rules.bomb_doubles else 0
    amount = values * factor << twos + bombs + twos_last
    uncapped = None
    if 0 < rules.loss_cap < amount:
        amount, uncapped = rules.loss_cap, amount
    return Loss(count, values, factor, reason, twos, twos_last, amount, bombs, uncapped)


def _loss_score(
    rules: RuleSet,
    outcome: Outcome,
    losses: list[Loss | None],
    payer: SeatNumber | None,
    seat: SeatNumber,
) -> SeatScore:
    """Return the score of a seat from all losses, the guard who pays them, and its bonuses."""
    specials: tuple[Special, ...] = ()
    bonus = 0
    twos: int | None = None
    if rules.scoring == "indonesian":
        specials = tuple(special for special in outcome.specials if special.seat == seat)
        if seat == outcome.winner:
            twos = (outcome.last_play & TWOS).bit_count()
            bonus = 10 * twos if twos else 5
    points = bonus + sum(special.points for special in specials)
    loss = losses[seat]
    pays_for: tuple[tuple[SeatNumber, int], ...] = ()
    if seat == payer:
        pays_for = tuple(
            (other_seat, each.amount)
            for other_seat, each in enumerate(losses)
            if each is not None and other_seat != payer
        )
        points -= sum(amount for _, amount in pays_for)
    paid_by = payer if loss is not None and payer != seat else None
    if loss is not None and paid_by is None:
        points -= loss.amount
    place = 1 if seat == outcome.winner else None
    return SeatScore(seat, loss, paid_by, pays_for, bonus, place, twos, specials, points)


def _point_differences(points: tuple[int, ...]) -> list[PointTransfer]:
    """Return the payments between every two seats by the difference of their points."""
    transfers = []
    for one, ones in enumerate(points):
        for other in range(one + 1, len(points)):
            difference = ones - points[other]
            if difference:
                payer, payee = (other, one) if difference > 0 else (one, other)
                transfers.append(PointTransfer(payer, payee, abs(difference), abs(difference)))
    return transfers


def _count_differences(rules: RuleSet, outcome: Outcome) -> list[PointTransfer]:
    """Return the payments between every two seats by their difference in cards left (S4, Kam)."""
    counts = [
        0 if seat == outcome.winner else cards.bit_count()
        for seat, cards in enumerate(outcome.left)
    ]
    transfers = []
    for one, ones in enumerate(counts):
        for other in range(one + 1, len(counts)):
            difference = ones - counts[other]
            if difference:
                payer, payee = (one, other) if difference > 0 else (other, one)
                factor = factor_for(rules, abs(difference))
                amount = abs(difference) * factor
                transfers.append(PointTransfer(payer, payee, amount, abs(difference), factor))
    return transfers
