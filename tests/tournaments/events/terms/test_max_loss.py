"""Maximum loss of an event, and confirmations above users' own limits."""

import re
from functools import partial

import pytest
from django.urls import reverse

from accounts import stake_limits
from games.rules.ruleset.rule_set import RuleSet
from games.tables.denials import TableCode
from games.tables.max_loss import Cost
from games.tables.models import Table
from tests.players import Person, terms_in_page
from tests.tournaments.clubs.people import person
from tests.tournaments.events import agreed
from tests.tournaments.events.browsing import at, browser, page
from tests.tournaments.events.club_night import Night
from tests.tournaments.events.evening import Evening, refused
from tournaments.clubs.models import Membership
from tournaments.events.club_nights.services import open_night_table, sit_down
from tournaments.events.core.denials import EventCode
from tournaments.events.entries.models import Entry
from tournaments.events.rounds import publication
from tournaments.events.setup.services import open_check_in, open_sign_up
from tournaments.events.terms.max_loss import session_cost_of
from tournaments.events.terms.selectors import cost_in, is_for_money, newcomer_terms

# 39 points a deal.
CLASSIC = {"rules": RuleSet.make("classic"), "rules_name": "classic"}
STAKE = CLASSIC | {"deals": 2, "stake_minor": 100, "currency": "HKD"}
# Three rounds of two deals; in this game a table of three costs as much.
WORST = Cost(3 * 2 * 54 * 100, "HKD")


@pytest.fixture
def evening(crew) -> Evening:
    return Evening.of(crew, **STAKE).well(open_sign_up)


@pytest.fixture
def ada(crew):
    user = person("ada")
    Membership.objects.create(club=crew.club, user=user)
    stake_limits.set_limit(user, "HKD", 100)
    return Person(user)


def status_of(evening, user):
    found = evening.event.entries.filter(user=user).first()
    return None if found is None else found.status


def test_the_max_loss_of_an_event_covers_all_rounds(evening, django_assert_max_num_queries):
    # At a table of three, a player can be left with 18 cards, which count three times.
    with django_assert_max_num_queries(3):
        assert cost_in(newcomer_terms(evening.event)) == WORST


def test_the_max_loss_depends_on_the_number_of_rounds_of_the_format(crew):
    event = Evening.of(crew, **STAKE, format_name="swiss", format_settings={"rounds": 7}).event
    assert cost_in(newcomer_terms(event)).minor == 7 * 2 * 54 * 100
    # Sixteen players play three rounds; fewer, of whom some sit out and advance, play four.
    named = {"format_name": "knock_out", "format_settings": {"going_on": 2, "final_rounds": 1}}
    event = Evening.of(crew, **STAKE, **named, entry_limit=16).event
    assert cost_in(newcomer_terms(event)).minor == 4 * 2 * 54 * 100


def test_a_club_night_has_a_max_loss_per_session_and_none_for_signing_up(crew):
    night = Night.of(crew, **STAKE)
    assert not is_for_money(night.event), "entering it costs nothing by itself"
    assert session_cost_of(night.event) == Cost(2 * 39 * 100, "HKD")


def test_signing_up_above_the_users_own_limit_asks_for_confirmation(evening, ada):
    answer = agreed.enter(evening.event, ada)
    assert refused(answer, EventCode.EVENT_ABOVE_LIMIT)
    assert answer.params == {"worst": WORST, "limit": Cost(100, "HKD")}
    assert status_of(evening, ada.user) is None
    assert agreed.enter(evening.event, ada, agreed=WORST) is None
    assert status_of(evening, ada.user) == Entry.Status.ENTERED


def test_checking_in_above_the_users_own_limit_asks_again(evening, ada):
    assert agreed.enter(evening.event, ada, agreed=WORST) is None
    evening.well(open_check_in)
    assert refused(agreed.check_in(evening.event, ada), EventCode.EVENT_ABOVE_LIMIT)
    assert status_of(evening, ada.user) == Entry.Status.ENTERED
    for worst in (WORST, None):
        # A repeated check-in does nothing.
        assert agreed.check_in(evening.event, ada, agreed=worst) is None
    assert status_of(evening, ada.user) == Entry.Status.HERE


def test_a_late_entrant_is_asked_about_the_remaining_rounds_only(crew, ada):
    evening = Evening.of(crew, **STAKE, **{"format_settings": {"rounds": 4}})
    evening.started(people=4, bots=4).well(publication.publish_round)
    answer = agreed.enter(evening.event, ada)
    assert answer.params["worst"] == WORST


def test_a_club_night_asks_for_confirmation_at_its_tables(crew, ada):
    night = Night.begun(crew, people=1, **STAKE)
    cost = Cost(2 * 39 * 100, "HKD")
    answer = open_night_table(ada.caller, night.event.pk, terms=night.terms)
    assert refused(answer, TableCode.ABOVE_LIMIT)
    assert not Table.objects.exists()
    assert status_of(night, ada.user) is None
    table = night.opened()
    sit = partial(sit_down, ada.caller, night.event.pk, 1, terms=night.terms)
    answer = sit()
    assert answer.params["worst"] == cost
    assert sit(agreed=cost) == table


# --- Pages


def confirmation_in(html):
    return re.search(r'name="agreed" value="([^"]+)"', html)[1]


@pytest.mark.parametrize("kind", ["enter", "night"])
def test_the_page_asks_for_confirmation_and_accepts_it(crew, ada, kind):
    if kind == "enter":
        made = Evening.of(crew, **STAKE).well(open_sign_up)
        url, most = reverse("event_enter", args=[made.event.slug]), "HK$324.00"
        sent = {"terms": agreed.shown(made.event, ada.user)}
    else:
        made = Night.begun(crew, people=1, **STAKE)
        url, most = reverse("night_open", args=[made.event.slug]), "HK$78.00"
        sent = {"terms": terms_in_page(page(browser(ada.user), at("event", made)))}
    client = browser(ada.user)
    answer = client.post(url, sent)
    html = answer.content.decode()
    assert answer.status_code == 422
    assert most in html
    assert "Your limit is HK$1.00." in html
    assert status_of(made, ada.user) is None
    assert sent["terms"] in html
    sent |= {"agreed": confirmation_in(html)}
    assert client.post(url, sent).status_code == 302
    assert status_of(made, ada.user) is not None


def test_the_event_page_shows_the_max_loss(crew, evening):
    assert "HK$324.00 over at most 3 rounds" in page(browser(crew.member), at("event", evening))
    night = Night.of(crew, **STAKE).well(open_sign_up)
    assert "HK$78.00 per session" in page(browser(crew.member), at("event", night))
    free = Evening.of(crew).well(open_sign_up)
    assert "Max. loss" not in page(browser(crew.member), at("event", free))
