"""The maximum loss of a session."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.rules.max_loss import max_deal_loss
from games.rules.ruleset.rule_set import RuleSet
from games.rules.scoring import score
from games.tables import max_loss
from games.tables.max_loss import (
    MAX_STORED,
    Cost,
    deal_loss,
    max_session_loss,
    points_of_deals,
    storable_loss,
)
from games.tables.models import Session, Table
from tests.games.rules.support import random_outcome, random_rules

CLASSIC = RuleSet.make("classic")  # 39 points a deal


def session(**terms):
    given = {"rules": CLASSIC.to_options(), "deals_planned": 4, "stake_minor": 200}
    return Session(**{**given, "currency": "HKD", **terms})


def test_every_deal_counts_with_its_max_loss():
    assert max_session_loss(session()) == 4 * 39 * 200


def test_no_deal_counts_after_the_target_is_reached():
    # Nobody has lost 50 before the last deal.
    assert max_session_loss(session(target=50)) == (49 + 39) * 200
    assert max_session_loss(session(target=50, deals_planned=2)) == 2 * 39 * 200
    assert max_session_loss(session(target=1)) == 39 * 200


def test_a_session_for_points_has_no_max_loss():
    assert max_session_loss(session(stake_minor=0, currency="")) == 0
    assert max_session_loss(Table(rules=CLASSIC.to_options(), deals_planned=3)) == 0


@settings(deadline=None)
@given(st.integers(0, 2**32), st.integers(1, 8), st.one_of(st.none(), st.integers(1, 120)))
def test_no_session_loses_more_than_its_max_loss(seed, deals, target):
    """Sessions of expensive results that end as sessions do."""
    random = Random(seed)
    rules = random_rules(random)
    if rules.has_stock:
        return
    totals = [0] * rules.players
    for _ in range(deals):
        nets = score(rules, random_outcome(random, rules)).net
        totals = [total + net for total, net in zip(totals, nets, strict=True)]
        if target is not None and any(abs(total) >= target for total in totals):
            break
    assert -min(totals) <= points_of_deals(max_deal_loss(rules), deals, target)


def test_a_stored_max_loss_is_used():
    assert max_session_loss(session(max_loss=50)) == 4 * 50 * 200
    assert storable_loss(CLASSIC) == 39
    too_high = RuleSet.make(
        options={
            "players": 8,
            "packs": 2,
            "guard": "pays_all",
            "card_values": "ladder",
            "bomb_doubles": True,
            "double_per_two": True,
            "multipliers": "1:999999",
            "unplayed_multiplier": 9,
        }
    )
    assert (storable_loss(too_high) or 0) <= MAX_STORED
    assert deal_loss(CLASSIC, None) == 39
    assert deal_loss(CLASSIC, 50) == 50


def test_a_loss_too_large_for_its_column_is_not_stored(monkeypatch):
    monkeypatch.setattr(max_loss, "max_deal_loss", lambda _rules: MAX_STORED + 1)
    assert storable_loss(CLASSIC) is None
    assert max_session_loss(session()) == 4 * (MAX_STORED + 1) * 200


@pytest.mark.parametrize("text", ["", "312", "HKD", "-3 HKD", "3.5 HKD", "٣ HKD", "3 HK", "x HKD"])
def test_text_without_a_valid_amount_parses_to_none(text):
    assert Cost.parse(text) is None


def test_an_agreed_amount_covers_lower_amounts_in_the_same_currency():
    said = Cost.parse(str(Cost(31_200, "HKD")))
    assert said == Cost(31_200, "HKD")
    assert said.covers(Cost(31_200, "HKD"))
    assert said.covers(Cost(5, "HKD"))
    assert not said.covers(Cost(31_201, "HKD"))
    assert not said.covers(Cost(5, "KWD"))
