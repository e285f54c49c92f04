"""Fees, prizes and terms in words, from unsaved events."""

from typing import Any

import pytest

from games.agreements.models import Agreement
from games.agreements.selectors import Party
from games.rules.ruleset.rule_set import RuleSet
from tournaments.clubs.models import Club
from tournaments.events.core.models import Event
from tournaments.events.entries.models import Entry
from tournaments.events.terms.prize_words import money_lines, pot_sentences, shares_sentences
from tournaments.events.terms.selectors import TermsNow
from tournaments.events.terms.words import offer_of, term_lines, terms_summary

FEE = {"fee_minor": 2000}
SHARES = {"prizes": {"share": [70, 30]}}


def event_of(**fields: Any) -> Event:
    given: dict[str, Any] = {
        "club": Club(),
        "currency": "HKD",
        "rules": RuleSet.make("pagat").to_options(),
        "rules_name": "pagat",
        "format": "fixed_rounds",
        "format_settings": {"rounds": 3},
        "max_loss": 100,
        "deals": 1,
        "stake_minor": 0,
    }
    return Event(**given | fields)


@pytest.mark.parametrize(
    ("fields", "players", "said"),
    [
        ({}, 8, ""),
        (
            FEE | SHARES,
            1,
            "The pot is HK$20.00: the entry fee of 1 player. It pays 1st HK$14.00 and 2nd HK$6.00.",
        ),
        (
            FEE | SHARES | {"pot_minor": 5000},
            4,
            "The pot is HK$130.00: the entry fees of 4 players, HK$80.00, and HK$50.00 from the"
            " club. It pays 1st HK$91.00 and 2nd HK$39.00.",
        ),
        (
            SHARES | {"pot_minor": 5000},
            4,
            "The pot is HK$50.00 from the club. It pays 1st HK$35.00 and 2nd HK$15.00.",
        ),
        (
            FEE | {"prizes": {"share": [70]}},
            4,
            "The pot is HK$80.00: the entry fees of 4 players. It pays 1st HK$56.00. The club keeps"
            " HK$24.00 of it.",
        ),
        (
            FEE | SHARES,
            0,
            "Example: The pot is HK$160.00: the entry fees of 8 players. It pays 1st HK$112.00 and"
            " 2nd HK$48.00.",
        ),
    ],
)
def test_the_pot_says_where_it_comes_from_and_what_it_pays(fields, players, said):
    assert pot_sentences(event_of(**fields), players) == said


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({}, ""),
        (SHARES | FEE, "1st 70% and 2nd 30% of the pot."),
        (
            {"prizes": {"share": [70, 20]}, **FEE},
            "1st 70% and 2nd 20% of the pot. The club keeps the other 10%.",
        ),
        ({"prizes": {"amount": [5000]}, "pot_minor": 5000}, "1st HK$50.00"),
        (
            {"prizes": {"amount": [5000]}, **FEE},
            "1st HK$50.00. If the pot is smaller, all prizes shrink in proportion. If it’s larger,"
            " the club keeps the rest.",
        ),
    ],
)
def test_prizes_are_shares_of_the_pot_or_amounts(fields, said):
    assert shares_sentences(event_of(**fields)) == said


def test_fee_prizes_and_payments_have_a_line_each():
    lines = money_lines(event_of(payments="club", **FEE, **SHARES), 4)
    assert [line.split(":")[0].split(" ")[0] for line in lines] == [
        "Entry", "Prizes", "Tied", "Everyone"
    ]  # fmt: skip
    assert lines[2].endswith("the players behind them move up.")
    # No bots play with real cards.
    paper = money_lines(event_of(cards="paper", **SHARES, pot_minor=5000), 4)
    assert paper[-1].endswith("the club keeps what’s left over.")
    assert money_lines(event_of(stake_minor=100), 4) == []


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        (
            {"stake_minor": 100, "entry_limit": 8},
            "Stake: HK$1.00 a point. You could lose up to HK$300.00 over at most 3 rounds.",
        ),
        (FEE, "You could lose up to HK$20.00: the entry fee."),
        (SHARES | {"pot_minor": 5000}, "You play for points and can’t lose any money."),
    ],
)
def test_an_offer_says_what_can_be_lost(fields, words):
    offer = offer_of(TermsNow(event_of(**fields)), None)
    assert offer is not None
    assert offer.words == words


def test_an_event_whose_rounds_depend_on_its_players_may_ask_again():
    event = event_of(stake_minor=100, format="rotation", format_settings={})
    offer = offer_of(TermsNow(event), None)
    assert offer is not None
    assert offer.words.endswith("if more players sign up and the event gets more rounds.")


def test_points_need_no_offer_and_are_named_in_summaries():
    assert offer_of(TermsNow(event_of(currency="")), None) is None
    assert terms_summary({"currency": ""}) == "points only"
    terms = TermsNow(event_of(**SHARES, pot_minor=5000)).terms()
    assert terms_summary(terms) == "points only, max. loss HK$0.00"


def test_an_offer_of_changed_terms_repeats_those_agreed_to():
    entry = Entry(user_id=1, name="ann")
    older = TermsNow(event_of(stake_minor=50)).terms()
    agreements = {Party(1): Agreement(given="sign-up", terms=older)}
    now = TermsNow(event_of(stake_minor=100), [entry], agreements=agreements)
    offer = offer_of(now, entry)
    assert offer is not None
    assert offer.before == "You agreed to HK$0.50 a point, max. loss HK$150.00."


def lines(
    terms: dict[str, Any], before: dict[str, Any] | None = None
) -> dict[str, tuple[str, str]]:
    return {line.label: (line.now, line.before) for line in term_lines(terms, before)}


def test_all_terms_are_listed_beside_the_earlier_ones():
    before = TermsNow(event_of(stake_minor=50, **FEE)).terms()
    now = TermsNow(event_of(stake_minor=100, clock="quick")).terms()
    found = lines(now, before)
    assert found["Stake"] == ("HK$1.00 a point", "HK$0.50 a point")
    # Terms that no longer exist are crossed out.
    assert found["Entry fee"] == ("–", "HK$20.00")
    assert found["Max. rounds"] == ("3", "3")
    assert lines(now)["Stake"] == ("HK$1.00 a point", "")


def test_rules_that_changed_under_the_same_name_are_marked():
    before = TermsNow(event_of(stake_minor=100)).terms()
    now = before | {"rules": {**before["rules"], "double_from": 9}}
    assert lines(now, before)["Rules"][0].endswith("(changed)")


def test_the_terms_of_a_knock_out_name_the_consolation_table():
    for consolation, said in ((True, "Yes"), (False, "No")):
        settings = {"consolation": consolation}
        terms = TermsNow(
            event_of(stake_minor=100, format="knock_out", format_settings=settings)
        ).terms()
        assert lines(terms)["Consolation table"][0] == said


def test_events_with_real_cards_have_no_clock_among_their_terms():
    assert "Clock" in lines(TermsNow(event_of(stake_minor=100)).terms())
    paper = lines(TermsNow(event_of(stake_minor=100, cards="paper")).terms())
    assert "Clock" not in paper
