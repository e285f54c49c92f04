"""Worked example of the sources, from the cards left to the amounts on the page.

Three are left with 3, 11 and 8 cards, the fourth is out, at HK$1.00 a point. By "classic" the
winner takes what each has lost: 3, 11 twice, 8. By "pagat" each pair settles the difference of
these points: 3 against 22 is 19, 3 against 8 is 5, 22 against 8 is 14.
"""

import html
import re

import pytest

from games.rules.cards import parse_cards
from games.rules.ruleset.rule_set import RuleSet
from games.rules.scoring import Outcome, score
from tests.tournaments.rows import finished_session, members
from tournaments.ledger.settling.models import Settlement
from tournaments.ledger.settling.services import settle_session

pytestmark = pytest.mark.django_db

LEFT = ("3C 5H 7S", "4C 4D 6H 8S 8D 9C TH JS QD KC AH", "3H 5C 6D 7D 9H TS JD QH", "")


def settled(rules: str) -> Settlement:
    made = RuleSet.make(rules)
    scored = score(
        made,
        Outcome(
            left=tuple(parse_cards(cards) if cards else 0 for cards in LEFT),
            winner=3,
            starter=3,
            played_none=(False,) * 4,
            last_play=parse_cards("9D"),
        ),
    )
    people = members("ann", "bob", "cy", "dee")
    session = finished_session(people, scored.net, rules=rules, stake_minor=100, currency="HKD")
    session.deals.update(pairs=[[t.payer, t.payee, t.amount] for t in scored.transfers])
    settle_session(session.pk)
    return Settlement.objects.get()


def page(client, settlement: Settlement) -> str:
    """Return the page Ann reads, without tags."""
    client.force_login(settlement.session.seats.get(number=0).user)
    text = client.get(settlement.get_absolute_url()).content.decode()
    return re.sub(r"\s+", " ", html.unescape(re.sub(r"<[^>]+>", " ", text)))


def test_under_classic_rules_the_winner_takes_all_losses(client):
    found = settled("classic")
    amounts = {each.name: each.amount for each in found.balances.all()}
    assert amounts == {"ann": -300, "bob": -2200, "cy": -800, "dee": 3300}
    text = page(client, found)
    for words in ("You pay dee HK$3.00", "bob pays dee HK$22.00", "cy pays dee HK$8.00"):
        assert words in text
    for amount in ("−HK$3.00", "−HK$22.00", "−HK$8.00", "+HK$33.00"):
        assert amount in text


def test_under_pagat_rules_each_pair_settles_the_difference(client):
    found = settled("pagat")
    amounts = {each.name: each.amount for each in found.balances.all()}
    assert amounts == {"ann": 2100, "bob": -5500, "cy": 100, "dee": 3300}
    debts = {(d.payer.user.username, d.payee.user.username): d.amount for d in found.debts.all()}
    assert debts == {
        ("bob", "ann"): 1900,
        ("cy", "ann"): 500,
        ("ann", "dee"): 300,
        ("bob", "cy"): 1400,
        ("bob", "dee"): 2200,
        ("cy", "dee"): 800,
    }
    text = page(client, found)
    for words in ("bob pays dee HK$33.00", "bob pays you HK$21.00", "bob pays cy HK$1.00"):
        assert words in text
    assert "6 debts are simplified to 3 payments" in text
