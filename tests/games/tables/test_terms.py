"""Terms of a session as plain data."""

import json

import pytest

from games.rules.ruleset.rule_set import RuleSet
from games.tables.models import Session
from games.tables.terms import terms_of

pytestmark = pytest.mark.django_db


def test_the_terms_are_complete_and_serializable(party, django_assert_num_queries):
    rules = RuleSet.make("classic")
    party(
        people=2,
        rules=rules,
        deals_planned=4,
        target=60,
        stake_minor=250,
        currency="KWD",
        clock="quick",
    )
    session = Session.objects.select_related("table").get()
    with django_assert_num_queries(0):
        terms = terms_of(session)
    assert json.loads(json.dumps(terms)) == {
        "rules": rules.to_options(),
        "rules_name": session.rules_name,
        "deals": 4,
        "target": 60,
        "stake_minor": 250,
        "currency": "KWD",
        "bot_money": "points",
        "clock": "quick",
    }
    assert RuleSet.make(options=terms["rules"]) == rules
