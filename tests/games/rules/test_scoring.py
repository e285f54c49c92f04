"""Points, nets and their calculation: worked examples next to the conformance cases."""

from random import Random

import pytest

from games.rules.combinations.kinds import Kind
from games.rules.ruleset.rule_set import RuleSet
from games.rules.scoring import FactorReason, Outcome, Special, factor_for, score
from tests.proofs import size

from .support import cards, random_rules


def outcome(*left, **more):
    """Return an outcome that seat 0 has won."""
    given = {
        "left": tuple(cards(text) for text in left),
        "winner": 0,
        "starter": 0,
        "played_none": (False,) * len(left),
        "last_play": cards("KS"),
        "out": (0,),
    }
    return Outcome(**(given | more))


TEN = "3D 3C 3H 3S 4D 4C 4H 4S 5D 5C"


@pytest.mark.parametrize(("count", "factor"), [(1, 1), (9, 1), (10, 2), (12, 2), (13, 3), (26, 3)])
def test_the_factor_depends_on_the_number_of_cards_left(count, factor):
    assert factor_for(RuleSet.make(), count) == factor


def test_a_loss_is_explained_by_card_values_factor_and_twos():
    rules = RuleSet.make(
        options={
            "card_values": "faces",
            "double_per_two": True,
            "twos_last_double": True,
            "multipliers": "1:1,3:2",
        }
    )
    scored = score(rules, outcome("", "3D JD AD", "2D 2C 4D", "5D", last_play=cards("2H 2S")))
    losses = [seat.loss for seat in scored.seats]
    assert losses[0] is None
    jack_and_ace, two_twos, five = losses[1:]
    assert (jack_and_ace.values, jack_and_ace.factor, jack_and_ace.twos) == (6, 2, 0)
    assert (two_twos.values, two_twos.factor, two_twos.twos) == (9, 2, 2)
    assert all(loss.twos_last for loss in losses[1:])
    assert [loss.amount for loss in losses[1:]] == [24, 144, 2]
    assert five.reason is FactorReason.CARDS_LEFT
    assert scored.points == (0, -24, -144, -2)


def test_each_factor_has_a_reason():
    rules = RuleSet.make(options={"multiply_only_starter": True, "unplayed_multiplier": 3})
    scored = score(
        rules, outcome("", TEN, "6D", "7D 7C", starter=3, played_none=(False, False, True, False))
    )
    assert [seat.loss and seat.loss.reason for seat in scored.seats] == [
        None,
        FactorReason.NOT_STARTER,
        FactorReason.UNPLAYED,
        FactorReason.CARDS_LEFT,
    ]
    assert scored.points == (0, -10, -3, -2)


def test_a_guard_who_fouls_pays_for_the_other_losers():
    rules = RuleSet.make(options={"guard": "pays_all", "payment": "winner_takes"})
    scored = score(rules, outcome("", "3D 3C", "4D", "5D 5C 5H", foul=2))
    assert scored.points == (0, 0, -6, 0)
    assert scored.seats[2].pays_for == ((1, 2), (3, 3))
    assert [seat.paid_by for seat in scored.seats] == [None, 2, None, 2]
    (transfer,) = scored.transfers
    assert (transfer.payer, transfer.payee, transfer.amount) == (2, 0, 6)


def test_a_foul_costs_no_points_if_the_guard_only_deals_next():
    rules = RuleSet.make(options={"guard": "deals_next"})
    scored = score(rules, outcome("", "3D 3C", "4D", "5D 5C 5H", foul=2))
    assert scored.points == (0, -2, -1, -3)


@pytest.mark.parametrize(
    ("special", "points"),
    [
        (Special(1, Kind.FOUR_OF_A_KIND, False, False), 20),
        (Special(1, Kind.FOUR_OF_A_KIND, True, False), 40),
        (Special(1, Kind.FOUR_OF_A_KIND, False, True), 80),
        (Special(1, Kind.BARE_FOUR, False, False), 20),
        (Special(1, Kind.BARE_FOUR, True, True), 160),
        (Special(1, Kind.STRAIGHT_FLUSH, False, False), 40),
        (Special(1, Kind.STRAIGHT_FLUSH_PLUS_TWO, True, False), 80),
    ],
)
def test_special_combinations_score_bonus_points(special, points):
    assert special.points == points
    scored = score(RuleSet.make("indonesia"), outcome("", "3D", "4D", "5D", specials=(special,)))
    assert scored.points == (5, points - 1, -1, -1)
    assert scored.seats[1].specials == (special,)


