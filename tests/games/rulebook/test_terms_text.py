"""The text of an agreement's terms."""

import pytest

from games.rulebook.terms_text import (
    ComparedTerm,
    TermLine,
    rules_chapters,
    terms_compared,
    terms_lines,
)
from games.rules.ruleset.rule_set import RuleSet

SESSION = {
    "rules": RuleSet.make("pagat").to_options(),
    "rules_name": "pagat",
    "deals": 5,
    "target": None,
    "stake_minor": 500,
    "currency": "HKD",
    "bot_money": "points",
    "clock": "quick",
    "max_loss": 34_500,
}


def test_the_terms_of_a_session_are_listed_line_by_line():
    lines = dict(terms_lines(SESSION))
    assert lines["Stake"] == "HK$5.00 a point"
    assert lines["Maximum loss"] == "HK$345.00"
    assert lines["Deals per table"] == "5 deals"
    assert lines["Clock"] == "15 s per turn + 30 s extra"
    assert lines["Bots"] == "With a bot at the table, you play for points"
    assert "Target score" not in lines


def test_the_terms_of_a_club_night_name_the_max_loss_of_each_session():
    night = {"kind": "club_night", "currency": "HKD", "sessions": {"4": 100, "7": 250}}
    assert dict(terms_lines(night)) == {
        "Sessions": "2 sessions, maximum losses HK$1.00 and HK$2.50",
    }


def test_the_terms_say_how_much_penalties_can_cost():
    terms = {"stake_minor": 500, "currency": "HKD", "penalties": 20}
    assert TermLine("Penalties", "At most 20 points (HK$100.00)") in terms_lines(terms)
    none = terms_lines(terms | {"penalties": 0})
    assert TermLine("Penalties", "Penalties affect the standings only, not money") in none


@pytest.mark.parametrize(
    ("term", "line"),
    [
        (
            {"bot_money": "house"},
            TermLine("Bots", "The club keeps what bots win and pays what they lose"),
        ),
        ({"amount": 1250, "currency": "HKD"}, TermLine("Result", "HK$12.50 won")),
        ({"amount": -1250, "currency": "HKD"}, TermLine("Result", "HK$12.50 lost")),
        ({"amount": 0, "currency": "HKD"}, TermLine("Result", "Nothing won or lost")),
        (
            {"stand_in": "bot"},
            TermLine(
                "Away",
                "A bot stands in for a player who is away or has left, and plays with that "
                "player’s money",
            ),
        ),
        ({"stand_in": "the organizer"}, TermLine("Away", "the organizer")),
        (
            {"absent_minutes": 1},
            TermLine(
                "Ending early",
                "A player who has been away for 1 minute counts as agreeing to end early",
            ),
        ),
        (
            {"absent_minutes": 10},
            TermLine(
                "Ending early",
                "A player who has been away for 10 minutes counts as agreeing to end early",
            ),
        ),
        ({"sit_out_points": 5}, TermLine("Sitting out", "5 points from the club for each round")),
        ({"sessions": "two"}, TermLine("Sessions", "two")),
        ({"rules": {"colour": "blue"}}, TermLine("Rules", "House rules")),
    ],
)
def test_a_term_is_described_in_words(term, line):
    assert terms_lines(term) == [line]


@pytest.mark.parametrize(
    "term",
    [{"stand_in": ""}, {"absent_minutes": 0}, {"absent_minutes": None}, {"sit_out_points": 0}],
)
def test_a_term_without_an_effect_is_left_out(term):
    assert terms_lines(term) == []


def test_an_unknown_term_is_shown_as_stored():
    lines = terms_lines({"tea_break": 15, "wishes": ["no smoking"], "deals": "many"})
    assert lines == [
        TermLine("Deals per table", "many"),
        TermLine("Tea break", "15"),
        TermLine("Wishes", '["no smoking"]'),
    ]


def test_a_comparison_lists_only_terms_that_differ():
    assert terms_compared(SESSION, dict(SESSION)) == []
    dearer = SESSION | {"stake_minor": 1000, "max_loss": 69_000}
    assert terms_compared(SESSION, dearer) == [
        ComparedTerm("Stake", "HK$5.00 a point", "HK$10.00 a point"),
        ComparedTerm("Maximum loss", "HK$345.00", "HK$690.00"),
    ]


def test_an_added_or_removed_term_is_compared_with_an_empty_text():
    assert terms_compared({}, {"target": 50}) == [ComparedTerm("Target score", "", "50 points")]
    assert terms_compared({"tea_break": 15}, {}) == [ComparedTerm("Tea break", "15", "")]


def test_changed_rules_are_compared_option_by_option():
    rules = RuleSet.make("pagat", {"double_per_two": True})
    changed = SESSION | {"rules": rules.to_options(), "rules_name": "Ours"}
    compared = terms_compared(SESSION, changed)
    assert compared[0].label == "Rules"
    assert compared[0].new == "Ours"
    assert len(compared) == 2
    assert compared[1].old != compared[1].new


def test_changed_rules_that_are_unknown_today_are_compared_by_name_only():
    old = SESSION | {"rules": {"colour": "blue"}, "rules_name": "Ours of 2019"}
    assert terms_compared(old, SESSION) == [ComparedTerm("Rules", "Ours of 2019", "Standard rules")]


def test_terms_that_differ_only_as_stored_are_not_compared():
    assert terms_compared({"sit_out_points": 0}, {"sit_out_points": None}) == []


def test_a_changed_unknown_term_is_compared_among_others_that_stayed():
    old, new = ({"tea_break": 15, "snacks": each} for each in ("nuts", "figs"))
    assert terms_compared(old, new) == [ComparedTerm("Snacks", "nuts", "figs")]


def test_unknown_rules_have_no_chapters():
    assert rules_chapters(SESSION)
    assert rules_chapters({"rules": {"colour": "blue"}}) == []
    assert rules_chapters({}) == []
