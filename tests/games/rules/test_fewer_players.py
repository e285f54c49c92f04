"""Rules adapted for fewer players."""

import doctest
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules.ruleset import fewer_players
from games.rules.ruleset.fewer_players import preset_name, rules_for_fewer
from games.rules.ruleset.rule_set import RuleSet
from tests.games.rules.support import random_rules


def by_place(points, **options):
    """Return rules by placement with some points; players pay their own if these sum to 0."""
    payment = "difference" if sum(points) else "points"
    text = ",".join(map(str, points))
    return RuleSet.make(
        options={
            "players": len(points),
            "scoring": "placement",
            "play_on": True,
            "placement_points": text,
            "payment": payment,
            **options,
        }
    )


@pytest.mark.parametrize(
    ("points", "fewer"),
    [
        ((2, 1, -1, -2), (2, 0, -2)),
        ((3, 1, -1, -3), (3, 0, -3)),
        # The winner wins what fewer lose.
        ((3, -1, -1, -1), (2, -1, -1)),
        # The last loses what fewer win.
        ((1, 1, 1, -3), (1, 1, -2)),
        ((0, 0, 0, 0), (0, 0, 0)),
        ((4, 2, 0, -2, -4), (4, 1, -1, -4)),
        ((7, 5, 3, 1, -1, -3, -5, -7), (7, 4, 2, 0, -2, -4, -7)),
        ((8, 0, -1, -1, -1, -1, -2, -2), (6, 0, -1, -1, -1, -1, -2)),
        # Not paid as they are, they need not sum to 0.
        ((10, 6, 3, 1), (10, 4, 1)),
        # The usual become the usual.
        ((5, 3, 1, 0), (3, 1, 0)),
        ((4, 3, 2, 1, 0), (5, 3, 1, 0)),
    ],
)
def test_points_of_the_places_keep_their_scale_for_fewer_players(points, fewer):
    form = rules_for_fewer(by_place(points), len(points) - 1)
    assert form.placement_points == fewer
    assert form.payment == by_place(points).payment


@st.composite
def falling(draw):
    """Return points by place that sum to 0."""
    steps = draw(st.lists(st.integers(0, 9), min_size=2, max_size=7))
    players = len(steps) + 1
    falls = [sum(steps[place:]) * players for place in range(players)]
    return tuple(each - sum(falls) // players for each in falls)


@given(falling(), st.integers(2, 7))
def test_paid_points_for_fewer_players_sum_to_0_and_never_rise(points, players):
    if players >= len(points):
        return
    form = rules_for_fewer(by_place(points), players)
    found = form.placement_points
    assert len(found) == players
    assert sum(found) == 0
    assert sorted(found, reverse=True) == list(found)
    assert points[-1] <= found[-1] <= found[0] <= points[0]


@pytest.mark.parametrize(
    ("options", "size", "leftover"),
    [
        ({"players": 8, "packs": 2}, 13, "unused"),
        # What deals nearly all cards does so again.
        ({"players": 7, "packs": 2, "hand_size": 14}, 17, "unused"),
        ({"players": 5, "packs": 2, "hand_size": 20}, 26, "unused"),
        ({"players": 4, "packs": 2, "hand_size": 26}, 17, "lowest_holder"),
        ({"players": 6, "leftover": "lowest_holder"}, 10, "lowest_holder"),
        ({"players": 8, "leftover": "lowest_holder"}, 7, "lowest_holder"),
        ({"players": 5, "leftover": "lowest_holder"}, 13, "unused"),
        ({"players": 8, "leftover": "stock"}, 7, "stock"),
        ({"players": 7, "packs": 2, "leftover": "stock"}, 13, "stock"),
        ({"players": 8}, 7, "unused"),
    ],
)
def test_fewer_players_get_hands_of_a_similar_share_of_the_cards(options, size, leftover):
    form = rules_for_fewer(RuleSet.make(options=options), options["players"] - 1)
    assert (form.hand_size, form.leftover) == (size, leftover)


@pytest.mark.parametrize("players", [0, 1, 4, 5])
def test_rules_change_only_for_fewer_players_who_can_play(players):
    assert rules_for_fewer(RuleSet.make("pagat"), players) is None


def test_rules_without_a_preset_have_no_name_of_one():
    assert preset_name(RuleSet.make("hong_kong"), "House rules") == "hong_kong"
    changed = RuleSet.make("hong_kong", {"triples": False})
    assert preset_name(changed, "House rules") == "House rules"


def test_fewer_than_four_players_use_one_pack():
    assert rules_for_fewer(RuleSet.make("eight_players"), 4).packs == 2
    assert rules_for_fewer(RuleSet.make("eight_players"), 3).packs == 1


def test_five_players_with_one_pack_and_a_stock_have_no_rules_for_four():
    """Four are dealt all cards."""
    rules = RuleSet.make(options={"players": 5, "leftover": "stock"})
    assert rules_for_fewer(rules, 4) is None


def test_rules_without_exchange_or_stock_have_a_form_for_fewer_players():
    random = Random("fewer")
    for _ in range(300):
        rules = random_rules(random)
        for players in range(2, rules.players):
            form = rules_for_fewer(rules, players)
            if form is None:
                assert rules.exchange or rules.has_stock, rules
                continue
            assert form.players == players
            assert RuleSet.make(options=form.to_options()) == form
            assert form.has_stock == rules.has_stock
            assert form.payment == rules.payment


def test_docstring_examples_are_correct():
    outcome = doctest.testmod(fewer_players)
    assert outcome.attempted > 0
    assert outcome.failed == 0