def test_the_loser_with_the_highest_card_pays_in_a_tie():
    scored = score(RuleSet.make("taiwan"), outcome("", "3D 4D", "2D 5D", "AD 6D"))
    assert scored.loser == 2
    assert scored.net == (1, 0, -1, 0)
    scored = score(RuleSet.make("taiwan"), outcome("", "3D 4D", "AC 5D", "AD 6D"))
    # In Taiwan clubs are the lowest suit.
    assert scored.loser == 3


def test_each_pair_settles_the_difference_of_cards_left():
    rules = RuleSet.make(options={"payment": "count_difference", "multipliers": "1:1,9:2"})
    scored = score(rules, outcome("", TEN, "8D 8C", "KH"))
    by_pair = {(each.payer, each.payee): each for each in scored.transfers}
    assert by_pair[1, 0].amount == 20
    assert (by_pair[1, 2].difference, by_pair[1, 2].factor, by_pair[1, 2].amount) == (8, 1, 8)
    assert scored.points == (0, -10, -2, -1)


def random_outcome(random: Random, rules: RuleSet):
    """Return any possible outcome of a deal under the rules."""
    players = rules.players
    pack = random.sample(range(52), 52)
    winner = random.choice([None, *range(players)])
    left = []
    for seat in range(players):
        count = 0 if seat == winner else random.randint(1, 13)
        left.append(sum(1 << card for card in pack[:count]))
        pack = pack[count:]
    others = [seat for seat in range(players) if seat != winner]
    out = () if winner is None else (winner,)
    if rules.play_on and winner is not None:
        out += tuple(random.sample(others, random.randint(0, players - 2)))
    last_play = sum(1 << card for card in pack[: random.randint(1, 3)])
    return Outcome(
        left=tuple(left),
        winner=winner,
        starter=random.randrange(players),
        played_none=tuple(random.random() < 0.2 for _ in range(players)),
        last_play=last_play if winner is not None else 0,
        foul=None if rules.guard == "none" or winner is None else random.choice([None, *others]),
        out=out,
        specials=tuple(
            Special(random.randrange(players), kind, False, False)
            for kind in random.sample((Kind.FOUR_OF_A_KIND, Kind.STRAIGHT_FLUSH), 1)
        ),
    )


@pytest.mark.proof
def test_every_total_is_the_sum_of_its_explained_parts():
    random = Random(3)
    for _ in range(size("scoring: random results")):
        rules = random_rules(random)
        given = random_outcome(random, rules)
        scored = score(rules, given)
        assert sum(scored.net) == 0
        if given.winner is None and not rules.play_on:
            assert not any(scored.points)
            assert not any(scored.net)
        net = [0] * rules.players
        for transfer in scored.transfers:
            assert transfer.amount > 0
            if transfer.difference is not None:
                assert transfer.amount == transfer.difference * transfer.factor
            net[transfer.payer] -= transfer.amount
            net[transfer.payee] += transfer.amount
        assert tuple(net) == scored.net
        for points, seat in zip(scored.points, scored.seats, strict=True):
            loss = 0
            if seat.loss is not None:
                doublings = seat.loss.twos + seat.loss.twos_last + seat.loss.bombs
                amount = seat.loss.values * seat.loss.factor * 2**doublings
                if seat.loss.uncapped is not None:
                    assert seat.loss.uncapped == amount > rules.loss_cap
                    amount = rules.loss_cap
                assert seat.loss.amount == amount
                loss = 0 if seat.paid_by is not None else seat.loss.amount
            paid = sum(amount for _, amount in seat.pays_for)
            specials = sum(special.points for special in seat.specials)
            assert points == seat.points == seat.bonus + specials - loss - paid
        if rules.payment == "difference" and given.winner is not None:
            total = sum(scored.points)
            expected = [rules.players * points - total for points in scored.points]
            assert list(scored.net) == expected


def test_places_start_at_1_and_a_player_still_in_has_no_place():
    rules = RuleSet.make(
        options={"scoring": "placement", "play_on": True, "placement_points": "5,3,1,0"}
    )
    scored = score(rules, outcome("", "3D", "", "", out=(2, 0, 3)))
    assert [(each.place, each.points) for each in scored.seats] == [
        (2, 3), (None, 0), (1, 5), (3, 1),
    ]  # fmt: skip
