"""Explanations of settlements in each case, from unsaved rows."""

from typing import Any

import pytest

from tests.related import set_related
from tournaments.ledger.settling.explanation import explanation_sentences, term_lines
from tournaments.ledger.settling.models import Balance, Debt, Settlement, Transfer

NAMES = {1: "ann", 2: "bob", 3: "cy", 9: "Harbour Club"}
FEWEST = "That’s the fewest payments possible."


def explained(
    *balances: Balance, debts: int = 0, payments: int = 0, has_pending: bool = False, **fields: Any
) -> list[str]:
    """Return the sentences on a settlement at 50 cents a point."""
    given = {"source": "session", "currency": "HKD", "stake_minor": 50}
    settlement = Settlement(pk=1, **given | fields)
    set_related(
        settlement,
        balances=balances,
        debts=[Debt()] * debts,
        transfers=[Transfer()] * payments,
    )
    return explanation_sentences(settlement, NAMES, has_pending=has_pending)


def balance(account: int, points: int, **fields: int) -> Balance:
    return Balance(account_id=account, points=points, **fields)


ANN_WON = (balance(1, 40), balance(2, -30), balance(3, -10))


@pytest.mark.parametrize(
    ("balances", "fields", "said"),
    [
        (ANN_WON, {}, "ann won 40 points at HK$0.50 a point."),
        (
            (balance(1, 20), balance(2, 20), balance(3, -40)),
            {},
            "ann and bob won 20 points each at HK$0.50 a point.",
        ),
        (ANN_WON, {"currency": ""}, "ann won 40 points."),
        (
            (balance(1, 20), balance(2, 20), balance(3, -40)),
            {"currency": ""},
            "ann and bob won 20 points each.",
        ),
    ],
)
def test_the_explanation_begins_with_who_won_most(balances, fields, said):
    assert explained(*balances, payments=2, **fields)[0] == said


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"currency": ""}, ["Played for points, so there’s nothing to pay."]),
        (
            {"is_carried": True},
            [
                "Nothing to pay yet: the club keeps running balances. A payment list will be"
                " created when the club settles them."
            ],
        ),
        ({}, ["Everyone broke even, so no one owes anything."]),
        ({"has_pending": True}, []),
        ({"debts": 3, "payments": 2}, ["3 debts are simplified to 2 payments.", FEWEST]),
        ({"debts": 2, "payments": 2}, ["2 payments settle everything.", FEWEST]),
        ({"payments": 1}, ["3 balances are settled by 1 payment.", FEWEST]),
        (
            {"debts": 2, "payments": 1, "is_shortest": False},
            [
                "2 debts are simplified to 1 payment.",
                "With this many players, a slightly shorter payment list may be possible.",
            ],
        ),
        (
            {"payments": 2, "through_club": True},
            [
                "Everyone pays the club, and the club pays out. If a player doesn’t pay, the club"
                " bears the loss."
            ],
        ),
        ({"source": "bill"}, ["This amount was agreed to before it became due."]),
    ],
)
def test_the_explanation_says_how_the_payments_came_about(fields, said):
    assert explained(balance(1, 0), balance(2, 0), balance(3, 0), **fields) == said


@pytest.mark.parametrize(
    ("balances", "fields", "said"),
    [
        (
            (balance(1, 0, fee=2000), balance(9, 0, fee=-2000)),
            {},
            ["1 player owes the club the entry fee of HK$20.00."],
        ),
        (
            (
                balance(1, 0, fee=2000, prize=7000),
                balance(2, 0, fee=2000, prize=2000),
                balance(9, 0, fee=-4000, prize=-9000),
            ),
            {"terms": {"pot_minor": 5000}},
            [
                "2 players owe the club the entry fee of HK$20.00 each, HK$40.00 in all.",
                "Prizes from the pot of HK$90.00: ann HK$70.00 and bob HK$20.00.",
            ],
        ),
        # Results that wait are not in the pot yet, so its size is left out.
        (
            (balance(1, 0, prize=5000), balance(9, 0, prize=-5000)),
            {"has_pending": True},
            ["Prizes: ann HK$50.00."],
        ),
    ],
)
def test_the_explanation_names_fees_and_prizes(balances, fields, said):
    assert explained(*balances, payments=1, **fields)[: len(said)] == said


@pytest.mark.parametrize(
    ("source", "terms", "line"),
    [
        ("event", {"deals": 4}, ("Deals per round", "4")),
        ("event", {"deals": 4, "rounds": 3}, ("Deals per round", "4 deals in each of 3 rounds")),
        ("session", {"deals": 4}, ("Deals", "4")),
        ("session", {"deals": 4, "played": 2}, ("Deals", "4 (2 played)")),
        ("session", {"target": 100}, ("Target score", "100 points")),
        ("event", {"fee_minor": 2000, "currency": "HKD"}, ("Entry fee", "HK$20.00")),
        ("event", {"pot_minor": 5000, "currency": "HKD"}, ("Added by the club", "HK$50.00")),
        (
            "event",
            {"prizes": {"share": [70, 30]}, "currency": "HKD"},
            ("Prizes", "1st 70% and 2nd 30% of the pot"),
        ),
        (
            "event",
            {"prizes": {"amount": [5000]}, "currency": "HKD"},
            ("Prizes", "1st HK$50.00"),
        ),
    ],
)
def test_the_agreed_terms_are_listed(source, terms, line):
    assert line in term_lines(Settlement(source=source, currency="HKD", terms=terms))


def test_a_session_with_bots_is_settled_in_points():
    terms = {"stake_minor": 50, "currency": "HKD"}
    lines = dict(term_lines(Settlement(source="session", currency="", terms=terms)))
    assert lines == {"Stake": "HK$0.50 a point", "Settled in": "Points, because bots played"}


def test_payments_through_the_club_are_a_term():
    lines = dict(term_lines(Settlement(source="event", currency="HKD", through_club=True)))
    assert lines["Payments"] == "Everyone pays the club"
